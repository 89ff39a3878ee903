// @ts-check
// The pictures of a board and its pieces. The server draws them, with the code that draws every
// other picture of the game; colours are CSS variables of /looks.css.

const SVG = "http://www.w3.org/2000/svg";
let instances = 0;

/**
 * Returns the elements of an SVG fragment from the server.
 * @param {string} fragment
 * @param {string} id what the ids in it start with
 * @returns {SVGElement[]}
 */
function parse(fragment, id) {
  // Line breaks would become text of the status line, where badges stand.
  const text = `<svg xmlns="${SVG}">${fragment.replaceAll("{id}", id).replaceAll("\n", "")}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGElement[]} */ ([...parsed.children].map(child => document.importNode(child, true)));
}

export class Artwork {
  // Gradients are found by id, so each board in the document needs ids of its own.
  #id = "board-art-" + instances++;
  /** Pieces parsed so far. @type {Map<string, SVGElement[]>} */
  #shapes = new Map();

  /** @param {Api.Layout} layout */
  constructor({ look }) {
    this.look = look;
    this.viewBox = look.view_box;
  }

  background() { return parse(this.look.background, this.#id); }
  foreground() { return parse(this.look.foreground, this.#id); }

  /**
   * Returns a piece around 0, 0.
   * @param {Api.Side} side
   * @param {number} point on which it stands, since pieces drawn by hand differ
   */
  piece(side, point) {
    const variation = this.look.variations[point] ?? 0;
    return this.#shape(side + variation, this.look.pieces[side][variation]);
  }

  /** Returns the sign over a region that a side won, around 0, 0. @param {Api.Side} side */
  sign(side) { return this.#shape("sign-" + side, this.look.signs?.[side] ?? ""); }

  /**
   * @param {string} name
   * @param {string} fragment
   */
  #shape(name, fragment) {
    const known = this.#shapes.get(name) ?? parse(fragment, this.#id);
    this.#shapes.set(name, known);
    return known.map(element => /** @type {SVGElement} */ (element.cloneNode(true)));
  }

  /** Returns the gradients that pieces refer to, for pictures of a piece without a board. */
  gradients() { return this.background().filter(element => element.localName.endsWith("Gradient")); }
}
