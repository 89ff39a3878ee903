//! Wins that can be forced by threats: found by looking only at attacking
//! moves, and proven against every reply.
//!
//! The side to move attacks. A *completion* is a cell that makes a line. The
//! attack knows these moves:
//!
//! - one that makes a line: won;
//! - where the defender has a completion, the attacker must take it, and can do
//!   nothing at all against two;
//! - one that makes two completions: only one can be stopped, won in 3 plies;
//! - one that makes a single completion: there is one reply to look at, since
//!   all others lose at once;
//! - one after which the attacker could make two completions, if it were his
//!   turn again. Replies that neither touch the cells this takes nor make a
//!   completion of the defender's leave it all standing, and lose in the same
//!   way; every other reply is searched.
//!
//! What other moves can do is left out, so a win may be missed, but one that is
//! announced holds: it is a win in *at most* so many plies. Wins in 1, 3 and 5
//! plies are never missed. (To pass is never better than to play, since a stone
//! more does no harm; so a move that wins in 5 threatens to win in 3.)
//! As its first move only, [`ThreatSearch::find`] also tries quiet ones, against
//! every reply.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Duration;

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::Stop;
use plateau_search::time::{Clock, SystemClock};

use super::board::Board;
use super::geometry::Geometry;
use super::lines::{completions, makers, reach};

/// A forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The move that begins it.
    pub mv: u16,
    /// The game is won in at most so many plies.
    pub plies: u32,
}

/// What is known of a position in which the attacker is to move.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Won within so many moves of the attacker, if not 0, by this move.
    won: u8,
    mv: u16,
    /// Not found to be won within so many.
    open: u8,
}

/// Keys are mixed already.
#[derive(Clone, Copy, Debug, Default)]
struct AsIs(u64);

impl Hasher for AsIs {
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

/// A search for forced wins. Keeps what it found for the next question.
#[derive(Clone, Debug)]
pub struct ThreatSearch {
    known: HashMap<u64, Known, BuildHasherDefault<AsIs>>,
    /// Columns, rows and k of the board that the keys belong to.
    size: [u32; 3],
    nodes: u64,
    limit: u64,
    patience: Patience,
    gave_up: bool,
}

/// What ends a search beside its count of positions.
#[derive(Clone, Debug)]
pub struct Patience {
    /// A flag raised from outside.
    pub stop: Stop,
    /// The clock of the search.
    pub clock: SystemClock,
    /// The time on it by which to give up.
    pub time: Option<Duration>,
}

impl Default for Patience {
    fn default() -> Self {
        Self { stop: Stop::new(), clock: SystemClock::start(), time: None }
    }
}

impl Patience {
    fn is_at_its_end(&self) -> bool {
        self.stop.is_raised() || self.time.is_some_and(|time| self.clock.now() >= time)
    }
}

/// Looks at the clock are this many positions apart, less than a millisecond.
const NODES_BETWEEN_POLLS: u64 = 32;

/// Positions kept at most, a few megabytes of them.
const MOST_KNOWN: usize = 1 << 17;

/// The attacker's moves that a search looks ahead at most.
const MOST_MOVES: u32 = 30;

impl ThreatSearch {
    /// A search that gives up after so many positions in each question.
    pub fn new(limit: u64) -> Self {
        Self {
            known: HashMap::default(),
            size: [0; 3],
            nodes: 0,
            limit,
            patience: Patience::default(),
            gave_up: false,
        }
    }

    /// What also ends the questions from now on.
    pub fn set_patience(&mut self, patience: Patience) {
        self.patience = patience;
    }

    /// Positions looked at for the last question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds a forced win for the side to move in at most `plies`, the shortest
    /// that threats can force: a quiet first move is tried where threats alone
    /// find nothing in as many plies.
    pub fn find<G: Geometry>(&mut self, board: &Board<G>, plies: u32) -> Option<Win> {
        self.search(board, plies, true)
    }

    /// The same with threats alone: quicker where there is no win.
    pub fn find_by_threats<G: Geometry>(&mut self, board: &Board<G>, plies: u32) -> Option<Win> {
        self.search(board, plies, false)
    }

    fn search<G: Geometry>(&mut self, board: &Board<G>, plies: u32, quiet: bool) -> Option<Win> {
        self.begin();
        let geometry = board.geometry();
        let size = [geometry.columns(), geometry.rows(), geometry.line()];
        if self.known.len() > MOST_KNOWN || self.size != size {
            self.known.clear();
            self.size = size;
        }
        if board.outcome().is_some() {
            return None;
        }
        for moves in 1..=plies.div_ceil(2).min(MOST_MOVES) {
            let mut found = self.attack(board, moves);
            if found.is_none() && quiet {
                found = self.quiet(board, moves);
            }
            if let Some(mv) = found {
                return Some(Win { mv, plies: 2 * moves - 1 });
            }
            if self.gave_up {
                return None;
            }
        }
        None
    }

    fn begin(&mut self) {
        self.nodes = 0;
        self.gave_up = self.patience.is_at_its_end();
    }

    /// Counts a position; whether the search must give up.
    fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        let poll = self.nodes.is_multiple_of(NODES_BETWEEN_POLLS);
        self.gave_up |= self.nodes >= self.limit || poll && self.patience.is_at_its_end();
        self.gave_up
    }

    /// The line a win follows when the defender holds out as long as he can
    /// against threats; of equal replies, the first. It ends early only where the
    /// search gives up.
    pub fn line<G: Geometry>(&mut self, board: &Board<G>, win: Win) -> Vec<u16> {
        self.begin();
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

    /// The reply after which the attacker, who has so many moves left, needs
    /// most of them, and the win there. Nothing if one of them seems to hold.
    fn longest_defence<G: Geometry>(&mut self, after: &Board<G>, moves: u32) -> Option<(u16, Win)> {
        let geometry = after.geometry();
        let (_, own) = sides(after);
        let wins = completions(geometry, own, after.empty());
        let replies = if wins.is_empty() {
            let doubles = makers(geometry, own, after.empty()).twice;
            let replies = replies(after, doubles);
            // Where nothing helps, one of the threats is stopped.
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

    /// A move by which the side to move wins within so many of its moves.
    fn attack<G: Geometry>(&mut self, board: &Board<G>, moves: u32) -> Option<u16> {
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let empty = board.empty();
        let wins = completions(geometry, own, empty);
        if !wins.is_empty() {
            return Some(wins.lowest() as u16);
        }
        if moves < 2 {
            return None;
        }
        let forced = completions(geometry, other, empty);
        if forced.count() > 1 {
            return None;
        }
        let allowed = if forced.is_empty() { empty } else { forced };
        let makers = makers(geometry, own, empty);
        let doubles = makers.twice & allowed;
        if !doubles.is_empty() {
            return Some(doubles.lowest() as u16);
        }
        if moves < 3 {
            return None;
        }
        let key = board.key();
        if let Some(known) = self.known.get(&key) {
            if known.won > 0 && u32::from(known.won) <= moves {
                return Some(known.mv);
            }
            if u32::from(known.open) >= moves {
                return None;
            }
        }
        if self.must_stop() {
            return None;
        }
        let mut found = (makers.once & allowed).ones().find(|&cell| self.forces(board, cell as u16, moves));
        if found.is_none() {
            let near = if forced.is_empty() { reach(geometry, own, other) } else { forced };
            let builders = near & allowed & !makers.once;
            found = builders.ones().find(|&cell| self.builds(board, cell as u16, moves));
        }
        // What was cut short is no answer.
        if found.is_some() || !self.gave_up {
            let known = self.known.entry(key).or_insert(Known { won: 0, mv: 0, open: 0 });
            match found {
                Some(mv) => (known.won, known.mv) = (moves as u8, mv as u16),
                None => known.open = moves as u8,
            }
        }
        found.map(|cell| cell as u16)
    }

    /// Whether a move that makes one completion wins: the defender must take it.
    fn forces<G: Geometry>(&mut self, board: &Board<G>, mv: u16, moves: u32) -> bool {
        let after = board.after(mv);
        let (_, own) = sides(&after);
        let completion = completions(board.geometry(), own, after.empty());
        self.attack(&after.after(completion.lowest() as u16), moves - 1).is_some()
    }

    /// Whether a move wins that makes no completion, but threatens to make two.
    fn builds<G: Geometry>(&mut self, board: &Board<G>, mv: u16, moves: u32) -> bool {
        let after = board.after(mv);
        let (_, own) = sides(&after);
        let doubles = makers(board.geometry(), own, after.empty()).twice;
        !doubles.is_empty()
            && replies(&after, doubles)
                .ones()
                .all(|reply| self.attack(&after.after(reply as u16), moves - 1).is_some())
    }

    /// A move that wins within so many without a threat, held to every reply.
    fn quiet<G: Geometry>(&mut self, board: &Board<G>, moves: u32) -> Option<u16> {
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let empty = board.empty();
        let forced = completions(geometry, other, empty);
        // A quiet move and its reply, then threats: 7 plies at least.
        if moves < 4 || forced.count() > 1 {
            return None;
        }
        let tried = if !forced.is_empty() {
            forced
        } else if own.is_empty() {
            centre(geometry) & empty
        } else {
            reach(geometry, own, other) & empty
        };
        let mut refutations: Vec<u32> = Vec::new();
        tried.ones().find_map(|mv| {
            let after = board.after(mv as u16);
            let replies = after.empty();
            // What met the last move is likely to meet this one too.
            let again: Vec<u32> = refutations.iter().copied().filter(|&reply| replies.has(reply)).collect();
            let met = again
                .into_iter()
                .chain(replies.ones())
                .find(|&reply| self.gave_up || self.attack(&after.after(reply as u16), moves - 1).is_none());
            if let Some(reply) = met {
                refutations.retain(|&other| other != reply);
                refutations.insert(0, reply);
                return None;
            }
            (!replies.is_empty()).then_some(mv as u16)
        })
    }
}

/// The stones of the side to move, and of the other.
#[inline]
fn sides<G: Geometry>(board: &Board<G>) -> (G::Bits, G::Bits) {
    (board.stones(board.turn()), board.stones(board.turn().other()))
}

/// The replies that can matter against the threat to play one of `doubles`, each
/// of which would make two completions: those that touch every one of them, or
/// are threats themselves. All of them where there is no such threat.
#[inline]
fn replies<G: Geometry>(after: &Board<G>, doubles: G::Bits) -> G::Bits {
    let geometry = after.geometry();
    let (other, own) = sides(after);
    let empty = after.empty();
    let mut touching = empty;
    for double in doubles.ones() {
        let bit = G::Bits::bit(double);
        touching = touching & (bit | completions(geometry, own | bit, empty ^ bit));
    }
    touching | makers(geometry, other, empty).once
}

/// The cell in the middle, or the first of those there.
fn centre<G: Geometry>(geometry: G) -> G::Bits {
    G::Bits::bit(geometry.bit((geometry.columns() - 1) / 2, (geometry.rows() - 1) / 2))
}
