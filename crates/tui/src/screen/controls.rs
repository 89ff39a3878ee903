//! Keys and clicks.

use std::path::Path;

use plateau_core::layout::PointId;
use plateau_core::{Lang, Message, Phrase, Player};
use plateau_games::engines::level::LEVELS;
use plateau_play::PlayerSpec;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::app::{App, ExitRequest, Hint};
use super::game_menu::GameMenu;
use super::selection::{self, Choice};
use super::text_field::TextField;
use super::{phrases, selection::point_at};
use crate::move_message::PASS;
use crate::{phrases as game_phrases, saved_games};

/// A dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// No dialog is open.
    None,
    /// The rules.
    Rules,
    /// The players: the highlighted row, and for each side an index of
    /// [`App::player_choices`].
    Opponents { row: usize, chosen: [usize; 2] },
    /// The menu of games.
    Games(GameMenu),
    /// A move.
    Move(TextField),
    /// The name of the file to save to.
    Save(TextField),
    /// The name of the file to load.
    Load(TextField),
    /// The confirmation of an action.
    Confirm(Action),
}

/// An action that may need a confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Start a new game.
    New,
    /// Start a game of this variant.
    Start(String),
    /// Resign.
    Resign,
    /// Overwrite a file.
    Save(String),
    /// Load a game.
    Load(String),
    /// Quit.
    Quit,
}

impl App {
    /// Returns the players to choose from: human, all levels, the best engine, and the
    /// current players.
    pub fn player_choices(&self) -> Vec<PlayerSpec> {
        let levels = LEVELS.map(|level| format!("level:{level}"));
        let specs = std::iter::once("human".to_owned()).chain(levels).chain(["best".to_owned()]);
        let mut choices: Vec<PlayerSpec> =
            specs.filter_map(|spec| PlayerSpec::parse_builtin(&spec, self.seed).ok()).collect();
        for player in Player::BOTH {
            if !choices.contains(self.session.player(player)) {
                choices.push(self.session.player(player).clone());
            }
        }
        choices
    }

    fn choose_point(&mut self, point: PointId) {
        self.cursor.point = point;
        if let Some(refusal) = self.turn_refusal() {
            return self.show_status(&refusal);
        }
        match selection::choose(&self.view(), self.cursor.selected, point) {
            Choice::Play(text) => {
                self.play_human_move(&text);
            }
            Choice::Select(point) => self.cursor.selected = Some(point),
            Choice::Deselect => self.cursor.selected = None,
            Choice::Illegal => {
                let points = self.cursor.selected.take().into_iter().chain([point]);
                let layout = self.session.variant().layout();
                let text: Vec<&str> =
                    points.map(|point| layout.points[usize::from(point)].name.as_str()).collect();
                let reason = self.move_refusal(&text.join("-"));
                self.show_status(&reason.unwrap_or_else(|| phrases::NO_MOVE.message()));
            }
        }
    }

    fn pass(&mut self) {
        if let Some(refusal) = self.turn_refusal() {
            return self.show_status(&refusal);
        }
        match selection::button(&self.view()).map(str::to_owned) {
            Some(text) => {
                self.play_human_move(&text);
            }
            None => self.show_status(&self.move_refusal(PASS).unwrap_or_else(|| phrases::NO_PASS.message())),
        }
    }

    /// Handles a click.
    pub fn click(&mut self, at: Position) {
        let is_typing = matches!(self.dialog, Dialog::Move(_));
        if std::mem::replace(&mut self.dialog, Dialog::None) != Dialog::None && !is_typing {
            return;
        }
        if let Some((button, key)) = self.drawn.targets.button
            && button.contains(at)
        {
            return self.game_key(KeyCode::Char(key));
        }
        let Some(cell) = self.drawn.targets.cell else { return };
        let corner = self.drawn.targets.board;
        let offset = (i32::from(at.x) - i32::from(corner.x), i32::from(at.y) - i32::from(corner.y));
        let background = self.session.variant().layout().background;
        if let Some(point) = point_at(background, cell, &self.drawn.targets.points, offset) {
            self.choose_point(point);
        }
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control_key(key.code);
        }
        match self.dialog.clone() {
            Dialog::None => self.game_key(key.code),
            Dialog::Rules => self.dialog = Dialog::None,
            Dialog::Opponents { row, chosen } => self.opponents_key(key.code, row, chosen),
            Dialog::Games(menu) => self.menu_key(key.code, menu),
            Dialog::Move(field) => self.move_key(key.code, field),
            Dialog::Save(field) => {
                if let Some(name) = self.file_name_key(key.code, field, Dialog::Save) {
                    let (variant, record) = (self.session.variant().as_ref(), self.session.record());
                    let path = Path::new(&name);
                    let overwrites = saved_games::would_overwrite(&self.registry, variant, path, record);
                    self.confirm_or_act(overwrites, Action::Save(name));
                }
            }
            Dialog::Load(field) => {
                if let Some(name) = self.file_name_key(key.code, field, Dialog::Load) {
                    // Nobody should agree to lose moves for a file that cannot be loaded.
                    match saved_games::load_any(&self.registry, Path::new(&name)) {
                        Ok(_) => self.confirm_or_act(self.would_discard_moves(), Action::Load(name)),
                        Err(reason) => {
                            self.dialog = Dialog::None;
                            self.show_status(&reason);
                        }
                    }
                }
            }
            Dialog::Confirm(action) => {
                self.dialog = Dialog::None;
                let yes = if self.lang == Lang::Fr { &['o', 'y'][..] } else { &['y'] };
                if matches!(key.code, KeyCode::Char(c) if yes.contains(&c.to_ascii_lowercase())) {
                    self.act(action);
                }
            }
        }
    }

    fn control_key(&mut self, key: KeyCode) {
        let field = match &mut self.dialog {
            Dialog::Save(field) | Dialog::Load(field) | Dialog::Move(field) => Some(field),
            _ => None,
        };
        match (key, field) {
            (KeyCode::Char('c'), _) => self.exit_request = Some(ExitRequest::Interrupt),
            (KeyCode::Char('d'), _) => self.exit_request = Some(ExitRequest::Quit),
            (KeyCode::Char('z'), _) => self.exit_request = Some(ExitRequest::Suspend),
            (KeyCode::Char('u'), Some(field)) => field.clear(),
            (KeyCode::Char('w'), Some(field)) => field.delete_word(),
            _ => {}
        }
    }

    /// Edits a file name. Returns it on Enter, and suggests it the next time.
    fn file_name_key(
        &mut self,
        key: KeyCode,
        mut field: TextField,
        dialog: fn(TextField) -> Dialog,
    ) -> Option<String> {
        self.dialog = match key {
            KeyCode::Esc => Dialog::None,
            KeyCode::Enter => {
                self.last_file = Some(field.text.clone());
                return Some(field.text);
            }
            _ => {
                field.key(key);
                dialog(field)
            }
        };
        None
    }

    /// Handles a key while no dialog is open.
    pub fn game_key(&mut self, key: KeyCode) {
        let letter_before = self.last_letter.take();
        let layout = self.session.variant().layout();
        let direction = match key {
            KeyCode::Left => Some((-1.0, 0.0)),
            KeyCode::Right => Some((1.0, 0.0)),
            KeyCode::Up => Some((0.0, -1.0)),
            KeyCode::Down => Some((0.0, 1.0)),
            _ => None,
        };
        if let Some(direction) = direction {
            self.cursor.point = selection::move_cursor(layout, self.cursor.point, direction);
            return;
        }
        match key {
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_point(self.cursor.point),
            KeyCode::Esc => self.cursor.selected = None,
            KeyCode::Char('p') => self.pass(),
            KeyCode::Char('h') => {
                self.request_hint();
                self.note_letter('h');
            }
            KeyCode::Char('a') => {
                self.toggle_values();
                self.note_letter('a');
            }
            KeyCode::Char('m') => self.open_move_field(""),
            KeyCode::Char('!') => self.move_now(),
            KeyCode::Char('G') => self.open_game_menu(),
            KeyCode::Char('u') => {
                let has_moved = self.session.undo();
                self.stepped(has_moved, &game_phrases::NOTHING_TO_UNDO);
            }
            KeyCode::Char('r') => {
                let has_moved = self.session.redo();
                self.stepped(has_moved, &game_phrases::NOTHING_TO_REDO);
            }
            KeyCode::Char('R') => match self.turn_refusal() {
                Some(refusal) => self.show_status(&refusal),
                None => self.confirm_or_act(true, Action::Resign),
            },
            KeyCode::Char('n') => self.confirm_or_act(self.would_discard_moves(), Action::New),
            KeyCode::Char('o') => {
                let choices = self.player_choices();
                let index = |side| choices.iter().position(|choice| choice == self.session.player(side));
                let chosen = Player::BOTH.map(|side| index(side).unwrap_or(0));
                self.dialog = Dialog::Opponents { row: 1, chosen };
            }
            KeyCode::Char('s') => self.dialog = Dialog::Save(self.file_name_field()),
            KeyCode::Char('l') => self.dialog = Dialog::Load(self.file_name_field()),
            KeyCode::Char('?') => self.dialog = Dialog::Rules,
            KeyCode::Char('q') => {
                self.confirm_or_act(
                    self.services.autosave.has_unsaved_moves(self.session.record()),
                    Action::Quit,
                );
            }
            KeyCode::Char(c) => self.start_typing(c, letter_before),
            _ => {}
        }
    }

    /// Performs an action, after a confirmation if it needs one.
    pub fn confirm_or_act(&mut self, confirm: bool, action: Action) {
        self.dialog = Dialog::None;
        if confirm {
            self.dialog = Dialog::Confirm(action);
        } else {
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::New => self.start_again(),
            Action::Start(name) => {
                let variant = self.registry.variant(&name).map_err(Message::from);
                if let Err(reason) = variant.and_then(|variant| self.set_game(variant.start())) {
                    self.show_status(&reason);
                }
            }
            Action::Resign => {
                if self.session.resign(self.elapsed()) {
                    self.position_changed();
                }
            }
            Action::Save(name) => self.save_to(&name),
            Action::Load(name) => {
                let record = saved_games::load_any(&self.registry, Path::new(&name));
                if let Err(reason) = record.and_then(|record| self.set_game(record)) {
                    self.show_status(&reason);
                }
            }
            Action::Quit => self.exit_request = Some(ExitRequest::Quit),
        }
    }

    /// Starts a new game from where this one started, or from the beginning if nothing can be
    /// played there.
    fn start_again(&mut self) {
        let mut record = self.session.record().at_ply(0);
        record.reopen();
        if record.finish().is_some() {
            record = self.session.variant().start();
        }
        if let Err(reason) = self.set_game(record) {
            self.show_status(&reason);
        }
    }

    /// Returns whether another game would discard moves of this one: unsaved moves, or
    /// those in the file that the other game would be saved to.
    pub fn would_discard_moves(&self) -> bool {
        let record = self.session.record();
        self.services.autosave.has_unsaved_moves(record)
            || (record.ply() > 0 && self.services.autosave.path().is_some())
    }

    fn position_changed(&mut self) {
        self.status.clear();
        self.game_changed();
    }

    /// Handles an undo or redo. Two engines stay paused while earlier moves are shown.
    fn stepped(&mut self, has_moved: bool, nothing_to_do: &'static Phrase) {
        if has_moved {
            self.position_changed();
        }
        if !self.session.has_human() && self.session.can_redo() {
            self.show_status(&phrases::PAUSED.message());
        } else if !has_moved {
            let phrase = if self.session.has_human() { nothing_to_do } else { &phrases::NO_STEP };
            self.show_status(&phrase.message());
        }
    }

    fn request_hint(&mut self) {
        if let Some(refusal) = self.turn_refusal() {
            return self.show_status(&refusal);
        }
        self.advice.hint = Hint::Requested;
        if self.advice.values.is_some() {
            return self.update_hint();
        }
        self.show_status(&phrases::SEARCHING.message());
        // The search for shown values is running already.
        if !self.advice.is_shown {
            self.start_analysis();
        }
    }

    /// Shows or hides the values.
    pub fn toggle_values(&mut self) {
        if self.advice.is_shown {
            self.advice.is_shown = false;
            // A requested hint continues with a shorter search.
            if self.advice.hint == Hint::Requested { self.start_analysis() } else { self.cancel_analysis() }
        } else if self.session.finish().is_some() {
            if let Some(refusal) = self.turn_refusal() {
                self.show_status(&refusal);
            }
        } else {
            self.advice.is_shown = true;
            self.start_analysis();
        }
    }

    /// Creates a field that suggests the last file name, or the file of this game.
    fn file_name_field(&self) -> TextField {
        let own = || self.services.autosave.path().map(|path| path.display().to_string());
        let name = self.last_file.clone().or_else(own);
        TextField::with_suggestion(name.unwrap_or_else(|| phrases::FILE_NAME.template(self.lang).to_owned()))
    }

    fn save_to(&mut self, name: &str) {
        match saved_games::save(Path::new(name), self.session.record()) {
            Ok(()) => {
                self.services.autosave.mark_saved(self.session.record());
                self.show_status(&game_phrases::SAVED.message().with("file", name));
            }
            Err(error) => self.show_status(error.message()),
        }
    }

    fn opponents_key(&mut self, key: KeyCode, row: usize, mut chosen: [usize; 2]) {
        let choices = self.player_choices();
        let count = choices.len();
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
                self.status.clear();
                match self.set_players(chosen.map(|choice| choices[choice].clone())) {
                    Ok(()) => self.game_changed(),
                    Err(reason) => self.show_status(&reason),
                }
                return;
            }
            _ => {}
        }
        self.dialog = Dialog::Opponents { row, chosen };
    }
}
