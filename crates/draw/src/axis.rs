//! Maps layout coordinates to columns and rows of characters.

/// Maps the coordinates of points along one axis to places on the canvas.
pub struct Axis {
    coordinates: Vec<f32>,
    places: Vec<i32>,
}

impl Axis {
    /// Sorts and deduplicates coordinates.
    pub fn distinct(all: impl Iterator<Item = f32>) -> Vec<f32> {
        let mut coordinates: Vec<f32> = all.collect();
        coordinates.sort_by(f32::total_cmp);
        coordinates.dedup_by(|a, b| nearly_equal(*a, *b));
        coordinates
    }

    /// Creates an axis with `near` between neighbours, or `far` if a region ends between them.
    pub fn for_cells(coordinates: Vec<f32>, ends: &[[f32; 2]], near: i32, far: i32) -> Self {
        let mut place = 0;
        let mut places = vec![0];
        for pair in coordinates.windows(2) {
            let is_boundary =
                ends.iter().any(|&[first, last]| nearly_equal(last, pair[0]) || nearly_equal(first, pair[1]));
            place += if is_boundary { far } else { near };
            places.push(place);
        }
        Self { coordinates, places }
    }

    /// Creates an axis with distances proportional to those on the board.
    pub fn for_lines(coordinates: Vec<f32>, scale: f32) -> Self {
        let first = coordinates.first().copied().unwrap_or(0.0);
        let places = coordinates.iter().map(|c| ((c - first) * scale).round() as i32).collect();
        Self { coordinates, places }
    }

    /// Returns the index of the nearest column or row.
    pub fn index(&self, coordinate: f32) -> usize {
        let distance = |&i: &usize| (self.coordinates[i] - coordinate).abs();
        (0..self.coordinates.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }

    /// Returns the place of the nearest column or row.
    pub fn place(&self, coordinate: f32) -> i32 {
        self.places.get(self.index(coordinate)).copied().unwrap_or(0)
    }

    /// Returns the place of the last column or row; the first is at 0.
    pub fn last(&self) -> i32 {
        self.places.last().copied().unwrap_or(0)
    }
}

/// Whether two coordinates are equal up to rounding errors.
pub fn nearly_equal(a: f32, b: f32) -> bool {
    (a - b).abs() < 0.01
}
