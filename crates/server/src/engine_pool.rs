//! Engines that live on between the moves of a game, with their transposition
//! tables.
//!
//! A turn leases the engine of its player and returns it afterwards. Idle engines
//! are limited by number and by memory; the one that has been idle longest goes
//! first. Leased engines are limited by the engine threads.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use plateau_core::Player;
use plateau_games::AnyEngine;
use plateau_play::PlayerSpec;

use crate::ServerLimits;

/// What an engine is leased for: a player of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineKey {
    /// The game id.
    pub game: String,
    /// The side it plays. Two players with the same spec don't share a table.
    pub side: Player,
    /// The player.
    pub spec: PlayerSpec,
}

impl EngineKey {
    fn is_same_seat(&self, other: &Self) -> bool {
        self.game == other.game && self.side == other.side
    }
}

/// The idle engines of a server.
pub struct EnginePool {
    max_engines: usize,
    max_hash_mb: usize,
    state: Mutex<PoolState>,
}

#[derive(Default)]
struct PoolState {
    /// The longest idle first.
    idle: VecDeque<IdleEngine>,
    /// The leases of games that have not ended.
    leased: Vec<(u64, EngineKey)>,
    next_lease: u64,
}

struct IdleEngine {
    key: EngineKey,
    engine: Box<dyn AnyEngine>,
    hash_mb: usize,
}

/// An engine in use. Return it with [`EnginePool::give_back`], or drop it with
/// [`EnginePool::discard`].
pub struct Lease {
    id: u64,
    key: EngineKey,
    hash_mb: usize,
    /// The engine.
    pub engine: Box<dyn AnyEngine>,
}

impl EnginePool {
    /// Creates an empty pool.
    pub fn new(limits: &ServerLimits) -> Self {
        let &ServerLimits { idle_engines, idle_hash_mb, .. } = limits;
        Self { max_engines: idle_engines, max_hash_mb: idle_hash_mb, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leases the engine that the player used for its last move, or creates one with
    /// a transposition table of `hash_mb`.
    pub fn lease<E>(
        &self,
        key: EngineKey,
        hash_mb: usize,
        create: impl FnOnce() -> Result<Box<dyn AnyEngine>, E>,
    ) -> Result<Lease, E> {
        // Creating an engine takes time, so the pool is not locked meanwhile.
        let engine = match self.state().take_idle(&key) {
            Some(engine) => engine,
            None => create()?,
        };
        let mut state = self.state();
        let id = state.next_lease;
        state.next_lease += 1;
        state.leased.push((id, key.clone()));
        Ok(Lease { id, key, hash_mb, engine })
    }

    /// Returns an engine to the pool, which keeps it for the next move unless the
    /// game has ended or the limits are exceeded.
    pub fn give_back(&self, lease: Lease) {
        let Lease { id, key, hash_mb, engine } = lease;
        let mut state = self.state();
        let Some(place) = state.leased.iter().position(|(leased, _)| *leased == id) else { return };
        state.leased.swap_remove(place);
        // A canceled search may have been replaced by one with a new engine.
        state.idle.retain(|idle| !idle.key.is_same_seat(&key));
        state.idle.push_back(IdleEngine { key, engine, hash_mb });
        while state.idle.len() > self.max_engines || state.idle_hash_mb() > self.max_hash_mb {
            state.idle.pop_front();
        }
    }

    /// Drops the engines of a game that has ended or was deleted; those in use when
    /// they are given back.
    pub fn end_game(&self, game: &str) {
        self.retain_games(|other| other != game);
    }

    /// Drops the engines of all games but these.
    pub fn retain_games(&self, is_kept: impl Fn(&str) -> bool) {
        let mut state = self.state();
        state.idle.retain(|idle| is_kept(&idle.key.game));
        state.leased.retain(|(_, key)| is_kept(&key.game));
    }

    /// Drops an engine whose state cannot be trusted, because it panicked.
    pub fn discard(&self, lease: Lease) {
        let Lease { id: discarded, engine, .. } = lease;
        drop(engine);
        self.state().leased.retain(|(id, _)| *id != discarded);
    }
}

impl PoolState {
    /// Takes the idle engine of a seat, unless the seat has a different player now.
    fn take_idle(&mut self, key: &EngineKey) -> Option<Box<dyn AnyEngine>> {
        let place = self.idle.iter().position(|idle| idle.key.is_same_seat(key))?;
        let idle = self.idle.remove(place)?;
        (idle.key == *key).then_some(idle.engine)
    }

    fn idle_hash_mb(&self) -> usize {
        self.idle.iter().map(|idle| idle.hash_mb).sum()
    }
}

impl fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePool").field("idle", &self.state().idle.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use plateau_games::{AnyRecord, EngineSpec, REGISTRY};
    use plateau_search::{Limits, Settings};

    use super::*;

    /// Creates a pool for three engines and four megabytes.
    fn pool() -> EnginePool {
        EnginePool::new(&ServerLimits { idle_engines: 3, idle_hash_mb: 4, ..ServerLimits::default() })
    }

    fn key(game: &str, side: Player, spec: &str) -> EngineKey {
        let spec = PlayerSpec::Engine(EngineSpec::parse(spec).unwrap());
        EngineKey { game: game.to_owned(), side, spec }
    }

    fn first(game: &str) -> EngineKey {
        key(game, Player::First, "alphabeta")
    }

    fn new_engine(variant: &str) -> Box<dyn AnyEngine> {
        let settings = Settings { hash_mb: 1, ..Settings::default() };
        REGISTRY.variant(variant).unwrap().engine(&EngineSpec::parse("alphabeta").unwrap(), settings).unwrap()
    }

    /// Leases an engine. Returns whether it was created for that.
    fn lease(pool: &EnginePool, key: EngineKey, hash_mb: usize) -> (Lease, bool) {
        let mut is_new = false;
        let lease = pool.lease(key, hash_mb, || {
            is_new = true;
            Ok::<_, Infallible>(new_engine("tictactoe"))
        });
        let Ok(lease) = lease;
        (lease, is_new)
    }

    fn is_new(pool: &EnginePool, key: EngineKey) -> bool {
        lease(pool, key, 1).1
    }

    fn use_once(pool: &EnginePool, key: EngineKey, hash_mb: usize) {
        pool.give_back(lease(pool, key, hash_mb).0);
    }

    #[test]
    fn second_move_reuses_the_table() {
        let pool = pool();
        let mut record = REGISTRY.variant("othello").unwrap().start();
        let search = |record: &dyn AnyRecord, depth: u32, is_kept: bool| {
            let create = || Ok::<_, Infallible>(new_engine("othello"));
            let Ok(mut lease) = pool.lease(first("a"), 1, create);
            let analysis = lease.engine.analyse(record, &Limits::depth(depth), &mut |_| {}).unwrap();
            if is_kept {
                pool.give_back(lease);
            } else {
                pool.discard(lease);
            }
            analysis
        };
        let first_move = search(record.as_ref(), 10, true);
        for mv in &first_move.moves[0].pv[..2] {
            record.play(mv).unwrap();
        }
        let warm = search(record.as_ref(), 8, false).nodes;
        let cold = search(record.as_ref(), 8, false).nodes;
        assert!(warm < cold, "{warm} nodes with the table, {cold} without");
    }

    #[test]
    fn longest_idle_engines_go_first() {
        let pool = pool();
        for game in ["a", "b", "c"] {
            use_once(&pool, first(game), 1);
        }
        use_once(&pool, first("a"), 1);
        use_once(&pool, first("d"), 1);
        assert!(is_new(&pool, first("b")), "b was idle longest");
        assert!(["a", "c", "d"].into_iter().all(|game| !is_new(&pool, first(game))));
    }

    #[test]
    fn memory_is_limited_too() {
        let pool = pool();
        use_once(&pool, first("a"), 2);
        use_once(&pool, first("b"), 2);
        assert_eq!(pool.state().idle_hash_mb(), 4);
        use_once(&pool, first("c"), 2);
        assert_eq!(pool.state().idle_hash_mb(), 4);
        assert!(is_new(&pool, first("a")));
        use_once(&pool, first("d"), 5);
        assert_eq!(pool.state().idle.len(), 0, "an engine above the limit is not kept");
    }

    #[test]
    fn games_sides_and_players_have_engines_of_their_own() {
        let pool = pool();
        use_once(&pool, first("a"), 1);
        assert!(is_new(&pool, first("b")));
        assert!(is_new(&pool, key("a", Player::Second, "alphabeta")));
        assert!(is_new(&pool, key("a", Player::First, "best")));
        assert!(is_new(&pool, first("a")), "the other player has replaced it");
    }

    #[test]
    fn engines_of_ended_games_are_dropped() {
        let pool = pool();
        use_once(&pool, first("a"), 1);
        let (leased, _) = lease(&pool, key("a", Player::Second, "alphabeta"), 1);
        pool.end_game("a");
        pool.give_back(leased);
        assert_eq!(pool.state().idle.len(), 0);
        assert!(is_new(&pool, first("a")));
    }

    #[test]
    fn engine_of_a_canceled_search_does_not_double() {
        let pool = pool();
        let (canceled, _) = lease(&pool, first("a"), 1);
        let (current, is_new) = lease(&pool, first("a"), 1);
        assert!(is_new);
        pool.give_back(current);
        pool.give_back(canceled);
        assert_eq!(pool.state().idle.len(), 1);
        assert!(pool.state().leased.is_empty());
    }
}
