//! Learned evaluations of every game: training, files, and values that are the same whether
//! the sums are updated move by move or computed from scratch.

use std::collections::BTreeMap;
use std::sync::Arc;

use plateau_core::{Message, Position, Variant};
use plateau_games::morpion4::{self, InARow};
use plateau_games::{AnyVariant, EngineSpec, REGISTRY, learned};
use plateau_learn::fit::{FitSettings, LeastSquares, Loss, fit};
use plateau_learn::report::outputs;
use plateau_learn::training::TrainContext;
use plateau_learn::{
    BoardFeatures, Net, NetEvaluator, PositionSamples, RowTable, Sample, Storage, TrainSettings,
};
use plateau_search::{Evaluator, Limits, Settings, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Default)]
struct Memory(BTreeMap<String, Vec<u8>>);

impl Storage for Memory {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.get(name).cloned()
    }
    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<(), Message> {
        self.0.insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }
}

fn settings(size: usize, games: usize) -> TrainSettings {
    TrainSettings { seed: 1, nodes: 10, games, size, generations: 1, threads: 2, measures_levels: false }
}

fn train(variant: &dyn AnyVariant, settings: TrainSettings, initial: &[String]) -> Result<Vec<u8>, Message> {
    let (mut storage, stop) = (Memory::default(), Stop::new());
    let mut context = TrainContext { storage: &mut storage, stop: &stop, progress: &mut |_| {} };
    let initial = variant.initial_games(initial)?;
    let trained = variant.train(settings, initial.games, None, &mut context)?;
    Ok(trained.file.expect("a finished generation").to_bytes())
}

/// Every game, and boards of other shapes.
fn variants() -> Vec<Box<dyn AnyVariant>> {
    let others = ["picaria:13", "othello:4", "connect4:10x3", "morpion4:15x3x4", "supermorpion:most"];
    let names = REGISTRY.games().iter().map(|game| game.id).chain(others);
    names.map(|name| REGISTRY.variant(name).unwrap()).collect()
}

#[test]
fn updated_sums_equal_sums_from_scratch_in_every_game() {
    for (i, variant) in variants().into_iter().enumerate() {
        let size = [1, 16, 32][i % 3];
        let net = train(&*variant, settings(size, 20), &[]).unwrap();
        let name = format!("net of {}", variant.name());
        learned::register(&name, net);
        let mut different = 0;
        let games = if variant.layout().points.len() > 30 { 2 } else { 5 };
        for seed in 0..games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut record = variant.start();
            while record.finish().is_none() && record.ply() < 100 {
                let moves = record.legal_moves();
                record.play(&moves[rng.random_range(0..moves.len())]).unwrap();
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

/// Probes, pickers and the memory of endgame solvers must not carry anything from one game of a
/// thread to the next.
#[test]
fn threads_do_not_change_the_net() {
    for (name, size) in [("othello:4", 16), ("connect4:4x4", 1), ("morpion4:5x5x4", 16)] {
        let variant = REGISTRY.variant(name).unwrap();
        let settings = |threads| TrainSettings { threads, generations: 2, ..settings(size, 60) };
        let [one, three] = [1, 3].map(|threads| train(&*variant, settings(threads), &[]).unwrap());
        assert!(one == three, "{name}");
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

/// Returns the value of the position after these moves.
fn value(variant: &dyn AnyVariant, net: &str, moves: &str) -> i32 {
    let mut record = variant.start();
    record.play_all(moves).unwrap();
    record.evaluation(Some(net)).unwrap().unwrap().value
}

#[test]
fn a_net_learns_from_stored_games() {
    let variant = REGISTRY.variant("connect4").unwrap();
    let record = |moves: &str| {
        let mut record = variant.start();
        record.play_all(moves).unwrap();
        record.text()
    };
    // The first player wins in the middle, the second one at the left edge.
    let games = ["4 1 4 1 4 2 4", "4 2 4 1 4 7 4", "7 1 6 1 7 1 6 1", "6 1 7 1 2 1 7 1"];
    let initial: Vec<String> = games.iter().cycle().take(200).map(|moves| record(moves)).collect();
    learned::register("stored.net", train(&*variant, settings(1, 20), &initial).unwrap());
    let value = |moves| value(&*variant, "stored.net", moves);
    assert!(value("4 1 4 1 4 2") > 100, "about to win: {}", value("4 1 4 1 4 2"));
    assert!(value("7 1 6 1 7 1 6") > 100, "about to win: {}", value("7 1 6 1 7 1 6"));
    assert!(value("4 1 4 1 4") < -100, "about to lose: {}", value("4 1 4 1 4"));
    let foreign = vec![REGISTRY.variant("othello").unwrap().start().text()];
    let error = variant.initial_games(&foreign).unwrap_err().to_string();
    assert!(error.starts_with("game 1 cannot be read: "), "{error}");
}

#[test]
fn only_games_that_ended_by_the_rules_are_learned_from() {
    let othello = REGISTRY.variant("othello:4").unwrap();
    let mut finished = othello.start();
    while finished.finish().is_none() {
        let moves = finished.legal_moves();
        finished.play(&moves[0]).unwrap();
    }
    let finished = finished.text();
    let mut opening = othello.start();
    let first = opening.legal_moves()[0].clone();
    opening.play(&first).unwrap();
    let with_result = |result: &str| opening.text().replace("result: *", &format!("result: {result}"));
    let elsewhere = othello.open(&opening.position_text()).unwrap();
    let mut other_start = elsewhere.clone();
    while other_start.finish().is_none() {
        let moves = other_start.legal_moves();
        other_start.play(&moves[0]).unwrap();
    }
    let records = [
        finished.clone(),
        with_result("x resignation"),
        with_result("o time"),
        with_result("o forfeit"),
        with_result("draw adjudication"),
        opening.text(),
        other_start.text(),
    ];
    let read = othello.initial_games(&records).unwrap();
    assert_eq!((read.games.len(), read.not_by_rules, read.unfinished, read.other_start), (1, 4, 1, 1));
    assert_ne!(read.games[0].result, 0, "a margin");
    assert_eq!(read.games, othello.initial_games(&[finished]).unwrap().games);
}

#[test]
fn a_table_by_stage_does_not_depend_on_the_number_of_threads() {
    let variant = REGISTRY.variant("othello:6").unwrap();
    let train = |threads| train(&*variant, TrainSettings { threads, ..settings(1, 40) }, &[]).unwrap();
    let file = train(1);
    assert!(String::from_utf8_lossy(&file).contains("\nknots: 17\n"));
    assert!(file == train(3), "the same bytes");
    learned::register("by stage.net", file);
    assert_ne!(value(&*variant, "by stage.net", "c2 b2"), 0);
}

/// On a large board each row must be small, so that sums fit into 16 bits: the fit knows.
#[test]
fn nets_of_large_boards_play_as_they_were_fitted() {
    let geometry = morpion4::AnySize::small([15, 15, 5]).unwrap();
    let variant = InARow::new("morpion4:15x15x5".to_owned(), geometry);
    let features = BoardFeatures::new(variant.clone()).unwrap();
    assert!(features.slots() > 150, "{}", features.slots());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut samples = Vec::new();
    for game in 0..20 {
        let mut position = variant.start();
        for _ in 0..60 {
            let moves = position.legal_moves();
            let choice = rng.random_range(0..moves.len().max(1));
            let Some(mv) = moves.clone().nth(choice) else { break };
            position.play_unchecked(mv);
            // Large outputs at a high learning rate: without limits, weights of many units.
            samples.push(Sample { position, target: if game % 2 == 0 { 40.0 } else { -40.0 } });
        }
    }
    let set = PositionSamples { variant: &variant, features: &features, samples };
    for size in [1, 16] {
        let settings = FitSettings {
            size,
            stages: 5,
            loss: Loss::Square,
            epochs: 3,
            batch: 64,
            rate: 0.2,
            least_squares: LeastSquares { ridge: 0.0, smoothness: 0.0, iterations: 3 },
            seed: 1,
            threads: 2,
        };
        let model = fit(&features, &set, &settings, &Stop::new(), &mut |_, _| {}).unwrap();
        let net = Net::quantise(&model, features.slots(), features.max_progress(), 100);
        assert!(net.is_valid(features.slots()));
        let outputs = outputs(&net, &features, &set);
        assert_eq!(outputs.len(), set.samples.len());
        let mut square_error = 0.0;
        let mut largest: f32 = 0.0;
        let evaluator = NetEvaluator::new(features.clone(), Arc::new(net));
        for (Sample { position, .. }, (output, _)) in set.samples.iter().zip(&outputs) {
            let played = evaluator.evaluate(position, &evaluator.accumulator(position));
            assert!((played as f32 - 100.0 * output).abs() <= 1.0, "D = {size}: {played}, {output}");
            let fitted = model.evaluate(&features, position);
            square_error += (output - fitted).powi(2) / outputs.len() as f32;
            largest = largest.max(fitted.abs());
        }
        assert!(largest > 5.0, "D = {size}: {largest}");
        // Hundreds of rounded rows add up.
        assert!(square_error.sqrt() < 0.02 * largest, "D = {size}: {} of {largest}", square_error.sqrt());
    }
}

/// A net replaces the evaluator alone: what the game knows about its moves and proves without a
/// search stays.
#[test]
fn nets_search_with_the_other_parts_of_their_game() {
    let prepare = |game: &str| {
        let variant = REGISTRY.variant(game).unwrap();
        learned::register(&format!("parts of {game}"), train(&*variant, settings(1, 10), &[]).unwrap());
    };
    let analyse = |game: &str, moves: &str, eval: &str, limits: &Limits| {
        let variant = REGISTRY.variant(game).unwrap();
        let mut record = variant.start();
        record.play_all(moves).unwrap();
        let spec = EngineSpec::parse(&format!("alphabeta:eval={eval}")).unwrap();
        let mut engine = variant.engine(&spec, Settings { hash_mb: 1, ..Settings::default() }).unwrap();
        engine.analyse(&*record, limits, &mut |_| {}).unwrap()
    };
    // Connect Four: the probe sees the double threat of a row of three at depth 1.
    prepare("connect4");
    let row = "4 4 5 5 3";
    let proven = analyse("connect4", row, "parts of connect4", &Limits::depth(1));
    assert!(proven.value.is_exact(), "{:?}", proven.value);
    // Morpion 4: the picker leaves out moves far from all stones.
    prepare("morpion4:15x15x5");
    let deep = analyse("morpion4:15x15x5", "h8 h9", "parts of morpion4:15x15x5", &Limits::nodes(300));
    assert!(deep.depth >= 2, "{} plies", deep.depth);
}
