//! Score bounds by claimeven and zugzwang, without search.
//!
//! When an even number of cells is empty, the side that does not move can answer every
//! move with the cell above it (claimeven), if every column has an even number of empty
//! cells. Where columns have an odd number, the lowest empty cells of two such columns
//! answer each other, and the rest of both columns is even. So the answering side gets the
//! upper cell of every pair: the top row and every second row below it, whatever the
//! height of the board ([`Geometry::claimeven_cells`]). The rules speak of cells and of
//! lines, never of how long a line is, so they hold for every length.

use plateau_core::bits::Bits;

use crate::connect4::board::has_line;
use crate::connect4::geometry::{Geometry, lowest_cell};
use crate::exact_solver::Bounds;

/// A position in which neither side wins with its next stone, with both sides' threats: the
/// empty cells that would complete a line.
#[derive(Clone, Copy, Debug)]
pub struct ThreatMap<B> {
    /// The stones of the side to move.
    pub own: B,
    /// The stones of the opponent.
    pub opponent: B,
    /// The threats of the side to move.
    pub own_threats: B,
    /// The threats of the opponent.
    pub opponent_threats: B,
    /// The cells that can be played now.
    pub playable: B,
    /// All empty cells.
    pub empty: B,
}

impl<B: Bits> ThreatMap<B> {
    /// Tightens score bounds by claimeven and zugzwang. `empty` is the number of empty
    /// cells. Stops as soon as the bounds decide a null window at `alpha`.
    #[inline]
    pub fn tighten<G: Geometry<Bits = B>>(&self, geometry: G, empty: u32, alpha: i32, bounds: &mut Bounds) {
        if empty.is_multiple_of(2) {
            if let Some(upper) = self.claimeven_upper_bound(geometry) {
                bounds.upper = bounds.upper.min(upper);
            }
        } else if let Some(lower) = self.claimeven_lower_bound(geometry, alpha) {
            bounds.lower = bounds.lower.max(lower);
        } else {
            bounds.upper = self.zugzwang_upper_bound(geometry, alpha, bounds.upper);
        }
    }

    /// Returns an upper bound when an even number of cells is empty: the opponent plays
    /// claimeven.
    #[inline]
    fn claimeven_upper_bound<G: Geometry<Bits = B>>(&self, geometry: G) -> Option<i32> {
        let claimed = geometry.claimeven_cells();
        // Playing below such a threat loses, so no cell above it is ever filled.
        let traps = self.opponent_threats & claimed;
        let reachable = ((self.empty & !claimed) | self.playable) & !(geometry.fill_up(traps) << 1);
        if has_line(geometry, self.own | reachable) {
            return None;
        }
        // The game lasts at least until only the cells from below the traps up are left.
        let held = geometry.fill_up(traps >> 1).count() / 2;
        let certain = self.opponent | (self.empty & claimed & !self.playable);
        Some(if held == 0 && has_line(geometry, certain) { -1 } else { -(held as i32) })
    }

    /// Returns a lower bound above `alpha` when an odd number of cells is empty: the side
    /// to move plays in an odd column, then claimeven.
    #[inline]
    fn claimeven_lower_bound<G: Geometry<Bits = B>>(&self, geometry: G, alpha: i32) -> Option<i32> {
        let claimed = geometry.claimeven_cells();
        let traps = self.own_threats & claimed & !self.playable;
        let held = (geometry.fill_up(traps >> 1).count() / 2) as i32;
        if held <= alpha {
            return None;
        }
        let reachable = !(geometry.fill_up(traps) << 1);
        let odd_columns = self.playable & claimed;
        // All cells that the opponent might get, except those of other odd columns.
        let theirs = self.opponent | (self.empty & !claimed & reachable);
        if has_line(geometry, theirs) {
            return None;
        }
        let mut first_moves = odd_columns & !(self.opponent_threats >> 1);
        while !first_moves.is_empty() {
            let cell = lowest_cell(first_moves);
            if !has_line(geometry, theirs | (odd_columns & reachable & !cell)) {
                return Some(held);
            }
            first_moves = first_moves ^ cell;
        }
        None
    }

    /// Returns an upper bound when an odd number of cells is empty; `known` if there is no
    /// better one. Stops at the first bound that is not above `alpha`.
    ///
    /// The opponent has a threat on a cell that claimeven does not give it, in an odd
    /// column. It answers elsewhere until the cell below the threat is the only move left:
    /// zugzwang.
    #[inline]
    fn zugzwang_upper_bound<G: Geometry<Bits = B>>(&self, geometry: G, alpha: i32, known: i32) -> i32 {
        let claimed = geometry.claimeven_cells();
        let odd_columns = geometry.fill_up(self.playable & claimed);
        let mut threats = self.opponent_threats & !claimed & odd_columns;
        if threats.is_empty() {
            return known;
        }
        let traps = self.opponent_threats & claimed;
        let reachable = ((self.empty & !claimed) | self.playable) & !(geometry.fill_up(traps) << 1);
        let mut known = known;
        while !threats.is_empty() {
            let threat = lowest_cell(threats);
            let from_threat = geometry.fill_up(threat);
            let column = column_of(geometry, threat);
            threats = threats & !column;
            let below = column & self.empty & !from_threat;
            if !(below & traps).is_empty() {
                continue;
            }
            let left = geometry.fill_up(threat >> 1) | geometry.fill_up(traps >> 1);
            let bound = -((left.count() / 2) as i32);
            let reachable = (reachable & !column) | (below & claimed);
            if bound < known && !has_line(geometry, self.own | reachable) {
                known = bound;
                if known <= alpha {
                    break;
                }
            }
        }
        known
    }
}

/// Returns all cells of a cell's column.
#[inline]
fn column_of<G: Geometry>(geometry: G, cell: G::Bits) -> G::Bits {
    let column = cell.lowest() / geometry.stride();
    geometry.fill_up(G::Bits::bit(column * geometry.stride()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use plateau_core::{Outcome, Position, Variant};

    use super::*;
    use crate::connect4::board::completions;
    use crate::connect4::{AnySize, Board, ConnectFour};
    use crate::grid::Grid;

    type Small = AnySize<u64>;

    /// Solves a position and all its successors by plain negamax.
    fn solve(board: &Board<Small>, known: &mut HashMap<[u64; 2], i32>) -> i32 {
        let empty = (board.geometry().size() - board.taken().count()) as i32;
        match board.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(_) => return -(empty + 2) / 2,
            None => {}
        }
        let key = [board.taken(), board.stones(board.turn())];
        if let Some(&score) = known.get(&key) {
            return score;
        }
        let scores = board.legal_moves().map(|cell| -solve(&board.after(cell), known));
        let best = scores.max().unwrap_or(0);
        known.insert(key, best);
        best
    }

    /// Checks the bounds, for every null window, of every position of a board in which
    /// neither side wins at once. Returns how often each rule found a bound.
    fn count_bounds(size: [u32; 3]) -> [u32; 3] {
        let geometry = AnySize::small(size).unwrap();
        let mut known = HashMap::new();
        solve(&ConnectFour::new("connect4".to_owned(), geometry).start(), &mut known);
        let mut found = [0; 3];
        for ([taken, own], score) in known {
            let opponent = taken ^ own;
            let playable = (taken + geometry.bottom()) & geometry.cells();
            let empty = geometry.cells() & !taken;
            let threats = |stones| completions(geometry, stones) & empty;
            let [own_threats, opponent_threats] = [own, opponent].map(threats);
            if (own_threats | opponent_threats) & playable != 0 {
                continue;
            }
            let map = ThreatMap { own, opponent, own_threats, opponent_threats, playable, empty };
            let left = empty.count_ones();
            for alpha in -10..10 {
                let widest = Bounds { lower: -99, upper: 99 };
                let mut bounds = widest;
                map.tighten(geometry, left, alpha, &mut bounds);
                assert!(bounds.lower <= score && score <= bounds.upper, "{map:?} {score} {bounds:?}");
                let rule = match left % 2 {
                    0 => 0,
                    _ if bounds.lower > widest.lower => 1,
                    _ => 2,
                };
                found[rule] += u32::from(bounds != widest);
            }
        }
        found
    }

    #[test]
    fn bounds_are_true_for_every_position_of_small_boards() {
        for sizes in [
            &[[4, 4, 4], [4, 5, 4], [5, 4, 4]][..],
            &[[3, 4, 3], [4, 3, 3], [4, 4, 3]],
            &[[3, 5, 5], [5, 3, 5]],
        ] {
            let mut found = [0; 3];
            for (sum, count) in sizes.iter().flat_map(|&size| (0..3).zip(count_bounds(size))) {
                found[sum] += count;
            }
            assert!(found.iter().all(|&count| count > 100), "{sizes:?}: {found:?}");
        }
    }
}
