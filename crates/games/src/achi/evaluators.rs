//! Static evaluation of Achi and Picaria, for searches that do not use their solution.

use plateau_core::Position;
use plateau_search::{Evaluator, MovePicker};

use super::board::{Board, Move};
use super::rules::points_of;

/// Evaluates the lines that are open to each side and the mobility of its pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinesAndMobility;

impl LinesAndMobility {
    /// The value of an empty point on an open line, of a piece on an open line, and of an
    /// empty point that would complete a line.
    pub(super) const OPEN: [i32; 3] = [5, 15, 50];
    /// The value of an empty point next to a piece.
    pub(super) const MOBILITY: i32 = 10;

    /// Returns the points of one side that [`OPEN`](Self::OPEN) values.
    pub(super) fn open_points(board: &Board, own: u16, opponent: u16) -> [u16; 3] {
        let rules = board.rules();
        let empty = rules.full & !(own | opponent);
        let open = rules.line_points(own | empty);
        let makes_line = |point: &u8| rules.has_line(own | rules.bit(*point));
        let completing = points_of(empty).filter(makes_line).fold(0, |set, point| set | rules.bit(point));
        [open & empty, open & own, completing]
    }

    /// Returns the number of empty points next to a point.
    pub(super) fn mobility(board: &Board, point: u8) -> i32 {
        let [first, second] = board.stones();
        (board.rules().neighbours(point) & !(first | second)).count_ones() as i32
    }

    /// Evaluates one side.
    fn side(board: &Board, own: u16, opponent: u16) -> i32 {
        let sets = Self::open_points(board, own, opponent);
        let lines: i32 =
            sets.into_iter().zip(Self::OPEN).map(|(set, value)| set.count_ones() as i32 * value).sum();
        let mobility: i32 = points_of(own).map(|point| Self::mobility(board, point)).sum();
        lines + Self::MOBILITY * mobility
    }

    /// Returns the pieces of the side to move and of the opponent.
    pub(super) fn sides(board: &Board) -> [u16; 2] {
        [board.turn(), board.turn().other()].map(|player| board.stones()[player.index()])
    }
}

impl Evaluator<Board> for LinesAndMobility {
    type Accumulator = ();

    fn accumulator(&self, _: &Board) {}

    fn update(&self, (): &(), _: &Board, _: Move, _: &Board) {}

    fn evaluate(&self, board: &Board, (): &()) -> i32 {
        let [own, opponent] = Self::sides(board);
        Self::side(board, own, opponent) - Self::side(board, opponent, own)
    }
}

impl MovePicker<Board> for LinesAndMobility {
    /// Orders wins first, then blocks, then points by the number of their neighbours.
    fn order_score(&self, board: &Board, mv: Move) -> i32 {
        let rules = board.rules();
        let [own, opponent] = Self::sides(board);
        let (own, to) = match mv {
            Move::Drop(to) => (own, to),
            Move::Slide { from, to } => (own & !rules.bit(from), to),
            Move::Pass => return 0,
        };
        let makes_line = |side: u16| i32::from(rules.has_line(side | rules.bit(to)));
        20_000 * makes_line(own)
            + 10_000 * makes_line(opponent)
            + 100 * rules.neighbours(to).count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Variant;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::achi::rules::{Ban, Blocked, Graph, Setup};
    use crate::achi::variant::DropAndSlide;

    #[test]
    fn values_are_symmetric_and_antisymmetric_for_the_sides() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for (graph, pieces) in [(Graph::Nine, 4), (Graph::Nine, 3), (Graph::Diamond, 3), (Graph::Thirteen, 3)]
        {
            let setup = Setup { graph, pieces, blocked: Blocked::Loses, ban: Ban::Never };
            for _ in 0..100 {
                let mut board = DropAndSlide::new(String::new(), setup).start();
                for _ in 0..40 {
                    if board.outcome().is_some() {
                        break;
                    }
                    let value = LinesAndMobility.evaluate(&board, &());
                    assert!(value.abs() < 2_000, "{value}");
                    let [first, second] = board.stones();
                    let passed = Board::new(board.rules(), [first, second], board.turn().other());
                    assert_eq!(LinesAndMobility.evaluate(&passed, &()), -value);
                    let swapped = Board::new(board.rules(), [second, first], board.turn().other());
                    assert_eq!(LinesAndMobility.evaluate(&swapped, &()), value);
                    for &symmetry in board.symmetries() {
                        let image = board.transform(symmetry);
                        assert_eq!(LinesAndMobility.evaluate(&image, &()), value);
                        for mv in board.legal_moves() {
                            let order_score =
                                LinesAndMobility.order_score(&image, board.transform_move(mv, symmetry));
                            assert_eq!(order_score, LinesAndMobility.order_score(&board, mv));
                        }
                    }
                    let mut moves = board.legal_moves();
                    board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
                }
            }
        }
    }
}
