//! Fuzzes every parser: mutations of valid notation never panic, errors are one clear
//! sentence, and accepted text round-trips.

use plateau_core::{Lang, NotationError};
use plateau_games::{AnyVariant, REGISTRY};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::random_cases::{check_random_cases, random_text};

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

fn random_name(rng: &mut Xoshiro256PlusPlus) -> String {
    let mut names = names();
    names.swap_remove(rng.random_range(0..names.len()))
}

/// Returns a variant and a game of it after some random moves.
fn random_game(rng: &mut Xoshiro256PlusPlus) -> (Box<dyn AnyVariant>, Box<dyn plateau_games::AnyRecord>) {
    let variant = REGISTRY.variant(&random_name(rng)).expect("a game of the registry");
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
fn mutate(text: &str, rng: &mut Xoshiro256PlusPlus) -> String {
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
        // Control characters are quoted as in \u{7f}, which is no unfilled parameter.
        let plain = sentence.replace("\\u{", "");
        let unfilled =
            plain.split('{').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        assert!(!unfilled || text.contains('{'), "a parameter is missing: {sentence}");
    }
    assert!(error.at.is_none_or(|at| at <= text.chars().count()), "{error:?} in {text:?}");
}

/// The number of random cases of each test.
const CASES: u64 = 4_000;

#[test]
fn mutated_positions() {
    check_random_cases(CASES, |rng| {
        let (variant, game) = random_game(rng);
        let text = mutate(&game.position_text(), rng);
        match variant.open(&text) {
            Err(error) => assert_clear(&error, &text),
            Ok(read) => {
                let canonical = read.position_text();
                let again = variant.open(&canonical).expect("printed text must parse");
                assert_eq!(again.position_text(), canonical);
                assert_eq!(again.key(), read.key());
                assert_eq!(again.legal_moves(), read.legal_moves());
                drop(read.view());
            }
        }
    });
}

#[test]
fn mutated_moves() {
    check_random_cases(CASES, |rng| {
        let (_, mut game) = random_game(rng);
        let legal = game.legal_moves();
        let model = legal.get(rng.random_range(0..legal.len().max(1))).cloned().unwrap_or_default();
        let text = mutate(&model, rng);
        match game.play(&text) {
            Err(error) => assert_clear(&error, &text),
            Ok(played) => assert!(legal.contains(&played), "{played} is not legal"),
        }
    });
}

#[test]
fn mutated_move_lists() {
    check_random_cases(CASES, |rng| {
        let (variant, game) = random_game(rng);
        let text = mutate(&game.moves_text(), rng);
        let mut fresh = variant.start();
        if let Err(error) = fresh.play_all(&text) {
            assert_clear(&error, &text);
            assert_eq!(fresh.ply(), 0, "an invalid list must play no move");
        } else {
            let mut again = variant.start();
            again.play_all(&fresh.moves_text()).expect("printed text must parse");
            assert_eq!(again.position_text(), fresh.position_text());
        }
        if let Err(error) = variant.open(&text) {
            assert_clear(&error, &text);
        }
    });
}

#[test]
fn mutated_records() {
    check_random_cases(CASES, |rng| {
        let (_, game) = random_game(rng);
        let text = mutate(&game.text(), rng);
        match REGISTRY.record(&text) {
            Err(error) => assert_clear(&error, &text),
            Ok(read) => {
                let canonical = read.text();
                let again = REGISTRY.record(&canonical).expect("printed text must parse");
                assert_eq!(again.text(), canonical);
            }
        }
    });
}

#[test]
fn mutated_variant_names() {
    check_random_cases(CASES, |rng| {
        let text = mutate(&random_name(rng), rng);
        match REGISTRY.variant(&text) {
            Err(error) => assert_clear(&error, &text),
            Ok(variant) => {
                let again = REGISTRY.variant(variant.name()).expect("a canonical name must parse");
                assert_eq!(again.name(), variant.name());
            }
        }
    });
}

#[test]
fn arbitrary_text() {
    check_random_cases(CASES, |rng| {
        let variant = REGISTRY.variant(&random_name(rng)).expect("a game of the registry");
        let text = random_text(rng, ALPHABET, 32);
        if let Err(error) = variant.open(&text) {
            assert_clear(&error, &text);
        }
        if let Err(error) = variant.start().play(&text) {
            assert_clear(&error, &text);
        }
        if let Err(error) = REGISTRY.record(&text) {
            assert_clear(&error, &text);
        }
    });
}
