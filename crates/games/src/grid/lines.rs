//! Completions and open lines of any length, computed for the whole board at once.

use plateau_core::bits::Bits;

use super::Grid;

/// The longest line of any game.
pub const MAX_LINE: usize = 6;

/// For each number of stones below the length of a line, the cells with at least this many
/// directly before them in one direction, and directly after.
pub struct StoneRuns<B> {
    /// By the number of stones before a cell.
    pub before: [B; MAX_LINE],
    /// By the number of stones after a cell.
    pub after: [B; MAX_LINE],
}

impl<B: Bits> StoneRuns<B> {
    /// Returns the runs of stones that are `step` apart.
    #[inline]
    pub fn new(stones: B, step: u32, line: usize) -> Self {
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
pub fn completions<G: Grid>(grid: G, own: G::Bits, empty: G::Bits) -> G::Bits {
    let line = grid.line() as usize;
    // `map` instead of a loop, so that each step is a constant.
    let [a, b, c, d] = grid.directions().map(|step| {
        let runs = StoneRuns::new(own, step, line);
        (0..line).fold(G::Bits::ZERO, |found, before| {
            found | (runs.before[before] & runs.after[line - 1 - before])
        })
    });
    (a | b | c | d) & empty
}

/// Counts the windows as long as a line without a stone of the opponent, by the number of
/// own stones in them.
#[inline]
pub fn count_open_lines<G: Grid>(grid: G, own: G::Bits, opponent: G::Bits) -> [i32; MAX_LINE + 1] {
    let line = grid.line();
    let mut counts = [0; MAX_LINE + 1];
    let directions = grid.directions().map(|step| {
        let open = (grid.cells() & !opponent).run_starts(step, line);
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
