//! The symmetries of a board as a finite group, and rows seen through a symmetry.

/// The most symmetries of a board.
pub const MAX_ORDER: usize = 8;

/// A group of symmetries, numbered from 0, which is the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    order: usize,
    /// `products[a][b]` is the symmetry "first b, then a".
    products: [[u8; MAX_ORDER]; MAX_ORDER],
}

impl Group {
    /// Creates the group of these maps from points to points, the identity first. Returns
    /// `None` if they are not closed under composition, or if there are more than eight.
    pub fn new(maps: &[Vec<u16>]) -> Option<Self> {
        if !(1..=MAX_ORDER).contains(&maps.len()) {
            return None;
        }
        let mut products = [[0; MAX_ORDER]; MAX_ORDER];
        for (a, row) in maps.iter().zip(&mut products) {
            for (b, product) in maps.iter().zip(row) {
                let both = |map: &Vec<u16>| b.iter().zip(map).all(|(&image, &c)| a[usize::from(image)] == c);
                *product = maps.iter().position(both)? as u8;
            }
        }
        Some(Self { order: maps.len(), products })
    }

    /// Returns the number of symmetries.
    #[inline]
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the symmetry "first `b`, then `a`".
    #[inline]
    pub fn product(&self, a: u8, b: u8) -> u8 {
        self.products[usize::from(a)][usize::from(b)]
    }

    /// Returns the inverse of a symmetry.
    pub fn inverse(&self, a: u8) -> u8 {
        let inverse = (0..self.order as u8).find(|&b| self.product(a, b) == 0);
        inverse.unwrap_or(0)
    }
}

/// A row of the table as a position shows it: the row of a representative configuration, and
/// the symmetry that maps the representative to what is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(u32);

impl Row {
    /// Creates a row seen through a symmetry.
    #[inline]
    pub const fn new(index: u32, symmetry: u8) -> Self {
        Self(index << 3 | symmetry as u32)
    }

    /// Returns the number of the row.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// Returns the symmetry.
    #[inline]
    pub const fn symmetry(self) -> u8 {
        (self.0 & 7) as u8
    }

    /// Returns a number that identifies the row and its symmetry.
    pub const fn hash_code(self) -> u64 {
        self.0 as u64
    }

    /// Returns the same row seen through another symmetry after its own.
    #[inline]
    #[must_use]
    pub fn through(self, group: &Group, symmetry: u8) -> Self {
        Self(self.0 & !7 | u32::from(group.product(symmetry, self.symmetry())))
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Symmetry;

    use super::*;

    fn maps(symmetries: &[Symmetry]) -> Vec<Vec<u16>> {
        let map = |s: &Symmetry| (0..16).map(|i| s.apply_index(i, 4, 4) as u16).collect();
        symmetries.iter().map(map).collect()
    }

    #[test]
    fn products_are_compositions() {
        let group = Group::new(&maps(Symmetry::SQUARE)).unwrap();
        assert_eq!(group.order(), 8);
        for (a, first) in (0..).zip(Symmetry::SQUARE) {
            for (b, second) in (0..).zip(Symmetry::SQUARE) {
                let product = Symmetry::SQUARE[usize::from(group.product(a, b))];
                for cell in 0..16 {
                    let both = first.apply_index(second.apply_index(cell, 4, 4), 4, 4);
                    assert_eq!(product.apply_index(cell, 4, 4), both, "{first:?} {second:?}");
                }
            }
            assert_eq!(Symmetry::SQUARE[usize::from(group.inverse(a))], first.inverse());
        }
    }

    #[test]
    fn maps_that_are_no_group_are_refused() {
        assert!(Group::new(&maps(&[Symmetry::Identity, Symmetry::QuarterTurn])).is_none());
        assert!(Group::new(&[]).is_none());
        assert!(Group::new(&maps(Symmetry::MIRROR)).is_some());
    }

    #[test]
    fn rows_know_their_number_and_symmetry() {
        let group = Group::new(&maps(Symmetry::SQUARE)).unwrap();
        let row = Row::new(123_456, 6);
        assert_eq!((row.index(), row.symmetry()), (123_456, 6));
        // A quarter turn back undoes the turn.
        assert_eq!(row.through(&group, 7), Row::new(123_456, 0));
    }
}
