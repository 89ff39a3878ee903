//! The tree of Monte-Carlo search: its nodes, how one more is chosen and
//! tried, and what the results make of those above it.

use plateau_core::{Objective, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use crate::evaluator::Evaluator;
use crate::history::Meter;
use crate::mcts::{MctsSettings, worth};
use crate::score::Score;

/// A cyclic game that goes on for so long in a playout is taken for a draw.
const LONGEST_PLAYOUT: u32 = 200;

/// A move in the tree and the position after it. Scores are for the side to
/// move in that position, results for the side that moved to it.
#[derive(Clone, Copy)]
pub struct Node<M> {
    pub mv: M,
    /// Its first child; they lie side by side.
    pub first: u32,
    /// How many children it has, none before it is expanded.
    pub count: u32,
    pub visits: u32,
    /// The sum of the results.
    pub total: f64,
    /// The chance that its mover would take it, before any trial.
    pub prior: f32,
    pub lower: Score,
    pub upper: Score,
    /// The position was met before on the way here: a draw, if not for ever.
    pub repeats: bool,
}

impl<M> Node<M> {
    fn new(mv: M, bounds: (Score, Score), prior: f32, repeats: bool) -> Self {
        let (lower, upper) = bounds;
        Self { mv, first: 0, count: 0, visits: 0, total: 0.0, prior, lower, upper, repeats }
    }

    /// The bounds for the side that moved here.
    pub fn for_mover(&self) -> (Score, Score) {
        (self.upper.for_parent(), self.lower.for_parent())
    }

    pub fn mean(&self) -> f32 {
        (self.total / f64::from(self.visits.max(1))) as f32
    }

    /// Whether nothing that matters is open any more: a win and a loss are
    /// enough, whatever their distance.
    pub fn is_settled<P: Position>(&self) -> bool {
        let decided = P::OBJECTIVE == Objective::Distance && (self.lower.is_win() || self.upper.is_loss());
        decided || self.lower >= self.upper
    }
}

/// What is known of a game that goes on: it is over in one ply at the soonest,
/// and a move may end it for the other side.
fn open_bounds<P: Position>() -> (Score, Score) {
    match P::OBJECTIVE {
        Objective::Distance => (Score::loss_in(1), Score::win_in(1)),
        Objective::Margin => (Score::LOWEST, Score::HIGHEST),
    }
}

/// The nodes, in one piece of memory that never grows.
pub struct Tree<P: Position> {
    pub nodes: Vec<Node<P::Move>>,
    capacity: usize,
    /// Keys of the positions drawn when they are met again.
    draws: FxHashSet<u64>,
    rng: Option<Xoshiro256PlusPlus>,
    deepest: u32,
    /// The nodes of the path that is being tried.
    path: Vec<u32>,
    keys: Vec<u64>,
}

impl<P: Position> Tree<P> {
    pub fn new(megabytes: usize) -> Self {
        let capacity = ((megabytes.max(1) << 20) / size_of::<Node<P::Move>>()).min(u32::MAX as usize);
        Self {
            nodes: Vec::with_capacity(capacity),
            capacity,
            draws: FxHashSet::default(),
            rng: None,
            deepest: 0,
            path: Vec::new(),
            keys: Vec::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<P::Move>>()
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.deepest = 0;
    }

    /// The depth of the deepest node.
    pub fn deepest(&self) -> u32 {
        self.deepest
    }

    pub fn children(&self, node: u32) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        node.first as usize..node.first as usize + node.count as usize
    }

    /// A tree of a root and its moves, whatever the limits: there must be an
    /// answer, and it must not pass over a win in one.
    pub fn begin<E: Evaluator<P>>(
        &mut self,
        position: &P,
        draws: FxHashSet<u64>,
        evaluator: &E,
        settings: &MctsSettings,
        meter: &mut Meter<'_>,
    ) {
        self.clear();
        self.draws = draws;
        self.rng = Some(Xoshiro256PlusPlus::seed_from_u64(settings.seed));
        let Some(any) = position.legal_moves().next() else { return };
        self.nodes.push(Node::new(any, open_bounds::<P>(), 1.0, false));
        self.path.clear();
        self.keys.clear();
        self.keys.push(position.key());
        self.expand(0, position, &evaluator.state(position), evaluator, settings);
        meter.nodes += self.nodes.len() as u64 - 1;
        meter.poll();
        self.update_bounds(0);
    }

    /// Whether the search can end: the root is settled, or each of its moves.
    pub fn is_settled(&self, multi_pv: bool) -> bool {
        if multi_pv {
            self.nodes[self.children(0)].iter().all(Node::is_settled::<P>)
        } else {
            self.nodes[0].is_settled::<P>()
        }
    }

    /// One trial: down the tree to a leaf, a playout from there, and the result
    /// back up. A trial that a limit ends leaves no trace.
    pub fn grow<E: Evaluator<P>>(
        &mut self,
        root: &P,
        evaluator: &E,
        settings: &MctsSettings,
        depth: Option<u32>,
        meter: &mut Meter<'_>,
    ) {
        let mut position = *root;
        let mut state = evaluator.state(root);
        let mut node = 0;
        self.path.clear();
        self.path.push(0);
        self.keys.clear();
        self.keys.push(root.key());
        loop {
            if self.nodes[node as usize].count == 0 {
                let leaf = &self.nodes[node as usize];
                let wanted = leaf.visits > 0 && !leaf.repeats && !leaf.is_settled::<P>();
                let ply = self.path.len() as u32 - 1;
                let room = self.capacity - self.nodes.len() >= position.legal_moves().len();
                if !wanted || !room || depth.is_some_and(|depth| ply >= depth) {
                    break;
                }
                for _ in position.legal_moves() {
                    if meter.count() {
                        return;
                    }
                }
                self.expand(node, &position, &state, evaluator, settings);
                self.back_up_bounds();
                if self.nodes[node as usize].is_settled::<P>() {
                    break;
                }
            }
            let Some(next) = self.select(node, settings) else { break };
            node = next;
            let mv = self.nodes[node as usize].mv;
            let after = position.after(mv);
            state = evaluator.advance(&state, &position, mv, &after);
            position = after;
            self.path.push(node);
            if P::CYCLIC {
                self.keys.push(position.key());
            }
        }
        self.deepest = self.deepest.max(self.path.len() as u32 - 1);
        if let Some(result) = self.result(node, position, state, evaluator, settings, meter) {
            self.back_up(result);
        }
    }

    /// Gives a node its children.
    fn expand<E: Evaluator<P>>(
        &mut self,
        node: u32,
        position: &P,
        state: &E::State,
        evaluator: &E,
        settings: &MctsSettings,
    ) {
        let first = self.nodes.len();
        let moves = position.legal_moves();
        let even = 1.0 / moves.len().max(1) as f32;
        for mv in moves {
            let child = position.after(mv);
            let (bounds, repeats) = self.sight(&child, evaluator);
            let prior = settings.prior_scale.map_or(even, |scale| {
                (evaluator.order_score(position, state, mv) as f32 / scale).clamp(-20.0, 20.0).exp()
            });
            self.nodes.push(Node::new(mv, bounds, prior, repeats));
        }
        let sum: f32 = self.nodes[first..].iter().map(|child| child.prior).sum();
        self.nodes[first..].iter_mut().for_each(|child| child.prior /= sum);
        let count = (self.nodes.len() - first) as u32;
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (first as u32, count);
    }

    /// What is known of a new node at sight: its bounds, and whether it repeats
    /// a position of the path. Such a draw is no proof: it holds on this path.
    fn sight<E: Evaluator<P>>(&self, position: &P, evaluator: &E) -> ((Score, Score), bool) {
        if let Some(outcome) = position.outcome() {
            let score = Score::of_outcome::<P>(outcome, position.turn());
            return ((score, score), false);
        }
        if P::CYCLIC {
            let key = position.key();
            if self.draws.contains(&key) {
                return ((Score::DRAW, Score::DRAW), false);
            }
            if self.keys.contains(&key) {
                return (open_bounds::<P>(), true);
            }
        }
        let (lower, upper) = open_bounds::<P>();
        match evaluator.probe(position) {
            Some(value) => ((lower.max(value.lower), upper.min(value.upper)), false),
            None => ((lower, upper), false),
        }
    }

    /// The child to try: among those that could still change the node's bounds,
    /// the one with the best prospect.
    fn select(&self, node: u32, settings: &MctsSettings) -> Option<u32> {
        let parent = &self.nodes[node as usize];
        let tried = parent.visits.max(1) as f32;
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for i in self.children(node) {
            let child = &self.nodes[i];
            // The root's moves may each be wanted.
            let useless = node != 0 && child.for_mover().1 <= parent.lower;
            if child.is_settled::<P>() || useless {
                continue;
            }
            let visits = child.visits as f32;
            let prospect = if settings.prior_scale.is_some() {
                child.mean() + settings.exploration * 2.0 * child.prior * tried.sqrt() / (1.0 + visits)
            } else if child.visits == 0 {
                f32::MAX
            } else {
                child.mean() + settings.exploration * (tried.ln() / visits).sqrt()
            };
            if prospect > highest {
                highest = prospect;
                best = Some(i as u32);
            }
        }
        best
    }

    /// What a trial that came to this leaf is worth to the side to move there;
    /// nothing when a limit ended it.
    fn result<E: Evaluator<P>>(
        &mut self,
        node: u32,
        mut position: P,
        mut state: E::State,
        evaluator: &E,
        settings: &MctsSettings,
        meter: &mut Meter<'_>,
    ) -> Option<f32> {
        let leaf = self.nodes[node as usize];
        if leaf.repeats {
            return (!meter.count()).then_some(0.0);
        }
        if leaf.is_settled::<P>() {
            let score = if leaf.lower.is_win() { leaf.lower } else { leaf.upper };
            return (!meter.count()).then(|| worth::<P>(score, true, settings.scale));
        }
        let rng = self.rng.as_mut()?;
        let turn = position.turn();
        let sign = |now: &P| if now.turn() == turn { 1.0 } else { -1.0 };
        let longest = if P::CYCLIC { LONGEST_PLAYOUT } else { u32::MAX };
        for ply in 0..longest {
            if meter.count() {
                return None;
            }
            if let Some(outcome) = position.outcome() {
                let score = Score::of_outcome::<P>(outcome, position.turn());
                return Some(sign(&position) * worth::<P>(score, true, settings.scale));
            }
            if settings.cut_off.is_some_and(|most| ply >= most) {
                let score = Score::estimate(evaluator.evaluate(&position, &state));
                return Some(sign(&position) * worth::<P>(score, false, settings.scale));
            }
            let mut moves = position.legal_moves();
            let Some(mv) = moves.nth(rng.random_range(0..moves.len().max(1))) else { break };
            let after = position.after(mv);
            if settings.cut_off.is_some() {
                state = evaluator.advance(&state, &position, mv, &after);
            }
            position = after;
            // Random play goes round more than players do: only what the game
            // has met before is a draw at once, the rest by its length.
            if P::CYCLIC && self.draws.contains(&position.key()) {
                break;
            }
        }
        Some(0.0)
    }

    /// Adds a result, for the side to move at the end of the path, to its nodes.
    fn back_up(&mut self, result: f32) {
        let mut for_mover = -result;
        for &node in self.path.iter().rev() {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.total += f64::from(for_mover);
            for_mover = -for_mover;
        }
    }

    /// Narrows the bounds along the path, from its end up as far as they change.
    fn back_up_bounds(&mut self) {
        for i in (0..self.path.len()).rev() {
            if !self.update_bounds(self.path[i]) {
                break;
            }
        }
    }

    /// The bounds of a node from those of its children; whether they changed.
    fn update_bounds(&mut self, node: u32) -> bool {
        let bounds = self.nodes[self.children(node)].iter().map(Node::for_mover);
        let Some((lower, upper)) = bounds.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))) else { return false };
        let node = &mut self.nodes[node as usize];
        let narrowed = (node.lower.max(lower), node.upper.min(upper));
        let changed = narrowed != (node.lower, node.upper);
        (node.lower, node.upper) = narrowed;
        changed
    }
}
