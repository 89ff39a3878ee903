//! Morpion 4, four in a row on 12×12, and the other m,n,k games.

use plateau_core::bits::Bits;
use plateau_core::layout::{LabelSide, MovePath};
use plateau_core::{Field, Layout, Look, NotationError, Phrase, Player, Position, Record, Variant, View};

use plateau_search::{Engine, Parts, Settings};

use crate::cells;
use crate::engines::{Evaluators, Playable};
use crate::game::{Alias, Game, VariantOptions};
use crate::grid;
use crate::phrases::{BLACK, WHITE};
use crate::sizes::{Dimension, SizeNumber, Sizes};

mod best;
mod board;
pub mod evaluators;
mod explain;
mod geometry;
mod lines;
mod phrases;
pub mod threats;

pub use board::Board;
pub use geometry::{AnySize, Geometry, Standard};

/// Morpion 4, for the registry.
pub const GAME: Game = Game {
    id: "morpion4",
    aliases: &[Alias::plain("morpion-4"), Alias::plain("mnk"), Alias { name: "gomoku", options: "15x15x5" }],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: Some(Sizes {
        numbers: &[
            SizeNumber::new(Dimension::Columns, 3..=20, 12),
            SizeNumber::new(Dimension::Rows, 3..=20, 12),
            SizeNumber::new(Dimension::Line, 3..=6, 4),
        ],
        expected: &phrases::SIZES,
    }),
    choices: &[],
    presets: &["15x15x5", "5x5x4", "3x3x3", "19x19x5"],
    bench: &[("start", 3), ("12/12/12/12/12/5xx5/5o6/12/12/12/12/12 o", 4)],
    phrases: phrases::ALL,
    variant,
};

fn variant(options: &VariantOptions) -> Box<dyn crate::AnyVariant> {
    let name = options.name();
    let &[columns, rows, line] = options.size() else { unreachable!("a size has three numbers") };
    let size = [columns, rows, line];
    if size == [12, 12, 4] {
        return crate::erase(InARow::new(name, Standard));
    }
    match AnySize::small(size) {
        Some(geometry) => crate::erase(InARow::new(name, geometry)),
        None => crate::erase(InARow::new(name, AnySize::large(size))),
    }
}

/// The rules: k in a row on a board of m columns and n rows.
#[derive(Clone, Debug)]
pub struct InARow<G> {
    name: String,
    geometry: G,
}

impl<G: Geometry> InARow<G> {
    /// Creates the variant with this canonical name and board size.
    pub fn new(name: String, geometry: G) -> Self {
        Self { name, geometry }
    }

    fn stones(board: &Board<G>) -> [G::Bits; 2] {
        Player::BOTH.map(|player| board.stones(player))
    }

    /// Returns the name of a cell: row and column, from 1.
    fn cell_name(&self, cell: u32) -> String {
        let (column, row) = self.geometry.column_and_row(cell);
        format!("{},{}", row + 1, column + 1)
    }

    /// Parses a cell: `row,column` from 1, or a column letter and the row.
    fn parse_cell(&self, text: &str) -> Option<u32> {
        let (column, row) = match text.split_once(',').or_else(|| text.split_once(' ')) {
            Some((row, column)) => {
                (cells::number(column.trim())?.checked_sub(1)?, cells::number(row.trim())?)
            }
            None => cells::algebraic(text)?,
        };
        let row = row.checked_sub(1)?;
        let inside = column < self.geometry.columns() && row < self.geometry.rows();
        inside.then(|| self.geometry.bit(column, row))
    }
}

impl<G: Geometry> Playable for InARow<G> {
    fn evaluators(&self) -> Evaluators<Board<G>> {
        Evaluators::new("plateau", &phrases::EVAL_OPEN_LINES, evaluators::open_lines_parts).with(
            "baseline",
            &phrases::EVAL_BASELINE,
            || Parts::ordered(evaluators::Baseline),
        )
    }

    fn plies_left(&self, board: &Board<G>) -> Option<u32> {
        Some(board.empty().count())
    }

    fn best(&self, settings: Settings) -> Box<dyn Engine<Board<G>>> {
        best::engine(settings)
    }

    fn best_summary(&self) -> &'static Phrase {
        &phrases::BEST
    }
}

impl<G: Geometry> Variant for InARow<G> {
    type Position = Board<G>;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&self) -> Board<G> {
        Board::new(self.geometry, [G::Bits::ZERO; 2], Player::First)
    }

    fn parse(&self, text: &str) -> Result<Board<G>, NotationError> {
        // Any stone may have been placed last.
        let (stones, turn) = grid::parse_position(self.geometry, text, |_| Ok(()), |taken| taken)?;
        Ok(Board::new(self.geometry, stones, turn))
    }

    fn print(&self, board: &Board<G>) -> String {
        grid::print_position(self.geometry, Self::stones(board), board.turn())
    }

    fn parse_move(&self, board: &Board<G>, text: &str) -> Result<u16, NotationError> {
        let cell = self.parse_cell(text.trim()).ok_or_else(|| {
            let (columns, rows) = (self.geometry.columns(), self.geometry.rows());
            let corner = format!("{}{rows}", cells::column_letter(columns - 1));
            let expected = phrases::EXPECTED_CELL.message().with("last", format!("{rows},{columns}"));
            NotationError::unexpected(Field::Move, 0, text.trim(), expected.with("corner", corner))
        })?;
        match board.is_legal(cell as u16) {
            true => Ok(cell as u16),
            false if board.outcome().is_some() => Err(cells::game_over()),
            false => Err(cells::taken(self.cell_name(cell))),
        }
    }

    fn print_move(&self, _: &Board<G>, cell: u16) -> String {
        self.cell_name(u32::from(cell))
    }

    fn all_moves(&self) -> Vec<u16> {
        self.geometry.cells().ones().map(|cell| cell as u16).collect()
    }

    fn layout(&self) -> Layout {
        let (columns, rows) = (self.geometry.columns(), self.geometry.rows());
        let mut layout = Layout::grid(columns, rows, |column, row| format!("{},{}", row + 1, column + 1));
        for column in 0..columns {
            layout.label_column(column, &(column + 1).to_string(), LabelSide::TopOrLeft);
        }
        for row in 0..rows {
            layout.label_row(row, &(row + 1).to_string(), LabelSide::TopOrLeft);
        }
        layout.look = Look::WOOD;
        // Five in a row is gomoku, which is played with stones on the crossings.
        if self.geometry.line() >= 5 {
            layout.look = Look::STONES;
            layout.players = [&BLACK, &WHITE];
            layout.dots = star_points(columns, rows);
        }
        layout
    }

    fn contents(&self, board: &Board<G>, out: &mut [u8]) {
        cells::write_contents(out, Self::stones(board), |cell| self.geometry.point(cell).into());
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let pieces = grid::pieces(self.geometry, Self::stones(board));
        let mut view =
            View::of(record, pieces, |_, cell| MovePath::point(self.geometry.point(u32::from(cell))));
        view.line = grid::line_points(self.geometry, board.stones(board.turn().other()));
        view
    }

    /// Splits a list of moves. `2 2` and `2, 2` are one move each.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let is_row = |word: &str| cells::number(word.strip_suffix(',').unwrap_or(word)).is_some();
        cells::paired_moves(text, |word, next| is_row(word) && cells::number(next).is_some())
    }
}

/// Returns the star points of a board of stones: three points from each corner, and the centre.
fn star_points(columns: u32, rows: u32) -> Vec<[f32; 2]> {
    let ends = |count: u32| [3.5, count as f32 - 3.5];
    let mut points = Vec::new();
    if columns.min(rows) >= 11 {
        points.extend(ends(columns).iter().flat_map(|&x| ends(rows).map(|y| [x, y])));
    }
    if columns % 2 == 1 && rows % 2 == 1 {
        points.push([columns as f32 / 2.0, rows as f32 / 2.0]);
    }
    points
}
