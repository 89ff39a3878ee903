//! Threat-space search: finds wins by forcing moves and proves them against every reply.
//!
//! The side to move attacks. A *completion* is an empty cell that completes a line. The
//! attacker's moves are:
//!
//! - a completion: it wins;
//! - if the defender has a completion, the attacker must block it; against two there is no
//!   defence;
//! - a move that makes two completions: only one can be blocked, so it wins in 3 plies;
//! - a move that makes one completion: the defender has a single reply, since all others
//!   lose at once;
//! - a move that threatens to make two completions next. Replies that neither touch the cells
//!   of this threat nor make a completion of their own lose to it; all others are searched.
//!
//! All other moves are ignored, so a win may be missed. A win that is found is proven: it
//! takes *at most* the number of plies returned. Wins in 1, 3 and 5 plies are never missed:
//! an additional stone never hurts its owner, so a move that wins in 5 plies threatens to win
//! in 3. At the root only, [`ThreatSearch::find`] also tries quiet moves against every reply.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::root_solver::Deadline;

use super::board::Board;
use super::geometry::Geometry;
use super::lines::{completion_makers, reachable_cells};
use crate::grid::completions;

/// A forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The first move.
    pub mv: u16,
    /// The largest number of plies it takes.
    pub plies: u32,
}

/// The result stored for a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
struct StoredResult {
    /// The number of attacker's moves that win, with `mv` as the first; 0 if none is known.
    won_in: u8,
    mv: u16,
    /// The largest number of attacker's moves that was searched without finding a win.
    searched: u8,
}

/// Passes keys through: they are hashes already.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A threat-space search. Results stay in its table from one call to the next.
#[derive(Clone, Debug)]
pub struct ThreatSearch {
    table: HashMap<u64, StoredResult, BuildHasherDefault<KeyHasher>>,
    /// Columns, rows and k of the positions in the table.
    size: [u32; 3],
    nodes: u64,
    max_nodes: u64,
    deadline: Deadline,
    is_stopped: bool,
}

/// The number of nodes between polls of the clock and the stop flag: less than 1 ms.
const POLL_INTERVAL: u64 = 32;

/// The table is cleared when it has more positions than this, a few megabytes.
const MAX_STORED: usize = 1 << 17;

/// The largest number of attacker's moves.
const MAX_MOVES: u32 = 30;

impl ThreatSearch {
    /// Creates a search that stops after this many nodes in each call.
    pub fn new(max_nodes: u64) -> Self {
        Self {
            table: HashMap::default(),
            size: [0; 3],
            nodes: 0,
            max_nodes,
            deadline: Deadline::none(),
            is_stopped: false,
        }
    }

    /// Sets the time at which later calls stop.
    pub fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    /// Returns the number of nodes of the last call.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds a forced win for the side to move in at most `plies`: the shortest that begins
    /// with a threat, or with a quiet move if no threat wins in as many plies.
    pub fn find<G: Geometry>(&mut self, board: &Board<G>, plies: u32) -> Option<Win> {
        self.start();
        let geometry = board.geometry();
        let size = [geometry.columns(), geometry.rows(), geometry.line()];
        if self.table.len() > MAX_STORED || self.size != size {
            self.table.clear();
            self.size = size;
        }
        if board.outcome().is_some() {
            return None;
        }
        for moves in 1..=plies.div_ceil(2).min(MAX_MOVES) {
            let winning = self.attack(board, moves).or_else(|| self.quiet_move(board, moves));
            if let Some(mv) = winning {
                return Some(Win { mv, plies: 2 * moves - 1 });
            }
            if self.is_stopped {
                return None;
            }
        }
        None
    }

    fn start(&mut self) {
        self.nodes = 0;
        self.is_stopped = self.deadline.is_reached();
    }

    /// Counts a node. Returns whether the search must stop.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        let polls = self.nodes.is_multiple_of(POLL_INTERVAL);
        self.is_stopped |= self.nodes >= self.max_nodes || polls && self.deadline.is_reached();
        self.is_stopped
    }

    /// Returns the line of a win against the longest defence; of equal replies, the first.
    /// It is shorter than the win only if the search is stopped.
    pub fn line<G: Geometry>(&mut self, board: &Board<G>, win: Win) -> Vec<u16> {
        self.start();
        let mut line = vec![win.mv];
        let mut now = board.after(win.mv);
        let mut left = win.plies / 2;
        while now.outcome().is_none() {
            let Some((reply, next)) = self.longest_defence(&now, left) else { break };
            line.extend([reply, next.mv]);
            now = now.after(reply).after(next.mv);
            left = next.plies / 2;
        }
        line
    }

    /// Returns the reply against which the attacker needs the most of `moves` moves, and the
    /// win there. Returns `None` if no win is found against some reply.
    fn longest_defence<G: Geometry>(&mut self, after: &Board<G>, moves: u32) -> Option<(u16, Win)> {
        let geometry = after.geometry();
        let (_, own) = after.sides();
        let wins = completions(geometry, own, after.empty());
        let replies = if wins.is_empty() {
            let doubles = completion_makers(geometry, own, after.empty()).double;
            let replies = relevant_replies(after, doubles);
            // If no reply helps, block one of the threats.
            if replies.is_empty() { doubles } else { replies }
        } else {
            wins
        };
        let mut longest: Option<(u16, Win)> = None;
        for reply in replies.ones() {
            let next = after.after(reply as u16);
            let win = (1..=moves)
                .find_map(|moves| self.attack(&next, moves).map(|mv| Win { mv, plies: 2 * moves - 1 }))?;
            if longest.is_none_or(|(_, other)| other.plies < win.plies) {
                longest = Some((reply as u16, win));
            }
        }
        longest
    }

    /// Returns a move with which the side to move wins within `moves` of its moves.
    fn attack<G: Geometry>(&mut self, board: &Board<G>, moves: u32) -> Option<u16> {
        let geometry = board.geometry();
        let (own, opponent) = board.sides();
        let empty = board.empty();
        let wins = completions(geometry, own, empty);
        if !wins.is_empty() {
            return Some(wins.lowest() as u16);
        }
        if moves < 2 {
            return None;
        }
        let forced = completions(geometry, opponent, empty);
        if forced.count() > 1 {
            return None;
        }
        let allowed = if forced.is_empty() { empty } else { forced };
        let makers = completion_makers(geometry, own, empty);
        let doubles = makers.double & allowed;
        if !doubles.is_empty() {
            return Some(doubles.lowest() as u16);
        }
        if moves < 3 {
            return None;
        }
        let key = board.key();
        if let Some(stored) = self.table.get(&key) {
            if stored.won_in > 0 && u32::from(stored.won_in) <= moves {
                return Some(stored.mv);
            }
            if u32::from(stored.searched) >= moves {
                return None;
            }
        }
        if self.count_node() {
            return None;
        }
        let mut found =
            (makers.single & allowed).ones().find(|&cell| self.wins_by_completion(board, cell as u16, moves));
        if found.is_none() {
            let near = if forced.is_empty() { reachable_cells(geometry, own, opponent) } else { forced };
            let threats = near & allowed & !makers.single;
            found = threats.ones().find(|&cell| self.wins_by_double_threat(board, cell as u16, moves));
        }
        // A search that was stopped proves nothing.
        if found.is_some() || !self.is_stopped {
            let stored = self.table.entry(key).or_insert(StoredResult { won_in: 0, mv: 0, searched: 0 });
            match found {
                Some(mv) => (stored.won_in, stored.mv) = (moves as u8, mv as u16),
                None => stored.searched = moves as u8,
            }
        }
        found.map(|cell| cell as u16)
    }

    /// Returns whether a move that makes one completion wins: the defender must block it.
    fn wins_by_completion<G: Geometry>(&mut self, board: &Board<G>, mv: u16, moves: u32) -> bool {
        let after = board.after(mv);
        let (_, own) = after.sides();
        let completion = completions(board.geometry(), own, after.empty());
        self.attack(&after.after(completion.lowest() as u16), moves - 1).is_some()
    }

    /// Returns whether a move wins that makes no completion, but threatens to make two.
    fn wins_by_double_threat<G: Geometry>(&mut self, board: &Board<G>, mv: u16, moves: u32) -> bool {
        let after = board.after(mv);
        let (_, own) = after.sides();
        let doubles = completion_makers(board.geometry(), own, after.empty()).double;
        !doubles.is_empty()
            && relevant_replies(&after, doubles)
                .ones()
                .all(|reply| self.attack(&after.after(reply as u16), moves - 1).is_some())
    }

    /// Returns a quiet move (one without a threat) that wins within `moves` moves against
    /// every reply.
    fn quiet_move<G: Geometry>(&mut self, board: &Board<G>, moves: u32) -> Option<u16> {
        let geometry = board.geometry();
        let (own, opponent) = board.sides();
        let empty = board.empty();
        let forced = completions(geometry, opponent, empty);
        // A quiet move, its reply, then threats: at least 7 plies.
        if moves < 4 || forced.count() > 1 {
            return None;
        }
        let candidates = if !forced.is_empty() {
            forced
        } else if own.is_empty() {
            centre(geometry) & empty
        } else {
            reachable_cells(geometry, own, opponent) & empty
        };
        let mut refutations: Vec<u32> = Vec::new();
        candidates.ones().find_map(|mv| {
            let after = board.after(mv as u16);
            let replies = after.empty();
            // Try the replies that refuted earlier moves first, as killer moves.
            let killers: Vec<u32> = refutations.iter().copied().filter(|&reply| replies.has(reply)).collect();
            let refutation = killers.into_iter().chain(replies.ones()).find(|&reply| {
                self.is_stopped || self.attack(&after.after(reply as u16), moves - 1).is_none()
            });
            if let Some(reply) = refutation {
                refutations.retain(|&other| other != reply);
                refutations.insert(0, reply);
                return None;
            }
            (!replies.is_empty()).then_some(mv as u16)
        })
    }
}

/// Returns the replies that may refute the threat to play one of `doubles`, each of which
/// would make two completions: those that touch all of them, and those that make a
/// completion. Without such a threat, returns all replies.
#[inline]
fn relevant_replies<G: Geometry>(after: &Board<G>, doubles: G::Bits) -> G::Bits {
    let geometry = after.geometry();
    let (opponent, own) = after.sides();
    let empty = after.empty();
    let mut touching = empty;
    for double in doubles.ones() {
        let bit = G::Bits::bit(double);
        touching = touching & (bit | completions(geometry, own | bit, empty ^ bit));
    }
    touching | completion_makers(geometry, opponent, empty).single
}

/// Returns the central cell; of several, the first.
fn centre<G: Geometry>(geometry: G) -> G::Bits {
    G::Bits::bit(geometry.bit((geometry.columns() - 1) / 2, (geometry.rows() - 1) / 2))
}
