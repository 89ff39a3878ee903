//! Completions, double completions and open lines, computed for the whole board at once.

use plateau_core::bits::Bits;

use super::geometry::Geometry;

/// The largest k.
const MAX_LINE: usize = 6;

/// For each length below k, the cells with at least this many stones directly before them
/// in one direction, and directly after.
struct Runs<B> {
    before: [B; MAX_LINE],
    after: [B; MAX_LINE],
}

impl<B: Bits> Runs<B> {
    #[inline]
    fn new(stones: B, step: u32, line: usize) -> Self {
        let (mut before, mut after) = ([!B::ZERO; MAX_LINE], [!B::ZERO; MAX_LINE]);
        for i in 1..line {
            before[i] = (before[i - 1] & stones) << step;
            after[i] = (after[i - 1] & stones) >> step;
        }
        Self { before, after }
    }
}

/// Returns the completions of a side: the empty cells that complete a line.
#[inline]
pub fn completions<G: Geometry>(geometry: G, own: G::Bits, empty: G::Bits) -> G::Bits {
    let line = geometry.line() as usize;
    // `map` instead of a loop, so that each step is a constant.
    let [a, b, c, d] = geometry.directions().map(|step| {
        let runs = Runs::new(own, step, line);
        (0..line).fold(G::Bits::ZERO, |found, before| {
            found | (runs.before[before] & runs.after[line - 1 - before])
        })
    });
    (a | b | c | d) & empty
}

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
        let runs = Runs::new(own, step, line as usize);
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

/// Counts the windows of k cells without a stone of the opponent, by the number of own
/// stones in them.
#[inline]
pub fn count_open_lines<G: Geometry>(geometry: G, own: G::Bits, opponent: G::Bits) -> [i32; MAX_LINE + 1] {
    let line = geometry.line();
    let mut counts = [0; MAX_LINE + 1];
    let directions = geometry.directions().map(|step| {
        let open = (geometry.cells() & !opponent).run_starts(step, line);
        // The number of stones in each window, as three binary digits.
        let digits = (0..line).fold([G::Bits::ZERO; 3], |[low, middle, high], i| {
            let stone = own >> (step * i);
            let (carry, carry2) = (low & stone, middle & low & stone);
            [low ^ stone, middle ^ carry, high ^ carry2]
        });
        (open, digits)
    });
    for (open, digits) in directions {
        for (stones, count) in counts.iter_mut().enumerate().take(line as usize).skip(1) {
            let equal = |i: usize| if stones >> i & 1 == 1 { digits[i] } else { !digits[i] };
            *count += (open & equal(0) & equal(1) & equal(2)).count() as i32;
        }
    }
    counts
}
