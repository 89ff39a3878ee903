//! Drawing the board.

use plateau_core::View;
use plateau_core::layout::PointId;
use plateau_draw::text::{Ink, Picture, Style as BoardStyle};
use plateau_search::Score;
use ratatui::Frame;
use ratatui::style::{Color, Modifier, Style};

use super::app::App;
use super::draw::{PLAYER_COLOURS, coloured};
use super::selection;

/// The characters of highlighted frames.
const HIGHLIGHTED_FRAME: &str = "#━┃┏┓┗┛┣┫┳┻╋";

/// The part of a cell to highlight.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The character in the middle.
    Centre,
    /// The characters around it, too.
    Middle,
    Cell,
    Border,
}

/// Draws the board, with the cursor, the points to choose from and the values.
pub fn draw_board(frame: &mut Frame, app: &App, view: &View, board: &Picture, style: BoardStyle) {
    let corner = app.drawn.targets.board;
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
    let mut highlight = |point: PointId, with: Style, part: Part, sign: Option<char>| {
        let (x, y) = board.points[usize::from(point)];
        let [left, top, right, bottom] = board.cell.around((i32::from(x), i32::from(y)));
        let border = i32::from(part == Part::Border);
        for row in top - border..=bottom + border {
            for column in left - border..=right + border {
                let is_inside = (top..=bottom).contains(&row) && (left..=right).contains(&column);
                let (across, down) = ((column - i32::from(x)).abs(), row - i32::from(y));
                let is_covered = match part {
                    Part::Centre => (across, down) == (0, 0),
                    Part::Middle => across <= 1 && down == 0,
                    Part::Cell => true,
                    Part::Border => !is_inside,
                };
                if is_covered {
                    buffer[(corner.x + column as u16, corner.y + row as u16)].set_style(with);
                }
            }
        }
        if let Some(sign) = sign {
            buffer[(corner.x + x, corner.y + y)].set_char(sign);
        }
    };
    if app.session.player_to_move().is_human() {
        let target = Style::new().bg(Color::Indexed(238)).remove_modifier(Modifier::DIM);
        for point in selection::targets(view, app.cursor.selected) {
            highlight(point, coloured(style, target, Modifier::UNDERLINED), Part::Middle, None);
        }
    }
    if let Some(values) = app.advice.values.as_ref().filter(|_| app.advice.is_shown) {
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
            highlight(
                point,
                with.remove_modifier(Modifier::DIM).add_modifier(best),
                Part::Centre,
                Some(sign),
            );
        }
    }
    if let Some(selected) = app.cursor.selected {
        highlight(selected, Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD), Part::Cell, None);
    }
    let cursor = Style::new().remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED);
    // A border leaves a large piece as it is.
    let part = if board.cell.rows > 1 { Part::Border } else { Part::Cell };
    highlight(app.cursor.point, cursor, part, None);
}
