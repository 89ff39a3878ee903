//! Every game keeps the contract of core: every preset and every combination
//! of its options, its smallest, largest and most oblong sizes, and twenty
//! seeded others.

use std::collections::BTreeSet;

use plateau_games::game::write_size;
use plateau_games::{AnyVariant, Game, REGISTRY};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions looked at in each variant, about: large boards play fewer games.
const POSITIONS: usize = 2_000;

/// The extreme sizes of a game and twenty seeded others.
fn sizes(game: &Game) -> BTreeSet<Vec<u32>> {
    let Some(sizes) = &game.sizes else {
        return BTreeSet::new();
    };
    let mut chosen = BTreeSet::new();
    // Every corner of the ranges: the smallest, the largest, the most oblong.
    for corner in 0..1_u32 << sizes.ranges.len() {
        let ends = sizes.ranges.iter().enumerate();
        chosen.insert(ends.map(|(i, r)| if corner >> i & 1 == 0 { *r.start() } else { *r.end() }).collect());
    }
    let corners = chosen.len();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    while chosen.len() < corners + 20 {
        chosen.insert(sizes.ranges.iter().map(|range| rng.random_range(range.clone())).collect());
    }
    chosen
}

fn variants(game: &'static Game) -> Vec<Box<dyn AnyVariant>> {
    let mut options: BTreeSet<String> = game.option_lists().into_iter().collect();
    options.extend(sizes(game).iter().map(|size| write_size(size)));
    options
        .iter()
        .map(|options| game.with_options(options).expect("the game takes its own options"))
        .collect()
}

#[test]
fn every_variant_of_every_game_keeps_the_contract() {
    for game in REGISTRY.games() {
        for variant in variants(game) {
            let points = variant.layout().points.len();
            let games = (POSITIONS / points).clamp(4, 100);
            let coverage = variant.check_contract(1, games).unwrap_or_else(|error| panic!("{error}"));
            assert!(coverage.games == games && coverage.positions > games, "{coverage:?}");
        }
    }
}

#[test]
fn every_name_is_one_games() {
    let mut names = BTreeSet::new();
    for game in REGISTRY.games() {
        for name in game.aliases.iter().map(|alias| alias.name).chain([game.id]) {
            assert!(names.insert(name), "{name} is the name of two games");
        }
    }
}

#[test]
fn names_are_canonical_and_lead_back_to_their_variant() {
    for game in REGISTRY.games() {
        for variant in variants(game) {
            let again = REGISTRY.variant(variant.name()).expect("a variant's own name is known");
            assert_eq!(again.name(), variant.name());
        }
        for alias in game.aliases {
            let variant = REGISTRY.variant(alias.name).expect("an alias is known");
            assert_eq!(variant.name(), game.with_options(alias.options).unwrap().name());
        }
        assert_eq!(REGISTRY.variant(game.id).unwrap().name(), game.id, "no option is the standard game");
    }
}

#[test]
fn every_phrase_speaks_both_languages() {
    let own = REGISTRY.games().iter().flat_map(|game| game.phrases);
    let all: Vec<_> =
        own.chain(plateau_games::phrases::ALL).chain(plateau_core::phrases::ALL).copied().collect();
    assert_eq!(plateau_core::text::phrase_errors(&all), Vec::<String>::new());
}
