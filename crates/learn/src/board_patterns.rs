//! The default patterns of a game, found from the layout of its board alone: the whole board
//! if it is tiny, else regions, straight lines and neighbourhoods.

use plateau_core::{Layout, Symmetry};

use crate::pattern_set::{MAX_SLOT, PointMap};

/// Boards of up to this many points are one pattern.
const TINY_BOARD: usize = 9;

/// The longest window of a line, and how far two windows of the same line overlap.
const WINDOW: usize = 8;
const OVERLAP: usize = 3;

/// Neighbourhoods are added while there are no more slots and rows than this.
const SLOT_BUDGET: usize = 60;
const ROW_BUDGET: usize = 300_000;

/// The steps between neighbours on a board of squares.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The points of a layout by their coordinates, in 64ths of a cell.
struct Coordinates(Vec<(i32, i32)>);

impl Coordinates {
    const UNIT: i32 = 64;

    fn new(layout: &Layout) -> Self {
        let fixed = |length: f32| (length * Self::UNIT as f32).round() as i32;
        Self(layout.points.iter().map(|point| (fixed(point.x), fixed(point.y))).collect())
    }

    fn find(&self, place: (i32, i32)) -> Option<u16> {
        self.0.iter().position(|&other| other == place).map(|point| point as u16)
    }

    fn step(&self, point: u16, (dx, dy): (i32, i32)) -> Option<u16> {
        let (x, y) = self.0[usize::from(point)];
        self.find((x + dx, y + dy))
    }
}

/// Returns the maps of points of those symmetries under which the layout is symmetric. The
/// first one is the identity.
pub fn point_maps(layout: &Layout, symmetries: &[Symmetry]) -> Vec<(Symmetry, PointMap)> {
    let coordinates = Coordinates::new(layout);
    let extent = |of: fn(&(i32, i32)) -> i32| {
        let values = || coordinates.0.iter().map(of);
        values().min().unwrap_or(0) + values().max().unwrap_or(0)
    };
    // Twice the centre of the board.
    let (cx, cy) = (extent(|place| place.0), extent(|place| place.1));
    let image = |symmetry: Symmetry, (x, y): (i32, i32)| {
        // Doubled and relative to the centre, so that a square board maps onto itself.
        let (x, y) = (2 * x - cx, 2 * y - cy);
        let (x, y) = match symmetry {
            Symmetry::Identity => (x, y),
            Symmetry::MirrorColumns => (-x, y),
            Symmetry::MirrorRows => (x, -y),
            Symmetry::HalfTurn => (-x, -y),
            Symmetry::Transpose => (y, x),
            Symmetry::AntiTranspose => (-y, -x),
            Symmetry::QuarterTurn => (-y, x),
            Symmetry::ThreeQuarterTurn => (y, -x),
        };
        (i32::midpoint(x, cx), i32::midpoint(y, cy))
    };
    symmetries
        .iter()
        .filter_map(|&symmetry| {
            let map = coordinates.0.iter().map(|&place| coordinates.find(image(symmetry, place)));
            map.collect::<Option<PointMap>>().map(|map| (symmetry, map))
        })
        .collect()
}

/// Returns the patterns of a board, without their images under these symmetries.
pub fn patterns(layout: &Layout, symmetries: &[PointMap]) -> Vec<Vec<u16>> {
    let points = layout.points.len();
    if points <= TINY_BOARD {
        return vec![(0..points as u16).collect()];
    }
    let mut found = Orbits::new(symmetries);
    for region in 0..layout.regions.len() as u16 {
        let inside =
            (0..points as u16).filter(|&point| layout.points[usize::from(point)].region == Some(region));
        let inside: Vec<u16> = inside.collect();
        if (2..=MAX_SLOT).contains(&inside.len()) {
            found.add(&inside);
        }
    }
    for line in lines(layout) {
        windows(line.len(), WINDOW, OVERLAP).for_each(|(first, end)| found.add(&line[first..end]));
    }
    // The densest neighbourhoods that stay within the limits.
    for (columns, rows, overlap) in [(3, 3, 2), (3, 3, 1), (3, 2, 1), (2, 2, 0)] {
        let mut candidate = found.clone();
        neighbourhoods(layout, columns, rows, overlap).for_each(|pattern| candidate.add(&pattern));
        if candidate.slots.len() <= SLOT_BUDGET && candidate.rows <= ROW_BUDGET {
            found = candidate;
            break;
        }
    }
    if found.patterns.is_empty() {
        // Scattered points: each one by itself.
        (0..points as u16).for_each(|point| found.add(&[point]));
    }
    found.patterns
}

/// Patterns with all their images.
#[derive(Clone)]
struct Orbits<'s> {
    symmetries: &'s [PointMap],
    patterns: Vec<Vec<u16>>,
    slots: Vec<Vec<u16>>,
    /// An upper bound of the number of rows.
    rows: usize,
}

impl<'s> Orbits<'s> {
    fn new(symmetries: &'s [PointMap]) -> Self {
        Self { symmetries, patterns: Vec::new(), slots: Vec::new(), rows: 0 }
    }

    /// Adds a pattern, unless it is an image of another one.
    fn add(&mut self, pattern: &[u16]) {
        for map in self.symmetries {
            let mut image: Vec<u16> = pattern.iter().map(|&point| map[usize::from(point)]).collect();
            image.sort_unstable();
            if !self.slots.contains(&image) {
                self.slots.push(image);
                if self.patterns.last().is_none_or(|last| last != pattern) {
                    self.rows += 3_usize.pow(pattern.len() as u32);
                    self.patterns.push(pattern.to_vec());
                }
            }
        }
    }
}

/// Returns the straight lines of three points or more: along edges, where a board has them,
/// else through neighbouring squares.
fn lines(layout: &Layout) -> Vec<Vec<u16>> {
    let coordinates = Coordinates::new(layout);
    let unit = Coordinates::UNIT;
    let squares: Vec<(i32, i32)> = STEPS.iter().map(|&(dx, dy)| (dx * unit, dy * unit)).collect();
    let connected = |a: u16, b: u16| {
        layout.edges.is_empty() || layout.edges.iter().any(|edge| *edge == [a, b] || *edge == [b, a])
    };
    let mut steps = squares;
    if !layout.edges.is_empty() {
        steps = layout.edges.iter().map(|&[a, b]| difference(&coordinates, a, b)).collect();
        steps.sort_unstable();
        steps.dedup();
    }
    let mut lines = Vec::new();
    for step in steps {
        let back = (-step.0, -step.1);
        let next = |point: u16, step| coordinates.step(point, step).filter(|&next| connected(point, next));
        for first in 0..layout.points.len() as u16 {
            if next(first, back).is_some() {
                continue;
            }
            let line: Vec<u16> = std::iter::successors(Some(first), |&point| next(point, step)).collect();
            if line.len() >= 3 {
                lines.push(line);
            }
        }
    }
    lines
}

/// Returns the step between two points, in one of its two directions.
fn difference(coordinates: &Coordinates, a: u16, b: u16) -> (i32, i32) {
    let ((ax, ay), (bx, by)) = (coordinates.0[usize::from(a)], coordinates.0[usize::from(b)]);
    let step = (bx - ax, by - ay);
    step.max((-step.0, -step.1))
}

/// Returns the windows of a line: the fewest of at most `size` points that overlap by
/// `overlap` points or more, spread evenly.
fn windows(length: usize, size: usize, overlap: usize) -> impl Iterator<Item = (usize, usize)> {
    let size = size.min(length);
    let count = if length == size { 1 } else { (length - overlap).div_ceil(size - overlap) };
    (0..count).map(move |i| {
        let first = if count == 1 { 0 } else { i * (length - size) / (count - 1) };
        (first, first + size)
    })
}

/// Returns rectangles of points on a board of squares.
fn neighbourhoods(
    layout: &Layout,
    columns: usize,
    rows: usize,
    overlap: usize,
) -> impl Iterator<Item = Vec<u16>> {
    let coordinates = Coordinates::new(layout);
    let unit = Coordinates::UNIT;
    let (width, height) = (layout.width as usize, layout.height as usize);
    let places = windows(height, rows, overlap)
        .flat_map(move |(top, _)| windows(width, columns, overlap).map(move |(left, _)| (left, top)));
    let has_edges = !layout.edges.is_empty();
    places.filter_map(move |(left, top)| {
        if has_edges || width < columns || height < rows {
            return None;
        }
        let cell = |i: usize| {
            let (column, row) = (left + i % columns, top + i / columns);
            coordinates.find((column as i32 * unit + unit / 2, row as i32 * unit + unit / 2))
        };
        (0..columns * rows).map(cell).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(columns: u32, rows: u32) -> Layout {
        Layout::grid(columns, rows, |column, row| format!("{column},{row}"))
    }

    fn maps(layout: &Layout, symmetries: &[Symmetry]) -> Vec<PointMap> {
        point_maps(layout, symmetries).into_iter().map(|(_, map)| map).collect()
    }

    #[test]
    fn symmetries_map_points_as_they_map_cells() {
        for (symmetries, columns, rows) in
            [(Symmetry::SQUARE, 8, 8), (Symmetry::RECTANGLE, 5, 4), (Symmetry::MIRROR, 7, 6)]
        {
            let layout = grid(columns, rows);
            for (symmetry, map) in point_maps(&layout, symmetries) {
                for point in 0..columns * rows {
                    let image = symmetry.apply_index(point, columns, rows);
                    assert_eq!(u32::from(map[point as usize]), image, "{symmetry:?} {point}");
                }
            }
        }
        // A board of 5×4 is not symmetric under turns by 90°.
        assert_eq!(point_maps(&grid(5, 4), Symmetry::SQUARE).len(), 4);
    }

    #[test]
    fn a_tiny_board_is_one_pattern() {
        let layout = grid(9, 1);
        assert_eq!(patterns(&layout, &maps(&layout, Symmetry::MIRROR)), [(0..9).collect::<Vec<u16>>()]);
    }

    #[test]
    fn every_point_of_a_board_is_in_a_pattern() {
        for (columns, rows) in [(4, 4), (7, 6), (8, 8), (12, 12), (20, 20), (3, 10), (10, 1)] {
            let layout = grid(columns, rows);
            let symmetries = maps(&layout, &[Symmetry::Identity]);
            let patterns = patterns(&layout, &symmetries);
            for point in 0..(columns * rows) as u16 {
                assert!(patterns.iter().any(|pattern| pattern.contains(&point)), "{columns}x{rows} {point}");
            }
            assert!(patterns.iter().all(|pattern| pattern.len() <= MAX_SLOT));
        }
    }

    #[test]
    fn windows_cover_a_line_and_overlap() {
        let of = |length| windows(length, 8, 3).collect::<Vec<_>>();
        assert_eq!(of(5), [(0, 5)]);
        assert_eq!(of(8), [(0, 8)]);
        assert_eq!(of(12), [(0, 8), (4, 12)]);
        assert_eq!(of(20), [(0, 8), (4, 12), (8, 16), (12, 20)]);
    }
}
