//! Null-window search: is the score above `alpha` or not?

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use plateau_core::bits::Bits;
use plateau_search::AbdadaTable;

use super::transposition::{LocalTable, SolverTable, probe};
use super::zugzwang::ThreatMap;
use crate::connect4::board::completions;
use crate::connect4::geometry::{Geometry, lowest_cell};
use crate::connect4::key::TableKey;
use crate::exact_solver::{Bounds, ProgressFn};

/// Positions with at least this many empty cells go to the shared transposition table,
/// others to the thread's own.
const SHARED_TABLE_MIN_EMPTY: u32 = 21;
/// The enhanced transposition cutoff is tried with more empty cells than this.
const ETC_MIN_EMPTY: u32 = 11;
/// Mirror images share a table entry up to this many stones.
const MIRROR_MAX_STONES: u32 = 10;
/// The number of nodes between polls of the stop function.
const POLL_INTERVAL: u64 = 1 << 11;
/// The number of nodes between progress reports.
const REPORT_INTERVAL: u64 = 1 << 20;

/// The state that the threads of a search share.
pub struct SharedState<'s> {
    /// The transposition table.
    pub table: &'s SolverTable,
    /// Returns whether to stop, given the number of nodes visited.
    pub stop: &'s (dyn Fn(u64) -> bool + Sync),
    /// The positions that threads are searching (ABDADA), if there is more than one thread.
    pub abdada: Option<AbdadaTable>,
    /// The lower bound of the score that any thread has proven.
    pub lower: AtomicI32,
    /// The upper bound of the score that any thread has proven.
    pub upper: AtomicI32,
    /// The number of nodes visited, updated at every poll.
    pub nodes: AtomicU64,
}

impl SharedState<'_> {
    /// Returns the bounds proven so far.
    pub fn bounds(&self) -> Bounds {
        Bounds { lower: self.lower.load(Ordering::Relaxed), upper: self.upper.load(Ordering::Relaxed) }
    }

    /// Returns whether the null window at `alpha` is decided.
    fn is_decided(&self, alpha: i32) -> bool {
        let Bounds { lower, upper } = self.bounds();
        lower > alpha || upper <= alpha
    }
}

/// The search of one thread.
pub struct Worker<'s, G: Geometry> {
    geometry: G,
    shared: &'s SharedState<'s>,
    local_table: &'s mut LocalTable<G::Bits>,
    nodes: u64,
    /// The nodes already added to the shared count.
    added_nodes: u64,
    /// The null window at the root.
    root_alpha: i32,
    is_stopped: bool,
    progress: Option<ProgressFn<'s>>,
    /// The node count of the next progress report.
    next_report: u64,
}

/// A move in the order of search.
#[derive(Clone, Copy)]
struct OrderedMove<B> {
    cell: B,
    /// The mover's threats after it.
    threats: B,
    /// Moves with a higher score are searched first.
    order_score: i32,
}

/// The largest number of columns.
const MAX_COLUMNS: usize = 10;

impl<'s, G: Geometry> Worker<'s, G> {
    pub fn new(
        geometry: G,
        shared: &'s SharedState<'s>,
        local_table: &'s mut LocalTable<G::Bits>,
        progress: Option<ProgressFn<'s>>,
    ) -> Self {
        Self {
            geometry,
            shared,
            local_table,
            nodes: 0,
            added_nodes: 0,
            root_alpha: 0,
            is_stopped: false,
            progress,
            next_report: REPORT_INTERVAL,
        }
    }

    /// Reports progress.
    pub fn report(&mut self) {
        self.next_report = self.nodes + REPORT_INTERVAL;
        let (bounds, nodes) = (self.shared.bounds(), self.shared_nodes());
        if let Some(progress) = &mut self.progress {
            progress(bounds, nodes);
        }
    }

    /// Returns the state shared by all threads.
    pub fn shared(&self) -> &'s SharedState<'s> {
        self.shared
    }

    /// Returns the number of cells of the board.
    pub fn size(&self) -> u32 {
        self.geometry.size()
    }

    /// Returns whether the last search has no result: it was stopped, or another thread
    /// decided the null window first.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Adds this thread's nodes to the shared count.
    pub fn add_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.added_nodes, Ordering::Relaxed);
        self.added_nodes = self.nodes;
    }

    /// Returns the shared node count.
    fn shared_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Searches a position without an immediate win with the null window
    /// (`alpha`, `alpha + 1`), fail-soft: a result above `alpha` is a lower bound of the
    /// score, any other an upper bound.
    pub fn null_window_search(&mut self, own: G::Bits, opponent: G::Bits, alpha: i32) -> i32 {
        (self.root_alpha, self.is_stopped) = (alpha, false);
        let own_threats = completions(self.geometry, own);
        let opponent_threats = completions(self.geometry, opponent);
        self.search(own, opponent, own_threats, opponent_threats, alpha)
    }

    #[cold]
    fn poll(&mut self) {
        self.add_nodes();
        self.is_stopped = self.shared.is_decided(self.root_alpha) || (self.shared.stop)(self.shared_nodes());
        if self.nodes >= self.next_report && !self.is_stopped {
            self.report();
        }
    }

    /// The recursion of [`null_window_search`](Self::null_window_search). Threats may
    /// include cells that are taken.
    fn search(
        &mut self,
        own: G::Bits,
        opponent: G::Bits,
        own_threats: G::Bits,
        opponent_threats: G::Bits,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let geometry = self.geometry;
        let taken = own | opponent;
        let stones = taken.count();
        let left = geometry.size() - stones;
        let playable = (taken + geometry.bottom()) & geometry.cells();
        let empty = geometry.cells() & !taken;
        let (own_threats, opponent_threats) = (own_threats & empty, opponent_threats & empty);
        // Score of winning with our second-next stone, and of losing to the opponent's next one.
        let (soonest_win, soonest_loss) = ((left as i32 - 1) / 2, -(left as i32 / 2));

        let forced = playable & opponent_threats;
        if !forced.is_empty() {
            if !forced.without_lowest().is_empty() || !((forced << 1) & opponent_threats).is_empty() {
                return soonest_loss;
            }
            return self.search_forced(own | forced, opponent, opponent_threats, left, alpha);
        }
        // Never play below a threat of the opponent.
        let moves = playable & !(opponent_threats >> 1);
        if moves.is_empty() {
            return soonest_loss;
        }
        if left <= 2 {
            return 0;
        }
        let mut bounds = Bounds { lower: soonest_loss + 1, upper: soonest_win };
        if bounds.upper <= alpha {
            return bounds.upper;
        }
        if bounds.lower > alpha {
            return bounds.lower;
        }

        let key = table_key(geometry, own, taken, stones);
        let is_shared = left >= SHARED_TABLE_MIN_EMPTY;
        let slot = if is_shared { self.shared.table.slot(key) } else { self.local_table.slot(key) };
        // Load early to hide memory latency; used after the static bounds.
        let entries = if is_shared { self.shared.table.load(slot) } else { self.local_table.load(slot) };

        let map = ThreatMap { own, opponent, own_threats, opponent_threats, playable, empty };
        map.tighten(geometry, left, alpha, &mut bounds);
        if bounds.lower > alpha {
            return bounds.lower;
        }
        if bounds.upper <= alpha {
            return bounds.upper;
        }
        if let Some(stored) = probe(entries, slot) {
            if stored.lower > alpha {
                return stored.lower;
            }
            if stored.upper <= alpha {
                return stored.upper;
            }
            bounds = bounds.intersect(stored);
        }
        let nodes_before = self.nodes;

        let unused = OrderedMove { cell: G::Bits::ZERO, threats: G::Bits::ZERO, order_score: 0 };
        let mut list = [unused; MAX_COLUMNS];
        let Some(count) = self.order_moves(&map, moves, left, &mut list) else { return soonest_win };
        let moves = &list[..count];
        // Without a double threat, the next possible win is two plies later.
        bounds.upper = bounds.upper.min(soonest_win - 1);
        if bounds.upper <= alpha {
            return bounds.upper;
        }
        if left > ETC_MIN_EMPTY
            && let Some(lower) = self.enhanced_transposition_cutoff(&map, moves, stones, alpha)
        {
            return lower;
        }
        if self.nodes - self.added_nodes >= POLL_INTERVAL {
            self.poll();
        }

        let best = self.search_moves(&map, moves, is_shared, alpha);
        if self.is_stopped {
            return 0;
        }
        let best = best.min(bounds.upper);
        if best > alpha {
            bounds.lower = bounds.lower.max(best);
        } else {
            bounds.upper = best;
        }
        if is_shared {
            self.shared.table.store(slot, bounds, self.nodes - nodes_before);
        } else {
            self.local_table.store(slot, bounds);
        }
        best
    }

    /// Returns the best score of the moves, searched in order until one is above `alpha`.
    #[inline]
    fn search_moves(
        &mut self,
        map: &ThreatMap<G::Bits>,
        moves: &[OrderedMove<G::Bits>],
        is_shared: bool,
        alpha: i32,
    ) -> i32 {
        let (key_bits, count) = (self.geometry.width(), moves.len());
        let abdada = self.shared.abdada.as_ref().filter(|_| is_shared);
        // ABDADA: defer moves that another thread is searching.
        let (mut deferred, mut deferred_count) = ([0; MAX_COLUMNS], 0);
        let (mut best, mut at) = (i32::MIN, 0);
        while at < count + deferred_count && best <= alpha && !self.is_stopped {
            let index = if at < count { at } else { deferred[at - count] };
            let OrderedMove { cell, threats, .. } = moves[index];
            let after = map.own | cell;
            let id = || (map.opponent + (map.opponent | after)).scramble(key_bits).bits_from(0);
            if let Some(abdada) = abdada {
                if at > 0 && at < count && abdada.is_searched(id()) {
                    deferred[deferred_count] = at;
                    (at, deferred_count) = (at + 1, deferred_count + 1);
                    continue;
                }
                abdada.start(id());
            }
            best = best.max(-self.search(map.opponent, after, map.opponent_threats, threats, -alpha - 1));
            if let Some(abdada) = abdada {
                abdada.finish(id());
            }
            at += 1;
        }
        best
    }

    /// Searches the position after the only move that blocks a line.
    #[inline]
    fn search_forced(
        &mut self,
        own: G::Bits,
        opponent: G::Bits,
        opponent_threats: G::Bits,
        left: u32,
        alpha: i32,
    ) -> i32 {
        let soonest_win = (left as i32 - 1) / 2;
        if left <= 2 {
            return 0;
        }
        if soonest_win <= alpha {
            return soonest_win;
        }
        let threats = completions(self.geometry, own);
        -self.search(opponent, own, opponent_threats, threats, -alpha - 1)
    }

    /// Orders moves by the threats they make, then by their distance from the centre.
    /// Returns `None` if one of them wins: it makes a double threat, or leaves the opponent
    /// only moves below threats.
    #[inline]
    fn order_moves(
        &self,
        map: &ThreatMap<G::Bits>,
        moves: G::Bits,
        left: u32,
        list: &mut [OrderedMove<G::Bits>; MAX_COLUMNS],
    ) -> Option<usize> {
        let geometry = self.geometry;
        // The rows that claimeven gives this side.
        let claimed = geometry.claimeven_cells();
        let own_rows = if left.is_multiple_of(2) { !claimed } else { claimed };
        let (mut count, mut rest) = (0, moves);
        while !rest.is_empty() {
            let cell = lowest_cell(rest);
            rest = rest ^ cell;
            let threats = completions(geometry, map.own | cell) & map.empty & !cell;
            let playable = (map.playable ^ cell) | ((cell << 1) & geometry.cells());
            let immediate = threats & playable;
            if !immediate.without_lowest().is_empty()
                || !((immediate << 1) & threats).is_empty()
                || (playable & !(threats >> 1)).is_empty()
            {
                return None;
            }
            let order_score = 16 * threats.count() as i32 + 8 * (threats & own_rows).count() as i32
                - self.centre_penalty(cell);
            let mut at = count;
            while at > 0 && list[at - 1].order_score < order_score {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = OrderedMove { cell, threats, order_score };
            count += 1;
        }
        Some(count)
    }

    /// Returns the distance from the centre; of two columns at the same distance, the right
    /// one has a higher penalty. Ties must be broken by the column alone: an order that
    /// depends on the path to a position leads to fewer transpositions.
    #[inline]
    fn centre_penalty(&self, cell: G::Bits) -> i32 {
        let (cell, geometry) = (cell.lowest(), self.geometry);
        let is_right = 2 * (cell / geometry.stride()) + 1 > geometry.columns();
        geometry.centre_distance(cell) as i32 + i32::from(is_right)
    }

    /// Looks up all moves before searching any (ETC). Returns a lower bound above `alpha`
    /// if a table entry proves one.
    #[inline]
    fn enhanced_transposition_cutoff(
        &self,
        map: &ThreatMap<G::Bits>,
        moves: &[OrderedMove<G::Bits>],
        stones: u32,
        alpha: i32,
    ) -> Option<i32> {
        let taken = map.own | map.opponent;
        let is_shared = self.geometry.size() - stones > SHARED_TABLE_MIN_EMPTY;
        moves.iter().find_map(|mv| {
            let key = table_key(self.geometry, map.opponent, taken | mv.cell, stones + 1);
            let stored = if is_shared {
                let slot = self.shared.table.slot(key);
                probe(self.shared.table.load(slot), slot)
            } else {
                let slot = self.local_table.slot(key);
                probe(self.local_table.load(slot), slot)
            };
            stored.map(|stored| -stored.upper).filter(|&lower| lower > alpha)
        })
    }
}

/// Returns a unique key of a position; the same for both mirror images if there are few
/// stones.
#[inline]
pub fn table_key<G: Geometry>(geometry: G, own: G::Bits, taken: G::Bits, stones: u32) -> G::Bits {
    let key = own + taken;
    if stones > MIRROR_MAX_STONES { key } else { key.min(mirror_key(geometry, key)) }
}

/// Returns the key of the mirror image.
#[inline]
pub fn mirror_key<G: Geometry>(geometry: G, key: G::Bits) -> G::Bits {
    let stride = geometry.stride();
    let columns = geometry.above() | geometry.fill_up(geometry.bottom());
    let first_column = columns & !(columns << stride);
    let (mut image, mut rest) = (G::Bits::ZERO, key);
    for _ in 0..geometry.columns() {
        image = image << stride | (rest & first_column);
        rest = rest >> stride;
    }
    image
}
