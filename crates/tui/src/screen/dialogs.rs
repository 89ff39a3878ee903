//! Drawing dialogs: windows over the screen, and fields and questions in place of the keys.

use plateau_console::names;
use plateau_console::output::{wrap, wrap_words};
use plateau_console::phrases::FIELD;
use plateau_core::{Phrase, Player};
use plateau_draw::text::Style as BoardStyle;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::app::App;
use super::controls::{Action, Dialog};
use super::phrases;
use crate::phrases as game_phrases;

/// The columns of a dialog.
const DIALOG_WIDTH: u16 = 60;

/// The rows of the menu of games besides the games: borders, keys, a summary and options.
const MENU_OTHER_ROWS: usize = 8;

/// The lines below the board.
pub struct BottomLines {
    /// The lines, always as many as the keys need in this window.
    pub rows: Vec<String>,
    /// Whether they hold a field or a question instead of the keys.
    pub is_question: bool,
}

/// Returns the bottom lines: the keys, or a field or question in as many lines.
pub fn bottom_lines(app: &App, width: usize) -> BottomLines {
    let keys: Vec<String> = phrases::KEYS.template(app.lang).split('|').map(str::to_owned).collect();
    let mut rows = wrap(&keys, " ", width);
    let Some(question) = question(app) else { return BottomLines { rows, is_question: false } };
    rows.iter_mut().for_each(String::clear);
    if let Some(row) = rows.first_mut() {
        *row = question;
    }
    BottomLines { rows, is_question: true }
}

/// Returns the field or question of the open dialog.
fn question(app: &App) -> Option<String> {
    let field = |name: &'static Phrase, text: &str| {
        let keys = phrases::FIELD_KEYS.template(app.lang);
        format!("{}{text}_   {keys}", name.template(app.lang))
    };
    Some(match &app.dialog {
        Dialog::Move(typed) => field(&phrases::MOVE, &typed.text),
        Dialog::Save(name) => field(&phrases::SAVE_TO, &name.text),
        Dialog::Load(name) => field(&phrases::LOAD_FROM, &name.text),
        Dialog::Confirm(Action::Resign) => phrases::CONFIRM_RESIGN.template(app.lang).to_owned(),
        Dialog::Confirm(Action::Save(name)) => {
            game_phrases::CONFIRM_OVERWRITE.message().with("file", name.as_str()).render(app.lang)
        }
        Dialog::Confirm(Action::New | Action::Start(_) | Action::Load(_) | Action::Quit) => {
            phrases::CONFIRM_DISCARD.template(app.lang).to_owned()
        }
        Dialog::None | Dialog::Rules | Dialog::Opponents { .. } | Dialog::Games(_) => return None,
    })
}

/// Draws the open dialog over the screen, if it is a window.
pub fn draw_dialog(frame: &mut Frame, app: &App, area: Rect, style: BoardStyle) {
    let lang = app.lang;
    let width = usize::from(area.width.min(DIALOG_WIDTH)).saturating_sub(2);
    let (title, text) = match &app.dialog {
        Dialog::Rules => {
            let example = app.session.record().legal_moves().into_iter().next();
            let notation = example.map(|mv| phrases::NOTATION.message().with("move", mv).render(lang));
            let text =
                [app.rules(), notation.unwrap_or_default(), phrases::ANY_KEY.template(lang).to_owned()];
            (&phrases::RULES, text.join("\n\n"))
        }
        Dialog::Opponents { row, chosen } => {
            let choices = app.player_choices();
            let side = |player: Player| {
                let mark = if *row == player.index() { '>' } else { ' ' };
                let name = names::legend(app.session.variant().layout(), player, style.unicode, lang);
                let seat = choices[chosen[player.index()]].label().render(lang);
                let name = FIELD.message().with("name", name).render(lang);
                format!("{mark} {name} < {seat} >")
            };
            let [first, second] = Player::BOTH.map(side);
            (&phrases::OPPONENTS, [&first, &second, phrases::OPPONENTS_KEYS.template(lang)].join("\n"))
        }
        Dialog::Games(menu) => {
            let height = usize::from(area.height).saturating_sub(MENU_OTHER_ROWS).max(1);
            (&phrases::GAMES, menu.text(&app.registry, height, lang))
        }
        _ => return,
    };
    let lines: Vec<String> = text.lines().flat_map(|line| wrap_lines(line, width)).collect();
    let width = area.width.min(DIALOG_WIDTH);
    let mut height = lines.len() as u16 + 2;
    if let Dialog::Games(_) = app.dialog {
        // The window stays as it is while another game is selected.
        height = height.max((app.registry.games().len() + MENU_OTHER_ROWS) as u16);
    }
    let height = height.min(area.height);
    let middle = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    frame.render_widget(Clear, middle);
    let block = Block::bordered().title(title.template(lang));
    frame.render_widget(Paragraph::new(lines.join("\n")).block(block), middle);
}

/// Wraps a line if it is too long. Shorter lines keep their spaces.
fn wrap_lines(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width { vec![line.to_owned()] } else { wrap_words(line, width) }
}
