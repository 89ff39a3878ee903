//! The tree explorer that `tttree -o tree.html` writes: stepping through the search, the
//! window, cuts and their reasons, folding, and both algorithms side by side.

use std::process::Command;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::support::Directory;
use crate::support::program::TTTREE;

/// An explorer of `tttree` in the browser.
struct Explorer {
    browser: Browser,
    /// What `tttree` wrote to standard error.
    stderr: String,
    _directory: Directory,
}

impl Explorer {
    fn open(args: &[&str]) -> Self {
        let directory = Directory::new();
        let file = directory.path().join("tree.html");
        let done = Command::new(TTTREE).args(args).args(["--lang", "en", "-o"]).arg(&file).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        let mut browser = Browser::open(&file);
        browser.resize(1280, 800);
        browser.wait_for("alpha-beta");
        Self { browser, stderr: String::from_utf8(done.stderr).unwrap(), _directory: directory }
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression).unwrap()
    }

    fn text(&mut self, selector: &str) -> String {
        let value = self.evaluate(&format!("document.querySelector({selector:?}).textContent"));
        value.as_str().unwrap().to_owned()
    }

    /// Presses a key. Returns the step it led to, the visit number of the node that the
    /// alpha-beta panel shows, and the description of that node without its folded moves.
    fn step(&mut self, key: &str) -> (String, Value, String) {
        self.browser.press(key);
        let shown = self.evaluate(
            "[get('step').textContent, panels[1].model.nodes[panels[1].selected].visit,
              panels[1].element.querySelector('.description').textContent +
              panels[1].element.querySelector('.cut-reason').textContent]",
        );
        let parts =
            shown[2].as_str().unwrap().split("; ").filter(|part| !part.starts_with("collapsed moves"));
        (shown[0].as_str().unwrap().to_owned(), shown[1].clone(), parts.collect::<Vec<_>>().join("; "))
    }

    /// The description of the selected node of the alpha-beta tree.
    fn description(&mut self) -> String {
        self.text(".panel:last-child .description") + &self.text(".panel:last-child .cut-reason")
    }

    #[track_caller]
    fn assert_no_errors(&self) {
        assert_eq!(self.browser.errors(), Vec::<Value>::new());
    }
}

#[test]
fn counts_match_the_printed_ones() {
    let mut page = Explorer::open(&["x21o11xo o", "--algorithm", "alphabeta"]);
    assert_eq!(page.stderr, "tttree: minimax 238 nodes, alpha-beta 101 nodes: 58 % saved\n");
    assert_eq!(page.text(".panel:first-child header"), "minimaxnodes searched: 238");
    assert_eq!(page.text(".panel:last-child header"), "alpha-betanodes searched: 101");
    assert_eq!(page.text("#saved"), "58 % fewer nodes");
    page.browser.press("Home");
    assert_eq!(page.text(".panel:last-child header"), "alpha-betanodes searched: 1 of 101");
    page.evaluate("goTo(150)");
    assert_eq!(page.text(".panel:first-child header"), "minimaxnodes searched: 150 of 238");
    assert_eq!(page.text(".panel:last-child header"), "alpha-betanodes searched: 101 of 101");
    page.assert_no_errors();
}

#[test]
fn the_search_can_be_stepped_forward_and_back() {
    let mut page = Explorer::open(&["1o11o1oxx x"]);
    let (step, _, description) = page.step("Home");
    assert_eq!(step, "step 1 of 49");
    assert_eq!(description, "root; x to move; not evaluated yet; window from −∞ to +∞");
    let mut forward = vec![description];
    for number in 2..=35 {
        let (step, visit, description) = page.step("n");
        assert_eq!(step, format!("step {number} of 49"));
        assert_eq!(visit, number - 1, "the node of this step");
        forward.push(description);
    }
    assert!(forward[1].starts_with("a3; o to move; not evaluated yet; window from −∞ to +∞"));
    let window = forward.iter().find(|description| description.contains("window from 0 to +∞"));
    assert!(window.is_some(), "x has found a draw by then: {forward:#?}");
    let cut = "✂ x already has a move worth ≥ 0 elsewhere: the remaining 2 moves are pruned";
    assert!(forward.iter().any(|description| description.ends_with(cut)), "{forward:#?}");
    for description in forward.iter().rev().skip(1) {
        assert_eq!(page.step("p").2, *description, "stepping back shows the same");
    }
    page.browser.press("End");
    assert_eq!(page.text("#step"), "step 49 of 49");
    assert!(page.evaluate("location.hash") == "#49" && page.evaluate("get('slider').value") == "49");
    page.assert_no_errors();
}

/// The colour of a node on the canvas, beside its board, and the grey and tint of the theme.
const COLOURS: &str = "((state) => {
  const panel = panels[1], { model } = panel, dots = devicePixelRatio;
  const node = model.nodes.find(node => node.visible && panel.stateOf(node) === state);
  panel.select(node.id);
  const x = (node.x - model.nodeWidth / 2 + 5) * panel.scale + panel.x;
  const y = (node.y + model.nodeHeight / 2) * panel.scale + panel.y;
  const hex = [...panel.context.getImageData(x * dots, y * dots, 1, 1).data].slice(0, 3)
    .map(part => part.toString(16).padStart(2, '0')).join('');
  return ['#' + hex, colours.dim.toLowerCase(), colours[SIDES[node.turn] + '-tint'].toLowerCase()];
})";

#[test]
fn cut_nodes_are_grey_and_give_the_reason() {
    let mut page = Explorer::open(&["1o11o1oxx x"]);
    let expand = "panels[1].model.unfold(Infinity), panels[1].model.layOut(), panels[1].fit(), 0";
    page.evaluate(expand);
    let counts = "['searched', 'cut', 'ahead'].map(state =>
      panels[1].model.nodes.filter(node => panels[1].stateOf(node) === state).length)";
    let counts = page.evaluate(counts);
    assert_eq!((&counts[0], &counts[2]), (&json!(35), &json!(0)));
    assert!(counts[1].as_u64() > Some(0), "{counts}");
    let grey = page.evaluate(&format!("{COLOURS}('cut')"));
    assert_eq!(grey[0], grey[1], "a cut node must be grey");
    // The description follows with the next frame.
    page.browser.wait_until(
        "document.querySelector('.panel:last-child .description').textContent.includes('; never searched')",
    );
    let description = page.description();
    assert!(description.contains("✂ ") && description.contains(" elsewhere: "), "{description}");
    let plain = page.evaluate(&format!("{COLOURS}('searched')"));
    assert_eq!(plain[0], plain[2], "a searched node has the colour of its side");
    page.evaluate("panels[1].select(panels[1].model.nodes.find(node => node.cut).id)");
    let description = page.description();
    assert!(
        description.contains("✂ ")
            && description.contains(" already has a move worth ")
            && description.contains(" elsewhere: ")
    );
    page.assert_no_errors();
}

#[test]
fn branches_fold_and_unfold() {
    let mut page = Explorer::open(&["1o11o1oxx x"]);
    let seen = "panels[1].model.visible.length";
    page.evaluate("panels[1].canvas.focus(), panels[1].select(0), 0");
    page.browser.press("Enter");
    assert_eq!(page.evaluate(seen), 1);
    assert!(page.description().contains("collapsed moves: 4"), "{}", page.description());
    page.browser.press("Enter");
    assert_eq!(page.evaluate(seen), 5);
    page.browser.press("ArrowDown");
    assert!(page.description().starts_with("a3; "), "{}", page.description());
    page.browser.press("e");
    let all = page.evaluate("panels[1].model.nodes.length");
    assert_eq!(page.evaluate(seen), all);
    page.browser.press("0");
    let fits = "panels.every(({ model, scale, x, width, height, y }) => model.left * scale + x >= 0
      && model.right * scale + x <= width && model.height * scale + y <= height)";
    assert_eq!(page.evaluate(fits), true, "the whole tree must fit");
    let rows = page.evaluate(
        "panels.map(({ model, scale, y, canvas }) =>
           [canvas.getBoundingClientRect().top, y, scale, model.nodeHeight].join())",
    );
    assert_eq!(rows[0], rows[1], "both trees must stand at the same height");
    page.evaluate("panels.forEach(panel => panel.fit()), goTo(28), 0");
    let tops = page.evaluate("panels.map(panel => panel.y)");
    assert_eq!(tops[0], tops[1], "at every step where both nodes are visible");
    page.evaluate("panels[1].select(0), 0");
    let description = page.description();
    assert!(description.contains("window on entry from −∞ to +∞; now from 0 to +∞"), "{description}");
    page.assert_no_errors();
}

#[test]
fn the_explorer_fits_a_phone_and_speaks_french() {
    let mut page = Explorer::open(&["9 x", "--depth", "3", "--breadth", "3"]);
    page.browser.resize(390, 844);
    let fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(fits, true, "the page scrolls sideways");
    let below = "panels[1].element.getBoundingClientRect().top
      >= panels[0].element.getBoundingClientRect().bottom";
    assert_eq!(page.evaluate(below), true, "the trees must be stacked");
    assert!(page.text(".panel header").contains("the 3 best moves of each position"));
    page.browser.press("l");
    assert!(page.text(".panel header").contains("les 3 meilleurs coups de chaque position"));
    page.assert_no_errors();
}

#[test]
fn hidden_nodes_do_not_change_the_window() {
    let mut narrow = Explorer::open(&["1o11o1oxx x", "--breadth", "2"]);
    assert_eq!(narrow.evaluate("panels[1].model.nodes[0].hidden"), 2);
    let seen = narrow.evaluate("panels[1].model.stops().map(stop => stop - 1)");
    // The search window of each visible node at each step.
    let windows = format!(
        "Array.from({{ length: steps }}, (_, step) => {seen}.map(visit => {{
          const {{ model }} = panels[1];
          return String(model.windowAt(model.nodes[model.byVisit[visit]], step + 1));
        }}))"
    );
    let mut whole = Explorer::open(&["1o11o1oxx x"]);
    assert_eq!(narrow.evaluate(&windows), whole.evaluate(&windows));
    narrow.assert_no_errors();
}

#[test]
fn a_limited_tree_steps_through_its_drawn_nodes() {
    let mut page = Explorer::open(&["9 x", "--depth", "4", "--breadth", "2"]);
    let count = page.evaluate("stops.length").as_u64().unwrap();
    assert!(count < page.evaluate("steps").as_u64().unwrap() / 10, "{count}");
    page.browser.press("Home");
    let there = "panels.some(({ model }) => model.byVisit[step - 1] !== undefined) || step === steps";
    for _ in 1..count {
        assert_eq!(page.evaluate(there), true, "{}", page.text("#step"));
        page.browser.press("n");
    }
    assert_eq!(page.evaluate("step === steps"), true, "every key press must advance");
    page.browser.press("p");
    assert_eq!(page.evaluate("step === stops[stops.length - 2]"), true);
    page.assert_no_errors();
    let mut large = Explorer::open(&["9 x", "--depth", "6"]);
    let seconds = "stops.length / Math.ceil(stops.length * frameMs / PLAY_MS) * frameMs / 1000";
    assert!(large.evaluate("stops.length").as_u64().unwrap() > 2_000);
    assert!(large.evaluate(seconds).as_f64().unwrap() <= 61.0);
    large.assert_no_errors();
}
