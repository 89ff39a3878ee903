//! What an m,n,k position is worth without search: as the seed judges it, and
//! better.

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::{Evaluator, Score, Value};

use super::board::Board;
use super::geometry::Geometry;
use super::lines::{completions, makers, open_lines};

/// The seed's evaluation: its table of weights, column "Refonte".
///
/// The seed judges the move that was played last, by the cells at most two
/// away from it. A position does not tell which move that was, so the state
/// keeps it; a position without a last move is worth nothing. The value is that
/// of the move for the side that played it, times 1.2 if that is the first
/// player and 0.9 if it is the second, times 0.8 for each ply searched.
///
/// Two lines that meet may so be worth different values in the same position:
/// that is the seed's way, and a search with it depends on the order of moves.
///
/// Chosen here, where the table gives a row without its meaning:
/// - *N* counts, for each row, the directions (of four) in which the figure is
///   found; for *voisins* the stones of both sides on the eight cells around;
/// - `nbPions` are all stones on the board;
/// - a duo or trio is *created* in a direction when the stone stands in a run of
///   exactly two or of three of its side, and *blocked* when two or three stones
///   of the other side stand in a row with only this stone among or beside
///   them. Of trios only those are seen that the stone splits, since the third
///   cell to one side is beyond the ±2;
/// - the patterns are read in both directions on the five cells of a line and
///   hold the stone itself; `-` and `_` are an empty cell, `.` an empty cell
///   too; the edge of the board is no stone of anybody;
/// - the factors 1.2 and 0.9 apply to all rows of the table.
///
/// WIN and LOOSE are not evaluated: search knows the end of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seed;

/// The move a line ended with, and how long the line is.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastMove {
    cell: Option<u16>,
    plies: u32,
}

/// The seed's table in tenths: what each direction in which a figure is found
/// is worth.
mod table {
    pub const EACH_DUO_BLOCKED: i32 = 15;
    pub const EACH_TRIO_BLOCKED: i32 = 25;
    pub const TRIO_CREATED: i32 = 800;
    pub const DUO_CREATED: i32 = 300;
    pub const TRIO_BLOCKED: i32 = 1_000;
    pub const DUO_BLOCKED: i32 = 650;
    /// Taken from the four figures above for each stone on the board.
    pub const EACH_STONE: i32 = 10;
    pub const NEIGHBOUR: i32 = 12;
    pub const OPEN_THREE: i32 = 5_000;
    pub const OPEN_TWO: i32 = 500;
    pub const SPLIT_TWO: i32 = 600;
    pub const OPEN_ONE: i32 = 5;
    pub const HALF_OPEN_TWO: i32 = 9;
    pub const DEAD_SPLIT_TWO: i32 = 3;
    pub const HALF_SPLIT_TWO: i32 = 10;
    /// The first and the second player's factor, in tenths.
    pub const AGGRESSION: [i32; 2] = [12, 9];
    /// Each ply keeps four fifths.
    pub const PLY: (i64, i64) = (4, 5);
}

/// A cell as the side that played last sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Own,
    Other,
    Empty,
    Outside,
}

use Seen::{Empty, Other, Outside, Own};

/// The five cells of a line around a stone, itself in the middle.
type Five = [Seen; 5];

/// What one direction adds: the five cells around a stone and the stones on the
/// board.
fn direction_worth(cells: Five, stones: i32) -> i32 {
    let mut worth = 0;
    let run = |side: Seen| {
        let before = cells[..2].iter().rev().take_while(|&&cell| cell == side).count();
        let after = cells[3..].iter().take_while(|&&cell| cell == side).count();
        (before, after)
    };
    let less = table::EACH_STONE * stones;
    let (before, after) = run(Own);
    match before + after + 1 {
        1 => {}
        2 => worth += table::DUO_CREATED - less,
        _ => worth += table::TRIO_CREATED - less,
    }
    let (before, after) = run(Other);
    if before + after >= 3 {
        worth += table::TRIO_BLOCKED - less + table::EACH_TRIO_BLOCKED;
    } else if before == 2 || after == 2 {
        worth += table::DUO_BLOCKED - less + table::EACH_DUO_BLOCKED;
    }
    let has = |pattern: &[Seen]| {
        let begins = 0..=5 - pattern.len();
        begins.filter(|begin| (*begin..begin + pattern.len()).contains(&2)).any(|begin| {
            let part = &cells[begin..begin + pattern.len()];
            part == pattern || part.iter().rev().eq(pattern)
        })
    };
    // Of patterns that hold each other only the largest counts.
    worth
        + if has(&[Empty, Own, Own, Own]) {
            table::OPEN_THREE
        } else if has(&[Other, Own, Own, Empty]) {
            table::HALF_OPEN_TWO
        } else if has(&[Empty, Own, Own]) {
            table::OPEN_TWO
        } else if has(&[Other, Own, Empty, Own, Other]) {
            table::DEAD_SPLIT_TWO
        } else if has(&[Other, Own, Empty, Own, Empty]) {
            table::HALF_SPLIT_TWO
        } else if has(&[Own, Empty, Own]) {
            table::SPLIT_TWO
        } else if has(&[Empty, Own]) {
            table::OPEN_ONE
        } else {
            0
        }
}

/// What the seed thinks of a move, in tenths of its figures, for the side that
/// played it.
fn move_worth<G: Geometry>(board: &Board<G>, cell: u16) -> i32 {
    let geometry = board.geometry();
    let (other, own) = sides(board);
    let (column, row) = geometry.column_and_row(u32::from(cell));
    let seen = |right: i32, down: i32| {
        let (column, row) = (column as i32 + right, row as i32 + down);
        if column < 0 || row < 0 || column >= geometry.columns() as i32 || row >= geometry.rows() as i32 {
            return Outside;
        }
        let bit = geometry.bit(column as u32, row as u32);
        match (own.has(bit), other.has(bit)) {
            (true, _) => Own,
            (_, true) => Other,
            _ => Empty,
        }
    };
    let stones = (own | other).count() as i32;
    let lines = [(1, 0), (0, 1), (1, 1), (-1, 1)]
        .map(|(right, down)| direction_worth([-2, -1, 0, 1, 2].map(|i| seen(right * i, down * i)), stones));
    let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    let neighbours = around.iter().filter(|(right, down)| matches!(seen(*right, *down), Own | Other)).count();
    lines.iter().sum::<i32>() + table::NEIGHBOUR * neighbours as i32
}

/// The stones of the side to move, and of the other.
#[inline]
fn sides<G: Geometry>(board: &Board<G>) -> (G::Bits, G::Bits) {
    (board.stones(board.turn()), board.stones(board.turn().other()))
}

impl<G: Geometry> Evaluator<Board<G>> for Seed {
    type State = LastMove;

    fn state(&self, _: &Board<G>) -> LastMove {
        LastMove::default()
    }

    #[inline]
    fn advance(&self, state: &LastMove, _: &Board<G>, mv: u16, _: &Board<G>) -> LastMove {
        LastMove { cell: Some(mv), plies: state.plies + 1 }
    }

    fn evaluate(&self, board: &Board<G>, state: &LastMove) -> i32 {
        let Some(cell) = state.cell else { return 0 };
        let aggressive = move_worth(board, cell) * table::AGGRESSION[board.turn().other().index()];
        let (part, whole) = table::PLY;
        let faded = (0..state.plies.min(40)).fold(i64::from(aggressive), |worth, _| worth * part / whole);
        -(faded as i32)
    }

    /// Moves beside stones first. The seed tried them in reading order; this
    /// changes the time, not the judgement.
    #[inline]
    fn order_score(&self, board: &Board<G>, _: &LastMove, mv: u16) -> i32 {
        i32::from(!is_far(board, mv))
    }
}

/// Our evaluation: the lines still open to each side by the stones in them, and
/// what is decided by completions. All figures are ours, set by matches
/// (`crates/bench/examples/eval_match.rs`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Ours;

/// A line's worth by the stones it still needs, in hundredths of a piece.
const NEEDS: [i32; 7] = [0, 180, 36, 8, 2, 1, 0];

/// What the lines of the side to move are worth more, in eighths: it has the
/// move.
const TO_MOVE: i32 = 2;

/// A move that must be played, or wins: before all that searches remember.
const AT_ONCE: i32 = 1 << 25;

/// What the moves that come first do: keep the other side from making two
/// completions at once, make one, keep the other side from making one, stand
/// beside a stone.
const STOPS_TWO: i32 = 20_000;
const MAKES_ONE: i32 = 12_000;
const STOPS_ONE: i32 = 6_000;
const BESIDE_OWN: i32 = 800;
const BESIDE_OTHER: i32 = 500;

/// These cells and all beside them.
#[inline]
fn widened<G: Geometry>(geometry: G, cells: G::Bits) -> G::Bits {
    let row = cells | (cells << 1) | (cells >> 1);
    let stride = geometry.stride();
    (row | (row << stride) | (row >> stride)) & geometry.cells()
}

/// Whether no stone is within two of a cell, in any direction. May say no near
/// an edge when a stone at the other edge is near by number.
#[inline]
fn is_far<G: Geometry>(board: &Board<G>, cell: u16) -> bool {
    let geometry = board.geometry();
    let (stride, cell) = (geometry.stride(), u32::from(cell));
    let reach = 2 * stride + 2;
    let taken = geometry.cells() & !board.empty();
    let near = geometry.window(taken, cell.saturating_sub(reach));
    let row = G::Near::bit(0) | G::Near::bit(1) | G::Near::bit(2) | G::Near::bit(3) | G::Near::bit(4);
    let square = (0..5).fold(G::Near::ZERO, |square, i| square | (row << (i * stride)));
    (near & (square >> reach.saturating_sub(cell))).is_empty()
}

/// The bits of a board around a cell, moved so that the cell stands at a fixed
/// bit: what is asked about them is then known to the compiler.
#[inline]
fn around<G: Geometry>(geometry: G, stones: G::Bits, cell: u32) -> G::Near {
    let middle = middle(geometry);
    geometry.window(stones, cell.saturating_sub(middle)) << middle.saturating_sub(cell)
}

/// The bit at which [`around`] puts its cell.
#[inline]
fn middle<G: Geometry>(geometry: G) -> u32 {
    (geometry.line() - 1) * (geometry.stride() + 1)
}

/// What a stone in the middle adds to the lines of a side in one direction:
/// the square of the stones it stands in a row with, and of those right behind
/// a gap; far more where it completes a line.
#[inline]
fn joins<G: Geometry>(geometry: G, own: G::Near, empty: G::Near, step: u32) -> i32 {
    let (middle, most) = (middle(geometry), geometry.line() - 1);
    let (mut row, mut gaps) = (0, 0);
    let (mut up, mut down) = (true, true);
    for i in 1..=most {
        up &= own.has(middle + i * step);
        down &= own.has(middle - i * step);
        row += i32::from(up) + i32::from(down);
    }
    gaps += i32::from(empty.has(middle + step) && own.has(middle + 2 * step));
    gaps += i32::from(empty.has(middle - step) && own.has(middle - 2 * step));
    let line = if row >= most as i32 { AT_ONCE } else { 0 };
    line + 160 * row * row + 100 * gaps
}

impl Ours {
    fn side<G: Geometry>(geometry: G, own: G::Bits, other: G::Bits) -> i32 {
        let counts = open_lines(geometry, own, other);
        let line = geometry.line() as usize;
        (1..line).map(|stones| NEEDS[line - stones] * counts[stones]).sum()
    }
}

impl<G: Geometry> Evaluator<Board<G>> for Ours {
    type State = ();
    const FORWARD_PRUNES: bool = true;

    fn state(&self, _: &Board<G>) {}

    #[inline]
    fn advance(&self, (): &(), _: &Board<G>, _: u16, _: &Board<G>) {}

    fn evaluate(&self, board: &Board<G>, (): &()) -> i32 {
        let (own, other) = sides(board);
        let mine = Self::side(board.geometry(), own, other);
        mine + mine * TO_MOVE / 8 - Self::side(board.geometry(), other, own)
    }

    /// Moves that lengthen a row of either side, the longer the better; those
    /// away from all stones last.
    #[inline]
    fn order_score(&self, board: &Board<G>, (): &(), mv: u16) -> i32 {
        if is_far(board, mv) {
            return 0;
        }
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let [own, other, empty] =
            [own, other, board.empty()].map(|bits| around(geometry, bits, u32::from(mv)));
        let [a, b, c, d] = geometry
            .directions()
            .map(|step| 5 * joins(geometry, own, empty, step) + 4 * joins(geometry, other, empty, step));
        a + b + c + d
    }

    /// A line of the other side's must be stopped. Cells away from all stones
    /// are left out unless the search ends the game; the others come by the
    /// lines they make or stop.
    #[inline]
    fn ordered_moves(&self, board: &Board<G>, (): &(), depth: u32, put: &mut impl FnMut(u16, i32)) -> bool {
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let empty = board.empty();
        let forced = completions(geometry, other, empty);
        if !forced.is_empty() {
            forced.ones().for_each(|cell| put(cell as u16, 0));
            return true;
        }
        let (beside_own, beside_other) = (widened(geometry, own), widened(geometry, other));
        let near = widened(geometry, beside_own | beside_other) & empty;
        let all = near.is_empty() || depth >= empty.count();
        let (mine, theirs) = (makers(geometry, own, empty), makers(geometry, other, empty));
        for cell in (if all { empty } else { near }).ones() {
            let worth = |cells: G::Bits, worth: i32| if cells.has(cell) { worth } else { 0 };
            let order_score = worth(theirs.twice, STOPS_TWO)
                + worth(mine.once, MAKES_ONE)
                + worth(theirs.once, STOPS_ONE)
                + worth(beside_own, BESIDE_OWN)
                + worth(beside_other, BESIDE_OTHER);
            put(cell as u16, order_score);
        }
        all
    }

    /// A line that can be completed, two of the other side's that can't both be
    /// stopped, and two that can be made at once need no search.
    #[inline]
    fn probe(&self, board: &Board<G>) -> Option<Value> {
        let geometry = board.geometry();
        let (own, other) = sides(board);
        let empty = board.empty();
        if !completions(geometry, own, empty).is_empty() {
            return Some(Value::exact(Score::win_in(1)));
        }
        let forced = completions(geometry, other, empty);
        if forced.count() > 1 {
            return Some(Value::exact(Score::loss_in(2)));
        }
        let allowed = if forced.is_empty() { empty } else { forced };
        let doubles = makers(geometry, own, empty).twice & allowed;
        (!doubles.is_empty()).then(|| Value::exact(Score::win_in(3)))
    }
}
