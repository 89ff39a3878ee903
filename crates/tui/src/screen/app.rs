//! The state of the full screen, and what happens as time passes. Independent of the
//! terminal.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plateau_console::live::LiveGame;
use plateau_console::names;
use plateau_core::layout::PointId;
use plateau_core::{Lang, Message, View};
use plateau_draw::text::{CellSize, Spacing};
use plateau_games::{AnyRecord, AnyVariant, EngineSpec, Registry};
use plateau_play::runner::{SearchError, SearchReport};
use plateau_play::{PlayerSpec, Session, value_text};
use plateau_search::{Analysis, Budget, Settings};
use ratatui::layout::{Position, Rect};

use super::background_engine::BackgroundEngine;
use super::controls::Dialog;
use super::{phrases, selection};
use crate::autosave::Autosave;
use crate::engine_limits::EngineLimits;
use crate::move_message::move_message;
use crate::phrases as game_phrases;
use crate::programs::Programs;

/// How long the values of all moves are searched.
const ANALYSIS_TIME: Duration = Duration::from_secs(10);

/// The pause between the moves of two engines, so that a spectator can follow.
const SPECTATOR_PAUSE: Duration = Duration::from_millis(300);

/// How long an engine thinks before the screen offers to end its search.
pub const THINKING_DELAY: Duration = Duration::from_millis(300);

/// The state of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// No hint was requested.
    None,
    /// A hint was requested and is being searched.
    Requested,
    /// The hint shown, which follows the values while it stands in the status line.
    Shown(String),
}

/// A request to leave the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitRequest {
    /// Quit.
    Quit,
    /// Quit by Ctrl-C.
    Interrupt,
    /// Suspend by Ctrl-Z.
    Suspend,
}

/// The positions of what was drawn last, for clicks.
#[derive(Default)]
pub struct ClickTargets {
    /// The top left corner of the board.
    pub board: Position,
    /// The points of the board, relative to that corner.
    pub points: Vec<(u16, u16)>,
    /// The size of the cells around the points.
    pub cell: Option<CellSize>,
    /// The button below the turn, and the key that it stands for.
    pub button: Option<(Rect, char)>,
}

/// The spacing of the board in a window. It is costly to find.
pub struct FittedSpacing {
    /// The variant.
    pub variant: String,
    /// The columns and rows for the board.
    pub room: (u16, u16),
    /// The largest spacing that fits, if large cells do.
    pub spacing: Option<Spacing>,
}

/// A turn: the game it belongs to, and the time used.
struct Turn {
    record: String,
    /// The time used before `started`, by a player who was replaced during the turn.
    used_before: Duration,
    started: Instant,
}

impl Turn {
    fn new(record: String, used_before: Duration) -> Self {
        Self { record, used_before, started: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        self.used_before + self.started.elapsed()
    }
}

/// The keyboard cursor and what it has selected.
#[derive(Default)]
pub struct Cursor {
    /// The point under the cursor.
    pub point: PointId,
    /// Whether a human has seen the cursor in this game, which then stays where it is.
    pub is_placed: bool,
    /// The piece selected for a move.
    pub selected: Option<PointId>,
}

/// Hints and the values of the moves, which come from the same search.
pub struct Advice {
    /// The values of the moves found so far.
    pub values: Option<Analysis<String>>,
    /// Whether the values are shown.
    pub is_shown: bool,
    /// The state of a hint.
    pub hint: Hint,
    /// The engine that searches, once there is one.
    analyst: Option<BackgroundEngine>,
}

/// The players that are engines or programs.
pub struct Engines {
    searches: [Option<BackgroundEngine>; 2],
    /// What the engine to move has found so far.
    pub analysis: Option<Analysis<String>>,
    /// Why the program to move has not moved. The game waits until it is changed.
    failure: Option<Message>,
}

/// What was drawn last.
#[derive(Default)]
pub struct Drawn {
    /// Where things were drawn, for clicks.
    pub targets: ClickTargets,
    /// The spacing of the board.
    pub spacing: Option<FittedSpacing>,
}

/// What a game on the screen uses outside of it.
pub struct Services {
    /// Saves the game after each move.
    pub autosave: Autosave,
    /// Shows the game on a server.
    pub live: LiveGame,
    /// Runs the players that are programs.
    pub programs: Programs,
}

/// A game on the full screen.
pub struct App {
    /// The game.
    pub session: Session,
    /// The language of the messages.
    pub lang: Lang,
    /// The open dialog.
    pub dialog: Dialog,
    /// The keyboard cursor.
    pub cursor: Cursor,
    /// The latest message.
    pub status: String,
    /// Hints and values.
    pub advice: Advice,
    /// The players that are engines or programs.
    pub engines: Engines,
    /// A request to leave the screen.
    pub exit_request: Option<ExitRequest>,
    /// What was drawn last.
    pub drawn: Drawn,
    /// The last command letter and its time: it may turn out to be the start of a move.
    pub last_letter: Option<(char, Instant)>,
    /// All games, to load saved ones.
    pub registry: Registry,
    /// The seed of randomised engines.
    pub seed: u64,
    /// Files, the server and programs.
    pub services: Services,
    /// The file name used last.
    pub last_file: Option<String>,
    limits: EngineLimits,
    turn: Turn,
}

impl App {
    /// Creates the screen of a game.
    pub fn new(
        session: Session,
        registry: Registry,
        limits: EngineLimits,
        seed: u64,
        services: Services,
        lang: Lang,
    ) -> Result<Self, Message> {
        let turn = Turn::new(session.record().text(), Duration::ZERO);
        let searches = create_engines(&services.programs, session.variant(), session.players())?;
        let mut app = Self {
            session,
            lang,
            dialog: Dialog::None,
            cursor: Cursor::default(),
            status: String::new(),
            advice: Advice { values: None, is_shown: false, hint: Hint::None, analyst: None },
            engines: Engines { searches, analysis: None, failure: None },
            exit_request: None,
            drawn: Drawn::default(),
            last_letter: None,
            registry,
            seed,
            services,
            last_file: None,
            limits,
            turn,
        };
        app.game_changed();
        Ok(app)
    }

    /// Replaces the players, unless an engine cannot play this game.
    pub fn set_players(&mut self, players: [PlayerSpec; 2]) -> Result<(), Message> {
        self.engines.searches = create_engines(&self.services.programs, self.session.variant(), &players)?;
        self.session.set_players(players);
        Ok(())
    }

    /// Continues with another game of any variant, unless an engine cannot play it. It is
    /// saved from its next move on.
    pub fn set_game(&mut self, record: Box<dyn AnyRecord>) -> Result<(), Message> {
        let is_same_variant = record.variant_name() == self.session.variant().name();
        let variant: Arc<dyn AnyVariant> = if is_same_variant {
            Arc::clone(self.session.variant())
        } else {
            self.registry.stored_variant(&record.variant_name())?.into()
        };
        let players = self.session.players().clone();
        // Engines keep their tables from move to move, but not from game to game.
        self.engines.searches = create_engines(&self.services.programs, &variant, &players)?;
        self.advice.analyst = None;
        if is_same_variant {
            self.session.set_record(record);
        } else {
            self.session = Session::new(variant, record, players, self.limits.tc);
        }
        self.services.autosave.mark_saved(self.session.record());
        self.turn = Turn::new(self.session.record().text(), Duration::ZERO);
        self.cursor.is_placed = false;
        self.status.clear();
        self.game_changed();
        Ok(())
    }

    /// Returns the time that the side to move has used.
    pub fn elapsed(&self) -> Duration {
        self.turn.elapsed()
    }

    /// Returns the view of the position.
    pub fn view(&self) -> View {
        self.session.record().view()
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> String {
        let game = self.registry.game_of(self.session.variant().name());
        game.map_or_else(String::new, |game| game.rules_of(self.session.variant().name()).render(self.lang))
    }

    /// Returns the title of the game.
    pub fn title(&self) -> String {
        names::game_title(&self.registry, self.session.variant().as_ref(), self.lang)
    }

    /// Cancels searches and saves the game after it or its players have changed. The time of
    /// the turn restarts only if the game has changed.
    pub fn game_changed(&mut self) {
        self.engines.searches.iter_mut().flatten().for_each(BackgroundEngine::cancel);
        self.cancel_analysis();
        (self.engines.analysis, self.advice.values, self.cursor.selected) = (None, None, None);
        (self.advice.hint, self.engines.failure) = (Hint::None, None);
        let record = self.session.record().text();
        let used = if record == self.turn.record { self.elapsed() } else { Duration::ZERO };
        self.turn = Turn::new(record, used);
        self.services.live.update(self.session.record(), self.session.players().clone());
        self.services.autosave.save(self.session.record());
        self.place_cursor();
        if self.advice.is_shown {
            self.start_analysis();
        }
    }

    /// Places the cursor for the next move. It starts where a legal move begins, and later
    /// stays near where the players left it.
    fn place_cursor(&mut self) {
        let (layout, view) = (self.session.variant().layout(), self.view());
        self.cursor.point = if self.cursor.is_placed {
            selection::cursor_home(layout, &view, self.cursor.point)
        } else {
            selection::cursor_start(layout, &view)
        };
        self.cursor.is_placed |= self.session.player_to_move().is_human();
    }

    /// Cancels the search for values.
    pub fn cancel_analysis(&mut self) {
        self.advice.analyst.iter_mut().for_each(BackgroundEngine::cancel);
    }

    /// Starts the search for the values of all moves. Hints and values come from the same
    /// search, which runs longer while the values are shown.
    pub fn start_analysis(&mut self) {
        if self.session.finish().is_some() {
            return;
        }
        if self.advice.analyst.is_none() {
            let best = EngineSpec::parse("best");
            let engine = best.and_then(|best| self.session.variant().engine(&best, Settings::default()));
            self.advice.analyst = engine.ok().map(BackgroundEngine::new);
        }
        let mut limits = self.limits.for_hint();
        if self.advice.is_shown {
            limits.time = Some(Budget::fixed(ANALYSIS_TIME));
        }
        if let Some(analyst) = &mut self.advice.analyst {
            analyst.start(self.session.record(), limits);
        }
    }

    /// Returns whether the values are being searched.
    #[cfg(test)]
    pub fn is_analysing(&self) -> bool {
        self.advice.analyst.as_ref().is_some_and(|analyst| analyst.elapsed().is_some())
    }

    /// Polls the engines and the clocks.
    pub fn tick(&mut self) -> Result<(), SearchError> {
        self.poll_analysis()?;
        if let Some(message) = self.services.live.next_message() {
            self.show_status(&message);
        }
        if self.session.finish().is_some() || self.is_paused() {
            return Ok(());
        }
        match self.session.player_to_move().clone() {
            PlayerSpec::Human => {
                self.flag_if_late(self.elapsed());
                Ok(())
            }
            player => self.poll_engine(&player),
        }
    }

    /// Ends the game if the side to move has used more time than it had.
    fn flag_if_late(&mut self, elapsed: Duration) -> bool {
        let is_late = self.session.flag_if_late(elapsed);
        if is_late {
            self.game_changed();
        }
        is_late
    }

    /// Starts the search of the engine to move, or polls it. The engine is charged for the
    /// time measured on its own thread, not for the frames in between.
    fn poll_engine(&mut self, player: &PlayerSpec) -> Result<(), SearchError> {
        let limits = self.limits.for_move(player, &self.session);
        let has_pauses = !self.session.has_human() && self.session.clock().is_none();
        let has_waited = !has_pauses || self.turn.started.elapsed() >= SPECTATOR_PAUSE;
        // The game may be replaced by another one.
        let may_start = has_waited && !matches!(self.dialog, Dialog::Games(_));
        let turn = self.session.record().turn();
        let Some(engine) = &mut self.engines.searches[turn.index()] else { return Ok(()) };
        // Read before the poll, so that a result that arrives in time is not missed.
        let elapsed = engine.elapsed();
        let polled = match engine.poll() {
            // A program that fails does not end the game.
            Err(SearchError::Engine(reason)) if player.engine_spec().is_none() => {
                self.program_failed(reason, self.turn.used_before + elapsed.unwrap_or_default());
                return Ok(());
            }
            polled => polled?,
        };
        match polled {
            Some(update) if update.finished => {
                self.engine_plays(update.report);
            }
            Some(update) => self.engines.analysis = Some(update.report.analysis),
            None => match elapsed {
                Some(elapsed) => {
                    self.flag_if_late(self.turn.used_before + elapsed);
                }
                None if may_start => engine.start(self.session.record(), limits),
                None => {}
            },
        }
        Ok(())
    }

    /// Shows why a program has not moved. The game waits: it can be undone, saved, or
    /// continued with another opponent.
    fn program_failed(&mut self, reason: Message, elapsed: Duration) {
        if !self.flag_if_late(elapsed) {
            let failure = phrases::PROGRAM_FAILED.message().with("reason", reason);
            self.show_status(&failure);
            self.engines.failure = Some(failure);
        }
    }

    fn engine_plays(&mut self, mut report: SearchReport) {
        report.elapsed += self.turn.used_before;
        if self.flag_if_late(report.elapsed) {
            return;
        }
        let best = report.analysis.moves.first().map_or("", |best| &best.mv);
        let player = self.session.variant().layout().player(self.session.record().turn());
        let message = move_message(player, best, &report.analysis, report.elapsed);
        let text = names::sentence(&message, self.lang);
        if self.play(best, report.elapsed) {
            self.status = text;
        }
    }

    /// Returns whether an engine has been thinking for a while that can move at once.
    pub fn can_move_now(&self) -> bool {
        let is_program = self.session.player_to_move().engine_spec().is_none();
        !is_program && self.thinking_time().is_some_and(|elapsed| elapsed >= THINKING_DELAY)
    }

    /// Returns how long the engine or program to move has been thinking.
    pub fn thinking_time(&self) -> Option<Duration> {
        self.engines.searches[self.session.record().turn().index()].as_ref()?.elapsed()
    }

    /// Makes the engine that is thinking play the best move it has found so far. A program
    /// has none to show before it answers.
    pub fn move_now(&mut self) {
        let is_program = self.session.player_to_move().engine_spec().is_none();
        let refusal = match &self.engines.searches[self.session.record().turn().index()] {
            Some(engine) if is_program && engine.elapsed().is_some() => phrases::BOT_DECIDES.message(),
            Some(engine) if !is_program && engine.move_now() => return,
            _ => self.engines.failure.clone().unwrap_or_else(|| phrases::NOT_THINKING.message()),
        };
        self.show_status(&refusal);
    }

    fn poll_analysis(&mut self) -> Result<(), SearchError> {
        let Some(analyst) = &mut self.advice.analyst else { return Ok(()) };
        let Some(update) = analyst.poll()? else { return Ok(()) };
        let analysis = update.report.analysis;
        // Shown values are replaced by deeper ones only; a hint alone waits for the result.
        let is_deeper = self.advice.values.as_ref().is_none_or(|known| analysis.depth >= known.depth);
        if update.finished || (self.advice.is_shown && is_deeper) {
            self.advice.values = Some(analysis);
            self.update_hint();
        }
        Ok(())
    }

    /// Shows a requested hint and moves the cursor there. A hint that is still in the status
    /// line is updated.
    pub fn update_hint(&mut self) {
        let is_visible = match &self.advice.hint {
            Hint::None => false,
            Hint::Requested => true,
            Hint::Shown(text) => *text == self.status,
        };
        let Some(values) = self.advice.values.as_ref().filter(|_| is_visible) else { return };
        let Some(best) = values.moves.first() else { return };
        let value = value_text::describe(self.session.record(), &best.value, values.unit, self.lang);
        let hint = game_phrases::HINT.message().with("move", best.mv.as_str()).with("value", value);
        let text = hint.render(self.lang);
        if self.advice.hint == Hint::Requested {
            let view = self.view();
            let mv = view.moves.iter().find(|mv| mv.text == best.mv);
            if let Some(&point) = mv.and_then(|mv| mv.path.points.last()) {
                self.cursor.point = point;
            }
        }
        self.status.clone_from(&text);
        self.advice.hint = Hint::Shown(text);
    }

    /// Returns why no human can move now, if that is so.
    pub fn turn_refusal(&self) -> Option<Message> {
        if self.session.finish().is_some() {
            return Some(self.move_refusal("").unwrap_or_else(|| phrases::NO_MOVE.message()));
        }
        let wait = || self.engines.failure.clone().unwrap_or_else(|| phrases::ENGINES_TURN.message());
        (!self.session.player_to_move().is_human()).then(wait)
    }

    /// Returns why a move is illegal, or `None` where the text is not a move of this game.
    pub fn move_refusal(&self, text: &str) -> Option<Message> {
        let error = self.session.record().boxed_clone().play(text).err()?;
        error.found.is_none().then(|| error.message_to_mover())
    }

    /// Returns whether the players wait: two engines because earlier moves are shown, or a
    /// program because it failed.
    fn is_paused(&self) -> bool {
        self.engines.failure.is_some() || !self.session.has_human() && self.session.can_redo()
    }

    /// Shows a message.
    pub fn show_status(&mut self, message: &Message) {
        self.status = message.render(self.lang);
    }

    /// Plays a move. Returns whether it was legal.
    fn play(&mut self, text: &str, elapsed: Duration) -> bool {
        match self.session.play(text, elapsed) {
            Ok(_) => {
                self.status.clear();
                self.game_changed();
                true
            }
            Err(error) => {
                self.show_status(&error.message_to_mover());
                false
            }
        }
    }

    /// Plays a move of a human. Returns whether it was legal.
    pub fn play_human_move(&mut self, text: &str) -> bool {
        self.play(text, self.elapsed())
    }
}

/// Creates the engines of players for a variant.
fn create_engines(
    programs: &Programs,
    variant: &Arc<dyn AnyVariant>,
    players: &[PlayerSpec; 2],
) -> Result<[Option<BackgroundEngine>; 2], Message> {
    let create = |player: &PlayerSpec| programs.create_engine(player, variant);
    let [first, second] = players.each_ref().map(create);
    Ok([first?, second?].map(|engine| engine.map(BackgroundEngine::new)))
}
