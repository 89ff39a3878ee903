// Analysing: any position or game, the value of every move, and variations.

import { ask, catalogue, Refusal, variant } from "./api.js";
import { Analyst, Judge } from "./analyst.js";
import { button, el, refill, speak } from "./dom.js";
import { leadTo } from "./nav.js";
import { mistakesIn } from "./mistakes.js";
import { usualGame } from "./offered.js";
import { newGame } from "./opening.js";
import { moveWords, numberOf } from "./names.js";
import { pasteBox } from "./paste.js";
import { whyNot } from "./ponder.js";
import { address, go, joinMoves, link, movesText, splitMoves, step } from "./router.js";
import { field, sheet } from "./share.js";
import { badge } from "./seats.js";
import { other } from "./sides.js";
import { Stage } from "./stage.js";
import { drawStrip } from "./strip.js";
import { brief, lineOf, proofOf, told } from "./values.js";
import { number, say } from "./words.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", u: "back", r: "next", s: "share", n: "new" };
const TIME = "8s";

// The moves of a state's variation, or of its game.
const wholeOf = ({ main, ply, line }) => (line.length ? [...main.slice(0, ply), ...line] : main);

export class Analyse {
  constructor(root) {
    const words = { first: "first-move", back: "back", next: "next", last: "last-move", play: "play-on", share: "share" };
    const tools = Object.entries(words).map(([name, key]) => ({
      name, words: say(key), action: () => this.act(name), short: name !== "play" && name !== "share",
    }));
    this.report = el("section", { class: "report" });
    this.stage = new Stage(root, {
      play: move => this.play(move), refuse: (point, from) => this.refuse(point, from), held: point => this.held(point),
      go: ply => this.go(ply), tools, top: [this.report],
    });
    this.stage.side.append(pasteBox(() => this.state?.game, error => this.fail(error)));
    this.analyst = new Analyst();
    this.judge = new Judge(() => this.paint());
  }

  leave() {
    this.gone = true;
    this.entry = null;
    this.analyst.cancel();
    this.judge.stop();
  }

  async enter({ params }) {
    // Of what is asked for in haste only the last is shown.
    const entry = this.entry = {};
    const state = await this.read(params).catch(error => { if (entry === this.entry) this.fail(error); });
    if (entry !== this.entry || state && await this.open(state)) return;
    // An address that can't be read leaves the start of its game, or of the usual one.
    const { note } = this;
    for (const game of [params.get("game"), await usualGame().catch(() => null)]) {
      if (entry !== this.entry) return;
      if (game && await this.open({ game, main: [], ply: 0, line: [], at: 0 })) break;
    }
    if (entry !== this.entry) return;
    this.note = note;
    this.tell();
  }

  async read(params) {
    const game = params.get("game") ?? await usualGame();
    const place = { game, position: params.get("position") || undefined, moves: movesText(params.get("moves")) };
    // What was typed for a position may be a game from the start.
    const known = place.position || place.moves ? await ask("view", place) : { moves: [] };
    const asked = known.moves.length ? known.start : place.position;
    const start = asked === (await variant(game)).start ? undefined : asked;
    const main = known.moves;
    const line = splitMoves(params.get("line"));
    const ply = Math.min(main.length, Number(params.get("ply") ?? main.length) || 0);
    // The branch of a variation, and how far along it one stands.
    const at = Math.min(line.length, Number(params.get("at") ?? line.length) || 0);
    return { game, start, main, ply, line, at };
  }

  // Shows a state; returns whether it could be.
  async open(state) {
    this.wanted = state;
    try {
      this.catalogue = await catalogue();
      const looks = await variant(state.game);
      const answer = await ask("view", {
        game: state.game, position: state.start, moves: [...state.main.slice(0, state.line.length ? state.ply : undefined), ...state.line],
        ply: state.ply + state.at,
      });
      if (this.gone || this.wanted !== state) return true;
      const changed = this.state?.game !== state.game;
      Object.assign(this, { state, answer, view: answer.view, variant: looks, names: looks.players, note: null, values: null });
      this.stage.board.lay(looks);
      this.stage.board.judge(null);
      this.stage.board.show(this.view, { open: !this.view.finish, moving: !changed });
      if (changed || !this.stage.strip.children.length) {
        drawStrip(this.stage.strip, this.catalogue, state.game, name => go(address("analyse", "", { game: name })));
      }
      this.links();
      this.paint();
      speak([this.lastMove(), ...this.view.notes, this.view.finish?.text].filter(Boolean).join("; "));
      this.evaluate().catch(error => this.fail(error));
      return true;
    } catch (error) {
      if (this.gone || this.wanted !== state) return true;
      this.wanted = this.state;
      this.fail(error);
      return false;
    }
  }

  // The moves that led to the board, and all that are known to follow.
  get played() { return [...this.state.main.slice(0, this.state.ply), ...this.state.line.slice(0, this.state.at)]; }
  get whole() { return wholeOf(this.state); }
  get ply() { return this.state.ply + this.state.at; }

  // The move that led to the board, as it is spoken.
  lastMove() {
    const { last, turn } = this.view;
    return last && say("plays", { side: this.names[other(turn)], move: moveWords(this.variant.layout, last.text) });
  }

  where(state = this.state) {
    const { game, start, main, ply, line, at } = state;
    return {
      game, position: start ?? "", moves: joinMoves(main), ply: ply === main.length ? "" : ply,
      line: joinMoves(line), at: at === line.length ? "" : at,
    };
  }

  links() {
    const here = { game: this.state.game, position: this.state.start ?? "", moves: joinMoves(this.played) };
    leadTo({ analyse: address("analyse", "", this.where()), understand: address("understand", "", here) });
  }

  move(change, from = this.state) {
    const state = { ...from, ...change };
    step(address("analyse", "", this.where(state)));
    return this.open(state);
  }

  // To a place in the moves shown, which may be a variation's.
  go(ply) {
    const { wanted } = this;
    const to = Math.max(0, Math.min(wholeOf(wanted).length, ply));
    if (!wanted.line.length) return this.move({ ply: to }, wanted);
    return this.move(to >= wanted.ply ? { at: to - wanted.ply } : { ply: to, line: [], at: 0 }, wanted);
  }

  play(move) {
    const { main, ply, line, at } = this.state;
    this.stage.board.foresee(move);
    if (line.length) {
      if (line[at] === move.text) return this.move({ at: at + 1 });
      return this.move({ line: [...line.slice(0, at), move.text], at: at + 1 });
    }
    if (main[ply] === move.text) return this.move({ ply: ply + 1 });
    // At the end of the game its line grows; elsewhere a variation begins.
    if (ply === main.length) return this.move({ main: [...main, move.text], ply: ply + 1 });
    return this.move({ line: [move.text], at: 1 });
  }

  act(name) {
    if (!this.state) return;
    // Steps count from where one is on the way to, so that none is lost.
    const at = this.wanted.ply + this.wanted.at;
    if (name === "first") this.go(0);
    else if (name === "back") this.go(at - 1);
    else if (name === "next") this.go(at + 1);
    else if (name === "last") this.go(wholeOf(this.wanted).length);
    else if (name === "play") this.playOn();
    else if (name === "share") this.share();
    else if (name === "new") go(address("analyse", "", { game: this.state.game }));
  }

  key(key, target) {
    if (!KEYS[key] || target.closest(".board") && key.startsWith("Arrow")) return false;
    this.act(KEYS[key]);
    return true;
  }

  async evaluate() {
    const { game, start } = this.state;
    const moves = this.played;
    this.judge.stop();
    this.analyst.cancel();
    const body = { game, position: start, moves, every: true, time: TIME };
    const heard = answer => {
      this.values = answer;
      this.stage.board.judge(answer);
      this.paint();
    };
    const answer = await this.analyst.ask(body, heard);
    if (!this.gone && answer) await this.judge.judge(game, start, this.whole);
  }

  paint() {
    if (!this.state) return;
    const { main, line, ply } = this.state;
    // Sides take turns, whoever began.
    const sides = this.view.turn === "x" ? ["x", "o"] : ["o", "x"];
    const moves = this.whole.map((text, i) => ({ text, by: sides[(this.ply + i) % 2] }));
    const judged = this.judge.values.length === moves.length + 1 ? this.judge.values : Array(moves.length + 1).fill(null);
    if (this.values) judged[this.ply] = { ...this.values, played: judged[this.ply]?.played };
    const mistakes = mistakesIn(judged);
    this.stage.moves.show(moves, this.ply, mistakes, this.variant.layout);
    this.stage.plot.show(judged, this.ply, mistakes, this.names);
    this.stage.bar.show(this.values, this.view.turn, this.names);
    this.stage.enable("first", this.ply > 0);
    this.stage.enable("back", this.ply > 0);
    this.stage.enable("next", this.ply < this.whole.length);
    this.stage.enable("last", this.ply < this.whole.length);
    this.stage.enable("play", !this.view.finish);
    const from = line.length && { number: numberOf(ply, moves[0].by), side: this.names[moves[ply].by] };
    refill(this.stage.extra, ...(line.length ? [el("p", { class: "variation" },
      say("variation", from), " ",
      button(say("main-line"), () => this.move({ line: [], at: 0, ply: Math.min(ply, main.length) }), {}, say("main-line")))] : []));
    this.drawReport();
    this.tell();
  }

  // The verdict, the best line, and what the search did.
  drawReport() {
    const { values } = this;
    const parts = [];
    if (values) {
      parts.push(el("h2", { class: "verdict" }, told(values, values.turn, this.names),
        el("small", {}, proofOf(values))));
      if (values.line?.length) {
        parts.push(el("p", { class: "line" }, el("span", { class: "quiet" }, say("best-line") + " "), lineOf(values.line, 0, 12)));
      }
      const seconds = number(values.seconds, 1);
      parts.push(el("p", { class: "quiet" }, say("searched", { depth: values.depth, nodes: number(values.nodes), seconds })));
    } else {
      parts.push(el("h2", { class: "verdict" }, this.view.finish?.text ?? "…"));
    }
    this.report.replaceChildren(...parts);
  }

  tell() {
    const { view } = this;
    if (!view) { this.stage.tell(this.note ?? "", true); return; }
    const words = [view.finish?.text, ...view.notes].filter(Boolean);
    if (!view.finish && !view.notes.length) words.push(say("turn", { side: this.names[view.turn] }));
    this.stage.tell(this.note ?? words.join(" · "), Boolean(this.note), view.finish ? null : badge(view.turn, this.variant));
    this.stage.offer(...view.moves.filter(({ points }) => !points.length).map(move => {
      const value = this.values?.moves.find(entry => entry.move === move.text);
      const { shape, main } = value ? brief(value) : { shape: "", main: "" };
      const words = value ? `${move.text}, ${told(value, this.values.turn, this.names)}` : move.text;
      return button(words, () => this.play(move), { class: "primary", "data-move": move.text }, `${move.text} ${shape} ${main}`.trim());
    }));
  }

  held(point) {
    this.note = point === null ? null : say("slide-to", { from: this.variant.layout.points[point].name });
    this.tell();
  }

  async refuse(point, from) {
    const { state, view } = this;
    if (view.finish) return;
    const words = await whyNot(state.game, view.position, this.variant.layout, point, from).catch(error => this.fail(error));
    if (!words || this.gone || this.state !== state) return;
    this.note = words;
    this.tell();
    speak(words);
  }

  async playOn() {
    try {
      const game = await newGame(this.state.game, undefined, { position: this.state.start, moves: this.played });
      if (!this.gone) go(address("play", game.id));
    } catch (error) {
      this.fail(error);
    }
  }

  share() {
    sheet(say("share"), field(say("analysis-link"), link(address("analyse", "", this.where()))),
      field(say("position"), this.view.position),
      field(say("record"), this.answer.record, 6));
  }

  fail(error) {
    if (this.gone) return;
    this.note = error instanceof Refusal ? error.message : say("no-answer");
    this.stage.tell(this.note, true);
    speak(this.note);
    if (this.view) this.stage.board.show(this.view, { open: !this.view.finish, moving: false });
  }
}
