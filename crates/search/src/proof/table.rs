//! The transposition table of proof-number search.

/// The disproof number of a proven node, and the proof number of a disproven one.
pub const INFINITE: u32 = u32::MAX;

/// The proof and disproof number of a node, from the point of view of the side
/// to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Effort for the side to move to reach its goal: 0 when it has.
    pub phi: u32,
    /// Effort for the other side to reach its goal: 0 when it has.
    pub delta: u32,
    /// For a solved node that is won for the player in question: an upper bound on
    /// the plies to the win.
    pub plies: u16,
}

impl ProofNumbers {
    /// Creates the numbers of a solved node: the side to move reaches its goal, or
    /// the other side does.
    pub fn solved(by_mover: bool, plies: u16) -> Self {
        let (phi, delta) = if by_mover { (0, INFINITE) } else { (INFINITE, 0) };
        Self { phi, delta, plies }
    }

    /// Returns whether the node is proven or disproven.
    pub fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// A table entry.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: ProofNumbers,
    /// The bit length of the number of nodes searched, which decides which entry
    /// is replaced.
    work: u8,
    /// The generation the entry belongs to, 0 for an empty one.
    generation: u8,
}

/// A packed entry. An empty one is all zeros, so that the system maps a large
/// table page by page at first use and it costs no time up front.
type Words = [u64; 3];

const EMPTY: Words = [0; 3];

impl Entry {
    #[inline]
    fn pack(self) -> Words {
        let ProofNumbers { phi, delta, plies } = self.numbers;
        let rest = u64::from(plies) | u64::from(self.work) << 16 | u64::from(self.generation) << 24;
        [self.key, u64::from(phi) | u64::from(delta) << 32, rest]
    }

    #[inline]
    fn unpack([key, numbers, rest]: Words) -> Self {
        let numbers = ProofNumbers { phi: numbers as u32, delta: (numbers >> 32) as u32, plies: rest as u16 };
        Self { key, numbers, work: (rest >> 16) as u8, generation: (rest >> 24) as u8 }
    }
}

/// Number of entries in a bucket.
const BUCKET_ENTRIES: usize = 4;

/// A table of fixed size. All 64 bits of the key are verified.
pub struct ProofTable {
    entries: Vec<Words>,
    generation: u8,
}

impl ProofTable {
    /// Creates an empty table of this many megabytes, at least one.
    pub fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.max(1) << 20) / (BUCKET_ENTRIES * size_of::<Words>());
        Self { entries: vec![EMPTY; buckets * BUCKET_ENTRIES], generation: 1 }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Words>()
    }

    /// Removes all entries. Usually only starts a new generation, without touching
    /// the memory.
    pub fn clear(&mut self) {
        if self.generation == u8::MAX {
            self.entries.fill(EMPTY);
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Returns the index of the first entry of a key's bucket.
    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.entries.len() / BUCKET_ENTRIES) as u128;
        ((u128::from(key) * buckets) >> 64) as usize * BUCKET_ENTRIES
    }

    /// Looks up the numbers of a key.
    pub fn probe(&self, key: u64) -> Option<ProofNumbers> {
        let first = self.bucket(key);
        let mut entries =
            self.entries[first..first + BUCKET_ENTRIES].iter().map(|&words| Entry::unpack(words));
        let found = entries.find(|entry| entry.key == key && entry.generation == self.generation)?;
        Some(found.numbers)
    }

    /// Stores the numbers of a key, replacing the entry that took the least work.
    pub fn store(&mut self, key: u64, numbers: ProofNumbers, nodes: u64) {
        let (first, generation) = (self.bucket(key), self.generation);
        let bucket = &mut self.entries[first..first + BUCKET_ENTRIES];
        let replacement_value = |words: Words| {
            let entry = Entry::unpack(words);
            match entry.generation == generation {
                true if entry.key == key => 0,
                true => 2 + u32::from(entry.work),
                false => 1,
            }
        };
        if let Some(words) = bucket.iter_mut().min_by_key(|words| replacement_value(**words)) {
            let work = (u64::BITS - nodes.leading_zeros()) as u8;
            *words = Entry { key, numbers, work, generation }.pack();
        }
    }
}
