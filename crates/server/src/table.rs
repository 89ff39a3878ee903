//! A game at the table: the session, its revision, and who watches.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as Quick, PoisonError};
use std::time::{Duration, Instant};

use plateau_core::{Lang, Player};
use plateau_games::Registry;
use plateau_play::{PlayerSpec, Session};
use plateau_search::Stop;
use serde_json::{Value as Json, json};
use tokio::sync::{Mutex, broadcast};
use tokio::task::AbortHandle;

use crate::attention::Attention;
use crate::error::Error;
use crate::events::{Event, Picture};
use crate::{limits, secret, show};

/// A game and those who watch it.
#[derive(Debug)]
pub struct Table {
    /// The game's name.
    pub id: String,
    /// What it is now. Held while a change is written, so that there is one at
    /// a time.
    pub state: Mutex<State>,
    /// Who looks at it.
    pub attention: Attention,
    /// What the engine to move has found so far.
    thought: Quick<Option<Thought>>,
    /// How many streams of its players there are.
    players: AtomicUsize,
    events: broadcast::Sender<Event>,
}

/// What an engine thinks of a game of some revision, in each language.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The revision it thinks about.
    pub revision: u64,
    /// In English and in French.
    pub words: Arc<[Json; 2]>,
}

/// Whether who plays a game elsewhere, and shows it here, is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// It is played.
    Here,
    /// It was left, and may be abandoned.
    Left,
}

impl Live {
    /// Its name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Left => "left",
        }
    }
}

/// Something that needs the other side's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who asks.
    pub by: Player,
    /// For what.
    pub what: Wish,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To take back.
    Undo,
    /// To play again what was taken back.
    Redo,
}

impl Wish {
    /// Its name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }
}

/// A game as it is.
#[derive(Clone, Debug)]
pub struct State {
    /// The game itself.
    pub session: Session,
    /// How many changes there were.
    pub revision: u64,
    /// The requests that made them, the oldest first.
    pub answered: VecDeque<String>,
    /// What one side asks the other.
    pub asked: Option<Asked>,
    /// The token of each seat.
    pub tokens: [String; 2],
    /// The dice of engines that roll some.
    pub seed: u64,
    /// The time control as it was written.
    pub control: Option<String>,
    /// Who plays it, if it is played elsewhere and only shown here. Its seats are then
    /// those of people, for all moves come by their tokens.
    pub live: Option<[PlayerSpec; 2]>,
    /// Which seats somebody has taken by an invitation.
    pub taken: [bool; 2],
    /// The game that the same players began after it.
    pub next: Option<String>,
    /// When the side to move began to think.
    pub since: Instant,
    /// Ends the engine that is thinking.
    pub stop: Stop,
    /// Tells when the time of the side to move is up.
    pub timer: Option<AbortHandle>,
    /// The turn of an engine.
    pub thinker: Option<AbortHandle>,
    /// Since when an engine that is to move does not think, and its clock stands
    /// still, as nobody looks.
    pub paused: Option<Instant>,
}

impl State {
    /// A game that begins now.
    pub fn new(session: Session, tokens: [String; 2], seed: u64, control: Option<String>) -> Self {
        Self {
            session,
            revision: 0,
            answered: VecDeque::new(),
            asked: None,
            tokens,
            seed,
            control,
            live: None,
            taken: [false; 2],
            next: None,
            since: Instant::now(),
            stop: Stop::new(),
            timer: None,
            thinker: None,
            paused: None,
        }
    }

    /// Ends whatever would happen by itself.
    pub fn halt(&mut self) {
        self.stop.raise();
        for task in [self.timer.take(), self.thinker.take()].into_iter().flatten() {
            task.abort();
        }
    }

    /// Goes on after a pause, which nobody has thought in.
    pub fn resume(&mut self) {
        if let Some(at) = self.paused.take()
            && self.since <= at
        {
            self.since += at.elapsed();
        }
    }

    /// Ends the game if the clock of the side to move has run out; what was asked
    /// then needs no answer.
    pub fn overstepped(&mut self) -> bool {
        let over = self.session.flag_if_late(self.elapsed());
        if over {
            self.asked = None;
        }
        over
    }

    /// Whether an engine is to move.
    pub fn awaits_engine(&self) -> bool {
        self.session.finish().is_none() && !self.session.player_to_move().is_human()
    }

    /// The side whose token this is.
    pub fn side_of(&self, token: Option<&str>) -> Result<Player, Error> {
        let token = token.ok_or(Error::NoSeat)?;
        // Both are always looked at.
        let [first, second] = self.tokens.each_ref().map(|known| secret::same(known, token));
        match (first, second) {
            (true, _) => Ok(Player::First),
            (_, true) => Ok(Player::Second),
            _ => Err(Error::NoSeat),
        }
    }

    /// Remembers a request.
    pub fn remember(&mut self, request: String) {
        if self.answered.len() == limits::REMEMBERED {
            self.answered.pop_front();
        }
        self.answered.push_back(request);
    }

    /// How long the side to move has thought.
    pub fn elapsed(&self) -> Duration {
        self.paused.unwrap_or_else(Instant::now).saturating_duration_since(self.since)
    }

    /// What is left to the side to move, where there are clocks.
    pub fn left(&self) -> Option<Duration> {
        self.session.time_left(self.session.record().turn()).map(|left| left.saturating_sub(self.elapsed()))
    }

    /// Whether nothing will happen unless somebody does something.
    pub fn is_idle(&self) -> bool {
        let waits = self.session.player_to_move().is_human() && self.control.is_none();
        self.session.finish().is_some() || waits || self.paused.is_some()
    }

    fn clocks(&self) -> Option<Json> {
        let control = self.control.as_ref()?;
        let turn = self.session.record().turn();
        let runs = self.session.finish().is_none() && self.paused.is_none();
        let running = runs.then_some(turn);
        let [x, o] = Player::BOTH.map(|player| {
            let left = self.session.time_left(player).unwrap_or_default();
            let left = if turn == player && self.session.finish().is_none() {
                left.saturating_sub(self.elapsed())
            } else {
                left
            };
            left.as_millis() as u64
        });
        Some(json!({ "control": control, "x": x, "o": o, "running": running.map(show::side) }))
    }

    fn moves(&self) -> Vec<Json> {
        let record = self.session.record();
        let ply = record.ply();
        let by = |number: usize| {
            let away = ply - number;
            if away.is_multiple_of(2) { record.turn() } else { record.turn().other() }
        };
        let moves = record.moves().into_iter().zip(self.session.move_times()).enumerate();
        moves
            .map(|(number, (text, spent))| {
                let ms = spent.map(|spent| spent.as_millis() as u64);
                json!({ "text": text, "by": show::side(by(number)), "ms": ms })
            })
            .collect()
    }
}

impl Table {
    /// A table for a game.
    pub fn new(id: String, state: State) -> Self {
        let (events, _) = broadcast::channel(limits::BEHIND);
        let attention = Attention::new();
        let (thought, players) = (Quick::new(None), AtomicUsize::new(0));
        Self { id, state: Mutex::new(state), attention, thought, players, events }
    }

    /// The game as it is, in a language.
    pub fn json(&self, state: &State, registry: &Registry, lang: Lang) -> Json {
        let session = &state.session;
        let record = session.record();
        let [x, o] = Player::BOTH.map(|player| {
            let seat = state.live.as_ref().map_or(session.player(player), |seats| &seats[player.index()]);
            show::seat(seat, lang)
        });
        let thought = self.thought().filter(|thought| thought.revision == state.revision);
        json!({
            "id": self.id,
            "revision": state.revision,
            "game": record.variant_name(),
            "title": show::title(registry, &record.variant_name(), lang),
            "start": record.start_text(),
            "moves": state.moves(),
            "view": show::view(session.variant().as_ref(), record, lang),
            "seats": { "x": x, "o": o },
            "clocks": state.clocks(),
            "undo": session.can_undo(),
            "redo": session.can_redo(),
            "asked": state.asked.map(|asked| {
                json!({ "by": show::side(asked.by), "what": asked.what.name() })
            }),
            "thinking": thought.map(|thought| thought.words[lang as usize].clone()),
            "live": state.live.as_ref().map(|_| self.live().name()),
            "taken": { "x": state.taken[0], "o": state.taken[1] },
            "next": state.next,
            "record": record.text(),
        })
    }

    /// Whether one of its players is there.
    fn live(&self) -> Live {
        if self.players.load(Ordering::Relaxed) > 0 { Live::Here } else { Live::Left }
    }

    fn thought(&self) -> Option<Thought> {
        self.thought.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells what an engine has found so far.
    pub fn think(&self, thought: Thought) {
        *self.thought.lock().unwrap_or_else(PoisonError::into_inner) = Some(thought.clone());
        // Nobody may be watching, here and below.
        let _ = self.events.send(Event::Thinking(thought));
    }

    /// Shows the game to those who watch.
    pub fn announce(&self, picture: Picture) {
        let _ = self.events.send(Event::Game(Arc::new(picture)));
    }

    /// Watches the game, perhaps as one who plays it.
    pub fn watch(self: &Arc<Self>, plays: bool) -> Watcher {
        self.attention.open();
        if plays {
            self.players.fetch_add(1, Ordering::Relaxed);
            self.tell_live();
        }
        Watcher { table: Arc::clone(self), plays, events: self.events.subscribe() }
    }

    fn tell_live(&self) {
        let _ = self.events.send(Event::Live(self.live()));
    }

    /// Whether nobody would miss it in memory.
    pub fn is_idle(self: &Arc<Self>) -> bool {
        let unseen = Arc::strong_count(self) == 1 && self.events.receiver_count() == 0;
        unseen && self.state.try_lock().is_ok_and(|state| state.is_idle())
    }
}

/// One who watches a game.
#[derive(Debug)]
pub struct Watcher {
    table: Arc<Table>,
    plays: bool,
    /// What happens.
    pub events: broadcast::Receiver<Event>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.table.attention.close();
        if self.plays {
            self.table.players.fetch_sub(1, Ordering::Relaxed);
            self.table.tell_live();
        }
    }
}
