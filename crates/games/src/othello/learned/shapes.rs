//! The patterns of a learned evaluation: one of each shape, for every board size. The others are its
//! images under the symmetries of the board.

use plateau_core::Message;

use crate::othello::phrases;

/// What a pattern covers.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// An edge with its two X-squares.
    Edge,
    /// A corner, of 2×5.
    WideCorner,
    /// A corner, of 3×3.
    SquareCorner,
    /// A corner, a triangle of ten squares.
    Triangle,
    /// A row or column, with its number from the edge.
    Line(usize),
    /// A diagonal, with its length.
    Diagonal(usize),
}

impl Shape {
    /// Returns the name of the patterns in an explanation.
    pub fn name(self) -> Message {
        match self {
            Self::Edge => phrases::PATTERN_EDGE.message(),
            Self::WideCorner => phrases::PATTERN_CORNER.message().with("size", "2×5"),
            Self::SquareCorner => phrases::PATTERN_CORNER.message().with("size", "3×3"),
            Self::Triangle => phrases::PATTERN_TRIANGLE.message(),
            Self::Line(number) => phrases::PATTERN_LINE.message().with("number", number),
            Self::Diagonal(length) => phrases::PATTERN_DIAGONAL.message().with("length", length),
        }
    }
}

/// The shapes of 8×8. Diagonals of fewer than four squares are left out.
const SHAPES_8: &[(Shape, &str)] = &[
    (Shape::Edge, "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"),
    (Shape::WideCorner, "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    (Shape::SquareCorner, "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    (Shape::Triangle, "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
    (Shape::Line(2), "a2 b2 c2 d2 e2 f2 g2 h2"),
    (Shape::Line(3), "a3 b3 c3 d3 e3 f3 g3 h3"),
    (Shape::Line(4), "a4 b4 c4 d4 e4 f4 g4 h4"),
    (Shape::Diagonal(8), "a1 b2 c3 d4 e5 f6 g7 h8"),
    (Shape::Diagonal(7), "b1 c2 d3 e4 f5 g6 h7"),
    (Shape::Diagonal(6), "c1 d2 e3 f4 g5 h6"),
    (Shape::Diagonal(5), "d1 e2 f3 g4 h5"),
    (Shape::Diagonal(4), "e1 f2 g3 h4"),
];

/// The shapes of 6×6.
const SHAPES_6: &[(Shape, &str)] = &[
    (Shape::Edge, "b2 a1 b1 c1 d1 e1 f1 e2"),
    (Shape::SquareCorner, "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    (Shape::Line(2), "a2 b2 c2 d2 e2 f2"),
    (Shape::Line(3), "a3 b3 c3 d3 e3 f3"),
    (Shape::Diagonal(6), "a1 b2 c3 d4 e5 f6"),
    (Shape::Diagonal(5), "b1 c2 d3 e4 f5"),
    (Shape::Diagonal(4), "c1 d2 e3 f4"),
];

/// The shapes of 4×4.
const SHAPES_4: &[(Shape, &str)] = &[
    (Shape::Edge, "b2 a1 b1 c1 d1 c2"),
    (Shape::Line(2), "a2 b2 c2 d2"),
    (Shape::Diagonal(4), "a1 b2 c3 d4"),
    (Shape::Diagonal(3), "b1 c2 d3"),
];

/// Returns the shapes of a board size, each with the squares of one pattern.
pub fn shapes(size: usize) -> &'static [(Shape, &'static str)] {
    match size {
        4 => SHAPES_4,
        6 => SHAPES_6,
        _ => SHAPES_8,
    }
}
