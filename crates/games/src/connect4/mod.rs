//! Connect Four on any board of 4..=10 × 4..=10.

use plateau_core::bits::Bits;
use plateau_core::layout::{Animation, Background, LabelSide, MovePath, PieceStyle};
use plateau_core::{Field, Layout, Message, NotationError, Player, Position, Record, Variant, View};
use plateau_search::{Engine, Score, Settings};

use crate::cells::{self, Cell, Runs};
use crate::engines::{Evaluators, Playable};
use crate::game::{Alias, Chosen, Game, Sizes};

mod best;
mod board;
pub mod book;
pub mod evaluators;
mod geometry;
mod key;
mod phrases;
mod proven;
pub mod solver;

pub use board::Board;
pub use geometry::{AnySize, Fixed, Geometry};

/// Connect Four, as the registry lists it.
pub const GAME: Game = Game {
    id: "connect4",
    aliases: &[Alias::plain("puissance4"), Alias::plain("connect-four")],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: Some(Sizes {
        ranges: &[4..=10, 4..=10],
        standard: &[7, 6],
        expected: &phrases::SIZES,
        label: &phrases::SIZE,
    }),
    choices: &[],
    presets: &["6x5", "8x7", "6x7", "8x8"],
    bench: &[("start", 12), ("4453", 12)],
    phrases: phrases::ALL,
    variant,
};

fn variant(chosen: &Chosen) -> Box<dyn crate::AnyVariant> {
    let name = chosen.name();
    let &[columns, rows] = chosen.size() else { unreachable!("the registry reads two numbers") };
    if (columns, rows) == (7, 6) {
        return crate::erase(ConnectFour::new(name, Fixed::<7, 6>));
    }
    match AnySize::small(columns, rows) {
        Some(geometry) => crate::erase(ConnectFour::new(name, geometry)),
        None => crate::erase(ConnectFour::new(name, AnySize::large(columns, rows))),
    }
}

/// The rules on a board of one size.
#[derive(Clone, Debug)]
pub struct ConnectFour<G> {
    name: String,
    geometry: G,
}

impl<G: Geometry> ConnectFour<G> {
    /// The variant of this canonical name, on a board of this size.
    pub fn new(name: String, geometry: G) -> Self {
        Self { name, geometry }
    }

    /// The point of the layout, read from the top left, of a column and a row
    /// from the bottom left.
    fn point(&self, column: u32, row: u32) -> u32 {
        (self.geometry.rows() - 1 - row) * self.geometry.columns() + column
    }

    /// The column of a cell by its name, such as `d1`: a piece for any cell of a column
    /// falls where the column lets it.
    fn column_of(&self, name: &str) -> Option<u32> {
        let (column, row) = cells::algebraic(name)?;
        (column < self.geometry.columns() && (1..=self.geometry.rows()).contains(&row)).then_some(column)
    }

    fn column_and_row(&self, cell: u32) -> (u32, u32) {
        (cell / self.geometry.stride(), cell % self.geometry.stride())
    }

    fn point_of_cell(&self, cell: u32) -> u16 {
        let (column, row) = self.column_and_row(cell);
        self.point(column, row) as u16
    }

    /// The cells from the top left, row by row.
    fn pieces(&self, board: &Board<G>) -> Vec<Cell> {
        let mut pieces = vec![None; (self.geometry.columns() * self.geometry.rows()) as usize];
        for player in Player::BOTH {
            for cell in board.stones(player).ones() {
                pieces[usize::from(self.point_of_cell(cell))] = Some(player);
            }
        }
        pieces
    }

    /// The stones of both sides, if none floats; else the point of one that does.
    fn stones(&self, pieces: &[Cell]) -> Result<[G::Bits; 2], (usize, Message)> {
        let mut stones = [G::Bits::ZERO; 2];
        for column in 0..self.geometry.columns() {
            let piece = |row| pieces[self.point(column, row) as usize];
            for row in 0..self.geometry.rows() {
                let Some(player) = piece(row) else { continue };
                if row > 0 && piece(row - 1).is_none() {
                    let floating =
                        phrases::FLOATING.message().with("column", column + 1).with("row", row + 1);
                    return Err((self.point(column, row) as usize, floating));
                }
                let side = &mut stones[player.index()];
                *side = *side | G::Bits::bit(self.geometry.bit(column, row));
            }
        }
        Ok(stones)
    }

    /// Whether taking one stone off the top of a column leaves the winner
    /// without a line.
    fn one_move_made_lines(&self, board: &Board<G>, winner: Player) -> bool {
        let stones = board.stones(winner);
        // What lies directly under each landing, and the top of full columns.
        let tops = ((board.taken() + self.geometry.bottom()) >> 1) & stones;
        tops.ones().any(|top| !board::has_line(self.geometry, stones ^ G::Bits::bit(top)))
    }
}

impl<G: Geometry> Playable for ConnectFour<G> {
    fn evaluators(&self) -> Evaluators<Board<G>> {
        Evaluators::new("plateau", evaluators::Ours).with("seed", evaluators::Seed)
    }

    fn best(&self, settings: Settings) -> Box<dyn Engine<Board<G>>> {
        Box::new(best::Best::new(self.geometry, settings))
    }

    fn plies_left(&self, board: &Board<G>) -> Option<u32> {
        Some(self.geometry.columns() * self.geometry.rows() - board.taken().count())
    }

    /// Half of what would be left of the board, and one more, at the end of the
    /// game: the score of the solver world.
    fn native_score(&self, board: &Board<G>, score: Score) -> Option<i32> {
        let cells = (self.geometry.columns() * self.geometry.rows()) as i32;
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
        let (columns, rows) = (self.geometry.columns() as usize, self.geometry.rows() as usize);
        let ((pieces, stones), side) = cells::board_and_side(text, |word| {
            let pieces = cells::read_rows(word, columns, rows)?;
            let stones = self.stones(&pieces).map_err(|(point, floating)| {
                let at = cells::character_of(word, Runs::Numbers, point);
                NotationError::wrong(Field::Board, floating).at(at)
            })?;
            Ok((pieces, stones))
        })?;
        cells::check_counts(cells::counts(&pieces), side)?;
        let winner = cells::check_winner(stones.map(|own| board::has_line(self.geometry, own)), side)?;
        let board = Board::new(self.geometry, stones, side.turn);
        match winner {
            Some(winner) if !self.one_move_made_lines(&board, winner) => Err(cells::lines_apart(winner)),
            _ => Ok(board),
        }
    }

    fn print(&self, board: &Board<G>) -> String {
        let rows = cells::write_rows(&self.pieces(board), self.geometry.columns() as usize);
        format!("{rows} {}", board.turn().letter())
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
        let landing = (0..self.geometry.rows())
            .map(|row| self.geometry.bit(column, row) as u8)
            .find(|&cell| board.is_legal(cell));
        landing.ok_or_else(|| {
            NotationError::wrong(Field::Move, phrases::COLUMN_FULL.message().with("column", column + 1))
        })
    }

    fn print_move(&self, _: &Board<G>, cell: u8) -> String {
        (self.column_and_row(u32::from(cell)).0 + 1).to_string()
    }

    fn all_moves(&self) -> Vec<u8> {
        self.geometry.cells().ones().map(|cell| cell as u8).collect()
    }

    fn layout(&self) -> Layout {
        let (columns, rows) = (self.geometry.columns(), self.geometry.rows());
        let name = |column, row| format!("{}{}", cells::column_letter(column), rows - row);
        let mut layout = Layout::grid(columns, rows, name);
        layout.background = Background::Rack;
        layout.piece_style = PieceStyle::Discs;
        layout.animation = Animation::Drop;
        for column in 0..columns {
            layout.label_column(column, &(column + 1).to_string(), LabelSide::BottomOrRight);
        }
        layout
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let mut view = View::of(record, self.pieces(board), |_, cell| {
            let (column, row) = self.column_and_row(u32::from(cell));
            let others = (0..self.geometry.rows()).filter(|&other| other != row);
            MovePath {
                points: vec![self.point(column, row) as u16],
                also: others.map(|row| self.point(column, row) as u16).collect(),
            }
        });
        let last = board.stones(board.turn().other());
        let directions = self.geometry.directions();
        let line = directions.map(|step| last.run_bits(step, board::LINE)).into_iter().reduce(|a, b| a | b);
        view.line = line.into_iter().flat_map(Bits::ones).map(|cell| self.point_of_cell(cell)).collect();
        view
    }

    /// A sequence of columns such as `4453`: each digit is one, `0` the tenth.
    fn split_transcript<'t>(&self, text: &'t str) -> Option<Vec<(usize, &'t str)>> {
        let digits = text.char_indices().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        let moves: Option<Vec<_>> =
            digits.map(|(at, (i, c))| c.is_ascii_digit().then(|| (at, &text[i..=i]))).collect();
        moves.filter(|moves| !moves.is_empty())
    }

    /// Each digit is a column, `0` the tenth; but a word of a list that is just
    /// `10` is the tenth column too, as it is printed.
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
