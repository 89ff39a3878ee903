// @ts-check
// The description of one node below its tree.

const PANEL_HTML = '<header><h2></h2><span></span></header><canvas class="tree" tabindex="0" role="application"></canvas>'
  + '<div class="detail"><canvas></canvas><div class="text"><p class="description"></p><p class="cut-reason"></p>'
  + '<div class="window-bar"></div></div></div>';

const DETAIL_BOARD_PX = 108;

/**
 * Returns an element that is part of every panel.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {Panel} panel
 * @param {string} selector
 * @returns {E}
 */
function partOf(panel, selector) { return /** @type {E} */ (panel.element.querySelector(selector)); }

/**
 * Draws alpha and beta as a bar between minus and plus infinity.
 * @param {Panel} panel
 * @param {[number, number] | null} window
 */
function drawWindowBar({ element, model }, window) {
  const bar = /** @type {HTMLElement} */ (element.querySelector(".window-bar"));
  bar.hidden = !window;
  if (!window) return;
  const span = Math.max(1, model.maxValue - model.minValue);
  /** Returns the place of a value in percent. @param {number} value */
  const place = value => value === -Infinity ? 0 : value === Infinity ? 100
    : 20 + 60 * Math.min(1.1, Math.max(-0.1, (value - model.minValue) / span));
  const [alpha, beta] = window.map(place);
  const interval = document.createElement("i");
  interval.className = "interval";
  interval.style.left = Math.min(alpha, 99) + "%";
  interval.style.right = Math.min(100 - beta, 99) + "%";
  bar.replaceChildren(document.createElement("i"), interval);
  bar.title = windowText("page.window", model, window);
  // Labels that would overlap that of zero are left out.
  /** @param {number} value */
  const hasRoom = value => Math.abs(place(value) - place(0)) > 12;
  const labels = [-Infinity, ...[model.minValue].filter(hasRoom), 0, ...[model.maxValue].filter(hasRoom), Infinity];
  for (const value of labels) {
    const label = document.createElement("b");
    label.style.left = place(value) + "%";
    label.textContent = model.formatValue(value);
    bar.append(label);
  }
}

/**
 * @param {string} key
 * @param {TreeModel} model
 * @param {[number, number]} window
 */
function windowText(key, model, [alpha, beta]) {
  return message(key, { alpha: model.formatValue(alpha), beta: model.formatValue(beta) });
}

/**
 * Describes the window of a node as it is now and, if it was wider on entry, as it was then,
 * which is what the tree shows under the board.
 * @param {TreeModel} model
 * @param {Tree.Node} node
 * @param {[number, number]} window
 */
function windowTexts(model, node, window) {
  const entry = model.entryWindow(node);
  return !entry || String(entry) === String(window) ? [windowText("page.window", model, window)]
    : [windowText("page.window-on-entry", model, entry), windowText("page.window-now", model, window)];
}

/**
 * Describes the node under the pointer, or else the selected one. Returns the description.
 * @param {Panel} panel
 * @param {number} step
 */
function showDetail(panel, step) {
  const { model } = panel;
  const node = model.nodes[panel.hovered ?? panel.selected];
  const parts = describeNode(model, node, step);
  const window = model.isVisited(node, step) ? model.windowAt(node, step) : null;
  if (window) parts.push(...windowTexts(model, node, window));
  partOf(panel, ".description").textContent = parts.join(separator());
  const cuts = cutNodes(model, node, step).map(at => cutReason(model, at));
  partOf(panel, ".cut-reason").textContent = cuts.join(" ");
  drawWindowBar(panel, window);
  /** @type {HTMLCanvasElement} */
  const canvas = partOf(panel, ".detail canvas");
  const ratio = devicePixelRatio || 1;
  canvas.width = canvas.height = DETAIL_BOARD_PX * ratio;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const { board } = treeData;
  context.setTransform(ratio, 0, 0, ratio, 2 * ratio, 2 * ratio);
  drawBoard(context, board, node, (DETAIL_BOARD_PX - 4) / Math.max(board.width, board.height));
  return [...parts, ...cuts].join(separator());
}
