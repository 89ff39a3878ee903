//! The task of a game. It owns the state, and takes commands, the events of the engine and
//! deadlines in turn, so that nothing happens twice or at the same time.

mod deadlines;
mod requests;
mod viewers;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

use tokio::sync::{broadcast, mpsc};

use self::deadlines::sleep_until;
use self::viewers::Viewers;
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::game::change::{self, ChangeRequest, GameChange};
use crate::game::codec;
use crate::game::engine_turn::{EngineEvent, EngineTurn};
use crate::game::handle::{Command, Envelope, Event, GameHandle};
use crate::game::snapshot::{GameSnapshot, SearchInfo};
use crate::game::state::GameState;
use crate::limits;
use crate::played_positions::PlayedPosition;
use crate::slots::Slot;
use crate::store::StoreError;

/// A game in memory.
pub struct GameTask {
    app: Arc<App>,
    id: String,
    state: Arc<GameState>,
    /// Who changed or opened the game last; the engine thinks on their account.
    client: Client,
    commands: mpsc::UnboundedReceiver<Envelope>,
    events: broadcast::Sender<Event>,
    viewers: Viewers,
    /// The turn in progress, if an engine is to move.
    engine: Option<EngineTurn>,
    search_info: Option<SearchInfo>,
    /// The latest snapshot, as long as someone has it: viewers who come at the same time share
    /// its text.
    latest_snapshot: Weak<GameSnapshot>,
    /// A move of the engine that could not be stored yet.
    unsaved_move: Option<String>,
    /// When to try again what failed.
    retry_at: Option<Instant>,
    /// When to save the running clock, in case the server is killed.
    checkpoint_at: Option<Instant>,
    /// Whether nothing happens without a request; read by the directory.
    is_idle: Arc<AtomicBool>,
    is_closing: bool,
    /// Forbids analyses of the position, in a game between people.
    played_position: Option<PlayedPosition>,
    /// Whether the game was deleted from the store.
    is_deleted: bool,
}

impl GameTask {
    /// Starts the task of a game and returns its handle.
    pub fn spawn(app: Arc<App>, id: String, state: GameState, client: Client, slot: Slot) -> GameHandle {
        let (handle, commands, is_idle) = GameHandle::new(id.clone(), slot);
        let task = Self {
            app,
            id,
            state: Arc::new(state),
            client,
            commands,
            events: broadcast::channel(limits::EVENT_BUFFER).0,
            viewers: Viewers { streams: 0, seat_streams: [0; 2], last_seen: Instant::now() },
            engine: None,
            search_info: None,
            latest_snapshot: Weak::new(),
            unsaved_move: None,
            retry_at: None,
            checkpoint_at: None,
            is_idle,
            is_closing: false,
            played_position: None,
            is_deleted: false,
        };
        tokio::spawn(task.run());
        handle
    }

    /// Runs until the game is evicted or deleted.
    async fn run(mut self) {
        self.start_turn();
        while !self.is_deleted {
            self.update_idle();
            let deadline = self.next_deadline();
            tokio::select! {
                received = self.commands.recv() => {
                    let Some(Envelope { command, game }) = received else { return };
                    self.handle(command, &game).await;
                    // Before the handle is dropped, which allows to evict the game.
                    self.update_idle();
                }
                event = next_event(&mut self.engine) => self.on_engine_event(event).await,
                () = sleep_until(deadline) => self.on_deadline().await,
            }
        }
    }

    async fn handle(&mut self, command: Command, game: &GameHandle) {
        match command {
            Command::Unwatch { seat } => return self.unwatch(seat),
            Command::Close { reply } => {
                self.close().await;
                let _ = reply.send(Ok(()));
                return;
            }
            Command::Discard { reply } => {
                self.is_deleted = true;
                let _ = reply.send(Ok(()));
                return;
            }
            _ => self.viewers.last_seen = Instant::now(),
        }
        // A requester may be gone, so that sending a reply fails.
        match command {
            Command::Get { token, reply } => {
                self.resume_if_watched();
                let seat = self.state.side_of_token(token.as_deref()).ok();
                let _ = reply.send(Ok((self.snapshot(), seat)));
            }
            Command::Change { request, change, reply } => {
                let _ = reply.send(self.change(request, &change).await);
            }
            Command::StopEngine { request, reply } => {
                let _ = reply.send(self.stop_engine(request).await);
            }
            Command::Join { request, reply } => {
                let _ = reply.send(self.join(request).await);
            }
            Command::Adjudicate { reply } => {
                let _ = reply.send(self.adjudicate().await);
            }
            Command::Rematch { request, reply } => {
                let _ = reply.send(self.rematch(request).await);
            }
            Command::Watch { token, client, reply } => {
                let _ = reply.send(self.watch(token, client, game));
            }
            Command::Unwatch { .. } | Command::Close { .. } | Command::Discard { .. } => {}
        }
    }

    /// Applies a change to a copy of the state, which replaces the state once it is stored. Returns the
    /// game, and whether the request was no repetition.
    async fn change(
        &mut self,
        request: ChangeRequest,
        change: &GameChange,
    ) -> Result<(Arc<GameSnapshot>, bool), Error> {
        let side = self.state.side_of_token(request.token.as_deref())?;
        let request_key = request.key(side, change.name());
        if self.state.handled_requests.contains(&request_key) {
            return Ok((self.snapshot(), false));
        }
        self.check_revision(request.revision).await?;
        let mut next = GameState::clone(&self.state);
        change.apply(&mut next, side)?;
        // A game that continues after its end, by undo, has no rematch.
        if !next.is_over() {
            next.rematch = None;
        }
        self.check_hints(&next)?;
        if !self.state.is_engine_turn() {
            self.app.check_engine_capacity(&next, request.client)?;
        }
        next.remember_request(request_key);
        self.client = request.client;
        Ok((self.commit(next, request.stream).await?, true))
    }

    /// Returns an error if an engine would move next, in a position of another game between people:
    /// its move and its line would be advice. A forced move is none, nor is that of an engine that meets
    /// the position by chance.
    fn check_hints(&self, next: &GameState) -> Result<(), Error> {
        let record = next.session.record();
        if !next.is_engine_turn() || record.legal_moves().len() == 1 {
            return Ok(());
        }
        let played = &self.app.played_positions;
        let checked = if next.is_engine_game {
            played.check_line(record)
        } else {
            played.check_besides(record, self.played_position.as_ref())
        };
        checked.map_err(Error::Forbidden)
    }

    /// Returns an error if a request is based on an old revision. A clock that has run out
    /// ends the game first.
    async fn check_revision(&mut self, revision: u64) -> Result<(), Error> {
        self.end_on_time().await?;
        if revision == self.state.revision { Ok(()) } else { Err(Error::StaleRevision(self.snapshot())) }
    }

    /// Stores a new state, makes it the current one, publishes it and starts the next turn.
    /// `sender` is the stream of the player who gets the result.
    async fn commit(
        &mut self,
        mut next: GameState,
        sender: Option<Arc<str>>,
    ) -> Result<Arc<GameSnapshot>, Error> {
        next.revision = self.state.revision + 1;
        next.note_people();
        next.resume_clock();
        match self.app.store.update(codec::stored(&self.id, &next)).await {
            Err(StoreError::Conflict) => return Err(self.reload().await),
            stored => stored?,
        }
        self.state = Arc::new(next);
        self.app.metrics.add_change();
        let (revision, is_over) = (self.state.revision, self.state.is_over());
        tracing::info!(game = %self.id, revision, is_over, "game changed");
        self.start_turn();
        let game = self.snapshot();
        self.publish(Event::Game { game: Arc::clone(&game), sender });
        Ok(game)
    }

    /// Starts what happens next without a request: the engine to move, and its clock.
    fn start_turn(&mut self) {
        (self.engine, self.search_info, self.unsaved_move, self.retry_at) = (None, None, None, None);
        Arc::make_mut(&mut self.state).resume_clock();
        let record = self.state.session.record();
        self.played_position =
            if self.state.allows_hints() { None } else { self.app.played_positions.add(record) };
        if self.state.is_over() {
            self.app.engine_pool.end_game(&self.id);
        } else if self.state.waits_for().is_some() {
            Arc::make_mut(&mut self.state).pause_clock();
        } else if self.state.is_engine_turn() && !self.is_closing {
            if self.is_watched() {
                self.engine = Some(EngineTurn::start(&self.app, &self.id, &self.state, self.client));
            } else {
                Arc::make_mut(&mut self.state).pause_clock();
            }
        }
        self.checkpoint_at =
            self.state.is_clock_running().then(|| Instant::now() + self.app.limits.checkpoint_interval);
    }

    async fn on_engine_event(&mut self, event: EngineEvent) {
        match event {
            EngineEvent::Progress(info) => {
                self.search_info = Some(Arc::clone(&info));
                self.publish(Event::Thinking { revision: self.state.revision, info });
            }
            EngineEvent::Finished(Some(text)) => {
                self.engine = None;
                self.play_engine_move(text).await;
            }
            EngineEvent::Finished(None) => {
                self.engine = None;
                self.retry_at = Some(Instant::now() + limits::RETRY_DELAY);
            }
        }
    }

    async fn play_engine_move(&mut self, text: String) {
        let mut next = GameState::clone(&self.state);
        if !next.end_on_time()
            && let Err(error) = change::play_move(&mut next, &text)
        {
            let is_full = next.session.record().ply() >= limits::MAX_MOVES;
            // A game that reaches the maximum number of moves is a draw.
            if !is_full || !next.session.adjudicate_draw() {
                tracing::error!(game = %self.id, mv = %text, error = error.key(), "an engine's move was refused");
                self.retry_at = Some(Instant::now() + limits::RETRY_DELAY);
                return;
            }
        }
        if let Err(Error::Storage(_)) = self.commit(next, None).await {
            self.unsaved_move = Some(text);
            self.retry_at = Some(Instant::now() + limits::RETRY_DELAY);
        }
    }

    fn update_idle(&self) {
        // Also if its clock runs: that stops while the game is not in memory, as it does while the server is
        // down.
        let waits_for_human = self.state.session.player_to_move().is_human();
        let is_idle = self.state.is_over() || waits_for_human || self.state.paused_since.is_some();
        self.is_idle.store(is_idle, Ordering::Release);
    }

    fn publish(&self, event: Event) {
        // Fails if there are no viewers, which is no error.
        let _ = self.events.send(event);
    }

    fn snapshot(&mut self) -> Arc<GameSnapshot> {
        let (presence, present) = (self.presence(), self.viewers.present());
        // A running clock changes without an event.
        if !self.state.is_clock_running()
            && let Some(latest) = self.latest_snapshot.upgrade()
            && latest.shows(&self.state, self.search_info.as_ref(), presence, present)
        {
            return latest;
        }
        let (state, info) = (Arc::clone(&self.state), self.search_info.clone());
        let snapshot = GameSnapshot::new(self.app.registry, self.id.clone(), state, info, presence, present);
        let snapshot = Arc::new(snapshot);
        self.latest_snapshot = Arc::downgrade(&snapshot);
        snapshot
    }
}

/// Waits for the next event of an engine, forever if none is thinking.
async fn next_event(engine: &mut Option<EngineTurn>) -> EngineEvent {
    match engine {
        Some(engine) => engine.next_event().await,
        None => std::future::pending().await,
    }
}
