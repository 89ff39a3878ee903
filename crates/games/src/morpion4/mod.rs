//! Morpion 4: four in a row on 12×12 by free placement, and every other m,n,k.

use plateau_core::bits::Bits;
use plateau_core::layout::{LabelSide, MovePath};
use plateau_core::{Field, Layout, NotationError, Player, Position, Record, Variant, View};

use crate::cells::{self, Cell};
use plateau_search::{Engine, Settings};

use crate::engines::{Evaluators, Playable};
use crate::game::{Alias, Chosen, Game, Sizes};

mod best;
mod board;
pub mod evaluators;
mod geometry;
mod lines;
mod phrases;
pub mod threats;

pub use board::Board;
pub use geometry::{AnySize, Geometry, Standard};

/// Morpion 4, as the registry lists it.
pub const GAME: Game = Game {
    id: "morpion4",
    aliases: &[Alias::plain("morpion-4"), Alias::plain("mnk"), Alias { name: "gomoku", options: "15x15x5" }],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: Some(Sizes {
        ranges: &[3..=20, 3..=20, 3..=6],
        standard: &[12, 12, 4],
        expected: &phrases::SIZES,
        label: &phrases::SIZE,
    }),
    choices: &[],
    presets: &["15x15x5", "5x5x4", "3x3x3", "19x19x5"],
    bench: &[("start", 3), ("12/12/12/12/12/5xx5/5o6/12/12/12/12/12 o", 4)],
    phrases: phrases::ALL,
    variant,
};

fn variant(chosen: &Chosen) -> Box<dyn crate::AnyVariant> {
    let name = chosen.name();
    let &[columns, rows, line] = chosen.size() else { unreachable!("the registry reads three numbers") };
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
    /// The variant of this canonical name, on a board of this size.
    pub fn new(name: String, geometry: G) -> Self {
        Self { name, geometry }
    }

    /// The point of the layout, row by row, of a cell.
    fn point(&self, cell: u32) -> u16 {
        let (column, row) = self.geometry.column_and_row(cell);
        (row * self.geometry.columns() + column) as u16
    }

    /// The cell of a point of the layout.
    fn cell(&self, point: u32) -> u32 {
        self.geometry.bit(point % self.geometry.columns(), point / self.geometry.columns())
    }

    fn cell_count(&self) -> u32 {
        self.geometry.columns() * self.geometry.rows()
    }

    /// The cells from the top left, row by row.
    fn pieces(&self, board: &Board<G>) -> Vec<Cell> {
        let piece = |cell| Player::BOTH.into_iter().find(|&player| board.stones(player).has(cell));
        (0..self.cell_count()).map(|point| piece(self.cell(point))).collect()
    }

    /// Whether taking one stone away leaves the winner without a line.
    fn one_move_made_lines(&self, stones: G::Bits) -> bool {
        stones.ones().any(|cell| !board::has_line(self.geometry, stones ^ G::Bits::bit(cell)))
    }

    fn name_of(&self, cell: u32) -> String {
        let (column, row) = self.geometry.column_and_row(cell);
        format!("{},{}", row + 1, column + 1)
    }

    /// Reads a cell: `row,column` from 1, or a column letter and the row.
    fn read_cell(&self, text: &str) -> Option<u32> {
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
        Evaluators::new("plateau", evaluators::Ours).with("seed", evaluators::Seed)
    }

    fn plies_left(&self, board: &Board<G>) -> Option<u32> {
        Some(board.empty().count())
    }

    fn best(&self, settings: Settings) -> Box<dyn Engine<Board<G>>> {
        Box::new(best::Best::new(settings))
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
        let (columns, rows) = (self.geometry.columns() as usize, self.geometry.rows() as usize);
        let (pieces, side) = cells::board_and_side(text, |word| cells::read_rows(word, columns, rows))?;
        cells::check_counts(cells::counts(&pieces), side)?;
        let stones = Player::BOTH.map(|player| {
            let own = (0..).zip(&pieces).filter(|(_, piece)| **piece == Some(player));
            own.fold(G::Bits::ZERO, |stones, (point, _)| stones | G::Bits::bit(self.cell(point)))
        });
        let has_line = stones.map(|own| board::has_line(self.geometry, own));
        match cells::check_winner(has_line, side)? {
            Some(winner) if !self.one_move_made_lines(stones[winner.index()]) => {
                Err(cells::lines_apart(winner))
            }
            _ => Ok(Board::new(self.geometry, stones, side.turn)),
        }
    }

    fn print(&self, board: &Board<G>) -> String {
        let rows = cells::write_rows(&self.pieces(board), self.geometry.columns() as usize);
        format!("{rows} {}", board.turn().letter())
    }

    fn parse_move(&self, board: &Board<G>, text: &str) -> Result<u16, NotationError> {
        let cell = self.read_cell(text.trim()).ok_or_else(|| {
            let (columns, rows) = (self.geometry.columns(), self.geometry.rows());
            let corner = format!("{}{rows}", cells::column_letter(columns - 1));
            let expected = phrases::EXPECTED_CELL.message().with("last", format!("{rows},{columns}"));
            NotationError::unexpected(Field::Move, 0, text.trim(), expected.with("corner", corner))
        })?;
        match board.is_legal(cell as u16) {
            true => Ok(cell as u16),
            false if board.outcome().is_some() => Err(cells::game_over()),
            false => Err(cells::taken(self.name_of(cell))),
        }
    }

    fn print_move(&self, _: &Board<G>, cell: u16) -> String {
        self.name_of(u32::from(cell))
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
        layout
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let mut view =
            View::of(record, self.pieces(board), |_, cell| MovePath::point(self.point(u32::from(cell))));
        let last = board.stones(board.turn().other());
        let runs = self.geometry.directions().map(|step| last.run_bits(step, self.geometry.line()));
        let line = runs.into_iter().fold(G::Bits::ZERO, |line, run| line | run);
        view.line = line.ones().map(|cell| self.point(cell)).collect();
        view
    }

    /// `2 2` and `2, 2` are one move each, in a list too.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let is_row = |word: &str| cells::number(word.strip_suffix(',').unwrap_or(word)).is_some();
        cells::paired_moves(text, |word, next| is_row(word) && cells::number(next).is_some())
    }
}
