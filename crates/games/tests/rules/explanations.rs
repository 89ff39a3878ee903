//! Explained evaluations and the catalogue of engines, for every game of the registry.

use plateau_core::{Lang, Position, Record, Variant};
use plateau_games::explain::{MapKind, Places};
use plateau_games::morpion4::{InARow, Standard, evaluators};
use plateau_games::{AnyVariant, EngineSpec, REGISTRY};
use plateau_search::{Evaluator, Limits, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Creates every preset of every game.
fn variants() -> Vec<Box<dyn AnyVariant>> {
    let games = REGISTRY.games().iter();
    games
        .flat_map(|game| {
            let presets = [""].into_iter().chain(game.presets.iter().copied());
            presets.map(|preset| game.with_options(preset).unwrap())
        })
        .collect()
}

#[test]
fn terms_add_up_to_the_value_in_every_game() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
    for variant in variants() {
        let layout = variant.layout();
        for name in variant.evaluators() {
            let mut values = Vec::new();
            for _ in 0..3 {
                let mut record = variant.start();
                for _ in 0..60 {
                    let Some(evaluation) = record.evaluation(Some(name)).unwrap() else { break };
                    let place = format!("{} {name} {}", variant.name(), record.position_text());
                    assert_eq!(evaluation.evaluator, name);
                    assert_eq!(evaluation.explanation.sum(), evaluation.value, "{place}");
                    for map in &evaluation.explanation.maps {
                        let places = match map.places {
                            Places::Points => layout.points.len(),
                            Places::Regions => layout.regions.len(),
                        };
                        assert_eq!(map.values.len(), places, "{place}");
                        let in_percent = |value: &i32| (0..=100).contains(value);
                        assert!(map.kind != MapKind::Percent || map.values.iter().flatten().all(in_percent));
                    }
                    let texts = evaluation.explanation.terms.iter().map(|term| &term.name);
                    for text in texts.chain(&evaluation.explanation.notes) {
                        assert!(!text.render(Lang::Fr).contains('{'), "{place}: {text}");
                    }
                    values.push(evaluation.value);
                    let moves = record.legal_moves();
                    record.play(&moves[rng.random_range(0..moves.len())]).unwrap();
                }
            }
            assert!(values.iter().any(|value| *value != values[0]), "{} {name} is constant", variant.name());
        }
    }
}

/// What is drawn on the board is what the value is made of.
#[test]
fn values_on_the_board_add_up() {
    let sum_of = |game: &str, evaluator: &str, position: &str| {
        let record = REGISTRY.variant(game).unwrap().open(position).unwrap();
        let evaluation = record.evaluation(Some(evaluator)).unwrap().unwrap();
        let map = &evaluation.explanation.maps[0];
        let values = map.values.iter().zip(record.view().pieces).map(|(value, piece)| {
            let sign = match (map.kind, piece) {
                (MapKind::Weights, Some(player)) => {
                    if player == record.turn() {
                        1
                    } else {
                        -1
                    }
                }
                (MapKind::Weights, None) => 0,
                _ => 1,
            };
            sign * value.unwrap_or(0)
        });
        (values.sum::<i32>(), evaluation.value)
    };
    for (game, evaluator, position) in [
        ("othello", "baseline", "f5d6c3d3c4f4f6g5e6"),
        ("othello:6", "baseline", "c2"),
        ("achi", "plateau", "x1o1x1o2 x"),
        ("picaria:13", "plateau", "x1o1x1o6 x"),
    ] {
        let (drawn, value) = sum_of(game, evaluator, position);
        assert_eq!(drawn, value, "{game} {evaluator}");
        assert_ne!(value, 0, "{game} {evaluator}");
    }
}

/// The baseline of Morpion 4 values the last move, which only the moves tell.
#[test]
fn states_are_carried_along_the_moves() {
    let variant = InARow::new("morpion4".to_owned(), Standard);
    let mut record = Record::new(variant);
    record.play_all("f6 a1 f7 a2").unwrap();
    let mut position = *record.start();
    let mut state = Evaluator::accumulator(&evaluators::Baseline, &position);
    for &mv in record.moves() {
        let after = position.after(mv);
        state = evaluators::Baseline.update(&state, &position, mv, &after);
        position = after;
    }
    let expected = evaluators::Baseline.evaluate(&position, &state);
    assert!(expected < 0, "o has just made a duo: {expected}");
    let text = record.variant().print(record.position());
    let played = REGISTRY.record(&record.to_string()).unwrap().evaluation(Some("baseline")).unwrap().unwrap();
    assert_eq!((played.value, played.explanation.sum()), (expected, expected));
    let opened = REGISTRY.variant("morpion4").unwrap().open(&text).unwrap();
    let opened = opened.evaluation(Some("seed")).unwrap().unwrap();
    assert_eq!((opened.value, opened.explanation.notes.len()), (0, 1));
}

#[test]
fn every_example_of_the_catalogue_plays_a_legal_move() {
    for game in REGISTRY.games() {
        let variant = game.with_options("").unwrap();
        let record = variant.start();
        let catalogue = variant.catalogue();
        let names: Vec<&str> = catalogue.evaluators.iter().rev().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, variant.evaluators(), "{}", game.id);
        for entry in catalogue.engines.iter().chain(&catalogue.evaluators).chain(&catalogue.levels) {
            let spec = EngineSpec::parse(&entry.example).unwrap();
            let settings = Settings { hash_mb: 1, ..Settings::default() };
            let mut engine = variant.engine(&spec, settings).unwrap();
            let limits = Limits { nodes: Some(500), ..Limits::default() };
            let analysis = engine.analyse(record.as_ref(), &limits, &mut |_| {}).unwrap();
            let best = analysis.moves.first().map(|best| best.mv.clone()).unwrap();
            assert!(record.legal_moves().contains(&best), "{} {}: {best}", game.id, entry.example);
        }
        // What the catalogue leaves out is refused.
        let has_rules = catalogue.engines.iter().any(|entry| entry.name == "rules");
        let rules = variant.engine(&EngineSpec::parse("rules").unwrap(), Settings::default());
        assert_eq!(rules.is_ok(), has_rules, "{}", game.id);
    }
}
