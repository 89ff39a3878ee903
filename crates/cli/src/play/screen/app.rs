//! What the full screen knows and does, without the terminal: keys and clicks
//! come in, a game changes.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plateau_core::layout::PointId;
use plateau_core::{Lang, Message, Player, View};
use plateau_games::Registry;
use plateau_search::level::LEVELS;
use plateau_search::spec::Spec;
use plateau_search::{Analysis, Budget, Settings};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use super::phrases;
use super::pick::{self, Choice};
use super::worker::{Gone, Worker};
use crate::judgement;
use crate::play::seat::Seat;
use crate::play::session::Session;
use crate::play::thinking::Thinking;
use crate::play::{files, phrases as said};

/// How long the values of all moves are looked at.
const ANALYSIS: Duration = Duration::from_secs(10);

/// A file name that is offered.
const FILE: &str = "game.txt";

/// What covers the board, or asks for words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Nothing does.
    None,
    /// The rules.
    Rules,
    /// Who plays: the row chosen, and what each side chose of [`App::offers`].
    Opponents { row: usize, chosen: [usize; 2] },
    /// The name of a file to save to.
    Save(String),
    /// The name of a file to load.
    Load(String),
}

/// What the judge is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Hint,
    Values,
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
    /// The values of the moves, and whether they are wanted.
    pub values: Option<Analysis<String>>,
    /// Whether the values are wanted.
    pub overlay: bool,
    /// Whether the game is to be left.
    pub quit: bool,
    /// Where things were drawn.
    pub places: Places,
    registry: Registry,
    thinking: Thinking,
    seed: u64,
    save: Option<PathBuf>,
    engines: [Option<Worker>; 2],
    judge: Option<(Worker, Question)>,
    begin: Instant,
}

impl App {
    /// A screen for a game.
    pub fn new(
        session: Session,
        registry: Registry,
        thinking: Thinking,
        seed: u64,
        save: Option<PathBuf>,
        lang: Lang,
    ) -> Result<Self, Message> {
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
            quit: false,
            places: Places::default(),
            registry,
            thinking,
            seed,
            save,
            engines: [None, None],
            judge: None,
            begin: Instant::now(),
        };
        app.cursor = middle(&app.session);
        app.seat_engines()?;
        app.changed();
        Ok(app)
    }

    fn seat_engines(&mut self) -> Result<(), Message> {
        for player in Player::BOTH {
            let engine = self.session.seat(player).engine(self.session.variant().as_ref())?;
            self.engines[player.index()] = engine.map(Worker::new);
        }
        Ok(())
    }

    /// How long the side to move has thought.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// What the board shows.
    pub fn view(&self) -> View {
        self.session.record().view()
    }

    /// The rules of the game in a few sentences.
    pub fn rules(&self) -> String {
        let game = self.registry.game_of(self.session.variant().name());
        game.map_or_else(String::new, |game| game.rules.template(self.lang).to_owned())
    }

    /// What people call the game.
    pub fn title(&self) -> String {
        crate::sides::title(&self.registry, self.session.variant().as_ref(), self.lang)
    }

    /// Who may be chosen to play: people, levels, the best, and who plays now.
    pub fn offers(&self) -> Vec<Seat> {
        let names = LEVELS.map(|level| format!("level:{level}"));
        let names = std::iter::once("human".to_owned()).chain(names).chain(["best".to_owned()]);
        let mut offers: Vec<Seat> = names.filter_map(|name| Seat::parse(&name, self.seed).ok()).collect();
        for player in Player::BOTH {
            if !offers.contains(self.session.seat(player)) {
                offers.push(self.session.seat(player).clone());
            }
        }
        offers
    }

    /// The position is another: what was thought of the one before is void.
    fn changed(&mut self) {
        self.engines.iter_mut().flatten().for_each(Worker::cancel);
        if let Some((judge, _)) = &mut self.judge {
            judge.cancel();
        }
        (self.thought, self.values, self.picked) = (None, None, None);
        self.begin = Instant::now();
        if let Some(Err(reason)) = self.save.as_ref().map(|path| files::save(path, self.session.record())) {
            self.status = reason.render(self.lang);
        }
        if self.overlay {
            self.judge(Question::Values);
        }
    }

    fn judge(&mut self, question: Question) {
        if self.session.finish().is_some() {
            return;
        }
        if self.judge.is_none() {
            let best = Spec::parse("best");
            let engine = best.and_then(|best| self.session.variant().engine(&best, Settings::default()));
            self.judge = engine.ok().map(|engine| (Worker::new(engine), question));
        }
        let mut limits = self.thinking.hint();
        if question == Question::Values {
            limits.every_move = true;
            limits.time = Some(Budget::fixed(ANALYSIS));
        }
        if let Some((judge, asked)) = &mut self.judge {
            *asked = question;
            judge.ask(self.session.record(), limits);
        }
    }

    /// Lets time pass: engines begin, think and move, clocks run out.
    pub fn tick(&mut self) -> Result<(), Gone> {
        if self.session.finish().is_none() && self.session.overstepped(self.begin.elapsed()) {
            self.changed();
        }
        self.hear_judge()?;
        let Seat::Engine(spec) = self.session.mover().clone() else { return Ok(()) };
        if self.session.finish().is_some() {
            return Ok(());
        }
        let limits = self.thinking.limits(&spec, self.session.clock());
        let turn = self.session.record().turn();
        let Some(engine) = &mut self.engines[turn.index()] else { return Ok(()) };
        match engine.listen()? {
            Some(report) if report.done => {
                let spent = self.begin.elapsed();
                let best = report.analysis.moves.first().map_or("", |best| &best.mv);
                let player = self.session.variant().layout().player(turn);
                let message = said::ENGINE_PLAYS.say().with("player", player).with("move", best);
                let message = message.with("nodes", report.analysis.nodes);
                let message = message.with("seconds", format!("{:.3}", spent.as_secs_f64()));
                self.play(best, spent);
                self.status = message.render(self.lang);
            }
            Some(report) => self.thought = Some(report.analysis),
            None if !engine.is_busy() => engine.ask(self.session.record(), limits),
            None => {}
        }
        Ok(())
    }

    fn hear_judge(&mut self) -> Result<(), Gone> {
        let Some((judge, question)) = &mut self.judge else { return Ok(()) };
        let Some(report) = judge.listen()? else { return Ok(()) };
        match question {
            Question::Values => self.values = Some(report.analysis),
            Question::Hint if report.done => self.tell_hint(&report.analysis),
            Question::Hint => {}
        }
        Ok(())
    }

    /// Says the best move, and puts the cursor where it goes.
    fn tell_hint(&mut self, analysis: &Analysis<String>) {
        let Some(best) = analysis.moves.first() else { return };
        let value = judgement::value(self.session.record(), &best.value, self.lang);
        self.say(&said::HINT.say().with("move", best.mv.as_str()).with("value", value));
        let view = self.view();
        let mv = view.moves.iter().find(|mv| mv.text == best.mv);
        if let Some(&point) = mv.and_then(|mv| mv.path.points.last()) {
            self.cursor = point;
        }
    }

    fn say(&mut self, message: &Message) {
        self.status = message.render(self.lang);
    }

    fn play(&mut self, text: &str, spent: Duration) {
        match self.session.play(text, spent) {
            Ok(_) => {
                self.status.clear();
                self.changed();
            }
            Err(reason) => self.say(&reason),
        }
    }

    /// A person's move.
    fn human_plays(&mut self, text: &str) {
        if self.session.mover().is_human() {
            self.play(text, self.begin.elapsed());
        } else {
            self.say(&phrases::NOT_YOURS.say());
        }
    }

    fn choose(&mut self, point: PointId) {
        self.cursor = point;
        match pick::choose(&self.view(), self.picked, point) {
            Choice::Play(text) => self.human_plays(&text),
            Choice::Pick(point) => self.picked = Some(point),
            Choice::Nothing => {
                self.picked = None;
                self.say(&phrases::NO_MOVE.say());
            }
        }
    }

    fn press_button(&mut self) {
        match pick::button(&self.view()).map(str::to_owned) {
            Some(text) => self.human_plays(&text),
            None => self.say(&phrases::NO_MOVE.say()),
        }
    }

    /// A click at a place of the window.
    pub fn click(&mut self, at: Position) {
        if self.dialog != Dialog::None {
            self.dialog = Dialog::None;
            return;
        }
        if self.places.button.is_some_and(|button| button.contains(at)) {
            return self.press_button();
        }
        let place = (
            i32::from(at.x) - i32::from(self.places.board.x),
            i32::from(at.y) - i32::from(self.places.board.y),
        );
        if let Some(point) = pick::point_at(&self.places.points, place) {
            self.choose(point);
        }
    }

    /// A key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.quit |= matches!(key.code, KeyCode::Char('c' | 'd'));
            return;
        }
        match self.dialog.clone() {
            Dialog::None => self.game_key(key.code),
            Dialog::Rules => self.dialog = Dialog::None,
            Dialog::Opponents { row, chosen } => self.opponents_key(key.code, row, chosen),
            Dialog::Save(name) => {
                self.dialog = edited(key.code, name, Dialog::Save, |name| self.save_to(name));
            }
            Dialog::Load(name) => self.dialog = edited(key.code, name, Dialog::Load, |name| self.load(name)),
        }
    }

    fn game_key(&mut self, key: KeyCode) {
        let layout = self.session.variant().layout();
        let arrow = match key {
            KeyCode::Left => Some((-1.0, 0.0)),
            KeyCode::Right => Some((1.0, 0.0)),
            KeyCode::Up => Some((0.0, -1.0)),
            KeyCode::Down => Some((0.0, 1.0)),
            _ => None,
        };
        if let Some(arrow) = arrow {
            self.cursor = pick::step(layout, self.cursor, arrow);
            return;
        }
        match key {
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Esc => self.picked = None,
            KeyCode::Char('p') => self.press_button(),
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('a') => {
                self.overlay = !self.overlay;
                self.values = None;
                if self.overlay {
                    self.judge(Question::Values);
                }
            }
            KeyCode::Char('u') if self.session.undo() => self.went(),
            KeyCode::Char('u') => self.say(&said::NOTHING_TO_UNDO.say()),
            KeyCode::Char('r') if self.session.redo() => self.went(),
            KeyCode::Char('r') => self.say(&said::NOTHING_TO_REDO.say()),
            KeyCode::Char('R') if self.session.mover().is_human() && self.session.resign() => self.went(),
            KeyCode::Char('n') => {
                self.session.open(self.session.record().at_ply(0));
                self.went();
            }
            KeyCode::Char('o') => {
                let offers = self.offers();
                let seat = |player| offers.iter().position(|offer| offer == self.session.seat(player));
                let chosen = Player::BOTH.map(|player| seat(player).unwrap_or(0));
                self.dialog = Dialog::Opponents { row: 1, chosen };
            }
            KeyCode::Char('s') => self.dialog = Dialog::Save(self.file()),
            KeyCode::Char('l') => self.dialog = Dialog::Load(self.file()),
            KeyCode::Char('?') => self.dialog = Dialog::Rules,
            KeyCode::Char('q') => self.quit = true,
            _ => {}
        }
    }

    /// The game is elsewhere than before.
    fn went(&mut self) {
        self.status.clear();
        self.changed();
    }

    fn hint(&mut self) {
        match self.values.clone() {
            Some(values) if self.overlay => self.tell_hint(&values),
            _ if self.session.finish().is_none() => {
                self.overlay = false;
                self.say(&phrases::SEARCHING.say());
                self.judge(Question::Hint);
            }
            _ => {}
        }
    }

    fn file(&self) -> String {
        self.save.as_ref().map_or_else(|| FILE.to_owned(), |path| path.display().to_string())
    }

    fn save_to(&mut self, name: &str) {
        match files::save(Path::new(name), self.session.record()) {
            Ok(()) => self.say(&said::SAVED.say().with("file", name)),
            Err(reason) => self.say(&reason),
        }
    }

    fn load(&mut self, name: &str) {
        match files::load(&self.registry, self.session.variant().as_ref(), Path::new(name)) {
            Ok(record) => {
                self.session.open(record);
                self.went();
            }
            Err(reason) => self.say(&reason),
        }
    }

    fn opponents_key(&mut self, key: KeyCode, row: usize, mut chosen: [usize; 2]) {
        let offers = self.offers();
        let count = offers.len();
        let row = match key {
            KeyCode::Up => 0,
            KeyCode::Down => 1,
            _ => row,
        };
        match key {
            KeyCode::Left => chosen[row] = (chosen[row] + count - 1) % count,
            KeyCode::Right => chosen[row] = (chosen[row] + 1) % count,
            KeyCode::Esc => {
                self.dialog = Dialog::None;
                return;
            }
            KeyCode::Enter => {
                self.dialog = Dialog::None;
                self.session.seat_players(chosen.map(|choice| offers[choice].clone()));
                self.status.clear();
                if let Err(reason) = self.seat_engines() {
                    self.say(&reason);
                }
                self.changed();
                return;
            }
            _ => {}
        }
        self.dialog = Dialog::Opponents { row, chosen };
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

/// A name after a key, and what is done with it at the end.
fn edited(
    key: KeyCode,
    mut name: String,
    dialog: impl Fn(String) -> Dialog,
    done: impl FnOnce(&str),
) -> Dialog {
    match key {
        KeyCode::Esc => return Dialog::None,
        KeyCode::Enter => {
            done(&name);
            return Dialog::None;
        }
        KeyCode::Backspace => {
            name.pop();
        }
        KeyCode::Char(c) => name.push(c),
        _ => {}
    }
    dialog(name)
}
