//! Tic-tac-toe. Cells are numbered as in [`square3`].

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::mix;
use plateau_core::layout::{LabelSide, MovePath};
use plateau_core::{
    Field, Layout, NotationError, Objective, Outcome, Player, Position, Record, Symmetry, Variant, View,
};

use plateau_search::Parts;

use crate::cells::{self, Runs};
use crate::engines::{Evaluators, Playable};
use crate::game::{Alias, Game};
use crate::square3;

pub mod evaluators;
mod explain;
mod phrases;

/// Tic-tac-toe, for the registry.
pub const GAME: Game = Game {
    id: "tictactoe",
    aliases: &[Alias::plain("morpion"), Alias::plain("tic-tac-toe")],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: None,
    choices: &[],
    presets: &[],
    bench: &[("start", 9)],
    phrases: phrases::ALL,
    variant: |_| crate::erase(TicTacToe),
};

/// The rules of tic-tac-toe, without options.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of the side to move.
    own: u16,
    /// The stones of the opponent.
    opponent: u16,
    turn: Player,
}

impl Board {
    fn new(stones: [u16; 2], turn: Player) -> Self {
        Self { own: stones[turn.index()], opponent: stones[turn.other().index()], turn }
    }

    fn stones(&self, player: Player) -> u16 {
        if player == self.turn { self.own } else { self.opponent }
    }

    fn taken(&self) -> u16 {
        self.own | self.opponent
    }

    /// Returns the cells of legal moves: none once the game is won.
    #[inline]
    fn legal_cells(&self) -> u16 {
        if self.is_won() { 0 } else { !self.taken() & square3::FULL }
    }

    /// Returns whether the side that moved last has a line.
    #[inline]
    fn is_won(&self) -> bool {
        square3::has_line(self.opponent)
    }
}

impl Position for Board {
    /// The bit of a cell.
    type Move = u8;
    type Moves = BitMoves<u64, u8>;
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
    fn legal_moves(&self) -> Self::Moves {
        BitMoves::new(u64::from(self.legal_cells()))
    }

    fn is_legal(&self, cell: u8) -> bool {
        cell < 9 && self.legal_cells() >> cell & 1 != 0
    }

    #[inline]
    fn play_unchecked(&mut self, cell: u8) {
        (self.own, self.opponent) = (self.opponent, self.own | 1 << cell);
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            Some(Outcome::win(self.turn.other()))
        } else {
            (self.taken() == square3::FULL).then_some(Outcome::Draw)
        }
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.own) | u64::from(self.opponent) << 16 | (self.turn as u64) << 32)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |stones| square3::transform(stones, symmetry);
        Self { own: image(self.own), opponent: image(self.opponent), ..*self }
    }

    fn transform_move(&self, cell: u8, symmetry: Symmetry) -> u8 {
        square3::transform_cell(u32::from(cell), symmetry) as u8
    }
}

impl Playable for TicTacToe {
    fn evaluators(&self) -> Evaluators<Board> {
        Evaluators::small("plateau", &phrases::EVAL_OPEN_LINES, || Parts::ordered(evaluators::OpenLines))
            .with("baseline", &phrases::EVAL_BASELINE, || Parts::ordered(evaluators::Baseline))
    }

    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some(9 - board.taken().count_ones())
    }
}

impl Variant for TicTacToe {
    type Position = Board;

    fn name(&self) -> String {
        GAME.id.to_owned()
    }

    fn start(&self) -> Board {
        Board::new([0; 2], Player::First)
    }

    fn parse(&self, text: &str) -> Result<Board, NotationError> {
        let (read, side) = cells::board_and_side(text, |word| cells::read_board(word, 9))?;
        cells::check_counts(cells::counts(&read), side)?;
        let stones = Player::BOTH.map(|player| {
            (0..9).filter(|&cell| read[cell] == Some(player)).fold(0, |stones, cell| stones | 1 << cell)
        });
        let winner = cells::check_winner(stones.map(square3::has_line), side)?;
        match winner {
            Some(winner) if !square3::one_move_made_lines(stones[winner.index()]) => {
                Err(cells::lines_apart(winner))
            }
            _ => Ok(Board::new(stones, side.turn)),
        }
    }

    fn print(&self, board: &Board) -> String {
        let text = cells::write_cells(pieces(board), Runs::Digits);
        format!("{text} {}", board.turn.letter())
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<u8, NotationError> {
        let cell = square3::parse_cell(text.trim()).ok_or_else(|| {
            NotationError::unexpected(Field::Move, 0, text.trim(), phrases::EXPECTED_CELL.message())
        })?;
        match board.is_legal(cell as u8) {
            true => Ok(cell as u8),
            false if board.outcome().is_some() => Err(cells::game_over()),
            false => Err(cells::taken(square3::cell_name(cell))),
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
            layout.label_column(i, &cells::column_letter(i).to_string(), LabelSide::BottomOrRight);
            layout.label_row(i, &(3 - i).to_string(), LabelSide::TopOrLeft);
        }
        layout
    }

    fn contents(&self, board: &Board, out: &mut [u8]) {
        let stones = Player::BOTH.map(|player| u64::from(board.stones(player)));
        cells::write_contents(out, stones, |cell| cell as usize);
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let mut view = View::of(record, pieces(board).collect(), |_, cell| MovePath::point(u16::from(cell)));
        let line = square3::line_cells(board.opponent);
        view.line = u64::from(line).ones().map(|cell| cell as u16).collect();
        view
    }
}

fn pieces(board: &Board) -> impl Iterator<Item = Option<Player>> {
    let board = *board;
    (0..9).map(move |cell| Player::BOTH.into_iter().find(|&player| board.stones(player) >> cell & 1 != 0))
}
