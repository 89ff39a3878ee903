//! The figures against simulated matches, whose truth is known.

use crate::planned::{Dice, half_points};
use plateau_arena::stats::{Duel, Pairs, Sprt, Verdict, ratings, share_of};

/// Pairs of games between players so far apart. Openings favour a side: what one game of
/// a pair gains by that the other loses.
struct Match {
    elo: f64,
    draws: f64,
    favour: f64,
}

impl Match {
    fn pair(&self, dice: &mut Dice) -> u8 {
        let favour = self.favour * (2.0 * dice.roll() - 1.0);
        let game = |dice: &mut Dice, by: f64| {
            half_points(dice, (share_of(self.elo) + by).clamp(0.0, 1.0), self.draws)
        };
        game(dice, favour) + game(dice, -favour)
    }
}

#[test]
fn intervals_cover_the_truth() {
    const MATCHES: u32 = 4_000;
    for (number, (elo, draws, favour, pairs)) in [
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
        let (played, mut dice) = (Match { elo, draws, favour }, Dice((number as u64) << 32));
        let (mut covered, mut superior) = (0, 0);
        for _ in 0..MATCHES {
            let mut counts = Pairs::default();
            (0..pairs).for_each(|_| counts.add(played.pair(&mut dice)));
            let found = counts.elo();
            covered += u32::from((found.low..=found.high).contains(&elo));
            superior += u32::from(counts.superiority() > 0.95);
        }
        let share = 100.0 * f64::from(covered) / f64::from(MATCHES);
        println!("Elo {elo}, {draws} drawn, favour {favour}, {pairs} pairs: {share:.2} % covered");
        assert!((93.0..=97.0).contains(&share), "Elo {elo}, {draws} drawn, {favour}: {share} %");
        if elo == 0.0 {
            let share = 100.0 * f64::from(superior) / f64::from(MATCHES);
            assert!((3.0..=7.0).contains(&share), "one in twenty looks superior: {share} %");
        }
    }
}

/// How often a test accepts the greater difference, and after how many pairs on average.
fn accepted(sprt: &Sprt, elo: f64, matches: u32, seed: u64) -> (f64, f64) {
    let (played, mut dice) = (Match { elo, draws: 0.4, favour: 0.2 }, Dice(seed << 32));
    let (mut greater, mut pairs) = (0, 0);
    for _ in 0..matches {
        let mut counts = Pairs::default();
        let verdict = loop {
            counts.add(played.pair(&mut dice));
            if let Some(verdict) = sprt.verdict(&counts) {
                break verdict;
            }
        };
        pairs += counts.count();
        greater += u32::from(verdict == Verdict::Greater);
    }
    (f64::from(greater) / f64::from(matches), pairs as f64 / f64::from(matches))
}

#[test]
fn errors_of_the_test_stay_below_alpha_and_beta() {
    for (number, (text, matches)) in [
        ("elo0=0,elo1=40", 8_000),
        ("elo0=0,elo1=80", 8_000),
        ("elo0=-10,elo1=30,alpha=0.1,beta=0.02", 5_000),
    ]
    .into_iter()
    .enumerate()
    {
        let sprt = Sprt::parse(text).unwrap();
        let (wrong, length) = accepted(&sprt, sprt.elo0, matches, 10 + number as u64);
        println!("{text}: {:.2} % wrong at elo0 after {length:.0} pairs", 100.0 * wrong);
        assert!(wrong <= sprt.alpha, "{text}: {wrong}");
        let (right, length) = accepted(&sprt, sprt.elo1, matches, 20 + number as u64);
        println!("{text}: {:.2} % wrong at elo1 after {length:.0} pairs", 100.0 * (1.0 - right));
        assert!(1.0 - right <= sprt.beta, "{text}: {right}");
    }
}

#[test]
fn ratings_of_many_cover_the_truth() {
    let truth = [150.0, 60.0, 0.0, -60.0, -150.0];
    let (mut covered, mut all, mut dice) = (0, 0, Dice(77));
    for _ in 0..400 {
        let mut duels = Vec::new();
        for a in 0..truth.len() {
            for b in a + 1..truth.len() {
                let share = share_of(truth[a] - truth[b]);
                let won = (0..60).filter(|_| half_points(&mut dice, share, 0.0) == 2).count();
                duels.push(Duel { players: [a, b], games: 60.0, points: won as f64 });
            }
        }
        for (found, truth) in ratings(truth.len(), &duels).iter().zip(truth) {
            covered += u32::from((found.elo - truth).abs() <= found.error);
            all += 1;
        }
    }
    let share = 100.0 * f64::from(covered) / f64::from(all);
    println!("ratings: {share:.2} % covered");
    assert!((93.0..=97.0).contains(&share), "{share} %");
}
