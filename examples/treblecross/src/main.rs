//! Treblecross, an example of adding your own game: on a row of nine cells, the player who
//! completes three adjacent pieces of either side wins. Try
//! `cargo run -p treblecross -- analyse treblecross`.
#![allow(missing_docs, reason = "a short example")]

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::mix;
use plateau_core::layout::{LabelSide, MovePath};
use plateau_core::{Field, Layout, NotationError, Objective, Outcome, Player, Position, Record};
use plateau_core::{Symmetry, Variant, View, phrases};
use plateau_games::cells::{self, Runs};
use plateau_games::{Game, Playable, Registry};

phrases! {
    NAME = "treblecross.name", "Treblecross", "Treblecross";
    SUMMARY = "treblecross.summary", "three adjacent pieces, of either side, win", "trois pièces voisines, de l'un ou l'autre camp, gagnent";
    CELL = "treblecross.cell", "an empty cell from 1 to 9", "une case vide de 1 à 9";
}
#[rustfmt::skip]
static GAME: Game = Game {
    id: "treblecross", aliases: &[], name: &NAME, summary: &SUMMARY, rules: &SUMMARY, sizes: None, choices: &[], presets: &[],
    bench: &[("start", 9)], phrases: ALL, variant: |_| plateau_games::erase(Treblecross),
};
static GAMES: Registry = Registry::new(&[&GAME]);
fn main() -> std::process::ExitCode {
    plateau::run(&GAMES, std::env::args_os())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
struct Row { stones: [u16; 2], turn: Player }
#[rustfmt::skip]
impl Row {
    fn taken(&self) -> u16 { self.stones[0] | self.stones[1] }
    fn open(&self) -> u16 { if u64::from(self.taken()).has_run(1, 3) { 0 } else { !self.taken() & 0x1ff } }
    fn pieces(&self) -> Vec<Option<Player>> {
        (0..9).map(|i| Player::BOTH.into_iter().find(|p| self.stones[p.index()] >> i & 1 != 0)).collect()
    }
}

#[rustfmt::skip]
impl Position for Row {
    type Move = u8;
    type Moves = BitMoves<u64, u8>;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = Objective::Distance;
    const MOVE_SPAN: usize = 9;
    fn move_index(cell: u8) -> usize { cell.into() }
    fn turn(&self) -> Player { self.turn }
    fn legal_moves(&self) -> Self::Moves { BitMoves::new(self.open().into()) }
    fn is_legal(&self, cell: u8) -> bool { cell < 9 && self.open() >> cell & 1 != 0 }
    fn play_unchecked(&mut self, cell: u8) {
        self.stones[self.turn.index()] |= 1 << cell;
        self.turn = self.turn.other();
    }
    fn outcome(&self) -> Option<Outcome> { (self.open() == 0).then_some(Outcome::win(self.turn.other())) }
    fn key(&self) -> u64 { mix(u64::from(self.stones[0]) | u64::from(self.stones[1]) << 16 | (self.turn as u64) << 32) }
    fn symmetries(&self) -> &'static [Symmetry] { Symmetry::MIRROR }
    fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |set: u16| (0..9).filter(|i| set >> i & 1 != 0).map(|i| 1 << symmetry.apply_index(i, 9, 1)).sum();
        Self { stones: self.stones.map(image), ..*self }
    }
    fn transform_move(&self, cell: u8, symmetry: Symmetry) -> u8 { symmetry.apply_index(cell.into(), 9, 1) as u8 }
}
#[derive(Clone, Copy)]
struct Treblecross;
impl Playable for Treblecross {}
#[rustfmt::skip]
impl Variant for Treblecross {
    type Position = Row;
    fn name(&self) -> String { GAME.id.to_owned() }
    fn start(&self) -> Row { Row { stones: [0; 2], turn: Player::First } }
    fn parse(&self, text: &str) -> Result<Row, NotationError> {
        let (read, side) = cells::board_and_side(text, |word| cells::read_board(word, 9))?;
        cells::check_counts(cells::counts(&read), side)?;
        let stones = Player::BOTH.map(|p| (0..9).filter(|&i| read[i] == Some(p)).map(|i| 1 << i).sum());
        Ok(Row { stones, turn: side.turn })
    }
    fn print(&self, row: &Row) -> String { format!("{} {}", cells::write_cells(row.pieces(), Runs::Digits), row.turn.letter()) }
    fn parse_move(&self, row: &Row, text: &str) -> Result<u8, NotationError> {
        let cell = cells::number(text.trim()).map_or(u8::MAX, |n| n.wrapping_sub(1).min(255) as u8);
        let error = || NotationError::unexpected(Field::Move, 0, text.trim(), CELL.message());
        row.is_legal(cell).then_some(cell).ok_or_else(error)
    }
    fn print_move(&self, _: &Row, cell: u8) -> String { (cell + 1).to_string() }
    fn all_moves(&self) -> Vec<u8> { (0..9).collect() }
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(9, 1, |column, _| (column + 1).to_string());
        (0..9).for_each(|i| layout.label_column(i, &(i + 1).to_string(), LabelSide::BottomOrRight));
        layout
    }
    fn view(&self, record: &Record<Self>) -> View {
        View::of(record, record.position().pieces(), |_, cell| MovePath::point(cell.into()))
    }
}

#[test]
fn treblecross_satisfies_the_contract() {
    plateau_core::contract::check(&Treblecross, 1, 100).unwrap();
}
