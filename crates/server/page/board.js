// A board made from a layout and a view, without knowing the game.

import { svg } from "./dom.js";
import { Ground } from "./ground.js";
import { Pieces } from "./pieces.js";
import { Hands } from "./hands.js";
import { drawLights, drawOver } from "./marks.js";
import { drawValues } from "./overlay.js";
import { say } from "./words.js";

const LAYERS = ["under", "lights", "pieces", "front", "over", "values", "hits", "ring"];

export class Board {
  // `play(move)` is called for a legal click, `refuse(point)` for another,
  // `held(point)` when a piece is picked up or let go of.
  constructor({ play, refuse, held } = {}) {
    this.element = svg("svg", { class: "board" });
    this.calls = { play, refuse, held };
    this.view = null;
    this.values = null;
    this.hint = null;
    this.open = false;
    // Values are as large as their cells allow.
    new ResizeObserver(() => { if (this.values) this.paint(); }).observe(this.element);
  }

  lay(variant) {
    if (this.variant === variant) return;
    this.variant = variant;
    this.layout = variant.layout;
    this.view = null;
    this.element.replaceChildren();
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = svg("g", { class: name, "aria-hidden": name === "hits" ? null : "true" });
      this.element.append(this.layers[name]);
    }
    this.ground = new Ground(this.layout);
    this.ground.draw(this.layers);
    const [, , wide, high] = this.ground.box;
    this.element.setAttribute("viewBox", this.ground.box.join(" "));
    this.element.style.setProperty("--ratio", wide / high);
    this.element.setAttribute("aria-label", say("board", { game: variant.title }));
    this.pieces = new Pieces(this.layout, this.layers.pieces);
    if (this.calls.play) this.hands = new Hands(this);
  }

  // Shows a view; `open` says whether clicks play.
  show(view, { open = false, moving = true } = {}) {
    const before = this.view;
    this.view = view;
    this.open = open;
    this.held = null;
    this.hint = null;
    this.pieces.show(view, before, moving);
    this.paint();
    this.element.dataset.open = open;
  }

  // What a click did, before the server has said what it led to.
  foresee(move) {
    if (!move.points.length) return;
    const [to] = move.points.slice(-1);
    const pieces = [...this.view.pieces];
    if (move.points.length === 2) pieces[move.points[0]] = ".";
    pieces[to] = this.view.turn;
    const last = { text: move.text, points: move.points, turned: [] };
    this.show({ ...this.view, pieces: pieces.join(""), last, moves: [], playable: [] });
  }

  // Values of the legal moves, or nothing.
  judge(values) {
    this.values = values;
    this.paint();
  }

  suggest(text) {
    this.hint = text;
    this.paint();
  }

  hold(point) {
    this.held = point;
    this.paint();
    this.calls.held?.(point);
  }

  paint() {
    if (!this.view) return;
    this.element.dataset.turn = this.view.turn;
    drawLights(this);
    drawOver(this, drawValues(this));
    this.hands?.name();
  }
}
