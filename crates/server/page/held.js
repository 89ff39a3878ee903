// A game and the seats of it that are held here: what may be done, and on whose
// behalf. Who draws it says how in `take` and `fail`.

import { change } from "./api.js";
import { leadTo } from "./nav.js";
import { address, joinMoves } from "./router.js";
import { seatsOf } from "./store.js";

const other = side => (side === "x" ? "o" : "x");

export class Held {
  hold(game) {
    const tokens = seatsOf(game.id);
    const people = ["x", "o"].filter(side => game.seats[side].spec === "human");
    // The seats played here; of a game between engines, whoever began it has both.
    const sides = people.length ? people : ["x", "o"];
    const mine = Object.fromEntries(sides.filter(side => tokens[side]).map(side => [side, tokens[side]]));
    Object.assign(this, { game, tokens, mine });
  }

  isOpen() {
    const { view, seats } = this.game;
    return !view.finish && seats[view.turn].spec === "human" && Boolean(this.mine[view.turn]);
  }

  get texts() { return this.game.moves.map(move => move.text); }

  get holdsBoth() { return Boolean(this.mine.x && this.mine.o); }
  get holdsAny() { return Boolean(this.mine.x || this.mine.o); }

  links() {
    const at = this.where;
    leadTo({
      play: address("play", this.game.id), analyse: address("analyse", "", at), understand: address("understand", "", at),
    });
  }

  // The place of the game as an address holds it.
  get where() {
    const { game, start } = this.game;
    return { game, position: start === this.variant.start ? "" : start, moves: joinMoves(this.texts) };
  }

  // Returns whether it was done.
  async change(what, body = {}, side = this.seatFor(what)) {
    try {
      this.take(await change(this.game.id, what, { revision: this.game.revision, ...body }, this.mine[side]));
      return true;
    } catch (error) {
      if (error.answer?.game) this.take(error.answer.game);
      else if (this.game) this.stage.board.show(this.game.view, { open: this.isOpen(), moving: false });
      this.fail(error);
      return false;
    }
  }

  // On behalf of whom: the side that moved last takes back, the one to move
  // does the rest.
  seatFor(what) {
    const { turn } = this.game.view;
    const wanted = what === "undo" ? other(turn) : turn;
    return this.mine[wanted] ? wanted : other(wanted);
  }

  answer(accept) { return this.change("answer", { accept }, other(this.game.asked.by)); }
}
