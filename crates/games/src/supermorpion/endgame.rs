//! The endgame solver inside alpha-beta: positions with few open cells, searched to the end without
//! evaluation.

use plateau_core::{Outcome, Position};
use plateau_search::parts::EndgameControl;
use plateau_search::{EndgameSolver, Probe, Score};

use super::board::{ANY, Board};
use super::grid_contents::cells;
use super::grid_facts::GridFacts;
use crate::square3;

/// The largest number of open cells: solving more takes longer than the search saves.
const MAX_OPEN: u32 = 13;

/// The solver takes over when the search would come this close to the end of the game.
const PLIES_BEYOND_DEPTH: u32 = 6;

/// With fewer open cells, a search costs no more than a look into the table.
const MIN_TABLE_OPEN: u32 = 4;

/// Solves positions with few open cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Endgame;

impl EndgameSolver<Board> for Endgame {
    type Memory = SolvedPositions;

    #[inline]
    fn takes_over(&self, board: &Board, depth: u32) -> bool {
        board.empty().count_ones() <= MAX_OPEN.min(depth + PLIES_BEYOND_DEPTH)
    }

    fn solve(
        &self,
        memory: &mut SolvedPositions,
        board: &Board,
        alpha: Score,
        beta: Score,
        control: &mut EndgameControl<'_>,
    ) -> Option<Score> {
        memory.allocate();
        Solver { memory, control, uncounted: 0 }.search(board, alpha, beta)
    }
}

/// A transposition table of solved positions, for one search thread. Each place holds the last
/// position that was stored in it.
#[derive(Debug, Default)]
pub struct SolvedPositions {
    entries: Vec<Entry>,
}

/// A score of a position and which bound it is.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    score: Score,
    is_lower: bool,
    is_upper: bool,
}

impl SolvedPositions {
    const LEN: usize = 1 << 15;

    /// Creates the entries for the first position, so that a search that never comes near the end
    /// needs none.
    fn allocate(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![Entry::default(); Self::LEN];
        }
    }

    #[inline]
    fn entry(&mut self, key: u64) -> &mut Entry {
        &mut self.entries[key as usize % Self::LEN]
    }
}

struct Solver<'s, 'c> {
    memory: &'s mut SolvedPositions,
    control: &'s mut EndgameControl<'c>,
    /// Nodes that the calling search does not know of.
    uncounted: u64,
}

/// Nodes between two polls of the calling search.
const NODES_BETWEEN_POLLS: u64 = 64;

/// The moves of a position with their priorities.
struct OrderedMoves {
    moves: [(i8, u8); 81],
    len: usize,
}

impl Solver<'_, '_> {
    /// Returns the score of a position: exact within the window, a fail-soft bound outside.
    /// Returns `None` if the calling search stops.
    fn search(&mut self, board: &Board, alpha: Score, beta: Score) -> Option<Score> {
        self.uncounted += 1;
        if self.uncounted >= NODES_BETWEEN_POLLS
            && self.control.count_nodes(std::mem::take(&mut self.uncounted))
        {
            return None;
        }
        if board.legal_moves().len() == 0 {
            let outcome = board.outcome().unwrap_or(Outcome::Draw);
            return Some(Score::from_outcome::<Board>(outcome, board.turn()));
        }
        // Mate distance pruning, as in alpha-beta.
        if alpha >= Score::win_in(1) {
            return Some(Score::win_in(1));
        }
        if beta <= Score::loss_in(1) {
            return Some(Score::loss_in(1));
        }
        if let Some(value) = GridFacts.probe(board) {
            if value.is_exact() || value.lower >= beta {
                return Some(value.lower);
            }
            if value.upper <= alpha {
                return Some(value.upper);
            }
        }
        let key = board.key();
        let uses_table = board.empty().count_ones() >= MIN_TABLE_OPEN;
        if uses_table {
            let entry = *self.memory.entry(key);
            let cuts_off = entry.is_lower && entry.score >= beta || entry.is_upper && entry.score <= alpha;
            if entry.key == key && (cuts_off || entry.is_lower && entry.is_upper) {
                return Some(entry.score);
            }
        }
        let best = self.search_moves(board, alpha, beta)?;
        if uses_table {
            *self.memory.entry(key) =
                Entry { key, score: best, is_lower: best > alpha, is_upper: best < beta };
        }
        Some(best)
    }

    fn search_moves(&mut self, board: &Board, alpha: Score, beta: Score) -> Option<Score> {
        let Some(mut moves) = ordered_moves(board) else { return Some(Score::win_in(1)) };
        let mut best = Score::LOWEST;
        for i in 0..moves.len {
            let child = board.after(moves.pick(i));
            let from = alpha.max(best);
            let score = self.search(&child, beta.for_child(), from.for_child())?.for_parent();
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }
}

impl OrderedMoves {
    /// Moves the best of the remaining moves to index `i`, and returns it.
    #[inline]
    fn pick(&mut self, i: usize) -> u8 {
        let mut best = i;
        for j in i + 1..self.len {
            if self.moves[j].0 > self.moves[best].0 {
                best = j;
            }
        }
        self.moves.swap(i, best);
        self.moves[i].1
    }
}

/// Returns the moves with their priorities, or `None` if one of them wins.
#[inline]
fn ordered_moves(board: &Board) -> Option<OrderedMoves> {
    let mut moves = OrderedMoves { moves: [(0, 0); 81], len: 0 };
    for mv in board.legal_moves() {
        let child = board.after(mv);
        if child.outcome().is_some_and(|outcome| outcome.winner() == Some(board.turn())) {
            return None;
        }
        let wins_grid = child.won(board.turn()) != board.won(board.turn());
        moves.moves[moves.len] = (4 * i8::from(wins_grid) - reply_gain(&child), mv);
        moves.len += 1;
    }
    Some(moves)
}

/// Returns how much the side to move can gain at once: a grid, or the choice of one.
#[inline]
fn reply_gain(board: &Board) -> i8 {
    if board.target() == ANY {
        return 3;
    }
    let [own, opponent] = cells(board, board.turn(), usize::from(board.target()));
    2 * i8::from(square3::completing_cells(own) & !opponent != 0)
}
