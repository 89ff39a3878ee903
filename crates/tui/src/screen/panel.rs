//! Drawing the panel beside the board.

use plateau_console::names;
use plateau_console::output::{wrap, wrap_words};
use plateau_console::phrases::{FIELD, IN_HAND};
use plateau_core::{Message, Phrase, Player, View};
use plateau_draw::text::Style as BoardStyle;
use plateau_play::value_text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::app::App;
use super::draw::{PLAYER_COLOURS, coloured};
use super::{phrases, selection};
use crate::move_message::PASS;
use crate::phrases as game_phrases;
use crate::prompt::clock_text;

/// The minimum rows of the move list below the values: a space, a heading and a row.
const MIN_MOVE_ROWS: usize = 3;

/// Draws the panel: the players, whose turn it is, messages, values and moves.
pub fn draw_panel(frame: &mut Frame, app: &mut App, view: &View, area: Rect, style: BoardStyle) {
    let lang = app.lang;
    let width = usize::from(area.width);
    let layout = app.session.variant().layout();
    let mut lines: Vec<Line> = vec![Line::from(app.title()).bold()];
    for player in Player::BOTH {
        let turn = view.finish.is_none() && view.turn == player;
        let name = names::legend(layout, player, style.unicode, lang);
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
    let is_addressed = app.session.is_single_human(view.turn);
    let turn = if let Some(finish) = view.finish {
        game_phrases::RESULT.message().with("result", finish.message(layout))
    } else {
        let player = layout.player(view.turn);
        if is_addressed {
            phrases::YOUR_TURN.message().with("player", player.label(lang))
        } else {
            phrases::TO_MOVE.message().with("player", player)
        }
    };
    let named = |name: &'static Phrase, content: Message| {
        phrases::NAMED.message().with("name", FIELD.message().with("name", name)).with("content", content)
    };
    let mut paragraphs = vec![(turn, Modifier::BOLD)];
    if let Some(tally) = view.tally {
        paragraphs.push((
            named(tally.what, names::both_players(layout, tally.counts, style.unicode, lang)),
            Modifier::empty(),
        ));
    }
    if let Some(in_hand) = view.in_hand {
        paragraphs.push((
            named(&IN_HAND, names::both_players(layout, in_hand, style.unicode, lang)),
            Modifier::empty(),
        ));
    }
    let notes = view.notes.iter().map(|note| if is_addressed { note.to_mover() } else { &note.text });
    paragraphs.extend(notes.map(|note| (note.clone(), Modifier::empty())));
    for (message, modifier) in paragraphs {
        let wrapped = wrap_words(&names::sentence(&message, lang), width);
        lines.extend(wrapped.into_iter().map(|line| Line::from(line).style(modifier)));
    }
    app.drawn.targets.button = None;
    if let Some((key, text)) = button(app, view) {
        let row = area.y + lines.len() as u16;
        app.drawn.targets.button = Some((Rect::new(area.x, row, text.chars().count() as u16, 1), key));
        lines.push(Line::from(text).style(Modifier::REVERSED));
    }
    lines.extend(wrap_words(&app.status, width).into_iter().map(Line::from));
    if let Some(error) = app.services.autosave.error() {
        let ink = coloured(style, Style::new().fg(Color::Red), Modifier::BOLD);
        lines.extend(wrap_words(&error.render(lang), width).into_iter().map(|line| Line::styled(line, ink)));
    }
    if let Some(analysis) = &app.engines.analysis {
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

/// Returns the button of what only some turns offer, and its key: a pass, or the end of an
/// engine's search.
fn button(app: &App, view: &View) -> Option<(char, String)> {
    let (key, action) = if app.session.player_to_move().is_human() {
        let action = match selection::button(view)? {
            PASS => phrases::PASS.template(app.lang).to_owned(),
            other => other.to_owned(),
        };
        ('p', action)
    } else if app.can_move_now() {
        ('!', phrases::MOVE_NOW.template(app.lang).to_owned())
    } else {
        return None;
    };
    Some((key, phrases::BUTTON.message().with("key", key).with("action", action).render(app.lang)))
}

/// Returns the values, if they are shown, and the moves played, as far as there is room.
fn value_and_move_rows(app: &App, view: &View, width: usize, room: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if app.advice.is_shown && view.finish.is_none() {
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
    let player = app.session.variant().layout().player(view.turn);
    let heading = phrases::VALUES.message().with("player", player).render(lang);
    let mut lines = vec![Line::from(heading).bold()];
    let Some(values) = &app.advice.values else { return lines };
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
