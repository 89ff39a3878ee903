//! Shapes as drawn by hand: strokes that are not quite straight, rings that are not quite
//! round. The same seed always gives the same shape.

use std::f32::consts::TAU;

use super::pen::{Coordinates, Pen};

/// Numbers between −1 and 1 that look random.
pub struct Jitter(u32);

impl Jitter {
    /// Starts a sequence.
    pub const fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9).wrapping_add(0x7f4a_7c15))
    }

    /// Returns the next number.
    pub fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// Returns the path of a stroke between two places that sways by at most `sway` cells.
pub fn stroke(pen: &Pen, from: Coordinates, to: Coordinates, sway: f32, jitter: &mut Jitter) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f32::EPSILON);
    let (nx, ny) = (-dy / length, dx / length);
    let mut along = |part: f32| {
        let off = jitter.next() * sway;
        (from.0 + dx * part + nx * off, from.1 + dy * part + ny * off)
    };
    let (a, b) = (along(0.33), along(0.67));
    format!("M{}C{} {} {}", pen.at(from), pen.at(a), pen.at(b), pen.at(to))
}

/// Returns a smooth path through places; a closed one returns to the first.
fn smooth(pen: &Pen, places: &[Coordinates], closed: bool) -> String {
    let count = places.len() as i32;
    let place = |i: i32| {
        let i = if closed { i.rem_euclid(count) } else { i.clamp(0, count - 1) };
        places[i as usize]
    };
    let mut path = format!("M{}", pen.at(place(0)));
    for i in 0..if closed { count } else { count - 1 } {
        // Catmull-Rom splines as cubic Bézier curves.
        let [p, a, b, n] = [place(i - 1), place(i), place(i + 1), place(i + 2)];
        let first = (a.0 + (b.0 - p.0) / 6.0, a.1 + (b.1 - p.1) / 6.0);
        let second = (b.0 - (n.0 - a.0) / 6.0, b.1 - (n.1 - a.1) / 6.0);
        path.extend(["C", &pen.at(first), " ", &pen.at(second), " ", &pen.at(b)]);
    }
    if closed {
        path.push('Z');
    }
    path
}

/// Returns the path of a ring drawn in one go, whose ends overlap a little.
pub fn ring(pen: &Pen, (x, y): Coordinates, r: f32, jitter: &mut Jitter) -> String {
    let start = -0.28 * TAU + jitter.next() * 0.06 * TAU;
    let steps = 9;
    let places: Vec<Coordinates> = (0..=steps)
        .map(|i| {
            let angle = start - TAU * 1.02 * i as f32 / steps as f32;
            let r = r * (1.0 + 0.035 * jitter.next() - 0.006 * (i - steps / 2) as f32);
            (x + r * angle.cos(), y + r * angle.sin())
        })
        .collect();
    smooth(pen, &places, false)
}

/// Returns the closed path of a pebble.
pub fn pebble(pen: &Pen, (x, y): Coordinates, r: f32, jitter: &mut Jitter) -> String {
    let (tilt, steps) = (jitter.next() * 0.5 * TAU, 9);
    let places: Vec<Coordinates> = (0..steps)
        .map(|i| {
            let angle = TAU * i as f32 / steps as f32;
            let r = r * (1.0 + 0.045 * jitter.next());
            let (along, across) = (r * angle.cos(), r * 0.93 * angle.sin());
            (x + along * tilt.cos() - across * tilt.sin(), y + along * tilt.sin() + across * tilt.cos())
        })
        .collect();
    smooth(pen, &places, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_and_repeatable() {
        let mut jitter = Jitter::new(3);
        let numbers: Vec<f32> = (0..1000).map(|_| jitter.next()).collect();
        assert!(numbers.iter().all(|number| (-1.0..=1.0).contains(number)));
        let mean = numbers.iter().sum::<f32>() / 1000.0;
        assert!(mean.abs() < 0.1, "{mean}");
        assert_eq!(Jitter::new(3).next().to_bits(), numbers[0].to_bits());
        assert_ne!(Jitter::new(4).next().to_bits(), numbers[0].to_bits());
    }

    /// Returns all coordinates of a path, in pairs.
    fn places(path: &str) -> Vec<(f32, f32)> {
        let numbers: Vec<f32> = path
            .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
            .filter_map(|number| number.parse().ok())
            .collect();
        numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
    }

    #[test]
    fn shapes_stay_near_what_they_stand_for() {
        let pen = Pen::new(1.0, true, super::super::tests_palette(), "t");
        for seed in 0..50 {
            let line = places(&stroke(&pen, (0.0, 0.0), (3.0, 0.0), 0.02, &mut Jitter::new(seed)));
            assert_eq!((line[0], line[3]), ((0.0, 0.0), (3.0, 0.0)));
            assert!(line.iter().all(|place| place.1.abs() <= 0.021), "{line:?}");
            for path in [
                ring(&pen, (0.0, 0.0), 1.0, &mut Jitter::new(seed)),
                pebble(&pen, (0.0, 0.0), 1.0, &mut Jitter::new(seed)),
            ] {
                let far = places(&path).into_iter().map(|(x, y)| x.hypot(y)).fold(0.0, f32::max);
                assert!((0.9..1.2).contains(&far), "seed {seed}: {far}");
            }
        }
    }
}
