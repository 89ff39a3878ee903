//! Elementary functions made of basic arithmetic only, so that they give the same bits on
//! every machine: those of the system's library differ in the last place.

/// Returns the natural logarithm of a positive normal number, to about eleven digits.
///
/// # Examples
///
/// ```
/// use plateau_core::math::ln;
///
/// assert_eq!(ln(1.0), 0.0);
/// assert!((ln(10.0) - std::f64::consts::LN_10).abs() < 1e-10);
/// ```
pub fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1023;
    let mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    // ln m = 2 artanh((m - 1) / (m + 1)), with m between 1 and 2.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let mut power = ratio;
    let mut sum = 0.0;
    for k in 0..12 {
        sum += power / f64::from(2 * k + 1);
        power *= square;
    }
    2.0 * sum + f64::from(exponent) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_agrees_with_the_standard_library() {
        for i in 1..40_000 {
            let x = f64::from(i) / 100.0;
            assert!((ln(x) - x.ln()).abs() < 1e-10, "ln {x}");
        }
    }
}
