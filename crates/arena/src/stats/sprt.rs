//! Sequential probability ratio test (SPRT), which ends a match as soon as it is decided.

use plateau_core::{Message, phrases};

use super::pentanomial::{Pentanomial, expected_score};

phrases! {
    /// Malformed SPRT parameters.
    SPRT_FORM = "sprt.form", "'{found}' is not an SPRT: use elo0=0,elo1=10, optionally with alpha=0.05,beta=0.05", "« {found} » n'est pas un SPRT : utilisez elo0=0,elo1=10, éventuellement avec alpha=0.05,beta=0.05";
    /// Hypotheses in the wrong order.
    SPRT_ORDER = "sprt.order", "in '{found}', elo1 must be greater than elo0", "dans « {found} », elo1 doit être plus grand que elo0";
    /// Elo difference out of range.
    SPRT_RANGE = "sprt.range", "in '{found}', elo0 and elo1 must be between -{most} and {most}", "dans « {found} », elo0 et elo1 doivent être entre -{most} et {most}";
    /// Error probability out of range.
    SPRT_ERRORS = "sprt.errors", "in '{found}', alpha and beta must be between 0 and 0.5", "dans « {found} », alpha et beta doivent être entre 0 et 0.5";
}

/// The generalised sequential probability ratio test (GSPRT) of two Elo differences on
/// pentanomial counts (Van den Bergh, *A practical introduction to the GSPRT*, after Wald,
/// *Sequential Analysis*, 1947).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis H0, in logistic Elo.
    pub elo0: f64,
    /// The Elo difference of the alternative hypothesis H1, greater than `elo0`.
    pub elo1: f64,
    /// The maximum probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The maximum probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// H0 is accepted: the difference is `elo0` or less.
    AcceptH0,
    /// H1 is accepted: the difference is `elo1` or more.
    AcceptH1,
}

/// The number of virtual pairs lost, and as many won, added to the counts. Without them, an
/// outcome that never occurred would have likelihood 0 and a match of wins only would never
/// be decided. They also keep a few equal pairs from deciding the test too early.
const VIRTUAL_PAIRS: f64 = 0.5;

/// The largest Elo difference: beyond it, expected scores are practically 0 or 1.
const MAX_ELO: f64 = 2_000.0;

impl Sprt {
    /// Parses `elo0=0,elo1=10`, optionally with `alpha` and `beta`, which default to 0.05.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let malformed = || SPRT_FORM.message().with("found", text);
        let (mut elos, mut errors) = ([None; 2], [None; 2]);
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(malformed)?;
            let value: f64 = value.trim().parse().map_err(|_| malformed())?;
            let slot = match key.trim() {
                "elo0" => &mut elos[0],
                "elo1" => &mut elos[1],
                "alpha" => &mut errors[0],
                "beta" => &mut errors[1],
                _ => return Err(malformed()),
            };
            if slot.replace(value).is_some() || !value.is_finite() {
                return Err(malformed());
            }
        }
        let [Some(elo0), Some(elo1)] = elos else { return Err(malformed()) };
        let [alpha, beta] = errors.map(|error| error.unwrap_or(0.05));
        if elo0 >= elo1 {
            return Err(SPRT_ORDER.message().with("found", text));
        }
        if [elo0, elo1].iter().any(|elo| elo.abs() > MAX_ELO) {
            return Err(SPRT_RANGE.message().with("found", text).with("most", MAX_ELO.to_string()));
        }
        if ![alpha, beta].iter().all(|error| (1e-6..0.5).contains(error)) {
            return Err(SPRT_ERRORS.message().with("found", text));
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// Returns Wald's bounds: the test ends when the log-likelihood ratio leaves them.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio (LLR) of H1 to H0, each under the maximum likelihood
    /// distribution with the expected score of the hypothesis.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let mut counts = pairs.0.map(|count| count as f64);
        counts[0] += VIRTUAL_PAIRS;
        counts[4] += VIRTUAL_PAIRS;
        let [(mean0, tilt0), (mean1, tilt1)] = [self.elo0, self.elo1].map(|elo| {
            let mean = expected_score(elo);
            (mean, tilt(&counts, mean))
        });
        let term = |(i, count): (usize, &f64)| {
            let log_weight = |mean: f64, tilt: f64| (1.0 + tilt * (i as f64 / 4.0 - mean)).ln();
            count * (log_weight(mean0, tilt0) - log_weight(mean1, tilt1))
        };
        counts.iter().enumerate().map(term).sum()
    }

    /// Returns the verdict once the test is decided.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(pairs) {
            llr if llr <= lower => Some(Verdict::AcceptH0),
            llr if llr >= upper => Some(Verdict::AcceptH1),
            _ => None,
        }
    }
}

/// Returns the `t` for which the distribution `p / (1 + t (a - mean))` has the given mean.
/// It is the maximum likelihood distribution with that mean.
///
/// The function is monotonic between its two poles, so Newton steps that leave the current
/// bracket are replaced by bisection.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut tilt: f64 = 0.0;
    for _ in 0..100 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (i, count) in counts.iter().enumerate() {
            let deviation = i as f64 / 4.0 - mean;
            let term = deviation / (1.0 + tilt * deviation);
            value += count * term;
            slope -= count * term * term;
        }
        if value > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        let newton = tilt - value / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - tilt).abs() < 1e-14 {
            return next;
        }
        tilt = next;
    }
    tilt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        Sprt::parse(text).unwrap()
    }

    #[test]
    fn sprt_parameters_are_parsed_or_rejected() {
        let test = sprt("elo0=-2.5, elo1=10,beta=0.1");
        assert_eq!(test, Sprt { elo0: -2.5, elo1: 10.0, alpha: 0.05, beta: 0.1 });
        for text in ["", "elo0=0", "elo0=0,elo1=x", "elo0=0,elo1=5,elo1=6", "elo0=0,elo1=inf", "a=1"] {
            let message = Sprt::parse(text).unwrap_err().to_string();
            assert!(message.contains("is not an SPRT"), "{message}");
        }
        let error = |text| Sprt::parse(text).unwrap_err().to_string();
        assert_eq!(error("elo0=5,elo1=5"), "in 'elo0=5,elo1=5', elo1 must be greater than elo0");
        assert_eq!(
            error("elo0=0,elo1=10000"),
            "in 'elo0=0,elo1=10000', elo0 and elo1 must be between -2000 and 2000"
        );
        let widest = sprt("elo0=-2000,elo1=2000");
        assert!(
            [[9, 0, 0, 0, 0], [0, 0, 9, 0, 0]]
                .map(Pentanomial)
                .iter()
                .all(|pairs| widest.log_likelihood_ratio(pairs).is_finite())
        );
        assert!(error("elo0=0,elo1=5,alpha=0.5").ends_with("alpha and beta must be between 0 and 0.5"));
    }

    #[test]
    fn bounds_match_wald() {
        let (lower, upper) = sprt("elo0=0,elo1=10").bounds();
        assert!((lower + 2.944_44).abs() < 1e-5 && (upper - 2.944_44).abs() < 1e-5);
    }

    /// With two possible results, the distribution follows from the mean: a win has the
    /// probability of the mean.
    #[test]
    fn log_likelihood_ratio_matches_hand_calculation() {
        let test = sprt("elo0=0,elo1=100");
        let pairs = Pentanomial([40, 0, 0, 0, 60]);
        let p = expected_score(100.0);
        // Including the virtual half pairs.
        let by_hand = 60.5 * (p / 0.5).ln() + 40.5 * ((1.0 - p) / 0.5).ln();
        assert!(
            (test.log_likelihood_ratio(&pairs) - by_hand).abs() < 1e-9,
            "{} {by_hand}",
            test.log_likelihood_ratio(&pairs)
        );
        assert!(test.log_likelihood_ratio(&Pentanomial::default()).abs() < 1e-12);
    }

    #[test]
    fn the_tilted_distribution_has_its_mean() {
        for counts in
            [[1.0, 2.0, 3.0, 4.0, 5.0], [VIRTUAL_PAIRS, 0.0, 0.0, 0.0, 1e6], [3.0, 0.1, 0.1, 0.1, 9.0]]
        {
            for mean in [0.01, 0.5, 0.514, 0.99] {
                let tilt = tilt(&counts, mean);
                let total: f64 = counts.iter().sum();
                let weight = |i: usize| counts[i] / total / (1.0 + tilt * (i as f64 / 4.0 - mean));
                let sum: f64 = (0..5).map(weight).sum();
                let found: f64 = (0..5).map(|i| weight(i) * i as f64 / 4.0).sum();
                assert!(
                    (sum - 1.0).abs() < 1e-6 && (found - mean).abs() < 1e-6,
                    "{counts:?} {mean}: {found}"
                );
            }
        }
    }

    #[test]
    fn wins_or_losses_only_decide_the_test() {
        let test = sprt("elo0=0,elo1=10");
        let first = |at: usize| {
            (1..1_000).find_map(|n| {
                let mut counts = [0; 5];
                counts[at] = n;
                test.verdict(&Pentanomial(counts)).map(|verdict| (n, verdict))
            })
        };
        let (won, verdict) = first(4).expect("the test is decided");
        assert_eq!(verdict, Verdict::AcceptH1);
        assert!((90..120).contains(&won), "{won}");
        let (lost, verdict) = first(0).expect("the test is decided");
        assert_eq!(verdict, Verdict::AcceptH0);
        assert!((90..120).contains(&lost), "{lost}");
        // Draws only are more likely under H0.
        assert_eq!(first(2).map(|(_, verdict)| verdict), Some(Verdict::AcceptH0));
    }
}
