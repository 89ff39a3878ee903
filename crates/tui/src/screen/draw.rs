//! Drawing: the board on the left, a panel beside it, and the keys below.

use plateau_console::names;
use plateau_console::output::{wrap, wrap_words};
use plateau_console::phrases::{FIELD, IN_HAND};
use plateau_core::layout::PointId;
use plateau_core::{Message, Phrase, Player, View};
use plateau_draw::text::{Ink, Picture, Spacing, Style as BoardStyle, picture};
use plateau_play::value_text;
use plateau_search::Score;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::{App, ClickTargets};
use super::controls::{Action, Dialog};
use super::{phrases, selection};
use crate::phrases as game_phrases;
use crate::prompt::clock_text;

/// The minimum columns and rows of the panel beside the board.
const PANEL: (u16, u16) = (26, 16);

/// The colours of the players: blue and vermilion, as in pictures.
const PLAYER_COLOURS: [Color; 2] = [Color::Indexed(32), Color::Indexed(166)];

/// The rows that board and panel share in a taller window.
const SHARED_ROWS: u16 = 22;

/// The minimum rows of the move list below the values: a space, a heading and a row.
const MIN_MOVE_ROWS: usize = 3;

/// The characters of highlighted frames.
const HIGHLIGHTED_FRAME: &str = "#━┃┏┓┗┛┣┫┳┻╋";

/// Draws a frame.
pub fn draw(frame: &mut Frame, app: &mut App, style: BoardStyle) {
    let view = app.view();
    let area = frame.area();
    let keys = keys(app, usize::from(area.width));
    let needs = |board: &Picture| (board.width + PANEL.0 + 2, board.height.max(PANEL.1) + keys.len() as u16);
    let draw = |spacing| picture(app.session.variant().layout(), &view, spacing, style.unicode);
    let mut board = draw(Spacing::Wide);
    if area.width < needs(&board).0 {
        board = draw(Spacing::Close);
    }
    let (width, height) = needs(&board);
    if area.width < width || area.height < height {
        let message = phrases::TOO_SMALL.message().with("width", width).with("height", height);
        let message = Paragraph::new(message.render(app.lang)).wrap(Wrap { trim: true });
        app.click_targets = ClickTargets::default();
        return frame.render_widget(message, area);
    }
    let above = area.height - keys.len() as u16;
    // In a tall window, board and panel stay near each other.
    let top = above.saturating_sub(board.height.max(SHARED_ROWS)) / 2;
    app.click_targets.board = Position::new(area.x + 1, area.y + (above - board.height) / 2);
    draw_board(frame, app, &view, &board, style);
    app.click_targets.points = board.points;
    let left = board.width + 2;
    draw_panel(
        frame,
        app,
        &view,
        Rect::new(area.x + left, area.y + top, area.width - left, above - top),
        style,
    );
    let below = Rect::new(area.x, area.y + above, area.width, area.height - above);
    let keys: Vec<Line> = keys.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(keys).style(Modifier::DIM), below);
    draw_dialog(frame, app, area);
}

/// Returns a coloured style, or a modifier on terminals without colours.
fn coloured(style: BoardStyle, with: Style, without: Modifier) -> Style {
    if style.colour { with } else { Style::new().add_modifier(without) }
}

fn draw_board(frame: &mut Frame, app: &App, view: &View, board: &Picture, style: BoardStyle) {
    let corner = app.click_targets.board;
    let lit = coloured(style, Style::new().fg(Color::Yellow).bold(), Modifier::BOLD);
    let buffer = frame.buffer_mut();
    for cell in &board.cells {
        let ink = match cell.ink {
            Ink::Plain => Style::new(),
            Ink::Side(player) => {
                coloured(style, Style::new().fg(PLAYER_COLOURS[player.index()]).bold(), Modifier::BOLD)
            }
            Ink::Highlight => lit,
            Ink::Line if HIGHLIGHTED_FRAME.contains(cell.glyph) => lit,
            Ink::Dim | Ink::Line => Style::new().add_modifier(Modifier::DIM),
        };
        buffer[(corner.x + cell.x, corner.y + cell.y)].set_char(cell.glyph).set_style(ink);
    }
    let mut highlight = |point: PointId, with: Style, sign: Option<char>| {
        let (x, y) = board.points[usize::from(point)];
        let cell = &mut buffer[(corner.x + x, corner.y + y)];
        cell.set_style(with);
        if let Some(sign) = sign {
            cell.set_char(sign);
        }
    };
    if app.session.player_to_move().is_human() {
        let target = Style::new().bg(Color::Indexed(238)).remove_modifier(Modifier::DIM);
        for point in selection::targets(view, app.selected) {
            highlight(point, coloured(style, target, Modifier::UNDERLINED), None);
        }
    }
    if let Some(values) = app.values.as_ref().filter(|_| app.shows_values) {
        for (i, entry) in values.moves.iter().enumerate().rev() {
            let path = view.moves.iter().find(|mv| mv.text == entry.mv).map(|mv| &mv.path.points);
            let Some(&point) = path.and_then(|points| points.last()) else { continue };
            let (sign, colour) = match entry.value.estimate.cmp(&Score::DRAW) {
                std::cmp::Ordering::Greater => ('+', Color::Green),
                std::cmp::Ordering::Equal => ('=', Color::Yellow),
                std::cmp::Ordering::Less => ('-', Color::Red),
            };
            let with = coloured(style, Style::new().fg(colour), Modifier::empty());
            let best = if i == 0 { Modifier::BOLD } else { Modifier::empty() };
            highlight(point, with.remove_modifier(Modifier::DIM).add_modifier(best), Some(sign));
        }
    }
    if let Some(selected) = app.selected {
        highlight(selected, Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD), None);
    }
    highlight(app.cursor, Style::new().remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED), None);
}

fn draw_panel(frame: &mut Frame, app: &mut App, view: &View, area: Rect, style: BoardStyle) {
    let lang = app.lang;
    let width = usize::from(area.width);
    let layout = app.session.variant().layout();
    let mut lines: Vec<Line> = vec![Line::from(app.title()).bold()];
    for player in Player::BOTH {
        let turn = view.finish.is_none() && view.turn == player;
        let name = names::player_label(layout, player, lang);
        let name = FIELD.message().with("name", name).render(lang);
        let clock = app.session.time_left(player).map_or_else(String::new, |left| {
            let running = if turn { app.elapsed() } else { std::time::Duration::ZERO };
            format!(" {}", clock_text(left.saturating_sub(running)))
        });
        let seat = app.session.player(player).label().render(lang);
        let text = format!("{} {name} {seat}", if turn { '>' } else { ' ' });
        // Long names of engines are cut, clocks are not.
        let text = truncated(&text, width.saturating_sub(clock.chars().count())) + &clock;
        let ink = coloured(style, Style::new().fg(PLAYER_COLOURS[player.index()]), Modifier::empty());
        lines.push(Line::from(Span::styled(text, ink)));
    }
    let turn = if let Some(finish) = view.finish {
        game_phrases::RESULT.message().with("result", finish.message(layout))
    } else {
        let [mover, opponent] = [view.turn, view.turn.other()].map(|side| app.session.player(side));
        let is_alone = mover.is_human() && !opponent.is_human();
        let phrase = if is_alone { &phrases::YOUR_TURN } else { &phrases::TO_MOVE };
        phrase.message().with("player", names::player(layout, view.turn, lang))
    };
    let named = |name: &'static Phrase, content: Message| {
        phrases::NAMED.message().with("name", FIELD.message().with("name", name)).with("content", content)
    };
    let mut paragraphs = vec![(turn, Modifier::BOLD)];
    if let Some(tally) = view.tally {
        paragraphs
            .push((named(tally.what, names::both_players(layout, tally.counts, lang)), Modifier::empty()));
    }
    if let Some(in_hand) = view.in_hand {
        paragraphs.push((named(&IN_HAND, names::both_players(layout, in_hand, lang)), Modifier::empty()));
    }
    paragraphs.extend(view.notes.iter().map(|note| (note.clone(), Modifier::empty())));
    for (message, modifier) in paragraphs {
        let wrapped = wrap_words(&message.render(lang), width);
        lines.extend(wrapped.into_iter().map(|line| Line::from(line).style(modifier)));
    }
    app.click_targets.button = None;
    if let Some(button) = selection::button(view) {
        let row = area.y + lines.len() as u16;
        let text = format!("[{button}]");
        app.click_targets.button = Some(Rect::new(area.x, row, text.len() as u16, 1));
        lines.push(Line::from(text).style(Modifier::REVERSED));
    }
    lines.extend(wrap_words(&app.status, width).into_iter().map(Line::from));
    if let Some(error) = app.autosave.error() {
        let ink = coloured(style, Style::new().fg(Color::Red), Modifier::BOLD);
        lines.extend(wrap_words(&error.render(lang), width).into_iter().map(|line| Line::styled(line, ink)));
    }
    if let Some(analysis) = &app.engine_analysis {
        let value = value_text::describe(app.session.record(), &analysis.value, analysis.unit, lang);
        let message = phrases::THINKING.message().with("depth", analysis.depth).with("value", value);
        lines.extend(wrap_words(&message.render(lang), width).into_iter().map(Line::from));
        let line = analysis.moves.first().map_or(&[][..], |best| &best.pv);
        lines.push(Line::from(truncated(&line.join(" "), width)).style(Modifier::DIM));
    }
    let room = usize::from(area.height).saturating_sub(lines.len() + 2);
    lines.push(Line::default());
    lines.extend(value_and_move_rows(app, view, width, room));
    frame.render_widget(Paragraph::new(lines), area);
}

/// Returns the values, if they are shown, and the moves played, as far as there is room.
fn value_and_move_rows(app: &App, view: &View, width: usize, room: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if app.shows_values && view.finish.is_none() {
        lines = value_rows(app, view, room);
        if lines.len() + MIN_MOVE_ROWS > room {
            return lines;
        }
        lines.push(Line::default());
    }
    let room = room - lines.len();
    lines.push(Line::from(phrases::MOVES.template(app.lang)).bold());
    let moves = app.session.record().moves();
    let numbered: Vec<String> =
        moves.chunks(2).enumerate().map(|(i, pair)| format!("{}. {}", i + 1, pair.join("  "))).collect();
    let rows = wrap(&numbered, " ", width.saturating_sub(1));
    lines.extend(rows[rows.len().saturating_sub(room)..].iter().cloned().map(Line::from));
    lines
}

/// Returns the values of the moves, and the number of those that do not fit.
fn value_rows(app: &App, view: &View, room: usize) -> Vec<Line<'static>> {
    let lang = app.lang;
    let player = names::player(app.session.variant().layout(), view.turn, lang);
    let heading = phrases::VALUES.message().with("player", player).render(lang);
    let mut lines = vec![Line::from(heading).bold()];
    let Some(values) = &app.values else { return lines };
    let record = app.session.record();
    let fits = if values.moves.len() > room { room.saturating_sub(1) } else { room };
    lines.extend(values.moves.iter().take(fits).map(|entry| {
        let value = value_text::describe(record, &entry.value, values.unit, lang);
        Line::from(format!("{:6}{value}", entry.mv))
    }));
    if values.moves.len() > fits {
        let more = phrases::MORE.message().with("count", values.moves.len() - fits).render(lang);
        lines.push(Line::from(more).style(Modifier::DIM));
    }
    lines
}

/// Cuts a text to a number of characters.
fn truncated(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Returns the bottom lines: the keys, or a text field or question in as many lines.
fn keys(app: &App, width: usize) -> Vec<String> {
    let keys: Vec<String> = phrases::KEYS.template(app.lang).split('|').map(str::to_owned).collect();
    let mut lines = wrap(&keys, " ", width);
    let question = match &app.dialog {
        Dialog::Save(field) => format!("{}{}_", phrases::SAVE_TO.template(app.lang), field.text),
        Dialog::Load(field) => format!("{}{}_", phrases::LOAD_FROM.template(app.lang), field.text),
        Dialog::Confirm(Action::Resign) => phrases::CONFIRM_RESIGN.template(app.lang).to_owned(),
        Dialog::Confirm(Action::Save(name)) => {
            game_phrases::CONFIRM_OVERWRITE.message().with("file", name.as_str()).render(app.lang)
        }
        Dialog::Confirm(Action::New | Action::Load(_) | Action::Quit) => {
            phrases::CONFIRM_DISCARD.template(app.lang).to_owned()
        }
        _ => return lines,
    };
    lines.iter_mut().for_each(String::clear);
    if let Some(line) = lines.first_mut() {
        *line = question;
    }
    lines
}

fn draw_dialog(frame: &mut Frame, app: &App, area: Rect) {
    let lang = app.lang;
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
                let name = names::player_label(app.session.variant().layout(), player, lang);
                let seat = choices[chosen[player.index()]].label().render(lang);
                let name = FIELD.message().with("name", name).render(lang);
                format!("{mark} {name} < {seat} >")
            };
            let [first, second] = Player::BOTH.map(side);
            (&phrases::OPPONENTS, [&first, &second, phrases::OPPONENTS_KEYS.template(lang)].join("\n"))
        }
        _ => return,
    };
    let width = area.width.min(60);
    let lines: Vec<String> = text.lines().flat_map(|line| wrap_lines(line, usize::from(width) - 2)).collect();
    let height = area.height.min(lines.len() as u16 + 2);
    let middle = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    frame.render_widget(Clear, middle);
    let block = Block::bordered().title(title.template(lang));
    frame.render_widget(Paragraph::new(lines.join("\n")).block(block), middle);
}

/// Wraps a line if it is too long. Shorter lines keep their spaces.
fn wrap_lines(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width { vec![line.to_owned()] } else { wrap_words(line, width) }
}
