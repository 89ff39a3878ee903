//! Static evaluation of m,n,k games.

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::{Evaluator, MovePicker, Parts, Probe, Score, Value};

use super::board::Board;
use super::geometry::Geometry;
use super::lines::completion_makers;
use crate::grid::{completions, count_open_lines};

/// The baseline evaluation: a table of weights for the figures around the last move.
///
/// It evaluates the last move by the cells at most two away from it, and by the third cell
/// where that closes a gap; a position without a last move has the value 0. Its state is therefore the last move, and transpositions may have
/// different values: the result of a search depends on the order of moves.
///
/// - A duo or trio is *created* in a direction if the stone stands in a run of two or of
///   three, and *blocked* if two or three stones of the opponent stand in a row with only
///   this stone beside or among them. Trios count as blocked only if the stone splits them:
///   the third cell to one side is out of view.
/// - The patterns are matched in both directions and contain the stone itself. The edge of
///   the board matches no pattern.
/// - Each figure counts once for every direction, of four, in which it is found. Neighbours
///   are the stones of both sides on the eight cells around.
/// - The sum is multiplied by 1.2 for the first player and by 0.9 for the second, and by 0.8
///   for each ply searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline;

/// The last move of a line, and the length of the line.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastMove {
    pub(super) cell: Option<u16>,
    pub(super) plies: u32,
}

/// The weights of the baseline, in tenths, for each direction in which a figure is found.
pub(super) mod weights {
    pub const EACH_DUO_BLOCKED: i32 = 15;
    pub const EACH_TRIO_BLOCKED: i32 = 25;
    pub const TRIO_CREATED: i32 = 800;
    pub const DUO_CREATED: i32 = 300;
    pub const TRIO_BLOCKED: i32 = 1_000;
    pub const DUO_BLOCKED: i32 = 650;
    /// Subtracted from the four weights above for each stone on the board.
    pub const EACH_STONE: i32 = 10;
    pub const NEIGHBOUR: i32 = 12;
    pub const OPEN_THREE: i32 = 5_000;
    pub const OPEN_TWO: i32 = 500;
    pub const SPLIT_TWO: i32 = 600;
    pub const OPEN_ONE: i32 = 5;
    pub const HALF_OPEN_TWO: i32 = 9;
    pub const DEAD_SPLIT_TWO: i32 = 3;
    pub const HALF_SPLIT_TWO: i32 = 10;
    /// The factors of the first and the second player, in tenths.
    pub const PLAYER_FACTOR: [i32; 2] = [12, 9];
    /// The factor for each ply, as a fraction.
    pub const PLY_FACTOR: (i64, i64) = (4, 5);
}

/// A cell from the point of view of the side that played last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellState {
    Own,
    Opponent,
    Empty,
    Outside,
}

use CellState::{Empty, Opponent, Outside, Own};

/// The seven cells of a line with a stone in the middle. All figures but the gaps with a
/// closed end lie in the inner five.
type LineOfCells = [CellState; 7];

/// What the baseline finds around a stone in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    DuoCreated,
    TrioCreated,
    DuoBlocked,
    TrioBlocked,
    OpenThree,
    HalfOpenTwo,
    OpenTwo,
    DeadSplitTwo,
    HalfSplitTwo,
    SplitTwo,
    OpenOne,
}

impl Figure {
    /// Returns the weight in tenths, with this many stones on the board.
    pub(super) fn weight(self, stones: i32) -> i32 {
        let discount = weights::EACH_STONE * stones;
        match self {
            Self::DuoCreated => weights::DUO_CREATED - discount,
            Self::TrioCreated => weights::TRIO_CREATED - discount,
            Self::DuoBlocked => weights::DUO_BLOCKED - discount + weights::EACH_DUO_BLOCKED,
            Self::TrioBlocked => weights::TRIO_BLOCKED - discount + weights::EACH_TRIO_BLOCKED,
            Self::OpenThree => weights::OPEN_THREE,
            Self::HalfOpenTwo => weights::HALF_OPEN_TWO,
            Self::OpenTwo => weights::OPEN_TWO,
            Self::DeadSplitTwo => weights::DEAD_SPLIT_TWO,
            Self::HalfSplitTwo => weights::HALF_SPLIT_TWO,
            Self::SplitTwo => weights::SPLIT_TWO,
            Self::OpenOne => weights::OPEN_ONE,
        }
    }
}

/// Returns the figures of a stone in one direction: created, blocked, and a pattern.
fn direction_figures(cells: LineOfCells) -> [Option<Figure>; 3] {
    let near = &cells[1..6];
    let run = |side: CellState| {
        let before = near[..2].iter().rev().take_while(|&&cell| cell == side).count();
        let after = near[3..].iter().take_while(|&&cell| cell == side).count();
        (before, after)
    };
    let (before, after) = run(Own);
    let created = match before + after + 1 {
        1 => None,
        2 => Some(Figure::DuoCreated),
        _ => Some(Figure::TrioCreated),
    };
    let (before, after) = run(Opponent);
    let blocked = if before + after >= 3 {
        Some(Figure::TrioBlocked)
    } else if before == 2 || after == 2 {
        Some(Figure::DuoBlocked)
    } else {
        None
    };
    let has = |pattern: &[CellState]| {
        let starts = 0..=5 - pattern.len();
        starts.filter(|start| (*start..start + pattern.len()).contains(&2)).any(|start| {
            let part = &near[start..start + pattern.len()];
            part == pattern || part.iter().rev().eq(pattern)
        })
    };
    // Of patterns that contain each other only the largest counts.
    let pattern = if has(&[Empty, Own, Own, Own]) {
        Some(Figure::OpenThree)
    } else if has(&[Opponent, Own, Own, Empty]) {
        Some(Figure::HalfOpenTwo)
    } else if has(&[Empty, Own, Own]) {
        Some(Figure::OpenTwo)
    } else if let Some(gap) = gap_figure(cells) {
        Some(gap)
    } else if has(&[Empty, Own]) {
        Some(Figure::OpenOne)
    } else {
        None
    };
    [created, blocked, pattern]
}

/// Returns the figure of two stones around an empty cell, the more open one if there are two.
fn gap_figure(cells: LineOfCells) -> Option<Figure> {
    let mut reversed = cells;
    reversed.reverse();
    let figures = [cells, reversed].map(|[_, _, near_end, _, middle, other, far_end]| {
        let has_gap = middle == Empty && other == Own;
        has_gap.then_some(match (near_end, far_end) {
            (Opponent, Opponent) => Figure::DeadSplitTwo,
            (Opponent, Empty) | (Empty, Opponent) => Figure::HalfSplitTwo,
            _ => Figure::SplitTwo,
        })
    });
    // The weights of patterns don't depend on the stones.
    figures.into_iter().flatten().max_by_key(|figure| figure.weight(0))
}

/// What the baseline sees around a move.
pub(super) struct Surroundings {
    /// The figures in the four directions.
    pub(super) figures: [[Option<Figure>; 3]; 4],
    /// The number of stones on the eight cells around.
    pub(super) neighbours: i32,
    /// The number of stones on the board.
    pub(super) stones: i32,
}

impl Surroundings {
    /// Looks at the cells around a move of the side that played last.
    pub(super) fn of<G: Geometry>(board: &Board<G>, cell: u16) -> Self {
        let geometry = board.geometry();
        let (opponent, own) = board.sides();
        let (column, row) = geometry.column_and_row(u32::from(cell));
        let state = |right: i32, down: i32| {
            let (column, row) = (column as i32 + right, row as i32 + down);
            if column < 0 || row < 0 || column >= geometry.columns() as i32 || row >= geometry.rows() as i32 {
                return Outside;
            }
            let bit = geometry.bit(column as u32, row as u32);
            match (own.has(bit), opponent.has(bit)) {
                (true, _) => Own,
                (_, true) => Opponent,
                _ => Empty,
            }
        };
        let figures = [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(right, down)| {
            direction_figures([-3, -2, -1, 0, 1, 2, 3].map(|i| state(right * i, down * i)))
        });
        let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let neighbours =
            around.iter().filter(|(right, down)| matches!(state(*right, *down), Own | Opponent)).count();
        Self { figures, neighbours: neighbours as i32, stones: (own | opponent).count() as i32 }
    }

    /// Returns the value of the move for the side that played it, in tenths.
    pub(super) fn value(&self) -> i32 {
        let figures = self.figures.iter().flatten().flatten();
        let value: i32 = figures.map(|figure| figure.weight(self.stones)).sum();
        value + weights::NEIGHBOUR * self.neighbours
    }
}

/// Multiplies a value by [`weights::PLY_FACTOR`] for each ply.
pub(super) fn discounted(value: i32, plies: u32) -> i32 {
    let (numerator, denominator) = weights::PLY_FACTOR;
    (0..plies.min(40)).fold(i64::from(value), |value, _| value * numerator / denominator) as i32
}

impl<G: Geometry> Evaluator<Board<G>> for Baseline {
    type Accumulator = LastMove;

    #[inline]
    fn is_path_dependent(&self) -> bool {
        true
    }

    fn accumulator(&self, _: &Board<G>) -> LastMove {
        LastMove::default()
    }

    #[inline]
    fn update(&self, state: &LastMove, _: &Board<G>, mv: u16, _: &Board<G>) -> LastMove {
        LastMove { cell: Some(mv), plies: state.plies + 1 }
    }

    fn evaluate(&self, board: &Board<G>, state: &LastMove) -> i32 {
        let Some(cell) = state.cell else { return 0 };
        let factor = weights::PLAYER_FACTOR[board.turn().other().index()];
        -discounted(Surroundings::of(board, cell).value() * factor, state.plies)
    }
}

impl<G: Geometry> MovePicker<Board<G>> for Baseline {
    /// Orders moves near stones first.
    #[inline]
    fn order_score(&self, board: &Board<G>, mv: u16) -> i32 {
        i32::from(!is_far(board, mv))
    }
}

/// Evaluates the lines that are open to each side by the stones in them, and detects wins
/// by completions. The weights were tuned by matches
/// (`crates/bench/examples/eval_match.rs`).
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// The value of a line by the number of stones it still needs, in hundredths of a piece.
pub(super) const MISSING_STONES: [i32; 7] = [0, 180, 36, 8, 2, 1, 0];

/// The bonus for the lines of the side to move, in eighths of their value.
pub(super) const TEMPO_EIGHTHS: i32 = 2;

/// The order score of a winning or forced move: ahead of every move-ordering heuristic.
const FORCED: i32 = 1 << 25;

/// The order score of a move that prevents a double completion.
const PREVENTS_DOUBLE: i32 = 20_000;
/// The order score of a move that makes a completion.
const MAKES_COMPLETION: i32 = 12_000;
/// The order score of a move that prevents a completion.
const PREVENTS_COMPLETION: i32 = 6_000;
/// The order score of a move next to an own stone.
const NEXT_TO_OWN: i32 = 800;
/// The order score of a move next to a stone of the opponent.
const NEXT_TO_OPPONENT: i32 = 500;

/// Returns these cells and all their neighbours.
#[inline]
fn with_neighbours<G: Geometry>(geometry: G, cells: G::Bits) -> G::Bits {
    let row = cells | (cells << 1) | (cells >> 1);
    let stride = geometry.stride();
    (row | (row << stride) | (row >> stride)) & geometry.cells()
}

/// Returns whether no stone is within two cells in any direction. Near an edge it may return
/// false because of a stone at the opposite edge, which is close in bits.
#[inline]
fn is_far<G: Geometry>(board: &Board<G>, cell: u16) -> bool {
    let geometry = board.geometry();
    let (stride, cell) = (geometry.stride(), u32::from(cell));
    let reach = 2 * stride + 2;
    let taken = geometry.cells() & !board.empty();
    let near = geometry.window(taken, cell.saturating_sub(reach));
    let row = (0..5).fold(G::Window::ZERO, |row, i| row | G::Window::bit(i));
    let square = (0..5).fold(G::Window::ZERO, |square, i| square | (row << (i * stride)));
    (near & (square >> reach.saturating_sub(cell))).is_empty()
}

/// Returns the bits of a board around a cell, shifted so that the cell is always the bit
/// [`window_centre`], a constant for the standard board.
#[inline]
fn window_around<G: Geometry>(geometry: G, stones: G::Bits, cell: u32) -> G::Window {
    let centre = window_centre(geometry);
    geometry.window(stones, cell.saturating_sub(centre)) << centre.saturating_sub(cell)
}

/// Returns the bit at which [`window_around`] puts its cell.
#[inline]
fn window_centre<G: Geometry>(geometry: G) -> u32 {
    (geometry.line() - 1) * (geometry.stride() + 1)
}

/// Returns the order score of a stone at the centre of a window in one direction: by the
/// square of the number of stones in a row with it, and by stones behind a gap of one;
/// [`FORCED`] if it completes a line.
#[inline]
fn direction_order_score<G: Geometry>(geometry: G, own: G::Window, empty: G::Window, step: u32) -> i32 {
    let (centre, most) = (window_centre(geometry), geometry.line() - 1);
    let (mut row, mut gaps) = (0, 0);
    let (mut up, mut down) = (true, true);
    for i in 1..=most {
        up &= own.has(centre + i * step);
        down &= own.has(centre - i * step);
        row += i32::from(up) + i32::from(down);
    }
    gaps += i32::from(empty.has(centre + step) && own.has(centre + 2 * step));
    gaps += i32::from(empty.has(centre - step) && own.has(centre - 2 * step));
    let forced = if row >= most as i32 { FORCED } else { 0 };
    forced + 160 * row * row + 100 * gaps
}

impl OpenLines {
    pub(super) fn side<G: Geometry>(geometry: G, own: G::Bits, opponent: G::Bits) -> i32 {
        let counts = count_open_lines(geometry, own, opponent);
        let line = geometry.line() as usize;
        (1..line).map(|stones| MISSING_STONES[line - stones] * counts[stones]).sum()
    }
}

impl<G: Geometry> Evaluator<Board<G>> for OpenLines {
    type Accumulator = ();

    fn accumulator(&self, _: &Board<G>) {}

    #[inline]
    fn update(&self, (): &(), _: &Board<G>, _: u16, _: &Board<G>) {}

    fn evaluate(&self, board: &Board<G>, (): &()) -> i32 {
        let (own, opponent) = board.sides();
        let value = Self::side(board.geometry(), own, opponent);
        value + value * TEMPO_EIGHTHS / 8 - Self::side(board.geometry(), opponent, own)
    }
}

/// The parts of a search with [`OpenLines`]: its evaluation, its move selection and its quick
/// proofs.
pub type OpenLinesParts = Parts<OpenLines, OpenLines, OpenLines>;

/// Returns the parts of a search with [`OpenLines`].
pub fn open_lines_parts() -> OpenLinesParts {
    Parts::ordered(OpenLines).with_probe(OpenLines)
}

impl<G: Geometry> MovePicker<Board<G>> for OpenLines {
    fn forward_prunes(&self) -> bool {
        true
    }

    /// Orders moves by the length of the rows that they extend or block. Moves far from all
    /// stones come last.
    #[inline]
    fn order_score(&self, board: &Board<G>, mv: u16) -> i32 {
        if is_far(board, mv) {
            return 0;
        }
        let geometry = board.geometry();
        let (own, opponent) = board.sides();
        let [own, opponent, empty] =
            [own, opponent, board.empty()].map(|bits| window_around(geometry, bits, u32::from(mv)));
        let [a, b, c, d] = geometry.directions().map(|step| {
            let score = |stones| direction_order_score(geometry, stones, empty, step);
            5 * score(own) + 4 * score(opponent)
        });
        a + b + c + d
    }

    /// Only blocks if the opponent has a completion. Otherwise orders moves by the
    /// completions they make or prevent, and prunes cells far from all stones unless the
    /// search reaches the end of the game.
    #[inline]
    fn candidates(&self, board: &Board<G>, depth: u32, put: &mut impl FnMut(u16, i32)) -> bool {
        let geometry = board.geometry();
        let (own, opponent) = board.sides();
        let empty = board.empty();
        let forced = completions(geometry, opponent, empty);
        if !forced.is_empty() {
            forced.ones().for_each(|cell| put(cell as u16, 0));
            return true;
        }
        let next_to_own = with_neighbours(geometry, own);
        let next_to_opponent = with_neighbours(geometry, opponent);
        let near = with_neighbours(geometry, next_to_own | next_to_opponent) & empty;
        let is_complete = near.is_empty() || depth >= empty.count();
        let own_makers = completion_makers(geometry, own, empty);
        let opponent_makers = completion_makers(geometry, opponent, empty);
        for cell in (if is_complete { empty } else { near }).ones() {
            let score_if = |cells: G::Bits, score: i32| if cells.has(cell) { score } else { 0 };
            let order_score = score_if(opponent_makers.double, PREVENTS_DOUBLE)
                + score_if(own_makers.single, MAKES_COMPLETION)
                + score_if(opponent_makers.single, PREVENTS_COMPLETION)
                + score_if(next_to_own, NEXT_TO_OWN)
                + score_if(next_to_opponent, NEXT_TO_OPPONENT);
            put(cell as u16, order_score);
        }
        is_complete
    }
}

impl<G: Geometry> Probe<Board<G>> for OpenLines {
    /// Detects a win by one completion or a double completion, and a loss to two
    /// completions.
    #[inline]
    fn probe(&self, board: &Board<G>) -> Option<Value> {
        let geometry = board.geometry();
        let (own, opponent) = board.sides();
        let empty = board.empty();
        if !completions(geometry, own, empty).is_empty() {
            return Some(Value::exact(Score::win_in(1)));
        }
        let forced = completions(geometry, opponent, empty);
        if forced.count() > 1 {
            return Some(Value::exact(Score::loss_in(2)));
        }
        let allowed = if forced.is_empty() { empty } else { forced };
        let doubles = completion_makers(geometry, own, empty).double & allowed;
        (!doubles.is_empty()).then(|| Value::exact(Score::win_in(3)))
    }
}
