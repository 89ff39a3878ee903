//! Depth-first proof-number search (df-pn, Nagai 2002) of one question: does a
//! given player win?
//!
//! At each node `phi` is the effort for the side to move to reach its goal (the
//! player in question to win, the opponent to prevent it), and `delta` the effort
//! for the other side. Over the children `c`,
//!
//! ```text
//! phi = min delta(c)      delta = max phi(c) + (unsolved children - 1)
//! ```
//!
//! The published form sums `phi(c)` in `delta`, which counts a position once for
//! each path to it. The maximum (weak proof-number search, Ueda et al. 2008) does
//! not, which matters in games with many transpositions. Thresholds follow the
//! 1 + ε trick (Pawlewicz and Lew 2007) with ε = 1/4.

use plateau_core::{Outcome, Player, Position};
use rustc_hash::FxHashSet;

use super::table::{INFINITE, ProofNumbers, ProofTable};
use crate::node_counter::NodeCounter;

/// The result depends on no repetition.
const NO_REPETITION: u32 = u32::MAX;
/// The result is due to the depth limit, so it holds on no path.
const DEPTH_LIMIT: u32 = 0;

/// The maximum length of a path, which bounds the recursion.
const MAX_PLY: u32 = 400;

/// The result of searching a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeResult {
    pub numbers: ProofNumbers,
    /// One more than the ply of the earliest position on the path whose repetition
    /// the result depends on. A disproof by repetition holds on this path only.
    repetition_ply: u32,
}

impl NodeResult {
    fn solved(by_mover: bool, repetition_ply: u32) -> Self {
        Self { numbers: ProofNumbers::solved(by_mover, 0), repetition_ply }
    }

    /// Returns whether the node is solved, independent of the path.
    pub fn is_certain(self) -> bool {
        self.numbers.is_solved() && self.repetition_ply == NO_REPETITION
    }
}

struct Child<P> {
    position: P,
    result: NodeResult,
}

/// A df-pn search for one player.
pub struct Dfpn<'q, 'm, P> {
    /// The player whose win is to be proven.
    player: Player,
    table: &'q mut ProofTable,
    counter: &'q mut NodeCounter<'m>,
    /// Keys of the positions that the game history makes draws by repetition.
    repetition_draws: &'q FxHashSet<u64>,
    max_depth: Option<u32>,
    /// The index of the root move that solves the question or is closest to it.
    pub best: usize,
    /// A stack of child lists, one for each node on the path.
    children: Vec<Child<P>>,
    /// The keys of the positions on the path.
    path: Vec<u64>,
}

/// The children of a node, combined.
struct Summary {
    numbers: ProofNumbers,
    /// The index of the child with the smallest `delta`.
    best: usize,
    /// The second smallest `delta`.
    second_delta: u32,
    unsolved: u32,
    repetition_ply: u32,
}

impl<'q, 'm, P: Position> Dfpn<'q, 'm, P> {
    pub fn new(
        player: Player,
        table: &'q mut ProofTable,
        counter: &'q mut NodeCounter<'m>,
        repetition_draws: &'q FxHashSet<u64>,
        max_depth: Option<u32>,
    ) -> Self {
        let (children, path) = (Vec::new(), Vec::new());
        Self { player, table, counter, repetition_draws, max_depth, best: 0, children, path }
    }

    /// Returns the table key of a position: the two players have separate entries.
    fn key(&self, position: &P) -> u64 {
        position.key() ^ if self.player == Player::First { 0 } else { 0x5bd1_e995_7b93_a1c7 }
    }

    /// Searches until the position is solved or a limit is reached.
    pub fn search(&mut self, position: &P) -> NodeResult {
        let result = self.result_before_search(position);
        if result.numbers.is_solved() {
            return result;
        }
        self.search_node(position, INFINITE, INFINITE)
    }

    /// Returns the result of a position before it is searched: solved if it is
    /// terminal, repeats a position or is solved in the table, else the stored or
    /// initial numbers.
    pub fn result_before_search(&self, position: &P) -> NodeResult {
        let is_own_turn = position.turn() == self.player;
        let win = || NodeResult::solved(is_own_turn, NO_REPETITION);
        let no_win = |repetition_ply| NodeResult::solved(!is_own_turn, repetition_ply);
        let moves = position.legal_moves().len();
        if moves == 0 {
            let is_won = position.outcome().and_then(Outcome::winner) == Some(self.player);
            return if is_won { win() } else { no_win(NO_REPETITION) };
        }
        if P::CYCLIC {
            let key = position.key();
            // The root is the current position, not a repetition of it.
            if self.repetition_draws.contains(&key) && !self.path.is_empty() {
                return no_win(NO_REPETITION);
            }
            if let Some(ply) = self.path.iter().rposition(|&other| other == key) {
                return no_win(ply as u32 + 1);
            }
        }
        let stored = self.table.probe(self.key(position));
        if let Some(numbers) = stored.filter(|numbers| numbers.is_solved()) {
            return NodeResult { numbers, repetition_ply: NO_REPETITION };
        }
        let max_ply = self.max_depth.unwrap_or(MAX_PLY).min(MAX_PLY);
        if self.path.len() as u32 >= max_ply {
            return no_win(DEPTH_LIMIT);
        }
        // Initial numbers: the side to move needs one good move, the other side has
        // to refute them all.
        let numbers = stored.unwrap_or(ProofNumbers { phi: 1, delta: moves as u32, plies: 0 });
        NodeResult { numbers, repetition_ply: NO_REPETITION }
    }

    /// Searches a node until `phi` or `delta` reaches its threshold.
    fn search_node(&mut self, position: &P, phi_threshold: u32, delta_threshold: u32) -> NodeResult {
        let aborted = NodeResult {
            numbers: ProofNumbers { phi: 1, delta: 1, plies: 0 },
            repetition_ply: NO_REPETITION,
        };
        // Every child is generated, so the work grows with the number of moves.
        if self.counter.count_work(position.legal_moves().len() as u64) {
            return aborted;
        }
        let nodes_before = self.counter.nodes;
        let first = self.children.len();
        // Plies of the path count from 1, since 0 stands for the depth limit.
        self.path.push(position.key());
        let ply = self.path.len() as u32;
        for mv in position.legal_moves() {
            let child = position.after(mv);
            let result = self.result_before_search(&child);
            self.children.push(Child { position: child, result });
        }
        let is_own_turn = position.turn() == self.player;
        let mut summary = self.summarise(first, is_own_turn);
        while summary.numbers.phi < phi_threshold && summary.numbers.delta < delta_threshold {
            let child = self.children[first + summary.best].position;
            // 1 + ε trick: stay with a child until it is clearly worse than the
            // second best, instead of switching back and forth.
            let second = summary.second_delta;
            let child_delta = phi_threshold.min(second.saturating_add(second / 4).saturating_add(1));
            let child_phi = match delta_threshold {
                INFINITE => INFINITE,
                threshold => threshold - (summary.unsolved - 1),
            };
            let result = self.search_node(&child, child_phi, child_delta);
            if self.counter.stopped.is_some() {
                break;
            }
            self.children[first + summary.best].result = result;
            summary = self.summarise(first, is_own_turn);
        }
        if first == 0 {
            self.best = summary.best;
        }
        self.children.truncate(first);
        self.path.pop();
        if self.counter.stopped.is_some() {
            return aborted;
        }
        // A result that depends only on repetitions of this node or later ones holds
        // on every path: a win never has to repeat a position.
        let repetition_ply =
            if summary.repetition_ply >= ply { NO_REPETITION } else { summary.repetition_ply };
        if repetition_ply == NO_REPETITION || !summary.numbers.is_solved() {
            let nodes = self.counter.nodes - nodes_before + 1;
            self.table.store(self.key(position), summary.numbers, nodes);
        }
        NodeResult { numbers: summary.numbers, repetition_ply }
    }

    /// Combines the results of the children from index `first` on.
    fn summarise(&self, first: usize, is_own_turn: bool) -> Summary {
        let children = &self.children[first..];
        let mut summary = Summary {
            numbers: ProofNumbers { phi: INFINITE, delta: 0, plies: 0 },
            best: 0,
            second_delta: INFINITE,
            unsolved: 0,
            repetition_ply: NO_REPETITION,
        };
        let mut best_rank = (INFINITE, u32::MAX, u16::MAX);
        for (i, child) in children.iter().enumerate() {
            let NodeResult { numbers, repetition_ply } = child.result;
            // Among solved children, prefer a path-independent one, then the
            // shortest win.
            let rank = (numbers.delta, NO_REPETITION - repetition_ply, numbers.plies);
            if rank < best_rank || i == 0 {
                if i > 0 {
                    summary.second_delta = summary.second_delta.min(best_rank.0);
                }
                best_rank = rank;
                summary.best = i;
            } else {
                summary.second_delta = summary.second_delta.min(numbers.delta);
            }
            if !numbers.is_solved() {
                summary.unsolved += 1;
                summary.numbers.delta = summary.numbers.delta.max(numbers.phi);
            }
        }
        summary.numbers.phi = best_rank.0;
        if summary.numbers.phi == 0 {
            let best = children[summary.best].result;
            let plies = best.numbers.plies.saturating_add(1);
            summary.numbers = ProofNumbers::solved(true, if is_own_turn { plies } else { 0 });
            summary.repetition_ply = best.repetition_ply;
        } else if summary.numbers.phi == INFINITE {
            // The side to move cannot reach its goal: it delays the loss.
            let longest = (0..children.len()).rev().max_by_key(|&i| children[i].result.numbers.plies);
            summary.best = longest.unwrap_or(0);
            let plies = children[summary.best].result.numbers.plies.saturating_add(1);
            summary.numbers = ProofNumbers::solved(false, if is_own_turn { 0 } else { plies });
            let plies = children.iter().map(|child| child.result.repetition_ply);
            summary.repetition_ply = plies.min().unwrap_or(NO_REPETITION);
        } else {
            summary.numbers.delta = (summary.numbers.delta + summary.unsolved - 1).min(INFINITE - 1);
        }
        summary
    }
}
