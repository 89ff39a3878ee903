use std::collections::BTreeMap;

use plateau_core::Message;
use plateau_search::{AlphaBeta, Stop};

use super::*;
use crate::toy::Toy;
use crate::{BoardFeatures, NetEvaluator};

#[derive(Clone, Default)]
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

const SETTINGS: TrainSettings = TrainSettings {
    seed: 3,
    nodes: 20,
    games: 250,
    size: 16,
    generations: 3,
    threads: 1,
    measures_levels: false,
};

/// Trains until `stop_after` steps of progress.
fn train(settings: TrainSettings, memory: &mut Memory, stop_after: usize) -> Result<Trained, Message> {
    let features = BoardFeatures::new(Toy).unwrap();
    let engine = |net, settings| -> Box<dyn Engine<_>> {
        Box::new(AlphaBeta::new(NetEvaluator::new(features.clone(), net).parts(), settings))
    };
    let training = Training {
        variant: &Toy,
        features: &features,
        engine: &engine,
        settings,
        initial_games: Vec::new(),
        teacher: None,
        opponents: Vec::new(),
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
fn damaged_parts_are_computed_again() {
    let mut memory = Memory::default();
    let settings = TrainSettings { generations: 2, ..SETTINGS };
    let expected = bytes(&train(settings, &mut memory, usize::MAX).unwrap());
    for name in ["generation-0002", "games-0002-0001"] {
        memory.0.get_mut(name).unwrap().truncate(50);
    }
    assert_eq!(bytes(&train(settings, &mut memory, usize::MAX).unwrap()), expected);
}

#[test]
fn a_training_is_not_continued_with_other_settings() {
    let mut memory = Memory::default();
    let settings = TrainSettings { generations: 1, ..SETTINGS };
    train(settings, &mut memory, usize::MAX).unwrap();
    let error = train(TrainSettings { nodes: 21, ..settings }, &mut memory, usize::MAX).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the training in progress has other settings (toy --seed 3 --nodes 20 --games 250 --size 16): use the \
         same ones, or delete it"
    );
}
