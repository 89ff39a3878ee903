// @ts-check
// The players of a game and their clocks.

import { badge } from "../../board/pieces.js";
import { el, replaceContent } from "../../lib/dom.js";
import { formatClock } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { otherSide, SIDES } from "../../lib/notation.js";
import { playerName } from "../../lib/opponents.js";
import { canChoose } from "./seat-session.js";

/** Menu entries that are not players. */
const OTHER_ENGINE = "other", INVITE = "invite";
const EXAMPLE_ENGINE = "mcts:nodes=1000";
const CLOCK_UPDATE_MS = 100;

/**
 * Returns what a person at a seat is called.
 * @param {Api.Side} side
 * @param {Pick<Api.Game, "waiting">} game
 * @param {import("./seat-session.js").SeatTokens} playing
 */
function personKey(side, game, playing) {
  if (playing[side]) return "you";
  if (game.waiting === side) return "invited-friend";
  return playing[otherSide(side)] ? "your-opponent" : "human-player";
}

/** What the panel shows; the play view. @typedef {Pick<import("./play.js").Play, "state" | "session" | "game" | "view" | "presence">} Shown */

/**
 * @typedef {object} SeatPanelHandlers
 * @property {(side: Api.Side, spec: Api.PlayerSpec) => Promise<boolean>} onChoose returns whether the player was seated
 * @property {(side: Api.Side) => unknown} onInvite
 */

/**
 * Updates a choice in place, since the player may have it open.
 * @param {HTMLSelectElement | null} old
 * @param {HTMLSelectElement | null} updated
 */
function updateSelect(old, updated) {
  if (!old || !updated) return;
  old.disabled = updated.disabled;
  /** @param {HTMLSelectElement} select */
  const texts = select => [...select.options].map(option => option.text).join();
  if (texts(old) === texts(updated)) return;
  const { value } = updated;
  old.replaceChildren(...updated.children);
  old.value = value;
}

export class SeatPanel {
  element = el("div", { class: "seats" });
  /** @type {Shown | null} */
  #shown = null;
  /** @type {Partial<Api.Sides<HTMLElement>>} */
  #clocks = {};
  /** Whether a choice was just made, so that its list is closed. */
  #isChoosing = false;
  #timer = setInterval(() => this.#updateClocks(), CLOCK_UPDATE_MS);

  /** @param {SeatPanelHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
  }

  leave() { clearInterval(this.#timer); }

  /** @param {Shown} play */
  show(play) {
    this.#shown = play;
    this.#clocks = {};
    const rows = SIDES.map(side => this.#row(side, play));
    const isInUse = !this.#isChoosing && this.element.contains(document.activeElement);
    if (isInUse && this.element.children.length) {
      rows.forEach((row, i) => {
        const old = this.element.children[i];
        for (const name of [".tally", ".clock", ".presence"]) {
          const updated = row.querySelector(name);
          if (updated) old.querySelector(name)?.replaceWith(updated);
        }
        old.className = row.className;
        updateSelect(old.querySelector("select"), row.querySelector("select"));
      });
    } else {
      replaceContent(this.element, ...rows);
    }
    this.#updateClocks();
  }

  #redraw() { if (this.#shown) this.show(this.#shown); }

  /**
   * @param {Api.Side} side
   * @param {Shown} play
   */
  #row(side, { state, session, game, view, presence }) {
    const { names } = state;
    const variant = /** @type {Api.Variant} */ (state.variant);
    const tally = [];
    if (view.tally) tally.push(String(view.tally[side]));
    if (view.in_hand?.[side]) tally.push(t("in-hand", { count: view.in_hand[side] }));
    const clock = game.clocks ? el("span", { class: "clock" }) : null;
    if (clock) this.#clocks[side] = clock;
    const isTurn = !view.finish && view.turn === side;
    const isOpponent = presence.hasLeft !== null && !session.playing[side];
    const here = isOpponent ? t(presence.hasLeft ? "opponent-left" : "opponent-here") : null;
    const presenceDot = el("span", { class: "presence " + (presence.hasLeft ? "left" : "here"), role: "img", title: here, "aria-label": here, hidden: !here });
    // A disc alone does not say what its side is called.
    const name = variant.layout.form === "discs" ? el("span", { class: "side-word" }, names[side]) : null;
    const select = el("select", {
      "aria-label": t("player", { side: names[side] }), "data-seat": side, disabled: !canChoose(side, game, view, session),
      onchange: ({ target }) => {
        if (target.value === OTHER_ENGINE) this.#typeEngine(side, target);
        else this.#choose(() => (target.value === INVITE ? this.handlers.onInvite(side) : this.handlers.onChoose(side, target.value)));
      },
    }, this.#options(side, game, state.catalogue?.opponents ?? [], session.playing));
    return el("div", { class: isTurn ? "seat turn" : "seat", "data-side": side },
      badge(side, variant), name, presenceDot, select, el("span", { class: "tally" }, tally.join(" · ")), clock);
  }

  /**
   * @param {Api.Side} side
   * @param {Api.Game} game
   * @param {Api.Opponent[]} opponents
   * @param {import("./seat-session.js").SeatTokens} playing
   */
  #options(side, game, opponents, playing) {
    const seat = game.seats[side];
    const options = opponents.map(({ spec, name }) => {
      const label = spec === "human" ? t(personKey(side, game, playing)) : playerName({ spec, name });
      return el("option", { value: spec, selected: spec === seat.spec }, label);
    });
    if (!opponents.some(({ spec }) => spec === seat.spec)) {
      options.push(el("option", { value: seat.spec, selected: true }, playerName(seat)));
    }
    options.push(el("option", { value: OTHER_ENGINE }, t("other-engine")));
    // Players cannot give away their only seat.
    if (!playing[side] || playing[otherSide(side)]) options.push(el("option", { value: INVITE }, t("invite-friend")));
    return options;
  }

  /** @param {() => unknown} change */
  async #choose(change) {
    this.#isChoosing = true;
    try {
      await change();
    } finally {
      this.#isChoosing = false;
    }
  }

  /**
   * Replaces a choice by a field for the name of any engine, until one is seated.
   * @param {Api.Side} side
   * @param {HTMLSelectElement} select
   */
  #typeEngine(side, select) {
    const input = el("input", {
      class: "spec", placeholder: EXAMPLE_ENGINE, "aria-label": t("engine-name"), title: t("engine-name"),
      spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: 200,
    });
    const close = () => {
      const hadFocus = document.activeElement === input;
      // Removing the field blurs it.
      input.onblur = null;
      input.remove();
      this.#redraw();
      if (hadFocus) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-seat=${side}]`))?.focus();
    };
    input.onblur = close;
    input.onkeydown = async event => {
      if (event.key === "Escape") close();
      if (event.key !== "Enter" || !input.value.trim()) return;
      // A wrong name stays to be corrected; the status line shows the error.
      input.onblur = null;
      if (await this.handlers.onChoose(side, input.value.trim())) close();
      else input.onblur = close;
    };
    select.replaceWith(input);
    input.focus();
  }

  #updateClocks() {
    const clocks = this.#shown?.state.game?.clocks;
    if (!this.#shown || !clocks) return;
    for (const side of SIDES) {
      const elapsed = clocks.running === side ? performance.now() - this.#shown.state.receivedAt : 0;
      const element = this.#clocks[side];
      if (element) element.textContent = formatClock(clocks[side] - elapsed);
    }
  }
}
