//! How a board looks and what on it can be clicked, told without naming a game.
//!
//! A [`Layout`] never changes within a variant. A [`View`] is made from the
//! record of a game. Together they are all that drawing and clicking need.

use crate::outcome::Player;
use crate::phrases;
use crate::position::Position;
use crate::record::{Finish, Record};
use crate::text::{Message, Phrase};
use crate::variant::Variant;

/// The number of a point: its place in [`Layout::points`].
pub type PointId = u16;

/// The number of a region: its place in [`Layout::regions`].
pub type RegionId = u16;

/// The board of a variant. Lengths are in cells; x grows to the right and y
/// downwards from the top left corner of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// From the left edge to the right.
    pub width: f32,
    /// From the top edge to the bottom.
    pub height: f32,
    /// Where pieces stand.
    pub points: Vec<Point>,
    /// Pairs of points joined by a line along which pieces slide.
    pub edges: Vec<[PointId; 2]>,
    /// Parts of the board that are named, lit or won as a whole.
    pub regions: Vec<Region>,
    /// Column and row names along the edges.
    pub labels: Vec<Label>,
    /// What pieces stand on.
    pub ground: Ground,
    /// What the pieces are.
    pub form: Form,
    /// How a piece arrives.
    pub motion: Motion,
    /// What the two sides are called, `First` before `Second`.
    pub players: [&'static Phrase; 2],
}

/// A place for one piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name in the game's notation: what a person types to play there.
    pub name: String,
    /// The same as it is spoken, where the name alone does not tell.
    pub words: Option<Message>,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// The region it belongs to.
    pub region: Option<RegionId>,
}

/// A rectangle of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Its name in the game's notation.
    pub name: String,
    /// Its left edge.
    pub x: f32,
    /// Its top edge.
    pub y: f32,
    /// From its left edge to its right.
    pub width: f32,
    /// From its top edge to its bottom.
    pub height: f32,
}

/// A few letters beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
}

/// What pieces stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Squares side by side.
    Squares,
    /// Holes in an upright rack.
    Rack,
    /// Points joined by lines.
    Lines,
}

impl Ground {
    /// Returns the identifier used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Rack => "rack",
            Self::Lines => "lines",
        }
    }
}

/// What the pieces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Written signs: x and o.
    Signs,
    /// Discs, filled and ringed.
    Discs,
}

impl Form {
    /// Returns the identifier used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Signs => "signs",
            Self::Discs => "discs",
        }
    }
}

/// How a piece arrives at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// It appears.
    Appear,
    /// It falls from the top edge.
    Fall,
    /// It appears, and other pieces turn over.
    Turn,
    /// It appears, or slides from another point.
    Slide,
}

impl Motion {
    /// Returns the identifier used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Appear => "appear",
            Self::Fall => "fall",
            Self::Turn => "turn",
            Self::Slide => "slide",
        }
    }
}

impl Layout {
    /// A board of `columns` × `rows` squares, points read row by row from the
    /// top left, each named by a function of its column and row from 0. No
    /// labels yet.
    pub fn grid(columns: u32, rows: u32, name: impl Fn(u32, u32) -> String) -> Self {
        let points = (0..columns * rows)
            .map(|i| (i % columns, i / columns))
            .map(|(column, row)| Point {
                name: name(column, row),
                words: None,
                x: column as f32 + 0.5,
                y: row as f32 + 0.5,
                region: None,
            })
            .collect();
        Self { points, ..Self::new(columns as f32, rows as f32) }
    }

    /// An empty board of squares for signs.
    pub fn new(width: f32, height: f32) -> Self {
        Self {
            width,
            height,
            points: Vec::new(),
            edges: Vec::new(),
            regions: Vec::new(),
            labels: Vec::new(),
            ground: Ground::Squares,
            form: Form::Signs,
            motion: Motion::Appear,
            players: [&phrases::X, &phrases::O],
        }
    }

    /// Names one column under the board, or above it.
    pub fn label_column(&mut self, column: u32, text: &str, side: Edge) {
        let y = match side {
            Edge::Before => -0.5,
            Edge::After => self.height + 0.5,
        };
        self.labels.push(Label { text: text.to_owned(), x: column as f32 + 0.5, y });
    }

    /// Names one row at the left of the board, or at the right.
    pub fn label_row(&mut self, row: u32, text: &str, side: Edge) {
        let x = match side {
            Edge::Before => -0.5,
            Edge::After => self.width + 0.5,
        };
        self.labels.push(Label { text: text.to_owned(), x, y: row as f32 + 0.5 });
    }

    /// What a side is called.
    pub fn player(&self, player: Player) -> &'static Phrase {
        self.players[player.index()]
    }
}

/// An edge of the board to write labels along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The top or left edge.
    Before,
    /// The bottom or right edge.
    After,
}

/// What a board shows at a moment of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The piece on each point.
    pub pieces: Vec<Option<Player>>,
    /// The side to move.
    pub turn: Player,
    /// The legal moves; none once the game is over.
    pub moves: Vec<ViewMove>,
    /// The last move in the game's notation.
    pub last_text: Option<String>,
    /// The points of the last move, from where it came to where it went.
    pub last: Vec<PointId>,
    /// Other points whose piece the last move changed.
    pub turned: Vec<PointId>,
    /// The regions in which a move can be made, where the game has regions.
    pub playable: Vec<RegionId>,
    /// Regions that are won or closed, with their owner.
    pub marks: Vec<Mark>,
    /// The points that ended the game: a line.
    pub line: Vec<PointId>,
    /// The regions that ended the game: a line of them.
    pub region_line: Vec<RegionId>,
    /// What each side has counted, where the game counts.
    pub tally: Option<Tally>,
    /// The pieces each side has yet to place, where the game limits them.
    pub in_hand: Option<[u32; 2]>,
    /// What else there is to say: a forced region, a pass.
    pub notes: Vec<Message>,
    /// The end, when the game is over.
    pub finish: Option<Finish>,
}

/// A legal move as something to click.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewMove {
    /// The move in the game's notation.
    pub text: String,
    /// Where to click for it.
    pub path: MovePath,
}

/// Where to click for a move: at most two points, the last of them empty, and
/// no two moves with the same ones. Once the move is played its piece stands on
/// the last point, unless the region of that point is closed.
/// [`contract::check`](crate::contract::check) holds every view to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovePath {
    /// One point for a placed piece, two for a slide, none for a button such as
    /// a pass. The piece ends on the last of them.
    pub points: Vec<PointId>,
    /// Other points that stand for the same single click: the rest of a column.
    /// None of them belongs to another move or is one of any move's `points`.
    pub also: Vec<PointId>,
}

impl MovePath {
    /// A piece placed on a point.
    pub fn point(point: PointId) -> Self {
        Self { points: vec![point], also: Vec::new() }
    }

    /// A piece that slides from one point to another.
    pub fn slide(from: PointId, to: PointId) -> Self {
        Self { points: vec![from, to], also: Vec::new() }
    }

    /// A button beside the board.
    pub fn button() -> Self {
        Self::default()
    }
}

/// A count for each side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// What is counted.
    pub what: &'static Phrase,
    /// How many, `First` before `Second`.
    pub counts: [u32; 2],
}

/// A region that is no longer played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Which region.
    pub region: RegionId,
    /// Who won it; nobody when it is full without a line.
    pub owner: Option<Player>,
}

impl View {
    /// The view of a record: these pieces, and what the record itself knows —
    /// turn, moves, last move and end. The game adds the rest.
    pub fn of<V: Variant>(
        record: &Record<V>,
        pieces: Vec<Option<Player>>,
        path: impl Fn(&V::Position, <V::Position as Position>::Move) -> MovePath,
    ) -> Self {
        let position = record.position();
        let finish = record.finish();
        let moves = match finish {
            Some(_) => Vec::new(),
            None => position
                .legal_moves()
                .map(|mv| ViewMove {
                    text: record.variant().print_move(position, mv),
                    path: path(position, mv),
                })
                .collect(),
        };
        let last = record.last_move().map(|(before, mv)| path(before, mv).points);
        let last_text = record.last_move().map(|(before, mv)| record.variant().print_move(before, mv));
        Self {
            pieces,
            turn: position.turn(),
            moves,
            last_text,
            last: last.unwrap_or_default(),
            turned: Vec::new(),
            playable: Vec::new(),
            marks: Vec::new(),
            line: Vec::new(),
            region_line: Vec::new(),
            tally: None,
            in_hand: None,
            notes: Vec::new(),
            finish,
        }
    }
}
