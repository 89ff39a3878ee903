//! Drawing: the board on the left, a panel beside it, and the keys below.

use plateau_core::View;
use plateau_draw::text::{Picture, Spacing, Style as BoardStyle, largest_spacing, picture};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::app::{App, ClickTargets, FittedSpacing};
use super::board::draw_board;
use super::dialogs::{bottom_lines, draw_dialog};
use super::panel::draw_panel;
use super::phrases;

/// The minimum columns and rows of the panel beside the board.
const PANEL: (u16, u16) = (26, 16);

/// The columns of the panel that a larger board leaves.
const COMFORTABLE_PANEL: u16 = 36;

/// The most columns of the panel. In a wider window, board and panel are in the middle.
const MAX_PANEL: u16 = 60;

/// The rows that board and panel share in a taller window.
const SHARED_ROWS: u16 = 22;

/// The colours of the players: blue and vermilion, as in pictures.
pub const PLAYER_COLOURS: [Color; 2] = [Color::Indexed(32), Color::Indexed(166)];

/// Draws a frame.
pub fn draw(frame: &mut Frame, app: &mut App, style: BoardStyle) {
    let view = app.view();
    let area = frame.area();
    let below = bottom_lines(app, usize::from(area.width));
    let key_rows = below.rows.len() as u16;
    let room = (area.width.saturating_sub(COMFORTABLE_PANEL + 2), area.height.saturating_sub(key_rows));
    let needs = |board: &Picture| (board.width + PANEL.0 + 2, board.height.max(PANEL.1) + key_rows);
    let spacing = large_spacing(app, &view, room);
    let draw = |spacing| picture(app.session.variant().layout(), &view, spacing, style.unicode);
    let mut board = draw(spacing.unwrap_or(Spacing::Wide));
    if spacing.is_none() && area.width < needs(&board).0 {
        board = draw(Spacing::Close);
    }
    let (width, height) = needs(&board);
    if area.width < width || area.height < height {
        let message = phrases::TOO_SMALL.message().with("width", width).with("height", height);
        let message = Paragraph::new(message.render(app.lang)).wrap(Wrap { trim: true });
        app.drawn.targets = ClickTargets::default();
        frame.render_widget(message, area);
        return draw_dialog(frame, app, area, style);
    }
    let above = area.height - key_rows;
    // In a tall window, board and panel stay near each other.
    let top = above.saturating_sub(board.height.max(SHARED_ROWS)) / 2;
    let panel_width = (area.width - board.width - 2).min(MAX_PANEL);
    let left = area.x + (area.width - board.width - 2 - panel_width) / 2;
    app.drawn.targets.board = Position::new(left + 1, area.y + (above - board.height) / 2);
    draw_board(frame, app, &view, &board, style);
    let panel = Rect::new(left + board.width + 2, area.y + top, panel_width, above - top);
    (app.drawn.targets.points, app.drawn.targets.cell) = (board.points, Some(board.cell));
    draw_panel(frame, app, &view, panel, style);
    let rows: Vec<Line> = below.rows.into_iter().map(Line::from).collect();
    let modifier = if below.is_question { Modifier::BOLD } else { Modifier::DIM };
    frame.render_widget(
        Paragraph::new(rows).style(modifier),
        Rect::new(area.x, area.y + above, area.width, key_rows),
    );
    draw_dialog(frame, app, area, style);
}

/// Returns the spacing of large cells for the board, if they fit.
fn large_spacing(app: &mut App, view: &View, room: (u16, u16)) -> Option<Spacing> {
    let variant = app.session.variant();
    match &app.drawn.spacing {
        Some(fitted) if fitted.room == room && fitted.variant == variant.name() => fitted.spacing,
        _ => {
            let spacing = largest_spacing(variant.layout(), view, room);
            let variant = variant.name().to_owned();
            app.drawn.spacing = Some(FittedSpacing { variant, room, spacing });
            spacing
        }
    }
}

/// Returns a coloured style, or a modifier on terminals without colours.
pub fn coloured(style: BoardStyle, with: Style, without: Modifier) -> Style {
    if style.colour { with } else { Style::new().add_modifier(without) }
}
