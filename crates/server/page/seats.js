// Who plays, and how long they still have.

import { el, refill, svg } from "./dom.js";
import { sign } from "./pieces.js";
import { other, SIDES } from "./sides.js";
import { capital, number, say } from "./words.js";

const OTHER = "other";
const INVITE = "invite";
const EXAMPLE = "mcts:nodes=1000";

// A clock as people read it.
function clock(ms) {
  if (ms > 0 && ms < 10000) return number(Math.floor(ms / 100) / 10, 1);
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
}

// The piece of a side, as the board draws it.
export function badge(side, { layout }) {
  const piece = layout.form === "discs"
    ? svg("circle", side === "x" ? { class: "disc x", r: 0.42 } : { class: "disc o", r: 0.35, "stroke-width": 0.15 })
    : sign(side, 0.3);
  return svg("svg", { class: "badge", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, piece);
}

// Makes a choice like a newer one, though it may be open.
function renew(old, choice) {
  if (!old) return;
  old.disabled = choice.disabled;
  if ([...old.options].map(option => option.text).join() === [...choice.options].map(option => option.text).join()) return;
  const { value } = choice;
  old.replaceChildren(...choice.children);
  old.value = value;
}

export class Seats {
  constructor(choose, invite) {
    Object.assign(this, { choose, invite });
    this.element = el("div", { class: "seats" });
    this.timer = setInterval(() => this.tick(), 100);
  }

  leave() { clearInterval(this.timer); }

  // `held` are the seats played here, `own` those that are given to nobody else.
  show(game, variant, opponents, held, own) {
    this.shown = [game, variant, opponents, held, own];
    Object.assign(this, { game, clocks: {} });
    const rows = SIDES.map(side => this.row(side, game, variant, opponents, held, own));
    // A choice that is open stays open.
    if (!this.choosing && this.element.contains(document.activeElement) && this.element.children.length) {
      rows.forEach((row, i) => {
        const old = this.element.children[i];
        for (const name of [".about", ".clock"]) old.querySelector(name)?.replaceWith(row.querySelector(name));
        old.className = row.className;
        renew(old.querySelector("select"), row.querySelector("select"));
      });
    } else {
      refill(this.element, ...rows);
    }
    this.tick();
  }

  // As it was before somebody chose.
  again() { this.show(...this.shown); }

  row(side, game, variant, opponents, held, own) {
    const seat = game.seats[side];
    const { view, clocks } = game;
    const options = opponents.map(({ spec, name }) => {
      const words = spec === "human" ? (held[side] ? say("you") : say("guest")) : capital(name);
      return el("option", { value: spec, selected: spec === seat.spec }, words);
    });
    if (!opponents.some(({ spec }) => spec === seat.spec)) {
      options.push(el("option", { value: seat.spec, selected: true }, seat.name));
    }
    options.push(el("option", { value: OTHER }, say("other-engine")));
    // Nobody gives away one's only seat.
    if (!held[side] || held[other(side)]) options.push(el("option", { value: INVITE }, say("invite-someone")));
    const people = SIDES.filter(each => game.seats[each].spec === "human");
    // Between two people each has a say about one's own seat alone.
    const mine = people.length === 2 && !view.finish ? side in held : side in own || Object.keys(held).length > 0 || !people.length;
    const select = el("select", {
      "aria-label": say("player", { side: variant.players[side] }), disabled: !mine, "data-seat": side,
      onchange: ({ target }) => {
        if (target.value === OTHER) this.type(side, target);
        else this.pick(() => (target.value === INVITE ? this.invite(side) : this.choose(side, target.value)));
      },
    }, options);
    const about = [];
    if (view.tally) about.push(String(view.tally[side]));
    if (view.in_hand?.[side]) about.push(say("in-hand", { count: view.in_hand[side] }));
    const time = clocks ? el("span", { class: "clock" }) : null;
    if (time) this.clocks[side] = time;
    const turn = !view.finish && view.turn === side;
    // Where the piece is not the word for its side, both are told together.
    const word = variant.layout.form === "discs" ? el("span", { class: "side-word" }, variant.players[side]) : null;
    return el("div", { class: turn ? "seat turn" : "seat", "data-side": side },
      badge(side, variant), word, select, el("span", { class: "about" }, about.join(" · ")), time);
  }

  // Another player was chosen: the choice is closed, and shows who is there.
  async pick(change) {
    this.choosing = true;
    try {
      return await change();
    } finally {
      this.choosing = false;
    }
  }

  // Any engine by its name: a field in place of the choice, until one is there.
  type(side, select) {
    const input = el("input", {
      class: "spec", placeholder: EXAMPLE, "aria-label": say("engine-name"), title: say("engine-name"),
      spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: 200,
    });
    // To take the field away blurs it.
    const back = () => {
      const had = document.activeElement === input;
      input.onblur = null;
      input.remove();
      this.again();
      if (had) this.element.querySelector(`[data-seat=${side}]`)?.focus();
    };
    input.onblur = back;
    input.onkeydown = async event => {
      if (event.key === "Escape") back();
      if (event.key !== "Enter" || !input.value.trim()) return;
      // A wrong name stays to be mended; the line under the board says why.
      input.onblur = null;
      if (await this.choose(side, input.value.trim())) back();
      else input.onblur = back;
    };
    select.replaceWith(input);
    input.focus();
  }

  tick() {
    const clocks = this.game?.clocks;
    if (!clocks) return;
    for (const side of SIDES) {
      const spent = clocks.running === side ? performance.now() - this.game.since : 0;
      if (this.clocks[side]) this.clocks[side].textContent = clock(clocks[side] - spent);
    }
  }
}
