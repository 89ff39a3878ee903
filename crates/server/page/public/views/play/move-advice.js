// @ts-check
// Values and hints for the position on the board of the play view.

import { Analyser } from "../../lib/analysis.js";
import { t } from "../../lib/i18n.js";
import { moveLabel } from "../../lib/notation.js";
import { describeValue, formatLine } from "../../lib/values.js";

const VALUES_TIME = "3s", HINT_TIME = "1s";

export class MoveAdvice {
  #valueAnalyser = new Analyser();
  #hintAnalyser = new Analyser();

  /** @param {import("../shared/board-screen.js").BoardScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  stop() {
    this.#valueAnalyser.cancel();
    this.#hintAnalyser.cancel();
  }

  /**
   * Writes the value of every move on the board.
   * @param {string} game
   * @param {string} position
   * @param {string[]} moves
   * @param {Api.Sides<string>} names
   */
  showValues(game, position, moves, names) {
    return this.#valueAnalyser.analyse({ game, position, moves, every: true, time: VALUES_TIME }, answer => {
      this.screen.board.showValues(answer);
      this.screen.evaluationBar.show(answer, answer.turn, names);
    });
  }

  /**
   * Marks a good move on the board. Returns it in words, with the line that follows.
   * @param {string} game
   * @param {string} position
   * @param {string[]} moves
   * @param {Api.Sides<string>} names
   * @param {() => boolean} isWanted whether the hint is still wanted when it is found
   */
  async hint(game, position, moves, names, isWanted) {
    const answer = await this.#hintAnalyser.analyse({ game, position, moves, every: false, time: HINT_TIME });
    if (!answer?.best || !isWanted()) return null;
    this.screen.board.showHint(answer.best);
    const move = moveLabel(this.screen.board.layout, answer.best);
    const line = formatLine(answer.line, 1, 7);
    const value = describeValue(answer, answer.turn, names);
    return line ? t("hint-line", { move, line, value }) : t("hint-move", { move, value });
  }
}
