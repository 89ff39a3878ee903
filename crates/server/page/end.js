// The end of a game: who won and how, what went wrong, and what now.

import { button, el } from "./dom.js";
import { worst } from "./mistakes.js";
import { told } from "./values.js";
import { say } from "./words.js";

export function drawEnd(play, mistakes) {
  const { finish } = play.game.view;
  const { judge, names, game } = play;
  const parts = [el("h2", { class: "result " + (finish.winner ?? "") }, finish.text)];
  if (judge.done < judge.count) {
    parts.push(el("p", { class: "quiet" }, say("judging", { done: judge.done, count: judge.count })));
  } else if (!mistakes.length) {
    parts.push(el("p", { class: "quiet" }, say("flawless")));
  }
  for (const { ply, before, after, better, mark } of worst(mistakes, 2)) {
    const { text, by } = game.moves[ply];
    const words = say("mistake", {
      number: ply + 1, side: names[by], move: text, better,
      after: told(after, before.turn, names), before: told(before, before.turn, names),
    });
    parts.push(el("p", {}, el("button", { type: "button", class: "mistake", onclick: () => play.analyseGame(ply) },
      el("b", { class: "mark" }, mark), " ", words)));
  }
  parts.push(el("div", { class: "buttons" },
    button(say("again"), () => play.playAgain(), { class: "primary", "data-tool": "again", title: say("swapped") }, say("again")),
    button(say("analyse-game"), () => play.analyseGame(game.moves.length), {}, say("analyse-game"))));
  return [el("section", { class: "end" }, parts)];
}
