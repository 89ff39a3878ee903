//! The patterns of a learned evaluation: one of each shape, for every board size. The others are its
//! images under the symmetries of the board.

/// The shapes of 8×8. Diagonals of fewer than four squares are left out.
const SHAPES_8: &[&str] = &[
    // An edge with its two X-squares.
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    // A corner: 2×5, 3×3 and a triangle.
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
];

/// The shapes of 6×6.
const SHAPES_6: &[&str] = &[
    "b2 a1 b1 c1 d1 e1 f1 e2",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a2 b2 c2 d2 e2 f2",
    "a3 b3 c3 d3 e3 f3",
    "a1 b2 c3 d4 e5 f6",
    "b1 c2 d3 e4 f5",
    "c1 d2 e3 f4",
];

/// The shapes of 4×4.
const SHAPES_4: &[&str] =
    &["b2 a1 b1 c1 d1 c2", "a1 b1 c1 a2 b2 c2 a3 b3 c3", "a2 b2 c2 d2", "a1 b2 c3 d4", "b1 c2 d3"];

/// Returns the shapes of a board size.
pub fn shapes(size: usize) -> &'static [&'static str] {
    match size {
        4 => SHAPES_4,
        6 => SHAPES_6,
        _ => SHAPES_8,
    }
}
