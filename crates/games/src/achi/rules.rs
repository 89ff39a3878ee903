//! The rules as data: points, roads, lines and options.

use std::fmt;

use plateau_core::bits::Bits;
use plateau_core::intern::{Interned, Interner};
use plateau_core::layout::PointId;
use plateau_core::{Player, Symmetry};

/// The centre of every board, point 5.
pub const CENTRE: u8 = 4;

/// The largest number of pieces of a side, so that their slides fit in 64 bits.
pub const MAX_PIECES: usize = 4;

/// The largest number of points, so that a set of them fits in a `u16`.
const MAX_POINTS: usize = 13;

/// The points of a road, numbered from 1.
type Road = &'static [u8];

// Roads define a board: pieces slide between adjacent points of a road, and three adjacent
// points of a road are a line.

const STRAIGHT: &[Road] = &[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9], &[1, 4, 7], &[2, 5, 8], &[3, 6, 9]];
const DIAGONALS: &[Road] = &[&[1, 5, 9], &[3, 5, 7]];
const DIAMOND: &[Road] = &[&[2, 4], &[2, 6], &[4, 8], &[6, 8]];
const LONG_DIAGONALS: &[Road] = &[&[1, 10, 5, 13, 9], &[3, 11, 5, 12, 7]];
const LONG_DIAMOND: &[Road] = &[&[2, 10, 4], &[2, 11, 6], &[4, 12, 8], &[6, 13, 8]];

/// The points of a board and the roads between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Graph {
    /// Nine points; the middles of the sides are not connected (graph A).
    ///
    /// ```text
    /// 1 ─ 2 ─ 3
    /// │ ╲ │ ╱ │
    /// 4 ─ 5 ─ 6
    /// │ ╱ │ ╲ │
    /// 7 ─ 8 ─ 9
    /// ```
    Nine,
    /// Nine points; a diamond connects the middles of the sides, and its roads cross the
    /// diagonals without a point (graph K).
    Diamond,
    /// The diamond with a point at each of its four crossings (graph P13).
    ///
    /// ```text
    /// 1 ─── 2 ─── 3
    /// │  10 │ 11  │     10 is connected to 1, 2, 4 and 5;
    /// 4 ─── 5 ─── 6     likewise 11, 12 and 13 to the
    /// │  12 │ 13  │     corners of their squares
    /// 7 ─── 8 ─── 9
    /// ```
    Thirteen,
}

impl Graph {
    fn points(self) -> usize {
        match self {
            Self::Nine | Self::Diamond => 9,
            Self::Thirteen => MAX_POINTS,
        }
    }

    /// Returns the roads, with points numbered from 0.
    fn roads(self) -> impl Iterator<Item = Vec<u8>> {
        let groups: &[&[Road]] = match self {
            Self::Nine => &[STRAIGHT, DIAGONALS],
            Self::Diamond => &[STRAIGHT, DIAGONALS, DIAMOND],
            Self::Thirteen => &[STRAIGHT, LONG_DIAGONALS, LONG_DIAMOND],
        };
        groups.iter().copied().flatten().map(|road| road.iter().map(|number| number - 1).collect())
    }
}

/// What happens to a player who has dropped all pieces and cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// The blocked player loses.
    Loses,
    /// The blocked player passes. The opponent can always move then: some piece is next to an
    /// empty point.
    Passes,
    /// The game is a draw.
    Draws,
}

/// Which drops on the centre are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ban {
    /// None.
    Never,
    /// The first drop of the game.
    First,
    /// All drops.
    Always,
}

/// The options of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub graph: Graph,
    /// The number of pieces of each side: at most [`MAX_PIECES`], and few enough that both
    /// sides never fill the board.
    pub pieces: u32,
    /// What happens to a blocked player.
    pub blocked: Blocked,
    /// Which drops on the centre are forbidden.
    pub ban: Ban,
}

/// The rules of a setup with precomputed masks. Point 1 is the lowest bit.
pub struct Rules {
    /// The options.
    pub setup: Setup,
    /// The number of points.
    pub points: usize,
    /// The set of all points.
    pub full: u16,
    /// The points connected to each point.
    neighbours: [u16; 16],
    lines: Vec<u16>,
    /// For every set of points, one bit: whether it contains a line.
    contains_line: [u64; 1 << MAX_POINTS >> 6],
    /// The image of each point under each symmetry.
    images: [[u8; MAX_POINTS]; 8],
}

impl Rules {
    /// Returns the interned rules of a setup.
    pub fn of(setup: Setup) -> Interned<Self> {
        static INTERNER: Interner<Setup, Rules> = Interner::new();
        INTERNER.get(setup, |&setup| Self::build(setup))
    }

    fn build(setup: Setup) -> Self {
        let points = setup.graph.points();
        let mut neighbours = [0; 16];
        let mut lines = Vec::new();
        for road in setup.graph.roads() {
            for pair in road.windows(2) {
                neighbours[usize::from(pair[0])] |= 1 << pair[1];
                neighbours[usize::from(pair[1])] |= 1 << pair[0];
            }
            lines.extend(road.windows(3).map(|line| line.iter().fold(0, |set, point| set | 1 << point)));
        }
        let mut contains_line = [0; 1 << MAX_POINTS >> 6];
        for set in 0..1_u16 << points {
            let contains = lines.iter().any(|line| set & line == *line);
            contains_line[usize::from(set >> 6)] |= u64::from(contains) << (set & 63);
        }
        let mut images = [[0; MAX_POINTS]; 8];
        for &symmetry in Symmetry::SQUARE {
            for (point, image) in images[symmetry as usize].iter_mut().enumerate() {
                *image = image_of(point, symmetry) as u8;
            }
        }
        Self { setup, points, full: (1 << points) - 1, neighbours, lines, contains_line, images }
    }

    /// Returns the set of one point; empty if the point is not on the board.
    #[inline]
    pub fn bit(&self, point: u8) -> u16 {
        if usize::from(point) < self.points { 1 << point } else { 0 }
    }

    /// Returns the points connected to a point.
    #[inline]
    pub fn neighbours(&self, point: u8) -> u16 {
        self.neighbours[usize::from(point & 15)]
    }

    /// Returns whether a set of points contains a line.
    #[inline]
    pub fn has_line(&self, set: u16) -> bool {
        self.contains_line[usize::from(set >> 6) % self.contains_line.len()] >> (set & 63) & 1 != 0
    }

    /// Returns the points of all lines in a set.
    pub fn line_points(&self, set: u16) -> u16 {
        self.lines.iter().filter(|&&line| set & line == line).fold(0, |all, line| all | line)
    }

    /// Returns where a symmetry moves a point.
    #[inline]
    pub fn transform_point(&self, point: u8, symmetry: Symmetry) -> u8 {
        self.images[symmetry as usize].get(usize::from(point)).copied().unwrap_or(point)
    }

    /// Returns the connected pairs of points, each once.
    pub fn edges(&self) -> Vec<[PointId; 2]> {
        let ends = |point: u8| points_of(self.neighbours(point)).filter(move |&end| point < end);
        (0..self.points as u8)
            .flat_map(|point| ends(point).map(move |end| [u16::from(point), u16::from(end)]))
            .collect()
    }

    /// Returns the number of pieces that each side has yet to drop.
    pub fn in_hand(&self, stones: [u16; 2]) -> [u32; 2] {
        stones.map(|own| self.setup.pieces.saturating_sub(own.count_ones()))
    }
}

/// Prints the setup only: the tables follow from it.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.setup).finish()
    }
}

/// Returns the points of a set, the lowest first.
#[inline]
pub fn points_of(set: u16) -> impl Iterator<Item = u8> {
    u64::from(set).ones().map(|point| point as u8)
}

/// Returns the side with a piece on a point.
#[inline]
pub fn owner(stones: [u16; 2], bit: u16) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| stones[player.index()] & bit != 0)
}

/// Returns the column and row of a point on a grid of 5×5: points 1 to 9 at even columns and
/// rows, the others between them.
pub fn grid_coordinates(point: usize) -> (u32, u32) {
    let point = point as u32;
    match point {
        0..9 => (point % 3 * 2, point / 3 * 2),
        _ => ((point - 9) % 2 * 2 + 1, (point - 9) / 2 * 2 + 1),
    }
}

fn image_of(point: usize, symmetry: Symmetry) -> usize {
    let image = symmetry.apply(grid_coordinates(point), 5, 5);
    (0..MAX_POINTS).find(|&other| grid_coordinates(other) == image).unwrap_or(point)
}
