//! What drawing and input need to know about a board, independent of the game.
//!
//! A [`Layout`] is fixed per variant. A [`View`] is computed from the record of a game.

use crate::look::Look;
use crate::outcome::Player;
use crate::phrases;
use crate::position::Position;
use crate::record::{Finish, Record};
use crate::text::{Message, Phrase};
use crate::variant::Variant;

/// An index into [`Layout::points`].
pub type PointId = u16;

/// An index into [`Layout::regions`].
pub type RegionId = u16;

/// The board of a variant. Lengths are in cells; x grows to the right and y downwards from
/// the top left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Width of the board.
    pub width: f32,
    /// Height of the board.
    pub height: f32,
    /// The places for pieces.
    pub points: Vec<Point>,
    /// Pairs of points with a line between them, along which pieces slide.
    pub edges: Vec<[PointId; 2]>,
    /// Parts of the board that are named, highlighted or won as a whole.
    pub regions: Vec<Region>,
    /// Column and row labels beside the board.
    pub labels: Vec<Label>,
    /// What the board looks like without pieces.
    pub background: Background,
    /// What the board and its pieces look like in pictures.
    pub look: Look,
    /// Places of small dots, such as the star points of a board.
    pub dots: Vec<[f32; 2]>,
    /// How a move is animated.
    pub animation: Animation,
    /// The names of the two sides, indexed by [`Player::index`].
    pub players: [&'static Phrase; 2],
}

/// A place for one piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name in the game's notation, which a person types to play there.
    pub name: String,
    /// A description for screen readers, if the name alone is unclear.
    pub words: Option<Message>,
    /// Horizontal coordinate of its centre.
    pub x: f32,
    /// Vertical coordinate of its centre.
    pub y: f32,
    /// The region it belongs to.
    pub region: Option<RegionId>,
}

/// A rectangular part of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Its name in the game's notation.
    pub name: String,
    /// Its left edge.
    pub x: f32,
    /// Its top edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A text beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Horizontal coordinate of its centre.
    pub x: f32,
    /// Vertical coordinate of its centre.
    pub y: f32,
}

/// What a board looks like without pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Adjacent squares.
    Squares,
    /// Holes in an upright rack.
    Rack,
    /// Points with lines between them.
    Lines,
}

impl Background {
    /// Returns the name that the page uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Rack => "rack",
            Self::Lines => "lines",
        }
    }
}

/// How text shows the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceStyle {
    /// The letters x and o.
    XAndO,
    /// Discs, a filled one and a ring.
    Discs,
}

impl PieceStyle {
    /// Returns the name that the page uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::XAndO => "signs",
            Self::Discs => "discs",
        }
    }
}

/// How a move is animated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Animation {
    /// The piece appears.
    Appear,
    /// The piece drops from the top edge.
    Drop,
    /// The piece appears and flips others.
    Flip,
    /// The piece appears, or slides from another point.
    Slide,
}

impl Animation {
    /// Returns the name that the page uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Appear => "appear",
            Self::Drop => "fall",
            Self::Flip => "turn",
            Self::Slide => "slide",
        }
    }
}

impl Layout {
    /// Creates a board of `columns` × `rows` squares without labels. Points are numbered row
    /// by row from the top left; `name` maps a column and a row, counted from 0, to the name
    /// of a point.
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

    /// Creates a board without points, with squares as its background and x and o on paper as
    /// its pieces.
    pub fn new(width: f32, height: f32) -> Self {
        Self {
            width,
            height,
            points: Vec::new(),
            edges: Vec::new(),
            regions: Vec::new(),
            labels: Vec::new(),
            background: Background::Squares,
            look: Look::PAPER,
            dots: Vec::new(),
            animation: Animation::Appear,
            players: [&phrases::X, &phrases::O],
        }
    }

    /// Adds a label above or below a column.
    pub fn label_column(&mut self, column: u32, text: &str, side: LabelSide) {
        let y = match side {
            LabelSide::TopOrLeft => -0.5,
            LabelSide::BottomOrRight => self.height + 0.5,
        };
        self.labels.push(Label { text: text.to_owned(), x: column as f32 + 0.5, y });
    }

    /// Adds a label to the left or right of a row.
    pub fn label_row(&mut self, row: u32, text: &str, side: LabelSide) {
        let x = match side {
            LabelSide::TopOrLeft => -0.5,
            LabelSide::BottomOrRight => self.width + 0.5,
        };
        self.labels.push(Label { text: text.to_owned(), x, y: row as f32 + 0.5 });
    }

    /// Returns how text shows the pieces.
    pub const fn piece_style(&self) -> PieceStyle {
        self.look.pieces.style()
    }

    /// Returns the name of a side.
    pub fn player(&self, player: Player) -> &'static Phrase {
        self.players[player.index()]
    }
}

/// The side of the board that a label is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelSide {
    /// Above a column, left of a row.
    TopOrLeft,
    /// Below a column, right of a row.
    BottomOrRight,
}

/// What the board shows in one position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The piece on each point.
    pub pieces: Vec<Option<Player>>,
    /// The side to move.
    pub turn: Player,
    /// The legal moves; empty when the game is over.
    pub moves: Vec<ViewMove>,
    /// The last move in the game's notation.
    pub last_text: Option<String>,
    /// The points of the last move: its destination, after its origin if it was a slide.
    pub last: Vec<PointId>,
    /// Points whose pieces the last move flipped.
    pub turned: Vec<PointId>,
    /// The regions that legal moves go to, in games with regions.
    pub playable: Vec<RegionId>,
    /// The closed regions and their owners.
    pub marks: Vec<Mark>,
    /// The winning line of points.
    pub line: Vec<PointId>,
    /// The winning line of regions.
    pub region_line: Vec<RegionId>,
    /// A count per side, such as discs, in games that have one.
    pub tally: Option<Tally>,
    /// The pieces each side has left to place, in games that limit them.
    pub in_hand: Option<[u32; 2]>,
    /// Notes on the position, such as a forced region or a pass.
    pub notes: Vec<Note>,
    /// The result, if the game is over.
    pub finish: Option<Finish>,
}

/// A note on a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The text for spectators, in the third person.
    pub text: Message,
    /// The text addressed to the player to move.
    to_mover: Option<Message>,
}

impl Note {
    /// Creates a note for the side to move: `text` in the third person for spectators,
    /// `to_mover` addressed to the player.
    pub fn on_turn(text: Message, to_mover: Message) -> Self {
        Self { text, to_mover: Some(to_mover) }
    }

    /// Returns the text addressed to the player to move.
    pub fn to_mover(&self) -> &Message {
        self.to_mover.as_ref().unwrap_or(&self.text)
    }
}

impl From<Message> for Note {
    fn from(text: Message) -> Self {
        Self { text, to_mover: None }
    }
}

/// A legal move and where to click for it.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewMove {
    /// The move in the game's notation.
    pub text: String,
    /// The points to click.
    pub path: MovePath,
}

/// The clicks of a move: at most two points, unique among the legal moves, the last of them
/// empty. After the move its piece is on the last point, unless the region of that point is
/// closed. [`contract::check`](crate::contract::check) verifies this for every view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovePath {
    /// One point to place a piece, two for a slide, none for a button such as a pass.
    pub points: Vec<PointId>,
    /// Other points that a single click may hit instead, such as the rest of a column. They
    /// belong to no other move.
    pub also: Vec<PointId>,
}

impl MovePath {
    /// Creates the path of a piece placed on a point.
    pub fn point(point: PointId) -> Self {
        Self { points: vec![point], also: Vec::new() }
    }

    /// Creates the path of a piece that slides from one point to another.
    pub fn slide(from: PointId, to: PointId) -> Self {
        Self { points: vec![from, to], also: Vec::new() }
    }

    /// Creates the path of a move that is a button beside the board.
    pub fn button() -> Self {
        Self::default()
    }
}

/// A count per side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// What is counted.
    pub what: &'static Phrase,
    /// The counts, indexed by [`Player::index`].
    pub counts: [u32; 2],
}

/// A closed region, in which no more moves are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The region.
    pub region: RegionId,
    /// Its winner; `None` if it is full without a line.
    pub owner: Option<Player>,
}

impl View {
    /// Creates the view of a record with these pieces, the turn, the legal moves, the last
    /// move and the result. The game fills in the rest.
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
