// A game and the seats of it that are held here: what may be done, and on whose
// behalf. Who draws it says how in `take` and `fail`.

import { change } from "./api.js";
import { leadTo } from "./nav.js";
import { address, joinMoves } from "./router.js";
import { other, SIDES } from "./sides.js";
import { GUEST, seatsOf } from "./store.js";

export class Held {
  hold(game) {
    const { tokens, invitation } = seatsOf(game.id);
    const people = SIDES.filter(side => game.seats[side].spec === "human");
    // The seats played here; of a game between engines, whoever began it has both.
    const sides = people.length ? people : SIDES;
    const isHere = side => tokens[side] && !(side === GUEST && invitation === "given");
    const mine = Object.fromEntries(sides.filter(isHere).map(side => [side, tokens[side]]));
    Object.assign(this, { game, tokens, invitation, mine });
  }

  isOpen() {
    const { view, seats } = this.game;
    return !view.finish && seats[view.turn].spec === "human" && Boolean(this.mine[view.turn]);
  }

  get texts() { return this.game.moves.map(move => move.text); }

  get holdsBoth() { return Boolean(this.mine.x && this.mine.o); }
  get holdsAny() { return Boolean(this.mine.x || this.mine.o); }

  // One who has both seats need not ask oneself; a guest may have come by a link that
  // was but shown.
  get agreesAlone() { return this.holdsBoth && !this.invitation; }

  // A question whether the game is still as it is now, for who waits for an answer.
  still() {
    const { id, revision } = this.game;
    return () => !this.gone && this.game.id === id && this.game.revision === revision;
  }

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
    const { id, revision } = this.game;
    try {
      this.take(await change(id, what, { revision, ...body }, this.mine[side]));
      return true;
    } catch (error) {
      // What became of a game that is no longer shown is of no use here.
      if (this.gone || this.game.id !== id) return false;
      if (error.answer?.game) this.take(error.answer.game);
      else this.stage.board.show(this.game.view, { open: this.isOpen(), moving: false });
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
