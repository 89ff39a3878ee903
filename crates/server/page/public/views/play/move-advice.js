// @ts-check
// Values and hints for the position on the board of the play view.

import { Analyser } from "../../lib/analysis.js";
import { t } from "../../lib/i18n.js";
import { moveLabel } from "../../lib/notation.js";
import { describeForMover, formatLine } from "../../lib/values.js";

/** @typedef {import("./play.js").Play} Play */

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
   * Writes the value of every move on the board, if values are switched on.
   * @param {Play} play
   */
  async updateValues({ game, session, state, view, ply, isOwnEngineToMove }) {
    const { board, evaluationBar } = this.screen;
    this.stop();
    board.showValues(null);
    if (!state.showsValues || !game.hints) { evaluationBar.hide(); return; }
    evaluationBar.show(null, view.turn, state.names);
    if (view.finish || state.browsedPly === null && isOwnEngineToMove) return;
    const moves = session.moves.slice(0, ply);
    await this.#valueAnalyser.analyse({ game: game.game, position: game.start, moves, every: true, time: VALUES_TIME }, answer => {
      board.showValues(answer);
      evaluationBar.show(answer, answer.turn, state.names);
    });
  }

  /**
   * Marks a good move on the board. Returns it in words, with the line that follows.
   * @param {Play} play
   */
  async findHint({ game, session, state, ply }) {
    const isUnchanged = session.revisionGuard();
    const viewing = state.viewRequest;
    const moves = session.moves.slice(0, ply);
    const answer = await this.#hintAnalyser.analyse({ game: game.game, position: game.start, moves, every: false, time: HINT_TIME });
    // Not wanted any more if the position on the board has changed.
    if (!answer?.best || !isUnchanged() || viewing !== state.viewRequest) return null;
    this.screen.board.showHint(answer.best);
    const move = moveLabel(this.screen.board.layout, answer.best);
    const line = formatLine(answer.line, 1, 7);
    const value = describeForMover(answer);
    return line ? t("hint-line", { move, line, value }) : t("hint-move", { move, value });
  }
}
