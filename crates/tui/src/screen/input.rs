//! What keys and clicks do.

use std::path::Path;

use plateau_core::layout::PointId;
use plateau_core::{Lang, Phrase, Player};
use plateau_games::AnyRecord;
use plateau_games::engines::level::LEVELS;
use plateau_play::PlayerSpec;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::app::{App, Hint, Wish};
use super::phrases;
use super::selection::{self as pick, Choice};
use super::text_field::Field;
use crate::{phrases as said, saved_games as files};

/// How a pass is written, where there is one.
const PASS: &str = "pass";

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
    Save(Field),
    /// The name of a file to load.
    Load(Field),
    /// Whether something is really to be done.
    Sure(Deed),
}

/// What is done only if it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Begin another game.
    New,
    /// Give up.
    Resign,
    /// Write over a file.
    Save(String),
    /// Go on with another game.
    Load(String),
    /// Leave.
    Quit,
}

impl App {
    /// Who may be chosen to play: people, levels, the best, and who plays now.
    pub fn offers(&self) -> Vec<PlayerSpec> {
        let names = LEVELS.map(|level| format!("level:{level}"));
        let names = std::iter::once("human".to_owned()).chain(names).chain(["best".to_owned()]);
        let mut offers: Vec<PlayerSpec> =
            names.filter_map(|name| PlayerSpec::parse_builtin(&name, self.seed).ok()).collect();
        for player in Player::BOTH {
            if !offers.contains(self.session.player(player)) {
                offers.push(self.session.player(player).clone());
            }
        }
        offers
    }

    fn choose(&mut self, point: PointId) {
        self.cursor = point;
        if let Some(refusal) = self.refusal() {
            return self.say(&refusal);
        }
        match pick::choose(&self.view(), self.picked, point) {
            Choice::Play(text) => self.human_plays(&text),
            Choice::Pick(point) => self.picked = Some(point),
            Choice::PutDown => self.picked = None,
            Choice::Nothing => {
                let points = self.picked.take().into_iter().chain([point]);
                let layout = self.session.variant().layout();
                let text: Vec<&str> =
                    points.map(|point| layout.points[usize::from(point)].name.as_str()).collect();
                let reason = self.why_not(&text.join("-"));
                self.say(&reason.unwrap_or_else(|| phrases::NO_MOVE.message()));
            }
        }
    }

    fn press_button(&mut self) {
        if let Some(refusal) = self.refusal() {
            return self.say(&refusal);
        }
        match pick::button(&self.view()).map(str::to_owned) {
            Some(text) => self.human_plays(&text),
            None => self.say(&self.why_not(PASS).unwrap_or_else(|| phrases::NO_PASS.message())),
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
        let ground = self.session.variant().layout().background;
        if let Some(point) = pick::point_at(ground, &self.places.points, place) {
            self.choose(point);
        }
    }

    /// A key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control_key(key.code);
        }
        match self.dialog.clone() {
            Dialog::None => self.game_key(key.code),
            Dialog::Rules => self.dialog = Dialog::None,
            Dialog::Opponents { row, chosen } => self.opponents_key(key.code, row, chosen),
            Dialog::Save(field) => {
                if let Some(name) = self.named(key.code, field, Dialog::Save) {
                    let (variant, record) = (self.session.variant().as_ref(), self.session.record());
                    let lost = files::would_lose(&self.registry, variant, Path::new(&name), record);
                    self.ask_or_do(lost, Deed::Save(name));
                }
            }
            Dialog::Load(field) => {
                if let Some(name) = self.named(key.code, field, Dialog::Load) {
                    self.ask_or_do(self.replaces_game(), Deed::Load(name));
                }
            }
            Dialog::Sure(deed) => {
                self.dialog = Dialog::None;
                let yes = if self.lang == Lang::Fr { &['o', 'y'][..] } else { &['y'] };
                if matches!(key.code, KeyCode::Char(c) if yes.contains(&c.to_ascii_lowercase())) {
                    self.act(deed);
                }
            }
        }
    }

    /// A key with Ctrl.
    fn control_key(&mut self, key: KeyCode) {
        match (key, &mut self.dialog) {
            (KeyCode::Char('c'), _) => self.wish = Wish::Interrupt,
            (KeyCode::Char('d'), _) => self.wish = Wish::Quit,
            (KeyCode::Char('z'), _) => self.wish = Wish::Suspend,
            (KeyCode::Char('u'), Dialog::Save(field) | Dialog::Load(field)) => field.cut(true),
            (KeyCode::Char('w'), Dialog::Save(field) | Dialog::Load(field)) => field.cut(false),
            _ => {}
        }
    }

    /// The name in a field once it is all there, which is offered the next time.
    fn named(&mut self, key: KeyCode, mut field: Field, dialog: fn(Field) -> Dialog) -> Option<String> {
        self.dialog = match key {
            KeyCode::Esc => Dialog::None,
            KeyCode::Enter => {
                self.file = Some(field.text.clone());
                return Some(field.text);
            }
            _ => {
                field.key(key);
                dialog(field)
            }
        };
        None
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
            KeyCode::Char('a') => self.show_values(),
            KeyCode::Char('u') => {
                let went = self.session.undo();
                self.stepped(went, &said::NOTHING_TO_UNDO);
            }
            KeyCode::Char('r') => {
                let went = self.session.redo();
                self.stepped(went, &said::NOTHING_TO_REDO);
            }
            KeyCode::Char('R') => match self.refusal() {
                Some(refusal) => self.say(&refusal),
                None => self.ask_or_do(true, Deed::Resign),
            },
            KeyCode::Char('n') => self.ask_or_do(self.replaces_game(), Deed::New),
            KeyCode::Char('o') => {
                let offers = self.offers();
                let seat = |player| offers.iter().position(|offer| offer == self.session.player(player));
                let chosen = Player::BOTH.map(|player| seat(player).unwrap_or(0));
                self.dialog = Dialog::Opponents { row: 1, chosen };
            }
            KeyCode::Char('s') => self.dialog = Dialog::Save(self.offered()),
            KeyCode::Char('l') => self.dialog = Dialog::Load(self.offered()),
            KeyCode::Char('?') => self.dialog = Dialog::Rules,
            KeyCode::Char('q') => {
                self.ask_or_do(self.keeper.would_lose(self.session.record()), Deed::Quit);
            }
            _ => {}
        }
    }

    /// Does something, once it is sure that it is meant.
    fn ask_or_do(&mut self, ask: bool, deed: Deed) {
        self.dialog = Dialog::None;
        if ask {
            self.dialog = Dialog::Sure(deed);
        } else {
            self.act(deed);
        }
    }

    fn act(&mut self, deed: Deed) {
        match deed {
            Deed::New => self.open(self.session.record().at_ply(0)),
            Deed::Resign => {
                if self.session.resign(self.elapsed()) {
                    self.went();
                }
            }
            Deed::Save(name) => self.save_to(&name),
            Deed::Load(name) => {
                match files::load(&self.registry, self.session.variant().as_ref(), Path::new(&name)) {
                    Ok(record) => self.open(record),
                    Err(reason) => self.say(&reason),
                }
            }
            Deed::Quit => self.wish = Wish::Quit,
        }
    }

    /// Whether another game would make moves of this one gone: those that are in
    /// no file, and those of a file that the other game will be kept in.
    fn replaces_game(&self) -> bool {
        let record = self.session.record();
        self.keeper.would_lose(record) || (record.ply() > 0 && self.keeper.path().is_some())
    }

    /// Goes on with another game, which is kept from its next move on.
    fn open(&mut self, record: Box<dyn AnyRecord>) {
        self.session.set_record(record);
        self.keeper.mark(self.session.record());
        self.went();
    }

    /// The game is elsewhere than before.
    fn went(&mut self) {
        self.status.clear();
        self.changed();
    }

    /// Somebody went back or forward, or could not. Engines that play each other wait
    /// while their earlier moves are looked at.
    fn stepped(&mut self, went: bool, nothing: &'static Phrase) {
        if went {
            self.went();
        }
        if !self.session.has_human() && self.session.can_redo() {
            self.say(&phrases::HELD.message());
        } else if !went {
            self.say(&if self.session.has_human() { nothing.message() } else { phrases::NO_STEP.message() });
        }
    }

    fn hint(&mut self) {
        if let Some(refusal) = self.refusal() {
            return self.say(&refusal);
        }
        self.hint = Hint::Wanted;
        if self.values.is_some() {
            return self.tell_hint();
        }
        self.say(&phrases::SEARCHING.message());
        // Values that are shown are looked for already.
        if !self.overlay {
            self.judge();
        }
    }

    /// Shows what every move is worth, or hides it.
    fn show_values(&mut self) {
        if self.overlay {
            self.overlay = false;
            // A hint that is still looked for needs less.
            if self.hint == Hint::Wanted { self.judge() } else { self.rest_judge() }
        } else if self.session.finish().is_some() {
            if let Some(refusal) = self.refusal() {
                self.say(&refusal);
            }
        } else {
            self.overlay = true;
            self.judge();
        }
    }

    /// The name of a file that is offered: the one used last, or that of this game.
    fn offered(&self) -> Field {
        let kept = || self.keeper.path().map(|path| path.display().to_string());
        let name = self.file.clone().or_else(kept);
        Field::offer(name.unwrap_or_else(|| phrases::FILE.template(self.lang).to_owned()))
    }

    fn save_to(&mut self, name: &str) {
        match files::save(Path::new(name), self.session.record()) {
            Ok(()) => {
                self.keeper.mark(self.session.record());
                self.say(&said::SAVED.message().with("file", name));
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
                self.session.set_players(chosen.map(|choice| offers[choice].clone()));
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
