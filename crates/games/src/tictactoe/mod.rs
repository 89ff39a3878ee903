//! Tic-tac-toe. The nine cells are the bits of [`square3`].

use plateau_core::bits::{Bits, Ones};
use plateau_core::hash::mix;
use plateau_core::layout::{Edge, MovePath};
use plateau_core::{
    Layout, NotationError, Objective, Outcome, Player, Position, Record, Symmetry, Variant, View,
};

use crate::cells::{self, Runs};
use crate::game::{Alias, Game};
use crate::square3;

pub mod evaluators;
mod phrases;

/// Tic-tac-toe, as the registry lists it.
pub static GAME: Game = Game {
    id: "tictactoe",
    aliases: &[Alias::plain("morpion"), Alias::plain("tic-tac-toe")],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    sizes: None,
    choices: &[],
    presets: &[],
    phrases: phrases::ALL,
    variant: |_| crate::erase(TicTacToe),
};

/// The rules; there are no options.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    stones: [u16; 2],
    turn: Player,
}

impl Board {
    fn taken(&self) -> u16 {
        self.stones[0] | self.stones[1]
    }

    /// The cells that can be played: none once a line stands.
    #[inline]
    fn open(&self) -> u16 {
        if self.has_line(self.turn.other()) { 0 } else { !self.taken() & square3::FULL }
    }

    #[inline]
    fn has_line(&self, player: Player) -> bool {
        square3::has_line(self.stones[player.index()])
    }
}

impl Position for Board {
    /// A cell, by its bit.
    type Move = u8;
    type Moves = Cells;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = Objective::Distance;
    const MOVE_SPAN: usize = 9;

    #[inline]
    fn move_index(cell: u8) -> usize {
        usize::from(cell)
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self) -> Cells {
        Cells(u64::from(self.open()).ones())
    }

    fn is_legal(&self, cell: u8) -> bool {
        cell < 9 && self.open() >> cell & 1 != 0
    }

    #[inline]
    fn play_unchecked(&mut self, cell: u8) {
        self.stones[self.turn.index()] |= 1 << cell;
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = self.turn.other();
        if self.has_line(last) {
            Some(Outcome::win(last))
        } else {
            (self.taken() == square3::FULL).then_some(Outcome::Draw)
        }
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.stones[0]) | u64::from(self.stones[1]) << 16 | (self.turn as u64) << 32)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        Self { stones: self.stones.map(|stones| square3::transform(stones, symmetry)), ..*self }
    }

    fn transform_move(&self, cell: u8, symmetry: Symmetry) -> u8 {
        square3::transform_cell(u32::from(cell), symmetry) as u8
    }
}

/// The legal moves of a [`Board`].
#[derive(Clone, Debug)]
pub struct Cells(Ones<u64>);

impl Iterator for Cells {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        self.0.next().map(|cell| cell as u8)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Cells {}

impl Variant for TicTacToe {
    type Position = Board;

    fn name(&self) -> String {
        GAME.id.to_owned()
    }

    fn start(&self) -> Board {
        Board { stones: [0; 2], turn: Player::First }
    }

    fn parse(&self, text: &str) -> Result<Board, NotationError> {
        let (word, turn) = cells::board_and_side(text)?;
        let read = cells::read_board(word, 9)?;
        cells::check_counts(cells::counts(&read), turn)?;
        let stones = Player::BOTH.map(|player| {
            (0..9).filter(|&cell| read[cell] == Some(player)).fold(0, |stones, cell| stones | 1 << cell)
        });
        let winner = cells::check_winner(stones.map(square3::has_line), turn)?;
        match winner {
            Some(winner) if !square3::one_move_made_lines(stones[winner.index()]) => {
                Err(cells::lines_apart(winner))
            }
            _ => Ok(Board { stones, turn }),
        }
    }

    fn print(&self, board: &Board) -> String {
        let text = cells::write_cells(pieces(board), Runs::Digits);
        format!("{text} {}", board.turn.letter())
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<u8, NotationError> {
        let cell = square3::read_cell(text.trim()).ok_or_else(|| cells::off_board(text, "a1", "c3"))?;
        match board.is_legal(cell as u8) {
            true => Ok(cell as u8),
            false if board.taken() >> cell & 1 != 0 => Err(cells::taken(square3::cell_name(cell))),
            false => Err(cells::game_over()),
        }
    }

    fn print_move(&self, _: &Board, cell: u8) -> String {
        square3::cell_name(u32::from(cell))
    }

    fn all_moves(&self) -> Vec<u8> {
        (0..9).collect()
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(3, 3, |column, row| square3::cell_name(row * 3 + column));
        for i in 0..3 {
            layout.label_column(i, &cells::column_letter(i).to_string(), Edge::After);
            layout.label_row(i, &(3 - i).to_string(), Edge::Before);
        }
        layout
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let mut view = View::of(record, 9, |_, cell| MovePath::point(u16::from(cell)));
        view.pieces = pieces(board).collect();
        let line = square3::line_cells(board.stones[board.turn.other().index()]);
        view.line = u64::from(line).ones().map(|cell| cell as u16).collect();
        view
    }
}

fn pieces(board: &Board) -> impl Iterator<Item = Option<Player>> {
    let stones = board.stones;
    (0..9).map(move |cell| Player::BOTH.into_iter().find(|player| stones[player.index()] >> cell & 1 != 0))
}
