// What the line under the board says of a game, and the buttons beside it.

import { button } from "./dom.js";
import { icon } from "./icons.js";
import { numberOf } from "./names.js";
import { other } from "./sides.js";
import { lineOf, told } from "./values.js";
import { number, say } from "./words.js";

export function statusOf(play) {
  const { view } = play;
  const words = [view.finish?.text, ...view.notes].filter(Boolean);
  const buttons = [];
  const past = play.browsed !== null;
  if (past) {
    if (!view.finish && !view.notes.length) words.push(say("turn", { side: play.names[view.turn] }));
  } else if (hasLeft(play.game)) words.unshift(say("left"));
  else if (!view.finish) turn(play, words, buttons);
  asked(play, words, buttons);
  if (!past && play.isOpen()) {
    // A move without points is a button.
    for (const move of view.moves.filter(({ points }) => !points.length)) {
      buttons.push(button(move.text, () => play.play(move), { class: "primary", "data-move": move.text }, move.text));
    }
  }
  if (past) {
    const { moves } = play.game;
    const last = moves[play.browsed - 1];
    const place = last && { number: numberOf(play.browsed - 1, moves[0].by), side: play.names[last.by] };
    words.unshift(place ? say("browsing", place) : say("browsing-start"));
    buttons.unshift(button(say("to-game"), () => play.browse(moves.length), {}, say("to-game")));
  }
  return { words, buttons };
}

// Whether who played the game elsewhere is gone.
export const hasLeft = ({ live, view }) => live === "left" && !view.finish;

// Whose turn it is, or what an engine thinks.
function turn(play, words, buttons) {
  const { view, seats } = play.game;
  const side = play.names[view.turn];
  if (seats[view.turn].spec !== "human") {
    words.push(...thoughts(play, side));
    if (play.holdsAny) buttons.push(button(say("stop"), () => play.act("stop"), { class: "stop", "data-tool": "stop" }, icon("stop")));
  } else if (!view.notes.length) {
    words.push(say("turn", { side }) + (play.isOpen() && !play.holdsBoth ? ", " + say("your-turn") : ""));
  }
  if (!play.holdsAny) words.push(say("watching"));
}

function thoughts({ thought, names }, side) {
  const words = [say("thinking", { side })];
  if (!thought) return words;
  const { depth, nodes, line, value, by } = thought;
  words.push(say("depth", { depth }), say("nodes", { count: number(nodes) }), told(value, by, names));
  words.push(lineOf(line, 0, 5).replaceAll(" · ", ", "));
  return words.filter(Boolean);
}

// Between two people the other is asked before a move is taken back or played again.
// What is said of it here: nothing to who watches.
export function wishOf({ game, mine, names, holdsBoth }) {
  const { asked: wish } = game;
  if (!wish || holdsBoth) return null;
  if (mine[other(wish.by)]) return say("asks-" + wish.what, { side: names[wish.by] });
  return mine[wish.by] ? say("asked") : null;
}

function asked(play, words, buttons) {
  const wish = wishOf(play);
  if (!wish) return;
  words.unshift(wish);
  if (!play.mine[other(play.game.asked.by)]) return;
  buttons.push(button(say("accept"), () => play.answer(true), { class: "primary", "data-tool": "accept" }, say("accept")));
  buttons.push(button(say("decline"), () => play.answer(false), {}, say("decline")));
}
