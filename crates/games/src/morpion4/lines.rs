//! Double completions and reachable cells, computed for the whole board at once.

use plateau_core::bits::Bits;

use super::geometry::Geometry;
use crate::grid::StoneRuns;

/// The empty cells on which a stone makes completions.
#[derive(Clone, Copy, Debug)]
pub struct CompletionMakers<B> {
    /// Cells that make at least one completion.
    pub single: B,
    /// Cells that make at least two, which cannot both be blocked.
    pub double: B,
}

impl<B: Bits> CompletionMakers<B> {
    const NONE: Self = Self { single: B::ZERO, double: B::ZERO };

    /// Adds cells that make one more completion each.
    #[inline]
    fn with(self, cells: B) -> Self {
        Self { single: self.single | cells, double: self.double | (self.single & cells) }
    }

    /// Adds the completions of another direction.
    #[inline]
    fn merge(self, other: Self) -> Self {
        Self {
            double: self.double | other.double | (self.single & other.single),
            single: self.single | other.single,
        }
    }
}

/// Returns the cells that make completions. The stones must have none yet.
#[inline]
pub fn completion_makers<G: Geometry>(
    geometry: G,
    own: G::Bits,
    empty: G::Bits,
) -> CompletionMakers<G::Bits> {
    let line = geometry.line();
    let [a, b, c, d] = geometry.directions().map(|step| {
        let runs = StoneRuns::new(own, step, line as usize);
        // Windows with two empty cells at `distance` from each other, represented by the
        // first: stones before it, between the two, and after the second.
        (1..line).fold(CompletionMakers::NONE, |found, distance| {
            let outside = (line - 1 - distance) as usize;
            let pairs = (0..=outside).fold(G::Bits::ZERO, |pairs, before| {
                let second = empty & runs.after[outside - before];
                pairs | (runs.before[before] & (second >> (distance * step)))
            });
            let pairs = pairs & empty & runs.after[distance as usize - 1];
            // Two windows with the same pair of cells make one completion, and are in the
            // set once. Other distances and directions make other completions.
            found.with(pairs).with(pairs << (distance * step))
        })
    });
    a.merge(b).merge(c.merge(d))
}

/// Returns the cells that a line through these stones could use: those within k − 1 steps
/// of a stone, with no stone of the opponent between.
#[inline]
pub fn reachable_cells<G: Geometry>(geometry: G, own: G::Bits, opponent: G::Bits) -> G::Bits {
    let open = geometry.cells() & !opponent;
    let [a, b, c, d] = geometry.directions().map(|step| {
        let (_, _, found) = (1..geometry.line()).fold((own, own, own), |(up, down, found), _| {
            let (up, down) = ((up << step) & open, (down >> step) & open);
            (up, down, found | up | down)
        });
        found
    });
    a | b | c | d
}
