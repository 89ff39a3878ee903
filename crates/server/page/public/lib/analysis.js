// @ts-check
// Asking the server to analyse positions.

import { request, streamLines } from "./api.js";
import { capitalizeSentence, t } from "./i18n.js";

/** Runs one analysis at a time: a new one cancels the one before. */
export class Analyser {
  /** @type {AbortController | null} */
  #current = null;

  cancel() {
    this.#current?.abort();
    this.#current = null;
  }

  /**
   * Analyses a position and calls `onUpdate` with each result on the way. Returns the last
   * one, or `null` if the analysis was cancelled.
   * @param {Api.AnalysisRequest} body
   * @param {(analysis: Api.Analysis) => void} [onUpdate]
   * @returns {Promise<Api.Analysis | null>}
   */
  async analyse(body, onUpdate) {
    this.cancel();
    const controller = this.#current = new AbortController();
    /** @type {Api.Analysis | null} */
    let last = null;
    try {
      await streamLines("analyse", body, controller.signal, line => {
        if (controller.signal.aborted) return;
        last = line;
        onUpdate?.(line);
      });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    return controller.signal.aborted ? null : last;
  }
}

/**
 * Returns the server's explanation why a click is no legal move.
 * @param {string} game
 * @param {string} position
 * @param {Api.Layout} layout
 * @param {number} to the point that was clicked
 * @param {number | null} from the point of the selected piece
 * @returns {Promise<string>}
 */
export async function explainIllegalMove(game, position, { points }, to, from) {
  const move = from === null ? points[to].name : `${points[from].name} ${points[to].name}`;
  /** @type {Api.ViewAnswer} */
  const { refused } = await request("view", { game, position, try: move });
  return refused ? capitalizeSentence(refused) : t("not-a-move");
}
