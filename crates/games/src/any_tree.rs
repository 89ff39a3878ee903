//! Implements [`AnyTree`] for the textbook searches of every game.

use plateau_core::{Objective, Outcome, Player, Position, Record, Variant, View};
use plateau_search::textbook::{
    self, Algorithm, GameResult, Incomplete, LeafEvaluator, NodeId, Options, Tree,
};
use plateau_search::{ErasedAccumulator, ErasedParts, Evaluator};

use crate::engines::Playable;
use crate::phrases;
use crate::tree::{AnyTree, Scale, TreeError, TreeNode, TreeOptions};

/// Searches the current position of a record. If the game is over, the tree has one node.
pub(crate) fn search<V: Playable>(
    record: &Record<V>,
    options: &TreeOptions,
) -> Result<Box<dyn AnyTree>, TreeError> {
    let search_options = search_options(record, options)?;
    let position = record.position();
    let leaves = Leaves::new(record.variant(), options)?;
    let scale = match leaves {
        Leaves::Results => Scale::Results,
        Leaves::Estimates(_) => Scale::Estimates,
    };
    let tree = Tree::search(position, &search_options, &leaves).map_err(tree_error)?;
    Ok(Box::new(ErasedTree { record: record.clone(), tree, scale }))
}

/// Counts the nodes that [`search`] visits.
pub(crate) fn count<V: Playable>(record: &Record<V>, options: &TreeOptions) -> Result<usize, TreeError> {
    let search_options = search_options(record, options)?;
    let position = record.position();
    textbook::count(position, &search_options, &Leaves::new(record.variant(), options)?).map_err(tree_error)
}

/// Converts the options of a search. Returns an error if the tree would be infinite.
fn search_options<V: Playable>(record: &Record<V>, options: &TreeOptions) -> Result<Options, TreeError> {
    if V::Position::CYCLIC && options.depth.is_none() && record.finish().is_none() {
        return Err(TreeError::Invalid(
            phrases::TREE_ENDLESS.message().with("game", record.variant().name()),
        ));
    }
    let TreeOptions { algorithm, depth, fold_symmetry, max_nodes, ref stop, .. } = *options;
    Ok(Options { algorithm, depth, fold_symmetry, max_nodes, stop: stop.clone() })
}

fn tree_error(error: Incomplete) -> TreeError {
    match error {
        Incomplete::TooLarge => TreeError::TooLarge,
        Incomplete::Stopped => TreeError::Stopped,
    }
}

/// The values of leaves: game results only, or results and the estimates of an evaluator.
/// One type for both, so that each search is compiled once.
enum Leaves<P> {
    Results,
    Estimates(ErasedParts<P>),
}

impl<P: Position> Leaves<P> {
    /// Finds the evaluator that the options name.
    fn new<V: Playable<Position = P>>(variant: &V, options: &TreeOptions) -> Result<Self, TreeError> {
        let Some(wanted) = &options.evaluator else { return Ok(Self::Results) };
        let found = crate::learned::evaluator(variant, wanted).map_err(TreeError::Invalid)?;
        Ok(Self::Estimates(found.parts))
    }
}

impl<P: Position> LeafEvaluator<P> for Leaves<P> {
    type State = ErasedAccumulator;

    fn state(&self, root: &P) -> ErasedAccumulator {
        match self {
            Self::Results => ErasedAccumulator::default(),
            Self::Estimates(evaluator) => evaluator.accumulator(root),
        }
    }

    fn advance(&self, state: &ErasedAccumulator, before: &P, mv: P::Move, after: &P) -> ErasedAccumulator {
        match self {
            Self::Results => ErasedAccumulator::default(),
            Self::Estimates(evaluator) => evaluator.update(state, before, mv, after),
        }
    }

    fn finished(&self, outcome: Outcome) -> i32 {
        let result = LeafEvaluator::<P>::finished(&GameResult, outcome);
        match (self, P::OBJECTIVE) {
            (Self::Results, _) => result,
            (Self::Estimates(_), Objective::Distance) => result * Scale::WON,
            (Self::Estimates(_), Objective::Margin) => result * 100,
        }
    }

    fn unfinished(&self, position: &P, state: &ErasedAccumulator) -> i32 {
        let Self::Estimates(evaluator) = self else { return GameResult.unfinished(position, &()) };
        let estimate = evaluator.evaluate(position, state).clamp(1 - Scale::WON, Scale::WON - 1);
        match position.turn() {
            Player::First => estimate,
            Player::Second => -estimate,
        }
    }
}

struct ErasedTree<V: Variant> {
    /// The game up to the root. The root's view depends on it, for instance for the last
    /// move.
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
