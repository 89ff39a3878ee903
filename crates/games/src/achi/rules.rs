//! The rules as data: points, roads, lines, and what a variant changes.

use std::fmt;

use plateau_core::bits::Bits;
use plateau_core::intern::{Interned, Interner};
use plateau_core::layout::PointId;
use plateau_core::{Player, Symmetry};

/// The middle of every board, point 5.
pub const CENTRE: u8 = 4;

/// No variant gives a side more pieces: their slides fit one word.
pub const MOST_PIECES: usize = 4;

/// No board has more points, so that a `u16` numbers a set of them.
const MOST_POINTS: usize = 13;

/// The points of a road by their numbers, as people count them from 1.
type Road = &'static [u8];

// A piece slides between neighbours on a road, and three neighbours on a road
// are a line: the roads alone make a board.

const STRAIGHT: &[Road] = &[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9], &[1, 4, 7], &[2, 5, 8], &[3, 6, 9]];
const DIAGONALS: &[Road] = &[&[1, 5, 9], &[3, 5, 7]];
const DIAMOND: &[Road] = &[&[2, 4], &[2, 6], &[4, 8], &[6, 8]];
const LONG_DIAGONALS: &[Road] = &[&[1, 10, 5, 13, 9], &[3, 11, 5, 12, 7]];
const LONG_DIAMOND: &[Road] = &[&[2, 10, 4], &[2, 11, 6], &[4, 12, 8], &[6, 13, 8]];

/// Which points there are and how they are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Graph {
    /// Nine points; the middles of the sides are not joined (graph A).
    ///
    /// ```text
    /// 1 ─ 2 ─ 3
    /// │ ╲ │ ╱ │
    /// 4 ─ 5 ─ 6
    /// │ ╱ │ ╲ │
    /// 7 ─ 8 ─ 9
    /// ```
    Nine,
    /// Nine points; a diamond joins the middles of the sides, and the roads
    /// cross where no point is (graph K).
    Diamond,
    /// The diamond with a point at each of its four crossings (graph P13).
    ///
    /// ```text
    /// 1 ─── 2 ─── 3
    /// │  10 │ 11  │     10 is joined to 1, 2, 4 and 5,
    /// 4 ─── 5 ─── 6     and so are 11, 12 and 13 to
    /// │  12 │ 13  │     the corners of their squares
    /// 7 ─── 8 ─── 9
    /// ```
    Thirteen,
}

impl Graph {
    fn points(self) -> usize {
        match self {
            Self::Nine | Self::Diamond => 9,
            Self::Thirteen => MOST_POINTS,
        }
    }

    /// The roads, each as the numbers of its points from 0.
    fn roads(self) -> impl Iterator<Item = Vec<u8>> {
        let groups: &[&[Road]] = match self {
            Self::Nine => &[STRAIGHT, DIAGONALS],
            Self::Diamond => &[STRAIGHT, DIAGONALS, DIAMOND],
            Self::Thirteen => &[STRAIGHT, LONG_DIAGONALS, LONG_DIAMOND],
        };
        groups.iter().copied().flatten().map(|road| road.iter().map(|number| number - 1).collect())
    }
}

/// What becomes of a player whose pieces are all down and cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// The game is lost.
    Loses,
    /// The turn goes to the opponent, who then can move: some piece stands
    /// beside an empty point.
    Passes,
    /// The game is a draw.
    Draws,
}

/// Which drops on the centre are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ban {
    /// None.
    Never,
    /// The first of the game.
    First,
    /// Every one.
    Always,
}

/// What tells one variant's rules from another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub graph: Graph,
    /// The pieces of each side: [`MOST_PIECES`] at most, and so few that the
    /// two sides never fill the board.
    pub pieces: u32,
    /// What becomes of a blocked player.
    pub blocked: Blocked,
    /// Which drops on the centre are forbidden.
    pub ban: Ban,
}

/// A setup with its masks worked out. Points are bits, point 1 the lowest.
pub struct Rules {
    /// What it was made from.
    pub setup: Setup,
    /// How many points there are.
    pub points: usize,
    /// Every point.
    pub full: u16,
    /// The points joined to each point.
    near: [u16; 16],
    lines: Vec<u16>,
    /// For every set of points, as a bit, whether it holds a line.
    holds_line: [u64; 1 << MOST_POINTS >> 6],
    /// Where each point goes under each symmetry, in the order of the enum.
    images: [[u8; MOST_POINTS]; 8],
}

impl Rules {
    /// The rules of a setup, the same reference whenever it is asked for.
    pub fn of(setup: Setup) -> Interned<Self> {
        static KNOWN: Interner<Setup, Rules> = Interner::new();
        KNOWN.get(setup, |&setup| Self::build(setup))
    }

    fn build(setup: Setup) -> Self {
        let points = setup.graph.points();
        let mut near = [0; 16];
        let mut lines = Vec::new();
        for road in setup.graph.roads() {
            for pair in road.windows(2) {
                near[usize::from(pair[0])] |= 1 << pair[1];
                near[usize::from(pair[1])] |= 1 << pair[0];
            }
            lines.extend(road.windows(3).map(|line| line.iter().fold(0, |set, point| set | 1 << point)));
        }
        let mut holds_line = [0; 1 << MOST_POINTS >> 6];
        for set in 0..1_u16 << points {
            let holds = lines.iter().any(|line| set & line == *line);
            holds_line[usize::from(set >> 6)] |= u64::from(holds) << (set & 63);
        }
        let mut images = [[0; MOST_POINTS]; 8];
        for &symmetry in Symmetry::SQUARE {
            for (point, image) in images[symmetry as usize].iter_mut().enumerate() {
                *image = image_of(point, symmetry) as u8;
            }
        }
        Self { setup, points, full: (1 << points) - 1, near, lines, holds_line, images }
    }

    /// The set of one point; the empty set for a number beyond the board.
    #[inline]
    pub fn bit(&self, point: u8) -> u16 {
        if usize::from(point) < self.points { 1 << point } else { 0 }
    }

    /// The points joined to a point.
    #[inline]
    pub fn near(&self, point: u8) -> u16 {
        self.near[usize::from(point & 15)]
    }

    /// Whether a set of points holds a line.
    #[inline]
    pub fn has_line(&self, set: u16) -> bool {
        self.holds_line[usize::from(set >> 6) % self.holds_line.len()] >> (set & 63) & 1 != 0
    }

    /// The points of all lines that a set holds.
    pub fn line_points(&self, set: u16) -> u16 {
        self.lines.iter().filter(|&&line| set & line == line).fold(0, |all, line| all | line)
    }

    /// Where a point goes.
    #[inline]
    pub fn image(&self, point: u8, symmetry: Symmetry) -> u8 {
        self.images[symmetry as usize].get(usize::from(point)).copied().unwrap_or(point)
    }

    /// The joined pairs of points, each once.
    pub fn edges(&self) -> Vec<[PointId; 2]> {
        let ends = |point: u8| points_of(self.near(point)).filter(move |&end| point < end);
        (0..self.points as u8)
            .flat_map(|point| ends(point).map(move |end| [u16::from(point), u16::from(end)]))
            .collect()
    }

    /// How many pieces each side with these has yet to drop.
    pub fn in_hand(&self, stones: [u16; 2]) -> [u32; 2] {
        stones.map(|own| self.setup.pieces.saturating_sub(own.count_ones()))
    }
}

/// The tables follow from the setup.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.setup).finish()
    }
}

/// The points of a set, the lowest first.
#[inline]
pub fn points_of(set: u16) -> impl Iterator<Item = u8> {
    u64::from(set).ones().map(|point| point as u8)
}

/// The side whose piece stands on a point, if any does.
#[inline]
pub fn owner(stones: [u16; 2], bit: u16) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| stones[player.index()] & bit != 0)
}

/// The column and row of a point on a grid of 5 × 5: the nine points on every
/// other crossing, the other four between them.
pub fn place(point: usize) -> (u32, u32) {
    let point = point as u32;
    match point {
        0..9 => (point % 3 * 2, point / 3 * 2),
        _ => ((point - 9) % 2 * 2 + 1, (point - 9) / 2 * 2 + 1),
    }
}

fn image_of(point: usize, symmetry: Symmetry) -> usize {
    let image = symmetry.apply(place(point), 5, 5);
    (0..MOST_POINTS).find(|&other| place(other) == image).unwrap_or(point)
}
