use plateau_core::Lang;
use plateau_games::{AnyTree, TreeOptions};
use plateau_games::{AnyVariant, REGISTRY};
use plateau_search::Stop;
use plateau_search::textbook::Algorithm;
use resvg::tiny_skia::Pixmap;

use super::*;

fn plan(algorithm: Algorithm, depth: Option<u32>) -> TreeOptions {
    TreeOptions {
        algorithm,
        depth,
        evaluator: None,
        fold_symmetry: false,
        max_nodes: 1_000_000,
        stop: Stop::new(),
    }
}

struct Case {
    variant: Box<dyn AnyVariant>,
    tree: Box<dyn AnyTree>,
}

impl Case {
    fn of(game: &str, position: &str, plan: &TreeOptions) -> Self {
        let variant = REGISTRY.variant(game).unwrap();
        let tree = variant.open(position).unwrap().tree(plan).unwrap();
        Self { variant, tree }
    }

    fn sketch(&self, limit: usize) -> Sketch<'_> {
        Sketch {
            tree: self.tree.as_ref(),
            layout: self.variant.layout(),
            title: "a < b",
            lang: Lang::En,
            limit,
            breadth: None,
        }
    }

    fn dot(&self, limit: usize) -> String {
        let mut out = Vec::new();
        dot::write(&self.sketch(limit), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }
}

/// Lines of DOT that declare a node, or an edge.
fn count(dot: &str, edge: bool) -> usize {
    dot.lines()
        .filter(|line| line.starts_with("  n") && line.contains("[label=") && line.contains(" -> ") == edge)
        .count()
}

#[test]
fn dot_has_every_node_once_and_every_move() {
    for (position, nodes) in [("1o11o1oxx x", 49), ("x21o11xo o", 238)] {
        let case = Case::of("tictactoe", position, &plan(Algorithm::Minimax, None));
        let dot = case.dot(usize::MAX);
        assert_eq!((count(&dot, false), count(&dot, true)), (nodes, nodes - 1));
        assert!(dot.contains("a &lt; b"));
        assert_eq!(dot.matches("penwidth=4").count(), case.tree.principal_variation().len(), "the best line");
        assert!(dot.contains("▼ o wins") && dot.contains("peripheries=2"));
        assert!(dot.contains("shape=ellipse"), "o is another shape");
    }
}

#[test]
fn what_was_never_searched_is_grey_and_has_no_value() {
    let case = Case::of("tictactoe", "x21o11xo o", &plan(Algorithm::AlphaBeta, None));
    let dot = case.dot(usize::MAX);
    let grey: Vec<&str> = dot.lines().filter(|line| line.contains("filled,dashed")).collect();
    assert_eq!(grey.len(), case.tree.len() - case.tree.visited() as usize);
    assert!(!grey.is_empty() && grey.iter().all(|line| !line.contains("<B>")));
    assert!(dot.contains("[−∞, +∞]"), "windows are shown");
    let picture = svg::draw(&case.sketch(DRAWN));
    assert_eq!(picture.matches("stroke-dasharray=\"4 3\"").count(), grey.len() + 1, "and one in the key");
}

#[test]
fn cuts_are_told_in_words() {
    let case = Case::of("tictactoe", "x21o11xo o", &plan(Algorithm::AlphaBeta, None));
    let sketch = case.sketch(DRAWN);
    let cuts: Vec<_> =
        (0..case.tree.len() as u32).map(|id| case.tree.node(id)).filter(|node| node.cut).collect();
    assert!(!cuts.is_empty());
    for node in cuts {
        let reason = sketch.reason(&node).unwrap().to_string();
        let (who, sign) = if node.turn.letter() == 'x' { ('o', '≤') } else { ('x', '≥') };
        assert!(reason.starts_with(&format!("{who} already has a move worth {sign} ")), "{reason}");
    }
    assert_eq!(sketch.reason(&case.tree.node(0)), None);
}

#[test]
fn pictures_are_well_formed_and_not_blank() {
    for game in REGISTRY.games() {
        let case = Case::of(game.id, "start", &plan(Algorithm::AlphaBeta, Some(2)));
        let picture = svg::draw(&case.sketch(60));
        roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{}: {error}", game.id));
        let png = crate::png::render(&picture).unwrap();
        let pixels = Pixmap::decode_png(&png.bytes).unwrap();
        let first = pixels.pixels()[0];
        assert!(pixels.pixels().iter().filter(|&&pixel| pixel != first).count() > 1_000, "{}", game.id);
    }
}

#[test]
fn large_trees_say_what_is_left_out() {
    let case = Case::of("tictactoe", "4x4 o", &plan(Algorithm::Minimax, Some(5)));
    let shown = case.sketch(1_000).shown();
    assert!(shown.drawn > 100 && shown.drawn <= 1_000 && shown.total == case.tree.len());
    let [drawn, total] = [shown.drawn, shown.total].map(|count| match count / 1_000 {
        0 => count.to_string(),
        thousands => format!("{thousands},{:03}", count % 1_000),
    });
    let words = format!("{drawn} of {total} nodes are drawn");
    let picture = svg::draw(&case.sketch(1_000));
    assert!(picture.contains(&words) && picture.contains(" more</text>"));
    let dot = case.dot(1_000);
    assert!(dot.contains(&words) && count(&dot, false) == shown.drawn);
    let sketch = case.sketch(usize::MAX);
    assert_eq!(left_out(&sketch, &sketch.shown()).len(), 1, "the depth alone");
    assert_eq!(case.sketch(0).shown().drawn, 1, "the root always is");
    for limit in [2, 10, 999] {
        assert_eq!(case.sketch(limit).shown().drawn, limit, "as many as were asked for");
    }
    let narrow = Sketch { breadth: Some(2), ..case.sketch(6) };
    assert_eq!(narrow.shown().drawn, 6);
    let alone = case.sketch(1);
    let sentence = left_out(&alone, &alone.shown()).pop().unwrap().to_string();
    assert_eq!(sentence, format!("only the root is drawn, 1 of {total} nodes"));
}

#[test]
fn a_page_keeps_its_data_apart_from_its_scripts() {
    let case = Case::of("tictactoe", "x21o11xo o", &plan(Algorithm::AlphaBeta, None));
    let sketch = Sketch { title: "</script>{data}<b>", ..case.sketch(DRAWN) };
    let mut page = Vec::new();
    html::write(&[sketch], &mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert_eq!(page.matches("</script>").count(), 2, "the data and the scripts end once each");
    assert!(!page.contains("{style}") && !page.contains("{script}") && page.ends_with("</html>\n"));
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["title"], "</script>{data}<b>");
    let nodes = data["trees"][0]["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), case.tree.len());
    // Every word the scripts ask for is there.
    let asked = page.split("say(\"").skip(1).filter_map(|rest| rest.split('"').next());
    for key in asked.filter(|key| !key.ends_with('.')) {
        assert!(data["words"].get(key).is_some(), "{key}");
    }
}

#[test]
fn a_picture_is_narrowed_to_fit() {
    let case = Case::of("tictactoe", "4x4 o", &plan(Algorithm::Minimax, Some(5)));
    let narrow = svg::narrowed(&case.sketch(DRAWN), 16_000.0);
    let shown = narrow.shown();
    assert!(shown.drawn > 50 && shown.drawn < shown.total, "{}", shown.drawn);
    let picture = svg::draw(&narrow);
    let document = roxmltree::Document::parse(&picture).unwrap();
    let width: f32 = document.root_element().attribute("width").unwrap().parse().unwrap();
    assert!(width <= 16_000.0, "{width}");
    let small = Case::of("tictactoe", "1o11o1oxx x", &plan(Algorithm::Minimax, None));
    assert_eq!(svg::narrowed(&small.sketch(DRAWN), 16_000.0).limit, DRAWN, "what fits is left alone");
}

#[test]
fn folded_moves_show_their_count() {
    let folded = TreeOptions { fold_symmetry: true, ..plan(Algorithm::Minimax, Some(1)) };
    let case = Case::of("tictactoe", "9 x", &folded);
    let dot = case.dot(usize::MAX);
    assert_eq!(count(&dot, true), 3);
    assert_eq!(dot.matches(" ×4\"").count(), 2);
}

/// The numbers of an attribute in the elements that have another text too.
fn numbers(svg: &str, element: &str, name: &str) -> Vec<f32> {
    let attribute = format!(" {name}=\"");
    let found = svg.split('<').filter(|part| part.starts_with(element));
    let value = |part: &str| part.split_once(&attribute)?.1.split('"').next()?.parse().ok();
    found.filter_map(value).collect()
}

#[test]
fn no_word_runs_out_of_its_picture_or_its_node() {
    for lang in [Lang::En, Lang::Fr] {
        let case = Case::of("othello", "start", &plan(Algorithm::Minimax, Some(2)));
        let svg = svg::draw(&Sketch {
            title: &format!("othello {}", "x".repeat(66)),
            lang,
            breadth: Some(1),
            ..case.sketch(100)
        });
        let width = numbers(&svg, "svg", "width")[0];
        let lines = svg.split('<').filter(|part| part.starts_with("text x=\"24\""));
        let longest = lines.map(|line| {
            let size = if line.contains("font-size=\"16\"") { 16.0 } else { 11.0 };
            line.split_once('>').unwrap().1.chars().count() as f32 * size * 0.6
        });
        assert!(24.0 + longest.fold(0.0, f32::max) <= width, "{width}: {svg}");
        // Nearly full: white wins by some discs soon.
        let case = Case::of("othello:4", "OOOOOXXOOXXO-XX- X", &plan(Algorithm::AlphaBeta, None));
        let svg = svg::draw(&Sketch { lang, ..case.sketch(1000) });
        let node = numbers(&svg, "rect", "width").into_iter().fold(0.0, f32::max);
        let words = svg.split('>').filter(|part| part.starts_with(['▲', '▼', '●']));
        let longest = words.map(|part| part.split('<').next().unwrap().chars().count()).max().unwrap();
        assert!(longest > 10 && longest as f32 * 11.0 * 0.6 <= node, "{longest} in {node}");
    }
}
