//! Typed moves. Digits, and letters that are not commands, open the field; `m` opens it for
//! any move.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::KeyCode;

use super::app::{App, Hint};
use super::controls::Dialog;
use super::text_field::TextField;

/// How soon a digit follows the letter of a typed move such as `a4`.
const TYPING_PAUSE: Duration = Duration::from_secs(1);

impl App {
    /// Opens the field for a move, unless no human can move now.
    pub fn open_move_field(&mut self, text: &str) {
        match self.turn_refusal() {
            Some(refusal) => self.show_status(&refusal),
            None => self.dialog = Dialog::Move(TextField::new(text)),
        }
    }

    /// Remembers a command letter: with a digit right after it, it was meant as a move.
    pub fn note_letter(&mut self, letter: char) {
        self.last_letter = Some((letter, Instant::now()));
    }

    /// Opens the field with a character that is not a command, if moves contain it.
    pub fn start_typing(&mut self, c: char, letter_before: Option<(char, Instant)>) {
        if !c.is_ascii_digit() {
            if self.starts_a_move(c) {
                self.open_move_field(&c.to_string());
            }
            return;
        }
        let typed = letter_before
            .filter(|(letter, at)| at.elapsed() < TYPING_PAUSE && self.labels_a_column(*letter))
            .map(|(letter, _)| (letter, format!("{letter}{c}")))
            .filter(|(_, typed)| self.is_readable(typed));
        match typed {
            Some((letter, typed)) => {
                self.take_back(letter);
                self.open_move_field(&typed);
            }
            None => self.open_move_field(&c.to_string()),
        }
    }

    /// Whether moves may start with this letter, as in `f5`.
    fn starts_a_move(&self, letter: char) -> bool {
        (1..=9).any(|digit| self.is_readable(&format!("{letter}{digit}")))
    }

    /// Whether a text is a move of this game, legal or not.
    fn is_readable(&self, text: &str) -> bool {
        let error = self.session.record().boxed_clone().play(text).err();
        error.is_none_or(|error| error.found.is_none())
    }

    fn labels_a_column(&self, letter: char) -> bool {
        self.session.variant().layout().labels.iter().any(|label| label.text == letter.to_string())
    }

    /// Takes back what a command letter did.
    fn take_back(&mut self, letter: char) {
        if letter == 'a' {
            return self.toggle_values();
        }
        self.advice.hint = Hint::None;
        self.status.clear();
        if !self.advice.is_shown {
            self.cancel_analysis();
        }
    }

    /// Handles a key in the field. A refused move stays there, to be corrected or replaced.
    pub fn move_key(&mut self, key: KeyCode, mut field: TextField) {
        self.dialog = Dialog::None;
        match key {
            KeyCode::Esc => {}
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => self.game_key(key),
            KeyCode::Backspace if field.text.is_empty() => {}
            KeyCode::Enter if field.text.trim().is_empty() => {}
            KeyCode::Enter => {
                let error = self.session.record().boxed_clone().play(&field.text).err();
                let reason = self.turn_refusal().or_else(|| error.map(|error| error.message_to_mover()));
                match reason {
                    Some(reason) => {
                        self.show_status(&reason);
                        self.dialog = Dialog::Move(TextField::with_suggestion(field.text));
                    }
                    None => {
                        self.play_human_move(&field.text);
                    }
                }
            }
            _ => {
                field.key(key);
                self.dialog = Dialog::Move(field);
            }
        }
    }
}
