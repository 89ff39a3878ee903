//! Application state, shared by all requests.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use plateau_games::Registry;
use tokio::sync::watch;

use crate::Options;
use crate::access::{Access, JoinCodeGuesses};
use crate::arena::Arena;
use crate::board_cache::BoardCache;
use crate::client::Client;
use crate::client_ids::ClientIds;
use crate::engine_pool::EnginePool;
use crate::engines::EngineThreads;
use crate::error::Error;
use crate::fair_queue::FairQueue;
use crate::game::directory::GameDirectory;
use crate::game::state::GameState;
use crate::limits::{self, ServerLimits};
use crate::metrics::Metrics;
use crate::played_positions::PlayedPositions;
use crate::rate_limit::RateLimit;
use crate::slots::SlotPool;
use crate::store::GameStore;
use crate::tournament::TournamentPages;

/// Application state, shared by all requests.
#[derive(Debug)]
pub struct App {
    /// The available games.
    pub registry: Registry,
    /// The address the server listens on.
    pub bind: IpAddr,
    /// Who may use the server.
    pub access: Access,
    /// The ids of clients.
    pub clients: ClientIds,
    /// How often an address may guess the join code.
    pub join_code_guesses: JoinCodeGuesses,
    /// The token of the administrator.
    pub admin_token: String,
    /// The positions of games between people, which are not analysed.
    pub played_positions: PlayedPositions,
    /// The engine threads.
    pub engines: EngineThreads,
    /// The engines of games in progress, between their moves.
    pub engine_pool: Arc<EnginePool>,
    /// A cache of boards.
    pub boards: BoardCache,
    /// The requests that are answered in turn: all but moves, streams and what needs an engine.
    pub requests: FairQueue,
    /// The open event streams.
    pub streams: SlotPool,
    /// The games in memory, by the client that created or opened them.
    pub open_games: SlotPool,
    /// How often an address may create a game.
    pub game_rate: RateLimit,
    /// The configured limits.
    pub limits: ServerLimits,
    /// The tournament to show, if any.
    pub tournament: Option<TournamentPages>,
    /// The tournament started from the page.
    pub arena: Arena,
    /// The database of games.
    pub store: GameStore,
    /// The games in memory.
    pub games: GameDirectory,
    /// The rendered catalogue in each language.
    pub catalogues: [OnceLock<Bytes>; 2],
    /// Counters for the operator.
    pub metrics: Metrics,
    shutdown: watch::Sender<bool>,
}

impl App {
    /// Creates the state of a server without games in memory. `limits` are those of the options,
    /// adapted to the system.
    pub fn new(
        registry: Registry,
        options: &Options,
        limits: ServerLimits,
        store: GameStore,
        admin_token: String,
    ) -> Self {
        let tournament = options.tournament.clone();
        let tournament = tournament.map(|file| TournamentPages::new(file, limits.tournament_page_age));
        Self {
            registry,
            bind: options.bind,
            access: options.access.clone(),
            clients: ClientIds::new(&admin_token, options.access.trust_proxy, limits.client_rate),
            join_code_guesses: JoinCodeGuesses::new(limits::JOIN_CODE_RATE),
            admin_token,
            played_positions: PlayedPositions::default(),
            engines: EngineThreads::new(&limits),
            engine_pool: Arc::new(EnginePool::new(&limits)),
            boards: BoardCache::default(),
            // Connections are limited, and each has one request at a time.
            requests: FairQueue::new(limits::CONCURRENT_REQUESTS, usize::MAX, usize::MAX),
            streams: SlotPool::new(limits.streams, limits.streams_per_address),
            open_games: SlotPool::new(limits.games_in_memory, limits.games_in_memory_per_address),
            game_rate: RateLimit::new(limits.game_rate, Some(limits::GAME_RATE_OF_CLIENT)),
            limits,
            tournament,
            arena: Arena::default(),
            store,
            games: GameDirectory::default(),
            catalogues: Default::default(),
            metrics: Metrics::default(),
            shutdown: watch::Sender::new(false),
        }
    }

    /// Returns the flag that starts the shutdown when it is set to `true`.
    pub fn shutdown_sender(&self) -> watch::Sender<bool> {
        self.shutdown.clone()
    }

    /// Returns whether the server is shutting down.
    pub fn is_shutting_down(&self) -> bool {
        *self.shutdown.borrow()
    }

    /// Waits until the server shuts down.
    pub async fn shutdown_requested(&self) {
        // Never fails: `self` keeps the sender alive.
        let _ = self.shutdown.subscribe().wait_for(|is_set| *is_set).await;
    }

    /// Returns an error if a state needs an engine and the client cannot start another turn.
    pub fn check_engine_capacity(&self, state: &GameState, client: Client) -> Result<(), Error> {
        if state.is_engine_turn() { self.engines.check_turn(client) } else { Ok(()) }
    }
}
