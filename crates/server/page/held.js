// A game and the seats of it that are held here: what may be done, and on whose
// behalf. Who draws it says how in `take` and `fail`.

import { change, Refusal } from "./api.js";
import { leadTo } from "./nav.js";
import { address, joinMoves } from "./router.js";
import { other, SIDES } from "./sides.js";
import { seatsOf } from "./store.js";

export class Held {
  hold(game) {
    const { tokens } = seatsOf(game.id);
    const people = SIDES.filter(side => game.seats[side].spec === "human");
    // The seats played here; of a game between engines, whoever began it has both.
    const sides = people.length ? people : SIDES;
    // Who has both tokens leaves a seat to the one who took it by an invitation.
    const isHere = side => tokens[side] && !(game.taken[side] && tokens[other(side)]);
    const [mine, own] = [sides, SIDES].map(some => Object.fromEntries(some.filter(isHere).map(side => [side, tokens[side]])));
    game.since ??= performance.now();
    Object.assign(this, { game, tokens, mine, own });
  }

  isOpen() {
    const { view, seats } = this.game;
    return !view.finish && seats[view.turn].spec === "human" && Boolean(this.mine[view.turn]);
  }

  get texts() { return this.game.moves.map(move => move.text); }

  get holdsBoth() { return Boolean(this.mine.x && this.mine.o); }
  get holdsAny() { return Boolean(this.mine.x || this.mine.o); }

  // Whether nobody else has a say.
  get isAlone() { return this.holdsBoth || SIDES.some(side => this.game.seats[side].spec !== "human"); }

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

  // Returns whether it was done. What is asked for in haste is done one by one.
  change(what, body, side) {
    const { id } = this.game;
    const place = this.place();
    const next = async () => {
      // What can't be done any more was pressed once too often.
      if (this.gone || this.game?.id !== id || this.game[what] === false) return false;
      // A move is meant for the board that was seen.
      if (what === "move" && this.place() !== place) {
        this.fail(new Refusal(409, {}));
        return false;
      }
      const done = await this.send(what, body, side);
      await this.agreement;
      return done;
    };
    this.queue = (this.queue ?? Promise.resolve()).then(next, next);
    return this.queue;
  }

  // What is on the board, and how it came there.
  place() { return this.texts.join() + " " + this.game.view.position; }

  async send(what, body = {}, side = this.seatFor(what), again = true) {
    const { id, revision } = this.game;
    const place = this.place();
    try {
      this.take(await change(id, what, { revision, ...body }, this.own[side]));
      return true;
    } catch (error) {
      // What became of a game that is no longer shown is of no use here.
      if (this.gone || this.game.id !== id) return false;
      if (error.answer?.game) this.take(error.answer.game);
      // An engine may have moved meanwhile: what was meant is the game as it is now. Where
      // somebody took a seat, the board is the same.
      const meant = what === "move" ? this.place() === place : ["undo", "redo"].includes(what) && this.isAlone && this.game[what];
      if (again && error.status === 409 && meant) return this.send(what, body, undefined, false);
      if (!error.answer?.game) this.stage.board.show(this.game.view, { open: this.isOpen(), moving: false });
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

  answer(accept) { return this.send("answer", { accept }, other(this.game.asked.by)); }

  // Returns whether another player is at a seat; if not, the choice is undone.
  async seat(side, spec) {
    const done = await this.reseat(side, spec);
    if (!done && !this.gone) this.seats.again();
    return done;
  }

  // The game goes on if it can, else a new one.
  reseat(side, spec) {
    const seats = { x: this.game.seats.x.spec, o: this.game.seats.o.spec, [side]: spec };
    if (this.game.view.finish) return this.renew(this.game.game, seats);
    // A seat that can't be had here is begun anew, with the moves so far.
    if (!this.own[side] && (spec === "human" && !this.tokens[side] || !this.holdsAny)) {
      return this.renew(this.game.game, seats, { position: this.game.start, moves: this.texts });
    }
    // A person's seat is handed over by its own token.
    return this.change("seats", { first: seats.x, second: seats.o }, this.own[side] ? side : this.seatFor("seats"));
  }
}
