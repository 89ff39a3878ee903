//! Static evaluation of super-morpion.
//!
//! Both evaluators look up each grid in a table of all fillings of nine cells with own
//! stones, the opponent's stones and empty cells, numbered in base three.

use std::sync::LazyLock;

use plateau_core::{Player, Position};
use plateau_search::{Evaluator, MovePicker};

use super::board::{ANY, Board, bit};
use crate::square3;

/// The number of fillings of a grid.
const FILLINGS: usize = 3_usize.pow(9);

/// The bits of a set of cells read as digits in base three. The index of a filling is that
/// of the own stones plus twice that of the opponent's.
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

/// Returns the index of a filling.
#[inline]
fn filling_index(own: u16, opponent: u16) -> usize {
    usize::from(TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(opponent)])
}

/// Returns the stones of a side in a grid.
#[inline]
pub(super) fn cells_of(stones: u128, grid: u32) -> u16 {
    (stones >> bit(grid, 0)) as u16 & square3::FULL
}

/// Returns every filling as own stones and opponent's stones, those with more stones first.
fn fillings() -> impl Iterator<Item = (u16, u16)> {
    let with_stones = |stones: u32| {
        (0..=square3::FULL)
            .flat_map(move |own| (0..=square3::FULL).map(move |opponent| (own, opponent)))
            .filter(move |&(own, opponent)| own & opponent == 0 && (own | opponent).count_ones() == stones)
    };
    (0..=9).rev().flat_map(with_stones)
}

/// The baseline evaluation: hand-written weights for the eight lines of every grid.
///
/// Each line of a grid counts +20 for two own stones and an empty cell, +8 for one own stone
/// and two empty cells, and +3 for an own stone in its middle, or +10 if that is the centre
/// of the grid. The opponent's stones count the same with a minus sign, but 6 for the centre,
/// so the value is not antisymmetric. A won grid counts [`Self::WON_GRID`].
///
/// The board of grids is evaluated in the same way, multiplied by [`Self::OUTER`]: a won grid
/// is a stone, and a drawn grid blocks both sides.
#[derive(Clone, Copy, Debug)]
pub struct Baseline {
    scores: &'static [i16],
}

impl Baseline {
    /// The value of a won grid.
    pub const WON_GRID: i32 = 200;
    /// The factor of the board of grids.
    pub const OUTER: i32 = 10;
    /// The value of two stones and an empty cell in a line.
    pub(super) const TWO: i32 = 20;
    /// The value of one stone and two empty cells in a line.
    pub(super) const ONE: i32 = 8;
    /// The value of the middle of a line.
    pub(super) const MIDDLE: i32 = 3;
    /// The bonus of the side to move, and of the opponent, for each line through the centre.
    pub(super) const CENTRE: [i32; 2] = [7, 3];

    /// Evaluates the lines of a filling that is not won. Cells that are neither taken nor
    /// `empty` block both sides.
    fn lines(own: u16, opponent: u16, empty: u16) -> i32 {
        let LineCounts { two, one, middle, centre } = LineCounts::of(own, opponent, empty);
        let lead = |[own, opponent]: [i32; 2]| own - opponent;
        let centre = Self::CENTRE[0] * centre[0] - Self::CENTRE[1] * centre[1];
        Self::TWO * lead(two) + Self::ONE * lead(one) + Self::MIDDLE * lead(middle) + centre
    }

    /// Evaluates the filling of a grid, won or not.
    #[inline]
    pub(super) fn grid_score(&self, own: u16, opponent: u16) -> i32 {
        i32::from(self.scores[filling_index(own, opponent)])
    }
}

/// What the baseline counts in the eight lines of a filling, for the own side and the
/// opponent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineCounts {
    /// Lines with two stones and an empty cell.
    pub(super) two: [i32; 2],
    /// Lines with one stone and two empty cells.
    pub(super) one: [i32; 2],
    /// Lines whose middle is taken.
    pub(super) middle: [i32; 2],
    /// Those whose middle is the centre.
    pub(super) centre: [i32; 2],
}

impl LineCounts {
    /// Counts the lines of a filling. Cells that are neither taken nor `empty` block both
    /// sides.
    pub(super) fn of(own: u16, opponent: u16, empty: u16) -> Self {
        /// The middle cells of the rows, columns and diagonals.
        const MIDDLES: [u16; 8] = [1 << 1, 1 << 4, 1 << 7, 1 << 3, 1 << 4, 1 << 5, 1 << 4, 1 << 4];
        const CENTRE: u16 = 1 << 4;
        let mut counts = Self::default();
        for (line, middle) in square3::LINES.into_iter().zip(MIDDLES) {
            match [own, opponent, empty].map(|cells| (cells & line).count_ones()) {
                [2, 0, 1] => counts.two[0] += 1,
                [0, 2, 1] => counts.two[1] += 1,
                [1, 0, 2] => counts.one[0] += 1,
                [0, 1, 2] => counts.one[1] += 1,
                _ => {}
            }
            for (side, stones) in [own, opponent].into_iter().enumerate() {
                counts.middle[side] += i32::from(stones & middle != 0);
                counts.centre[side] += i32::from(stones & middle & CENTRE != 0);
            }
        }
        counts
    }
}

impl Default for Baseline {
    fn default() -> Self {
        static SCORES: LazyLock<Vec<i16>> = LazyLock::new(|| {
            let mut scores = vec![0; FILLINGS];
            for (own, opponent) in fillings() {
                let score = if square3::has_line(own) {
                    Baseline::WON_GRID
                } else if square3::has_line(opponent) {
                    -Baseline::WON_GRID
                } else {
                    Baseline::lines(own, opponent, square3::FULL & !(own | opponent))
                };
                scores[filling_index(own, opponent)] = score as i16;
            }
            scores
        });
        Self { scores: &SCORES }
    }
}

impl Evaluator<Board> for Baseline {
    type Accumulator = ();

    fn accumulator(&self, _: &Board) {}

    fn update(&self, (): &(), _: &Board, _: u8, _: &Board) {}

    fn evaluate(&self, board: &Board, (): &()) -> i32 {
        let sides = [board.turn(), board.turn().other()];
        let [own, opponent] = sides.map(|player| board.stones(player));
        let inner: i32 =
            (0..9).map(|grid| self.grid_score(cells_of(own, grid), cells_of(opponent, grid))).sum();
        let [own, opponent] = sides.map(|player| board.won(player));
        inner + Self::OUTER * Self::lines(own, opponent, square3::FULL & !board.closed())
    }
}

impl MovePicker<Board> for Baseline {
    /// Orders moves by the value of their grid after the move.
    fn order_score(&self, board: &Board, mv: u8) -> i32 {
        let (grid, cell) = (u32::from(mv) / 9, mv % 9);
        let own = cells_of(board.stones(board.turn()), grid) | 1 << cell;
        let opponent = cells_of(board.stones(board.turn().other()), grid);
        i32::from(self.scores[filling_index(own, opponent)])
    }
}

/// A probability of 1.
pub(super) const CERTAIN: i32 = 512;

/// The table entry of a filling.
#[derive(Clone, Copy, Debug, Default)]
struct Filling {
    /// The probabilities that the own side and the opponent win the grid.
    chances: [i16; 2],
    /// The same after the best own move.
    chances_after_move: [i16; 2],
}

/// Evaluates each side's probability to win each grid, and from these to win lines of grids.
///
/// A grid's probabilities are computed backwards from the full grids, as if a coin decided
/// who plays in it next: the average of the best moves of both sides. So open lines, forks
/// and blocked lines need no hand-written weights. The value of a line of grids is the
/// product of its probabilities. The side to move gets half of the gain of its best move in the grid it
/// is sent to, or a fixed bonus if it may play anywhere. (Half was better than the whole gain
/// in matches of 200 games at depth 4.)
#[derive(Clone, Copy, Debug)]
pub struct GridChances {
    fillings: &'static [Filling],
}

/// The probabilities of the first and the second player to win each of the nine grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances([[i16; 9]; 2]);

/// The parts of a value of [`GridChances`].
pub(super) struct Parts {
    /// The bonus for being free to play in any grid.
    pub(super) free_choice: i32,
    /// The value of the lines of grids.
    pub(super) lines: i32,
    /// The value of the grids apart from their lines.
    pub(super) grids: i32,
    /// The probabilities of the side to move and of the opponent to win each grid.
    pub(super) chances: [[i32; 9]; 2],
}

impl GridChances {
    /// The value of a line of grids that is certain.
    const LINE: i32 = 1_600;
    /// The value of a certain grid, apart from its lines.
    const GRID: i32 = 60;
    /// The bonus for being free to play in any grid.
    const FREE_CHOICE: i32 = 60;
    /// The part of the gain of the best move that the side to move gets, in quarters.
    const MOVE_QUARTERS: i32 = 2;

    /// Returns the probabilities of the first and the second player in a grid.
    #[inline]
    fn chances(&self, board: &Board, grid: u32) -> [i16; 2] {
        let [first, second] = Player::BOTH.map(|player| cells_of(board.stones(player), grid));
        self.fillings[filling_index(first, second)].chances
    }

    /// Returns the table entry of a grid from the point of view of a player.
    #[inline]
    fn filling(&self, board: &Board, grid: u32, player: Player) -> &Filling {
        let [own, opponent] = [player, player.other()].map(|player| cells_of(board.stones(player), grid));
        &self.fillings[filling_index(own, opponent)]
    }

    /// Evaluates a position in parts.
    #[inline]
    pub(super) fn parts(&self, board: &Board, Chances(chances): &Chances) -> Parts {
        let turn = board.turn();
        let mut own = chances[turn.index()].map(i32::from);
        let mut opponent = chances[turn.other().index()].map(i32::from);
        let mut free_choice = 0;
        if board.target() == ANY {
            free_choice = Self::FREE_CHOICE;
        } else {
            let grid = board.target();
            let after_move = self.filling(board, u32::from(grid), turn).chances_after_move;
            for (chances, after) in [&mut own, &mut opponent].into_iter().zip(after_move) {
                let chance = &mut chances[usize::from(grid)];
                *chance += (i32::from(after) - *chance) * Self::MOVE_QUARTERS / 4;
            }
        }
        // The product of three probabilities has 27 bits. Drop ten, so that the next
        // multiplication does not overflow.
        let lead = (sum_of_lines(&own) >> 10) - (sum_of_lines(&opponent) >> 10);
        let lines = lead * Self::LINE / (1 << 17);
        let grids = own.iter().sum::<i32>() - opponent.iter().sum::<i32>();
        Parts { free_choice, lines, grids: grids * Self::GRID / CERTAIN, chances: [own, opponent] }
    }

    /// Computes the table of all fillings.
    fn table() -> Vec<Filling> {
        // Can be halved nine times without a remainder.
        const ONE: i32 = 1 << 16;
        let mut exact = vec![[0_i32; 2]; FILLINGS];
        let mut table = vec![Filling::default(); FILLINGS];
        let lead = |[own, opponent]: [i32; 2]| own - opponent;
        let rounded = |chances: [i32; 2]| chances.map(|chance| (chance / (ONE / CERTAIN)) as i16);
        for (own, opponent) in fillings() {
            let empty = square3::FULL & !(own | opponent);
            let finished = if square3::has_line(own) {
                Some([ONE, 0])
            } else if square3::has_line(opponent) {
                Some([0, ONE])
            } else if empty == 0 {
                Some([0, 0])
            } else {
                None
            };
            let (chances, after_move) = finished.map_or_else(
                || {
                    let cells = || (0..9).filter(|cell| empty >> cell & 1 != 0).map(|cell| 1 << cell);
                    // Of moves with the same lead, prefer those that make a draw less likely.
                    let best = cells()
                        .map(|cell: u16| exact[filling_index(own | cell, opponent)])
                        .max_by_key(|&after| (lead(after), after[0] + after[1]));
                    let worst = cells()
                        .map(|cell: u16| exact[filling_index(own, opponent | cell)])
                        .max_by_key(|&after| (-lead(after), after[0] + after[1]));
                    let (best, worst) = (best.unwrap_or_default(), worst.unwrap_or_default());
                    ([0, 1].map(|side| i32::midpoint(best[side], worst[side])), best)
                },
                |chances| (chances, chances),
            );
            exact[filling_index(own, opponent)] = chances;
            table[filling_index(own, opponent)] =
                Filling { chances: rounded(chances), chances_after_move: rounded(after_move) };
        }
        table
    }
}

impl Default for GridChances {
    fn default() -> Self {
        static TABLE: LazyLock<Vec<Filling>> = LazyLock::new(GridChances::table);
        Self { fillings: &TABLE }
    }
}

/// Returns the sum of the probabilities of the eight lines, in units of [`CERTAIN`] cubed.
#[inline]
fn sum_of_lines(chances: &[i32; 9]) -> i32 {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    LINES.iter().map(|&[a, b, c]| chances[a] * chances[b] * chances[c]).sum()
}

impl Evaluator<Board> for GridChances {
    type Accumulator = Chances;

    fn accumulator(&self, board: &Board) -> Chances {
        let mut chances = [[0; 9]; 2];
        for grid in 0..9 {
            let both = self.chances(board, grid);
            chances[0][grid as usize] = both[0];
            chances[1][grid as usize] = both[1];
        }
        Chances(chances)
    }

    #[inline]
    fn update(&self, state: &Chances, _: &Board, mv: u8, after: &Board) -> Chances {
        let grid = mv / 9;
        let both = self.chances(after, u32::from(grid));
        let mut next = *state;
        next.0[0][usize::from(grid)] = both[0];
        next.0[1][usize::from(grid)] = both[1];
        next
    }

    #[inline]
    fn evaluate(&self, board: &Board, chances: &Chances) -> i32 {
        let parts = self.parts(board, chances);
        parts.free_choice + parts.lines + parts.grids
    }
}

impl MovePicker<Board> for GridChances {
    /// Orders moves by their gain in their grid, minus the gain of the best reply in the grid
    /// that the opponent is sent to. Giving the opponent a free choice costs the most.
    #[inline]
    fn order_score(&self, board: &Board, mv: u8) -> i32 {
        const FREE_CHOICE: i32 = 2 * CERTAIN;
        const PER_CHANCE: i32 = 8;
        let (grid, cell) = (u32::from(mv) / 9, u32::from(mv) % 9);
        let [own, opponent] = [board.turn(), board.turn().other()].map(|player| board.stones(player));
        let lead = |[own, opponent]: [i16; 2]| i32::from(own) - i32::from(opponent);
        let [own_cells, opponent_cells] = [cells_of(own, grid), cells_of(opponent, grid)];
        let cells_after = own_cells | 1 << cell;
        let before = lead(self.fillings[filling_index(own_cells, opponent_cells)].chances);
        let gain = lead(self.fillings[filling_index(cells_after, opponent_cells)].chances) - before;
        let closes = square3::has_line(cells_after) || cells_after | opponent_cells == square3::FULL;
        let closed = board.closed() | u16::from(closes) << grid;
        let risk = if closed >> cell & 1 != 0 {
            FREE_CHOICE
        } else {
            let own = own | 1 << mv;
            let target = &self.fillings[filling_index(cells_of(opponent, cell), cells_of(own, cell))];
            lead(target.chances_after_move) - lead(target.chances)
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

    /// Returns the position with the colours of all stones and of the side to move swapped.
    fn swapped(board: &Board) -> Board {
        let grids = std::array::from_fn(|grid| {
            let cells = |player| cells_of(board.stones(player), grid as u32);
            [cells(Player::Second), cells(Player::First)]
        });
        Board::from_grids(&grids, board.last(), board.turn().other(), false)
    }

    /// Checks every position of random games, with its incremental state.
    fn check_random_games<E: Evaluator<Board>>(evaluator: &E, check: impl Fn(&Board, &E::Accumulator)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..200 {
            let mut board = SuperMorpion { most: false }.start();
            let mut state = evaluator.accumulator(&board);
            while board.outcome().is_none() {
                check(&board, &state);
                let mut moves = board.legal_moves();
                let mv = moves.nth(rng.random_range(0..moves.len())).unwrap();
                let after = board.after(mv);
                state = evaluator.update(&state, &board, mv, &after);
                board = after;
            }
        }
    }

    fn assert_symmetric<E: Evaluator<Board> + MovePicker<Board>>(evaluator: &E) {
        check_random_games(evaluator, |board, state| {
            let value = evaluator.evaluate(board, state);
            assert!(value.abs() < 50_000, "{value}");
            let evaluate = |board: &Board| evaluator.evaluate(board, &evaluator.accumulator(board));
            assert_eq!(evaluate(&swapped(board)), value);
            for &symmetry in board.symmetries() {
                let image = board.transform(symmetry);
                assert_eq!(evaluate(&image), value, "{symmetry:?}");
                for mv in board.legal_moves() {
                    assert_eq!(
                        evaluator.order_score(&image, image.transform_move(mv, symmetry)),
                        evaluator.order_score(board, mv)
                    );
                }
            }
        });
    }

    #[test]
    fn values_are_equal_for_symmetric_positions_and_swapped_sides() {
        assert_symmetric(&Baseline::default());
        assert_symmetric(&GridChances::default());
    }

    #[test]
    fn incremental_state_equals_the_state_computed_from_scratch() {
        let evaluator = GridChances::default();
        check_random_games(&evaluator, |board, state| assert_eq!(*state, evaluator.accumulator(board)));
    }

    #[test]
    fn chances_are_swapped_with_the_sides() {
        let evaluator = GridChances::default();
        for (own, opponent) in fillings() {
            let [first, second] = evaluator.fillings[filling_index(own, opponent)].chances;
            // No game leads to a grid in which both sides have a line.
            if !(square3::has_line(own) && square3::has_line(opponent)) {
                assert_eq!(evaluator.fillings[filling_index(opponent, own)].chances, [second, first]);
            }
            assert!(first >= 0 && second >= 0 && i32::from(first) + i32::from(second) <= CERTAIN);
        }
    }

    #[test]
    fn blocked_lines_are_worth_less_than_open_ones() {
        let evaluator = GridChances::default();
        let lead = |own: u16, opponent: u16| {
            let [own, opponent] = evaluator.fillings[filling_index(own, opponent)].chances;
            own - opponent
        };
        // The top row is xx., xxo, xoo; the rest is empty.
        let [open, blocked, blocking] = [lead(0b011, 0), lead(0b011, 0b100), lead(0b001, 0b110)];
        assert!(open > blocked && blocked > blocking, "{open} {blocked} {blocking}");
    }

    #[test]
    fn baseline_counts_the_lines_of_a_grid() {
        // A stone in the centre is the middle of four open lines.
        assert_eq!(Baseline::lines(1 << 4, 0, square3::FULL & !(1 << 4)), 4 * (8 + 3 + 7));
        assert_eq!(Baseline::lines(0, 1 << 4, square3::FULL & !(1 << 4)), -4 * (8 + 3 + 3));
        // A corner is on three lines and the middle of none; a side is on two, the middle of one.
        assert_eq!(Baseline::lines(1, 0, square3::FULL & !1), 3 * 8);
        assert_eq!(Baseline::lines(2, 0, square3::FULL & !2), 2 * 8 + 3);
        // Two stones of the top row: the row itself, two columns and a diagonal.
        assert_eq!(Baseline::lines(0b011, 0, 0b111_111_100), 20 + 3 * 8 + 3);
        assert_eq!(Baseline::lines(0b011, 0b100, 0b111_111_000), 3 + 3 * 8 - 2 * 8);
    }
}
