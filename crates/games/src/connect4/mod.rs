//! Connect Four on boards of 3 to 10 columns and 3 to 10 rows, with three to six in a row.

use plateau_core::bits::Bits;
use plateau_core::layout::{Animation, Background, LabelSide, MovePath};
use plateau_core::{
    Field, Layout, Look, Message, NotationError, Phrase, Player, Position, Record, Variant, View,
};
use plateau_search::{Engine, Parts, Score, Settings};

use crate::cells::{self, Cell};
use crate::engines::{Evaluators, Playable};
use crate::game::{Alias, Game, VariantOptions};
use crate::grid;
use crate::sizes::{Dimension, SizeNumber, Sizes};

mod best;
mod board;
pub mod book;
pub mod evaluators;
mod explain;
mod geometry;
mod key;
mod phrases;
pub mod solver;

pub use board::Board;
pub use geometry::{AnySize, Fixed, Geometry, LINE};

/// Connect Four, for the registry.
pub const GAME: Game = Game {
    id: "connect4",
    aliases: &[Alias::plain("puissance4"), Alias::plain("connect-four")],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: Some(Sizes {
        numbers: &[
            SizeNumber::new(Dimension::Columns, 3..=10, 7),
            SizeNumber::new(Dimension::Rows, 3..=10, 6),
            SizeNumber::new(Dimension::Line, 3..=6, LINE).optional(),
        ],
        expected: &phrases::SIZES,
    }),
    choices: &[],
    presets: &["6x5", "8x7", "6x7", "8x8", "4x3", "7x6x5"],
    bench: &[("start", 12), ("4453", 12)],
    phrases: phrases::ALL,
    variant,
};

fn variant(options: &VariantOptions) -> Box<dyn crate::AnyVariant> {
    let name = options.name();
    let &[columns, rows, line] = options.size() else { unreachable!("a size has three numbers") };
    let size = [columns, rows, line];
    if size == [7, 6, LINE] {
        return crate::erase(ConnectFour::new(name, Fixed::<7, 6>));
    }
    match AnySize::small(size) {
        Some(geometry) => crate::erase(ConnectFour::new(name, geometry)),
        None => crate::erase(ConnectFour::new(name, AnySize::large(size))),
    }
}

/// The rules on a board of one size, with lines of one length.
#[derive(Clone, Debug)]
pub struct ConnectFour<G> {
    name: String,
    geometry: G,
}

impl<G: Geometry> ConnectFour<G> {
    /// Creates the variant with this canonical name, board size and length of a line.
    pub fn new(name: String, geometry: G) -> Self {
        Self { name, geometry }
    }

    /// Returns the column of a cell name such as `d1`. Any cell of a column stands for it.
    fn column_of(&self, name: &str) -> Option<u32> {
        let (column, row) = cells::algebraic(name)?;
        (column < self.geometry.columns() && (1..=self.geometry.rows()).contains(&row)).then_some(column)
    }

    /// Returns the point of the layout at a column and a row from the bottom.
    fn point(&self, column: u32, row: u32) -> u16 {
        self.geometry.point(self.geometry.bit(column, row))
    }

    fn stones(board: &Board<G>) -> [G::Bits; 2] {
        Player::BOTH.map(|player| board.stones(player))
    }

    /// Checks that no piece has an empty cell below it. Returns the point of one that has.
    fn check_gravity(&self, pieces: &[Cell]) -> Result<(), (usize, Message)> {
        for column in 0..self.geometry.columns() {
            let point = |row| usize::from(self.point(column, row));
            for row in 1..self.geometry.rows() {
                if pieces[point(row)].is_some() && pieces[point(row - 1)].is_none() {
                    let floating =
                        phrases::FLOATING.message().with("column", column + 1).with("row", row + 1);
                    return Err((point(row), floating));
                }
            }
        }
        Ok(())
    }
}

impl<G: Geometry> Playable for ConnectFour<G> {
    fn evaluators(&self) -> Evaluators<Board<G>> {
        Evaluators::new("plateau", &phrases::EVAL_THREATS, evaluators::threats_parts).with(
            "baseline",
            &phrases::EVAL_BASELINE,
            || Parts::ordered(evaluators::Baseline),
        )
    }

    fn best(&self, settings: Settings) -> Box<dyn Engine<Board<G>>> {
        best::engine(self.geometry, settings)
    }

    fn best_summary(&self) -> &'static Phrase {
        &phrases::BEST
    }

    fn plies_left(&self, board: &Board<G>) -> Option<u32> {
        Some(self.geometry.size() - board.taken().count())
    }

    /// Returns the score that Connect Four solvers use: one more than the number of stones
    /// that the winner has left at the end of the game.
    fn native_score(&self, board: &Board<G>, score: Score) -> Option<i32> {
        let cells = self.geometry.size() as i32;
        let sign = if score.is_win() { 1 } else { -1 };
        match score.plies() {
            Some(plies) => Some(sign * (cells + 2 - board.taken().count() as i32 - plies as i32) / 2),
            None => (score == Score::DRAW).then_some(0),
        }
    }
}

impl<G: Geometry> Variant for ConnectFour<G> {
    type Position = Board<G>;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&self) -> Board<G> {
        Board::new(self.geometry, [G::Bits::ZERO; 2], Player::First)
    }

    fn parse(&self, text: &str) -> Result<Board<G>, NotationError> {
        let geometry = self.geometry;
        // The top stone of every column.
        let last_moves = |taken: G::Bits| (taken + geometry.bottom()) >> 1;
        let check = |pieces: &[Cell]| self.check_gravity(pieces);
        let (stones, turn) = grid::parse_position(geometry, text, check, last_moves)?;
        Ok(Board::new(geometry, stones, turn))
    }

    fn print(&self, board: &Board<G>) -> String {
        grid::print_position(self.geometry, Self::stones(board), board.turn())
    }

    fn parse_move(&self, board: &Board<G>, text: &str) -> Result<u8, NotationError> {
        let columns = self.geometry.columns();
        let column = match cells::number(text.trim()) {
            Some(0) if columns == 10 => Some(9),
            Some(number) => (1..=columns).contains(&number).then(|| number - 1),
            None => self.column_of(text.trim()),
        };
        let column = column.ok_or_else(|| {
            let expected = phrases::COLUMNS.message().with("last", columns);
            NotationError::unexpected(Field::Move, 0, text.trim(), expected)
        })?;
        if board.outcome().is_some() {
            return Err(cells::game_over());
        }
        let mut cells = (0..self.geometry.rows()).map(|row| self.geometry.bit(column, row) as u8);
        cells.find(|&cell| board.is_legal(cell)).ok_or_else(|| {
            NotationError::wrong(Field::Move, phrases::COLUMN_FULL.message().with("column", column + 1))
        })
    }

    fn print_move(&self, _: &Board<G>, cell: u8) -> String {
        (self.geometry.column_and_row(u32::from(cell)).0 + 1).to_string()
    }

    fn all_moves(&self) -> Vec<u8> {
        self.geometry.cells().ones().map(|cell| cell as u8).collect()
    }

    fn layout(&self) -> Layout {
        let (columns, rows) = (self.geometry.columns(), self.geometry.rows());
        let name = |column, row| format!("{}{}", cells::column_letter(column), rows - row);
        let mut layout = Layout::grid(columns, rows, name);
        layout.background = Background::Rack;
        layout.look = Look::RACK;
        layout.players = [&phrases::RED, &phrases::YELLOW];
        layout.animation = Animation::Drop;
        for column in 0..columns {
            layout.label_column(column, &(column + 1).to_string(), LabelSide::BottomOrRight);
        }
        layout
    }

    fn contents(&self, board: &Board<G>, out: &mut [u8]) {
        cells::write_contents(out, Self::stones(board), |cell| self.geometry.point(cell).into());
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let pieces = grid::pieces(self.geometry, Self::stones(board));
        let mut view = View::of(record, pieces, |_, cell| {
            let (column, row) = self.geometry.column_and_row(u32::from(cell));
            let others = (0..self.geometry.rows()).filter(|&other| other != row);
            MovePath {
                points: vec![self.point(column, row)],
                also: others.map(|row| self.point(column, row)).collect(),
            }
        });
        view.line = grid::line_points(self.geometry, board.stones(board.turn().other()));
        view
    }

    /// Splits a sequence of columns such as `4453`, one digit each; `0` is the tenth.
    fn split_transcript<'t>(&self, text: &'t str) -> Option<Vec<(usize, &'t str)>> {
        let digits = text.char_indices().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        let moves: Option<Vec<_>> =
            digits.map(|(at, (i, c))| c.is_ascii_digit().then(|| (at, &text[i..=i]))).collect();
        moves.filter(|moves| !moves.is_empty())
    }

    /// Splits words into digits, one column each; `0` is the tenth. A word `10` is the tenth
    /// column too, as it is printed.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let mut moves = Vec::new();
        for (at, word) in plateau_core::variant::split_list(text) {
            let tenth = word == "10" && self.geometry.columns() == 10;
            if tenth || !word.bytes().all(|b| b.is_ascii_digit()) {
                moves.push((at, word));
            } else {
                moves.extend((0..word.len()).map(|i| (at + i, &word[i..=i])));
            }
        }
        moves
    }
}
