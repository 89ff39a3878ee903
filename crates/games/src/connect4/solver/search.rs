//! The search: is the score above a bound or not?

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use plateau_core::bits::Bits;
use plateau_search::AbdadaTable;

use super::bounds::Sides;
use super::columns::{and_above, first};
use super::table::{Bounds, Recent, Table, find};
use crate::connect4::board::completions;
use crate::connect4::geometry::Geometry;
use crate::connect4::key::Key;

/// Positions with fewer empty cells are remembered by each thread for itself.
const RECENT_BELOW: u32 = 21;
/// What follows is looked up before it is searched while more cells are empty.
const LOOK_AHEAD: u32 = 11;
/// Mirror images are one position up to this many stones.
const MIRRORED: u32 = 10;
/// Positions between looks at the flag that ends the search.
const PATIENCE: u64 = 1 << 11;
/// Positions between words about how far the search is.
const SILENCE: u64 = 1 << 20;

/// Told what is proven of the score, and the positions visited.
pub type Tell<'t> = &'t mut dyn FnMut(Bounds, u64);

/// What the threads of a search share.
pub struct Shared<'s> {
    /// What was found out.
    pub table: &'s Table,
    /// Whether to end, told the positions visited so far.
    pub halt: &'s (dyn Fn(u64) -> bool + Sync),
    /// What threads are at, if there is more than one.
    pub abdada: Option<AbdadaTable>,
    /// What any thread has proven of the score: at least this,
    pub lower: AtomicI32,
    /// and at most this.
    pub upper: AtomicI32,
    /// Positions visited, counted now and then.
    pub nodes: AtomicU64,
}

impl Shared<'_> {
    /// What is proven of the score.
    pub fn bounds(&self) -> Bounds {
        Bounds { lower: self.lower.load(Ordering::Relaxed), upper: self.upper.load(Ordering::Relaxed) }
    }

    /// Whether it is known if the score is above `alpha`.
    fn has_answer(&self, alpha: i32) -> bool {
        let Bounds { lower, upper } = self.bounds();
        lower > alpha || upper <= alpha
    }
}

/// One thread's search.
pub struct Worker<'s, G: Geometry> {
    geometry: G,
    shared: &'s Shared<'s>,
    recent: &'s mut Recent<G::Bits>,
    nodes: u64,
    /// Positions that the others know of.
    told: u64,
    /// The bound that was asked about.
    asked: i32,
    stopped: bool,
    tell: Option<Tell<'s>>,
    /// Positions visited when there will be something to tell.
    next_word: u64,
}

/// A move, where its side would then complete a line, and how early to try it.
#[derive(Clone, Copy)]
struct Candidate<B> {
    cell: B,
    wins: B,
    rank: i32,
}

/// No board has more columns.
const MOST_COLUMNS: usize = 10;

impl<'s, G: Geometry> Worker<'s, G> {
    pub fn new(
        geometry: G,
        shared: &'s Shared<'s>,
        recent: &'s mut Recent<G::Bits>,
        tell: Option<Tell<'s>>,
    ) -> Self {
        Self {
            geometry,
            shared,
            recent,
            nodes: 0,
            told: 0,
            asked: 0,
            stopped: false,
            tell,
            next_word: SILENCE,
        }
    }

    /// Tells how far it is.
    pub fn tell(&mut self) {
        self.next_word = self.nodes + SILENCE;
        let (bounds, visited) = (self.shared.bounds(), self.visited());
        if let Some(tell) = &mut self.tell {
            tell(bounds, visited);
        }
    }

    /// What it shares with others.
    pub fn shared(&self) -> &'s Shared<'s> {
        self.shared
    }

    /// How many cells the board has.
    pub fn size(&self) -> u32 {
        self.geometry.size()
    }

    /// Whether the last answer is none: the search was told to end, or another
    /// thread had the answer first.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Tells the others how many positions were visited.
    pub fn count(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }

    /// Positions that all threads visited, as far as they told.
    fn visited(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// A bound on the score of a position without a win at once: above `alpha`
    /// a lower one, else an upper one.
    pub fn is_above(&mut self, own: G::Bits, other: G::Bits, alpha: i32) -> i32 {
        (self.asked, self.stopped) = (alpha, false);
        let (own_wins, other_wins) = (completions(self.geometry, own), completions(self.geometry, other));
        self.search(own, other, own_wins, other_wins, alpha)
    }

    #[cold]
    fn look_at_halt(&mut self) {
        self.count();
        self.stopped = self.shared.has_answer(self.asked) || (self.shared.halt)(self.visited());
        if self.nodes >= self.next_word && !self.stopped {
            self.tell();
        }
    }

    /// The search behind [`is_above`](Self::is_above). The cells that complete
    /// lines may be taken ones.
    fn search(
        &mut self,
        own: G::Bits,
        other: G::Bits,
        own_wins: G::Bits,
        other_wins: G::Bits,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let geometry = self.geometry;
        let taken = own | other;
        let stones = taken.count();
        let left = geometry.size() - stones;
        let landings = (taken + geometry.bottom()) & geometry.cells();
        let empty = geometry.cells() & !taken;
        let (own_wins, other_wins) = (own_wins & empty, other_wins & empty);
        // The earliest win of either side from here.
        let (sooner, lost) = ((left as i32 - 1) / 2, -(left as i32 / 2));

        let forced = landings & other_wins;
        if !forced.is_empty() {
            if !forced.without_lowest().is_empty() || !((forced << 1) & other_wins).is_empty() {
                return lost;
            }
            return self.forced(own | forced, other, other_wins, left, alpha);
        }
        // What gives the other side a line on top is never played.
        let moves = landings & !(other_wins >> 1);
        if moves.is_empty() {
            return lost;
        }
        if left <= 2 {
            return 0;
        }
        let mut bounds = Bounds { lower: lost + 1, upper: sooner };
        if bounds.upper <= alpha {
            return bounds.upper;
        }
        if bounds.lower > alpha {
            return bounds.lower;
        }

        let folded = key(geometry, own, taken, stones);
        let shared_table = left >= RECENT_BELOW;
        let place = if shared_table { self.shared.table.place(folded) } else { self.recent.place(folded) };
        // Asked for now, looked at after the bounds: memory is slow.
        let entries =
            if shared_table { self.shared.table.entries(place) } else { self.recent.entries(place) };

        let sides = Sides { own, other, own_wins, other_wins, landings, empty };
        sides.narrow(geometry, left, alpha, &mut bounds);
        if bounds.lower > alpha {
            return bounds.lower;
        }
        if bounds.upper <= alpha {
            return bounds.upper;
        }
        if let Some(known) = find(entries, place) {
            if known.lower > alpha {
                return known.lower;
            }
            if known.upper <= alpha {
                return known.upper;
            }
            bounds.lower = bounds.lower.max(known.lower);
            bounds.upper = bounds.upper.min(known.upper);
        }
        let begin = self.nodes;

        let mut list = [Candidate { cell: G::Bits::ZERO, wins: G::Bits::ZERO, rank: 0 }; MOST_COLUMNS];
        let Some(count) = self.candidates(&sides, moves, left, &mut list) else { return sooner };
        let candidates = &list[..count];
        // The next win is two plies farther.
        bounds.upper = bounds.upper.min(sooner - 1);
        if bounds.upper <= alpha {
            return bounds.upper;
        }
        if left > LOOK_AHEAD
            && let Some(found) = self.look_ahead(&sides, candidates, stones, alpha)
        {
            return found;
        }
        if self.nodes - self.told >= PATIENCE {
            self.look_at_halt();
        }

        let best = self.best_of(&sides, candidates, shared_table, alpha);
        if self.stopped {
            return 0;
        }
        let best = best.min(bounds.upper);
        if best > alpha {
            bounds.lower = bounds.lower.max(best);
        } else {
            bounds.upper = best;
        }
        if shared_table {
            self.shared.table.put(place, bounds, self.nodes - begin);
        } else {
            self.recent.put(place, bounds);
        }
        best
    }

    /// The best score of moves searched in turn, until one is above `alpha`.
    #[inline]
    fn best_of(
        &mut self,
        sides: &Sides<G::Bits>,
        candidates: &[Candidate<G::Bits>],
        shared_table: bool,
        alpha: i32,
    ) -> i32 {
        let (width, count) = (self.geometry.width(), candidates.len());
        let abdada = self.shared.abdada.as_ref().filter(|_| shared_table);
        // What another thread is at is put off.
        let (mut later, mut waiting) = ([0; MOST_COLUMNS], 0);
        let (mut best, mut at) = (i32::MIN, 0);
        while at < count + waiting && best <= alpha && !self.stopped {
            let Candidate { cell, wins, .. } = candidates[if at < count { at } else { later[at - count] }];
            let after = sides.own | cell;
            let work = || (sides.other + (sides.other | after)).mixed(width).number(0);
            if let Some(abdada) = abdada {
                if at > 0 && at < count && abdada.is_searched(work()) {
                    later[waiting] = at;
                    (at, waiting) = (at + 1, waiting + 1);
                    continue;
                }
                abdada.start(work());
            }
            best = best.max(-self.search(sides.other, after, sides.other_wins, wins, -alpha - 1));
            if let Some(abdada) = abdada {
                abdada.finish(work());
            }
            at += 1;
        }
        best
    }

    /// The search after the one move that stops a line.
    #[inline]
    fn forced(&mut self, own: G::Bits, other: G::Bits, other_wins: G::Bits, left: u32, alpha: i32) -> i32 {
        let sooner = (left as i32 - 1) / 2;
        if left <= 2 {
            return 0;
        }
        if sooner <= alpha {
            return sooner;
        }
        let wins = completions(self.geometry, own);
        -self.search(other, own, other_wins, wins, -alpha - 1)
    }

    /// The moves, the most promising first; none when one of them makes two
    /// threats at once, or leaves the other side only moves that lose.
    #[inline]
    fn candidates(
        &self,
        sides: &Sides<G::Bits>,
        moves: G::Bits,
        left: u32,
        list: &mut [Candidate<G::Bits>; MOST_COLUMNS],
    ) -> Option<usize> {
        let geometry = self.geometry;
        // The rows that fall to this side when columns fill up.
        let rows = if left.is_multiple_of(2) { !geometry.upper() } else { geometry.upper() };
        let (mut count, mut rest) = (0, moves);
        while !rest.is_empty() {
            let cell = first(rest);
            rest = rest ^ cell;
            let wins = completions(geometry, sides.own | cell) & sides.empty & !cell;
            let next = (sides.landings ^ cell) | ((cell << 1) & geometry.cells());
            let now = wins & next;
            if !now.without_lowest().is_empty()
                || !((now << 1) & wins).is_empty()
                || (next & !(wins >> 1)).is_empty()
            {
                return None;
            }
            let threats = 16 * wins.count() as i32 + 8 * (wins & rows).count() as i32;
            let rank = threats + self.nearness(cell);
            let mut at = count;
            while at > 0 && list[at - 1].rank < rank {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = Candidate { cell, wins, rank };
            count += 1;
        }
        Some(count)
    }

    /// More for a column nearer the centre. Ties must be broken by the column
    /// alone: whatever depends on the way to a position brings fewer of them
    /// twice.
    #[inline]
    fn nearness(&self, cell: G::Bits) -> i32 {
        let columns = self.geometry.columns() as i32;
        let column = (cell.lowest() / self.geometry.stride()) as i32;
        let from_centre = 2 * column + 1 - columns;
        -from_centre.abs() - i32::from(from_centre > 0)
    }

    /// A move that is known to be above `alpha` already.
    #[inline]
    fn look_ahead(
        &self,
        sides: &Sides<G::Bits>,
        candidates: &[Candidate<G::Bits>],
        stones: u32,
        alpha: i32,
    ) -> Option<i32> {
        let taken = sides.own | sides.other;
        let shared_table = self.geometry.size() - stones > RECENT_BELOW;
        candidates.iter().find_map(|candidate| {
            let folded = key(self.geometry, sides.other, taken | candidate.cell, stones + 1);
            let known = if shared_table {
                let place = self.shared.table.place(folded);
                find(self.shared.table.entries(place), place)
            } else {
                let place = self.recent.place(folded);
                find(self.recent.entries(place), place)
            };
            known.map(|known| -known.upper).filter(|&lower| lower > alpha)
        })
    }
}

/// The unique key of a position; one for both mirror images near the start.
#[inline]
pub fn key<G: Geometry>(geometry: G, own: G::Bits, taken: G::Bits, stones: u32) -> G::Bits {
    let key = own + taken;
    if stones > MIRRORED { key } else { key.min(mirrored(geometry, key)) }
}

/// The mirror image of a key.
#[inline]
pub fn mirrored<G: Geometry>(geometry: G, key: G::Bits) -> G::Bits {
    let stride = geometry.stride();
    let column = geometry.above() | and_above(geometry, geometry.bottom());
    let column = column & !(column << stride);
    let (mut image, mut rest) = (G::Bits::ZERO, key);
    for _ in 0..geometry.columns() {
        image = image << stride | (rest & column);
        rest = rest >> stride;
    }
    image
}
