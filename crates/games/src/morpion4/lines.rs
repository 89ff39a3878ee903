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
    // Mapped, not looped over: the compiler then knows each step.
    let [a, b, c, d] = geometry.directions().map(|step| {
        let runs = Runs::new(own, step, line);
        (0..line).fold(G::Bits::ZERO, |found, before| {
            found | (runs.before[before] & runs.after[line - 1 - before])
        })
    });
    (a | b | c | d) & empty
}

/// The empty cells that, once played, can be followed by a line.
#[derive(Clone, Copy, Debug)]
pub struct Makers<B> {
    /// Those that make a completion.
    pub once: B,
    /// Those that make two or more, which can't both be stopped.
    pub twice: B,
}

impl<B: Bits> Makers<B> {
    const NONE: Self = Self { once: B::ZERO, twice: B::ZERO };

    /// With more cells that make one completion each, different from those
    /// counted before.
    #[inline]
    fn and(self, cells: B) -> Self {
        Self { once: self.once | cells, twice: self.twice | (self.once & cells) }
    }

    /// With those of other directions.
    #[inline]
    fn and_all(self, more: Self) -> Self {
        Self { twice: self.twice | more.twice | (self.once & more.once), once: self.once | more.once }
    }
}

/// The cells that make completions. The stones must have none yet.
#[inline]
pub fn makers<G: Geometry>(geometry: G, own: G::Bits, empty: G::Bits) -> Makers<G::Bits> {
    let line = geometry.line();
    let [a, b, c, d] = geometry.directions().map(|step| {
        let runs = Runs::new(own, step, line as usize);
        // Windows whose two empty cells stand `apart` from each other, by the
        // lower one: stones before it, between the two, and after the upper.
        (1..line).fold(Makers::NONE, |found, apart| {
            let outside = (line - 1 - apart) as usize;
            let pairs = (0..=outside).fold(G::Bits::ZERO, |pairs, before| {
                let upper = empty & runs.after[outside - before];
                pairs | (runs.before[before] & (upper >> (apart * step)))
            });
            let pairs = pairs & empty & runs.after[apart as usize - 1];
            // Two windows with the same pair are one completion: they are in
            // one set. Different distances or directions are different cells.
            found.and(pairs).and(pairs << (apart * step))
        })
    });
    a.and_all(b).and_all(c.and_all(d))
}

/// The cells that a line through these stones could use: those within k − 1
/// steps of a stone, with no stone of `other` between.
#[inline]
pub fn reach<G: Geometry>(geometry: G, own: G::Bits, other: G::Bits) -> G::Bits {
    let open = geometry.cells() & !other;
    let [a, b, c, d] = geometry.directions().map(|step| {
        let ends = (own, own, own);
        let (_, _, found) = (1..geometry.line()).fold(ends, |(up, down, found), _| {
            let (up, down) = ((up << step) & open, (down >> step) & open);
            (up, down, found | up | down)
        });
        found
    });
    a | b | c | d
}

/// How many windows of k cells hold no stone of `other`, by the number of
/// stones of `own` in them.
#[inline]
pub fn open_lines<G: Geometry>(geometry: G, own: G::Bits, other: G::Bits) -> [i32; LONGEST + 1] {
    let line = geometry.line();
    let mut sums = [0; LONGEST + 1];
    let directions = geometry.directions().map(|step| {
        let free = (geometry.cells() & !other).run_starts(step, line);
        // The number of stones in each window, as three bits.
        let digits = (0..line).fold([G::Bits::ZERO; 3], |[low, middle, high], i| {
            let stone = own >> (step * i);
            let (carry, carry2) = (low & stone, middle & low & stone);
            [low ^ stone, middle ^ carry, high ^ carry2]
        });
        (free, digits)
    });
    for (free, digits) in directions {
        for (stones, sum) in sums.iter_mut().enumerate().take(line as usize).skip(1) {
            let equal = |i: usize| if stones >> i & 1 == 1 { digits[i] } else { !digits[i] };
            *sum += (free & equal(0) & equal(1) & equal(2)).count() as i32;
        }
    }
    sums
}
