//! The table of late move reductions.

use plateau_core::math::ln;

use crate::parts::Reductions;

/// The reductions of greater depths and later moves are those of the last row and column.
const DEPTHS: usize = 32;
const MOVES: usize = 64;

/// Late move reductions by depth and move number, in sixteenths of a ply.
#[derive(Clone, Debug)]
pub struct ReductionTable {
    settings: Reductions,
    table: Vec<[i16; MOVES]>,
}

/// Sixteenths, so that several fractions of a ply add up.
const UNIT: i32 = 16;

impl ReductionTable {
    pub fn new(settings: Reductions) -> Self {
        let entry = |depth: usize, number: usize| {
            // Not the system's logarithm: the table must be the same on every machine.
            let product = ln(depth.max(1) as f64) * ln(number.max(1) as f64);
            let plies = f64::from(settings.base) + product / f64::from(settings.divisor);
            (plies * f64::from(UNIT)) as i16
        };
        let row = |depth: usize| std::array::from_fn(|number| entry(depth, number));
        Self { settings, table: (0..DEPTHS).map(row).collect() }
    }

    /// Returns whether a move may be reduced at all; the first one never is. `number` counts
    /// from 0 in search order.
    #[inline]
    pub fn applies(&self, depth: u32, number: usize) -> bool {
        number > 0 && depth >= self.settings.min_depth && number >= self.settings.min_move as usize
    }

    /// Returns how many plies shallower the first search of a move is. At least one ply of
    /// the search remains.
    #[inline]
    pub fn plies(&self, depth: u32, number: usize, is_pv: bool, history: i32, static_gap: i32) -> u32 {
        let settings = &self.settings;
        let table = self.table[(depth as usize).min(DEPTHS - 1)][number.min(MOVES - 1)];
        let mut sum = i32::from(table);
        if is_pv {
            sum -= UNIT * settings.pv;
        }
        if settings.history > 0 {
            sum -= (UNIT * history / settings.history).clamp(-2 * UNIT, 2 * UNIT);
        }
        if settings.static_gap > 0 {
            sum += (UNIT * static_gap / settings.static_gap).clamp(0, 2 * UNIT);
        }
        ((sum / UNIT).max(0) as u32).min(depth.saturating_sub(2))
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::hash::mix2;

    use super::*;

    #[test]
    fn table_is_the_same_on_every_machine() {
        let table = ReductionTable::new(Reductions::DEFAULT).table;
        let checksum = table.as_flattened().iter().fold(0, |sum, &entry| mix2(sum, entry as u64));
        assert_eq!(checksum, 0x5d6c_bd68_c23f_9cd6, "{checksum:#x}");
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        let table = ReductionTable::new(Reductions {
            min_depth: 3,
            min_move: 4,
            base: 0.5,
            divisor: 2.0,
            pv: 1,
            history: 1_000,
            static_gap: 100,
        });
        let plies = |depth, number| table.plies(depth, number, false, 0, 0);
        assert!(!table.applies(2, 20) && !table.applies(9, 3) && table.applies(3, 4));
        assert!((3..30).all(|depth| plies(depth, 9) <= plies(depth + 1, 9)));
        assert!((4..63).all(|number| plies(9, number) <= plies(9, number + 1)));
        assert!(plies(9, 4) < plies(9, 40) && plies(4, 40) < plies(20, 40));
        assert!((3..40).all(|depth| plies(depth, 500) <= depth - 2), "one ply remains");
        assert!(table.plies(12, 20, true, 0, 0) < plies(12, 20));
        assert!(table.plies(12, 20, false, 1_000, 0) < plies(12, 20));
        assert!(table.plies(12, 20, false, -1_000, 0) > plies(12, 20));
        assert!(table.plies(12, 20, false, 0, 100) > plies(12, 20));
    }
}
