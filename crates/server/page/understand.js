// Understanding: minimax and alpha-beta on the same position, side by side.

import { ask, catalogue, isUnreadable, Refusal, variant } from "./api.js";
import { Board } from "./board.js";
import { button, el, refill } from "./dom.js";
import { drawGrowth } from "./growth.js";
import { icon } from "./icons.js";
import { leadTo } from "./nav.js";
import { offeredPresets, usualGame } from "./offered.js";
import { address, go, joinMoves, movesText, settle, step } from "./router.js";
import { drawStrip } from "./strip.js";
import { Trees } from "./trees.js";
import { lang, say } from "./words.js";

const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const NODES = 3000;
// Trees of more are not searched; a depth that nobody chose keeps below it.
const MANY = 1e6;
const NONE = "none";

export class Understand {
  constructor(root) {
    this.board = new Board({ play: move => this.play(move), refuse: () => {} });
    this.strip = el("div", { class: "strip" });
    this.words = el("p", { class: "words", role: "status" });
    this.presets = el("div", { class: "presets" });
    this.depth = el("select", { "aria-label": say("search-depth"), onchange: event => this.move({ depth: Number(event.target.value) }) },
      DEPTHS.map(depth => el("option", { value: depth }, String(depth))));
    this.judges = el("select", { "aria-label": say("evaluator"), onchange: event => this.move({ judge: event.target.value }) });
    this.judging = el("label", {}, say("evaluator") + " ", this.judges);
    // Counted, so that of what is asked for in haste only the last is shown.
    this.wanted = 0;
    this.trees = new Trees(at => {
      if (this.drawn === this.wanted) settle(address("understand", "", { ...this.where(), step: at }));
    });
    this.growth = el("section", { class: "growth" });
    this.backwards = button(say("back"), () => this.back(), { "data-tool": "back" }, icon("undo"));
    root.replaceChildren(el("div", { class: "understand" }, this.strip,
      el("div", { class: "subject" }, el("div", { class: "small-board" }, this.board.element),
        el("div", { class: "choices" },
          el("p", { class: "row" }, el("label", {}, say("search-depth") + " ", this.depth), this.judging, this.backwards), this.presets, this.words)),
      this.trees.element, this.growth));
    this.repaint = () => this.trees.repaint();
    window.addEventListener("painted", this.repaint);
  }

  leave() {
    this.wanted++;
    this.trees.leave();
    window.removeEventListener("painted", this.repaint);
  }

  async enter({ params }) {
    const wanted = ++this.wanted;
    try {
      const { state, at } = await this.read(params);
      if (wanted === this.wanted) await this.open(state, at);
    } catch (error) {
      if (wanted === this.wanted) this.fail(error);
    }
  }

  async read(params) {
    this.offered = await offeredPresets();
    const named = params.get("game");
    const first = named ? undefined : this.offered[0];
    const wished = Math.floor(Number(params.get("depth"))) || first?.depth;
    const depth = wished && Math.min(DEPTHS.length, Math.max(1, wished));
    const state = {
      game: named ?? first?.game ?? await usualGame(), position: first?.position ?? params.get("position") ?? "",
      moves: movesText(params.get("moves")) ?? [], depth, judge: params.get("eval") ?? "",
    };
    return { state, at: Number(params.get("step")) || undefined };
  }

  // An address that can't be read leaves the start of its game, or of the usual one.
  async instead({ game, position, moves, depth }) {
    const usual = await usualGame();
    const start = { position: "", moves: [], depth, judge: "" };
    if (position || moves.length) return { game, ...start };
    return game === usual ? null : { game: usual, ...start };
  }

  where(state = this.state) {
    const { game, position, moves, depth, judge } = state;
    return { game, position, moves: joinMoves(moves), depth, eval: judge };
  }

  move(change) {
    if (!this.state) return undefined;
    const state = { ...this.state, ...change };
    step(address("understand", "", this.where(state)));
    return this.open(state);
  }

  back() { return this.state?.moves.length ? this.move({ moves: this.state.moves.slice(0, -1) }) : undefined; }

  play(move) { return this.move({ moves: [...this.state.moves, move.text] }); }

  // `refused` is why another state is not shown.
  async open(state, at, refused) {
    const wanted = ++this.wanted;
    let onBoard = false;
    this.trees.pause();
    this.words.textContent = say("loading");
    try {
      const { game, position, moves, judge } = state;
      const asked = { game, position: position || undefined, moves };
      const [known, looks, answer] = await Promise.all([catalogue(), variant(game), ask("view", asked)]);
      if (wanted !== this.wanted) return;
      const depth = state.depth ?? (answer.view.moves.length ** 3 > MANY ? 2 : 3);
      // What was typed for a position may be a game from the start.
      const start = answer.moves.length ? (answer.start === looks.start ? "" : answer.start) : position;
      Object.assign(this, { variant: looks, state: { game, position: start, moves: answer.moves, depth, judge } });
      this.showBoard(known, looks, answer.view);
      onBoard = true;
      const searched = { ...asked, eval: this.judge };
      const tree = algorithm => ask("tree", { ...searched, algorithm, depth, nodes: NODES });
      const [minimax, alphabeta] = await Promise.all([tree("minimax"), tree("alphabeta")]);
      if (wanted !== this.wanted) return;
      const both = { ...minimax, trees: [...minimax.trees, ...alphabeta.trees] };
      both.trees = ["minimax", "alphabeta"].map(name => both.trees.find(each => each.algorithm === name));
      this.drawn = wanted;
      await this.trees.show(both, lang() === "fr" ? 1 : 0, at);
      this.words.textContent = refused?.message ?? this.lesson();
      const judged = both.trees.some(each => each.scale === "estimates");
      const counts = await ask("counts", { ...(judged ? searched : asked), depth: Math.max(depth, 6) });
      if (wanted === this.wanted) drawGrowth(this.growth, counts.rows, depth);
    } catch (error) {
      // Where the board is there, only its trees can't be: too deep ones give way to
      // the deepest that can.
      if (onBoard && wanted === this.wanted) {
        this.trees.clear();
        this.growth.replaceChildren();
        const { depth } = this.state;
        if (isUnreadable(error) && depth > 1) return void await this.open({ ...this.state, depth: depth - 1 }, undefined, refused ?? error);
      }
      const next = isUnreadable(error) && !onBoard ? await this.instead(state).catch(() => null) : null;
      if (wanted !== this.wanted) return;
      if (next) await this.open(next, undefined, refused ?? error);
      else this.fail(onBoard ? error : refused ?? error);
    }
  }

  // Who judges leaves where the game goes on: the strongest there is, unless another is
  // chosen or none.
  get judge() {
    const { evaluators } = this.variant;
    const { judge } = this.state;
    if (judge === NONE) return undefined;
    return evaluators.includes(judge) ? judge : evaluators[evaluators.length - 1];
  }

  fail(error) { this.words.textContent = error instanceof Refusal ? error.message : say("no-answer"); }

  showBoard(known, looks, view) {
    const { game, position, moves, depth } = this.state;
    this.depth.value = String(depth);
    if (!moves.length && this.backwards === document.activeElement) this.board.element.focus({ preventScroll: true });
    this.backwards.disabled = !moves.length;
    this.judging.hidden = !looks.evaluators.length;
    const choice = (name, words) => el("option", { value: name, selected: name === (this.judge ?? NONE) }, words);
    refill(this.judges, ...looks.evaluators.map(name => choice(name, name)), choice(NONE, say("no-evaluator")));
    this.board.lay(looks);
    this.board.show(view, { open: !view.finish, moving: false });
    drawStrip(this.strip, known, game, name => go(address("understand", "", { game: name })));
    leadTo({
      understand: address("understand", "", this.where()), analyse: address("analyse", "", { game, position, moves: joinMoves(moves) }),
    });
    this.presets.hidden = !this.offered.length;
    refill(this.presets, el("span", { class: "quiet" }, say("presets")), ...this.offered.map(preset => el("button", {
      type: "button", class: "chip", "data-preset": preset.name, "aria-pressed": String(this.isAt(preset)),
      onclick: () => this.move({ game: preset.game, position: preset.position, moves: [], depth: preset.depth, judge: "" }),
    }, say("preset-" + preset.name))));
  }

  isAt({ game, position }) {
    return game === this.state.game && position === this.state.position && !this.state.moves.length;
  }

  lesson() {
    const preset = this.offered.find(each => this.isAt(each));
    return preset?.order ? say("order-why", { when: say("order-" + preset.order) }) : "";
  }

  key(key, target) { return this.trees.key(key, target); }
}
