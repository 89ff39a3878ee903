//! What keys and clicks do.

use std::path::Path;

use plateau_core::layout::PointId;
use plateau_core::{Lang, Player};
use plateau_games::AnyRecord;
use plateau_play::Seat;
use plateau_search::level::LEVELS;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::app::{App, Question};
use super::phrases;
use super::pick::{self, Choice};
use crate::play::{files, phrases as said};

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
        let ground = self.session.variant().layout().ground;
        if let Some(point) = pick::point_at(ground, &self.places.points, place) {
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
            Dialog::Save(name) => match edited(key.code, name, Dialog::Save) {
                Ok(dialog) => self.dialog = dialog,
                Err(name) => {
                    let (variant, record) = (self.session.variant().as_ref(), self.session.record());
                    let lost = files::would_lose(&self.registry, variant, Path::new(&name), record);
                    self.ask_or_do(lost, Deed::Save(name));
                }
            },
            Dialog::Load(name) => match edited(key.code, name, Dialog::Load) {
                Ok(dialog) => self.dialog = dialog,
                Err(name) => self.ask_or_do(self.replaces_game(), Deed::Load(name)),
            },
            Dialog::Sure(deed) => {
                self.dialog = Dialog::None;
                let yes = if self.lang == Lang::Fr { &['o', 'y'][..] } else { &['y'] };
                if matches!(key.code, KeyCode::Char(c) if yes.contains(&c.to_ascii_lowercase())) {
                    self.act(deed);
                }
            }
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
            KeyCode::Char('R') if self.session.mover().is_human() && self.session.finish().is_none() => {
                self.ask_or_do(true, Deed::Resign);
            }
            KeyCode::Char('n') => self.ask_or_do(self.replaces_game(), Deed::New),
            KeyCode::Char('o') => {
                let offers = self.offers();
                let seat = |player| offers.iter().position(|offer| offer == self.session.seat(player));
                let chosen = Player::BOTH.map(|player| seat(player).unwrap_or(0));
                self.dialog = Dialog::Opponents { row: 1, chosen };
            }
            KeyCode::Char('s') => self.dialog = Dialog::Save(self.file()),
            KeyCode::Char('l') => self.dialog = Dialog::Load(self.file()),
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
                if self.session.resign() {
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
            Deed::Quit => self.quit = true,
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
        self.session.open(record);
        self.keeper.mark(self.session.record());
        self.went();
    }

    /// The game is elsewhere than before.
    fn went(&mut self) {
        self.status.clear();
        self.changed();
    }

    fn hint(&mut self) {
        match self.values.clone() {
            Some(values) if self.overlay => self.tell_hint(&values),
            _ if self.session.finish().is_some() => {}
            // The values will tell.
            _ if self.overlay => {
                self.wants_hint = true;
                self.say(&phrases::SEARCHING.say());
            }
            _ => {
                self.say(&phrases::SEARCHING.say());
                self.judge(Question::Hint);
            }
        }
    }

    fn file(&self) -> String {
        self.keeper.path().map_or_else(|| FILE.to_owned(), |path| path.display().to_string())
    }

    fn save_to(&mut self, name: &str) {
        match files::save(Path::new(name), self.session.record()) {
            Ok(()) => {
                self.keeper.mark(self.session.record());
                self.say(&said::SAVED.say().with("file", name));
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

/// A name after a key, or at its end.
fn edited(key: KeyCode, mut name: String, dialog: impl Fn(String) -> Dialog) -> Result<Dialog, String> {
    match key {
        KeyCode::Esc => return Ok(Dialog::None),
        KeyCode::Enter => return Err(name),
        KeyCode::Backspace => {
            name.pop();
        }
        KeyCode::Char(c) => name.push(c),
        _ => {}
    }
    Ok(dialog(name))
}
