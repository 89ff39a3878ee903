//! Lines on a bit board: who would complete one where, and who can't any more.

use plateau_core::bits::Bits;

use crate::connect4::geometry::Geometry;

/// The cells, taken or not, that complete a line of four with these stones.
#[expect(clippy::inline_always, reason = "asked for every move of every position")]
#[inline(always)]
pub fn completions<G: Geometry>(geometry: G, stones: G::Bits) -> G::Bits {
    let [up, level @ ..] = geometry.directions();
    let mut found = (stones << up) & (stones << (2 * up)) & (stones << (3 * up));
    for step in level {
        let (before, after) = (stones << step, stones >> step);
        let (two_before, two_after) = (before & (stones << (2 * step)), after & (stones >> (2 * step)));
        found = found
            | (two_before & ((stones << (3 * step)) | after))
            | (two_after & ((stones >> (3 * step)) | before));
    }
    found & geometry.cells()
}

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
