// @ts-check
// One tree on a canvas: drawing, scrolling and zooming, mouse and keyboard.

/** The smallest scale at which texts can be read: 11 px become 9. */
const READABLE_SCALE = 0.82;
const MAX_FIT_SCALE = 1.4, MIN_SCALE = 0.02, MAX_SCALE = 4;
/** Scales below which details are left out. */
const EDGE_LABEL_SCALE = 0.35, NODE_TEXT_SCALE = 0.3, BOARD_SCALE = 0.12;
/** Pixels between a selected node and the edge of the canvas. */
const EDGE_MARGIN = 8;
/** Pixels the pointer must move for a drag rather than a click. */
const DRAG_PX = 4;
const FONT = "system-ui, 'DejaVu Sans', sans-serif";

/**
 * Creates a panel for each tree, which share their scale and height.
 * @param {Tree.Tree[]} trees
 * @param {Tree.Board} board
 * @param {(tree: Tree.Tree) => HTMLElement} createElement
 * @param {(panel: Panel) => void} onChange called when a node is selected or hovered
 */
function createPanels(trees, board, createElement, onChange) {
  const hasWindows = trees.some(hasPruning);
  const panels = trees.map(tree => new Panel(new TreeModel(tree, board, hasWindows), board, createElement(tree), onChange));
  for (const panel of panels) panel.group = panels;
  return panels;
}

/**
 * Scrolls to the selected node of each tree, with the same plies at the same height where
 * all selected nodes stay visible that way.
 * @param {Panel[]} panels
 */
function alignPanels(panels) {
  for (const panel of panels) panel.scrollTo(panel.selected);
  if (!panels.length || panels.some(panel => !panel.width)) return;
  const min = Math.max(...panels.map(panel => panel.minTop)), max = Math.min(...panels.map(panel => panel.maxTop));
  if (min > max || panels.some(panel => panel.scale !== panels[0].scale)) return;
  const y = Math.min(max, Math.max(min, panels[0].y));
  for (const panel of panels) panel.y = y;
}

class Panel {
  /** The panels side by side, this one included. @type {Panel[]} */
  group = [this];
  selected = 0;
  /** The node under the pointer. @type {number | null} */
  hovered = null;
  /** The number of steps of the search that are shown. */
  step = 0;
  /** Whether the search is not at its end. */
  playing = false;
  scale = 1;
  /** The place of the root on the canvas. */
  x = 0;
  y = 0;
  width = 0;
  height = 0;
  /** Whether the reader has scrolled or zoomed. */
  isMoved = false;
  /** Whether the whole tree was asked for. */
  isWhole = false;

  /**
   * @param {TreeModel} model
   * @param {Tree.Board} board
   * @param {HTMLElement} element
   * @param {(panel: Panel) => void} onChange
   */
  constructor(model, board, element, onChange) {
    element.innerHTML = PANEL_HTML;
    this.model = model;
    this.board = board;
    this.element = element;
    this.onChange = onChange;
    /** @type {HTMLCanvasElement} */
    this.canvas = partOf(this, "canvas.tree");
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.listen();
  }

  resize() {
    const { width, height } = this.canvas.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    const isFirst = !this.width;
    Object.assign(this, { width, height });
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    if (isFirst) {
      this.model.unfoldToWidth(width / READABLE_SCALE);
      this.model.reveal(this.selected);
    }
    // Panels that the reader has not moved are fitted again, all to one scale.
    const unmoved = this.group.filter(panel => panel.width && !panel.isMoved);
    for (const panel of unmoved) panel.fit(panel.isWhole);
    alignPanels(unmoved.filter(panel => !panel.isWhole));
    for (const panel of new Set([...unmoved, this])) panel.draw();
  }

  /** The scale at which the whole tree fits the canvas. */
  get fitScale() {
    const { right, left, height } = this.model;
    return Math.min(MAX_FIT_SCALE, (this.width - 24) / (right - left), (this.height - 40) / height);
  }

  /**
   * Fits the tree to the canvas, at the scale of the largest tree of the group.
   * @param {boolean} [whole] whether to show all of it, even if it is too small to read;
   *   otherwise such a tree is shown around its root
   */
  fit(whole = false) {
    const { left, right } = this.model;
    this.scale = Math.min(...this.group.filter(panel => panel.width).map(panel => panel.fitScale));
    if (!whole) this.scale = Math.max(this.scale, READABLE_SCALE);
    const isWider = (right - left) * this.scale > this.width;
    this.x = this.width / 2 - (isWider ? 0 : (left + right) / 2 * this.scale);
    this.y = 20;
    this.isWhole = whole;
    this.isMoved = false;
    this.draw();
  }

  /** Zooms around a point of the canvas, its centre by default. @param {number} factor */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(MAX_SCALE, Math.max(Math.min(MIN_SCALE, this.scale), this.scale * factor));
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale;
    this.isMoved = true;
    this.draw();
  }

  // The range of `y` in which the selected node is visible.
  get minTop() { return EDGE_MARGIN - this.model.nodes[this.selected].y * this.scale; }
  get maxTop() { return this.height - EDGE_MARGIN - (this.model.nodes[this.selected].y + this.model.nodeHeight) * this.scale; }

  /** Scrolls as little as it takes to show a node. @param {number} id */
  scrollTo(id) {
    const node = this.model.nodes[id];
    if (!node.visible || !this.width) return;
    const x = node.x * this.scale + this.x, y = node.y * this.scale + this.y;
    const w = this.model.nodeWidth * this.scale, h = this.model.nodeHeight * this.scale;
    if (x - w < 0 || x + w > this.width) this.x += this.width / 2 - x;
    if (y < EDGE_MARGIN) this.y += EDGE_MARGIN - y;
    if (y + h > this.height - EDGE_MARGIN) this.y -= y + h - this.height + EDGE_MARGIN;
  }

  /** @param {number} id */
  select(id) {
    this.selected = id;
    this.model.reveal(id);
    this.scrollTo(id);
    this.onChange(this);
  }

  listen() {
    const { canvas } = this;
    /** @param {MouseEvent} event @returns {[number, number]} */
    const placeOf = event => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    /** @type {{ from: [number, number], x: number, y: number, isDrag: boolean } | null} */
    let press = null;
    canvas.addEventListener("pointerdown", event => {
      press = { from: placeOf(event), x: this.x, y: this.y, isDrag: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      const [x, y] = placeOf(event);
      if (!press) { this.hover(this.nodeAt(x, y)?.id ?? null); return; }
      const [dx, dy] = [x - press.from[0], y - press.from[1]];
      press.isDrag ||= Math.hypot(dx, dy) > DRAG_PX;
      if (press.isDrag) { this.x = press.x + dx; this.y = press.y + dy; this.isMoved = true; this.draw(); }
    });
    canvas.addEventListener("pointerup", event => {
      if (press && !press.isDrag) this.click(...placeOf(event));
      press = null;
    });
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), ...placeOf(event));
    }, { passive: false });
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("dblclick", () => this.toggleSelected());
    canvas.addEventListener("focus", () => this.onChange(this));
    canvas.addEventListener("keydown", event => { if (this.key(event.key)) event.preventDefault(); });
  }

  /** @param {number} x @param {number} y */
  nodeAt(x, y) {
    const [treeX, treeY] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    const { nodeWidth, nodeHeight, visible } = this.model;
    return visible.find(node => Math.abs(treeX - node.x) <= nodeWidth / 2 && treeY >= node.y && treeY <= node.y + nodeHeight + 18);
  }

  /** Describes the node under the pointer without selecting it. @param {number | null} id */
  hover(id) {
    if (this.hovered === id) return;
    this.hovered = id;
    this.onChange(this);
  }

  /** @param {number} x @param {number} y */
  click(x, y) {
    const node = this.nodeAt(x, y);
    if (!node) return;
    // The dots below a folded node unfold it.
    if (node.folded && (y - this.y) / this.scale > node.y + this.model.nodeHeight) this.model.toggle(node.id);
    this.select(node.id);
  }

  toggleSelected() {
    this.model.toggle(this.selected);
    this.select(this.selected);
  }

  /** Returns whether the key has an action. @param {string} key */
  key(key) {
    const node = this.model.nodes[this.selected];
    const siblings = this.model.parentOf(node)?.children ?? [];
    const place = siblings.indexOf(node.id);
    let to;
    switch (key) {
      case "ArrowUp": to = node.parent; break;
      case "ArrowDown":
        if (node.folded) this.model.toggle(node.id);
        to = node.children[0];
        break;
      case "ArrowLeft": to = siblings[place - 1]; break;
      case "ArrowRight": to = siblings[place + 1]; break;
      case "Enter": this.toggleSelected(); return true;
      default: return false;
    }
    if (to !== undefined) this.select(to);
    return true;
  }

  draw() {
    const { context, model } = this;
    const ratio = devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.translate(this.x, this.y);
    context.scale(this.scale, this.scale);
    const left = -this.x / this.scale - model.nodeWidth, right = (this.width - this.x) / this.scale + model.nodeWidth;
    const top = -this.y / this.scale, bottom = (this.height - this.y) / this.scale;
    const current = this.playing ? model.currentNode(this.step) : -1;
    // The principal variation is drawn over the other edges.
    for (const isBest of [false, true]) {
      for (const node of model.visible) if (Boolean(node.best) === isBest) this.drawEdge(node, left, right, top, bottom);
    }
    for (const node of model.visible) {
      if (node.x < left || node.x > right || node.y > bottom || node.y + model.nodeHeight + 20 < top) continue;
      this.drawNode(node, node.id === current);
    }
  }

  /** Returns whether a node is searched, still ahead of the search, or cut off. @param {Tree.Node} node */
  stateOf(node) {
    if (this.model.isVisited(node, this.step)) return "searched";
    return this.model.isCutOff(node, this.step) ? "cut" : "ahead";
  }

  /** Returns whether a node is on the principal variation, once that is known. @param {Tree.Node} node */
  isBest(node) { return Boolean(node.best) && this.model.isDone(this.model.nodes[0], this.step); }

  /**
   * @param {Tree.Node} node
   * @param {number} left
   * @param {number} right
   * @param {number} top
   * @param {number} bottom
   */
  drawEdge(node, left, right, top, bottom) {
    const parent = this.model.parentOf(node);
    if (!parent) return;
    if (Math.max(node.x, parent.x) < left || Math.min(node.x, parent.x) > right) return;
    const from = parent.y + this.model.nodeHeight;
    if (node.y < top || from > bottom) return;
    const { context } = this;
    const state = this.stateOf(node);
    const isBest = this.isBest(node);
    context.strokeStyle = isBest ? colours.accent : state === "searched" ? colours.quiet : colours.grey;
    context.lineWidth = Math.max(isBest ? 3 : 1, (isBest ? 1.6 : 0.6) / this.scale);
    context.setLineDash(state === "searched" ? [] : [4, 4]);
    context.beginPath();
    context.moveTo(parent.x, from);
    context.bezierCurveTo(parent.x, from + 18, node.x, from + 10, node.x, from + 26);
    context.lineTo(node.x, node.y);
    context.stroke();
    context.setLineDash([]);
    if (this.scale > EDGE_LABEL_SCALE) {
      const text = node.move + (node.count ? " ×" + node.count : "");
      context.font = "12px " + FONT;
      context.textAlign = "center";
      context.lineWidth = 4;
      context.strokeStyle = colours.paper;
      context.strokeText(text, node.x, node.y - 7);
      context.fillStyle = state === "searched" ? colours.ink : colours.quiet;
      context.fillText(text, node.x, node.y - 7);
      if (state === "cut") context.fillText("✂", node.x, node.y - 22);
    }
  }

  /**
   * @param {Tree.Node} node
   * @param {boolean} isCurrent whether the search is at this node
   */
  drawNode(node, isCurrent) {
    const { context, model } = this;
    const [w, h] = [model.nodeWidth, model.nodeHeight];
    const isSearched = this.stateOf(node) === "searched";
    const side = SIDES[node.turn];
    context.save();
    context.translate(node.x - w / 2, node.y);
    // Square for the first player, round for the second.
    /** @param {number} inset */
    const frame = inset => {
      context.beginPath();
      context.roundRect(inset, inset, w - 2 * inset, h - 2 * inset, node.turn === 0 ? 0 : Math.min(w, h) * 0.3 - inset);
    };
    frame(0);
    context.fillStyle = isSearched ? colours[side + "-tint"] : colours.dim;
    context.fill();
    context.strokeStyle = isSearched ? colours[side] : colours.grey;
    context.lineWidth = this.isBest(node) ? 3.5 : 1.2;
    context.setLineDash(isSearched ? [] : [4, 3]);
    context.stroke();
    context.setLineDash([]);
    if (node.outcome && isSearched) { frame(3); context.lineWidth = 1; context.stroke(); }
    if (isCurrent || node.id === this.selected) {
      context.beginPath();
      context.roundRect(-5, -5, w + 10, h + 10, 10);
      context.lineWidth = Math.max(isCurrent ? 4 : 2, 1.5 / this.scale);
      context.strokeStyle = isCurrent ? colours.accent : colours.ink;
      context.stroke();
    }
    if (this.scale > BOARD_SCALE) {
      context.save();
      context.globalAlpha = isSearched ? 1 : 0.35;
      context.translate((w - model.boardWidth) / 2, 10);
      drawBoard(context, this.board, node, model.cell);
      context.restore();
    }
    if (isSearched && this.scale > NODE_TEXT_SCALE) this.drawNodeText(node);
    if (node.folded) {
      context.fillStyle = colours.quiet;
      context.textAlign = "center";
      context.font = "12px " + FONT;
      context.fillText("⋯ " + (node.children.length + (node.hidden || 0)), w / 2, h + 15);
    }
    context.restore();
  }

  /** Writes value, outcome and window below the board of a node. @param {Tree.Node} node */
  drawNodeText(node) {
    const { context, model } = this;
    const isDone = model.isDone(node, this.step);
    const centre = model.nodeWidth / 2;
    context.fillStyle = colours.ink;
    context.textAlign = "center";
    let y = 10 + model.boardHeight + 16;
    context.font = "600 13px " + FONT;
    context.fillText(isDone ? model.formatNodeValue(node) : "…", centre, y);
    context.font = "11px " + FONT;
    if (node.outcome) context.fillText(outcomeText(node), centre, y += 15);
    const window = isDone ? model.entryWindow(node) : model.windowAt(node, this.step);
    if (window) context.fillText("[" + window.map(value => model.formatValue(value)).join(", ") + "]", centre, y += 15);
    if (node.hidden && !node.folded) context.fillText("⋯ " + node.hidden, centre, y += 15);
  }
}
