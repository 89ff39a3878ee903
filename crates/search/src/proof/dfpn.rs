//! Depth-first proof-number search of one question: does a player win?
//!
//! At each node `phi` is the effort for the side to move to get what it wants —
//! the asked player to win, the other to prevent it — and `delta` the effort for
//! the other side. With `c` over the children,
//!
//! ```text
//! phi = min delta(c)      delta = max phi(c) + (open children - 1)
//! ```
//!
//! The sum of the books counts a position once for each way to it; the maximum
//! does not, and games in which ways meet again need that.

use plateau_core::{Outcome, Player, Position};
use rustc_hash::FxHashSet;

use crate::history::Meter;
use crate::proof_table::{Effort, INFINITE, ProofTable};

/// Nothing of the path was needed.
const NO_PATH: u32 = u32::MAX;
/// An answer for want of depth: it is none, on any path.
const NO_ANSWER: u32 = 0;

/// No path of a game may be longer: each position on it takes memory.
const DEEPEST: u32 = 400;

/// What the search of a node says.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub effort: Effort,
    /// One more than the ply of the earliest position on the path whose coming
    /// again the answer rests on; [`NO_PATH`] when it rests on none. That the
    /// player fails, because the game goes round, holds on this path alone.
    pub path: u32,
}

impl Found {
    /// Whether this answers the question, whatever the path.
    pub fn is_sure(self) -> bool {
        self.effort.is_answered() && self.path == NO_PATH
    }
}

struct Child<P> {
    position: P,
    found: Found,
}

/// One question on its way.
pub struct Question<'q, 'm, P> {
    /// Whether this player wins is asked.
    pub player: Player,
    pub table: &'q mut ProofTable,
    pub meter: &'q mut Meter<'m>,
    /// Keys of the positions drawn when they are met again.
    pub draws: &'q FxHashSet<u64>,
    pub depth: Option<u32>,
    /// The number of the root's move that answers, or looks most like it.
    pub best: usize,
    children: Vec<Child<P>>,
    path: Vec<u64>,
}

/// The best of a node's children, and what to make of them all.
struct Sum {
    effort: Effort,
    best: usize,
    /// The second least `delta`.
    second: u32,
    open: u32,
    path: u32,
}

impl<'q, 'm, P: Position> Question<'q, 'm, P> {
    pub fn new(
        player: Player,
        table: &'q mut ProofTable,
        meter: &'q mut Meter<'m>,
        draws: &'q FxHashSet<u64>,
        depth: Option<u32>,
    ) -> Self {
        Self { player, table, meter, draws, depth, best: 0, children: Vec::new(), path: Vec::new() }
    }

    /// The key of a position in this question.
    fn key(&self, position: &P) -> u64 {
        position.key() ^ if self.player == Player::First { 0 } else { 0x5bd1_e995_7b93_a1c7 }
    }

    /// Searches until the question is answered at a position or a limit is met.
    pub fn ask(&mut self, position: &P) -> Found {
        let found = self.sight(position);
        if found.effort.is_answered() {
            return found;
        }
        self.node(position, INFINITE, INFINITE)
    }

    /// What is known of a position on the path without search.
    pub fn sight(&self, position: &P) -> Found {
        let own = position.turn() == self.player;
        let fails = |path| Found { effort: Effort::answered(!own, 0), path };
        let moves = position.legal_moves().len();
        if moves == 0 {
            let wins = position.outcome().and_then(Outcome::winner) == Some(self.player);
            return if wins {
                Found { effort: Effort::answered(own, 0), path: NO_PATH }
            } else {
                fails(NO_PATH)
            };
        }
        if P::CYCLIC {
            let key = position.key();
            // The root itself is not met again by being asked about.
            if self.draws.contains(&key) && !self.path.is_empty() {
                return fails(NO_PATH);
            }
            if let Some(ply) = self.path.iter().rposition(|&other| other == key) {
                return fails(ply as u32 + 1);
            }
        }
        let known = self.table.get(self.key(position));
        if let Some(effort) = known.filter(|effort| effort.is_answered()) {
            return Found { effort, path: NO_PATH };
        }
        let deepest = self.depth.unwrap_or(DEEPEST).min(DEEPEST);
        if self.path.len() as u32 >= deepest {
            return fails(NO_ANSWER);
        }
        // Nothing searched yet: one good move is enough for the side to move,
        // the other has to meet them all.
        let effort = known.unwrap_or(Effort { phi: 1, delta: moves as u32, plies: 0 });
        Found { effort, path: NO_PATH }
    }

    /// Searches a node until `phi` or `delta` reaches its threshold.
    fn node(&mut self, position: &P, most_phi: u32, most_delta: u32) -> Found {
        let open = Found { effort: Effort { phi: 1, delta: 1, plies: 0 }, path: NO_PATH };
        // Every child is looked at, and each of its moves counted.
        if self.meter.count_work(position.legal_moves().len() as u64) {
            return open;
        }
        let before = self.meter.nodes;
        let begin = self.children.len();
        // The plies of the path count from 1 here, so that 0 can mean none.
        self.path.push(position.key());
        let ply = self.path.len() as u32;
        for mv in position.legal_moves() {
            let child = position.after(mv);
            let found = self.sight(&child);
            self.children.push(Child { position: child, found });
        }
        let own = position.turn() == self.player;
        let mut sum = self.sum(begin, own);
        while sum.effort.phi < most_phi && sum.effort.delta < most_delta {
            let child = self.children[begin + sum.best].position;
            // A little more than the second best, so as not to go to and fro.
            let child_delta = most_phi.min(sum.second.saturating_add(sum.second / 4).saturating_add(1));
            let child_phi = if most_delta == INFINITE { INFINITE } else { most_delta - (sum.open - 1) };
            let found = self.node(&child, child_phi, child_delta);
            if self.meter.stopped.is_some() {
                break;
            }
            self.children[begin + sum.best].found = found;
            sum = self.sum(begin, own);
        }
        if begin == 0 {
            self.best = sum.best;
        }
        self.children.truncate(begin);
        self.path.pop();
        if self.meter.stopped.is_some() {
            return open;
        }
        // What rests on this position coming again holds wherever it is met:
        // the way to a win never needs to come back.
        let path = if sum.path >= ply { NO_PATH } else { sum.path };
        if path == NO_PATH || !sum.effort.is_answered() {
            self.table.put(self.key(position), sum.effort, self.meter.nodes - before + 1);
        }
        Found { effort: sum.effort, path }
    }

    /// What the children from `begin` on make of their parent.
    fn sum(&self, begin: usize, own: bool) -> Sum {
        let children = &self.children[begin..];
        let mut sum = Sum {
            effort: Effort { phi: INFINITE, delta: 0, plies: 0 },
            best: 0,
            second: INFINITE,
            open: 0,
            path: NO_PATH,
        };
        let mut best_rank = (INFINITE, u32::MAX, u16::MAX);
        for (i, child) in children.iter().enumerate() {
            let Found { effort, path } = child.found;
            // Of answered children, one that holds on every path, then the
            // nearest win.
            let rank = (effort.delta, NO_PATH - path, effort.plies);
            if rank < best_rank || i == 0 {
                if i > 0 {
                    sum.second = sum.second.min(best_rank.0);
                }
                best_rank = rank;
                sum.best = i;
            } else {
                sum.second = sum.second.min(effort.delta);
            }
            if !effort.is_answered() {
                sum.open += 1;
                sum.effort.delta = sum.effort.delta.max(effort.phi);
            }
        }
        sum.effort.phi = best_rank.0;
        if sum.effort.phi == 0 {
            let best = children[sum.best].found;
            let plies = best.effort.plies.saturating_add(1);
            sum.effort = Effort::answered(true, if own { plies } else { 0 });
            sum.path = best.path;
        } else if sum.effort.phi == INFINITE {
            // Lost either way, the side to move holds out as long as it can.
            let longest = (0..children.len()).rev().max_by_key(|&i| children[i].found.effort.plies);
            sum.best = longest.unwrap_or(0);
            let plies = children[sum.best].found.effort.plies.saturating_add(1);
            sum.effort = Effort::answered(false, if own { 0 } else { plies });
            sum.path = children.iter().map(|child| child.found.path).min().unwrap_or(NO_PATH);
        } else {
            sum.effort.delta = (sum.effort.delta + sum.open - 1).min(INFINITE - 1);
        }
        sum
    }
}
