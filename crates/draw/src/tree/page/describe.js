// @ts-check
// Descriptions of nodes in the reader's language.

/** 0 for English, 1 for French. */
let language = 0;
/** The trees that are shown, with the messages. */
let treeData = /** @type {Tree.Data} */ (/** @type {unknown} */ (null));

/**
 * Sets the trees to describe, and the language.
 * @param {Tree.Data} data
 * @param {number} newLanguage
 */
function setTreeData(data, newLanguage) {
  treeData = data;
  language = newLanguage;
}

/**
 * Returns a message with its placeholders filled in. French verbs and articles agree with a
 * plural such as « les Noirs »: `{player:gagne|gagnent}`, « aux Noirs ».
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
function message(key, values = {}, inLanguage = language) {
  const text = treeData.words[key][inLanguage].replace(/\{(\w+)(?::(.*?)\|(.*?))?\}/g, (whole, name, singular, plural) => {
    if (!(name in values)) return whole;
    const value = String(values[name]);
    if (singular === undefined) return value;
    return value.startsWith("les ") ? plural : singular;
  });
  return inLanguage ? text.replace(/(?<!\p{L})à les /gu, "aux ").replace(/(?<!\p{L})de les /gu, "des ") : text;
}

/** Returns what stands between the parts of a description. */
function separator() { return language ? " ; " : "; "; }

/** @param {number} side */
function playerName(side, inLanguage = language) { return treeData.players[side][inLanguage]; }

/**
 * Returns who won, for a node where the game is over.
 * @param {Pick<Tree.Node, "outcome" | "value">} node
 */
function outcomeText({ outcome, value = 0 }, inLanguage = language) {
  const mark = value > 0 ? "▲ " : value < 0 ? "▼ " : "● ";
  return mark + (outcome === "draw" || !outcome ? message("page.draw", {}, inLanguage)
    : message("page.wins", { player: playerName(sideOf(outcome), inLanguage) }, inLanguage));
}

/**
 * Returns why moves of a node were pruned.
 * @param {TreeModel} model
 * @param {Tree.Node} node
 */
function cutReason(model, node) {
  const moves = node.cut === 1 ? message("page.cut-one") : message("page.cut", { count: node.cut });
  const [alpha, beta] = model.entryWindow(node) ?? [-Infinity, Infinity];
  const opponent = playerName(1 - node.turn);
  // In negamax every side maximises.
  const reason = node.turn === 0 || model.isNegamax
    ? message("tree.cut-at-most", { player: opponent, bound: model.formatValue(beta) })
    : message("tree.cut-at-least", { player: opponent, bound: model.formatValue(alpha) });
  return "✂ " + reason + (language ? " : " : ": ") + moves;
}

/**
 * Returns the nodes whose cutoffs a node's description mentions: its own, and those the last
 * step completed; for a node that was pruned, the one that pruned it.
 * @param {TreeModel} model
 * @param {Tree.Node} node
 * @param {number} step
 * @returns {Tree.Node[]}
 */
function cutNodes(model, node, step) {
  const parent = model.parentOf(node);
  if (parent && model.isCutOff(node, step)) return parent.cut ? [parent] : cutNodes(model, parent, step);
  const cuts = [];
  for (let at = /** @type {Tree.Node | undefined} */ (node); at; at = model.parentOf(at)) {
    const isCompleted = at.until === step - 1;
    if (at.cut && model.isDone(at, step) && (at === node || isCompleted)) cuts.push(at);
    if (!isCompleted && at !== node) break;
  }
  return cuts;
}

/**
 * Returns the parts of a node's description: its moves, the side to move, its value.
 * @param {TreeModel} model
 * @param {Tree.Node} node
 * @param {number} step
 */
function describeNode(model, node, step) {
  const moves = [];
  for (let at = node, parent = model.parentOf(at); parent; at = parent, parent = model.parentOf(at)) moves.unshift(at.move);
  const parts = [moves.length ? moves.join(" · ") : message("page.root")];
  if (node.count) parts.push(message("page.alike", { count: node.count }));
  if (node.outcome && model.isVisited(node, step)) parts.push(outcomeText(node));
  else parts.push(message("tree.to-move", { player: playerName(node.turn) }));
  if (model.isCutOff(node, step)) parts.push(message("tree.never"));
  else parts.push(model.isDone(node, step) ? message("page.value", { value: model.formatNodeValue(node) }) : message("page.open"));
  if (node.best && model.isDone(model.nodes[0], step)) parts.push(message("page.on-best"));
  if (node.hidden) parts.push(message("page.hidden", { count: node.hidden }));
  if (node.folded) parts.push(message("page.folded", { count: node.children.length }));
  return parts;
}
