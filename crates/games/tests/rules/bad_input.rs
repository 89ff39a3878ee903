//! Fuzzes every parser: mutations of valid notation never panic, errors are one clear
//! sentence, and accepted text round-trips.

use plateau_core::{Lang, NotationError};
use plateau_games::{AnyVariant, REGISTRY};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Characters used in some notation, and some that are used in none.
const ALPHABET: &str = "xoXO-./0123456789abcdefghiklt pass;:,+*\n\té×🎲\u{0}";

/// Returns the names of every game with its options.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for game in REGISTRY.games() {
        names.extend(game.option_lists().iter().map(|options| match options.as_str() {
            "" => game.id.to_owned(),
            options => format!("{}:{options}", game.id),
        }));
    }
    names
}

fn pick(names: &[String], index: usize) -> &str {
    &names[index % names.len()]
}

/// Returns a variant and a game of it after some random moves.
fn random_game(name: &str, seed: u64) -> (Box<dyn AnyVariant>, Box<dyn plateau_games::AnyRecord>) {
    let variant = REGISTRY.variant(name).expect("a game of the registry");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = variant.start();
    for _ in 0..rng.random_range(0..30) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(&moves[rng.random_range(0..moves.len())]).expect("a legal move");
    }
    (variant, game)
}

/// Replaces, inserts, removes, duplicates or swaps a few characters of a text.
fn mutate(text: &str, seed: u64) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let alphabet: Vec<char> = ALPHABET.chars().collect();
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(0..4) {
        let letter = alphabet[rng.random_range(0..alphabet.len())];
        let at = rng.random_range(0..=letters.len());
        match rng.random_range(0..5) {
            0 => letters.insert(at, letter),
            1 if at < letters.len() => letters[at] = letter,
            2 if at < letters.len() => drop(letters.remove(at)),
            3 => letters.extend_from_within(at..),
            4 if at + 1 < letters.len() => letters.swap(at, at + 1),
            _ => letters.truncate(at),
        }
    }
    letters.into_iter().collect()
}

/// Asserts that an error is one sentence in both languages and points into the text.
fn assert_clear(error: &NotationError, text: &str) {
    for lang in [Lang::En, Lang::Fr] {
        let sentence = error.render(lang);
        assert!(!sentence.is_empty() && !sentence.contains(['\n', '\0']), "{sentence:?}");
        // Control characters are quoted as in \u{7f}. Their code starts with a digit, so
        // it is not mistaken for an unfilled parameter.
        let unfilled =
            sentence.split('{').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        assert!(!unfilled || text.contains('{'), "a parameter is missing: {sentence}");
    }
    assert!(error.at.is_none_or(|at| at <= text.chars().count()), "{error:?} in {text:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_positions(index: usize, seed: u64, change: u64) {
        let names = names();
        let (variant, game) = random_game(pick(&names, index), seed);
        let text = mutate(&game.position_text(), change);
        match variant.open(&text) {
            Err(error) => assert_clear(&error, &text),
            Ok(read) => {
                let canonical = read.position_text();
                let again = variant.open(&canonical).expect("printed text must parse");
                prop_assert_eq!(&again.position_text(), &canonical);
                prop_assert_eq!(again.key(), read.key());
                prop_assert_eq!(again.legal_moves(), read.legal_moves());
                drop(read.view());
            }
        }
    }

    #[test]
    fn mutated_moves(index: usize, seed: u64, change: u64) {
        let names = names();
        let (_, mut game) = random_game(pick(&names, index), seed);
        let legal = game.legal_moves();
        let model = legal.get(change as usize % legal.len().max(1)).cloned().unwrap_or_default();
        let text = mutate(&model, change);
        match game.play(&text) {
            Err(error) => assert_clear(&error, &text),
            Ok(played) => prop_assert!(legal.contains(&played), "{played} is not legal"),
        }
    }

    #[test]
    fn mutated_move_lists(index: usize, seed: u64, change: u64) {
        let names = names();
        let (variant, game) = random_game(pick(&names, index), seed);
        let text = mutate(&game.moves_text(), change);
        let mut fresh = variant.start();
        if let Err(error) = fresh.play_all(&text) {
            assert_clear(&error, &text);
            prop_assert_eq!(fresh.ply(), 0, "an invalid list must play no move");
        } else {
            let mut again = variant.start();
            again.play_all(&fresh.moves_text()).expect("printed text must parse");
            prop_assert_eq!(again.position_text(), fresh.position_text());
        }
        if let Err(error) = variant.open(&text) {
            assert_clear(&error, &text);
        }
    }

    #[test]
    fn mutated_records(index: usize, seed: u64, change: u64) {
        let names = names();
        let (_, game) = random_game(pick(&names, index), seed);
        let text = mutate(&game.text(), change);
        match REGISTRY.record(&text) {
            Err(error) => assert_clear(&error, &text),
            Ok(read) => {
                let canonical = read.text();
                let again = REGISTRY.record(&canonical).expect("printed text must parse");
                prop_assert_eq!(again.text(), canonical);
            }
        }
    }

    #[test]
    fn mutated_variant_names(index: usize, change: u64) {
        let names = names();
        let text = mutate(pick(&names, index), change);
        match REGISTRY.variant(&text) {
            Err(error) => assert_clear(&error, &text),
            Ok(variant) => {
                let again = REGISTRY.variant(variant.name()).expect("a canonical name must parse");
                prop_assert_eq!(again.name(), variant.name());
            }
        }
    }

    #[test]
    fn arbitrary_text(index: usize, text: String) {
        let names = names();
        let variant = REGISTRY.variant(pick(&names, index)).expect("a game of the registry");
        if let Err(error) = variant.open(&text) {
            assert_clear(&error, &text);
        }
        if let Err(error) = variant.start().play(&text) {
            assert_clear(&error, &text);
        }
        if let Err(error) = REGISTRY.record(&text) {
            assert_clear(&error, &text);
        }
    }
}
