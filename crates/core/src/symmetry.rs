//! The eight symmetries of a square board (the dihedral group D4) and its subgroups.

/// A symmetry of the board: a map from points to points that preserves the rules.
///
/// # Examples
///
/// ```
/// use plateau_core::Symmetry;
///
/// // The top left corner of a 3×3 board moves to the top right.
/// let turn = Symmetry::QuarterTurn;
/// assert_eq!(turn.apply((0, 0), 3, 3), (2, 0));
/// assert_eq!(turn.inverse().apply((2, 0), 3, 3), (0, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// Maps every point to itself.
    Identity,
    /// Swaps left and right.
    MirrorColumns,
    /// Swaps top and bottom.
    MirrorRows,
    /// Rotates by 180°.
    HalfTurn,
    /// Reflects in the main diagonal, from the top left: rows become columns.
    Transpose,
    /// Reflects in the other diagonal.
    AntiTranspose,
    /// Rotates by 90° clockwise.
    QuarterTurn,
    /// Rotates by 90° counter-clockwise.
    ThreeQuarterTurn,
}

use Symmetry::{
    AntiTranspose, HalfTurn, Identity, MirrorColumns, MirrorRows, QuarterTurn, ThreeQuarterTurn, Transpose,
};

impl Symmetry {
    /// All eight symmetries, of a square board.
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

    /// The symmetries of a rectangular board.
    pub const RECTANGLE: &'static [Self] = &[Identity, MirrorColumns, MirrorRows, HalfTurn];

    /// The symmetries of a board with gravity: left and right only.
    pub const MIRROR: &'static [Self] = &[Identity, MirrorColumns];

    /// Returns the image of a column and row, counted from 0 at the top left of a board of
    /// `width` × `height`. Rotations by 90° and diagonal reflections need a square board.
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

    /// Returns the image of a cell index, counted row by row from the top left.
    #[inline]
    #[must_use]
    pub const fn apply_index(self, index: u32, width: u32, height: u32) -> u32 {
        let (column, row) = self.apply((index % width, index / width), width, height);
        row * width + column
    }

    /// Returns the inverse symmetry.
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
    fn symmetry_sets_are_groups_and_start_with_the_identity() {
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
                    assert!(images.contains(&both), "{a:?} after {b:?} is in the group");
                    let undone = both == image(Identity, width, height);
                    assert_eq!(undone, a == b.inverse(), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn quarter_turn_is_clockwise() {
        assert_eq!(QuarterTurn.apply((0, 0), 3, 3), (2, 0), "top left moves to top right");
    }
}
