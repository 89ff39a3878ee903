//! A game in memory: its state, its viewers, and the events they receive.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as SyncMutex, PoisonError};
use std::time::{Duration, Instant};

use plateau_core::{Lang, Player};
use plateau_games::Registry;
use plateau_play::{PlayerSpec, Session};
use plateau_search::Stop;
use serde_json::{Value as Json, json};
use tokio::sync::{Mutex, broadcast};
use tokio::task::AbortHandle;

use crate::error::Error;
use crate::events::{Event, GameSnapshot};
use crate::viewers::Viewers;
use crate::{api_json, limits, tokens};

/// A game in memory.
#[derive(Debug)]
pub struct GameRoom {
    /// The game id.
    pub id: String,
    /// The current state. Locked while a change is saved, so that changes are
    /// made one at a time.
    pub state: Mutex<GameState>,
    /// The viewers of the game.
    pub viewers: Viewers,
    /// The latest search progress of an engine.
    search_info: SyncMutex<Option<SearchInfo>>,
    /// Number of open streams that belong to a player of a remote game.
    player_streams: AtomicUsize,
    events: broadcast::Sender<Event>,
}

/// Search progress of the engine to move.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// The revision of the game that is being searched.
    pub revision: u64,
    /// The progress as JSON, indexed by [`Lang`].
    pub json: Arc<[Json; 2]>,
}

/// Whether the player of a remote game is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// A stream with a seat token is open.
    Here,
    /// No such stream is open.
    Left,
}

impl Presence {
    /// Returns the name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Left => "left",
        }
    }
}

/// A request to undo or redo that waits for the opponent's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepRequest {
    /// The side that asks.
    pub by: Player,
    /// What it asks for.
    pub step: HistoryStep,
}

/// A step through the history of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryStep {
    /// Undoes moves.
    Undo,
    /// Replays undone moves.
    Redo,
}

impl HistoryStep {
    /// Returns the name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }
}

/// The state of a game, with its running tasks.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The record, the players and the clocks.
    pub session: Session,
    /// Number of changes so far.
    pub revision: u64,
    /// The latest handled requests, oldest first.
    pub handled_requests: VecDeque<String>,
    /// A request to undo or redo that waits for an answer.
    pub pending_step: Option<StepRequest>,
    /// The seat tokens.
    pub tokens: [String; 2],
    /// Seed for the engines that use randomness.
    pub seed: u64,
    /// The time control in its text form.
    pub time_control: Option<String>,
    /// The displayed players of a game that is played elsewhere. The session then
    /// has two humans, because all moves arrive with seat tokens.
    pub remote_players: Option<[PlayerSpec; 2]>,
    /// Which seats have been claimed through an invitation.
    pub joined: [bool; 2],
    /// The id of the rematch.
    pub rematch: Option<String>,
    /// When the current turn started, moved forward by pauses.
    pub turn_started: Instant,
    /// Stops the engine that is thinking.
    pub stop: Stop,
    /// The task that ends the game when the clock of the side to move runs out.
    pub clock_timer: Option<AbortHandle>,
    /// The task of the engine to move.
    pub engine_task: Option<AbortHandle>,
    /// Since when the engine to move, and its clock, are paused for lack of viewers.
    pub paused_since: Option<Instant>,
}

impl GameState {
    /// Creates the state of a game whose first turn starts now.
    pub fn new(session: Session, tokens: [String; 2], seed: u64, time_control: Option<String>) -> Self {
        Self {
            session,
            revision: 0,
            handled_requests: VecDeque::new(),
            pending_step: None,
            tokens,
            seed,
            time_control,
            remote_players: None,
            joined: [false; 2],
            rematch: None,
            turn_started: Instant::now(),
            stop: Stop::new(),
            clock_timer: None,
            engine_task: None,
            paused_since: None,
        }
    }

    /// Cancels the clock timer and the engine.
    pub fn cancel_tasks(&mut self) {
        self.stop.raise();
        for task in [self.clock_timer.take(), self.engine_task.take()].into_iter().flatten() {
            task.abort();
        }
    }

    /// Ends a pause; its duration does not count for the current turn.
    pub fn resume_clock(&mut self) {
        if let Some(paused) = self.paused_since.take()
            && self.turn_started <= paused
        {
            self.turn_started += paused.elapsed();
        }
    }

    /// Ends the game on time if the clock of the side to move has run out, and
    /// drops a pending request. Returns whether it did.
    pub fn end_on_time(&mut self) -> bool {
        let ended = self.session.flag_if_late(self.turn_elapsed());
        if ended {
            self.pending_step = None;
        }
        ended
    }

    /// Returns whether an engine is to move.
    pub fn is_engine_turn(&self) -> bool {
        self.session.finish().is_none() && !self.session.player_to_move().is_human()
    }

    /// Returns the side that a seat token belongs to.
    pub fn side_of_token(&self, token: Option<&str>) -> Result<Player, Error> {
        let token = token.ok_or(Error::InvalidToken)?;
        // Compares with both, so that the time does not depend on the side.
        let [first, second] = self.tokens.each_ref().map(|seat| tokens::tokens_equal(seat, token));
        match (first, second) {
            (true, _) => Ok(Player::First),
            (_, true) => Ok(Player::Second),
            _ => Err(Error::InvalidToken),
        }
    }

    /// Records a handled request id and drops the oldest beyond the limit.
    pub fn remember_request(&mut self, request: String) {
        if self.handled_requests.len() == limits::REMEMBERED_REQUESTS {
            self.handled_requests.pop_front();
        }
        self.handled_requests.push_back(request);
    }

    /// Returns the time used in the current turn.
    pub fn turn_elapsed(&self) -> Duration {
        self.paused_since.unwrap_or_else(Instant::now).saturating_duration_since(self.turn_started)
    }

    /// Returns the remaining time of the side to move, if there are clocks.
    pub fn time_left(&self) -> Option<Duration> {
        let left = self.session.time_left(self.session.record().turn());
        left.map(|left| left.saturating_sub(self.turn_elapsed()))
    }

    /// Returns whether nothing happens in this game without a request.
    pub fn is_idle(&self) -> bool {
        let waits_for_human = self.session.player_to_move().is_human() && self.time_control.is_none();
        self.session.finish().is_some() || waits_for_human || self.paused_since.is_some()
    }

    fn clocks_json(&self) -> Option<Json> {
        let control = self.time_control.as_ref()?;
        let turn = self.session.record().turn();
        let is_over = self.session.finish().is_some();
        let running = (!is_over && self.paused_since.is_none()).then_some(turn);
        let [x, o] = Player::BOTH.map(|player| {
            let left = self.session.time_left(player).unwrap_or_default();
            let left =
                if turn == player && !is_over { left.saturating_sub(self.turn_elapsed()) } else { left };
            left.as_millis() as u64
        });
        Some(json!({ "control": control, "x": x, "o": o, "running": running.map(api_json::side) }))
    }

    fn moves_json(&self) -> Vec<Json> {
        let record = self.session.record();
        let ply = record.ply();
        let side_at = |index: usize| {
            if (ply - index).is_multiple_of(2) { record.turn() } else { record.turn().other() }
        };
        let moves = record.moves().into_iter().zip(self.session.move_times()).enumerate();
        moves
            .map(|(index, (text, spent))| {
                let ms = spent.map(|spent| spent.as_millis() as u64);
                json!({ "text": text, "by": api_json::side(side_at(index)), "ms": ms })
            })
            .collect()
    }
}

impl GameRoom {
    /// Creates a room without streams.
    pub fn new(id: String, state: GameState) -> Self {
        Self {
            id,
            state: Mutex::new(state),
            viewers: Viewers::new(),
            search_info: SyncMutex::new(None),
            player_streams: AtomicUsize::new(0),
            events: broadcast::channel(limits::EVENT_BUFFER).0,
        }
    }

    /// Returns the game as the API describes it, in a language.
    pub fn json(&self, state: &GameState, registry: &Registry, lang: Lang) -> Json {
        let session = &state.session;
        let record = session.record();
        let [x, o] = Player::BOTH.map(|player| {
            let remote = state.remote_players.as_ref().map(|players| &players[player.index()]);
            api_json::player(remote.unwrap_or(session.player(player)), lang)
        });
        let search_info = self.search_info().filter(|info| info.revision == state.revision);
        json!({
            "id": self.id,
            "revision": state.revision,
            "game": record.variant_name(),
            "title": api_json::title(registry, &record.variant_name(), lang),
            "start": record.start_text(),
            "moves": state.moves_json(),
            "view": api_json::view(session.variant().as_ref(), record, lang),
            "seats": { "x": x, "o": o },
            "clocks": state.clocks_json(),
            "undo": session.can_undo(),
            "redo": session.can_redo(),
            "asked": state.pending_step.map(|pending| {
                json!({ "by": api_json::side(pending.by), "what": pending.step.name() })
            }),
            "thinking": search_info.map(|info| info.json[lang as usize].clone()),
            "live": state.remote_players.as_ref().map(|_| self.presence().name()),
            "taken": { "x": state.joined[0], "o": state.joined[1] },
            "next": state.rematch,
            "record": record.text(),
        })
    }

    fn presence(&self) -> Presence {
        if self.player_streams.load(Ordering::Relaxed) > 0 { Presence::Here } else { Presence::Left }
    }

    fn search_info(&self) -> Option<SearchInfo> {
        self.search_info.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Publishes search progress.
    pub fn publish_search_info(&self, info: SearchInfo) {
        *self.search_info.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.clone());
        self.publish(Event::Thinking(info));
    }

    /// Publishes a new state.
    pub fn publish_state(&self, state: &GameState) {
        self.publish(Event::Game(Arc::new(GameSnapshot::new(state))));
    }

    fn publish_presence(&self) {
        self.publish(Event::Presence(self.presence()));
    }

    fn publish(&self, event: Event) {
        // Fails if there are no subscribers, which is no error.
        let _ = self.events.send(event);
    }

    /// Subscribes to the events; `is_player` marks the player of a remote game.
    pub fn subscribe(self: &Arc<Self>, is_player: bool) -> Subscription {
        self.viewers.stream_opened();
        if is_player {
            self.player_streams.fetch_add(1, Ordering::Relaxed);
            self.publish_presence();
        }
        Subscription { room: Arc::clone(self), is_player, events: self.events.subscribe() }
    }

    /// Returns whether the room can be evicted from memory: no request or stream
    /// uses it, and nothing happens in it without a request.
    pub fn is_idle(self: &Arc<Self>) -> bool {
        let is_unused = Arc::strong_count(self) == 1 && self.events.receiver_count() == 0;
        is_unused && self.state.try_lock().is_ok_and(|state| state.is_idle())
    }
}

/// A subscription to the events of a game; dropping it unsubscribes.
#[derive(Debug)]
pub struct Subscription {
    room: Arc<GameRoom>,
    is_player: bool,
    /// The events since the subscription.
    pub events: broadcast::Receiver<Event>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.room.viewers.stream_closed();
        if self.is_player {
            self.room.player_streams.fetch_sub(1, Ordering::Relaxed);
            self.room.publish_presence();
        }
    }
}
