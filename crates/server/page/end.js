// The end of a game: who won and how, what went wrong, and what now.

import { button, el } from "./dom.js";
import { worst } from "./mistakes.js";
import { numberOf } from "./names.js";
import { badge } from "./seats.js";
import { told } from "./values.js";
import { say } from "./words.js";

// Another game; where the others have begun it, the way there.
function again(play) {
  const words = say(!play.game.next ? "again" : play.holdsAny ? "join" : "follow");
  return button(words, () => play.playAgain(), { class: "primary", "data-tool": "again", title: say("swapped") }, words);
}

export function drawEnd(play, mistakes) {
  const { finish } = play.game.view;
  const { judge, names, game } = play;
  const parts = [el("h2", { class: "result " + (finish.winner ?? "") }, finish.winner ? badge(finish.winner, play.variant) : null, finish.text)];
  if (game.next) parts.push(el("p", {}, say("plays-again")));
  if (judge.done < judge.count) {
    parts.push(el("p", { class: "quiet" }, say("judging", { done: judge.done, count: judge.count })));
  } else if (!mistakes.length) {
    parts.push(el("p", { class: "quiet" }, say("flawless")));
  }
  for (const { ply, before, after, better, mark } of worst(mistakes, 2)) {
    const { text, by } = game.moves[ply];
    const words = say("mistake", {
      number: numberOf(ply, game.moves[0].by), side: names[by], move: text, better,
      after: told(after, before.turn, names), before: told(before, before.turn, names),
    });
    parts.push(el("p", {}, el("button", { type: "button", class: "mistake", "data-ply": ply, onclick: () => play.analyseGame(ply) },
      el("b", { class: "mark" }, mark), " ", words)));
  }
  parts.push(el("div", { class: "buttons" },
    again(play),
    button(say("analyse-game"), () => play.analyseGame(game.moves.length), { "data-tool": "analyse" }, say("analyse-game"))));
  return [el("section", { class: "end" }, parts)];
}
