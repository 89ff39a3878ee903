// Playing: one game, its seats, and everything that changes it.

import { ask, catalogue, listen, Refusal, variant } from "./api.js";
import { Judge } from "./analyst.js";
import { button, refill, speak } from "./dom.js";
import { drawEnd } from "./end.js";
import { Held } from "./held.js";
import { mistakesIn } from "./mistakes.js";
import { moveWords } from "./names.js";
import { findGame, newGame } from "./opening.js";
import { Ponder, whyNot } from "./ponder.js";
import { address, go, settle, step } from "./router.js";
import { badge, Seats } from "./seats.js";
import { invite, shareGame } from "./share.js";
import { Stage } from "./stage.js";
import { hasLeft, statusOf, wishOf } from "./status.js";
import { SIDES } from "./sides.js";
import { keep, recall, takeSeats } from "./store.js";
import { drawStrip } from "./strip.js";
import { say } from "./words.js";

// How long a remark stays that only says why a click did nothing.
const PASSING = 3000;
const LOOKS = ["hint", "values", "share"];
const KEYS = { n: "new", u: "undo", r: "redo", h: "hint", v: "values", s: "share" };

export class Play extends Held {
  constructor(root) {
    super();
    const tools = ["new", "undo", "redo", "hint", "values", "resign", "share"];
    this.seats = new Seats((side, spec) => this.seat(side, spec), side => invite(this, side));
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
    clearTimeout(this.later);
    this.unlisten?.();
    this.ponder.stop();
    this.judge.stop();
    this.seats.leave();
  }

  async enter({ id, params }) {
    const wanted = ++this.wanted;
    clearTimeout(this.later);
    try {
      this.catalogue = await catalogue();
      if (wanted !== this.wanted) return;
      if (!this.game) this.choose(recall("game") ?? "");
      if (id && this.game?.id === id && !params.has("token")) return;
      const { game, refused } = await findGame(id, params);
      if (await this.begin(game, wanted) && refused) this.fail(refused);
    } catch (error) {
      if (wanted !== this.wanted) return;
      this.fail(error);
      // A server that is away may come back.
      if (!(error instanceof Refusal)) this.later = setTimeout(() => this.enter({ id, params }), 2000);
    }
  }

  // A new game, with the players of the last one unless others are named. Returns
  // whether there is one.
  renew(name, seats, rest) { return this.follow(() => newGame(name, seats, rest)); }

  // Another game, a step back from which leads to this one.
  async follow(find) {
    const wanted = ++this.wanted;
    try {
      return await this.begin(await find(), wanted, step);
    } catch (error) {
      if (wanted === this.wanted) this.fail(error);
      return false;
    }
  }

  // Puts a game on the board, unless another is wanted by now. Returns whether it is
  // there.
  async begin(game, wanted, place = settle) {
    const looks = await variant(game.game);
    if (wanted !== this.wanted) return false;
    this.unlisten?.();
    this.judge.stop();
    this.ponder.stop();
    clearTimeout(this.later);
    place(address("play", game.id));
    Object.assign(this, {
      game: null, variant: looks, names: looks.players, browsed: null, thought: null, trouble: null, agreed: null,
      resigning: false, note: null,
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
    const back = this.trouble && message.event !== "closing";
    this.worry(message.event === "closing" ? say("closing") : null);
    if (message.event === "game") this.take(message.game);
    if (message.event === "live") this.meet(message.live);
    if (message.event === "thinking" && message.revision === this.game.revision) this.think(message.thought);
    // What was asked in vain is asked again.
    if (back) this.look();
    this.tell();
  }

  // While an engine thinks, the bar shows what it finds.
  think(thought) {
    this.thought = thought;
    if (this.values && this.browsed === null && this.holdsAny) this.stage.bar.show(thought.value, thought.by, this.names);
  }

  // Who plays the game elsewhere came, or left.
  meet(live) {
    Object.assign(this.game, { live });
    if (hasLeft(this.game)) speak(say("left"));
  }

  // The game as it is now.
  take(game) {
    const before = this.game;
    if (this.gone) return;
    if (before && (game.id !== before.id || game.revision < before.revision)) return;
    const grown = before !== null && game.moves.length > before.moves.length;
    const same = before?.revision === game.revision;
    this.hold(game);
    Object.assign(this, { thought: game.thinking, trouble: null });
    if (game.view.finish) this.resigning = false;
    // What is known already does not call back who looks back.
    if (!same) Object.assign(this, { looked: this.looked + 1, browsed: null, note: null });
    if (this.browsed === null) this.view = game.view;
    // What one only watches is not what one plays.
    if (this.holdsAny) {
      keep("last", game.id);
      keep("game", game.game);
      keep("opponents", { x: game.seats.x.spec, o: game.seats.o.spec });
    }
    if (this.browsed === null) this.stage.board.show(game.view, { open: this.isOpen(), moving: grown || same });
    this.links();
    if (!same) this.announce(before);
    else if (hasLeft(game) && !hasLeft(before)) speak(say("left"));
    this.welcome(before);
    this.paint();
    // One who has both seats need not ask oneself; the question is heard twice.
    if (game.asked && this.holdsBoth && this.agreed !== game.revision) {
      this.agreed = game.revision;
      this.agreement = this.answer(true);
    }
    if (!same || !before) this.evaluate();
  }

  // Somebody came to a seat that was given away.
  welcome(before) {
    const { id, taken } = this.game;
    const came = before?.id === id && SIDES.find(side => taken[side] && !before.taken[side]);
    if (came && !this.mine[came]) this.remark(say("joined", { side: this.names[came] }), true);
  }

  // What happened, to who listens.
  announce(before) {
    const { moves, view, title, next } = this.game;
    const named = move => moveWords(this.variant.layout, move.text);
    const last = moves[moves.length - 1];
    const words = [];
    if (!before) words.push(say(moves.length ? "opened" : "begun", { game: title, count: moves.length }));
    else if (moves.length > before.moves.length) words.push(say("plays", { side: this.names[last.by], move: named(last) }));
    else if (moves.length < before.moves.length) {
      words.push(say("taken-back", { moves: before.moves.slice(moves.length).map(named).reverse().join(", ") }));
    }
    const quiet = !before || moves.length < before.moves.length;
    words.push(...view.notes, view.finish?.text, quiet && !view.finish && !view.notes.length && say("turn", { side: this.names[view.turn] }));
    words.push(wishOf(this), next && !before?.next && say("plays-again"), hasLeft(this.game) && say("left"));
    speak(words.filter(Boolean).join("; "));
  }

  // Everything but the board.
  paint() {
    const { game, view, ply } = this;
    const held = this.holdsAny;
    const mistakes = mistakesIn(this.judge.values);
    this.seats.show({ ...game, view }, this.variant, this.catalogue.opponents, this.mine, this.own);
    this.stage.moves.show(game.moves, ply, mistakes, this.variant.layout);
    this.stage.plotBox.hidden = !this.judge.values.length;
    if (this.judge.values.length) this.stage.plot.show(this.judge.values, ply, mistakes, this.names);
    this.stage.enable("undo", game.undo && held);
    this.stage.enable("redo", game.redo && held);
    this.stage.enable("hint", !view.finish && (this.browsed !== null || !this.isEngines()));
    this.stage.enable("resign", held && !game.view.finish && game.moves.length > 0);
    refill(this.stage.extra, ...(game.view.finish ? drawEnd(this, mistakes) : []));
    const end = this.judge.values[ply];
    if (this.values && view.finish && end) this.stage.bar.show(end, end.turn, this.names);
    this.tell();
  }

  tell() {
    const { words, buttons } = this.resigning ? this.sure() : statusOf(this);
    const urgent = this.trouble ?? (this.resigning ? words[0] : this.note);
    this.stage.tell(urgent ?? words.join(" · "), Boolean(urgent), this.view.finish ? null : badge(this.view.turn, this.variant));
    this.stage.offer(...buttons);
  }

  play(move) {
    Object.assign(this, { note: null, resigning: false });
    this.stage.board.foresee(move);
    return this.change("move", { move: move.text });
  }

  act(name) {
    if (!this.game || this.stage.buttons[name]?.disabled) return;
    this.note = null;
    // To change the game answers the question, to look does not.
    this.resigning = name === "resign" || this.resigning && LOOKS.includes(name);
    if (name === "new") this.renew(this.game.game);
    else if (name === "values") this.switchValues();
    else if (name === "hint") this.hint();
    else if (name === "share") shareGame(this);
    else if (name !== "resign") this.change(name);
    else speak(say("sure-resign"));
    this.tell();
  }

  // Asked until it is answered, whatever an engine does meanwhile.
  sure() {
    const answer = (name, then) => button(say(name), () => { this.resigning = false; then(); },
      { class: name === "yes" ? "primary" : null, "data-answer": name }, say(name));
    return { words: [say("sure-resign")], buttons: [answer("yes", () => this.change("resign")), answer("no", () => this.tell())] };
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
      Object.assign(this, { note: null, browsed: past ? ply : null, view: shown });
      this.stage.board.show(shown, { open: !past && this.isOpen(), moving: false });
      this.look();
      this.paint();
    } catch (error) {
      if (looked === this.looked) this.fail(error);
    }
  }

  // How many moves led to the board.
  get ply() { return this.browsed ?? this.game.moves.length; }

  held(point) {
    this.note = point === null ? null : say("slide-to", { from: this.variant.layout.points[point].name });
    this.tell();
  }

  async refuse(point, from) {
    const { view, game } = this.game;
    if (this.browsed !== null) this.remark(say("looking-back", { button: say("to-game") }), true);
    else if (view.finish) return;
    else if (!this.holdsAny) this.remark(say("watching"), true);
    else if (!this.isOpen()) this.remark(say("not-your-turn", { side: this.names[view.turn] }), true);
    else {
      const still = this.still();
      const words = await whyNot(game, view.position, this.variant.layout, point, from).catch(error => this.fail(error));
      if (words && still()) this.remark(words);
    }
  }

  // Says something in place of whose turn it is, or what an engine thinks, perhaps for
  // a moment.
  remark(words, passing = false) {
    this.note = words;
    clearTimeout(this.passing);
    if (passing) this.passing = setTimeout(() => { if (!this.gone && this.note === words) { this.note = null; this.tell(); } }, PASSING);
    if (this.game) this.tell();
    else this.stage.tell(words, true);
    speak(words);
  }

  switchValues() {
    this.values = !this.values;
    keep("values", this.values);
    this.stage.press("values", this.values);
    this.look();
    this.paint();
  }

  // Values of the moves of the board; of the whole game at its end.
  evaluate() {
    const { game, start, view } = this.game;
    if (view.finish) {
      this.judge.judge(game, start, this.texts);
    } else {
      this.judge.clear();
      this.stage.plotBox.hidden = true;
    }
    this.look();
  }

  // An engine that plays here is to move, and thinks itself.
  isEngines() { return this.holdsAny && this.game.seats[this.game.view.turn].spec !== "human"; }

  // What the moves of the board are worth, whether it is the game's or an earlier one.
  look() {
    const { game, start } = this.game;
    this.ponder.stop();
    this.stage.board.judge(null);
    if (!this.values) { this.stage.bar.hide(); return; }
    this.stage.bar.show(null, this.view.turn, this.names);
    if (this.view.finish || this.browsed === null && this.isEngines()) return;
    this.ponder.values(game, start, this.texts.slice(0, this.ply), this.names).catch(error => this.fail(error));
  }

  judged() {
    if (!this.gone && this.game?.view.finish) this.paint();
  }

  async hint() {
    const { game, start } = this.game;
    this.note = say("seeking");
    this.tell();
    const [still, { looked }] = [this.still(), this];
    const words = await this.ponder.hint(game, start, this.texts.slice(0, this.ply), this.names, () => still() && looked === this.looked)
      .catch(error => this.fail(error));
    if (words) this.remark(words);
  }

  // Between two people both go on in one game.
  async playAgain() {
    const { seats, game, next } = this.game;
    if (next || seats.x.spec === "human" && seats.o.spec === "human" && this.holdsAny && !this.holdsBoth) {
      return Boolean(next) && this.goOn() || await this.change("again") && this.goOn();
    }
    return this.renew(game, { x: seats.o.spec, o: seats.x.spec });
  }

  // To the game that the same people began after this one, where the seats held here
  // are those of the other side.
  goOn() {
    const { game: { next }, tokens: { x, o } } = this;
    if (x || o) takeSeats(next, { x: o, o: x });
    return this.follow(() => ask("games/" + next));
  }

  analyseGame(ply) { go(address("analyse", "", { ...this.where, ply })); }

  fail(error) {
    if (this.gone) return;
    if (error instanceof Refusal) this.remark(error.status === 409 ? say("gone-on") : error.message);
    else if (this.game) {
      // Until the server is heard again.
      this.note = null;
      this.worry(say("no-answer"));
      this.tell();
    } else this.remark(say("no-answer"));
  }
}
