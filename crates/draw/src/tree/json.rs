//! Trees as JSON: what the page reads, ours and the server's. The schema is in
//! `docs/json.md`.

use std::io::{self, Write};

use plateau_core::{Lang, Outcome, Phrase};
use plateau_games::{AnyTree, Scale};
use plateau_search::textbook::{Algorithm, INFINITY, NodeId};
use plateau_search::transposition::Bound;
use serde_json::{Map, Value, json};

use super::{Sketch, left_out, on_best_line};
use crate::page::{board, put_view};
use crate::phrases;

/// The name and version of the schema.
pub const SCHEMA: &str = "plateau-tree/1";

/// Writes trees of one position as one JSON object, node by node.
pub fn write(sketches: &[Sketch<'_>], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = sketches.first() else { return out.write_all(b"null") };
    let mut words = Map::new();
    for phrase in phrases::ALL.iter().chain(phrases::page::ALL) {
        words.insert(phrase.key.to_owned(), both(phrase));
    }
    write!(
        out,
        "{{\"schema\":\"{SCHEMA}\",\"title\":{},\"players\":{},\"board\":{},\"words\":{},\"trees\":[",
        json!(first.title),
        json!(first.layout.players.map(both)),
        board(first.layout),
        Value::Object(words),
    )?;
    for (i, sketch) in sketches.iter().enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        write_tree(sketch, out)?;
    }
    out.write_all(b"]}")
}

/// A phrase in English and in French.
fn both(phrase: &Phrase) -> Value {
    json!([phrase.en, phrase.fr])
}

fn write_tree(sketch: &Sketch<'_>, out: &mut dyn Write) -> io::Result<()> {
    let tree = sketch.tree;
    let shown = sketch.shown();
    let algorithm = match tree.algorithm() {
        Algorithm::Minimax => "minimax",
        Algorithm::Negamax => "negamax",
        Algorithm::AlphaBeta => "alphabeta",
    };
    let scale = match tree.scale() {
        Scale::Results => "results",
        Scale::Estimates => "estimates",
    };
    let left_out: Vec<_> = left_out(sketch, &shown)
        .iter()
        .map(|sentence| [sentence.render(Lang::En), sentence.render(Lang::Fr)])
        .collect();
    write!(
        out,
        "{{\"algorithm\":\"{algorithm}\",\"scale\":\"{scale}\",\"visited\":{},\"total\":{},\"drawn\":{},\"left_out\":{},\"nodes\":[",
        tree.visited(),
        shown.total,
        shown.drawn,
        json!(left_out),
    )?;
    let is_best = on_best_line(tree);
    let until = last_visits(tree);
    let ids: Vec<NodeId> = shown.ids().collect();
    for (place, &id) in ids.iter().enumerate() {
        let mut node = node(tree, id, is_best(id), shown.hidden(tree, id));
        if let Some(last) = until[id as usize] {
            node.insert("until".to_owned(), json!(last));
        }
        // What narrowed the window, whether it is seen or not.
        if tree.algorithm() == Algorithm::AlphaBeta && node.contains_key("hidden") {
            let others = tree.node(id).children.filter(|child| ids.binary_search(child).is_err());
            let others = others.filter_map(|child| Some((until[child as usize]?, tree.node(child).value?)));
            node.insert("others".to_owned(), others.map(|(until, value)| json!([until, value])).collect());
        }
        if let Some(parent) = tree.node(id).parent.and_then(|parent| ids.binary_search(&parent).ok()) {
            node.insert("parent".to_owned(), json!(parent));
        }
        if place > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &node)?;
    }
    out.write_all(b"]}")
}

/// When the search left each node: the last visit below it.
fn last_visits(tree: &dyn AnyTree) -> Vec<Option<u32>> {
    let mut last = vec![None; tree.len()];
    // Children come after their parents.
    for id in (0..tree.len()).rev() {
        let node = tree.node(id as NodeId);
        last[id] = last[id].max(node.visit);
        if let Some(parent) = node.parent {
            last[parent as usize] = last[parent as usize].max(last[id]);
        }
    }
    last
}

/// A node; what is usual is left out.
fn node(tree: &dyn AnyTree, id: NodeId, best: bool, hidden: usize) -> Map<String, Value> {
    let node = tree.node(id);
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| {
        fields.insert(name.to_owned(), value);
    };
    if let Some(text) = tree.move_text(id) {
        put("move", json!(text));
    }
    if node.count > 1 {
        put("count", json!(node.count));
    }
    put("turn", json!(node.turn.index()));
    if let Some(value) = node.value {
        put("value", json!(value));
    }
    match node.bound {
        Bound::Lower => put("bound", json!("lower")),
        Bound::Upper => put("bound", json!("upper")),
        Bound::Exact => {}
    }
    if let Some(visit) = node.visit {
        put("visit", json!(visit));
        if tree.algorithm() == Algorithm::AlphaBeta {
            let finite = |edge: i32| (edge.abs() != INFINITY).then_some(edge);
            put("window", json!([finite(node.window.0), finite(node.window.1)]));
        }
    }
    if node.cut {
        let left = node.children.clone().filter(|&child| tree.node(child).visit.is_none());
        put("cut", json!(left.count()));
    }
    match node.outcome {
        Some(Outcome::Draw) => put("outcome", json!("draw")),
        Some(Outcome::Win { winner, .. }) => put("outcome", json!(winner.letter())),
        None => {}
    }
    if best {
        put("best", json!(true));
    }
    if hidden > 0 {
        put("hidden", json!(hidden));
    }
    put_view(&tree.view(id), put);
    fields
}
