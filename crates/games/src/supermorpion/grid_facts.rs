//! What the board of grids proves without a search: lines of grids that can no longer be made, and
//! grids that can no longer change who has more.

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::{Probe, Score, Value};

use super::board::Board;
use super::grid_contents::cells;
use crate::square3;

/// With fewer closed grids, both sides can still make a line of grids, almost always.
const MIN_CLOSED: u32 = 3;

/// Proves bounds from the grids that each side has won or can still win.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridFacts;

/// The grids that a side has won, and those that it can still win.
#[derive(Clone, Copy)]
struct Reach {
    won: u16,
    winnable: u16,
}

impl Reach {
    /// Returns whether the side can still make a line of grids.
    fn has_line(self) -> bool {
        square3::has_line(self.won | self.winnable)
    }

    /// Returns the fewest and the most grids that the side will have.
    fn counts(self) -> [u32; 2] {
        [self.won, self.won | self.winnable].map(u16::count_ones)
    }
}

/// Returns the reach of the side to move and of its opponent. A grid can be won if a line of it
/// has no stone of the other side.
fn reaches(board: &Board) -> [Reach; 2] {
    let sides = [board.turn(), board.turn().other()];
    let mut reaches = sides.map(|side| Reach { won: board.won(side), winnable: 0 });
    for grid in u64::from(square3::FULL & !board.closed()).ones() {
        let [own, opponent] = cells(board, board.turn(), grid as usize);
        reaches[0].winnable |= u16::from(square3::has_line(square3::FULL & !opponent)) << grid;
        reaches[1].winnable |= u16::from(square3::has_line(square3::FULL & !own)) << grid;
    }
    reaches
}

impl Probe<Board> for GridFacts {
    #[inline]
    fn probe(&self, board: &Board) -> Option<Value> {
        if board.closed().count_ones() < MIN_CLOSED {
            return None;
        }
        bounds(board)
    }
}

/// Returns the bounds that follow from the reach of both sides, if one of them can make no line.
fn bounds(board: &Board) -> Option<Value> {
    let reaches = reaches(board);
    let [own_line, opponent_line] = reaches.map(Reach::has_line);
    if own_line && opponent_line {
        return None;
    }
    // Without a line of grids, the result is a draw, or the side with more grids wins at the latest
    // when the board is full.
    let [[least, most], [opponent_least, opponent_most]] = reaches.map(Reach::counts);
    let plies = board.empty().count_ones();
    let (worst, best) = if board.counts_grids() {
        let result = |own: u32, opponent: u32| match own.cmp(&opponent) {
            std::cmp::Ordering::Greater => Score::win_in(plies),
            std::cmp::Ordering::Equal => Score::DRAW,
            std::cmp::Ordering::Less => Score::loss_in(plies),
        };
        (result(least, opponent_most), result(most, opponent_least))
    } else {
        (Score::DRAW, Score::DRAW)
    };
    // The worst case of a win is the latest one, and the best case of a loss too; of the others only
    // the sign is known.
    let lower = if opponent_line || worst < Score::DRAW { Score::LOWEST } else { worst };
    let upper = if own_line || best > Score::DRAW { Score::HIGHEST } else { best };
    let estimate = Score::DRAW.clamp(lower, upper);
    (lower > Score::LOWEST || upper < Score::HIGHEST).then_some(Value { lower, upper, estimate })
}

#[cfg(test)]
mod tests {
    use plateau_core::hash::mix2;
    use plateau_search::NoEvaluation;
    use plateau_search::textbook::negamax;

    use super::*;

    #[test]
    fn bounds_contain_the_values_of_late_positions() {
        for most in [false, true] {
            let mut proven = 0;
            for seed in 0..400 {
                let mut board = Board::start(most);
                while board.outcome().is_none() {
                    let open = board.empty().count_ones();
                    if let Some(value) = GridFacts.probe(&board).filter(|_| open <= 7) {
                        let truth = negamax(&board, open, &NoEvaluation).score;
                        assert!(value.lower <= truth && truth <= value.upper, "{value:?} {truth} {board:?}");
                        proven += 1;
                    }
                    let moves = board.legal_moves();
                    let choice = mix2(seed, board.key()) as usize % moves.len();
                    board.play_unchecked(moves.clone().nth(choice).unwrap());
                }
            }
            assert!(proven > 100, "{proven} bounds");
        }
    }
}
