//! Trees as JSON, for the HTML page and the server; `docs/json.md` documents the schema.

use std::io::{self, Write};

use plateau_core::{Lang, Outcome, Phrase};
use plateau_games::{AnyTree, Scale};
use plateau_search::textbook::{INFINITY, NodeId};
use plateau_search::transposition::Bound;
use serde_json::{Map, Value, json};

use super::{TreePicture, omissions, on_best_line};
use crate::page::{board, put_view};
use crate::phrases;

/// The name and version of the JSON schema.
pub const SCHEMA: &str = "plateau-tree/1";

/// Writes trees of one position as one JSON object, streaming the nodes.
pub fn write(pictures: &[TreePicture<'_>], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = pictures.first() else { return out.write_all(b"null") };
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
    for (i, picture) in pictures.iter().enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        write_tree(picture, out)?;
    }
    out.write_all(b"]}")
}

/// Returns a phrase in English and in French.
fn both(phrase: &Phrase) -> Value {
    json!([phrase.en, phrase.fr])
}

fn write_tree(picture: &TreePicture<'_>, out: &mut dyn Write) -> io::Result<()> {
    let tree = picture.tree;
    let visible = picture.visible_nodes();
    let algorithm = tree.algorithm().name();
    let scale = match tree.scale() {
        Scale::Results => "results",
        Scale::Estimates => "estimates",
    };
    let left_out: Vec<_> = omissions(picture, &visible)
        .iter()
        .map(|sentence| [sentence.render(Lang::En), sentence.render(Lang::Fr)])
        .collect();
    write!(
        out,
        "{{\"algorithm\":\"{algorithm}\",\"scale\":\"{scale}\",\"visited\":{},\"total\":{},\"drawn\":{},\"left_out\":{},\"nodes\":[",
        tree.visited(),
        visible.total,
        visible.count,
        json!(left_out),
    )?;
    let is_best = on_best_line(tree);
    let until = last_visits(tree);
    let ids: Vec<NodeId> = visible.ids().collect();
    for (index, &id) in ids.iter().enumerate() {
        let mut node = node(tree, id, is_best(id), visible.hidden_moves(tree, id));
        if let Some(last) = until[id as usize] {
            node.insert("until".to_owned(), json!(last));
        }
        // The values of hidden moves narrow the window too.
        if tree.algorithm().has_pruning() && node.contains_key("hidden") {
            let others = tree.node(id).children.filter(|child| ids.binary_search(child).is_err());
            let others = others.filter_map(|child| Some((until[child as usize]?, tree.node(child).value?)));
            node.insert("others".to_owned(), others.map(|(until, value)| json!([until, value])).collect());
        }
        if let Some(parent) = tree.node(id).parent.and_then(|parent| ids.binary_search(&parent).ok()) {
            node.insert("parent".to_owned(), json!(parent));
        }
        if index > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &node)?;
    }
    out.write_all(b"]}")
}

/// Returns the last visit in the subtree of each node: when the search left it.
fn last_visits(tree: &dyn AnyTree) -> Vec<Option<u32>> {
    let mut last = vec![None; tree.len()];
    // Children have higher indices than their parents.
    for id in (0..tree.len()).rev() {
        let node = tree.node(id as NodeId);
        last[id] = last[id].max(node.visit);
        if let Some(parent) = node.parent {
            last[parent as usize] = last[parent as usize].max(last[id]);
        }
    }
    last
}

/// Returns a node as JSON, without fields that have their default value.
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
        if tree.algorithm().has_pruning() {
            let finite = |bound: i32| (bound.abs() != INFINITY).then_some(bound);
            put("window", json!([finite(node.window.0), finite(node.window.1)]));
        }
    }
    if node.cut {
        let pruned = node.children.clone().filter(|&child| tree.node(child).visit.is_none());
        put("cut", json!(pruned.count()));
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
