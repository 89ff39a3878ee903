// What the library thinks of the position on the board: values, a hint, and why
// a click is no move.

import { Analyst } from "./analyst.js";
import { ask } from "./api.js";
import { moveWords } from "./names.js";
import { lineOf, told } from "./values.js";
import { say } from "./words.js";

const VALUES = "3s", HINT = "1s";

export class Ponder {
  constructor(stage) {
    this.stage = stage;
    this.analyst = new Analyst();
    this.hinter = new Analyst();
  }

  stop() {
    this.analyst.cancel();
    this.hinter.cancel();
  }

  // Writes the value of every move on the board.
  values(game, position, moves, names) {
    return this.analyst.ask({ game, position, moves, every: true, time: VALUES }, answer => {
      this.stage.board.judge(answer);
      this.stage.bar.show(answer, answer.turn, names);
    });
  }

  // Shows a good move and says what lies behind it.
  async hint(game, position, moves, names, wanted) {
    const answer = await this.hinter.ask({ game, position, moves, every: false, time: HINT });
    if (!answer?.best || !wanted()) return null;
    this.stage.board.suggest(answer.best);
    const line = lineOf(answer.line, 1, 7);
    const value = told(answer, answer.turn, names);
    return say(line ? "hint-line" : "hint-move", { move: moveWords(this.stage.board.layout, answer.best), line, value });
  }
}

// The library's own words about a click on a point, with a piece in hand or not.
export async function whyNot(game, position, { points }, to, from) {
  const move = typeof from === "number" ? `${points[from].name} ${points[to].name}` : points[to].name;
  const { refused } = await ask("view", { game, position, try: move });
  return refused ?? say("not-a-move");
}
