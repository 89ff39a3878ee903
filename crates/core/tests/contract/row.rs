//! A tiny game whose implementation can have any single fault.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU16;
use std::vec::IntoIter;

use plateau_core::hash::mix;
use plateau_core::layout::{Mark, MovePath, Region};
use plateau_core::{
    Field, Layout, NotationError, Objective, Outcome, Player, Position, Reason, Record, Symmetry, Variant,
    View, phrases,
};

use crate::Fault::{self, *};

/// The game: two players take turns to claim one of six cells in a row; three adjacent cells
/// win.
#[derive(Clone, Copy, Debug)]
pub struct Row(pub Fault);

const CELLS: u8 = 6;
const FULL: u8 = 0b11_1111;

/// A position of the row.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    stones: [u8; 2],
    turn: Player,
    /// How often the row was cleared, which only a fault does.
    laps: u16,
    /// The last move, which the rules do not depend on.
    last: Option<u8>,
    fault: Fault,
}

/// A claim of a cell, with a move index that a fault can make wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Claim {
    cell: u8,
    index: u8,
}

impl Row {
    fn claim(self, cell: u8) -> Claim {
        let index = match self.0 {
            DuplicateIndex => 0,
            IndexBeyondSpan => cell + 1,
            _ => cell,
        };
        Claim { cell, index }
    }
}

impl Board {
    fn bits(&self) -> u64 {
        let [first, second] = self.stones.map(u64::from);
        first | second << 8 | (self.turn as u64) << 16 | u64::from(self.laps) << 24
    }
    fn taken(&self) -> u8 {
        self.stones[0] | self.stones[1]
    }
    fn piece(&self, cell: u8) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.stones[player.index()] >> cell & 1 != 0)
    }
    fn won(&self) -> bool {
        let lines = if self.fault == AsymmetricOutcome { 1 } else { 4 };
        let stones = self.stones[self.turn.other().index()];
        (0..lines).any(|at| stones >> at & 0b111 == 0b111)
    }
    fn open(&self) -> bool {
        !self.won() && self.taken() != FULL
    }
    fn image(&self, cell: u8, symmetry: Symmetry) -> u8 {
        match (symmetry, self.fault) {
            (Symmetry::Identity, IdentityMovesPieces) => CELLS - 1 - cell,
            (Symmetry::Identity, _) => cell,
            (_, WrongInverse) => (cell + 1) % CELLS,
            _ => CELLS - 1 - cell,
        }
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.bits(), self.last.filter(|_| self.fault == HashOfHistory)).hash(state);
    }
}

/// A move list that can report a wrong length.
#[derive(Clone)]
pub struct Claims(IntoIter<Claim>, usize);

impl Iterator for Claims {
    type Item = Claim;
    fn next(&mut self) -> Option<Claim> {
        self.0.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() + self.1, Some(self.0.len() + self.1))
    }
}

impl ExactSizeIterator for Claims {}

impl Position for Board {
    type Move = Claim;
    type Moves = Claims;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = Objective::Distance;
    const MOVE_SPAN: usize = CELLS as usize;

    fn move_index(mv: Claim) -> usize {
        mv.index.into()
    }
    fn turn(&self) -> Player {
        self.turn
    }
    fn legal_moves(&self) -> Claims {
        let cells = (0..CELLS).filter(|cell| self.open() && self.taken() >> cell & 1 == 0);
        let mut moves: Vec<Claim> = cells.map(|cell| Row(self.fault).claim(cell)).collect();
        match self.fault {
            DuplicateMove => moves.extend(moves.first().copied()),
            MovesOfHistory if self.last.is_some() => moves.reverse(),
            _ => {}
        }
        Claims(moves.into_iter(), usize::from(self.fault == WrongListLength))
    }
    fn is_legal(&self, mv: Claim) -> bool {
        let listed = mv.cell < CELLS && self.open() && self.taken() >> mv.cell & 1 == 0;
        listed && !(self.fault == IsLegalDisagrees && mv.cell == 0)
    }
    fn play(&self, mv: Claim) -> Option<Self> {
        let refused = self.fault == PlayDisagrees && mv.cell == 0;
        (self.is_legal(mv) && !refused).then(|| self.after(mv))
    }
    fn play_unchecked(&mut self, mv: Claim) {
        self.stones[self.turn.index()] |= 1 << mv.cell;
        self.last = Some(mv.cell);
        if self.fault != SameSideAgain {
            self.turn = self.turn.other();
        }
        if matches!(self.fault, RepeatedPosition | EndlessGame) && !self.open() {
            self.laps += u16::from(self.fault == EndlessGame);
            self.stones = [0; 2];
            self.stones[self.turn.other().index()] = 1 << mv.cell;
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = self.turn.other();
        let margin = NonZeroU16::new(3).filter(|_| self.fault == UnexpectedMargin);
        match self.fault {
            EarlyOutcome if self.taken().count_ones() == 2 => Some(Outcome::Draw),
            OutcomeOfHistory if !self.open() && self.last.is_some() => Some(Outcome::win(Player::First)),
            _ if self.won() => Some(Outcome::Win { winner, margin }),
            _ => (self.taken() == FULL).then_some(Outcome::Draw),
        }
    }
    fn key(&self) -> u64 {
        match self.fault {
            ConstantKey => 7,
            KeyOfSymmetryClass => mix(self.bits().min(self.transform(Symmetry::MirrorColumns).bits())),
            KeyOfHistory => mix(self.bits() << 8 | u64::from(self.last.unwrap_or(CELLS))),
            _ => mix(self.bits()),
        }
    }
    fn symmetries(&self) -> &'static [Symmetry] {
        match self.fault {
            IdentityLast => &[Symmetry::MirrorColumns, Symmetry::Identity],
            DuplicateSymmetry => &[Symmetry::Identity, Symmetry::MirrorColumns, Symmetry::MirrorColumns],
            _ => Symmetry::RECTANGLE,
        }
    }
    fn transform(&self, symmetry: Symmetry) -> Self {
        let moved = |stones: u8| {
            let cells = (0..CELLS).filter(|cell| stones >> cell & 1 != 0);
            cells.fold(0, |image, cell| image | 1 << self.image(cell, symmetry))
        };
        let turns = self.fault == SymmetryChangesSide && symmetry != Symmetry::Identity;
        let turn = if turns { self.turn.other() } else { self.turn };
        Self { stones: self.stones.map(moved), turn, ..*self }
    }
    fn transform_move(&self, mv: Claim, symmetry: Symmetry) -> Claim {
        Row(self.fault).claim(match (self.fault, symmetry) {
            (SymmetryDoesNotCommute, _) => mv.cell,
            (SymmetryLosesMoves, Symmetry::MirrorColumns) => 0,
            _ => self.image(mv.cell, symmetry),
        })
    }
    fn canonical(&self) -> Self {
        let images = self.symmetries().iter().map(|&symmetry| self.transform(symmetry));
        images.min_by_key(Self::key).filter(|_| self.fault != WrongCanonical).unwrap_or(*self)
    }
}

fn parse_error() -> NotationError {
    NotationError::wrong(Field::Position, phrases::GAME_OVER.message())
}

impl Variant for Row {
    type Position = Board;

    fn name(&self) -> String {
        if self.0 == UnparsableName { "row\t".to_owned() } else { "row".to_owned() }
    }
    fn start(&self) -> Board {
        Board { stones: [0; 2], turn: Player::First, laps: 0, last: None, fault: self.0 }
    }
    fn parse(&self, text: &str) -> Result<Board, NotationError> {
        let mut words = text.split(' ');
        let (cells, side) = words.next().zip(words.next()).ok_or_else(parse_error)?;
        let turn = side.chars().next().and_then(Player::from_letter).ok_or_else(parse_error)?;
        let laps = words.next().map_or(Ok(0), |laps| laps.parse().map_err(|_| parse_error()))?;
        let mut board = Board { turn, laps, ..self.start() };
        for (cell, letter) in cells.chars().enumerate().filter(|_| self.0 != TextLosesPieces) {
            if let Some(player) = Player::from_letter(letter) {
                board.stones[player.index()] |= 1 << cell;
            }
        }
        board.turn = if self.0 == TextLosesSide { Player::First } else { turn };
        Ok(board)
    }
    fn print(&self, board: &Board) -> String {
        let letter = |cell| match board.piece(cell).map_or('.', Player::letter) {
            letter if self.0 == TextOfHistory && board.last == Some(cell) => letter.to_ascii_uppercase(),
            letter => letter,
        };
        let cells: String = (0..CELLS).map(letter).collect();
        let side = if self.0 == UnparsableText { '?' } else { board.turn.letter() };
        let laps = if board.laps > 0 { format!(" {}", board.laps) } else { String::new() };
        format!("{cells} {side}{laps}")
    }
    fn parse_move(&self, board: &Board, text: &str) -> Result<Claim, NotationError> {
        let cell = "abcdef".find(text).ok_or_else(parse_error)? as u8;
        let mv = self.claim(if self.0 == MoveParsesWrong { 0 } else { cell });
        if board.is_legal(mv) || self.0 == IllegalMoveParses { Ok(mv) } else { Err(parse_error()) }
    }
    fn print_move(&self, _: &Board, mv: Claim) -> String {
        let cell = if self.0 == DuplicateMoveText { mv.cell.min(4) } else { mv.cell };
        char::from(b'a' + cell).to_string()
    }
    fn all_moves(&self) -> Vec<Claim> {
        (0..CELLS - u8::from(self.0 == UnknownMove)).map(|cell| self.claim(cell)).collect()
    }
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(CELLS.into(), 1, |column, _| match self.0 {
            DuplicatePointName => "a".to_owned(),
            _ => column.to_string(),
        });
        for (half, x) in [0.0, 3.0].into_iter().enumerate() {
            layout.regions.push(Region { name: half.to_string(), x, y: 0.0, width: 3.0, height: 1.0 });
            layout.points[half * 3..][..3].iter_mut().for_each(|point| point.region = Some(half as u16));
        }
        layout.edges.extend(Some([0, 99]).filter(|_| self.0 == EdgeOffBoard));
        layout
    }
    /// A full half of the row is closed and shows no pieces.
    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let open = |half: u16| (board.taken() >> (3 * half)) & 0b111 != 0b111;
        let pieces = (0..CELLS).map(|cell| board.piece(cell).filter(|_| open(u16::from(cell / 3)))).collect();
        let mut view = View::of(record, pieces, |board, mv| {
            let (point, next) = (u16::from(mv.cell), u16::from((mv.cell + 1) % CELLS));
            match self.0 {
                PathOffBoard => MovePath::point(99),
                PathTooLong => MovePath { points: vec![point; 3], also: Vec::new() },
                SharedPath => MovePath::button(),
                AlsoOfAnotherMove => MovePath { points: vec![point], also: vec![next] },
                SharedAlso => {
                    MovePath { points: vec![point], also: board.last.map(u16::from).into_iter().collect() }
                }
                _ => MovePath::point(point),
            }
        });
        view.marks = (0..2).filter(|&half| !open(half)).map(|region| Mark { region, owner: None }).collect();
        view.playable = (0..2).filter(|&half| open(half) && view.finish.is_none()).collect();
        let resigned = view.finish.is_some_and(|finish| finish.reason == Reason::Resignation);
        match self.0 {
            ViewMissesPoint => drop(view.pieces.pop()),
            ViewWrongTurn => view.turn = view.turn.other(),
            ViewWithoutResult => view.finish = None,
            ViewLineOffBoard => view.line = vec![99],
            ViewUnknownRegion => view.marks.push(Mark { region: 2, owner: None }),
            ViewEmpty => view.pieces.fill(None),
            ViewFull => view.pieces.fill(Some(Player::First)),
            ViewWrongMoves => drop(view.moves.pop()),
            ViewMovesAfterResignation if resigned => {
                view.moves = View::of(&Record::new(*self), Vec::new(), |_, _| MovePath::button()).moves;
            }
            PlayableMissing => view.playable.clear(),
            PlayableTooMany => view.playable = vec![0, 1],
            LastTextMissing => view.last_text = None,
            LastElsewhere => view.last.clear(),
            _ => {}
        }
        view
    }
    fn split_transcript<'t>(&self, text: &'t str) -> Option<Vec<(usize, &'t str)>> {
        (self.0 == UnparsableLaterStart && !text.starts_with("......")).then(|| vec![(0, text)])
    }
    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        if self.0 == MoveLostInList { Vec::new() } else { plateau_core::variant::split_list(text) }
    }
}
