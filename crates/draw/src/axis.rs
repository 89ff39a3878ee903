//! From the coordinates of a layout to columns and rows of characters.

/// The places on the canvas of the coordinates that points have.
pub struct Axis {
    coordinates: Vec<f32>,
    places: Vec<i32>,
}

impl Axis {
    /// The coordinates of points, in order and each once.
    pub fn coordinates(all: impl Iterator<Item = f32>) -> Vec<f32> {
        let mut coordinates: Vec<f32> = all.collect();
        coordinates.sort_by(f32::total_cmp);
        coordinates.dedup_by(|a, b| same(*a, *b));
        coordinates
    }

    /// Neighbours stand `near` apart, or `far` where a region ends between them.
    pub fn of_cells(coordinates: Vec<f32>, ends: &[[f32; 2]], near: i32, far: i32) -> Self {
        let mut place = 0;
        let mut places = vec![0];
        for pair in coordinates.windows(2) {
            let parted = ends.iter().any(|&[first, last]| same(last, pair[0]) || same(first, pair[1]));
            place += if parted { far } else { near };
            places.push(place);
        }
        Self { coordinates, places }
    }

    /// Neighbours stand as far apart as they do on the board.
    pub fn of_lines(coordinates: Vec<f32>, scale: f32) -> Self {
        let first = coordinates.first().copied().unwrap_or(0.0);
        let places = coordinates.iter().map(|c| ((c - first) * scale).round() as i32).collect();
        Self { coordinates, places }
    }

    /// The number of the nearest column or row.
    pub fn index(&self, coordinate: f32) -> usize {
        let distance = |&i: &usize| (self.coordinates[i] - coordinate).abs();
        (0..self.coordinates.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }

    /// The place of the nearest column or row.
    pub fn place(&self, coordinate: f32) -> i32 {
        self.places.get(self.index(coordinate)).copied().unwrap_or(0)
    }

    /// The place of the last column or row; the first is at 0.
    pub fn last(&self) -> i32 {
        self.places.last().copied().unwrap_or(0)
    }
}

/// Whether two coordinates are one, computed in different ways.
pub fn same(a: f32, b: f32) -> bool {
    (a - b).abs() < 0.01
}
