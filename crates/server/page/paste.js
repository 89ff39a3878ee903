// A place to paste a position or a game.

import { ask, Refusal } from "./api.js";
import { button, el } from "./dom.js";
import { address, go, joinMoves } from "./router.js";
import { say } from "./words.js";

// Goes to what was pasted: a record has lines, else it is a position of the game, else
// moves from its start. Where it is none of these, the first refusal is thrown.
async function paste(game, text) {
  if (!text.trim()) throw new Refusal(422, { message: say("nothing") });
  const forms = [{ record: text }, { game, position: text.trim() }, { game, moves: text.trim() }];
  if (!text.trim().includes("\n")) forms.push(forms.shift());
  let refusal = null;
  for (const form of forms) {
    try {
      const answer = await ask("view", form);
      go(address("analyse", "", { game: answer.game, position: answer.start, moves: joinMoves(answer.moves) }));
      return;
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

// `game()` is the game of positions and moves; `fail` tells a refusal.
export function pasteBox(game, fail) {
  const text = el("textarea", { rows: 2, placeholder: say("paste"), "aria-label": say("paste"), spellcheck: "false" });
  const show = () => paste(game(), text.value).catch(fail);
  return el("section", { class: "paste" }, text, button(say("show"), show, {}, say("show")));
}
