//! What keys and clicks do.

use std::path::Path;

use plateau_core::Player;
use plateau_core::layout::PointId;
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
