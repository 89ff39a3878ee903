// The page: panels, slider, keys, language and theme.

const get = id => document.getElementById(id);
tellOf(JSON.parse(get("data").textContent), document.documentElement.lang === "fr" ? 1 : 0);

// Minimax stands at the left.
data.trees.sort((a, b) => (a.algorithm === "alphabeta") - (b.algorithm === "alphabeta"));
let chosen = null, playing = null;
let step = 1;
const place = () => {
  const element = document.createElement("article");
  element.className = "panel";
  get("panels").append(element);
  return element;
};
const panels = panelsOf(data.trees, data.board, place, panel => { chosen = panel; update(); });
chosen = panels[panels.length - 1];
const steps = Math.max(...panels.map(panel => panel.model.steps));
get("slider").max = steps;
// The steps that show something: visits that are in the page, and the end.
const stops = [...new Set(panels.flatMap(panel => panel.model.stops()).concat(steps))].sort((a, b) => a - b);
// Playing all of them takes a minute or less.
const MINUTE = 60000, beat = Math.max(60, Math.min(700, MINUTE / stops.length));

function update() {
  for (const panel of panels) {
    panel.step = Math.min(step, panel.model.steps);
    panel.playing = step < steps;
    panel.element.classList.toggle("chosen", panel === chosen && panels.length > 1);
    const words = showDetail(panel, step);
    showCount(panel);
    if (panel === chosen) get("spoken").textContent = words;
    panel.draw();
  }
  history.replaceState(null, "", "#" + step);
  get("slider").value = step;
  get("step").textContent = say("page.step", { step, steps });
}

// How many nodes a tree has been searched by now, and what the page leaves out of it.
function showCount(panel) {
  const { tree, steps: total } = panel.model;
  const number = count => count.toLocaleString(lang ? "fr" : "en");
  const searched = step < steps
    ? say("page.nodes-so-far", { count: number(Math.min(step, total)), total: number(total) })
    : say("page.nodes", { count: number(total) });
  panel.element.querySelector("header span").textContent =
    [searched, ...tree.left_out.map(sentence => sentence[lang])].join(pause());
}

// Goes to a step of the search; every tree follows its own.
function goTo(to) {
  step = Math.min(steps, Math.max(1, to));
  for (const panel of panels) {
    panel.selected = step < steps ? panel.model.current(step) : 0;
    panel.model.reveal(panel.selected);
  }
  showBeside(panels);
  update();
}

// The step so many stops on, or back.
function stop(count) {
  const at = stops.findIndex(stop => stop >= step);
  const here = at < 0 ? stops.length - 1 : at;
  // Between two stops, the next one on is the one ahead.
  const from = count > 0 && stops[here] > step ? here - 1 : here;
  return stops[Math.min(stops.length - 1, Math.max(0, from + count))];
}

function play() {
  get("play").textContent = playing ? "▶" : "❚❚";
  if (playing) { clearInterval(playing); playing = null; return; }
  if (step >= steps) goTo(1);
  playing = setInterval(() => {
    goTo(stop(Math.ceil(stops.length * beat / MINUTE)));
    if (step >= steps) play();
  }, beat);
}

function speak() {
  document.documentElement.lang = lang ? "fr" : "en";
  document.querySelector("h1").textContent = data.title;
  get("keys").textContent = say("page.keys");
  for (const button of document.querySelectorAll("[data-word]")) {
    const words = say(button.dataset.word);
    button.title = words;
    button.setAttribute("aria-label", words);
  }
  get("language").textContent = lang ? "EN" : "FR";
  get("slider").setAttribute("aria-label", say("page.step", { step, steps }));
  for (const panel of panels) {
    const { tree } = panel.model;
    const name = say("tree." + tree.algorithm);
    panel.element.querySelector("h2").textContent = name;
    const count = say("page.nodes", { count: tree.visited.toLocaleString(lang ? "fr" : "en") });
    panel.canvas.setAttribute("aria-label", name + ", " + count);
  }
  if (panels.length === 2) {
    const [full, pruned] = panels.map(panel => panel.model.steps);
    get("saved").textContent = say("page.saved", { share: Math.round(100 * (1 - pruned / full)) });
  }
  update();
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
function paint(isDark) {
  document.documentElement.classList.toggle("dark", isDark);
  readColours();
  update();
}

// Trees side by side keep one scale.
const zoom = by => panels.forEach(panel => panel.zoom(by));

const actions = {
  first: () => goTo(1), back: () => goTo(stop(-1)), next: () => goTo(stop(1)), last: () => goTo(steps), play,
  closer: () => zoom(1.25), farther: () => zoom(0.8), fit: () => panels.forEach(panel => panel.fit(true)),
  expand: () => {
    for (const { model } of panels) { model.unfold(Infinity); model.layOut(); }
    panels.forEach(panel => panel.fit());
    update();
  },
  language: () => { tellOf(data, 1 - lang); speak(); },
  theme: () => paint(!document.documentElement.classList.contains("dark")),
};
for (const [id, action] of Object.entries(actions)) get(id).addEventListener("click", action);
get("slider").addEventListener("input", event => goTo(Number(event.target.value)));
const keys = { n: "next", p: "back", Home: "first", End: "last", " ": "play", "+": "closer", "=": "closer", "-": "farther",
  "0": "fit", e: "expand", l: "language", t: "theme" };
document.addEventListener("keydown", event => {
  const action = keys[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  // A button and the slider keep their own keys.
  if (event.target.closest("button") && event.key === " ") return;
  if (event.target.id === "slider" && (event.key === "Home" || event.key === "End")) return;
  event.preventDefault();
  actions[action]();
});
dark.addEventListener("change", event => paint(event.matches));
// The address keeps the step.
step = Math.min(steps, Math.max(1, parseInt(location.hash.slice(1), 10) || steps));
panels.forEach(panel => { panel.step = Math.min(step, panel.model.steps); });
document.documentElement.classList.toggle("dark", dark.matches);
readColours();
speak();
if (step < steps) goTo(step);
