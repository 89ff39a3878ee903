//! Elementary functions made of basic arithmetic only, so that training gives the same bits
//! on every machine: those of the system's library differ in the last place.

/// Returns e to the power of `x`, to about seven digits. Arguments beyond ±80 are clamped.
pub fn exp(x: f32) -> f32 {
    let x = f64::from(x.clamp(-80.0, 80.0));
    // x = n ln 2 + r with |r| ≤ ln 2 / 2: a Taylor polynomial of r, times a power of two.
    let n = (x * std::f64::consts::LOG2_E).round_ties_even();
    let r = x - n * std::f64::consts::LN_2;
    let mut term = 1.0;
    let mut sum = 1.0;
    for k in 1..10 {
        term *= r / f64::from(k);
        sum += term;
    }
    let power = f64::from_bits(((1023 + n as i64) as u64) << 52);
    (sum * power) as f32
}

/// Returns the natural logarithm of a positive number, to about seven digits.
pub fn ln(x: f32) -> f32 {
    plateau_core::math::ln(f64::from(x)) as f32
}

/// Returns the logistic function: the win probability of a logit.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_agree_with_the_standard_library() {
        for i in -4_000..4_000 {
            let x = i as f32 / 100.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-5, "exp {x}");
            let y = x.abs() + 1e-4;
            assert!((ln(y) - y.ln()).abs() < 1e-5 * (1.0 + y.ln().abs()), "ln {y}");
        }
        assert!((sigmoid(0.0) - 0.5).abs() < 1e-7);
        assert!(sigmoid(100.0) > 0.999_999 && sigmoid(-100.0) < 1e-6);
    }
}
