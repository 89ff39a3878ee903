//! Checks the statistics against simulated matches of known strength.

use crate::simulation::{Rng, half_points};
use plateau_arena::stats::{HeadToHead, Pentanomial, Sprt, Verdict, expected_score, ratings};

/// A match between players with a known Elo difference. Openings favour one side: the
/// advantage in one game of a pair is the disadvantage in the other.
struct Match {
    elo: f64,
    draw_rate: f64,
    opening_bias: f64,
}

impl Match {
    fn pair(&self, rng: &mut Rng) -> u8 {
        let bias = self.opening_bias * (2.0 * rng.next() - 1.0);
        let game = |rng: &mut Rng, by: f64| {
            half_points(rng, (expected_score(self.elo) + by).clamp(0.0, 1.0), self.draw_rate)
        };
        game(rng, bias) + game(rng, -bias)
    }
}

#[test]
fn confidence_intervals_cover_the_true_elo() {
    const MATCHES: u32 = 4_000;
    for (number, (elo, draw_rate, opening_bias, pairs)) in [
        (0.0, 0.0, 0.0, 100),
        (0.0, 0.4, 0.3, 100),
        (50.0, 0.3, 0.0, 50),
        (50.0, 0.6, 0.2, 200),
        (-100.0, 0.1, 0.3, 100),
        (200.0, 0.1, 0.1, 100),
        (0.0, 0.9, 0.0, 200),
    ]
    .into_iter()
    .enumerate()
    {
        let (played, mut rng) = (Match { elo, draw_rate, opening_bias }, Rng((number as u64) << 32));
        let (mut covered, mut superior) = (0, 0);
        for _ in 0..MATCHES {
            let mut counts = Pentanomial::default();
            (0..pairs).for_each(|_| counts.add(played.pair(&mut rng)));
            let found = counts.elo();
            covered += u32::from((found.low..=found.high).contains(&elo));
            superior += u32::from(counts.likelihood_of_superiority() > 0.95);
        }
        let share = 100.0 * f64::from(covered) / f64::from(MATCHES);
        println!(
            "Elo {elo}, draw rate {draw_rate}, bias {opening_bias}, {pairs} pairs: {share:.2} % covered"
        );
        assert!(
            (93.0..=97.0).contains(&share),
            "Elo {elo}, draw rate {draw_rate}, bias {opening_bias}: {share} %"
        );
        if elo == 0.0 {
            let share = 100.0 * f64::from(superior) / f64::from(MATCHES);
            assert!((3.0..=7.0).contains(&share), "5 % of equal matches look superior: {share} %");
        }
    }
}

/// Returns how often a test accepts H1, and the average number of pairs.
fn h1_acceptance(sprt: &Sprt, elo: f64, matches: u32, seed: u64) -> (f64, f64) {
    let (played, mut rng) = (Match { elo, draw_rate: 0.4, opening_bias: 0.2 }, Rng(seed << 32));
    let (mut h1, mut pairs) = (0, 0);
    for _ in 0..matches {
        let mut counts = Pentanomial::default();
        let verdict = loop {
            counts.add(played.pair(&mut rng));
            if let Some(verdict) = sprt.verdict(&counts) {
                break verdict;
            }
        };
        pairs += counts.total();
        h1 += u32::from(verdict == Verdict::AcceptH1);
    }
    (f64::from(h1) / f64::from(matches), pairs as f64 / f64::from(matches))
}

#[test]
fn sprt_error_rates_stay_below_alpha_and_beta() {
    for (number, (text, matches)) in [
        ("elo0=0,elo1=40", 2_000),
        ("elo0=0,elo1=80", 4_000),
        ("elo0=-10,elo1=30,alpha=0.1,beta=0.02", 2_000),
    ]
    .into_iter()
    .enumerate()
    {
        let sprt = Sprt::parse(text).unwrap();
        // Two standard errors of the simulation are allowed.
        let limit = |rate: f64| rate + 2.0 * (rate * (1.0 - rate) / f64::from(matches)).sqrt();
        let (accepted, length) = h1_acceptance(&sprt, sprt.elo0, matches, 10 + number as u64);
        println!("{text}: {:.2} % H1 accepted at elo0 after {length:.0} pairs", 100.0 * accepted);
        assert!(accepted <= limit(sprt.alpha), "{text}: {accepted}");
        let (accepted, length) = h1_acceptance(&sprt, sprt.elo1, matches, 20 + number as u64);
        println!("{text}: {:.2} % H0 accepted at elo1 after {length:.0} pairs", 100.0 * (1.0 - accepted));
        assert!(1.0 - accepted <= limit(sprt.beta), "{text}: {accepted}");
    }
}

#[test]
fn rating_errors_cover_the_true_elo() {
    let true_elo = [150.0, 60.0, 0.0, -60.0, -150.0];
    let (mut covered, mut all, mut rng) = (0, 0, Rng(77));
    for _ in 0..400 {
        let mut results = Vec::new();
        for a in 0..true_elo.len() {
            for b in a + 1..true_elo.len() {
                let score = expected_score(true_elo[a] - true_elo[b]);
                let won = (0..60).filter(|_| half_points(&mut rng, score, 0.0) == 2).count();
                results.push(HeadToHead { players: [a, b], games: 60.0, points: won as f64 });
            }
        }
        for (found, elo) in ratings(true_elo.len(), &results).iter().zip(true_elo) {
            covered += u32::from((found.elo - elo).abs() <= found.error);
            all += 1;
        }
    }
    let share = 100.0 * f64::from(covered) / f64::from(all);
    println!("ratings: {share:.2} % covered");
    assert!((93.0..=97.0).contains(&share), "{share} %");
}
