//! What is seen: the board at the left, beside it what there is to say, and the
//! keys below.

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

use super::app::App;
use super::input::{Deed, Dialog};
use super::{phrases, selection as pick};
use plateau_console::output::{wrap, wrap_words};
use plateau_console::phrases::{FIELD, IN_HAND};
use plateau_console::sides;

use crate::phrases as said;
use crate::prompt::clock_text;

/// What the panel beside the board needs.
const PANEL: (u16, u16) = (26, 16);

/// The blue and the vermilion of every picture, as near as terminals have them.
const SIDES: [Color; 2] = [Color::Indexed(32), Color::Indexed(166)];

/// The rows that board and panel share in a window with more of them.
const TOGETHER: u16 = 22;

/// The rows that the moves played need below the values: a space, a heading, a row.
const LEAST_MOVES: usize = 3;

/// The signs of frames that matter now.
const HEAVY: &str = "#━┃┏┓┗┛┣┫┳┻╋";

/// Draws everything.
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
        let sentence = Paragraph::new(message.render(app.lang)).wrap(Wrap { trim: true });
        app.places = super::app::Places::default();
        return frame.render_widget(sentence, area);
    }
    let above = area.height - keys.len() as u16;
    // In a tall window they stay side by side.
    let top = above.saturating_sub(board.height.max(TOGETHER)) / 2;
    app.places.board = Position::new(area.x + 1, area.y + (above - board.height) / 2);
    draw_board(frame, app, &view, &board, style);
    app.places.points = board.points;
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

fn coloured(style: BoardStyle, with: Style, without: Modifier) -> Style {
    if style.colour { with } else { Style::new().add_modifier(without) }
}

fn draw_board(frame: &mut Frame, app: &App, view: &View, board: &Picture, style: BoardStyle) {
    let corner = app.places.board;
    let lit = coloured(style, Style::new().fg(Color::Yellow).bold(), Modifier::BOLD);
    let buffer = frame.buffer_mut();
    for cell in &board.cells {
        let ink = match cell.ink {
            Ink::Plain => Style::new(),
            Ink::Side(player) => {
                coloured(style, Style::new().fg(SIDES[player.index()]).bold(), Modifier::BOLD)
            }
            Ink::Lit => lit,
            Ink::Rule if HEAVY.contains(cell.sign) => lit,
            Ink::Quiet | Ink::Rule => Style::new().add_modifier(Modifier::DIM),
        };
        buffer[(corner.x + cell.x, corner.y + cell.y)].set_char(cell.sign).set_style(ink);
    }
    let mut light = |point: PointId, with: Style, sign: Option<char>| {
        let (x, y) = board.points[usize::from(point)];
        let cell = &mut buffer[(corner.x + x, corner.y + y)];
        cell.set_style(with);
        if let Some(sign) = sign {
            cell.set_char(sign);
        }
    };
    if app.session.player_to_move().is_human() {
        let target = Style::new().bg(Color::Indexed(238)).remove_modifier(Modifier::DIM);
        for point in pick::targets(view, app.picked) {
            light(point, coloured(style, target, Modifier::UNDERLINED), None);
        }
    }
    if let Some(values) = app.values.as_ref().filter(|_| app.overlay) {
        for (i, judged) in values.moves.iter().enumerate().rev() {
            let path = view.moves.iter().find(|mv| mv.text == judged.mv).map(|mv| &mv.path.points);
            let Some(&point) = path.and_then(|points| points.last()) else { continue };
            let (sign, colour) = match judged.value.estimate.cmp(&Score::DRAW) {
                std::cmp::Ordering::Greater => ('+', Color::Green),
                std::cmp::Ordering::Equal => ('=', Color::Yellow),
                std::cmp::Ordering::Less => ('-', Color::Red),
            };
            let with = coloured(style, Style::new().fg(colour), Modifier::empty());
            let best = if i == 0 { Modifier::BOLD } else { Modifier::empty() };
            light(point, with.remove_modifier(Modifier::DIM).add_modifier(best), Some(sign));
        }
    }
    if let Some(picked) = app.picked {
        light(picked, Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD), None);
    }
    light(app.cursor, Style::new().remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED), None);
}

fn draw_panel(frame: &mut Frame, app: &mut App, view: &View, area: Rect, style: BoardStyle) {
    let lang = app.lang;
    let width = usize::from(area.width);
    let layout = app.session.variant().layout();
    let mut lines: Vec<Line> = vec![Line::from(app.title()).bold()];
    for player in Player::BOTH {
        let turn = view.finish.is_none() && view.turn == player;
        let name = sides::player(layout, player, lang).render(lang);
        let name = FIELD.message().with("name", name).render(lang);
        let clock = app.session.time_left(player).map_or_else(String::new, |left| {
            let running = if turn { app.elapsed() } else { std::time::Duration::ZERO };
            format!(" {}", clock_text(left.saturating_sub(running)))
        });
        let seat = app.session.player(player).label().render(lang);
        let text = format!("{} {name} {seat}", if turn { '>' } else { ' ' });
        // A clock is seen whole, however long the name of an engine is.
        let text = shortened(&text, width.saturating_sub(clock.chars().count())) + &clock;
        let ink = coloured(style, Style::new().fg(SIDES[player.index()]), Modifier::empty());
        lines.push(Line::from(Span::styled(text, ink)));
    }
    let turn = match view.finish {
        Some(finish) => said::RESULT.message().with("result", finish.message(layout)),
        None => phrases::TO_MOVE.message().with("player", sides::player(layout, view.turn, lang)),
    };
    let named = |name: &'static Phrase, content: Message| {
        phrases::NAMED.message().with("name", FIELD.message().with("name", name)).with("content", content)
    };
    let mut words = vec![(turn, Modifier::BOLD)];
    if let Some(tally) = view.tally {
        words.push((named(tally.what, sides::both(layout, tally.counts, lang)), Modifier::empty()));
    }
    if let Some(in_hand) = view.in_hand {
        words.push((named(&IN_HAND, sides::both(layout, in_hand, lang)), Modifier::empty()));
    }
    words.extend(view.notes.iter().map(|note| (note.clone(), Modifier::empty())));
    for (message, modifier) in words {
        let wrapped = wrap_words(&message.render(lang), width);
        lines.extend(wrapped.into_iter().map(|line| Line::from(line).style(modifier)));
    }
    app.places.button = None;
    if let Some(button) = pick::button(view) {
        let row = area.y + lines.len() as u16;
        let text = format!("[{button}]");
        app.places.button = Some(Rect::new(area.x, row, text.len() as u16, 1));
        lines.push(Line::from(text).style(Modifier::REVERSED));
    }
    lines.extend(wrap_words(&app.status, width).into_iter().map(Line::from));
    if let Some(trouble) = app.keeper.trouble() {
        let ink = coloured(style, Style::new().fg(Color::Red), Modifier::BOLD);
        lines
            .extend(wrap_words(&trouble.render(lang), width).into_iter().map(|line| Line::styled(line, ink)));
    }
    if let Some(thought) = &app.thought {
        let value = value_text::describe(app.session.record(), &thought.value, thought.unit, lang);
        let message = phrases::THINKING.message().with("depth", thought.depth).with("value", value);
        lines.extend(wrap_words(&message.render(lang), width).into_iter().map(Line::from));
        let line = thought.moves.first().map_or(&[][..], |best| &best.pv);
        lines.push(Line::from(shortened(&line.join(" "), width)).style(Modifier::DIM));
    }
    let room = usize::from(area.height).saturating_sub(lines.len() + 2);
    lines.push(Line::default());
    lines.extend(list(app, view, width, room));
    frame.render_widget(Paragraph::new(lines), area);
}

/// The values of the moves where they are wanted, and the moves played; as much as
/// there is room for.
fn list(app: &App, view: &View, width: usize, room: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if app.overlay && view.finish.is_none() {
        lines = values(app, view, room);
        if lines.len() + LEAST_MOVES > room {
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

/// The values of the moves, and how many there is no room for.
fn values(app: &App, view: &View, room: usize) -> Vec<Line<'static>> {
    let lang = app.lang;
    let player = sides::player(app.session.variant().layout(), view.turn, lang);
    let heading = phrases::VALUES.message().with("player", player).render(lang);
    let mut lines = vec![Line::from(heading).bold()];
    let Some(values) = &app.values else { return lines };
    let record = app.session.record();
    let fits = if values.moves.len() > room { room.saturating_sub(1) } else { room };
    lines.extend(values.moves.iter().take(fits).map(|judged| {
        let value = value_text::describe(record, &judged.value, values.unit, lang);
        Line::from(format!("{:6}{value}", judged.mv))
    }));
    if values.moves.len() > fits {
        let more = phrases::MORE.message().with("count", values.moves.len() - fits).render(lang);
        lines.push(Line::from(more).style(Modifier::DIM));
    }
    lines
}

/// A text no longer than so many signs.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The lines at the bottom: what the keys do, or a question in as many.
fn keys(app: &App, width: usize) -> Vec<String> {
    let keys: Vec<String> = phrases::KEYS.template(app.lang).split('|').map(str::to_owned).collect();
    let mut lines = wrap(&keys, " ", width);
    let question = match &app.dialog {
        Dialog::Save(field) => format!("{}{}_", phrases::SAVE_TO.template(app.lang), field.text),
        Dialog::Load(field) => format!("{}{}_", phrases::LOAD_FROM.template(app.lang), field.text),
        Dialog::Sure(Deed::Resign) => phrases::SURE_TO_RESIGN.template(app.lang).to_owned(),
        Dialog::Sure(Deed::Save(name)) => {
            said::WRITE_OVER.message().with("file", name.as_str()).render(app.lang)
        }
        Dialog::Sure(Deed::New | Deed::Load(_) | Deed::Quit) => {
            phrases::SURE_TO_LOSE.template(app.lang).to_owned()
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
            let written = example.map(|mv| phrases::WRITTEN.message().with("move", mv).render(lang));
            let text = [app.rules(), written.unwrap_or_default(), phrases::ANY_KEY.template(lang).to_owned()];
            (&phrases::RULES, text.join("\n\n"))
        }
        Dialog::Opponents { row, chosen } => {
            let offers = app.offers();
            let side = |player: Player| {
                let mark = if *row == player.index() { '>' } else { ' ' };
                let name = sides::player(app.session.variant().layout(), player, lang).render(lang);
                let seat = offers[chosen[player.index()]].label().render(lang);
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

/// A line on lines that fit; one that fits, or is empty, stays as it is.
fn wrap_lines(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width { vec![line.to_owned()] } else { wrap_words(line, width) }
}
