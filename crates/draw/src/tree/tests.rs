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
    fn new(game: &str, position: &str, plan: &TreeOptions) -> Self {
        let variant = REGISTRY.variant(game).unwrap();
        let tree = variant.open(position).unwrap().tree(plan).unwrap();
        Self { variant, tree }
    }

    fn picture(&self, limit: usize) -> TreePicture<'_> {
        TreePicture {
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
        dot::write(&self.picture(limit), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }
}

/// Counts the lines of DOT that declare a node, or an edge.
fn count(dot: &str, edge: bool) -> usize {
    dot.lines()
        .filter(|line| line.starts_with("  n") && line.contains("[label=") && line.contains(" -> ") == edge)
        .count()
}

#[test]
fn dot_has_every_node_and_every_move_once() {
    for (position, nodes) in [("1o11o1oxx x", 49), ("x21o11xo o", 238)] {
        let case = Case::new("tictactoe", position, &plan(Algorithm::Minimax, None));
        let dot = case.dot(usize::MAX);
        assert_eq!((count(&dot, false), count(&dot, true)), (nodes, nodes - 1));
        assert!(dot.contains("a &lt; b"));
        assert_eq!(
            dot.matches("penwidth=4").count(),
            case.tree.principal_variation().len(),
            "the principal variation"
        );
        assert!(dot.contains("▼ o wins") && dot.contains("peripheries=2"));
        assert!(dot.contains("shape=ellipse"), "o has another shape");
    }
}

#[test]
fn pruned_nodes_are_grey_and_have_no_value() {
    let case = Case::new("tictactoe", "x21o11xo o", &plan(Algorithm::AlphaBeta, None));
    let dot = case.dot(usize::MAX);
    let grey: Vec<&str> = dot.lines().filter(|line| line.contains("filled,dashed")).collect();
    assert_eq!(grey.len(), case.tree.len() - case.tree.visited() as usize);
    assert!(!grey.is_empty() && grey.iter().all(|line| !line.contains("<B>")));
    assert!(dot.contains("[−∞, +∞]"), "windows are shown");
    let picture = svg::draw(&case.picture(MAX_DRAWN_NODES));
    assert_eq!(picture.matches("stroke-dasharray=\"4 3\"").count(), grey.len() + 1, "and one in the legend");
}

#[test]
fn cut_reasons_name_the_opponent_and_the_bound() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::NegamaxAlphaBeta] {
        let case = Case::new("tictactoe", "x21o11xo o", &plan(algorithm, None));
        let tree_picture = case.picture(MAX_DRAWN_NODES);
        let cuts: Vec<_> =
            (0..case.tree.len() as u32).map(|id| case.tree.node(id)).filter(|node| node.cut).collect();
        assert!(cuts.iter().any(|node| node.turn == Player::Second), "{algorithm:?}");
        for node in cuts {
            let reason = tree_picture.cut_reason(&node).unwrap().to_string();
            let minimises = node.turn == Player::Second && !algorithm.is_negamax();
            let sign = if minimises { '≥' } else { '≤' };
            let opponent = node.turn.other().letter();
            assert!(reason.starts_with(&format!("{opponent} already has a move worth {sign} ")), "{reason}");
        }
        assert_eq!(tree_picture.cut_reason(&case.tree.node(0)), None);
    }
}

#[test]
fn pictures_of_every_game_are_well_formed_and_not_blank() {
    for game in REGISTRY.games() {
        let case = Case::new(game.id, "start", &plan(Algorithm::AlphaBeta, Some(2)));
        let picture = svg::draw(&case.picture(60));
        roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{}: {error}", game.id));
        let png = crate::png::render(&picture).unwrap();
        let pixels = Pixmap::decode_png(&png.bytes).unwrap();
        let first = pixels.pixels()[0];
        assert!(pixels.pixels().iter().filter(|&&pixel| pixel != first).count() > 1_000, "{}", game.id);
    }
}

#[test]
fn omissions_are_noted_in_large_trees() {
    let case = Case::new("tictactoe", "4x4 o", &plan(Algorithm::Minimax, Some(5)));
    let visible = case.picture(1_000).visible_nodes();
    assert!(visible.count > 100 && visible.count <= 1_000 && visible.total == case.tree.len());
    let [drawn, total] = [visible.count, visible.total].map(|count| match count / 1_000 {
        0 => count.to_string(),
        thousands => format!("{thousands},{:03}", count % 1_000),
    });
    let words = format!("{drawn} of {total} nodes are drawn");
    let picture = svg::draw(&case.picture(1_000));
    assert!(picture.contains(&words) && picture.contains(" more</text>"));
    let dot = case.dot(1_000);
    assert!(dot.contains(&words) && count(&dot, false) == visible.count);
    let tree_picture = case.picture(usize::MAX);
    assert_eq!(omissions(&tree_picture, &tree_picture.visible_nodes()).len(), 1, "only the depth limit");
    assert_eq!(case.picture(0).visible_nodes().count, 1, "the root is always drawn");
    for limit in [2, 10, 999] {
        assert_eq!(case.picture(limit).visible_nodes().count, limit, "the limit is used up");
    }
    let narrow = TreePicture { breadth: Some(2), ..case.picture(6) };
    assert_eq!(narrow.visible_nodes().count, 6);
    let alone = case.picture(1);
    let sentence = omissions(&alone, &alone.visible_nodes()).pop().unwrap().to_string();
    assert_eq!(sentence, format!("only the root is drawn, 1 of {total} nodes"));
}

#[test]
fn page_data_is_escaped_and_complete() {
    let case = Case::new("tictactoe", "x21o11xo o", &plan(Algorithm::AlphaBeta, None));
    let tree_picture = TreePicture { title: "</script>{data}<b>", ..case.picture(MAX_DRAWN_NODES) };
    let mut page = Vec::new();
    html::write(&[tree_picture], &mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert_eq!(page.matches("</script>").count(), 2, "one for the data, one for the scripts");
    assert!(!page.contains("{style}") && !page.contains("{script}") && page.ends_with("</html>\n"));
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["title"], "</script>{data}<b>");
    let nodes = data["trees"][0]["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), case.tree.len());
    // Every phrase that the scripts use is there.
    let keys = page.split("say(\"").skip(1).filter_map(|rest| rest.split('"').next());
    for key in keys.filter(|key| !key.ends_with('.')) {
        assert!(data["words"].get(key).is_some(), "{key}");
    }
}

#[test]
fn fit_width_reduces_the_number_of_nodes() {
    let case = Case::new("tictactoe", "4x4 o", &plan(Algorithm::Minimax, Some(5)));
    let narrow = svg::fit_width(&case.picture(MAX_DRAWN_NODES), 16_000.0);
    let visible = narrow.visible_nodes();
    assert!(visible.count > 50 && visible.count < visible.total, "{}", visible.count);
    let picture = svg::draw(&narrow);
    let document = roxmltree::Document::parse(&picture).unwrap();
    let width: f32 = document.root_element().attribute("width").unwrap().parse().unwrap();
    assert!(width <= 16_000.0, "{width}");
    let small = Case::new("tictactoe", "1o11o1oxx x", &plan(Algorithm::Minimax, None));
    assert_eq!(
        svg::fit_width(&small.picture(MAX_DRAWN_NODES), 16_000.0).limit,
        MAX_DRAWN_NODES,
        "a small picture is unchanged"
    );
}

#[test]
fn symmetric_moves_show_their_count() {
    let folded = TreeOptions { fold_symmetry: true, ..plan(Algorithm::Minimax, Some(1)) };
    let case = Case::new("tictactoe", "9 x", &folded);
    let dot = case.dot(usize::MAX);
    assert_eq!(count(&dot, true), 3);
    assert_eq!(dot.matches(" ×4\"").count(), 2);
}

/// Returns the numeric values of an attribute of all elements with this name.
fn numbers(svg: &str, element: &str, name: &str) -> Vec<f32> {
    let attribute = format!(" {name}=\"");
    let found = svg.split('<').filter(|part| part.starts_with(element));
    let value = |part: &str| part.split_once(&attribute)?.1.split('"').next()?.parse().ok();
    found.filter_map(value).collect()
}

#[test]
fn text_fits_in_the_picture_and_in_its_node() {
    for lang in [Lang::En, Lang::Fr] {
        let case = Case::new("othello", "start", &plan(Algorithm::Minimax, Some(2)));
        let svg = svg::draw(&TreePicture {
            title: &format!("othello {}", "x".repeat(66)),
            lang,
            breadth: Some(1),
            ..case.picture(100)
        });
        let width = numbers(&svg, "svg", "width")[0];
        let lines = svg.split('<').filter(|part| part.starts_with("text x=\"24\""));
        let longest = lines.map(|line| {
            let size = if line.contains("font-size=\"16\"") { 16.0 } else { 11.0 };
            line.split_once('>').unwrap().1.chars().count() as f32 * size * 0.6
        });
        assert!(24.0 + longest.fold(0.0, f32::max) <= width, "{width}: {svg}");
        // A nearly full board that white wins by a margin.
        let case = Case::new("othello:4", "OOOOOXXOOXXO-XX- X", &plan(Algorithm::AlphaBeta, None));
        let svg = svg::draw(&TreePicture { lang, ..case.picture(1000) });
        let node = numbers(&svg, "rect", "width").into_iter().fold(0.0, f32::max);
        let words = svg.split('>').filter(|part| part.starts_with(['▲', '▼', '●']));
        let longest = words.map(|part| part.split('<').next().unwrap().chars().count()).max().unwrap();
        assert!(longest > 10 && longest as f32 * 11.0 * 0.6 <= node, "{longest} in {node}");
    }
}
