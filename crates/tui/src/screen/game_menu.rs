//! The menu of games and their variants, from the registry.

use plateau_console::names;
use plateau_core::{Lang, Message};
use plateau_games::{Game, Registry};
use ratatui::crossterm::event::KeyCode;

use super::app::App;
use super::controls::{Action, Dialog};
use super::phrases;

/// The menu: a row for each game, with one of its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMenu {
    rows: Vec<Row>,
    selected: usize,
    /// Why the chosen variant does not exist.
    error: Option<Message>,
}

/// A game: its variants, each as the options after the colon, and the one chosen. Typed
/// options count instead while there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    id: &'static str,
    variants: Vec<String>,
    chosen: usize,
    typed: String,
}

impl Row {
    fn new(game: &Game, current: &str) -> Self {
        let presets = game.presets.iter().map(|&preset| preset.to_owned());
        let mut variants: Vec<String> = std::iter::once(String::new()).chain(presets).collect();
        let mut chosen = 0;
        if let Some(rest) =
            current.strip_prefix(game.id).filter(|rest| rest.is_empty() || rest.starts_with(':'))
        {
            let options = rest.trim_start_matches(':');
            chosen = variants.iter().position(|variant| variant == options).unwrap_or(variants.len());
            if chosen == variants.len() {
                variants.push(options.to_owned());
            }
        }
        Self { id: game.id, variants, chosen, typed: String::new() }
    }

    fn name(&self) -> String {
        let options = if self.typed.is_empty() { &self.variants[self.chosen] } else { &self.typed };
        if options.is_empty() { self.id.to_owned() } else { format!("{}:{options}", self.id) }
    }
}

impl GameMenu {
    /// Creates the menu with the current variant chosen.
    pub fn new(registry: &Registry, current: &str) -> Self {
        let rows: Vec<Row> = registry.games().iter().map(|game| Row::new(game, current)).collect();
        let is_current = |row: &Row| registry.game_of(current).is_some_and(|game| game.id == row.id);
        let selected = rows.iter().position(is_current).unwrap_or(0);
        Self { rows, selected, error: None }
    }

    /// Returns the lines of the menu, at most `height` of them for the games, and then the
    /// description of the selected game.
    pub fn text(&self, registry: &Registry, height: usize, lang: Lang) -> String {
        let games = registry.games();
        let widest = games.iter().map(|game| game.name.template(lang).chars().count()).max().unwrap_or(0);
        let first = (self.selected + 1).saturating_sub(height);
        let rows = self.rows.iter().zip(games).enumerate().skip(first).take(height);
        let mut lines: Vec<String> = rows
            .map(|(i, (row, game))| {
                let mark = if i == self.selected { '>' } else { ' ' };
                let variant = match row.variants.len() {
                    1 if row.typed.is_empty() => String::new(),
                    _ => format!("< {} >", variant_label(game, row, lang)),
                };
                format!("{mark} {:widest$}  {variant}", game.name.template(lang)).trim_end().to_owned()
            })
            .collect();
        lines.extend([String::new(), phrases::GAMES_KEYS.template(lang).to_owned(), String::new()]);
        if let Some((row, game)) = self.rows.get(self.selected).zip(games.get(self.selected)) {
            let note = self.error.clone().unwrap_or_else(|| game.summary.message());
            lines.push(names::sentence(&note, lang));
            if has_options(game) {
                let field = phrases::TYPE_OPTIONS.message().with("text", format!("{}_", row.typed));
                lines.push(field.render(lang));
            }
        }
        lines.join("\n")
    }
}

/// Whether a game has options to type.
fn has_options(game: &Game) -> bool {
    game.sizes.is_some() || !game.choices.is_empty()
}

/// Describes the chosen variant of a game.
fn variant_label(game: &Game, row: &Row, lang: Lang) -> String {
    if !row.typed.is_empty() {
        return row.typed.clone();
    }
    let labels: Vec<String> = match row.variants[row.chosen].as_str() {
        "" => default_labels(game, lang),
        options => {
            let labels = game.labels_of(&format!("{}:{options}", game.id));
            labels.iter().map(|label| label.render(lang)).collect()
        }
    };
    if labels.is_empty() { phrases::STANDARD.template(lang).to_owned() } else { labels.join(", ") }
}

/// Returns the size and the options that a game has unless others are given.
fn default_labels(game: &Game, lang: Lang) -> Vec<String> {
    let size = game.sizes.iter().map(|sizes| sizes.label(&sizes.standard()).render(lang));
    let options = game
        .choices
        .iter()
        .flat_map(|choice| choice.options.iter().filter(|option| choice.default == Some(option.name)));
    size.chain(options.map(|option| option.label.template(lang).to_owned())).collect()
}

impl App {
    /// Opens the menu of games.
    pub fn open_game_menu(&mut self) {
        self.dialog = Dialog::Games(GameMenu::new(&self.registry, self.session.variant().name()));
    }

    /// Handles a key in the menu of games.
    pub fn menu_key(&mut self, key: KeyCode, mut menu: GameMenu) {
        let (count, games) = (menu.rows.len(), self.registry.games());
        let Some((row, game)) = menu.rows.get_mut(menu.selected).zip(games.get(menu.selected)) else {
            self.dialog = Dialog::None;
            return;
        };
        match key {
            KeyCode::Up => menu.selected = (menu.selected + count - 1) % count,
            KeyCode::Down => menu.selected = (menu.selected + 1) % count,
            KeyCode::Left | KeyCode::Right if !row.typed.is_empty() => row.typed.clear(),
            KeyCode::Left => row.chosen = (row.chosen + row.variants.len() - 1) % row.variants.len(),
            KeyCode::Right => row.chosen = (row.chosen + 1) % row.variants.len(),
            KeyCode::Backspace => {
                row.typed.pop();
            }
            KeyCode::Char(c) if has_options(game) => row.typed.push(c),
            KeyCode::Esc => {
                self.dialog = Dialog::None;
                return;
            }
            KeyCode::Enter => match self.registry.variant(&row.name()) {
                Ok(variant) => {
                    let start = Action::Start(variant.name().to_owned());
                    return self.confirm_or_act(self.would_discard_moves(), start);
                }
                Err(error) => {
                    // The options are only a part of the name: an offset in it would mislead.
                    menu.error = Some(error.short_message());
                    self.dialog = Dialog::Games(menu);
                    return;
                }
            },
            _ => {}
        }
        menu.error = None;
        self.dialog = Dialog::Games(menu);
    }
}
