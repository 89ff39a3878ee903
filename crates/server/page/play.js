// Playing: one game, its seats, and everything that changes it.

import { ask, catalogue, listen, Refusal, variant } from "./api.js";
import { Judge } from "./analyst.js";
import { button, speak } from "./dom.js";
import { drawEnd } from "./end.js";
import { Held } from "./held.js";
import { mistakesIn } from "./mistakes.js";
import { findGame, newGame } from "./opening.js";
import { Ponder, whyNot } from "./ponder.js";
import { address, go, settle } from "./router.js";
import { Seats } from "./seats.js";
import { shareGame } from "./share.js";
import { Stage } from "./stage.js";
import { statusOf, wishOf } from "./status.js";
import { keep, recall } from "./store.js";
import { drawStrip } from "./strip.js";
import { say } from "./words.js";

const KEYS = { n: "new", u: "undo", r: "redo", h: "hint", v: "values", s: "share" };

export class Play extends Held {
  constructor(root) {
    super();
    const tools = ["new", "undo", "redo", "hint", "values", "resign", "share"];
    this.seats = new Seats((side, spec) => this.seat(side, spec));
    this.stage = new Stage(root, {
      play: move => this.play(move), refuse: (point, from) => this.refuse(point, from),
      held: point => this.held(point), go: ply => this.browse(ply), top: [this.seats.element],
      tools: tools.map(name => ({ name, action: () => this.act(name), toggle: name === "values" })),
    });
    this.ponder = new Ponder(this.stage);
    this.judge = new Judge(() => this.judged());
    this.values = recall("values") === true;
    // Counted, so that of what is asked for in haste only the last is shown.
    Object.assign(this, { wanted: 0, looked: 0 });
    this.stage.press("values", this.values);
    this.stage.tell(say("loading"));
  }

  leave() {
    this.gone = true;
    this.wanted++;
    this.unlisten?.();
    this.ponder.stop();
    this.judge.stop();
    this.seats.leave();
  }

  async enter({ id, params }) {
    const wanted = ++this.wanted;
    try {
      this.catalogue = await catalogue();
      if (wanted !== this.wanted) return;
      if (!this.game) this.choose(recall("game") ?? "");
      if (id && this.game?.id === id && !params.has("token")) return;
      const { game, refused } = await findGame(id, params);
      if (await this.begin(game, wanted) && refused) this.fail(refused);
    } catch (error) {
      if (wanted === this.wanted) this.fail(error);
    }
  }

  // A new game, with the players of the last one unless others are named. Returns
  // whether there is one.
  async renew(name, seats, rest) {
    const wanted = ++this.wanted;
    try {
      return await this.begin(await newGame(name, seats, rest), wanted);
    } catch (error) {
      if (wanted === this.wanted) this.fail(error);
      return false;
    }
  }

  // Puts a game on the board, unless another is wanted by now. Returns whether it is
  // there.
  async begin(game, wanted) {
    const looks = await variant(game.game);
    if (wanted !== this.wanted) return false;
    this.unlisten?.();
    this.judge.stop();
    this.ponder.stop();
    settle(address("play", game.id));
    Object.assign(this, {
      game: null, variant: looks, names: looks.players, browsed: null, thought: null, trouble: null, agreed: null,
    });
    this.stage.board.judge(null);
    this.stage.board.lay(looks);
    this.choose(game.game);
    this.take(game);
    this.unlisten = listen(game.id, {
      event: message => this.hear(message),
      lost: () => { this.worry(say("lost")); this.tell(); },
    });
    return true;
  }

  // What is wrong with the connection, told once to who listens.
  worry(trouble) {
    if (trouble !== this.trouble) speak(trouble);
    this.trouble = trouble;
  }

  // The games, the current one marked.
  choose(game) { drawStrip(this.stage.strip, this.catalogue, game, name => this.renew(name)); }

  hear(message) {
    this.worry(message.event === "closing" ? say("closing") : null);
    if (message.event === "game") { this.take(message.game); return; }
    if (message.event === "thinking" && message.revision === this.game.revision) this.thought = message.thought;
    this.tell();
  }

  // The game as it is now.
  take(game) {
    const before = this.game;
    if (this.gone) return;
    if (before && (game.id !== before.id || game.revision < before.revision)) return;
    const grown = before !== null && game.moves.length > before.moves.length;
    const same = before?.revision === game.revision;
    this.hold(game);
    this.looked++;
    Object.assign(this, { thought: game.thinking, browsed: null, note: same ? this.note : null });
    // What one only watches is not what one plays.
    if (this.holdsAny) {
      keep("last", game.id);
      keep("game", game.game);
      keep("opponents", { x: game.seats.x.spec, o: game.seats.o.spec });
    }
    this.seats.show(game, this.variant, this.catalogue.opponents, this.mine);
    this.stage.board.show(game.view, { open: this.isOpen(), moving: grown || same });
    this.links();
    if (!same) this.announce(grown);
    this.paint();
    // The question is heard twice.
    if (game.asked && this.agreesAlone && this.agreed !== game.revision) {
      this.agreed = game.revision;
      this.answer(true);
    }
    if (!same || !before) this.evaluate();
  }

  announce(grown) {
    const { moves, view } = this.game;
    const last = moves[moves.length - 1];
    const words = grown && last ? [say("plays", { side: this.names[last.by], move: last.text })] : [];
    words.push(...view.notes, view.finish?.text, wishOf(this));
    speak(words.filter(Boolean).join("; "));
  }

  // Everything but the board.
  paint() {
    const { game } = this;
    const held = this.holdsAny;
    const ply = this.browsed ?? game.moves.length;
    const mistakes = mistakesIn(this.judge.values);
    this.stage.moves.show(game.moves, ply, mistakes, game.moves[0]?.by);
    this.stage.plotBox.hidden = !this.judge.values.length;
    if (this.judge.values.length) this.stage.plot.show(this.judge.values, ply, mistakes, this.names);
    this.stage.enable("undo", game.undo && held);
    this.stage.enable("redo", game.redo && held);
    this.stage.enable("hint", !game.view.finish);
    this.stage.enable("resign", held && !game.view.finish && game.moves.length > 0);
    this.stage.extra.replaceChildren(...(game.view.finish ? drawEnd(this, mistakes) : []));
    this.tell();
  }

  tell() {
    const { words, buttons } = statusOf(this);
    const urgent = this.trouble ?? this.note;
    this.stage.tell(urgent ?? words.join(" · "), Boolean(urgent));
    this.stage.offer(...buttons);
  }

  play(move) {
    this.note = null;
    this.stage.board.foresee(move);
    return this.change("move", { move: move.text });
  }

  act(name) {
    if (!this.game || this.stage.buttons[name]?.disabled) return;
    this.note = null;
    if (name === "new") this.renew(this.game.game);
    else if (name === "values") this.switchValues();
    else if (name === "hint") this.hint();
    else if (name === "share") shareGame(this);
    else if (name === "resign") this.sure();
    else this.change(name);
  }

  sure() {
    this.stage.tell(say("sure-resign"), true);
    speak(say("sure-resign"));
    this.stage.offer(button(say("yes"), () => this.change("resign"), { class: "primary" }, say("yes")),
      button(say("no"), () => this.tell(), {}, say("no")));
  }

  // Returns whether another player is at a seat; if not, the choice is undone.
  async seat(side, spec) {
    if (document.activeElement?.matches("select")) document.activeElement.blur();
    const done = await this.reseat(side, spec);
    if (!done && !this.gone) this.seats.again();
    return done;
  }

  // The game goes on if it can, else a new one.
  reseat(side, spec) {
    const seats = { x: this.game.seats.x.spec, o: this.game.seats.o.spec, [side]: spec };
    if (this.game.view.finish || !this.holdsAny) return this.renew(this.game.game, seats);
    // A seat without a token here is begun anew, with the moves so far.
    if (spec === "human" && !this.tokens[side]) {
      return this.renew(this.game.game, seats, { position: this.game.start, moves: this.texts });
    }
    // A person's seat is handed over by its own token.
    return this.change("seats", { first: seats.x, second: seats.o }, this.mine[side] ? side : this.seatFor("seats"));
  }

  key(key) {
    const name = KEYS[key];
    if (name) this.act(name);
    return Boolean(name);
  }

  // Looking and asking.

  async browse(ply) {
    const { game, start, moves, view } = this.game;
    const looked = ++this.looked;
    const past = ply < moves.length;
    try {
      const shown = past ? (await ask("view", { game, position: start, moves: this.texts, ply })).view : view;
      if (this.gone || looked !== this.looked) return;
      Object.assign(this, { note: null, browsed: past ? ply : null });
      this.stage.board.show(shown, { open: !past && this.isOpen(), moving: false });
      this.paint();
    } catch (error) {
      if (looked === this.looked) this.fail(error);
    }
  }

  held(point) {
    this.note = point === null ? null : say("slide-to", { from: this.variant.layout.points[point].name });
    this.tell();
  }

  async refuse(point, from) {
    const { view, game } = this.game;
    if (view.finish || this.browsed !== null) return;
    if (!this.holdsAny) this.remark(say("watching"));
    else if (!this.isOpen()) this.remark(say("not-your-turn", { side: this.names[view.turn] }));
    else {
      const still = this.still();
      const words = await whyNot(game, view.position, this.variant.layout, point, from).catch(error => this.fail(error));
      if (words && still()) this.remark(words);
    }
  }

  // Says something in place of whose turn it is.
  remark(words) {
    this.note = words;
    if (this.game) this.tell();
    else this.stage.tell(words, true);
    speak(words);
  }

  switchValues() {
    this.values = !this.values;
    keep("values", this.values);
    this.stage.press("values", this.values);
    this.evaluate();
    this.tell();
  }

  // Values of the moves while a person ponders; of the whole game at its end.
  evaluate() {
    const { game, start, view } = this.game;
    this.ponder.stop();
    if (view.finish) {
      this.judge.judge(game, start, this.texts);
    } else {
      this.judge.clear();
      this.stage.plotBox.hidden = true;
    }
    this.stage.board.judge(null);
    if (!this.values) this.stage.bar.hide();
    else if (this.isOpen()) this.ponder.values(game, start, this.texts, this.names).catch(error => this.fail(error));
  }

  judged() {
    if (!this.gone && this.game?.view.finish) this.paint();
  }

  async hint() {
    const { game, start } = this.game;
    this.note = say("seeking");
    this.tell();
    const words = await this.ponder.hint(game, start, this.texts, this.names, this.still())
      .catch(error => this.fail(error));
    if (words) this.remark(words);
  }

  playAgain() {
    const { seats, game } = this.game;
    return this.renew(game, { x: seats.o.spec, o: seats.x.spec });
  }

  analyseGame(ply) { go(address("analyse", "", { ...this.where, ply })); }

  fail(error) {
    if (this.gone) return;
    const known = error instanceof Refusal;
    this.remark(known && error.status === 409 ? say("gone-on") : known ? error.message : say("no-answer"));
  }
}
