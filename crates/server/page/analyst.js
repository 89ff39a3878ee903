// Asking what positions are worth.

import { follow } from "./api.js";

// One question at a time: a new one ends the one before.
export class Analyst {
  cancel() {
    this.question?.abort();
    this.question = null;
  }

  // Calls `heard` with each line of the answer, while it is still wanted.
  async ask(body, heard) {
    this.cancel();
    const question = this.question = new AbortController();
    let last = null;
    try {
      await follow("analyse", body, question.signal, line => {
        if (question.signal.aborted) return;
        last = line;
        heard?.(line);
      });
    } catch (error) {
      if (!question.signal.aborted) throw error;
    }
    return question.signal.aborted ? null : last;
  }
}

// How long each position of a game is looked at.
const LOOK = "400ms";
const known = new Map();

// The values of a whole game, ply by ply; what is known is not asked again.
export class Judge {
  constructor(changed) {
    Object.assign(this, { changed, analyst: new Analyst(), values: [], count: 0, wanted: 0 });
  }

  stop() {
    this.wanted++;
    this.analyst.cancel();
  }

  clear() {
    this.stop();
    this.values = [];
  }

  async judge(game, start, moves) {
    const wanted = ++this.wanted;
    // The move that was played there decides whether it was a mistake.
    const keyOf = ply => JSON.stringify([game, start, moves.slice(0, ply + 1), ply]);
    this.count = moves.length + 1;
    this.values = Array.from({ length: this.count }, (_, ply) => known.get(keyOf(ply)) ?? null);
    this.changed();
    // From the end, where positions are soonest proven.
    for (let ply = moves.length; ply >= 0; ply--) {
      if (this.values[ply]) continue;
      const body = { game, position: start, moves: moves.slice(0, ply), played: moves[ply], time: LOOK };
      const answer = await this.analyst.ask(body).catch(() => null);
      if (wanted !== this.wanted) return;
      if (!answer) continue;
      known.set(keyOf(ply), answer);
      this.values[ply] = answer;
      this.changed();
    }
  }

  get done() { return this.values.filter(Boolean).length; }
}
