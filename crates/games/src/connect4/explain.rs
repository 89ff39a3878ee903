//! The terms of the evaluators of Connect Four.

use plateau_core::bits::Bits;

use super::board::Board;
use super::evaluators::{
    Baseline, MISSING_STONES, PARITY_ROW, ROW_PENALTY, STACKED, THREAT, Threats, WINDOW, WINS_NEXT,
    parity_rows, sides, threats, window_sum,
};
use super::geometry::Geometry;
use super::phrases;
use crate::explain::{Explain, Explanation, Term, ValueMap};
use crate::phrases as shared;

/// Returns the terms of open lines, by their number of stones. Those worth nothing are left
/// out.
fn open_lines<G: Geometry>(board: &Board<G>, weight: impl Fn(usize) -> i32) -> impl Iterator<Item = Term> {
    let (geometry, (own, opponent)) = (board.geometry(), sides(board));
    let line = geometry.line() as usize;
    (1..line).filter_map(move |stones| {
        let weight = Some(weight(stones)).filter(|&weight| weight != 0)?;
        let count = |own, opponent| window_sum(geometry, own, opponent, |found| i32::from(found == stones));
        let name = shared::OPEN_LINES.message().with("stones", stones).with("line", line);
        Some(Term::counted(name, [count(own, opponent), count(opponent, own)], weight))
    })
}

impl<G: Geometry> Explain<Board<G>> for Baseline {
    fn explain(&self, board: &Board<G>, (): &()) -> Explanation {
        Explanation::new(open_lines(board, |stones| WINDOW[stones]))
    }
}

impl<G: Geometry> Explain<Board<G>> for Threats {
    fn explain(&self, board: &Board<G>, (): &()) -> Explanation {
        let geometry = board.geometry();
        let both = threats(board);
        if !(both[0] & board.playable()).is_empty() {
            return Explanation::new([Term::plain(&shared::WINS_NEXT, WINS_NEXT)]);
        }
        if (both[1] & board.playable()).count() > 1 {
            return Explanation::new([Term::plain(&shared::TWO_THREATS, -WINS_NEXT)]);
        }
        let rows = parity_rows(board);
        let row = |cell: u32| (cell % geometry.stride()) as i32;
        let stacked = both.map(|cells| cells & (cells >> 1));
        let of_parity = [both[0] & rows[0], both[1] & rows[1]];
        let count = |sets: [G::Bits; 2]| sets.map(|set| set.count() as i32);
        let heights = both.map(|cells| cells.ones().map(row).sum());
        let terms = [
            Term::counted(&phrases::THREATS, count(both), THREAT),
            Term::counted(&phrases::THREAT_HEIGHTS, heights, -ROW_PENALTY),
            Term::counted(&phrases::PARITY_THREATS, count(of_parity), PARITY_ROW),
            Term::counted(&phrases::STACKED_THREATS, count(stacked), STACKED),
        ];
        let mut values = vec![None; geometry.size() as usize];
        for (side, sign) in [(0, 1), (1, -1)] {
            for cell in both[side].ones() {
                let bonus = |set: G::Bits, value: i32| if set.has(cell) { value } else { 0 };
                let value = THREAT - ROW_PENALTY * row(cell)
                    + bonus(of_parity[side], PARITY_ROW)
                    + bonus(stacked[side], STACKED);
                // A cell can be a threat of both sides.
                let place = &mut values[usize::from(geometry.point(cell))];
                *place = Some(place.unwrap_or(0) + sign * value);
            }
        }
        let explanation = Explanation::new(
            open_lines(board, |stones| MISSING_STONES[geometry.line() as usize - stones]).chain(terms),
        );
        if values.iter().all(Option::is_none) {
            return explanation;
        }
        explanation.with_map(ValueMap::contributions(&phrases::MAP_THREATS, values))
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Variant;

    use super::*;
    use crate::connect4::{ConnectFour, Fixed};

    #[test]
    fn threats_add_up_on_the_board() {
        let variant = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
        // x threatens the cells on both sides of its row, which nobody can play yet.
        let board = variant.parse("7/7/7/2xxx2/2oox2/1oxoo2 x").unwrap();
        let explanation = Threats.explain(&board, &());
        let on_board: i32 = explanation.maps[0].values.iter().flatten().sum();
        let threats: i32 = explanation.terms[2..].iter().map(|term| term.value).sum();
        assert_eq!((on_board, explanation.maps[0].values.iter().flatten().count() > 1), (threats, true));
        assert_eq!(explanation.terms.len(), 6);
    }
}
