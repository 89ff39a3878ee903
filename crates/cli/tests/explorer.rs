//! The page to explore a tree, in a real browser: the search step by step, the
//! window, what was cut and why, folding, and both algorithms side by side.

mod browser;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use browser::Browser;
use serde_json::{Value, json};

/// A page of `tttree` with what it said of its counts, gone when it is dropped.
struct Page {
    directory: PathBuf,
    browser: Browser,
    said: String,
}

impl Page {
    fn open(name: &str, args: &[&str]) -> Self {
        let name = format!("explorer-{name}-{}", std::process::id());
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir(&directory).unwrap();
        let file = directory.join("tree.html");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tttree"));
        let done = command.args(args).args(["--lang", "en", "-o"]).arg(&file).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        let mut browser = Browser::open(&file, &directory.join("profile"));
        browser.resize(1280, 800);
        browser.wait_for("alpha-beta");
        Self { directory, browser, said: String::from_utf8(done.stderr).unwrap() }
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression).unwrap()
    }

    fn text(&mut self, selector: &str) -> String {
        let value = self.evaluate(&format!("document.querySelector({selector:?}).textContent"));
        value.as_str().unwrap().to_owned()
    }

    /// Presses a key; returns which step it led to, which visit the node shown for
    /// alpha-beta was, and what is told of it, whatever is folded.
    fn step(&mut self, key: &str) -> (String, Value, String) {
        self.browser.press(key);
        let seen = self.evaluate(
            "[get('step').textContent, panels[1].model.nodes[panels[1].selected].visit,
              panels[1].element.querySelector('.what').textContent +
              panels[1].element.querySelector('.why').textContent]",
        );
        let told = seen[2].as_str().unwrap().split("; ").filter(|part| !part.starts_with("moves folded"));
        (seen[0].as_str().unwrap().to_owned(), seen[1].clone(), told.collect::<Vec<_>>().join("; "))
    }

    /// What is told of the alpha-beta tree.
    fn told(&mut self) -> String {
        self.text(".panel:last-child .what") + &self.text(".panel:last-child .why")
    }

    #[track_caller]
    fn is_well(&self) {
        assert_eq!(self.browser.errors(), [] as [Value; 0]);
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

#[test]
fn the_counts_are_those_that_were_printed() {
    let mut page = Page::open("counts", &["x21o11xo o", "--algorithm", "alphabeta"]);
    assert_eq!(page.said, "tttree: minimax 238 nodes, alpha-beta 101 nodes: 58 % saved\n");
    assert_eq!(page.text(".panel:first-child header"), "minimaxnodes searched: 238");
    assert_eq!(page.text(".panel:last-child header"), "alpha-betanodes searched: 101");
    assert_eq!(page.text("#saved"), "58 % of the nodes saved");
    page.browser.press("Home");
    assert_eq!(page.text(".panel:last-child header"), "alpha-betanodes searched: 1 of 101", "so far");
    page.evaluate("goTo(150)");
    assert_eq!(page.text(".panel:first-child header"), "minimaxnodes searched: 150 of 238");
    assert_eq!(page.text(".panel:last-child header"), "alpha-betanodes searched: 101 of 101");
    page.is_well();
}

#[test]
fn the_search_goes_forward_and_back_with_its_window() {
    let mut page = Page::open("steps", &["1o11o1oxx x"]);
    let (step, _, told) = page.step("Home");
    assert_eq!(step, "step 1 of 49");
    assert_eq!(told, "the root; x to move; value not known yet; window from −∞ to +∞");
    let mut forward = vec![told];
    for number in 2..=35 {
        let (step, visit, told) = page.step("n");
        assert_eq!(step, format!("step {number} of 49"));
        assert_eq!(visit, number - 1, "the node that the search came to");
        forward.push(told);
    }
    assert!(forward[1].starts_with("a3; o to move; value not known yet; window from −∞ to +∞"));
    let window = forward.iter().find(|told| told.contains("window from 0 to +∞"));
    assert!(window.is_some(), "x has a draw by then: {forward:#?}");
    let cut = "✂ x already has a move worth ≥ 0 elsewhere: the other 2 moves are never searched";
    assert!(forward.iter().any(|told| told.ends_with(cut)), "{forward:#?}");
    for told in forward.iter().rev().skip(1) {
        assert_eq!(page.step("p").2, *told, "back as it came");
    }
    page.browser.press("End");
    assert_eq!(page.text("#step"), "step 49 of 49");
    assert!(page.evaluate("location.hash") == "#49" && page.evaluate("get('slider').value") == "49");
    page.is_well();
}

/// The colour of a node on the canvas, beside its board, and the theme's greys.
const COLOURS: &str = "((state) => {
  const panel = panels[1], { model } = panel, dots = devicePixelRatio;
  const node = model.nodes.find(node => node.seen && panel.stateOf(node) === state);
  panel.select(node.id);
  const x = (node.x - model.nodeWidth / 2 + 5) * panel.scale + panel.x;
  const y = (node.y + model.nodeHeight / 2) * panel.scale + panel.y;
  const hex = [...panel.ink.getImageData(x * dots, y * dots, 1, 1).data].slice(0, 3)
    .map(part => part.toString(16).padStart(2, '0')).join('');
  return ['#' + hex, colours.dim.toLowerCase(), colours[SIDES[node.turn] + '-tint'].toLowerCase()];
})";

#[test]
fn what_was_cut_is_grey_and_has_its_reason() {
    let mut page = Page::open("cut", &["1o11o1oxx x"]);
    let expand = "panels[1].model.unfold(Infinity), panels[1].model.layOut(), panels[1].fit(), 0";
    page.evaluate(expand);
    let counts = "['searched', 'cut', 'ahead'].map(state =>
      panels[1].model.nodes.filter(node => panels[1].stateOf(node) === state).length)";
    let counts = page.evaluate(counts);
    assert_eq!((&counts[0], &counts[2]), (&json!(35), &json!(0)));
    assert!(counts[1].as_u64() > Some(0), "{counts}");
    let grey = page.evaluate(&format!("{COLOURS}('cut')"));
    assert_eq!(grey[0], grey[1], "what was cut is grey");
    assert!(page.told().contains("; never searched"), "{}", page.told());
    let told = page.told();
    assert!(told.contains("✂ ") && told.contains(" elsewhere: "), "and says why: {told}");
    let plain = page.evaluate(&format!("{COLOURS}('searched')"));
    assert_eq!(plain[0], plain[2], "what was searched is its side's");
    page.evaluate("panels[1].select(panels[1].model.nodes.find(node => node.cut).id)");
    let told = page.told();
    assert!(
        told.contains("✂ ") && told.contains(" already has a move worth ") && told.contains(" elsewhere: ")
    );
    page.is_well();
}

#[test]
fn branches_fold_and_unfold() {
    let mut page = Page::open("fold", &["1o11o1oxx x"]);
    let seen = "panels[1].model.seen.length";
    page.evaluate("panels[1].canvas.focus(), panels[1].select(0), 0");
    page.browser.press("Enter");
    assert_eq!(page.evaluate(seen), 1);
    assert!(page.told().contains("moves folded: 4"), "{}", page.told());
    page.browser.press("Enter");
    assert_eq!(page.evaluate(seen), 5);
    page.browser.press("ArrowDown");
    assert!(page.told().starts_with("a3; "), "{}", page.told());
    page.browser.press("e");
    let all = page.evaluate("panels[1].model.nodes.length");
    assert_eq!(page.evaluate(seen), all);
    page.browser.press("0");
    let fits = "panels.every(({ model, scale, x, width, height, y }) => model.left * scale + x >= 0
      && model.right * scale + x <= width && model.height * scale + y <= height)";
    assert_eq!(page.evaluate(fits), true, "all of it fits");
    let rows = page.evaluate(
        "panels.map(({ model, scale, y, canvas }) =>
           [canvas.getBoundingClientRect().top, y, scale, model.nodeHeight].join())",
    );
    assert_eq!(rows[0], rows[1], "the same positions stand at the same height");
    page.evaluate("panels.forEach(panel => panel.fit()), goTo(28), 0");
    let tops = page.evaluate("panels.map(panel => panel.y)");
    assert_eq!(tops[0], tops[1], "also on the way, where both nodes can be seen so");
    page.evaluate("panels[1].select(0), 0");
    let told = page.told();
    assert!(told.contains("window on entry from −∞ to +∞; now from 0 to +∞"), "{told}");
    page.is_well();
}

#[test]
fn it_fits_a_phone_and_speaks_french() {
    let mut page = Page::open("phone", &["9 x", "--depth", "3", "--breadth", "3"]);
    page.browser.resize(390, 844);
    let fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(fits, true, "nothing is wider than the window");
    let below = "panels[1].element.getBoundingClientRect().top
      >= panels[0].element.getBoundingClientRect().bottom";
    assert_eq!(page.evaluate(below), true, "one tree below the other");
    assert!(page.text(".panel header").contains("the 3 best moves of each position"));
    page.browser.press("l");
    assert!(page.text(".panel header").contains("les 3 meilleurs coups de chaque position"));
    page.is_well();
}

#[test]
fn a_window_is_the_same_whatever_is_hidden() {
    let mut narrow = Page::open("hidden", &["1o11o1oxx x", "--breadth", "2"]);
    assert_eq!(narrow.evaluate("panels[1].model.nodes[0].hidden"), 2);
    let seen = narrow.evaluate("panels[1].model.stops().map(stop => stop - 1)");
    // The window of each of those nodes after each step.
    let windows = format!(
        "Array.from({{ length: steps }}, (_, step) => {seen}.map(visit => {{
          const {{ model }} = panels[1];
          return String(model.window(model.nodes[model.byVisit[visit]], step + 1));
        }}))"
    );
    let mut whole = Page::open("whole", &["1o11o1oxx x"]);
    assert_eq!(narrow.evaluate(&windows), whole.evaluate(&windows));
    narrow.is_well();
}

#[test]
fn a_limited_tree_is_played_by_what_is_in_the_page() {
    let mut page = Page::open("limited", &["9 x", "--depth", "4", "--breadth", "2"]);
    let count = page.evaluate("stops.length").as_u64().unwrap();
    assert!(count < page.evaluate("steps").as_u64().unwrap() / 10, "{count}");
    page.browser.press("Home");
    let there = "panels.some(({ model }) => model.byVisit[step - 1] !== undefined) || step === steps";
    for _ in 1..count {
        assert_eq!(page.evaluate(there), true, "{}", page.text("#step"));
        page.browser.press("n");
    }
    assert_eq!(page.evaluate("step === steps"), true, "every key led to another step");
    page.browser.press("p");
    assert_eq!(page.evaluate("step === stops[stops.length - 2]"), true);
    page.is_well();
    let mut large = Page::open("minute", &["9 x", "--depth", "6"]);
    let seconds = "stops.length / Math.ceil(stops.length * beat / MINUTE) * beat / 1000";
    assert!(large.evaluate("stops.length").as_u64().unwrap() > 2_000);
    assert!(large.evaluate(seconds).as_f64().unwrap() <= 61.0);
    large.is_well();
}
