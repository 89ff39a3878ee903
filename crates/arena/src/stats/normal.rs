//! The normal distribution.

/// The two-sided 95 % quantile: 95 % of the distribution lies within this many standard
/// deviations of the mean.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Returns the cumulative distribution function of the standard normal distribution, with
/// an error below 7.5e-8 (Abramowitz and Stegun, *Handbook of Mathematical Functions*,
/// 26.2.17).
pub fn cumulative(z: f64) -> f64 {
    const B: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let series = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    let tail = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * series;
    if z > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cumulative_matches_published_tables() {
        for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (Z95, 0.975), (-3.0, 0.001_349_9)]
        {
            assert!((cumulative(z) - p).abs() < 1e-7, "{z}: {}", cumulative(z));
        }
    }
}
