//! Lines in the making, counted on the whole board at once.

use plateau_core::bits::Bits;

use super::geometry::Geometry;

/// No line is longer.
const LONGEST: usize = 6;

/// For each length below k, the cells with so many stones right before them in
/// one direction, and right after.
struct Runs<B> {
    before: [B; LONGEST],
    after: [B; LONGEST],
}

impl<B: Bits> Runs<B> {
    #[inline]
    fn new(stones: B, step: u32, line: usize) -> Self {
        let (mut before, mut after) = ([!B::ZERO; LONGEST], [!B::ZERO; LONGEST]);
        for i in 1..line {
            before[i] = (before[i - 1] & stones) << step;
            after[i] = (after[i - 1] & stones) >> step;
        }
        Self { before, after }
    }
}

/// The empty cells that complete a line.
#[inline]
pub fn completions<G: Geometry>(geometry: G, own: G::Bits, empty: G::Bits) -> G::Bits {
    let line = geometry.line() as usize;
    let mut found = G::Bits::ZERO;
    for step in geometry.directions() {
        let runs = Runs::new(own, step, line);
        for before in 0..line {
            found = found | (runs.before[before] & runs.after[line - 1 - before]);
        }
    }
    found & empty
}

/// The empty cells that, once played, can be followed by a line.
#[derive(Clone, Copy, Debug)]
pub struct Makers<B> {
    /// Those that make a completion.
    pub once: B,
    /// Those that make two or more, which can't both be stopped.
    pub twice: B,
}

/// The cells that make completions. The stones must have none yet.
#[inline]
pub fn makers<G: Geometry>(geometry: G, own: G::Bits, empty: G::Bits) -> Makers<G::Bits> {
    let line = geometry.line();
    let mut found = Makers { once: G::Bits::ZERO, twice: G::Bits::ZERO };
    let mut add = |cells: G::Bits| {
        found.twice = found.twice | (found.once & cells);
        found.once = found.once | cells;
    };
    for step in geometry.directions() {
        let runs = Runs::new(own, step, line as usize);
        // Windows whose two empty cells stand `apart` from each other, by the
        // lower one: stones before it, between the two, and after the upper.
        for apart in 1..line {
            let outside = (line - 1 - apart) as usize;
            let mut pairs = G::Bits::ZERO;
            for before in 0..=outside {
                let upper = empty & runs.after[outside - before];
                pairs = pairs | (runs.before[before] & (upper >> (apart * step)));
            }
            pairs = pairs & empty & runs.after[apart as usize - 1];
            // Two windows with the same pair are one completion: they are in
            // one set. Different distances or directions are different cells.
            add(pairs);
            add(pairs << (apart * step));
        }
    }
    found
}

/// The cells that a line through these stones could use: those within k − 1
/// steps of a stone, with no stone of `other` between.
#[inline]
pub fn reach<G: Geometry>(geometry: G, own: G::Bits, other: G::Bits) -> G::Bits {
    let open = geometry.cells() & !other;
    let mut found = own;
    for step in geometry.directions() {
        let (mut up, mut down) = (own, own);
        for _ in 1..geometry.line() {
            up = (up << step) & open;
            down = (down >> step) & open;
            found = found | up | down;
        }
    }
    found
}

/// How many windows of k cells hold no stone of `other`, by the number of
/// stones of `own` in them.
#[inline]
pub fn open_lines<G: Geometry>(geometry: G, own: G::Bits, other: G::Bits) -> [i32; LONGEST + 1] {
    let line = geometry.line();
    let mut counts = [0; LONGEST + 1];
    for step in geometry.directions() {
        let free = (geometry.cells() & !other).run_starts(step, line);
        // The number of stones in each window, as three bits.
        let mut digits = [G::Bits::ZERO; 3];
        for i in 0..line {
            let mut carry = own >> (step * i);
            for digit in &mut digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        for (stones, count) in counts.iter_mut().enumerate().take(line as usize) {
            let equal = |i: usize| if stones >> i & 1 == 1 { digits[i] } else { !digits[i] };
            if stones > 0 {
                *count += (free & equal(0) & equal(1) & equal(2)).count() as i32;
            }
        }
    }
    counts
}
