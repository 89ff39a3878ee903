use std::collections::BTreeMap;
use std::time::Duration;

use plateau_core::{Message, Objective, Position, Variant};
use plateau_search::{AlphaBeta, Engine, NoEvaluation, Parts, Stop};

use super::games::Selection;
use super::*;
use crate::settings::{OpponentScores, engine_settings};
use crate::toy::{Row, Toy};
use crate::{
    BoardFeatures, EngineGame, NetEvaluator, PositionSamples, RecordGame, RowTable, SampleSet, TrainingEngine,
};

#[derive(Clone, Default)]
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

const SETTINGS: TrainSettings = TrainSettings {
    seed: 3,
    nodes: 20,
    games: 250,
    size: 16,
    generations: 3,
    threads: 1,
    measures_levels: false,
};

/// The game of the tests, with its features.
struct ToyGame(BoardFeatures<Toy>);

impl ToyGame {
    fn engine(&self, engine: &TrainingEngine) -> Result<Box<dyn Engine<Row>>, Message> {
        let game = Parts::new(NoEvaluation);
        match engine {
            TrainingEngine::Net(net) => {
                let parts = NetEvaluator::new(self.0.clone(), Arc::clone(net)).parts::<Row, _>(&game);
                Ok(Box::new(AlphaBeta::new(parts, engine_settings())))
            }
            TrainingEngine::Evaluator(name) if name == "none" => {
                Ok(Box::new(AlphaBeta::new(game, engine_settings())))
            }
            // Any message will do.
            other => Err(phrases::NO_PATTERNS.message().with("game", format!("{other:?}"))),
        }
    }
}

impl TrainableGame for ToyGame {
    fn name(&self) -> String {
        Toy.name()
    }
    fn objective(&self) -> Objective {
        Row::OBJECTIVE
    }
    fn row_table(&self) -> &dyn RowTable {
        &self.0
    }
    fn solved(&self) -> Option<&'static str> {
        None
    }
    fn new_samples(&self) -> Box<dyn SampleSet + '_> {
        Box::new(PositionSamples { variant: &Toy, features: &self.0, samples: Vec::new() })
    }
    fn new_game(&self, engines: &[TrainingEngine]) -> Result<Box<dyn EngineGame + '_>, Message> {
        let engines = engines.iter().map(|engine| self.engine(engine)).collect::<Result<_, _>>()?;
        Ok(Box::new(RecordGame::new(Toy, engines, None)))
    }
}

/// Trains until `stop_after` steps of progress.
fn train(settings: TrainSettings, memory: &mut Memory, stop_after: usize) -> Result<Trained, Message> {
    train_against("none", settings, memory, stop_after)
}

/// Trains with an evaluator as the gate's opponent until `stop_after` steps of progress.
fn train_against(
    opponent: &str,
    settings: TrainSettings,
    memory: &mut Memory,
    stop_after: usize,
) -> Result<Trained, Message> {
    let game = ToyGame(BoardFeatures::new(Toy).unwrap());
    let training = Training {
        game: &game,
        settings,
        initial_games: Vec::new(),
        teacher: None,
        gate_opponents: vec![opponent.to_owned()],
        levels: Vec::new(),
    };
    let stop = Stop::new();
    let mut steps = 0;
    let mut progress = |_: TrainProgress<'_>| {
        steps += 1;
        if steps >= stop_after {
            stop.raise();
        }
    };
    training.run(&mut TrainContext { storage: memory, stop: &stop, progress: &mut progress })
}

fn bytes(trained: &Trained) -> Vec<u8> {
    trained.file.as_ref().unwrap().to_bytes()
}

#[test]
fn threads_and_interruptions_do_not_change_the_net() {
    let whole = train(SETTINGS, &mut Memory::default(), usize::MAX).unwrap();
    assert_eq!(whole.reports.len(), 3);
    let expected = bytes(&whole);

    let two = TrainSettings { threads: 2, ..SETTINGS };
    assert_eq!(bytes(&train(two, &mut Memory::default(), usize::MAX).unwrap()), expected);

    // Interrupted every 320 steps, with another number of threads each time.
    let mut memory = Memory::default();
    let mut interruptions = 0;
    let trained = loop {
        let settings = TrainSettings { threads: 1 + interruptions % 3, ..SETTINGS };
        let trained = train(settings, &mut memory, 320).unwrap();
        if trained.reports.len() == 3 {
            break trained;
        }
        interruptions += 1;
        assert!(interruptions < 50, "no progress");
    };
    assert!(interruptions > 2, "{interruptions}");
    assert_eq!(bytes(&trained), expected);

    // More generations begin like fewer.
    let mut memory = Memory::default();
    let two = TrainSettings { generations: 2, ..SETTINGS };
    assert_ne!(bytes(&train(two, &mut memory, usize::MAX).unwrap()), expected);
    assert_eq!(bytes(&train(SETTINGS, &mut memory, usize::MAX).unwrap()), expected);
    let other_seed = TrainSettings { seed: 4, ..SETTINGS };
    assert_ne!(bytes(&train(other_seed, &mut Memory::default(), usize::MAX).unwrap()), expected);
}

#[test]
fn damaged_files_are_computed_again() {
    let mut memory = Memory::default();
    let settings = TrainSettings { generations: 2, ..SETTINGS };
    let expected = bytes(&train(settings, &mut memory, usize::MAX).unwrap());
    for name in ["generation-0002", "games-0002-0001"] {
        memory.0.get_mut(name).unwrap().truncate(50);
    }
    assert_eq!(bytes(&train(settings, &mut memory, usize::MAX).unwrap()), expected);
    // The report of a generation decides about later ones, and the header of the net counts its
    // positions.
    let report = memory.0.get_mut("generation-0001").unwrap();
    let digit = report.windows(11).position(|text| text == b"positions: ").unwrap() + 11;
    report[digit] ^= 1;
    memory.0.remove("generation-0002");
    assert_eq!(bytes(&train(settings, &mut memory, usize::MAX).unwrap()), expected);
}

/// The games of an earlier generation are fitted again in each later one.
#[test]
fn damaged_games_of_an_earlier_generation_are_played_again() {
    let two = TrainSettings { generations: 2, ..SETTINGS };
    let mut memory = Memory::default();
    train(two, &mut memory, usize::MAX).unwrap();
    let stored = memory.clone();
    let expected = bytes(&train(SETTINGS, &mut memory, usize::MAX).unwrap());
    let damages: [fn(&mut Memory); 3] = [
        |memory| memory.0.get_mut("games-0002-0001").unwrap().truncate(50),
        |memory| memory.0.get_mut("games-0002-0000").unwrap()[20] ^= 1,
        |memory| drop(memory.0.remove("games-0002-0002")),
    ];
    for damage in damages {
        let mut memory = stored.clone();
        damage(&mut memory);
        assert_ne!(memory.0, stored.0);
        assert_eq!(bytes(&train(SETTINGS, &mut memory, usize::MAX).unwrap()), expected);
        assert!(stored.0.iter().all(|(name, bytes)| memory.0.get(name) == Some(bytes)), "the same games");
    }
}

#[test]
fn large_windows_are_sampled_evenly() {
    let all = Selection::new(1, 1_000, 1_000);
    assert!((0..1_000).all(|ply| all.contains(1, 2, ply)));
    let third = Selection::new(1, 3_000_000, 1_000_000);
    let chosen = |generation| {
        let plies = (0..100).flat_map(|game| (0..100).map(move |ply| (game, ply)));
        plies.filter(|&(game, ply)| third.contains(generation, game, ply)).count()
    };
    for generation in 0..4 {
        assert!((3_100..3_600).contains(&chosen(generation)), "{}", chosen(generation));
    }
}

#[test]
fn a_net_that_beats_its_parent_and_loses_to_others_is_rejected() {
    let scores = |new, best| Some(OpponentScores { new, best, games: 100 });
    assert!(is_accepted(0.5, None) && !is_accepted(0.49, None));
    assert!(is_accepted(0.6, scores(0.6, 0.5)) && is_accepted(0.6, scores(0.45, 0.5)));
    assert!(!is_accepted(0.6, scores(0.39, 0.5)), "more than two standard errors of 5 % below");
    assert!(!is_accepted(0.4, scores(0.9, 0.5)));
}

#[test]
fn a_training_is_not_continued_with_other_settings() {
    let mut memory = Memory::default();
    let settings = TrainSettings { generations: 1, ..SETTINGS };
    train(settings, &mut memory, usize::MAX).unwrap();
    let error = train(TrainSettings { nodes: 21, ..settings }, &mut memory, usize::MAX).unwrap_err();
    let error = error.to_string();
    let expected =
        "the training in progress has other settings (toy --seed 3 --nodes 20 --games 250 --size 16, ";
    assert!(error.starts_with(expected) && error.ends_with("): use the same ones, or delete it"), "{error}");
    memory.0.remove("settings");
    let error = train(settings, &mut memory, usize::MAX).unwrap_err().to_string();
    assert_eq!(error, "the training in progress has lost its file of settings: delete it");
}

#[test]
fn the_time_of_interrupted_generations_counts() {
    let mut memory = Memory::default();
    let time_of = |generation, memory: &Memory| Unfinished::time_of(generation, memory);
    for seconds in [2, 3] {
        let time = Duration::from_secs(seconds);
        Unfinished { generation: 2, time }.save(&mut memory).unwrap();
    }
    assert_eq!(time_of(2, &memory), Duration::from_secs(5));
    assert_eq!(time_of(1, &memory), Duration::ZERO);
    memory.0.insert("unfinished".to_owned(), b"2 -1".to_vec());
    assert_eq!(time_of(2, &memory), Duration::ZERO);
    train(SETTINGS, &mut memory, 10).unwrap();
    assert!(time_of(1, &memory) > Duration::ZERO);
}

#[test]
fn an_engine_that_cannot_be_created_fails_the_training() {
    for threads in [1, 2] {
        let settings = TrainSettings { generations: 1, games: 20, threads, ..SETTINGS };
        let error = train_against("unknown", settings, &mut Memory::default(), usize::MAX).unwrap_err();
        assert!(error.to_string().contains("unknown"), "{error}");
    }
}
