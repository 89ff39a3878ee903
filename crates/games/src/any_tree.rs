//! Textbook trees for code that knows no game by name.

use plateau_core::{Objective, Outcome, Player, Position, Record, Variant, View};
use plateau_search::textbook::{self, Algorithm, Judge, NodeId, Plan, Result3, Tree, Unfinished};
use plateau_search::{AnyTree, NoTree, Scale, TreeNode, TreePlan};

use crate::engines::{NamedEvaluator, Playable};
use crate::phrases;

/// Searches the position of a record as planned. A game that is over is a tree
/// of one node.
pub(crate) fn search<V: Playable>(record: &Record<V>, plan: &TreePlan) -> Result<Box<dyn AnyTree>, NoTree> {
    let asked = asked(record, plan)?;
    let position = record.position();
    let leaves = Leaves::new(record.variant(), plan)?;
    let scale = match leaves {
        Leaves::Results => Scale::Results,
        Leaves::Estimates(_) => Scale::Estimates,
    };
    let tree = Tree::search(position, &asked, &leaves).map_err(unfinished)?;
    Ok(Box::new(ErasedTree { record: record.clone(), tree, scale }))
}

/// How many nodes that search visits.
pub(crate) fn count<V: Playable>(record: &Record<V>, plan: &TreePlan) -> Result<usize, NoTree> {
    let asked = asked(record, plan)?;
    let position = record.position();
    textbook::count(position, &asked, &Leaves::new(record.variant(), plan)?).map_err(unfinished)
}

/// The plan for a game that is known, if it can have an end.
fn asked<V: Playable>(record: &Record<V>, plan: &TreePlan) -> Result<Plan, NoTree> {
    if V::Position::CYCLIC && plan.depth.is_none() && record.finish().is_none() {
        return Err(NoTree::Wrong(phrases::TREE_ENDLESS.message().with("game", record.variant().name())));
    }
    let TreePlan { algorithm, depth, fold, limit, ref stop, .. } = *plan;
    Ok(Plan { algorithm, depth, fold, limit, stop: stop.clone() })
}

fn unfinished(why: Unfinished) -> NoTree {
    match why {
        Unfinished::TooLarge => NoTree::TooLarge,
        Unfinished::Stopped => NoTree::Stopped,
    }
}

/// The values of leaves: results alone, or with the estimates of an evaluator. One
/// type for both, so that each search is compiled once.
enum Leaves<P> {
    Results,
    Estimates(NamedEvaluator<P>),
}

impl<P: Position> Leaves<P> {
    /// Finds the evaluator that a plan names.
    fn new<V: Playable<Position = P>>(variant: &V, plan: &TreePlan) -> Result<Self, NoTree> {
        let Some(wanted) = &plan.evaluator else { return Ok(Self::Results) };
        let evaluators = variant.evaluators();
        let names = evaluators.names().join(", ");
        evaluators.find(wanted).map(Self::Estimates).ok_or_else(|| {
            NoTree::Wrong(
                phrases::EVALUATOR_UNKNOWN.message().with("name", wanted.as_str()).with("names", names),
            )
        })
    }
}

impl<P: Position> Judge<P> for Leaves<P> {
    fn finished(&self, position: &P, outcome: Outcome, ply: u32) -> i32 {
        let result = Result3.finished(position, outcome, ply);
        match (self, P::OBJECTIVE) {
            (Self::Results, _) => result,
            (Self::Estimates(_), Objective::Distance) => result * Scale::WON,
            (Self::Estimates(_), Objective::Margin) => result * 100,
        }
    }

    fn unfinished(&self, position: &P) -> i32 {
        let Self::Estimates(evaluator) = self else { return Result3.unfinished(position) };
        let estimate = evaluator.estimate(position).clamp(1 - Scale::WON, Scale::WON - 1);
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

    fn best_line(&self) -> Vec<NodeId> {
        self.tree.best_line()
    }
}
