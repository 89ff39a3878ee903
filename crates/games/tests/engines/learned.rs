//! Learned evaluations of every game: training, files, and values that are the same whether
//! the sums are updated move by move or computed from scratch.

use std::collections::BTreeMap;

use plateau_core::Message;
use plateau_games::{AnyVariant, EngineSpec, REGISTRY, learned};
use plateau_learn::training::TrainContext;
use plateau_learn::{Storage, TrainSettings};
use plateau_search::{Limits, Settings, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Default)]
struct Memory(BTreeMap<String, Vec<u8>>);

impl Storage for Memory {
    fn load(&self, part: &str) -> Option<Vec<u8>> {
        self.0.get(part).cloned()
    }
    fn save(&mut self, part: &str, bytes: &[u8]) -> Result<(), Message> {
        self.0.insert(part.to_owned(), bytes.to_vec());
        Ok(())
    }
}

fn settings(size: usize, games: usize) -> TrainSettings {
    TrainSettings { seed: 1, nodes: 10, games, size, generations: 1, threads: 2, measures_levels: false }
}

fn train(variant: &dyn AnyVariant, settings: TrainSettings, initial: &[String]) -> Result<Vec<u8>, Message> {
    let (mut storage, stop) = (Memory::default(), Stop::new());
    let mut context = TrainContext { storage: &mut storage, stop: &stop, progress: &mut |_| {} };
    let trained = variant.train(settings, initial, None, &mut context)?;
    Ok(trained.file.expect("one generation").to_bytes())
}

/// Every game, and boards of other shapes.
fn variants() -> Vec<Box<dyn AnyVariant>> {
    let others = ["picaria:13", "othello:4", "connect4:10x3", "morpion4:15x3x4", "supermorpion:most"];
    let names = REGISTRY.games().iter().map(|game| game.id).chain(others);
    names.map(|name| REGISTRY.variant(name).unwrap()).collect()
}

/// Up to this ply every position is evaluated, then every third: each evaluation reads the whole
/// net again.
const EVALUATED_PLIES: usize = 9;

#[test]
fn updated_sums_equal_sums_from_scratch_in_every_game() {
    for (i, variant) in variants().into_iter().enumerate() {
        let size = [1, 16, 32][i % 3];
        let net = train(&*variant, settings(size, 20), &[]).unwrap();
        let name = format!("net of {}", variant.name());
        learned::register(&name, net);
        let mut different = 0;
        for seed in 0..5 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut record = variant.start();
            while record.finish().is_none() && record.ply() < 100 {
                let moves = record.legal_moves();
                record.play(&moves[rng.random_range(0..moves.len())]).unwrap();
                // The sums are updated through all moves, so a wrong update stays visible.
                if record.ply() > EVALUATED_PLIES && !record.ply().is_multiple_of(3) {
                    continue;
                }
                let scratch = variant.open(&record.position_text()).unwrap();
                let value = |evaluated: Result<Option<plateau_games::Evaluation>, Message>| {
                    evaluated.unwrap().map(|evaluation| evaluation.value)
                };
                let updated = value(record.evaluation(Some(&name)));
                assert_eq!(
                    updated,
                    value(scratch.evaluation(Some(&name))),
                    "{name}: {}",
                    record.position_text()
                );
                different += usize::from(updated.is_some_and(|value| value != 0));
            }
        }
        assert!(different > 5, "{name} knows something");
    }
}

#[test]
fn nets_are_evaluators_of_their_own_variant_only() {
    let variant = REGISTRY.variant("connect4:4x4").unwrap();
    let net = train(&*variant, settings(16, 20), &[]).unwrap();
    learned::register("four.net", net.clone());
    learned::register("broken.net", net[..net.len() - 1].to_vec());
    let create = |game: &str, spec: &str| {
        let variant = REGISTRY.variant(game).unwrap();
        let engine = variant.engine(&EngineSpec::parse(spec).unwrap(), Settings::default());
        engine.map_err(|error| error.to_string())
    };
    let mut engine = create("connect4:4x4", "alphabeta:eval=four.net").unwrap();
    let analysis = engine.analyse(&*variant.start(), &Limits::depth(2), &mut |_| {}).unwrap();
    assert_eq!(analysis.depth, 2);
    assert_eq!(
        create("connect4", "alphabeta:eval=four.net").err().unwrap(),
        "cannot use four.net: it was trained for connect4:4x4, not for connect4"
    );
    assert_eq!(
        create("connect4:4x4", "mcts:eval=broken.net").err().unwrap(),
        "cannot use broken.net: it is damaged or incomplete: its checksum is wrong"
    );
    let unknown = create("connect4:4x4", "alphabeta:eval=/etc/passwd").err().unwrap();
    assert!(unknown.starts_with("there is no evaluator '/etc/passwd'"), "{unknown}");
}

#[test]
fn a_net_learns_from_stored_games() {
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let record = |moves: &str| {
        let mut record = variant.start();
        record.play_all(moves).unwrap();
        record.text()
    };
    // The first player always wins with the centre.
    let initial: Vec<String> =
        ["b2 a1 b3 a2 b1", "b2 c1 a2 c2 c3 a1 a3 b1"].iter().map(|m| record(m)).collect();
    let other = train(&*variant, settings(16, 20), &[]).unwrap();
    let net = train(&*variant, settings(16, 20), &initial).unwrap();
    assert_ne!(net, other);
    let foreign = vec![REGISTRY.variant("othello").unwrap().start().text()];
    let error = train(&*variant, settings(16, 20), &foreign).unwrap_err().to_string();
    assert!(error.starts_with("game 1 cannot be read: "), "{error}");
}
