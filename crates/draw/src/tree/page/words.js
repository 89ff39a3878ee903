// What the page says, in the reader's language.

let lang = 0;
let data = null;

// What is told of, and in which language.
function tellOf(trees, language) {
  data = trees;
  lang = language;
}

function say(key, values = {}, language = lang) {
  return data.words[key][language].replace(/\{(\w+)\}/g, (whole, name) => name in values ? values[name] : whole);
}

// Between parts of a sentence.
function pause() { return lang ? " ; " : "; "; }

function playerName(side, language = lang) { return data.players[side][language]; }

function endOf(node, language = lang) {
  const mark = node.value > 0 ? "▲ " : node.value < 0 ? "▼ " : "● ";
  return mark + (node.outcome === "draw" ? say("page.draw", {}, language)
    : say("page.wins", { player: playerName(sideOf(node.outcome), language) }, language));
}

// Why moves of a node were left out.
function reasonOf(model, node) {
  const what = node.cut === 1 ? say("page.cut-one") : say("page.cut", { count: node.cut });
  const [alpha, beta] = node.window;
  const why = node.turn === 0
    ? say("tree.cut-at-most", { player: playerName(1), bound: model.write(beta) })
    : say("tree.cut-at-least", { player: playerName(0), bound: model.write(alpha) });
  return "✂ " + why + (lang ? " : " : ": ") + what;
}

// The cuts to tell of: the selected node's, and those the last step led to; of a node
// that was never searched, the one that left it out.
function cutsAt(model, node, step) {
  const cuts = [];
  if (model.isCutOff(node, step)) {
    const parent = model.nodes[node.parent];
    return parent.cut ? [parent] : cutsAt(model, parent, step);
  }
  for (let at = node; at; at = model.nodes[at.parent]) {
    const justNow = at.until === step - 1;
    if (at.cut && model.isDone(at, step) && (at === node || justNow)) cuts.push(at);
    if (!justNow && at !== node) break;
  }
  return cuts;
}

function describe(model, node, step) {
  const done = model.isDone(node, step), visited = model.isVisited(node, step);
  const moves = [];
  for (let at = node; at.parent !== undefined; at = model.nodes[at.parent]) moves.unshift(at.move);
  const parts = [moves.length ? moves.join(" · ") : say("page.root")];
  if (node.count) parts.push(say("page.alike", { count: node.count }));
  if (node.outcome && visited) parts.push(endOf(node));
  else parts.push(say("tree.to-move", { player: playerName(node.turn) }));
  if (model.isCutOff(node, step)) parts.push(say("tree.never"));
  else parts.push(done ? say("page.value", { value: model.writeValue(node) }) : say("page.open"));
  if (node.best && model.isDone(model.nodes[0], step)) parts.push(say("page.on-best"));
  if (node.hidden) parts.push(say("page.hidden", { count: node.hidden }));
  if (node.folded) parts.push(say("page.folded", { count: node.children.length }));
  return parts;
}
