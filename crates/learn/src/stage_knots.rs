//! Tables of weights by stage: each row has a weight at every *knot*, and the knots are spread evenly
//! over the progress of a game. Between two knots, weights are interpolated linearly, so that stages
//! change smoothly into each other.

/// Where a progress lies among the knots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnotPosition {
    /// The last knot that is not after the progress.
    knot: usize,
    /// The distance from this knot, in units of 1 / `steps` of the distance between two knots.
    step: u32,
    steps: u32,
}

impl KnotPosition {
    /// Returns the position of a progress from 0 to `max_progress` among this many knots.
    #[inline]
    pub fn new(progress: u32, max_progress: u32, knots: usize) -> Self {
        let steps = max_progress.max(1);
        let scaled = progress.min(steps) * (knots as u32 - 1);
        Self { knot: (scaled / steps) as usize, step: scaled % steps, steps }
    }

    /// Returns the weight of a row from its weights at all knots, rounded.
    #[inline]
    pub fn weight(&self, row: &[i16]) -> i16 {
        let weight = i32::from(row[self.knot]);
        if self.step == 0 {
            return weight as i16;
        }
        let (step, steps) = (self.step as i32, self.steps as i32);
        let sum = weight * (steps - step) + i32::from(row[self.knot + 1]) * step;
        (2 * sum + steps).div_euclid(2 * steps) as i16
    }

    /// Returns the share of each knot in the weight: of one if the progress lies on a knot, else
    /// of two.
    pub fn shares(&self) -> impl Iterator<Item = (usize, f32)> {
        let next = self.step as f32 / self.steps as f32;
        let both = [(self.knot, 1.0 - next), (self.knot + 1, next)];
        both.into_iter().take(if self.step == 0 { 1 } else { 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_exact_at_knots_and_interpolated_between_them() {
        let row = [10, 20, -40];
        let weight = |progress, max| KnotPosition::new(progress, max, row.len()).weight(&row);
        assert_eq!([0, 1, 2, 3, 4].map(|progress| weight(progress, 4)), [10, 15, 20, -10, -40]);
        assert_eq!([0, 1, 2, 3].map(|progress| weight(progress, 3)), [10, 17, 0, -40]);
        assert_eq!(weight(9, 4), -40, "beyond the end");
        assert_eq!(KnotPosition::new(7, 9, 1).weight(&[5]), 5, "one knot");
        let extremes = [i16::MIN, i16::MAX];
        assert_eq!(KnotPosition::new(30, 60, 2).weight(&extremes), 0);
        assert_eq!(KnotPosition::new(60, 60, 2).weight(&extremes), i16::MAX);
    }

    #[test]
    fn shares_add_up_to_one() {
        for (knots, max) in [(1, 9), (4, 9), (5, 9), (31, 60)] {
            for progress in 0..=max {
                let shares: Vec<_> = KnotPosition::new(progress, max, knots).shares().collect();
                assert!(shares.iter().all(|&(knot, share)| knot < knots && share > 0.0), "{shares:?}");
                assert!((shares.iter().map(|&(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-6);
            }
        }
    }
}
