// What there is to say of one node: beside its tree.

const PANEL = `<header><h2></h2><span></span></header>
  <canvas class="tree" tabindex="0" role="application"></canvas>
  <div class="detail"><canvas></canvas><div class="words"><p class="what"></p><p class="why"></p>
  <div class="bar"></div></div></div>`;

// The window as a bar between the infinities.
function showBar(panel, node, step) {
  const bar = panel.element.querySelector(".bar");
  const edges = panel.model.window(node, step);
  bar.hidden = !edges || !panel.model.isVisited(node, step);
  if (bar.hidden) return;
  const span = Math.max(1, panel.model.most - panel.model.least);
  const place = edge => edge === -Infinity ? 0 : edge === Infinity ? 100
    : 20 + 60 * Math.min(1.1, Math.max(-0.1, (edge - panel.model.least) / span));
  const [from, to] = edges.map(place);
  const open = document.createElement("i");
  open.className = "open";
  open.style.left = Math.min(from, 99) + "%";
  open.style.right = Math.min(100 - to, 99) + "%";
  bar.replaceChildren(document.createElement("i"), open);
  bar.title = say("page.window", { alpha: panel.model.write(edges[0]), beta: panel.model.write(edges[1]) });
  // What would stand in the room of zero is left out.
  const isApart = edge => Math.abs(place(edge) - place(0)) > 12;
  const marks = [-Infinity, ...[panel.model.least].filter(isApart), 0, ...[panel.model.most].filter(isApart), Infinity];
  for (const mark of marks) {
    const label = document.createElement("b");
    label.style.left = place(mark) + "%";
    label.textContent = panel.model.write(mark);
    bar.append(label);
  }
}

// The window of a node as it is now, and where it was another when the search came
// there, that one too: under its board a node keeps the one it was entered with.
function windowsOf(model, node, edges) {
  const told = (key, [alpha, beta]) => say(key, { alpha: model.write(alpha), beta: model.write(beta) });
  const entry = node.window && node.window.map((edge, i) => edge === null ? (i ? Infinity : -Infinity) : edge);
  return !entry || String(entry) === String(edges) ? [told("page.window", edges)]
    : [told("page.window-on-entry", entry), told("page.window-now", edges)];
}

// The node under the pointer, else the one that is selected.
function showDetail(panel, step) {
  const node = panel.model.nodes[panel.hovered ?? panel.selected];
  const parts = describe(panel.model, node, step);
  const edges = panel.model.window(node, step);
  if (edges && panel.model.isVisited(node, step)) {
    parts.push(...windowsOf(panel.model, node, edges));
  }
  panel.element.querySelector(".what").textContent = parts.join(pause());
  const cuts = cutsAt(panel.model, node, step).map(at => reasonOf(panel.model, at));
  panel.element.querySelector(".why").textContent = cuts.join(" ");
  showBar(panel, node, step);
  const canvas = panel.element.querySelector(".detail canvas");
  const dots = window.devicePixelRatio || 1;
  canvas.width = canvas.height = 108 * dots;
  const ink = canvas.getContext("2d");
  const cell = 104 / Math.max(data.board.width, data.board.height);
  ink.setTransform(dots, 0, 0, dots, 2 * dots, 2 * dots);
  drawBoard(ink, data.board, node, cell);
  return [...parts, ...cuts].join(pause());
}
