//! What an unfinished game of super-morpion is worth.
//!
//! Both evaluators look grids up in a table over all fillings of nine cells
//! with `own`, `other` and empty, numbered in base three.

use std::sync::LazyLock;

use plateau_core::{Player, Position};
use plateau_search::Evaluator;

use super::board::{ANY, Board, bit};
use crate::square3;

/// How many fillings a grid has.
const FILLINGS: usize = 3_usize.pow(9);

/// The number of a filling is that of one's own stones and twice that of the
/// other's: their bits read in base three.
static TERNARY: [u16; 512] = {
    let mut table = [0; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut cell = 0;
        let mut power = 1;
        while cell < 9 {
            if cells >> cell & 1 != 0 {
                table[cells] += power;
            }
            power *= 3;
            cell += 1;
        }
        cells += 1;
    }
    table
};

#[inline]
fn number(own: u16, other: u16) -> usize {
    usize::from(TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(other)])
}

/// The stones of a side in a grid.
#[inline]
fn cells_of(stones: u128, grid: u32) -> u16 {
    (stones >> bit(grid, 0)) as u16 & square3::FULL
}

/// Every filling, as one's own stones and the other's, those with more stones
/// first.
fn fillings() -> impl Iterator<Item = (u16, u16)> {
    let with_stones = |stones: u32| {
        (0..=square3::FULL)
            .flat_map(move |own| (0..=square3::FULL).map(move |other| (own, other)))
            .filter(move |&(own, other)| own & other == 0 && (own | other).count_ones() == stones)
    };
    (0..=9).rev().flat_map(with_stones)
}

/// The seed's evaluation.
///
/// From the code of its `mscore`: for each triple of a grid, from the side to
/// move, +20 for two stones and an empty cell, −20 for two of the opponent's;
/// +8 and −8 for one stone and two empty cells; +3 and −3 for the stone in the
/// middle of the triple; and another +7 and −3 where that middle is the centre
/// (the one figure whose sign and size both change, so the value is not quite
/// the opposite for the other side). A grid won is worth plus or minus `MAX`.
///
/// Three things it leaves open are chosen here. Its code tests the middle for
/// being cell 5, the middle of the right side when cells count from 0 as they
/// do there; its prose says the centre, and so do we. It gives no number for
/// `MAX`: ours is [`Self::WON_GRID`]. And it says of the outer board only that
/// it is judged by similar rules: here by the same `mscore`, a grid won being a
/// stone, one drawn a cell of nobody, [`Self::OUTER`] times over; two grids in
/// line with an open third are then worth as much as one more grid.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    scores: &'static [i16],
}

impl Seed {
    /// What a grid won is worth.
    pub const WON_GRID: i32 = 200;
    /// How many times a line of grids is worth a line of cells.
    pub const OUTER: i32 = 10;

    /// The seed's `mscore` of a filling without a line; cells of neither side
    /// that are not `empty` belong to nobody.
    fn triples(own: u16, other: u16, empty: u16) -> i32 {
        /// The middle of a triple: of a row, a column, or a diagonal.
        const MIDDLES: [u16; 8] = [1 << 1, 1 << 4, 1 << 7, 1 << 3, 1 << 4, 1 << 5, 1 << 4, 1 << 4];
        const CENTRE: u16 = 1 << 4;
        let mut score = 0;
        for (line, middle) in square3::LINES.into_iter().zip(MIDDLES) {
            let counts = [own, other, empty].map(|cells| (cells & line).count_ones());
            score += match counts {
                [2, 0, 1] => 20,
                [0, 2, 1] => -20,
                [1, 0, 2] => 8,
                [0, 1, 2] => -8,
                _ => 0,
            };
            if own & middle != 0 {
                score += if middle == CENTRE { 3 + 7 } else { 3 };
            } else if other & middle != 0 {
                score -= if middle == CENTRE { 3 + 3 } else { 3 };
            }
        }
        score
    }
}

impl Default for Seed {
    fn default() -> Self {
        static SCORES: LazyLock<Vec<i16>> = LazyLock::new(|| {
            let mut scores = vec![0; FILLINGS];
            for (own, other) in fillings() {
                let score = if square3::has_line(own) {
                    Seed::WON_GRID
                } else if square3::has_line(other) {
                    -Seed::WON_GRID
                } else {
                    Seed::triples(own, other, square3::FULL & !(own | other))
                };
                scores[number(own, other)] = score as i16;
            }
            scores
        });
        Self { scores: &SCORES }
    }
}

impl Evaluator<Board> for Seed {
    type State = ();

    fn state(&self, _: &Board) {}

    fn advance(&self, (): &(), _: &Board, _: u8, _: &Board) {}

    fn evaluate(&self, board: &Board, (): &()) -> i32 {
        let sides = [board.turn(), board.turn().other()];
        let [own, other] = sides.map(|player| board.stones(player));
        let inner: i32 = (0..9)
            .map(|grid| i32::from(self.scores[number(cells_of(own, grid), cells_of(other, grid))]))
            .sum();
        let [own, other] = sides.map(|player| board.won(player));
        inner + Self::OUTER * Self::triples(own, other, square3::FULL & !board.closed())
    }

    /// The score of the grid played in, after the move.
    fn order_score(&self, board: &Board, (): &(), mv: u8) -> i32 {
        let (grid, cell) = (u32::from(mv) / 9, mv % 9);
        let own = cells_of(board.stones(board.turn()), grid) | 1 << cell;
        let other = cells_of(board.stones(board.turn().other()), grid);
        i32::from(self.scores[number(own, other)])
    }
}

/// A certainty, in the unit of chances.
const CERTAIN: i32 = 512;

/// What the tables know of a filling.
#[derive(Clone, Copy, Debug, Default)]
struct Filling {
    /// The chances that the grid is won, by oneself and by the other.
    chances: [i16; 2],
    /// The same after one's own best move.
    moved: [i16; 2],
}

/// Our evaluation: the chance of each side to win each grid, and from these to
/// win lines of grids.
///
/// A grid is judged as if a coin told who plays in it next, since nobody knows
/// how often either side will be sent there: its chances are those of the best
/// moves of both, averaged, back from the full grids. This values open lines,
/// forks and blocked triples (xxo, xoo) for what they leave, without a figure
/// chosen by hand. A line of grids is worth the product of its chances, so a
/// grid weighs as much as the lines through it are alive. The side to move gets
/// a part of what its best move in the grid it is sent to gains, or, free to
/// choose, a fixed sum. The figures below are ours; matches of 200 games at depth
/// 4 told that half a move is better than a whole one, and no more than that.
#[derive(Clone, Copy, Debug)]
pub struct Ours {
    fillings: &'static [Filling],
}

/// The chances of both sides, the first player's before the second's, in each
/// of the nine grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances([[i16; 9]; 2]);

impl Ours {
    /// What a certain line of grids is worth.
    const LINE: i32 = 1_600;
    /// What a certain grid is worth besides its lines.
    const GRID: i32 = 60;
    /// What being free to play anywhere is worth.
    const FREE: i32 = 60;
    /// How much of the move to come is already counted, in quarters.
    const MOVE_QUARTERS: i32 = 2;

    /// The chances of both sides in a grid, the first player's first.
    #[inline]
    fn chances(&self, board: &Board, grid: u32) -> [i16; 2] {
        let [own, other] = Player::BOTH.map(|player| cells_of(board.stones(player), grid));
        self.fillings[number(own, other)].chances
    }

    /// What the tables know of a grid, for a side.
    #[inline]
    fn filling(&self, board: &Board, grid: u32, player: Player) -> &Filling {
        let [own, other] = [player, player.other()].map(|player| cells_of(board.stones(player), grid));
        &self.fillings[number(own, other)]
    }

    /// The chances of every filling.
    fn table() -> Vec<Filling> {
        // Nine halvings of this leave no remainder.
        const ONE: i32 = 1 << 16;
        let mut exact = vec![[0_i32; 2]; FILLINGS];
        let mut table = vec![Filling::default(); FILLINGS];
        let lead = |[own, other]: [i32; 2]| own - other;
        let coarse = |chances: [i32; 2]| chances.map(|chance| (chance / (ONE / CERTAIN)) as i16);
        for (own, other) in fillings() {
            let empty = square3::FULL & !(own | other);
            let over = if square3::has_line(own) {
                Some([ONE, 0])
            } else if square3::has_line(other) {
                Some([0, ONE])
            } else if empty == 0 {
                Some([0, 0])
            } else {
                None
            };
            let (chances, moved) = over.map_or_else(
                || {
                    let cells = || (0..9).filter(|cell| empty >> cell & 1 != 0).map(|cell| 1 << cell);
                    // Of moves that lead by as much, those that leave less to chance.
                    let best = cells()
                        .map(|cell: u16| exact[number(own | cell, other)])
                        .max_by_key(|&after| (lead(after), after[0] + after[1]));
                    let worst = cells()
                        .map(|cell: u16| exact[number(own, other | cell)])
                        .max_by_key(|&after| (-lead(after), after[0] + after[1]));
                    let (best, worst) = (best.unwrap_or_default(), worst.unwrap_or_default());
                    ([0, 1].map(|side| i32::midpoint(best[side], worst[side])), best)
                },
                |chances| (chances, chances),
            );
            exact[number(own, other)] = chances;
            table[number(own, other)] = Filling { chances: coarse(chances), moved: coarse(moved) };
        }
        table
    }
}

impl Default for Ours {
    fn default() -> Self {
        static TABLE: LazyLock<Vec<Filling>> = LazyLock::new(Ours::table);
        Self { fillings: &TABLE }
    }
}

/// The chances of lines, all eight together, in the unit of [`CERTAIN`] cubed.
#[inline]
fn lines(chances: &[i32; 9]) -> i32 {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    LINES.iter().map(|&[a, b, c]| chances[a] * chances[b] * chances[c]).sum()
}

impl Evaluator<Board> for Ours {
    type State = Chances;

    fn state(&self, board: &Board) -> Chances {
        let mut chances = [[0; 9]; 2];
        for grid in 0..9 {
            let both = self.chances(board, grid);
            chances[0][grid as usize] = both[0];
            chances[1][grid as usize] = both[1];
        }
        Chances(chances)
    }

    #[inline]
    fn advance(&self, state: &Chances, _: &Board, mv: u8, after: &Board) -> Chances {
        let grid = mv / 9;
        let both = self.chances(after, u32::from(grid));
        let mut next = *state;
        next.0[0][usize::from(grid)] = both[0];
        next.0[1][usize::from(grid)] = both[1];
        next
    }

    #[inline]
    fn evaluate(&self, board: &Board, Chances(chances): &Chances) -> i32 {
        let turn = board.turn();
        let mut own = chances[turn.index()].map(i32::from);
        let mut other = chances[turn.other().index()].map(i32::from);
        let mut value = 0;
        if board.target() == ANY {
            value += Self::FREE;
        } else {
            let grid = board.target();
            let moved = self.filling(board, u32::from(grid), turn).moved;
            for (chances, moved) in [&mut own, &mut other].into_iter().zip(moved) {
                let chance = &mut chances[usize::from(grid)];
                *chance += (i32::from(moved) - *chance) * Self::MOVE_QUARTERS / 4;
            }
        }
        // The product of three chances has 27 bits; ten go first, so that the
        // rest has room.
        let lead = (lines(&own) >> 10) - (lines(&other) >> 10);
        value += lead * Self::LINE / (1 << 17);
        let grids: i32 = own.iter().sum::<i32>() - other.iter().sum::<i32>();
        value + grids * Self::GRID / CERTAIN
    }

    /// What the move gains in its grid, less what the answer can gain in the
    /// grid it leads to; a free choice for the opponent is the worst of these.
    #[inline]
    fn order_score(&self, board: &Board, _: &Chances, mv: u8) -> i32 {
        const FREE_CHOICE: i32 = 2 * CERTAIN;
        const PER_CHANCE: i32 = 8;
        let (grid, cell) = (u32::from(mv) / 9, u32::from(mv) % 9);
        let [own, other] = [board.turn(), board.turn().other()].map(|player| board.stones(player));
        let lead = |[own, other]: [i16; 2]| i32::from(own) - i32::from(other);
        let [mine, theirs] = [cells_of(own, grid), cells_of(other, grid)];
        let mine_after = mine | 1 << cell;
        let before = lead(self.fillings[number(mine, theirs)].chances);
        let gain = lead(self.fillings[number(mine_after, theirs)].chances) - before;
        let closes = square3::has_line(mine_after) || mine_after | theirs == square3::FULL;
        let closed = board.closed() | u16::from(closes) << grid;
        let risk = if closed >> cell & 1 != 0 {
            FREE_CHOICE
        } else {
            let own = own | 1 << mv;
            let target = &self.fillings[number(cells_of(other, cell), cells_of(own, cell))];
            lead(target.moved) - lead(target.chances)
        };
        PER_CHANCE * (gain - risk)
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Variant;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::supermorpion::SuperMorpion;

    /// The same position with the sides' stones and turns exchanged.
    fn swapped(board: &Board) -> Board {
        let grids = std::array::from_fn(|grid| {
            let cells = |player| cells_of(board.stones(player), grid as u32);
            [cells(Player::Second), cells(Player::First)]
        });
        Board::from_grids(&grids, board.last(), board.turn().other(), false)
    }

    /// Checks every position of random games, with the state the search keeps.
    fn along_random_games<E: Evaluator<Board>>(evaluator: &E, check: impl Fn(&Board, &E::State)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..200 {
            let mut board = SuperMorpion { most: false }.start();
            let mut state = evaluator.state(&board);
            while board.outcome().is_none() {
                check(&board, &state);
                let mut moves = board.legal_moves();
                let mv = moves.nth(rng.random_range(0..moves.len())).unwrap();
                let after = board.after(mv);
                state = evaluator.advance(&state, &board, mv, &after);
                board = after;
            }
        }
    }

    fn looks_the_same_from_everywhere<E: Evaluator<Board>>(evaluator: &E) {
        along_random_games(evaluator, |board, state| {
            let value = evaluator.evaluate(board, state);
            assert!(value.abs() < 50_000, "{value}");
            let fresh = |board: &Board| evaluator.evaluate(board, &evaluator.state(board));
            assert_eq!(fresh(&swapped(board)), value);
            for &symmetry in board.symmetries() {
                let image = board.transform(symmetry);
                assert_eq!(fresh(&image), value, "{symmetry:?}");
                for mv in board.legal_moves() {
                    assert_eq!(
                        evaluator.order_score(
                            &image,
                            &evaluator.state(&image),
                            image.transform_move(mv, symmetry)
                        ),
                        evaluator.order_score(board, state, mv)
                    );
                }
            }
        });
    }

    #[test]
    fn values_are_the_same_for_images_and_for_either_side() {
        looks_the_same_from_everywhere(&Seed::default());
        looks_the_same_from_everywhere(&Ours::default());
    }

    #[test]
    fn the_state_kept_is_the_state_found_anew() {
        let ours = Ours::default();
        along_random_games(&ours, |board, state| assert_eq!(*state, ours.state(board)));
    }

    #[test]
    fn chances_are_those_of_the_other_side_turned_round() {
        let ours = Ours::default();
        for (own, other) in fillings() {
            let [mine, theirs] = ours.fillings[number(own, other)].chances;
            // Both may hold a line only where no game leads.
            if !(square3::has_line(own) && square3::has_line(other)) {
                assert_eq!(ours.fillings[number(other, own)].chances, [theirs, mine]);
            }
            assert!(mine >= 0 && theirs >= 0 && i32::from(mine) + i32::from(theirs) <= CERTAIN);
        }
    }

    #[test]
    fn blocked_triples_are_worth_less_than_open_ones() {
        let ours = Ours::default();
        let lead = |own: u16, other: u16| {
            let [mine, theirs] = ours.fillings[number(own, other)].chances;
            mine - theirs
        };
        // The top row: xx., xxo, xoo; the rest is empty.
        let [open, blocked, blocking] = [lead(0b011, 0), lead(0b011, 0b100), lead(0b001, 0b110)];
        assert!(open > blocked && blocked > blocking, "{open} {blocked} {blocking}");
    }

    #[test]
    fn the_seed_counts_its_triples() {
        // A stone in the centre: four open triples, their middle, the centre.
        assert_eq!(Seed::triples(1 << 4, 0, square3::FULL & !(1 << 4)), 4 * (8 + 3 + 7));
        assert_eq!(Seed::triples(0, 1 << 4, square3::FULL & !(1 << 4)), -4 * (8 + 3 + 3));
        // A corner has three triples and is the middle of none, a side two and one.
        assert_eq!(Seed::triples(1, 0, square3::FULL & !1), 3 * 8);
        assert_eq!(Seed::triples(2, 0, square3::FULL & !2), 2 * 8 + 3);
        // Two of a row: its triple, two columns, two diagonals less the shared row.
        assert_eq!(Seed::triples(0b011, 0, 0b111_111_100), 20 + 3 * 8 + 3);
        assert_eq!(Seed::triples(0b011, 0b100, 0b111_111_000), 3 + 3 * 8 - 2 * 8);
    }
}
