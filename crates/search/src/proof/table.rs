//! What proof-number search remembers of positions.

/// Stands for a number without bound: what is proven can't be disproven.
pub const INFINITE: u32 = u32::MAX;

/// How near the question is to its answer at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// For the side to move to get what it wants: 0 when it has.
    pub phi: u32,
    /// For the other side to get what it wants: 0 when it has.
    pub delta: u32,
    /// Once answered: the plies at most, if the answer is a won game.
    pub plies: u16,
}

impl Effort {
    /// The side to move gets what it wants, or the other does.
    pub fn answered(by_mover: bool, plies: u16) -> Self {
        let (phi, delta) = if by_mover { (0, INFINITE) } else { (INFINITE, 0) };
        Self { phi, delta, plies }
    }

    /// Whether the question is answered here.
    pub fn is_answered(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// What is kept of a position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    effort: Effort,
    /// The number of bits of the nodes it took: what took more is kept longer.
    work: u8,
    /// The search it comes from, none when it is empty.
    search: u8,
}

/// An entry in words: an empty one is all zero, so that the system makes a large
/// table page by page at first use, and it costs no time before the search.
type Words = [u64; 3];

const EMPTY: Words = [0; 3];

impl Entry {
    #[inline]
    fn pack(self) -> Words {
        let Effort { phi, delta, plies } = self.effort;
        let rest = u64::from(plies) | u64::from(self.work) << 16 | u64::from(self.search) << 24;
        [self.key, u64::from(phi) | u64::from(delta) << 32, rest]
    }

    #[inline]
    fn unpack([key, effort, rest]: Words) -> Self {
        let effort = Effort { phi: effort as u32, delta: (effort >> 32) as u32, plies: rest as u16 };
        Self { key, effort, work: (rest >> 16) as u8, search: (rest >> 24) as u8 }
    }
}

/// Entries that share a place.
const WAYS: usize = 4;

/// A table of fixed size. All 64 bits of the key are checked.
pub struct ProofTable {
    entries: Vec<Words>,
    search: u8,
}

impl ProofTable {
    /// A table of so many megabytes.
    pub fn new(megabytes: usize) -> Self {
        let places = (megabytes.max(1) << 20) / (WAYS * size_of::<Words>());
        Self { entries: vec![EMPTY; places * WAYS], search: 1 }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Words>()
    }

    /// Forgets everything, most often without touching it.
    pub fn clear(&mut self) {
        if self.search == u8::MAX {
            self.entries.fill(EMPTY);
            self.search = 0;
        }
        self.search += 1;
    }

    fn place(&self, key: u64) -> usize {
        let places = (self.entries.len() / WAYS) as u128;
        ((u128::from(key) * places) >> 64) as usize * WAYS
    }

    pub fn get(&self, key: u64) -> Option<Effort> {
        let place = self.place(key);
        let mut ways = self.entries[place..place + WAYS].iter().map(|&words| Entry::unpack(words));
        ways.find(|entry| entry.key == key && entry.search == self.search).map(|entry| entry.effort)
    }

    /// Keeps an effort, in place of what took the least.
    pub fn put(&mut self, key: u64, effort: Effort, nodes: u64) {
        let (place, search) = (self.place(key), self.search);
        let ways = &mut self.entries[place..place + WAYS];
        let cost = |words: Words| {
            let entry = Entry::unpack(words);
            match entry.search == search {
                true if entry.key == key => 0,
                true => 2 + u32::from(entry.work),
                false => 1,
            }
        };
        if let Some(words) = ways.iter_mut().min_by_key(|words| cost(**words)) {
            let work = (u64::BITS - nodes.leading_zeros()) as u8;
            *words = Entry { key, effort, work, search }.pack();
        }
    }
}
