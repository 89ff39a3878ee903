//! The eight symmetries of a square and the subgroups a board may have.

/// A symmetry of the board: a map from points to points that changes no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// Every point stays.
    Identity,
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    /// A half turn.
    HalfTurn,
    /// Rows become columns: the reflection in the diagonal from the top left.
    Transpose,
    /// The reflection in the other diagonal.
    AntiTranspose,
    /// A quarter turn clockwise.
    QuarterTurn,
    /// A quarter turn counter-clockwise.
    ThreeQuarterTurn,
}

use Symmetry::{
    AntiTranspose, HalfTurn, Identity, MirrorColumns, MirrorRows, QuarterTurn, ThreeQuarterTurn, Transpose,
};

impl Symmetry {
    /// All eight: those of a square board.
    pub const SQUARE: &'static [Self] = &[
        Identity,
        MirrorColumns,
        MirrorRows,
        HalfTurn,
        Transpose,
        AntiTranspose,
        QuarterTurn,
        ThreeQuarterTurn,
    ];

    /// Those of an oblong board.
    pub const RECTANGLE: &'static [Self] = &[Identity, MirrorColumns, MirrorRows, HalfTurn];

    /// Those of a board that has an up and a down.
    pub const MIRROR: &'static [Self] = &[Identity, MirrorColumns];

    /// Where the point in this column and row of a board of `width` × `height`
    /// goes, counted from 0 at the top left. The last four are for square boards.
    #[inline]
    #[must_use]
    pub const fn apply(self, (column, row): (u32, u32), width: u32, height: u32) -> (u32, u32) {
        let (right, bottom) = (width - 1 - column, height - 1 - row);
        match self {
            Identity => (column, row),
            MirrorColumns => (right, row),
            MirrorRows => (column, bottom),
            HalfTurn => (right, bottom),
            Transpose => (row, column),
            AntiTranspose => (bottom, right),
            QuarterTurn => (bottom, column),
            ThreeQuarterTurn => (row, right),
        }
    }

    /// Where a cell of a board read row by row from the top left goes.
    #[inline]
    #[must_use]
    pub const fn apply_index(self, index: u32, width: u32, height: u32) -> u32 {
        let (column, row) = self.apply((index % width, index / width), width, height);
        row * width + column
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            QuarterTurn => ThreeQuarterTurn,
            ThreeQuarterTurn => QuarterTurn,
            own_inverse => own_inverse,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn image(symmetry: Symmetry, width: u32, height: u32) -> Vec<u32> {
        (0..width * height).map(|i| symmetry.apply_index(i, width, height)).collect()
    }

    #[test]
    fn each_set_is_a_group_that_begins_with_the_identity() {
        for (group, width, height) in
            [(Symmetry::SQUARE, 4, 4), (Symmetry::RECTANGLE, 5, 3), (Symmetry::MIRROR, 5, 3)]
        {
            assert_eq!(group[0], Identity);
            let images: BTreeSet<Vec<u32>> = group.iter().map(|&s| image(s, width, height)).collect();
            assert_eq!(images.len(), group.len(), "all different");
            for &a in group {
                for &b in group {
                    let both: Vec<u32> = (0..width * height)
                        .map(|i| a.apply_index(b.apply_index(i, width, height), width, height))
                        .collect();
                    assert!(images.contains(&both), "{a:?} after {b:?} is one of them");
                    let undone = both == image(Identity, width, height);
                    assert_eq!(undone, a == b.inverse(), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        assert_eq!(QuarterTurn.apply((0, 0), 3, 3), (2, 0), "top left goes to top right");
    }
}
