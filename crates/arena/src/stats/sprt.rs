//! A test that ends a match as soon as it is decided.

use plateau_core::{Message, phrases};

use super::pairs::{Pairs, share_of};

phrases! {
    /// How a test is written.
    SPRT_FORM = "sprt.form", "'{found}' is no test: write elo0=0,elo1=10, perhaps with alpha=0.05,beta=0.05", "« {found} » n'est pas un test : écrire elo0=0,elo1=10, au besoin avec alpha=0.05,beta=0.05";
    /// Differences in the wrong order.
    SPRT_ORDER = "sprt.order", "in '{found}', elo1 must be greater than elo0", "dans « {found} », elo1 doit être plus grand que elo0";
    /// A difference that nothing can show.
    SPRT_RANGE = "sprt.range", "in '{found}', elo0 and elo1 must be from -{most} to {most}", "dans « {found} », elo0 et elo1 doivent être de -{most} à {most}";
    /// A share of errors that can't be.
    SPRT_ERRORS = "sprt.errors", "in '{found}', alpha and beta must be between 0 and 0.5", "dans « {found} », alpha et beta doivent être entre 0 et 0.5";
}

/// A sequential test of two differences in strength, on pairs: the generalised
/// sequential probability ratio test of the pentanomial model (Van den Bergh, *A
/// practical introduction to the GSPRT*, after Wald, *Sequential Analysis*, 1947).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lesser difference, in logistic Elo.
    pub elo0: f64,
    /// The greater difference.
    pub elo1: f64,
    /// How often at most `elo1` is accepted though `elo0` is true.
    pub alpha: f64,
    /// How often at most `elo0` is accepted though `elo1` is true.
    pub beta: f64,
}

/// What a test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo0`, or less.
    Lesser,
    /// The difference is `elo1`, or more.
    Greater,
}

/// So many pairs lost and as many won are counted beside those that were played: the
/// likelihood of what was never seen must not be nothing, or a match of wins alone would
/// never be decided; and few pairs that happen to be alike do not decide it too soon.
const UNSEEN: f64 = 0.5;

/// The greatest difference that a test can be of: beyond it, shares are all but 0 or 1.
const MOST: f64 = 2_000.0;

impl Sprt {
    /// Reads `elo0=0,elo1=10`, with `alpha` and `beta` 0.05 unless they are given.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let wrong = || SPRT_FORM.message().with("found", text);
        let (mut elos, mut errors) = ([None; 2], [None; 2]);
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            let value: f64 = value.trim().parse().map_err(|_| wrong())?;
            let slot = match key.trim() {
                "elo0" => &mut elos[0],
                "elo1" => &mut elos[1],
                "alpha" => &mut errors[0],
                "beta" => &mut errors[1],
                _ => return Err(wrong()),
            };
            if slot.replace(value).is_some() || !value.is_finite() {
                return Err(wrong());
            }
        }
        let [Some(elo0), Some(elo1)] = elos else { return Err(wrong()) };
        let [alpha, beta] = errors.map(|error| error.unwrap_or(0.05));
        if elo0 >= elo1 {
            return Err(SPRT_ORDER.message().with("found", text));
        }
        if [elo0, elo1].iter().any(|elo| elo.abs() > MOST) {
            return Err(SPRT_RANGE.message().with("found", text).with("most", MOST.to_string()));
        }
        if ![alpha, beta].iter().all(|error| (1e-6..0.5).contains(error)) {
            return Err(SPRT_ERRORS.message().with("found", text));
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// The bounds of Wald: the test ends when the logarithm of the likelihood ratio
    /// leaves them.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much likelier the pairs are if the difference is `elo1`
    /// than if it is `elo0`, each under the likeliest distribution of that mean.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let mut counts = pairs.0.map(|count| count as f64);
        counts[0] += UNSEEN;
        counts[4] += UNSEEN;
        let lesser = tilt(&counts, share_of(self.elo0));
        let greater = tilt(&counts, share_of(self.elo1));
        let term = |i: usize, count: f64| {
            let away = |mean: f64, tilt: f64| (1.0 + tilt * (i as f64 / 4.0 - mean)).ln();
            count * (away(share_of(self.elo0), lesser) - away(share_of(self.elo1), greater))
        };
        counts.iter().enumerate().map(|(i, &count)| term(i, count)).sum()
    }

    /// What the test found, once it is decided.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio <= lower => Some(Verdict::Lesser),
            ratio if ratio >= upper => Some(Verdict::Greater),
            _ => None,
        }
    }
}

/// The `t` for which the distribution `p / (1 + t (a - mean))` has that mean: of all
/// that have it, the one under which the counts are likeliest. What is solved for
/// falls all the way between the two poles, so that Newton's steps are kept within
/// what halving has left.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut tilt: f64 = 0.0;
    for _ in 0..100 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (i, count) in counts.iter().enumerate() {
            let away = i as f64 / 4.0 - mean;
            let part = away / (1.0 + tilt * away);
            value += count * part;
            slope -= count * part * part;
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
    fn tests_are_read_or_refused_in_a_sentence() {
        let test = sprt("elo0=-2.5, elo1=10,beta=0.1");
        assert_eq!(test, Sprt { elo0: -2.5, elo1: 10.0, alpha: 0.05, beta: 0.1 });
        for text in ["", "elo0=0", "elo0=0,elo1=x", "elo0=0,elo1=5,elo1=6", "elo0=0,elo1=inf", "a=1"] {
            let sentence = Sprt::parse(text).unwrap_err().to_string();
            assert!(sentence.contains("is no test"), "{sentence}");
        }
        let sentence = |text| Sprt::parse(text).unwrap_err().to_string();
        assert_eq!(sentence("elo0=5,elo1=5"), "in 'elo0=5,elo1=5', elo1 must be greater than elo0");
        assert_eq!(
            sentence("elo0=0,elo1=10000"),
            "in 'elo0=0,elo1=10000', elo0 and elo1 must be from -2000 to 2000"
        );
        let widest = sprt("elo0=-2000,elo1=2000");
        assert!(
            [[9, 0, 0, 0, 0], [0, 0, 9, 0, 0]].map(Pairs).iter().all(|pairs| widest.ratio(pairs).is_finite())
        );
        assert!(sentence("elo0=0,elo1=5,alpha=0.5").ends_with("alpha and beta must be between 0 and 0.5"));
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = sprt("elo0=0,elo1=10").bounds();
        assert!((lower + 2.944_44).abs() < 1e-5 && (upper - 2.944_44).abs() < 1e-5);
    }

    /// With two results alone the distribution of a mean is known: wins with the
    /// probability of the mean.
    #[test]
    fn a_ratio_by_hand() {
        let test = sprt("elo0=0,elo1=100");
        let pairs = Pairs([40, 0, 0, 0, 60]);
        let p = share_of(100.0);
        // With half a pair more of each.
        let by_hand = 60.5 * (p / 0.5).ln() + 40.5 * ((1.0 - p) / 0.5).ln();
        assert!((test.ratio(&pairs) - by_hand).abs() < 1e-9, "{} {by_hand}", test.ratio(&pairs));
        assert!(test.ratio(&Pairs::default()).abs() < 1e-12);
    }

    #[test]
    fn the_tilted_distribution_has_its_mean() {
        for counts in [[1.0, 2.0, 3.0, 4.0, 5.0], [UNSEEN, 0.0, 0.0, 0.0, 1e6], [3.0, 0.1, 0.1, 0.1, 9.0]] {
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
    fn wins_or_losses_alone_decide() {
        let test = sprt("elo0=0,elo1=10");
        let first = |at: usize| {
            (1..1_000).find_map(|n| {
                let mut counts = [0; 5];
                counts[at] = n;
                test.verdict(&Pairs(counts)).map(|verdict| (n, verdict))
            })
        };
        let (won, verdict) = first(4).expect("decided");
        assert_eq!(verdict, Verdict::Greater);
        assert!((90..120).contains(&won), "{won}");
        let (lost, verdict) = first(0).expect("decided");
        assert_eq!(verdict, Verdict::Lesser);
        assert!((90..120).contains(&lost), "{lost}");
        // Draws alone are more likely of equal players.
        assert_eq!(first(2).map(|(_, verdict)| verdict), Some(Verdict::Lesser));
    }
}
