// @ts-check
// The page that `plateau tree` writes: panels, slider, keyboard, language and theme.

/** @param {string} id */
const get = id => /** @type {HTMLElement} */ (document.getElementById(id));
const slider = /** @type {HTMLInputElement} */ (get("slider"));

setTreeData(JSON.parse(get("data").textContent ?? ""), document.documentElement.lang === "fr" ? 1 : 0);

// The search without pruning stands on the left.
treeData.trees.sort((a, b) => Number(hasPruning(a)) - Number(hasPruning(b)));
const panels = createPanels(treeData.trees, treeData.board, () => {
  const element = document.createElement("article");
  element.className = "panel";
  get("panels").append(element);
  return element;
}, panel => { focused = panel; update(); });

/** The panel used last. */
let focused = panels[panels.length - 1];
/** The timer that plays the search. @type {ReturnType<typeof setInterval> | null} */
let timer = null;
/** The number of steps of the search that are shown. */
let step = 1;

const steps = Math.max(...panels.map(panel => panel.model.steps));
slider.max = String(steps);
/** The steps that show something new: visits of nodes in the page, and the end. */
const stops = [...new Set(panels.flatMap(panel => panel.model.stops()).concat(steps))].sort((a, b) => a - b);
/** Playing all stops takes a minute at most. */
const PLAY_MS = 60000, frameMs = Math.max(60, Math.min(700, PLAY_MS / stops.length));

/** @param {number} count */
const formatCount = count => count.toLocaleString(language ? "fr" : "en");

function update() {
  for (const panel of panels) {
    panel.step = Math.min(step, panel.model.steps);
    panel.playing = step < steps;
    panel.element.classList.toggle("focused", panel === focused && panels.length > 1);
    const text = showDetail(panel, step);
    showCount(panel);
    if (panel === focused) get("announcer").textContent = text;
    panel.draw();
  }
  history.replaceState(null, "", "#" + step);
  slider.value = String(step);
  get("step").textContent = message("page.step", { step, steps });
}

/** Shows how many nodes have been searched, and what the page leaves out. @param {Panel} panel */
function showCount(panel) {
  const { tree, steps: total } = panel.model;
  const searched = step < steps
    ? message("page.nodes-so-far", { count: formatCount(Math.min(step, total)), total: formatCount(total) })
    : message("page.nodes", { count: formatCount(total) });
  partOf(panel, "header span").textContent = [searched, ...tree.left_out.map(sentence => sentence[language])].join(separator());
}

/** Goes to a step; each tree selects the node its own search is at. @param {number} to */
function goTo(to) {
  step = Math.min(steps, Math.max(1, to));
  for (const panel of panels) {
    panel.selected = step < steps ? panel.model.currentNode(step) : 0;
    panel.model.reveal(panel.selected);
  }
  alignPanels(panels);
  update();
}

/** Returns the stop a number of stops after the current step, or before it. @param {number} count */
function stopAfter(count) {
  const at = stops.findIndex(stop => stop >= step);
  const here = at < 0 ? stops.length - 1 : at;
  // Between two stops, the next one is one ahead.
  const from = count > 0 && stops[here] > step ? here - 1 : here;
  return stops[Math.min(stops.length - 1, Math.max(0, from + count))];
}

/** Plays the search, or pauses. */
function togglePlaying() {
  get("play").textContent = timer === null ? "❚❚" : "▶";
  if (timer !== null) { clearInterval(timer); timer = null; return; }
  if (step >= steps) goTo(1);
  timer = setInterval(() => {
    goTo(stopAfter(Math.ceil(stops.length * frameMs / PLAY_MS)));
    if (step >= steps) togglePlaying();
  }, frameMs);
}

function translate() {
  document.documentElement.lang = language ? "fr" : "en";
  /** @type {HTMLElement} */ (document.querySelector("h1")).textContent = treeData.title;
  get("keys").textContent = message("page.keys");
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-message]"))) {
    const label = message(button.dataset.message ?? "");
    button.title = label;
    button.setAttribute("aria-label", label);
  }
  get("language").textContent = language ? "EN" : "FR";
  slider.setAttribute("aria-label", message("page.step", { step, steps }));
  for (const panel of panels) {
    const { tree } = panel.model;
    const name = message("tree." + tree.algorithm);
    partOf(panel, "h2").textContent = name;
    panel.canvas.setAttribute("aria-label", name + ", " + message("page.nodes", { count: formatCount(tree.visited) }));
  }
  if (panels.length === 2) {
    const [full, pruned] = panels.map(panel => panel.model.steps);
    get("saved").textContent = message("page.saved", { share: Math.round(100 * (1 - pruned / full)) });
  }
  update();
}

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

/** @param {boolean} isDark */
function setTheme(isDark) {
  document.documentElement.classList.toggle("dark", isDark);
  readColours();
  update();
}

// Trees side by side keep one scale.
/** @param {number} factor */
const zoomAll = factor => panels.forEach(panel => panel.zoom(factor));

/** @type {Record<string, () => void>} */
const actions = {
  first: () => goTo(1), back: () => goTo(stopAfter(-1)), next: () => goTo(stopAfter(1)), last: () => goTo(steps), play: togglePlaying,
  closer: () => zoomAll(1.25), farther: () => zoomAll(0.8), fit: () => panels.forEach(panel => panel.fit(true)),
  expand: () => {
    for (const { model } of panels) { model.unfold(Infinity); model.layOut(); }
    panels.forEach(panel => panel.fit());
    update();
  },
  language: () => { setTreeData(treeData, 1 - language); translate(); },
  theme: () => setTheme(!document.documentElement.classList.contains("dark")),
};
/** @type {Record<string, string>} */
const keys = { n: "next", p: "back", Home: "first", End: "last", " ": "play", "+": "closer", "=": "closer", "-": "farther",
  "0": "fit", e: "expand", l: "language", t: "theme" };

for (const [id, action] of Object.entries(actions)) get(id).addEventListener("click", action);
slider.addEventListener("input", () => goTo(Number(slider.value)));
document.addEventListener("keydown", event => {
  const action = keys[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  // Buttons and the slider have keys of their own.
  const target = /** @type {Element} */ (event.target);
  if (target.closest("button") && event.key === " ") return;
  if (target === slider && (event.key === "Home" || event.key === "End")) return;
  event.preventDefault();
  actions[action]();
});
systemDark.addEventListener("change", event => setTheme(event.matches));

// The hash of the address is the step.
step = Math.min(steps, Math.max(1, parseInt(location.hash.slice(1), 10) || steps));
panels.forEach(panel => { panel.step = Math.min(step, panel.model.steps); });
document.documentElement.classList.toggle("dark", systemDark.matches);
readColours();
translate();
if (step < steps) goTo(step);
