//! What filling up the columns says of the result, without any search.
//!
//! Whoever moves while the number of empty cells is even can be answered in the
//! same column as long as columns last, if an even number of cells is empty in
//! each; where it is odd, the lowest empty cells of two such columns answer each
//! other, and the rest of them is even again. So of every such pair of cells the
//! side that answers gets the upper one for sure. "Upper" cells are the top row
//! and every second one below it, whatever the height of the board.

use plateau_core::bits::Bits;

use super::columns::{and_above, first};
use super::table::Bounds;
use crate::connect4::board::has_line;
use crate::connect4::geometry::Geometry;

/// A position without a win at once, as its bounds are asked for. Cells that
/// complete a line are empty ones.
#[derive(Clone, Copy, Debug)]
pub struct Sides<B> {
    /// The stones of the side to move.
    pub own: B,
    /// The stones of the other.
    pub other: B,
    /// Where the side to move would complete a line.
    pub own_wins: B,
    /// Where the other would.
    pub other_wins: B,
    /// The cells that can be played now.
    pub landings: B,
    /// All empty cells.
    pub empty: B,
}

impl<B: Bits> Sides<B> {
    /// Narrows bounds by all that is known here, with so many empty cells; no
    /// more than it takes to tell on which side of `alpha` the score is.
    #[inline]
    pub fn narrow<G: Geometry<Bits = B>>(&self, geometry: G, left: u32, alpha: i32, bounds: &mut Bounds) {
        if left.is_multiple_of(2) {
            if let Some(upper) = self.when_answered(geometry) {
                bounds.upper = bounds.upper.min(upper);
            }
        } else if let Some(lower) = self.when_answering(geometry, alpha) {
            bounds.lower = bounds.lower.max(lower);
        } else {
            bounds.upper = self.when_outwaited(geometry, alpha, bounds.upper);
        }
    }

    /// An upper bound for the side to move when an even number of cells is
    /// empty: the other side answers in the same column.
    #[inline]
    fn when_answered<G: Geometry<Bits = B>>(&self, geometry: G) -> Option<i32> {
        let upper = geometry.upper();
        // Whoever plays below such a cell loses by it: nothing above it matters.
        let traps = self.other_wins & upper;
        let reach = ((self.empty & !upper) | self.landings) & !(and_above(geometry, traps) << 1);
        if has_line(geometry, self.own | reach) {
            return None;
        }
        // The game lasts until only the columns with traps are left, from below
        // the traps on.
        let held = and_above(geometry, traps >> 1).count() / 2;
        let sure = self.other | (self.empty & upper & !self.landings);
        Some(if held == 0 && has_line(geometry, sure) { -1 } else { -(held as i32) })
    }

    /// A lower bound above `alpha` for the side to move when an odd number of
    /// cells is empty: it plays in an odd column, and answers from then on.
    #[inline]
    fn when_answering<G: Geometry<Bits = B>>(&self, geometry: G, alpha: i32) -> Option<i32> {
        let upper = geometry.upper();
        let traps = self.own_wins & upper & !self.landings;
        let held = (and_above(geometry, traps >> 1).count() / 2) as i32;
        if held <= alpha {
            return None;
        }
        let reach = !(and_above(geometry, traps) << 1);
        let odd = self.landings & upper;
        // All that the other side might get, but for the cells of other odd columns.
        let theirs = self.other | (self.empty & !upper & reach);
        if has_line(geometry, theirs) {
            return None;
        }
        let mut begin = odd & !(self.other_wins >> 1);
        while !begin.is_empty() {
            let cell = first(begin);
            if !has_line(geometry, theirs | (odd & reach & !cell)) {
                return Some(held);
            }
            begin = begin ^ cell;
        }
        None
    }

    /// An upper bound for the side to move when an odd number of cells is empty,
    /// if it is not above `alpha` or at least below `known`: in an odd column
    /// the other side has a line on a lower cell and waits, answering elsewhere,
    /// until the cell under it is all that is left.
    #[inline]
    fn when_outwaited<G: Geometry<Bits = B>>(&self, geometry: G, alpha: i32, known: i32) -> i32 {
        let upper = geometry.upper();
        let odd = and_above(geometry, self.landings & upper);
        let mut waits = self.other_wins & !upper & odd;
        if waits.is_empty() {
            return known;
        }
        let traps = self.other_wins & upper;
        let reach = ((self.empty & !upper) | self.landings) & !(and_above(geometry, traps) << 1);
        let mut known = known;
        while !waits.is_empty() {
            let wait = first(waits);
            let from = and_above(geometry, wait);
            let column = column_of(geometry, wait);
            waits = waits & !column;
            let below = column & self.empty & !from;
            if !(below & traps).is_empty() {
                continue;
            }
            let left = and_above(geometry, wait >> 1) | and_above(geometry, traps >> 1);
            let bound = -((left.count() / 2) as i32);
            let reach = (reach & !column) | (below & upper);
            if bound < known && !has_line(geometry, self.own | reach) {
                known = bound;
                if known <= alpha {
                    break;
                }
            }
        }
        known
    }
}

/// All cells of the column of a cell.
#[inline]
fn column_of<G: Geometry>(geometry: G, cell: G::Bits) -> G::Bits {
    let column = cell.lowest() / geometry.stride();
    and_above(geometry, G::Bits::bit(column * geometry.stride()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use plateau_core::{Outcome, Position, Variant};

    use super::*;
    use crate::connect4::board::completions;
    use crate::connect4::{AnySize, Board, ConnectFour};

    type Small = AnySize<u64>;

    /// The score of a position and of all that follow, by plain search.
    fn score(board: &Board<Small>, known: &mut HashMap<[u64; 2], i32>) -> i32 {
        let left = (board.geometry().size() - board.taken().count()) as i32;
        match board.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(_) => return -(left + 2) / 2,
            None => {}
        }
        let key = [board.taken(), board.stones(board.turn())];
        if let Some(&score) = known.get(&key) {
            return score;
        }
        let scores = board.legal_moves().map(|cell| -score(&board.after(cell), known));
        let best = scores.max().unwrap_or(0);
        known.insert(key, best);
        best
    }

    /// Every position of a board whose size has been solved, without a win at once for
    /// either side: its bounds for every question are true. How often each rule spoke.
    fn spoke(columns: u32, rows: u32) -> [u32; 3] {
        let geometry = AnySize::small(columns, rows).unwrap();
        let mut known = HashMap::new();
        score(&ConnectFour::new("connect4".to_owned(), geometry).start(), &mut known);
        let mut spoke = [0; 3];
        for ([taken, own], score) in known {
            let other = taken ^ own;
            let landings = (taken + geometry.bottom()) & geometry.cells();
            let empty = geometry.cells() & !taken;
            let [own_wins, other_wins] = [own, other].map(|stones| completions(geometry, stones) & empty);
            if (own_wins | other_wins) & landings != 0 {
                continue;
            }
            let sides = Sides { own, other, own_wins, other_wins, landings, empty };
            let left = empty.count_ones();
            for alpha in -10..10 {
                let widest = Bounds { lower: -99, upper: 99 };
                let mut bounds = widest;
                sides.narrow(geometry, left, alpha, &mut bounds);
                assert!(bounds.lower <= score && score <= bounds.upper, "{sides:?} {score} {bounds:?}");
                let rule = match left % 2 {
                    0 => 0,
                    _ if bounds.lower > widest.lower => 1,
                    _ => 2,
                };
                spoke[rule] += u32::from(bounds != widest);
            }
        }
        spoke
    }

    #[test]
    fn bounds_are_true_of_every_position() {
        for (columns, rows) in [(4, 4), (4, 5), (5, 4)] {
            let spoke = spoke(columns, rows);
            assert!(spoke.iter().all(|&times| times > 100), "{columns}x{rows}: {spoke:?}");
        }
    }
}
