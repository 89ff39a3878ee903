//! Application state: the games in memory, and every change to them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plateau_core::{Lang, Player};
use plateau_games::Registry;
use plateau_games::time::parse_time_control;
use plateau_play::{PlayerSpec, Session};
use plateau_search::Stop;
use serde_json::Value as Json;
use tokio::sync::{Semaphore, watch};

use crate::engine_pool::EnginePool;
use crate::engines::{self, EngineThreads};
use crate::error::Error;
use crate::game_change::{self, ChangeRequest, GameChange};
use crate::game_room::{GameRoom, GameState};
use crate::limits::ServerLimits;
use crate::store::{GameStore, StoredGame};
use crate::tournament::TournamentPages;
use crate::{limits, phrases, state_codec, tokens};

/// Application state, shared by all requests.
#[derive(Debug)]
pub struct App {
    /// The available games.
    pub registry: Registry,
    /// The address the server listens on.
    pub bind: IpAddr,
    /// The engine threads.
    pub engines: EngineThreads,
    /// The engines of games in progress, between their moves.
    pub engine_pool: Arc<EnginePool>,
    /// One permit per event stream.
    pub streams: Arc<Semaphore>,
    /// The configured limits.
    pub limits: ServerLimits,
    /// The tournament to show, if any.
    pub tournament: Option<TournamentPages>,
    store: GameStore,
    rooms: Mutex<HashMap<String, Arc<GameRoom>>>,
    shutdown: watch::Sender<bool>,
}

impl App {
    /// Creates the state of a server without games in memory.
    pub fn new(
        registry: Registry,
        bind: IpAddr,
        store: GameStore,
        limits: ServerLimits,
        tournament: Option<TournamentPages>,
    ) -> Self {
        Self {
            registry,
            bind,
            engines: EngineThreads::new(&limits),
            engine_pool: Arc::new(EnginePool::new(&limits)),
            streams: Arc::new(Semaphore::new(limits.streams)),
            limits,
            tournament,
            store,
            rooms: Mutex::default(),
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

    /// Creates a game. `remote_players` are those of a game that is played
    /// elsewhere and only shown here.
    pub async fn create_game(
        self: &Arc<Self>,
        session: Session,
        seed: u64,
        time_control: Option<String>,
        remote_players: Option<[PlayerSpec; 2]>,
    ) -> Result<Arc<GameRoom>, Error> {
        let tokens =
            [tokens::new_token().map_err(entropy_error)?, tokens::new_token().map_err(entropy_error)?];
        let mut state = GameState::new(session, tokens, seed, time_control);
        state.remote_players = remote_players;
        self.create_from_state(state).await
    }

    async fn create_from_state(self: &Arc<Self>, mut state: GameState) -> Result<Arc<GameRoom>, Error> {
        state.revision = 1;
        self.check_engine_capacity(&state)?;
        let id = tokens::new_game_id().map_err(entropy_error)?;
        self.evict_idle_rooms()?;
        if !self.store.prune(self.limits.stored_games).await? {
            return Err(Error::TooMany(phrases::TOO_MANY_GAMES.message()));
        }
        self.store.save(stored_game(&id, &state)).await?;
        Ok(self.register(id, state).await)
    }

    /// Returns the room of a game; loads the game if it is not in memory.
    pub async fn room(self: &Arc<Self>, id: &str) -> Result<Arc<GameRoom>, Error> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        if !tokens::is_game_id(id) {
            return Err(Error::GameNotFound);
        }
        let text = self.store.load(id).await?.ok_or(Error::GameNotFound)?;
        let state = state_codec::decode(&self.registry, &text)?;
        self.evict_idle_rooms()?;
        Ok(self.register(id.to_owned(), state).await)
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<GameRoom>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a room for a game, unless another request has just done so. The
    /// state stays locked until its tasks are scheduled.
    async fn register(self: &Arc<Self>, id: String, state: GameState) -> Arc<GameRoom> {
        let new_room = Arc::new(GameRoom::new(id.clone(), state));
        let mut state = new_room.state.lock().await;
        let room = Arc::clone(self.rooms().entry(id).or_insert_with(|| Arc::clone(&new_room)));
        if Arc::ptr_eq(&room, &new_room) {
            self.schedule_next(&room, &mut state);
        }
        room
    }

    /// Returns an error if a state needs an engine and all engine turns are taken.
    fn check_engine_capacity(&self, state: &GameState) -> Result<(), Error> {
        if state.is_engine_turn() && self.engines.is_full() {
            return Err(Error::TooMany(phrases::TOO_MANY_ENGINES.message()));
        }
        Ok(())
    }

    /// Drops idle rooms if the limit of games in memory is reached.
    fn evict_idle_rooms(&self) -> Result<(), Error> {
        let mut rooms = self.rooms();
        if rooms.len() >= self.limits.games_in_memory {
            rooms.retain(|_, room| !room.is_idle());
            self.engine_pool.retain_games(|game| rooms.contains_key(game));
        }
        if rooms.len() >= self.limits.games_in_memory {
            return Err(Error::TooMany(phrases::TOO_MANY_GAMES.message()));
        }
        Ok(())
    }

    /// Applies a change and returns the game. The change completes even if the
    /// client disconnects.
    pub async fn apply_change(
        self: &Arc<Self>,
        room: Arc<GameRoom>,
        request: ChangeRequest,
        change: GameChange,
        lang: Lang,
    ) -> Result<Json, Error> {
        let app = Arc::clone(self);
        let task = async move {
            room.viewers.record_request();
            let mut state = room.state.lock().await;
            let side = state.side_of_token(request.token.as_deref())?;
            let request_key = format!("{} {} {}", side.letter(), change.name(), request.id);
            if state.handled_requests.contains(&request_key) {
                return Ok(room.json(&state, &app.registry, lang));
            }
            app.check_revision(&room, &mut state, request.revision, lang).await?;
            let mut next = state.clone();
            change.apply(&mut next, side)?;
            // Joining twice changes nothing.
            if matches!(change, GameChange::Join) && next.joined == state.joined {
                return Ok(room.json(&state, &app.registry, lang));
            }
            // A game that continues after its end, by undo, has no rematch.
            if next.session.finish().is_none() {
                next.rematch = None;
            }
            if !state.is_engine_turn() {
                app.check_engine_capacity(&next)?;
            }
            next.remember_request(request_key);
            app.save(&room, &mut state, next).await?;
            Ok(room.json(&state, &app.registry, lang))
        };
        join(tokio::spawn(task)).await
    }

    /// Returns an error if a request is based on an old revision. A clock that has
    /// run out ends the game first.
    async fn check_revision(
        self: &Arc<Self>,
        room: &Arc<GameRoom>,
        state: &mut GameState,
        revision: u64,
        lang: Lang,
    ) -> Result<(), Error> {
        let mut next = state.clone();
        if next.end_on_time() {
            self.save(room, state, next).await?;
        }
        if revision != state.revision {
            return Err(Error::StaleRevision(room.json(state, &self.registry, lang)));
        }
        Ok(())
    }

    /// Stops the engine that is thinking; it plays the best move found so far.
    pub async fn stop_engine(
        self: &Arc<Self>,
        room: Arc<GameRoom>,
        request: ChangeRequest,
        lang: Lang,
    ) -> Result<Json, Error> {
        let app = Arc::clone(self);
        let task = async move {
            room.viewers.record_request();
            let mut state = room.state.lock().await;
            let side = state.side_of_token(request.token.as_deref())?;
            let request_key = format!("{} stop {}", side.letter(), request.id);
            if !state.handled_requests.contains(&request_key) {
                app.check_revision(&room, &mut state, request.revision, lang).await?;
                if !state.is_engine_turn() {
                    return Err(phrases::ENGINE_IDLE.message().into());
                }
                app.resume_if_watched(&room, &mut state);
                state.stop.raise();
                state.remember_request(request_key);
            }
            Ok(room.json(&state, &app.registry, lang))
        };
        join(tokio::spawn(task)).await
    }

    /// Creates the rematch of a finished game, with sides and tokens swapped. A
    /// second request returns the same rematch.
    pub async fn create_rematch(
        self: &Arc<Self>,
        room: Arc<GameRoom>,
        request: ChangeRequest,
        lang: Lang,
    ) -> Result<Json, Error> {
        let app = Arc::clone(self);
        let task = async move {
            room.viewers.record_request();
            let mut state = room.state.lock().await;
            state.side_of_token(request.token.as_deref())?;
            if state.session.finish().is_none() {
                return Err(phrases::GAME_NOT_OVER.message().into());
            }
            if state.rematch.is_none() {
                let [x, o] = Player::BOTH.map(|player| state.session.player(player).clone());
                let variant = Arc::clone(state.session.variant());
                let control = state.time_control.as_deref().map(parse_time_control).transpose()?;
                let session = Session::new(Arc::clone(&variant), variant.start(), [o, x], control);
                let [first, second] = state.tokens.clone();
                let seed = getrandom::u64().map_err(entropy_error)?;
                let mut rematch = GameState::new(session, [second, first], seed, state.time_control.clone());
                rematch.joined = [state.joined[1], state.joined[0]];
                let rematch_room = app.create_from_state(rematch).await?;
                let mut next = state.clone();
                next.rematch = Some(rematch_room.id.clone());
                app.save(&room, &mut state, next).await?;
            }
            Ok(room.json(&state, &app.registry, lang))
        };
        join(tokio::spawn(task)).await
    }

    /// Plays an engine's move, unless the game has changed since. Retries if it
    /// cannot be saved.
    pub async fn play_engine_move(self: &Arc<Self>, room: &Arc<GameRoom>, revision: u64, text: &str) {
        loop {
            {
                let mut state = room.state.lock().await;
                let mut next = state.clone();
                if state.revision != revision {
                    return;
                }
                let changed = next.end_on_time() || game_change::play_move(&mut next, text).is_ok();
                // A game that reaches the maximum number of moves is a draw.
                if !changed && !next.session.adjudicate_draw() {
                    return;
                }
                if self.save(room, &mut state, next).await.is_ok() {
                    return;
                }
            }
            tokio::select! {
                () = tokio::time::sleep(limits::RETRY_DELAY) => {}
                () = self.shutdown_requested() => return,
            }
        }
    }

    /// Ends a game whose clock has run out, unless it has changed since.
    async fn end_on_time(self: &Arc<Self>, room: &Arc<GameRoom>, revision: u64) {
        let mut state = room.state.lock().await;
        let mut next = state.clone();
        if state.revision == revision && next.end_on_time() {
            let _ = self.save(room, &mut state, next).await;
        }
    }

    /// Saves a new state, then makes it the current one and publishes it.
    async fn save(
        self: &Arc<Self>,
        room: &Arc<GameRoom>,
        state: &mut GameState,
        mut next: GameState,
    ) -> Result<(), Error> {
        next.revision += 1;
        next.resume_clock();
        self.store.save(stored_game(&room.id, &next)).await?;
        state.cancel_tasks();
        *state = next;
        room.publish_state(state);
        self.schedule_next(room, state);
        Ok(())
    }

    /// Saves the running clocks, so that little of a turn is lost when the server
    /// is killed.
    pub async fn checkpoint_clocks(&self) {
        let rooms: Vec<Arc<GameRoom>> = self.rooms().values().cloned().collect();
        let mut saves = Vec::new();
        for room in rooms {
            // A locked room is being changed, and saved by that.
            let Ok(state) = room.state.try_lock() else { continue };
            let is_running = state.session.finish().is_none() && state.paused_since.is_none();
            if is_running && state.time_control.is_some() {
                let game = StoredGame { is_changed: false, ..stored_game(&room.id, &state) };
                saves.push(self.store.save(game));
            }
        }
        for save in saves {
            // The next change reports a full disk to its player.
            let _ = save.await;
        }
    }

    /// Starts what happens next without a request: the clock timer and the engine.
    fn schedule_next(self: &Arc<Self>, room: &Arc<GameRoom>, state: &mut GameState) {
        state.stop = Stop::new();
        (state.clock_timer, state.engine_task) = (None, None);
        state.resume_clock();
        if state.session.finish().is_some() {
            self.engine_pool.end_game(&room.id);
            return;
        }
        if self.is_shutting_down() {
            return;
        }
        if state.is_engine_turn() && !room.viewers.is_watched(self.unwatched_timeout(state)) {
            state.paused_since = Some(Instant::now());
            return;
        }
        if let Some(left) = state.time_left() {
            let (app, room, revision) = (Arc::clone(self), Arc::clone(room), state.revision);
            let timer = tokio::spawn(async move {
                // The time must be exceeded, not only used up.
                tokio::time::sleep(left + Duration::from_millis(2)).await;
                // In a task of its own, because the change aborts this one.
                tokio::spawn(async move { app.end_on_time(&room, revision).await });
            });
            state.clock_timer = Some(timer.abort_handle());
        }
        state.engine_task = engines::start_turn(self, room, state);
    }

    /// Returns how long an engine keeps thinking in an unwatched game. Only against
    /// a human, who may come back.
    pub fn unwatched_timeout(&self, state: &GameState) -> Duration {
        if state.session.has_human() { self.limits.unwatched_timeout } else { Duration::ZERO }
    }

    /// Resumes a paused game that is watched again.
    pub fn resume_if_watched(self: &Arc<Self>, room: &Arc<GameRoom>, state: &mut GameState) {
        if state.paused_since.is_some() && room.viewers.is_watched(self.unwatched_timeout(state)) {
            self.schedule_next(room, state);
        }
    }

    /// Restarts an engine's turn if the game is watched, and pauses it otherwise.
    pub async fn restart_engine_turn(self: &Arc<Self>, room: &Arc<GameRoom>, revision: u64) {
        let mut state = room.state.lock().await;
        if state.revision == revision {
            // Called by the engine task, which must not abort itself.
            state.engine_task = None;
            state.cancel_tasks();
            self.schedule_next(room, &mut state);
        }
    }
}

/// Reports that the operating system provides no random numbers.
fn entropy_error(error: getrandom::Error) -> Error {
    Error::Storage(error.to_string())
}

/// Waits for a spawned task and returns its result.
async fn join<T>(task: tokio::task::JoinHandle<Result<T, Error>>) -> Result<T, Error> {
    task.await
        .unwrap_or_else(|error| Err(if error.is_panic() { Error::Internal } else { Error::ShuttingDown }))
}

fn stored_game(id: &str, state: &GameState) -> StoredGame {
    StoredGame {
        id: id.to_owned(),
        revision: state.revision,
        state: state_codec::encode(state),
        is_over: state.session.finish().is_some(),
        is_changed: true,
    }
}
