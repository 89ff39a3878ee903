//! What the full screen knows, and what happens as time passes. It has no
//! terminal.

use std::time::{Duration, Instant};

use plateau_core::layout::PointId;
use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player, View};
use plateau_games::EngineSpec;
use plateau_games::Registry;
use plateau_play::runner::SearchError;
use plateau_play::{PlayerSpec, Session, value_text};
use plateau_search::{Analysis, Budget, Settings};
use ratatui::layout::{Position, Rect};

use super::input::Dialog;
use super::worker::Worker;
use super::{phrases, selection as pick};
use plateau_console::live::Live;
use plateau_console::sides;

use crate::autosave::Keeper;
use crate::engine_limits::Thinking;
use crate::phrases as said;

/// How long the values of all moves are looked at.
const ANALYSIS: Duration = Duration::from_secs(10);

/// Between engines that play each other, so that moves can be seen.
const BEAT: Duration = Duration::from_millis(300);

/// Whether a hint is wanted of the values of the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// It is not.
    None,
    /// As soon as there is one.
    Wanted,
    /// It was told in these words, and follows the values while they still stand.
    Told(String),
}

/// Whether the screen is to be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// It is not.
    Stay,
    /// For good.
    Quit,
    /// For good, by Ctrl-C.
    Interrupt,
    /// For a while.
    Suspend,
}

/// Where things were drawn last, so that they can be clicked.
#[derive(Default)]
pub struct Places {
    /// The top left corner of the board.
    pub board: Position,
    /// The points of the board, from that corner.
    pub points: Vec<(u16, u16)>,
    /// The button of a pass.
    pub button: Option<Rect>,
}

/// A game on a full screen.
pub struct App {
    /// The game.
    pub session: Session,
    /// The language spoken.
    pub lang: Lang,
    /// What covers the board.
    pub dialog: Dialog,
    /// The point the keys are at.
    pub cursor: PointId,
    /// The piece to slide.
    pub picked: Option<PointId>,
    /// What was last said.
    pub status: String,
    /// What the engine to move thinks.
    pub thought: Option<Analysis<String>>,
    /// The values of the moves, as far as they are known.
    pub values: Option<Analysis<String>>,
    /// Whether the values are shown.
    pub overlay: bool,
    /// Whether the screen is to be left.
    pub wish: Wish,
    /// Where things were drawn.
    pub places: Places,
    /// The games there are.
    pub registry: Registry,
    /// The dice of engines that roll some.
    pub seed: u64,
    /// The file that holds the game, if there is one.
    pub keeper: Keeper,
    /// Those who watch it, if there are any.
    pub live: Live,
    /// Whether a hint is wanted.
    pub hint: Hint,
    /// The name of a file that was used last.
    pub file: Option<String>,
    thinking: Thinking,
    engines: [Option<Worker>; 2],
    judge: Option<Worker>,
    /// The game that is thought about, how long it was by those who sat there
    /// before, and since when it is.
    turn: (String, Duration, Instant),
}

impl App {
    /// A screen for a game.
    pub fn new(
        session: Session,
        registry: Registry,
        thinking: Thinking,
        seed: u64,
        (keeper, live): (Keeper, Live),
        lang: Lang,
    ) -> Result<Self, Message> {
        let turn = (session.record().text(), Duration::ZERO, Instant::now());
        let mut app = Self {
            session,
            lang,
            dialog: Dialog::None,
            cursor: 0,
            picked: None,
            status: String::new(),
            thought: None,
            values: None,
            overlay: false,
            wish: Wish::Stay,
            places: Places::default(),
            registry,
            thinking,
            seed,
            keeper,
            live,
            hint: Hint::None,
            file: None,
            engines: [None, None],
            judge: None,
            turn,
        };
        app.cursor = middle(&app.session);
        app.seat_engines()?;
        app.changed();
        Ok(app)
    }

    /// Gives every seat that needs one its engine.
    pub fn seat_engines(&mut self) -> Result<(), Message> {
        for player in Player::BOTH {
            let engine = self
                .session
                .player(player)
                .create_engine(self.session.variant().as_ref(), Settings::default())?;
            self.engines[player.index()] = engine.map(Worker::new);
        }
        Ok(())
    }

    /// How long the side to move has thought.
    pub fn elapsed(&self) -> Duration {
        self.turn.1 + self.turn.2.elapsed()
    }

    /// What the board shows.
    pub fn view(&self) -> View {
        self.session.record().view()
    }

    /// The rules of the game in a few sentences.
    pub fn rules(&self) -> String {
        let game = self.registry.game_of(self.session.variant().name());
        game.map_or_else(String::new, |game| game.rules_of(self.session.variant().name()).render(self.lang))
    }

    /// What people call the game.
    pub fn title(&self) -> String {
        sides::title(&self.registry, self.session.variant().as_ref(), self.lang)
    }

    /// The game or its players are others: what was thought before is void. The
    /// clock of a turn begins anew only with another game.
    pub fn changed(&mut self) {
        self.engines.iter_mut().flatten().for_each(Worker::cancel);
        self.rest_judge();
        (self.thought, self.values, self.picked) = (None, None, None);
        self.hint = Hint::None;
        let game = self.session.record().text();
        let spent = if game == self.turn.0 { self.elapsed() } else { Duration::ZERO };
        self.turn = (game, spent, Instant::now());
        self.live.show(self.session.record(), self.session.players().clone());
        self.keeper.keep(self.session.record());
        self.cursor = pick::home(self.session.variant().layout(), &self.view(), self.cursor);
        if self.overlay {
            self.judge();
        }
    }

    /// Wants no more of the judge.
    pub fn rest_judge(&mut self) {
        self.judge.iter_mut().for_each(Worker::cancel);
    }

    /// Asks the judge what every move is worth. A hint and the values that are shown
    /// come from the same search, which goes on for longer while they are shown.
    pub fn judge(&mut self) {
        if self.session.finish().is_some() {
            return;
        }
        if self.judge.is_none() {
            let best = EngineSpec::parse("best");
            let engine = best.and_then(|best| self.session.variant().engine(&best, Settings::default()));
            self.judge = engine.ok().map(Worker::new);
        }
        let mut limits = self.thinking.hint();
        if self.overlay {
            limits.time = Some(Budget::fixed(ANALYSIS));
        }
        if let Some(judge) = &mut self.judge {
            judge.ask(self.session.record(), limits);
        }
    }

    /// Lets time pass: engines begin, think and move, clocks run out.
    pub fn tick(&mut self) -> Result<(), SearchError> {
        self.hear_judge()?;
        if let Some(news) = self.live.news() {
            self.say(&news);
        }
        if self.session.finish().is_some() || self.is_held() {
            return Ok(());
        }
        match self.session.player_to_move().clone() {
            PlayerSpec::Engine(spec) => self.hear_engine(&spec),
            PlayerSpec::Human => {
                self.lost_on_time(self.elapsed());
                Ok(())
            }
            // Only the arena runs programs.
            PlayerSpec::Program { .. } => Ok(()),
        }
    }

    /// Ends the game of a side that thought longer than it had.
    fn lost_on_time(&mut self, spent: Duration) -> bool {
        let lost = self.session.flag_if_late(spent);
        if lost {
            self.changed();
        }
        lost
    }

    /// Asks the engine to move, or looks at what it says. It is charged for the
    /// time that it took, not for ours.
    fn hear_engine(&mut self, spec: &EngineSpec) -> Result<(), SearchError> {
        let limits = self.thinking.limits(spec, self.session.clock());
        let watched = !self.session.has_human() && self.session.clock().is_none();
        let rested = !watched || self.turn.2.elapsed() >= BEAT;
        let turn = self.session.record().turn();
        let Some(engine) = &mut self.engines[turn.index()] else { return Ok(()) };
        // Known before its answer is looked for, so that none in time is missed.
        let thinking = engine.thinking();
        match engine.listen()? {
            Some(report) if report.done => {
                self.engine_plays(&report.found.analysis, self.turn.1 + report.found.elapsed);
            }
            Some(report) => self.thought = Some(report.found.analysis),
            None => match thinking {
                Some(spent) => {
                    self.lost_on_time(self.turn.1 + spent);
                }
                None if rested => engine.ask(self.session.record(), limits),
                None => {}
            },
        }
        Ok(())
    }

    fn engine_plays(&mut self, analysis: &Analysis<String>, spent: Duration) {
        if self.lost_on_time(spent) {
            return;
        }
        let best = analysis.moves.first().map_or("", |best| &best.mv);
        let player = self.session.variant().layout().player(self.session.record().turn());
        let message = said::ENGINE_PLAYS.message().with("player", player).with("move", best);
        let message = message.with("nodes", plateau_draw::tree::nodes(analysis.nodes));
        let message = message.with("seconds", Argument::decimal(spent.as_secs_f64(), 3));
        self.play(best, spent);
        self.status = message.render(self.lang);
    }

    fn hear_judge(&mut self) -> Result<(), SearchError> {
        let Some(judge) = &mut self.judge else { return Ok(()) };
        let Some(report) = judge.listen()? else { return Ok(()) };
        // What is shown changes from depth to depth, but not back to less; a hint alone
        // is told once.
        let deeper = self.values.as_ref().is_none_or(|known| report.found.analysis.depth >= known.depth);
        if report.done || (self.overlay && deeper) {
            self.values = Some(report.found.analysis);
            self.tell_hint();
        }
        Ok(())
    }

    /// Says the best move if that is wanted, and puts the cursor where it goes. As
    /// long as nothing else was said, the words follow the values.
    pub fn tell_hint(&mut self) {
        let wanted = match &self.hint {
            Hint::None => false,
            Hint::Wanted => true,
            Hint::Told(words) => *words == self.status,
        };
        let Some(values) = self.values.as_ref().filter(|_| wanted) else { return };
        let Some(best) = values.moves.first() else { return };
        let value = value_text::describe(self.session.record(), &best.value, values.unit, self.lang);
        let words =
            said::HINT.message().with("move", best.mv.as_str()).with("value", value).render(self.lang);
        if self.hint == Hint::Wanted {
            let view = self.view();
            let mv = view.moves.iter().find(|mv| mv.text == best.mv);
            if let Some(&point) = mv.and_then(|mv| mv.path.points.last()) {
                self.cursor = point;
            }
        }
        self.status.clone_from(&words);
        self.hint = Hint::Told(words);
    }

    /// Why a person can't play anything now, if that is so.
    pub fn refusal(&self) -> Option<Message> {
        if self.session.finish().is_some() {
            return Some(self.why_not("").unwrap_or_else(|| phrases::NO_MOVE.message()));
        }
        (!self.session.player_to_move().is_human()).then(|| phrases::NOT_YOURS.message())
    }

    /// Why a move can't be played, in the words of the game; none where its text is
    /// no move of this game at all.
    pub fn why_not(&self, text: &str) -> Option<Message> {
        let error = self.session.record().boxed_clone().play(text).err()?;
        error.found.is_none().then_some(error.reason)
    }

    /// Whether engines wait because somebody looks at earlier moves of theirs.
    fn is_held(&self) -> bool {
        !self.session.has_human() && self.session.can_redo()
    }

    /// Says something.
    pub fn say(&mut self, message: &Message) {
        self.status = message.render(self.lang);
    }

    fn play(&mut self, text: &str, spent: Duration) {
        match self.session.play(text, spent) {
            Ok(_) => {
                self.status.clear();
                self.changed();
            }
            Err(error) => self.say(&error.into()),
        }
    }

    /// A person's move.
    pub fn human_plays(&mut self, text: &str) {
        self.play(text, self.elapsed());
    }
}

/// The point nearest to the middle of the board.
fn middle(session: &Session) -> PointId {
    let layout = session.variant().layout();
    let far = |id: &PointId| {
        let point = &layout.points[usize::from(*id)];
        (point.x - layout.width / 2.0).powi(2) + (point.y - layout.height / 2.0).powi(2)
    };
    (0..layout.points.len() as PointId).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
}
