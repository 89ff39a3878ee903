// One tree on a canvas: drawn, moved and zoomed, walked by keys and mouse.

// The scale at which words can still be read: the smallest are then of 9 pixels.
const READABLE = 0.82;

// Trees side by side, each on a panel made in an element by `place`.
function panelsOf(trees, board, place, changed) {
  const windowed = trees.some(tree => tree.algorithm === "alphabeta");
  const panels = trees.map(tree => new Panel(new Model(tree, board, windowed), board, place(tree), changed));
  for (const panel of panels) panel.beside = panels;
  return panels;
}

// Shows the selected nodes of trees side by side, the same plies at the same height
// wherever both can be seen so.
function showBeside(panels) {
  for (const panel of panels) panel.show(panel.selected);
  if (!panels.length || panels.some(panel => !panel.width)) return;
  const least = Math.max(...panels.map(panel => panel.highest)), most = Math.min(...panels.map(panel => panel.lowest));
  if (least > most || panels.some(panel => panel.scale !== panels[0].scale)) return;
  const y = Math.min(most, Math.max(least, panels[0].y));
  for (const panel of panels) panel.y = y;
}

class Panel {
  constructor(model, board, element, changed) {
    element.innerHTML = PANEL;
    Object.assign(this, { model, board, element, changed, beside: [this], selected: 0, hovered: null, scale: 1, x: 0, y: 0 });
    this.canvas = element.querySelector("canvas.tree");
    this.ink = this.canvas.getContext("2d");
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.listen();
  }

  resize() {
    const { width, height } = this.canvas.getBoundingClientRect();
    const dots = window.devicePixelRatio || 1;
    const first = !this.width;
    [this.width, this.height] = [width, height];
    this.canvas.width = Math.max(1, Math.round(width * dots));
    this.canvas.height = Math.max(1, Math.round(height * dots));
    if (first) {
      this.model.begin(width / READABLE);
      this.model.reveal(this.selected);
    }
    // What a reader has not moved stays whole, and like what is beside it.
    const still = this.beside.filter(panel => panel.width && !panel.moved);
    for (const panel of still) panel.fit(panel.whole);
    showBeside(still.filter(panel => !panel.whole));
    for (const panel of new Set([...still, this])) panel.draw();
  }

  // The scale that the whole tree has room at.
  get room() {
    const { right, left, height } = this.model;
    return Math.min(1.4, (this.width - 24) / (right - left), (this.height - 40) / height);
  }

  // The tree as large as there is room for it and for those beside it: whole, or where
  // that is too small to be read, around its root.
  fit(whole = false) {
    const wide = this.model.right - this.model.left;
    this.scale = Math.min(...this.beside.filter(panel => panel.width).map(panel => panel.room));
    if (!whole) this.scale = Math.max(this.scale, READABLE);
    this.whole = whole;
    this.x = wide * this.scale > this.width ? this.width / 2
      : this.width / 2 - (this.model.left + this.model.right) / 2 * this.scale;
    this.y = 20;
    this.moved = false;
    this.draw();
  }

  zoom(by, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(4, Math.max(Math.min(0.02, this.scale), this.scale * by));
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale;
    this.moved = true;
    this.draw();
  }

  // Where the tree may begin, at the highest and at the lowest, for its selected node to
  // be seen.
  get highest() { return 8 - this.model.nodes[this.selected].y * this.scale; }
  get lowest() { return this.height - 8 - (this.model.nodes[this.selected].y + this.model.nodeHeight) * this.scale; }

  // Moves as little as it takes to show a node.
  show(id) {
    const node = this.model.nodes[id];
    if (!node.seen || !this.width) return;
    const x = node.x * this.scale + this.x, y = node.y * this.scale + this.y;
    const w = this.model.nodeWidth * this.scale, h = this.model.nodeHeight * this.scale;
    if (x - w < 0 || x + w > this.width) this.x += this.width / 2 - x;
    if (y < 8) this.y += 8 - y;
    if (y + h > this.height - 8) this.y -= y + h - this.height + 8;
  }

  select(id) {
    this.selected = id;
    this.model.reveal(id);
    this.show(id);
    this.changed(this);
  }

  listen() {
    const at = event => {
      const box = this.canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    let held = null;
    this.canvas.addEventListener("pointerdown", event => {
      held = { from: at(event), x: this.x, y: this.y, moved: false };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", event => {
      const [x, y] = at(event);
      if (!held) { this.hover(this.nodeAt(x, y)?.id ?? null); return; }
      const [dx, dy] = [x - held.from[0], y - held.from[1]];
      held.moved ||= Math.hypot(dx, dy) > 4;
      if (held.moved) { this.x = held.x + dx; this.y = held.y + dy; this.moved = true; this.draw(); }
    });
    this.canvas.addEventListener("pointerup", event => {
      if (held && !held.moved) this.click(...at(event));
      held = null;
    });
    this.canvas.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), ...at(event));
    }, { passive: false });
    this.canvas.addEventListener("pointerleave", () => this.hover(null));
    this.canvas.addEventListener("dblclick", () => this.fold());
    this.canvas.addEventListener("focus", () => this.changed(this));
    this.canvas.addEventListener("keydown", event => { if (this.key(event.key)) event.preventDefault(); });
  }

  nodeAt(x, y) {
    const [px, py] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    const { nodeWidth, nodeHeight, seen } = this.model;
    return seen.find(node => Math.abs(px - node.x) <= nodeWidth / 2 && py >= node.y && py <= node.y + nodeHeight + 18);
  }

  // A node under the pointer is told of without being selected.
  hover(id) {
    if (this.hovered === id) return;
    this.hovered = id;
    this.changed(this);
  }

  click(x, y) {
    const hit = this.nodeAt(x, y);
    if (!hit) return;
    // A click on what is folded away unfolds it.
    if (hit.folded && (y - this.y) / this.scale > hit.y + this.model.nodeHeight) this.model.toggle(hit.id);
    this.select(hit.id);
  }

  fold() {
    this.model.toggle(this.selected);
    this.select(this.selected);
  }

  key(key) {
    const node = this.model.nodes[this.selected];
    const parent = this.model.nodes[node.parent];
    const beside = by => parent && parent.children[parent.children.indexOf(node.id) + by];
    let to;
    switch (key) {
      case "ArrowUp": to = node.parent; break;
      case "ArrowDown":
        if (node.folded) this.model.toggle(node.id);
        to = node.children[0];
        break;
      case "ArrowLeft": to = beside(-1); break;
      case "ArrowRight": to = beside(1); break;
      case "Enter": this.fold(); return true;
      default: return false;
    }
    if (to !== undefined) this.select(to);
    return true;
  }

  draw() {
    const { ink, model } = this;
    const dots = window.devicePixelRatio || 1;
    ink.setTransform(dots, 0, 0, dots, 0, 0);
    ink.clearRect(0, 0, this.width, this.height);
    ink.translate(this.x, this.y);
    ink.scale(this.scale, this.scale);
    const left = -this.x / this.scale - model.nodeWidth, right = (this.width - this.x) / this.scale + model.nodeWidth;
    const top = -this.y / this.scale, bottom = (this.height - this.y) / this.scale;
    const current = this.playing ? model.current(this.step) : -1;
    for (const best of [false, true]) {
      for (const node of model.seen) if (!!node.best === best) this.drawEdge(node, left, right, top, bottom);
    }
    for (const node of model.seen) {
      if (node.x < left || node.x > right || node.y > bottom || node.y + model.nodeHeight + 20 < top) continue;
      this.drawNode(node, node.id === current);
    }
  }

  // How a node looks now: searched, still to come, or cut off.
  stateOf(node) {
    if (this.model.isVisited(node, this.step)) return "searched";
    return this.model.isCutOff(node, this.step) ? "cut" : "ahead";
  }

  drawEdge(node, left, right, top, bottom) {
    const parent = this.model.nodes[node.parent];
    if (!parent) return;
    if (Math.max(node.x, parent.x) < left || Math.min(node.x, parent.x) > right) return;
    const from = parent.y + this.model.nodeHeight;
    if (node.y < top || from > bottom) return;
    const { ink } = this;
    const state = this.stateOf(node);
    const best = node.best && this.model.isDone(this.model.nodes[0], this.step);
    ink.strokeStyle = best ? colours.accent : state === "searched" ? colours.quiet : colours.grey;
    ink.lineWidth = Math.max(best ? 3 : 1, (best ? 1.6 : 0.6) / this.scale);
    ink.setLineDash(state === "searched" ? [] : [4, 4]);
    ink.beginPath();
    ink.moveTo(parent.x, from);
    ink.bezierCurveTo(parent.x, from + 18, node.x, from + 10, node.x, from + 26);
    ink.lineTo(node.x, node.y);
    ink.stroke();
    ink.setLineDash([]);
    if (this.scale > 0.35) {
      const words = node.move + (node.count ? " ×" + node.count : "");
      ink.font = "12px system-ui, 'DejaVu Sans', sans-serif";
      ink.textAlign = "center";
      ink.lineWidth = 4;
      ink.strokeStyle = colours.paper;
      ink.strokeText(words, node.x, node.y - 7);
      ink.fillStyle = state === "searched" ? colours.ink : colours.quiet;
      ink.fillText(words, node.x, node.y - 7);
      if (state === "cut") ink.fillText("✂", node.x, node.y - 22);
    }
  }

  drawNode(node, current) {
    const { ink, model } = this;
    const [w, h] = [model.nodeWidth, model.nodeHeight];
    const state = this.stateOf(node);
    const side = SIDES[node.turn];
    const done = model.isDone(node, this.step);
    ink.save();
    ink.translate(node.x - w / 2, node.y);
    const frame = inset => {
      ink.beginPath();
      ink.roundRect(inset, inset, w - 2 * inset, h - 2 * inset, node.turn === 0 ? 0 : Math.min(w, h) * 0.3 - inset);
    };
    frame(0);
    ink.fillStyle = state === "searched" ? colours[side + "-tint"] : colours.dim;
    ink.fill();
    ink.strokeStyle = state === "searched" ? colours[side] : colours.grey;
    const best = node.best && model.isDone(model.nodes[0], this.step);
    ink.lineWidth = best ? 3.5 : 1.2;
    ink.setLineDash(state === "searched" ? [] : [4, 3]);
    ink.stroke();
    ink.setLineDash([]);
    if (node.outcome && state === "searched") { frame(3); ink.lineWidth = 1; ink.stroke(); }
    if (current || node.id === this.selected) {
      ink.beginPath();
      ink.roundRect(-5, -5, w + 10, h + 10, 10);
      ink.lineWidth = Math.max(current ? 4 : 2, 1.5 / this.scale);
      ink.strokeStyle = current ? colours.accent : colours.ink;
      ink.stroke();
    }
    if (this.scale > 0.12) {
      ink.save();
      ink.globalAlpha = state === "searched" ? 1 : 0.35;
      ink.translate((w - model.boardWidth) / 2, 10);
      drawBoard(ink, this.board, node, model.cell);
      ink.restore();
    }
    if (this.scale > 0.3) this.drawWords(node, state, done, w);
    if (node.folded) {
      ink.fillStyle = colours.quiet;
      ink.textAlign = "center";
      ink.font = "12px system-ui, 'DejaVu Sans', sans-serif";
      ink.fillText("⋯ " + (node.children.length + (node.hidden || 0)), w / 2, h + 15);
    }
    ink.restore();
  }

  drawWords(node, state, done, w) {
    if (state !== "searched") return;
    const { ink, model } = this;
    ink.fillStyle = colours.ink;
    ink.textAlign = "center";
    let y = 10 + model.boardHeight + 16;
    ink.font = "600 13px system-ui, 'DejaVu Sans', sans-serif";
    ink.fillText(done ? model.writeValue(node) : "…", w / 2, y);
    ink.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    if (node.outcome) ink.fillText(endOf(node), w / 2, y += 15);
    const window = done ? node.window && node.window.map((e, i) => e === null ? (i ? Infinity : -Infinity) : e)
      : model.window(node, this.step);
    if (window) ink.fillText("[" + window.map(edge => model.write(edge)).join(", ") + "]", w / 2, y += 15);
    if (node.hidden && !node.folded) ink.fillText("⋯ " + node.hidden, w / 2, y += 15);
  }
}
