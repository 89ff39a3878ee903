//! Checks every game against the contract of the core traits: all presets and
//! combinations of options, the extreme sizes, and twenty seeded random sizes.

use std::collections::BTreeSet;

use plateau_games::sizes::write_size;
use plateau_games::{AnyVariant, Game, REGISTRY};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Approximate number of positions checked per variant. Large boards play fewer games, but one
/// at least.
const POSITIONS: usize = 2_000;

/// Returns the extreme sizes of a game and twenty seeded random ones, as far as there are
/// such boards.
fn sizes(game: &Game) -> BTreeSet<Vec<u32>> {
    let Some(sizes) = &game.sizes else {
        return BTreeSet::new();
    };
    let mut chosen: BTreeSet<Vec<u32>> = BTreeSet::new();
    // Every combination of minimum and maximum.
    for corner in 0..1_u32 << sizes.numbers.len() {
        let ends = sizes.numbers.iter().map(|number| &number.range).enumerate();
        chosen.insert(ends.map(|(i, r)| if corner >> i & 1 == 0 { *r.start() } else { *r.end() }).collect());
    }
    let corners = chosen.len();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    while chosen.len() < corners + 20 {
        chosen.insert(sizes.numbers.iter().map(|number| rng.random_range(number.range.clone())).collect());
    }
    chosen.retain(|size| sizes.check(game.id, size).is_ok());
    chosen
}

fn variants(game: &'static Game) -> Vec<Box<dyn AnyVariant>> {
    let mut options: BTreeSet<String> = game.option_lists().into_iter().collect();
    options.extend(sizes(game).iter().map(|size| write_size(size)));
    options
        .iter()
        .map(|options| game.with_options(options).expect("the game must accept its own options"))
        .collect()
}

#[test]
fn every_variant_satisfies_the_contract() {
    for game in REGISTRY.games() {
        for variant in variants(game) {
            let points = variant.layout().points.len();
            let games = (POSITIONS / points).clamp(1, 100);
            let coverage = variant.check_contract(1, games).unwrap_or_else(|error| panic!("{error}"));
            assert!(coverage.games == games && coverage.positions > games, "{coverage:?}");
        }
    }
}

#[test]
fn names_and_aliases_are_unique() {
    let mut names = BTreeSet::new();
    for game in REGISTRY.games() {
        for name in game.aliases.iter().map(|alias| alias.name).chain([game.id]) {
            assert!(names.insert(name), "{name} is the name of two games");
        }
    }
}

#[test]
fn canonical_names_round_trip() {
    for game in REGISTRY.games() {
        for variant in variants(game) {
            let again = REGISTRY.variant(variant.name()).expect("a canonical name must parse");
            assert_eq!(again.name(), variant.name());
        }
        for alias in game.aliases {
            let variant = REGISTRY.variant(alias.name).expect("an alias must parse");
            assert_eq!(variant.name(), game.with_options(alias.options).unwrap().name());
        }
        assert_eq!(
            REGISTRY.variant(game.id).unwrap().name(),
            game.id,
            "the name without options must be the standard game"
        );
    }
}

#[test]
fn every_phrase_has_both_languages() {
    let own = REGISTRY.games().iter().flat_map(|game| game.phrases);
    let all: Vec<_> =
        own.chain(plateau_games::phrases::ALL).chain(plateau_core::phrases::ALL).copied().collect();
    assert_eq!(plateau_core::text::phrase_errors(&all), Vec::<String>::new());
}
