//! Cells by columns on a bit board.

use plateau_core::bits::Bits;

use crate::connect4::geometry::Geometry;

/// These cells, and all above them in their columns. Taking a number away from
/// the bit above a column leaves its lowest bit and turns over those above.
#[inline]
pub fn and_above<G: Geometry>(geometry: G, cells: G::Bits) -> G::Bits {
    (cells | (geometry.above() - cells)) & geometry.cells()
}

/// The lowest of some cells.
#[inline]
pub fn first<B: Bits>(cells: B) -> B {
    cells ^ cells.without_lowest()
}
