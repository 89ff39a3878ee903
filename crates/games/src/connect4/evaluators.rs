//! Static evaluation of Connect Four.

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::{Evaluator, MovePicker, Parts, Policy, Probe, Score, Value};

use super::board::{Board, completions};
use super::geometry::{Geometry, LINE};
use crate::grid::{MAX_LINE, count_open_lines};

/// The baseline evaluation: the sum of the values of all windows as long as a line,
/// horizontal, vertical and on both diagonals. Only windows with stones of a single side
/// count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline;

/// The baseline's value of a window by its number of stones, in hundredths of a piece.
pub(super) const WINDOW: [i32; 6] = [0, 1, 10, 50, 250, 1250];

/// Evaluates threats (empty cells that would complete a line) by height and parity, and
/// windows that lack two stones or more. The weights were tuned by matches of four in a row
/// (`crates/bench/examples/eval_match.rs`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

/// The value of a threat.
pub(super) const THREAT: i32 = 40;
/// Bonus for an odd threat of the first player or an even threat of the second.
pub(super) const PARITY_ROW: i32 = 60;
/// The penalty for each row below a threat: the higher it is, the later it matters.
pub(super) const ROW_PENALTY: i32 = 6;
/// The bonus for two threats on top of each other, which cannot both be blocked.
pub(super) const STACKED: i32 = 300;
/// The value of a window with stones of one side only, by how many it lacks. One that lacks
/// a single stone counts as a threat.
pub(super) const MISSING_STONES: [i32; 6] = [0, 0, 16, 2, 1, 1];
/// The value of a win in one move at a leaf.
pub(super) const WINS_NEXT: i32 = 20_000;

/// The order score of a winning or forced move: ahead of every move-ordering heuristic.
const FORCED: i32 = 1 << 27;
/// The order score of a move below a threat of the opponent: behind all others.
const BELOW_THREAT: i32 = -(1 << 16);

/// Returns the windows of four cells without a stone of `opponent` that hold 1, 2 and 3
/// stones of `own`. A window is represented by its lowest cell.
#[inline]
fn windows<G: Geometry>(geometry: G, own: G::Bits, opponent: G::Bits, step: u32) -> [G::Bits; 3] {
    let free = (geometry.cells() & !opponent).run_starts(step, LINE);
    // Half adders: the number of stones in each pair of cells as a sum and a carry.
    let pair_sum = own ^ (own >> step);
    let pair_carry = own & (own >> step);
    let (sums, carries) = ((pair_sum, pair_sum >> (2 * step)), (pair_carry, pair_carry >> (2 * step)));
    let one = (sums.0 ^ sums.1) & !(carries.0 | carries.1);
    let two = (sums.0 & sums.1) | ((carries.0 ^ carries.1) & !(sums.0 | sums.1));
    let three = (sums.0 & carries.1) | (carries.0 & sums.1);
    [one & free, two & free, three & free]
}

/// Counts the windows of four cells with 1, 2 and 3 stones of `own` and none of `opponent`.
#[inline]
pub(super) fn count_windows<G: Geometry>(geometry: G, own: G::Bits, opponent: G::Bits) -> [i32; 3] {
    let mut counts = [0; 3];
    for step in geometry.directions() {
        for (count, found) in counts.iter_mut().zip(windows(geometry, own, opponent, step)) {
            *count += found.count() as i32;
        }
    }
    counts
}

/// Returns the sum of the values of all windows as long as a line, by their number of
/// stones, with stones of `own` and none of `opponent`.
#[inline]
pub(super) fn window_sum<G: Geometry>(
    geometry: G,
    own: G::Bits,
    opponent: G::Bits,
    value: impl Fn(usize) -> i32,
) -> i32 {
    if geometry.line() == LINE {
        let [ones, twos, threes] = count_windows(geometry, own, opponent);
        value(1) * ones + value(2) * twos + value(3) * threes
    } else {
        let counts = count_windows_of_other_lengths(geometry, own, opponent);
        (1..geometry.line() as usize).map(|stones| value(stones) * counts[stones]).sum()
    }
}

/// Counts the windows of another length than four by their number of stones. Not inlined,
/// because nearly all games are four in a row.
#[inline(never)]
fn count_windows_of_other_lengths<G: Geometry>(
    geometry: G,
    own: G::Bits,
    opponent: G::Bits,
) -> [i32; MAX_LINE + 1] {
    count_open_lines(geometry, own, opponent)
}

/// Returns the rows that parity gives to the side to move and to the opponent when the
/// columns fill up one after the other. In columns of even height the first player gets
/// rows 1, 3, 5 … from the bottom; in columns of odd height neither side can rely on a row.
#[inline]
pub(super) fn parity_rows<G: Geometry>(board: &Board<G>) -> [G::Bits; 2] {
    let geometry = board.geometry();
    if !geometry.rows().is_multiple_of(2) {
        return [G::Bits::ZERO; 2];
    }
    let odd =
        (0..geometry.rows()).step_by(2).fold(G::Bits::ZERO, |rows, row| rows | geometry.bottom() << row);
    if board.taken().count().is_multiple_of(2) { [odd, !odd] } else { [!odd, odd] }
}

/// Returns the number of columns between a cell and the nearer edge of the board.
#[inline]
fn centrality<G: Geometry>(geometry: G, cell: u8) -> i32 {
    ((geometry.columns() - 1 - geometry.centre_distance(u32::from(cell))) / 2) as i32
}

/// Returns the stones of the side to move and of the opponent.
#[inline]
pub(super) fn sides<G: Geometry>(board: &Board<G>) -> (G::Bits, G::Bits) {
    (board.stones(board.turn()), board.stones(board.turn().other()))
}

/// Returns the threats of the side to move and of the opponent: empty cells that complete a
/// line.
#[inline]
pub(super) fn threats<G: Geometry>(board: &Board<G>) -> [G::Bits; 2] {
    let (own, opponent) = sides(board);
    [own, opponent].map(|stones| completions(board.geometry(), stones) & !board.taken())
}

impl<G: Geometry> Evaluator<Board<G>> for Baseline {
    type Accumulator = ();

    fn accumulator(&self, _: &Board<G>) {}

    #[inline]
    fn update(&self, (): &(), _: &Board<G>, _: u8, _: &Board<G>) {}

    fn evaluate(&self, board: &Board<G>, (): &()) -> i32 {
        let (own, opponent) = sides(board);
        let value = |own, opponent| window_sum(board.geometry(), own, opponent, |stones| WINDOW[stones]);
        value(own, opponent) - value(opponent, own)
    }
}

impl<G: Geometry> MovePicker<Board<G>> for Baseline {
    /// Orders moves from the centre outwards.
    #[inline]
    fn order_score(&self, board: &Board<G>, cell: u8) -> i32 {
        centrality(board.geometry(), cell)
    }
}

impl Threats {
    /// Evaluates one side, with its threats and the rows that parity gives it.
    #[inline]
    fn side<G: Geometry>(
        geometry: G,
        own: G::Bits,
        opponent: G::Bits,
        threats: G::Bits,
        parity_rows: G::Bits,
    ) -> i32 {
        let line = geometry.line() as usize;
        let mut value = window_sum(geometry, own, opponent, |stones| MISSING_STONES[line - stones]);
        if threats.is_empty() {
            return value;
        }
        value += STACKED * (threats & (threats >> 1)).count() as i32;
        value += PARITY_ROW * (threats & parity_rows).count() as i32;
        let stride = geometry.stride();
        let row = |cell: u32| (cell % stride) as i32;
        value + threats.ones().map(|cell| THREAT - ROW_PENALTY * row(cell)).sum::<i32>()
    }
}

impl<G: Geometry> Evaluator<Board<G>> for Threats {
    type Accumulator = ();

    fn accumulator(&self, _: &Board<G>) {}

    #[inline]
    fn update(&self, (): &(), _: &Board<G>, _: u8, _: &Board<G>) {}

    #[expect(
        clippy::inline_always,
        reason = "`probe` and `evaluate` are called in a row and share subexpressions"
    )]
    #[inline(always)]
    fn evaluate(&self, board: &Board<G>, (): &()) -> i32 {
        let geometry = board.geometry();
        let (own, opponent) = sides(board);
        let (playable, empty) = (board.playable(), !board.taken());
        let own_threats = completions(geometry, own) & empty;
        if !(own_threats & playable).is_empty() {
            return WINS_NEXT;
        }
        let opponent_threats = completions(geometry, opponent) & empty;
        if (opponent_threats & playable).count() > 1 {
            return -WINS_NEXT;
        }
        let [own_rows, opponent_rows] = parity_rows(board);
        Self::side(geometry, own, opponent, own_threats, own_rows)
            - Self::side(geometry, opponent, own, opponent_threats, opponent_rows)
    }
}

/// The parts of a search with [`Threats`]: its evaluation, its move ordering and its quick
/// proofs.
pub type ThreatsParts = Parts<Threats, Threats, Threats>;

/// Returns the parts of a search with [`Threats`]. With at most ten moves, late move reductions
/// cost a third more nodes, so there are none.
pub fn threats_parts() -> ThreatsParts {
    Parts::ordered(Threats).with_probe(Threats).with_policy(Policy::FULL_DEPTH)
}

impl<G: Geometry> MovePicker<Board<G>> for Threats {
    /// Orders forced moves first, then moves by the threats they make and their distance
    /// from the centre, and moves below a threat of the opponent last.
    #[inline]
    fn order_score(&self, board: &Board<G>, cell: u8) -> i32 {
        let geometry = board.geometry();
        let (own, opponent) = sides(board);
        let bit = G::Bits::bit(u32::from(cell));
        let opponent_threats = completions(geometry, opponent);
        if !(opponent_threats & bit).is_empty() {
            return FORCED;
        }
        let threats = completions(geometry, own | bit) & !(board.taken() | bit);
        let penalty = if (opponent_threats & (bit << 1)).is_empty() { 0 } else { BELOW_THREAT };
        penalty + 400 * threats.count() as i32 + 100 * centrality(geometry, cell)
    }

    /// Skips moves that lose at once: those that do not block a threat, and those below a
    /// threat.
    #[inline]
    fn candidates(&self, board: &Board<G>, depth: u32, put: &mut impl FnMut(u8, i32)) -> bool {
        let geometry = board.geometry();
        let (own, opponent) = sides(board);
        let (playable, taken) = (board.playable(), board.taken());
        let opponent_threats = completions(geometry, opponent) & !taken;
        let forced = opponent_threats & playable;
        let safe = playable & !(opponent_threats >> 1);
        let moves = if !forced.is_empty() {
            forced
        } else if !safe.is_empty() {
            safe
        } else {
            playable
        };
        for cell in moves.ones() {
            let bit = G::Bits::bit(cell);
            // At depth 1, ordering costs more than it saves.
            let threats =
                if depth > 1 { (completions(geometry, own | bit) & !(taken | bit)).count() } else { 0 };
            put(cell as u8, 400 * threats as i32 + 100 * centrality(geometry, cell as u8));
        }
        true
    }
}

impl<G: Geometry> Probe<Board<G>> for Threats {
    /// Detects a win in one move, and threats that cannot all be blocked.
    #[expect(
        clippy::inline_always,
        reason = "`probe` and `evaluate` are called in a row and share subexpressions"
    )]
    #[inline(always)]
    fn probe(&self, board: &Board<G>) -> Option<Value> {
        let geometry = board.geometry();
        let (own, opponent) = sides(board);
        let playable = board.playable();
        if !(completions(geometry, own) & playable).is_empty() {
            return Some(Value::exact(Score::win_in(1)));
        }
        let threats = completions(geometry, opponent) & geometry.cells() & !board.taken();
        let immediate = threats & playable;
        // Blocking a threat with another on top of it loses too.
        let lost = immediate.count() > 1 || !(immediate & (threats >> 1)).is_empty();
        lost.then(|| Value::exact(Score::loss_in(2)))
    }
}
