//! What an unfinished game of dropping and sliding is worth: Achi, Picaria and
//! their variants. No seed says anything of these games; all figures are ours,
//! and only guide searches that do not ask the solved tables.

use plateau_core::Position;
use plateau_search::Evaluator;

use super::board::{Board, Move};
use super::rules::points_of;

/// Our evaluation: lines still open to each side, and how freely its pieces
/// move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ours;

impl Ours {
    /// What a point is worth that is empty and lies on a line without a piece of
    /// the opponent's; a piece there; an empty point that would make a line.
    const OPEN: [i32; 3] = [5, 15, 50];
    /// What a way for a piece to go is worth.
    const WAY: i32 = 10;

    /// What a side has.
    fn side(board: &Board, own: u16, other: u16) -> i32 {
        let rules = board.rules();
        let empty = rules.full & !(own | other);
        let open = rules.line_points(own | empty);
        let makes_line = |point: &u8| rules.has_line(own | rules.bit(*point));
        let counts = [
            (open & empty).count_ones(),
            (open & own).count_ones(),
            points_of(empty).filter(makes_line).count() as u32,
        ];
        let lines: i32 = counts.into_iter().zip(Self::OPEN).map(|(count, worth)| count as i32 * worth).sum();
        let ways: u32 = points_of(own).map(|point| (rules.near(point) & empty).count_ones()).sum();
        lines + Self::WAY * ways as i32
    }
}

impl Evaluator<Board> for Ours {
    type State = ();

    fn state(&self, _: &Board) {}

    fn advance(&self, (): &(), _: &Board, _: Move, _: &Board) {}

    fn evaluate(&self, board: &Board, (): &()) -> i32 {
        let stones = board.stones();
        let [own, other] = [board.turn(), board.turn().other()].map(|player| stones[player.index()]);
        Self::side(board, own, other) - Self::side(board, other, own)
    }

    /// A line first, then a block, then the point with the most roads.
    fn order_score(&self, board: &Board, (): &(), mv: Move) -> i32 {
        let rules = board.rules();
        let stones = board.stones();
        let [own, other] = [board.turn(), board.turn().other()].map(|player| stones[player.index()]);
        let (own, to) = match mv {
            Move::Drop(to) => (own, to),
            Move::Slide { from, to } => (own & !rules.bit(from), to),
            Move::Pass => return 0,
        };
        let makes_line = |side: u16| i32::from(rules.has_line(side | rules.bit(to)));
        20_000 * makes_line(own) + 10_000 * makes_line(other) + 100 * rules.near(to).count_ones() as i32
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
    fn values_are_the_same_for_images_and_the_opposite_for_the_other_side() {
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
                    let value = Ours.evaluate(&board, &());
                    assert!(value.abs() < 2_000, "{value}");
                    let [first, second] = board.stones();
                    let waiting = Board::new(board.rules(), [first, second], board.turn().other());
                    assert_eq!(Ours.evaluate(&waiting, &()), -value);
                    let swapped = Board::new(board.rules(), [second, first], board.turn().other());
                    assert_eq!(Ours.evaluate(&swapped, &()), value);
                    for &symmetry in board.symmetries() {
                        let image = board.transform(symmetry);
                        assert_eq!(Ours.evaluate(&image, &()), value);
                        for mv in board.legal_moves() {
                            let order_score =
                                Ours.order_score(&image, &(), board.transform_move(mv, symmetry));
                            assert_eq!(order_score, Ours.order_score(&board, &(), mv));
                        }
                    }
                    let mut moves = board.legal_moves();
                    board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
                }
            }
        }
    }
}
