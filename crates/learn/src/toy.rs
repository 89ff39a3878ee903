//! A small game for the tests: on a row of ten cells, three adjacent stones of one side win.

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::mix;
use plateau_core::layout::MovePath;
use plateau_core::{
    Field, Layout, NotationError, Objective, Outcome, Player, Position, Record, Symmetry, Variant, View,
    phrases,
};

use crate::{BoardFeatures, Features, Group, RowTable, Signature};

const CELLS: u8 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    stones: [u64; 2],
    turn: Player,
}

impl Row {
    fn empty(&self) -> u64 {
        !(self.stones[0] | self.stones[1]) & ((1 << CELLS) - 1)
    }

    fn has_won(&self) -> bool {
        self.stones[self.turn.other().index()].has_run(1, 3)
    }
}

impl Position for Row {
    type Move = u8;
    type Moves = BitMoves<u64, u8>;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = Objective::Distance;
    const MOVE_SPAN: usize = CELLS as usize;

    fn move_index(cell: u8) -> usize {
        cell.into()
    }
    fn turn(&self) -> Player {
        self.turn
    }
    fn legal_moves(&self) -> Self::Moves {
        BitMoves::new(if self.has_won() { 0 } else { self.empty() })
    }
    fn is_legal(&self, cell: u8) -> bool {
        cell < CELLS && !self.has_won() && self.empty() >> cell & 1 != 0
    }
    fn play_unchecked(&mut self, cell: u8) {
        self.stones[self.turn.index()] |= 1 << cell;
        self.turn = self.turn.other();
    }
    fn outcome(&self) -> Option<Outcome> {
        let won = self.has_won().then_some(Outcome::win(self.turn.other()));
        won.or((self.empty() == 0).then_some(Outcome::Draw))
    }
    fn key(&self) -> u64 {
        mix(self.stones[0] | self.stones[1] << 16 | (self.turn as u64) << 32)
    }
    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::MIRROR
    }
    fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |set: u64| set.ones().map(|i| 1 << symmetry.apply_index(i, CELLS.into(), 1)).sum();
        Self { stones: self.stones.map(image), ..*self }
    }
    fn transform_move(&self, cell: u8, symmetry: Symmetry) -> u8 {
        symmetry.apply_index(cell.into(), CELLS.into(), 1) as u8
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Toy;

impl Variant for Toy {
    type Position = Row;

    fn name(&self) -> String {
        "toy".to_owned()
    }
    fn start(&self) -> Row {
        Row { stones: [0; 2], turn: Player::First }
    }
    fn parse(&self, text: &str) -> Result<Row, NotationError> {
        Err(NotationError::unexpected(Field::Board, 0, text, phrases::DRAW.message()))
    }
    fn print(&self, row: &Row) -> String {
        format!("{row:?}")
    }
    fn parse_move(&self, _: &Row, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::unexpected(Field::Move, 0, text, phrases::DRAW.message()))
    }
    fn print_move(&self, _: &Row, cell: u8) -> String {
        cell.to_string()
    }
    fn all_moves(&self) -> Vec<u8> {
        (0..CELLS).collect()
    }
    fn layout(&self) -> Layout {
        Layout::grid(CELLS.into(), 1, |column, _| column.to_string())
    }
    fn view(&self, record: &Record<Self>) -> View {
        let stones = record.position().stones;
        let piece = |i: u8| Player::BOTH.into_iter().find(|player| stones[player.index()] >> i & 1 != 0);
        View::of(record, (0..CELLS).map(piece).collect(), |_, cell| MovePath::point(cell.into()))
    }
}

/// Returns the positions of random games.
pub fn positions(games: u64) -> Vec<Row> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut row = Toy.start();
        let mut state = seed;
        while row.outcome().is_none() {
            positions.push(row);
            state = mix(state + 1);
            let moves = row.legal_moves();
            let choice = state as usize % moves.len();
            if let Some(mv) = moves.clone().nth(choice) {
                row.play_unchecked(mv);
            }
        }
    }
    positions
}

/// The features of the board, with four stage knots.
#[derive(Clone)]
pub struct ByStage(pub BoardFeatures<Toy>);

impl RowTable for ByStage {
    fn signature(&self) -> Signature {
        self.0.signature()
    }
    fn group(&self) -> &Group {
        self.0.group()
    }
    fn rows(&self) -> usize {
        self.0.rows()
    }
    fn stabiliser(&self, row: usize) -> u8 {
        self.0.stabiliser(row)
    }
    fn slots(&self) -> usize {
        self.0.slots()
    }
    fn max_progress(&self) -> u32 {
        self.0.max_progress()
    }
    fn knots(&self) -> usize {
        4
    }
}

impl Features<Row> for ByStage {
    type State = u32;

    fn progress(&self, row: &Row, taken: &u32) -> u32 {
        self.0.progress(row, taken)
    }
    fn active(&self, row: &Row, put: &mut impl FnMut(Player, crate::Row)) -> u32 {
        self.0.active(row, put)
    }
    fn changes(
        &self,
        taken: &u32,
        before: &Row,
        cell: u8,
        after: &Row,
        put: &mut impl FnMut(Player, crate::Row, crate::Row),
    ) -> u32 {
        self.0.changes(taken, before, cell, after, put)
    }
}
