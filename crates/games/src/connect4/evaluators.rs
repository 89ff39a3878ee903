//! What a Connect Four position is worth without search: as the seed judges
//! it, and better.

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::{Evaluator, Score, Value};

use super::board::{Board, LINE, completions};
use super::geometry::Geometry;

/// The seed's evaluation: the sum of the worth of all windows of four, level,
/// upright and on both diagonals.
///
/// The report shows the sum but not the function that judges one window, so
/// its worth is chosen here: a window that holds stones of one side only
/// counts 1, 10 or 50 for that side by the number of its stones, any other
/// nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seed;

/// A window's worth by the number of stones of the one side in it, in
/// hundredths of a piece. Chosen, not the seed's: each stone more is worth a
/// few times as much, and a three stays below a piece, since it may never be
/// completed. Four end the game and are never evaluated.
const WINDOW: [i32; 4] = [0, 1, 10, 50];

/// Our evaluation: the empty cells that would complete a line, judged by
/// height and parity, the open twos, and the centre. All figures are ours,
/// set by matches (`crates/bench/examples/eval_match.rs`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Ours;

/// A cell that would complete a line, whoever will get to play it.
const THREAT: i32 = 40;
/// More for one in the rows that fall to its side when columns fill up.
const GOOD_ROW: i32 = 60;
/// Less for each row it stands higher: later, and more may happen before.
const HIGHER: i32 = 6;
/// Two of them above each other can't both be stopped.
const STACKED: i32 = 300;
/// A window with two stones of one side and two empty cells.
const TWO: i32 = 16;
/// A window with one stone of one side and three empty cells.
const ONE: i32 = 2;
/// To have a line in one move, where no search will follow.
const WINS_NEXT: i32 = 20_000;

/// A move that must be played, or wins: before all that searches remember.
const AT_ONCE: i32 = 1 << 27;
/// A move that gives the other side a line on top of it: after all others.
const GIVES_A_LINE: i32 = -(1 << 16);

/// The windows of four without a stone of `other`, by the number of stones of
/// `own` in them: 1, 2 and 3. A window is told by its lowest cell.
#[inline]
fn windows<G: Geometry>(geometry: G, own: G::Bits, other: G::Bits, step: u32) -> [G::Bits; 3] {
    let free = (geometry.cells() & !other).run_starts(step, LINE);
    // Two half adders: the stones of each pair of cells as a sum and a carry.
    let pair_sum = own ^ (own >> step);
    let pair_carry = own & (own >> step);
    let (sums, carries) = ((pair_sum, pair_sum >> (2 * step)), (pair_carry, pair_carry >> (2 * step)));
    let one = (sums.0 ^ sums.1) & !(carries.0 | carries.1);
    let two = (sums.0 & sums.1) | ((carries.0 ^ carries.1) & !(sums.0 | sums.1));
    let three = (sums.0 & carries.1) | (carries.0 & sums.1);
    [one & free, two & free, three & free]
}

/// How many windows there are with 1, 2 and 3 stones of `own` and none of
/// `other`.
#[inline]
fn count_windows<G: Geometry>(geometry: G, own: G::Bits, other: G::Bits) -> [i32; 3] {
    let mut counts = [0; 3];
    for step in geometry.directions() {
        for (count, found) in counts.iter_mut().zip(windows(geometry, own, other, step)) {
            *count += found.count() as i32;
        }
    }
    counts
}

/// The rows each side comes to play when nothing else is left and columns fill
/// up one by one, for the side to move and the other. In columns of even
/// height the side that began gets rows 1, 3, 5 … from the bottom; in columns
/// of odd height nobody can count on a row.
#[inline]
fn rows_of_sides<G: Geometry>(board: &Board<G>) -> [G::Bits; 2] {
    let geometry = board.geometry();
    if !geometry.rows().is_multiple_of(2) {
        return [G::Bits::ZERO; 2];
    }
    let odd =
        (0..geometry.rows()).step_by(2).fold(G::Bits::ZERO, |rows, row| rows | geometry.bottom() << row);
    if board.taken().count().is_multiple_of(2) { [odd, !odd] } else { [!odd, odd] }
}

/// How near the centre column a cell is: 0 at the edge.
#[inline]
fn centrality<G: Geometry>(geometry: G, cell: u8) -> i32 {
    let column = u32::from(cell) / geometry.stride();
    column.min(geometry.columns() - 1 - column) as i32
}

/// The sides' stones: of the one to move, and of the other.
#[inline]
fn sides<G: Geometry>(board: &Board<G>) -> (G::Bits, G::Bits) {
    (board.stones(board.turn()), board.stones(board.turn().other()))
}

impl<G: Geometry> Evaluator<Board<G>> for Seed {
    type State = ();

    fn state(&self, _: &Board<G>) {}

    #[inline]
    fn advance(&self, (): &(), _: &Board<G>, _: u8, _: &Board<G>) {}

    fn evaluate(&self, board: &Board<G>, (): &()) -> i32 {
        let (own, other) = sides(board);
        let worth = |own, other| {
            let counts = count_windows(board.geometry(), own, other);
            (1..).zip(counts).map(|(stones, count)| WINDOW[stones] * count).sum::<i32>()
        };
        worth(own, other) - worth(other, own)
    }

    /// The centre first: more windows go through it.
    #[inline]
    fn order_score(&self, board: &Board<G>, (): &(), cell: u8) -> i32 {
        centrality(board.geometry(), cell)
    }
}

impl Ours {
    /// What the stones of a side promise: `threats` are the empty cells that
    /// complete a line for it, `good` the rows that fall to it.
    #[inline]
    fn side<G: Geometry>(geometry: G, own: G::Bits, other: G::Bits, threats: G::Bits, good: G::Bits) -> i32 {
        let [ones, twos, _] = count_windows(geometry, own, other);
        let mut worth = ONE * ones + TWO * twos;
        if threats.is_empty() {
            return worth;
        }
        worth += STACKED * (threats & (threats >> 1)).count() as i32;
        worth += GOOD_ROW * (threats & good).count() as i32;
        let stride = geometry.stride();
        let height = |cell: u32| (cell % stride) as i32;
        worth + threats.ones().map(|cell| THREAT - HIGHER * height(cell)).sum::<i32>()
    }
}

impl<G: Geometry> Evaluator<Board<G>> for Ours {
    type State = ();
    /// Seven moves are too few: reductions cost a third more nodes.
    const ALLOWS_LMR: bool = false;

    fn state(&self, _: &Board<G>) {}

    #[inline]
    fn advance(&self, (): &(), _: &Board<G>, _: u8, _: &Board<G>) {}

    #[expect(
        clippy::inline_always,
        reason = "`probe` and `evaluate` are asked in a row and share their work"
    )]
    #[inline(always)]
    fn evaluate(&self, board: &Board<G>, (): &()) -> i32 {
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let (landings, empty) = (board.landings(), !board.taken());
        let own_threats = completions(geometry, own) & empty;
        if !(own_threats & landings).is_empty() {
            return WINS_NEXT;
        }
        let other_threats = completions(geometry, other) & empty;
        if (other_threats & landings).count() > 1 {
            return -WINS_NEXT;
        }
        let [own_rows, other_rows] = rows_of_sides(board);
        Self::side(geometry, own, other, own_threats, own_rows)
            - Self::side(geometry, other, own, other_threats, other_rows)
    }

    /// Wins and forced answers first, then moves by the threats they make and
    /// their nearness to the centre; gifts last.
    #[inline]
    fn order_score(&self, board: &Board<G>, (): &(), cell: u8) -> i32 {
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let bit = G::Bits::bit(u32::from(cell));
        let other_threats = completions(geometry, other);
        if !(other_threats & bit).is_empty() {
            return AT_ONCE;
        }
        let after = own | bit;
        let made = completions(geometry, after) & !(board.taken() | bit);
        let gift = if (other_threats & (bit << 1)).is_empty() { 0 } else { GIVES_A_LINE };
        gift + 400 * made.count() as i32 + 100 * centrality(geometry, cell)
    }

    /// A line of the other side's must be stopped, and moves that give it one on
    /// top lose at once: beside others they need no search.
    #[inline]
    fn ordered_moves(&self, board: &Board<G>, (): &(), depth: u32, put: &mut impl FnMut(u8, i32)) -> bool {
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let (landings, taken) = (board.landings(), board.taken());
        let threats = completions(geometry, other) & !taken;
        let forced = threats & landings;
        let safe = landings & !(threats >> 1);
        let moves = if !forced.is_empty() {
            forced
        } else if !safe.is_empty() {
            safe
        } else {
            landings
        };
        for cell in moves.ones() {
            let bit = G::Bits::bit(cell);
            // Before leaves the count costs more than it saves.
            let made =
                if depth > 1 { (completions(geometry, own | bit) & !(taken | bit)).count() } else { 0 };
            put(cell as u8, 400 * made as i32 + 100 * centrality(geometry, cell as u8));
        }
        true
    }

    /// A line that can be completed now, and two that can't both be stopped,
    /// need no search.
    #[expect(
        clippy::inline_always,
        reason = "`probe` and `evaluate` are asked in a row and share their work"
    )]
    #[inline(always)]
    fn probe(&self, board: &Board<G>) -> Option<Value> {
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let landings = board.landings();
        if !(completions(geometry, own) & landings).is_empty() {
            return Some(Value::exact(Score::win_in(1)));
        }
        let threats = completions(geometry, other) & geometry.cells() & !board.taken();
        let now = threats & landings;
        // Stopping a line and so making room for another on top is no stop.
        let lost = now.count() > 1 || !(now & (threats >> 1)).is_empty();
        lost.then(|| Value::exact(Score::loss_in(2)))
    }
}
