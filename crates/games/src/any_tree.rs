//! Textbook trees for code that knows no game by name.

use plateau_core::{Objective, Outcome, Player, Position, Record, Variant, View};
use plateau_search::textbook::{
    self, Algorithm, GameResult, Incomplete, LeafEvaluator, NodeId, Options, Tree,
};

use crate::engines::{Named, Playable};
use crate::phrases;
use crate::tree::{AnyTree, Scale, TreeError, TreeNode, TreeOptions};

/// Searches the position of a record as planned. A game that is over is a tree
/// of one node.
pub(crate) fn search<V: Playable>(
    record: &Record<V>,
    options: &TreeOptions,
) -> Result<Box<dyn AnyTree>, TreeError> {
    let search_options = search_options(record, options)?;
    let position = record.position();
    let (tree, scale) = match &options.evaluator {
        None => (Tree::search(position, &search_options, &GameResult), Scale::Results),
        Some(name) => {
            let judge = Estimates(named(record.variant(), name)?);
            (Tree::search(position, &search_options, &judge), Scale::Estimates)
        }
    };
    Ok(Box::new(ErasedTree { record: record.clone(), tree: tree.map_err(unfinished)?, scale }))
}

/// How many nodes that search visits.
pub(crate) fn count<V: Playable>(record: &Record<V>, options: &TreeOptions) -> Result<usize, TreeError> {
    let search_options = search_options(record, options)?;
    let position = record.position();
    let counted = match &options.evaluator {
        None => textbook::count(position, &search_options, &GameResult),
        Some(name) => textbook::count(position, &search_options, &Estimates(named(record.variant(), name)?)),
    };
    counted.map_err(unfinished)
}

/// The plan for a game that is known, if it can have an end.
fn search_options<V: Playable>(record: &Record<V>, options: &TreeOptions) -> Result<Options, TreeError> {
    if V::Position::CYCLIC && options.depth.is_none() && record.finish().is_none() {
        return Err(TreeError::Invalid(
            phrases::TREE_ENDLESS.message().with("game", record.variant().name()),
        ));
    }
    let TreeOptions { algorithm, depth, fold_symmetry, max_nodes, ref stop, .. } = *options;
    Ok(Options { algorithm, depth, fold_symmetry, max_nodes, stop: stop.clone() })
}

fn unfinished(why: Incomplete) -> TreeError {
    match why {
        Incomplete::TooLarge => TreeError::TooLarge,
        Incomplete::Stopped => TreeError::Stopped,
    }
}

fn named<V: Playable>(variant: &V, wanted: &str) -> Result<Named<V::Position>, TreeError> {
    let evaluators = variant.evaluators();
    let names: Vec<&str> = evaluators.iter().map(Named::name).collect();
    let unknown = phrases::EVALUATOR_UNKNOWN.message().with("name", wanted).with("names", names.join(", "));
    evaluators.into_iter().find(|known| known.name() == wanted).ok_or(TreeError::Invalid(unknown))
}

/// Leaves as an evaluator judges them.
struct Estimates<P>(Named<P>);

impl<P: Position> LeafEvaluator<P> for Estimates<P> {
    fn finished(&self, position: &P, outcome: Outcome, ply: u32) -> i32 {
        let result = GameResult.finished(position, outcome, ply);
        match P::OBJECTIVE {
            Objective::Distance => result * Scale::WON,
            Objective::Margin => result * 100,
        }
    }

    fn unfinished(&self, position: &P) -> i32 {
        let estimate = self.0.estimate(position).clamp(1 - Scale::WON, Scale::WON - 1);
        match position.turn() {
            Player::First => estimate,
            Player::Second => -estimate,
        }
    }
}

struct ErasedTree<V: Variant> {
    /// The game up to the root: what it knows shows on the root's board.
    record: Record<V>,
    tree: Tree<V::Position>,
    scale: Scale,
}

impl<V: Playable> AnyTree for ErasedTree<V> {
    fn algorithm(&self) -> Algorithm {
        self.tree.algorithm
    }

    fn scale(&self) -> Scale {
        self.scale
    }

    fn len(&self) -> usize {
        self.tree.nodes.len()
    }

    fn visited(&self) -> u32 {
        self.tree.visited
    }

    fn node(&self, id: NodeId) -> TreeNode {
        let node = &self.tree.nodes[id as usize];
        TreeNode {
            parent: node.parent,
            children: node.children.clone(),
            ply: node.ply,
            count: node.count,
            turn: node.position.turn(),
            value: node.value,
            bound: node.bound,
            window: node.window,
            visit: node.visit,
            cut: node.cut,
            outcome: node.outcome,
        }
    }

    fn move_text(&self, id: NodeId) -> Option<String> {
        let node = &self.tree.nodes[id as usize];
        let before = &self.tree.nodes[node.parent? as usize].position;
        Some(self.record.variant().print_move(before, node.mv?))
    }

    fn view(&self, id: NodeId) -> View {
        let node = &self.tree.nodes[id as usize];
        let variant = self.record.variant();
        let (Some(parent), Some(mv)) = (node.parent, node.mv) else {
            return variant.view(&self.record);
        };
        let before = self.tree.nodes[parent as usize].position;
        let mut record = Record::from_position(variant.clone(), before);
        // The move comes from the search, so it is legal.
        let _ = record.play(mv);
        variant.view(&record)
    }

    fn principal_variation(&self) -> Vec<NodeId> {
        self.tree.principal_variation()
    }
}
