//! Random cases: other ones in each run, and repeatable.

use std::hash::{BuildHasher, RandomState};

use plateau_core::hash::mix2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The environment variable that repeats a case, by the seed that its failure printed.
const SEED: &str = "PLATEAU_SEED";

/// Checks random cases. If one fails, its seed is printed.
pub fn check_random_cases(count: u64, check: impl FnMut(&mut Xoshiro256PlusPlus)) {
    if let Ok(seed) = std::env::var(SEED) {
        return check_cases([seed.parse().expect("a seed is a number")], check);
    }
    let run = RandomState::new().hash_one(SEED);
    check_cases((0..count).map(|case| mix2(run, case)), check);
}

fn check_cases(seeds: impl IntoIterator<Item = u64>, mut check: impl FnMut(&mut Xoshiro256PlusPlus)) {
    for seed in seeds.into_iter().map(ShownSeed) {
        check(&mut Xoshiro256PlusPlus::seed_from_u64(seed.0));
    }
}

/// Prints the seed of a case that panics.
struct ShownSeed(u64);

impl Drop for ShownSeed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("repeat this case with {SEED}={}", self.0);
        }
    }
}

/// Returns up to `max` characters: of the alphabet, or any of Unicode.
pub fn random_text(rng: &mut Xoshiro256PlusPlus, alphabet: &str, max: usize) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let is_any = rng.random_range(0..2) == 0;
    let length = rng.random_range(0..=max);
    let random = |rng: &mut Xoshiro256PlusPlus| match rng.random_range(0..4) {
        0 if is_any => char::from_u32(rng.random_range(0..=u32::from(char::MAX))).unwrap_or('\u{fffd}'),
        1 if is_any => char::from(rng.random_range(0..=u8::MAX)),
        _ => alphabet[rng.random_range(0..alphabet.len())],
    };
    (0..length).map(|_| random(rng)).collect()
}

#[test]
fn a_failing_case_is_not_hidden() {
    let mut cases = 0;
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        check_cases(0..100, |rng| {
            cases += 1;
            assert!(rng.random_range(0..4) > 0, "every fourth case fails, to test the test");
        });
    }));
    assert!(failed.is_err() && cases < 100);
}
