//! The games of a generation, and the samples of its fit.

use std::sync::Arc;

use plateau_core::Message;
use plateau_core::hash::mix2;

use super::storage::{Storage, load_games, save_games};
use super::{Phase, TrainContext, TrainProgress, Training};
use crate::features::Shape;
use crate::jobs::{Interruption, Job, run_jobs};
use crate::net::Net;
use crate::phrases;
use crate::played_game::PlayedGame;
use crate::samples::SampleSet;
use crate::settings::{Purpose, first_of_window, max_samples, targets};
use crate::trainable_game::TrainingEngine;

/// Games per file. A stop loses the games of the file in progress.
const GAMES_PER_FILE: usize = 100;

/// One game in this many is for validation: its samples are not fitted.
const VALIDATION_INTERVAL: usize = 10;

/// Loads the net that plays the games of a generation, when some are missing.
type LoadNet<'l> = &'l dyn Fn(&dyn Storage) -> Result<Arc<Net>, Message>;

/// The samples of a fit.
pub struct FitSamples<'s> {
    pub training: Box<dyn SampleSet + 's>,
    pub validation: Box<dyn SampleSet + 's>,
    /// The positions of the games that are new in this generation.
    pub new_positions: u64,
}

impl<'t> Training<'t> {
    /// Plays the games of a generation that are not stored, and returns the samples of its window:
    /// of the last generations and of the games that the training began with.
    pub(super) fn samples(
        &self,
        generation: u32,
        best: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Result<FitSamples<'t>, Interruption> {
        // Games of people or of strong programs teach as much as an evaluator does.
        let begins_informed = self.teacher.is_some() || self.initial_games.len() >= self.settings.games;
        let window = first_of_window(generation, begins_informed)..generation;
        let initial_samples = sample_count(&self.initial_games);
        let mut all = initial_samples;
        for earlier in window.clone() {
            all += self.complete_games(earlier, &|storage| self.net_before(earlier, storage), context)?;
        }
        let own_samples = self.complete_games(generation, &|_| Ok(Arc::clone(best)), context)?;
        all += own_samples;

        let targets = targets(self.game.objective(), generation, begins_informed);
        let max_samples = max_samples(&Shape::of(self.game.row_table()), self.settings.size);
        let selection = Selection::new(self.settings.seed(Purpose::Samples, generation), all, max_samples);
        let (mut training, mut validation) = (self.game.new_samples(), self.game.new_samples());
        let mut add = |source: u32, first: usize, games: &[PlayedGame]| {
            for (number, game) in (first..).zip(games) {
                let is_validation = number % VALIDATION_INTERVAL == VALIDATION_INTERVAL - 1;
                let set = if is_validation { &mut validation } else { &mut training };
                set.add(game, &targets, &|ply| selection.contains(source, number, ply));
            }
        };
        add(0, 0, &self.initial_games);
        for source in window.chain([generation]) {
            for file in 0..self.game_files(source) {
                let games = load_games(source, file, context.storage).ok_or_else(|| cannot_read(source))?;
                add(source, file * GAMES_PER_FILE, &games);
            }
        }
        let first_samples = if generation == 1 { initial_samples } else { 0 };
        Ok(FitSamples { training, validation, new_positions: (own_samples + first_samples) as u64 })
    }

    /// Plays those games of a generation that are not stored, with the net of the generation
    /// before it. Returns the number of samples of all its games.
    fn complete_games(
        &self,
        generation: u32,
        net: LoadNet<'_>,
        context: &mut TrainContext<'_>,
    ) -> Result<usize, Interruption> {
        let mut samples = 0;
        for file in 0..self.game_files(generation) {
            if let Some(stored) = load_games(generation, file, context.storage) {
                samples += sample_count(&stored);
                continue;
            }
            let played = self.play_games(generation, file, &net(&*context.storage)?, context)?;
            save_games(generation, file, &played, context.storage)?;
            samples += sample_count(&played);
        }
        Ok(samples)
    }

    /// Plays the games of one file.
    fn play_games(
        &self,
        generation: u32,
        file: usize,
        net: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Result<Vec<PlayedGame>, Interruption> {
        let (objective, plays_randomly) = (self.game.objective(), self.plays_randomly(generation));
        let play = self.self_play(Purpose::Games, generation, plays_randomly);
        let engine = match self.teacher.as_ref().filter(|_| generation == 1) {
            Some(teacher) => TrainingEngine::Evaluator(teacher.clone()),
            None => TrainingEngine::Net(Arc::clone(net)),
        };
        let create_job = || -> Result<Job<'_, PlayedGame>, Message> {
            let mut game = self.game.new_game(std::slice::from_ref(&engine))?;
            Ok(Box::new(move |number| play.play(&mut *game, number, objective)))
        };
        let (first, all) = (file * GAMES_PER_FILE, self.settings.games);
        let progress = &mut *context.progress;
        let phase = (generation, Phase::Games);
        let mut on_game = |done| progress(TrainProgress::of(phase, first + done, all));
        let range = first..all.min(first + GAMES_PER_FILE);
        run_jobs(range, self.settings.threads, context.stop, &create_job, &mut on_game)
    }

    /// Returns the number of files with games of a generation. A training that begins with given
    /// games plays none in its first generation.
    fn game_files(&self, generation: u32) -> usize {
        let has_own_games = generation > 1 || self.initial_games.is_empty();
        if has_own_games { self.settings.games.div_ceil(GAMES_PER_FILE) } else { 0 }
    }

    /// Returns the net that played the games of an earlier generation.
    fn net_before(&self, generation: u32, storage: &dyn Storage) -> Result<Arc<Net>, Message> {
        if generation == 1 {
            return Ok(Arc::new(self.zero_net()));
        }
        let previous = self.load_generation(generation - 1, storage);
        previous.map(|previous| previous.net).ok_or_else(|| cannot_read(generation))
    }
}

/// Returns the error of games that can neither be read nor played again.
fn cannot_read(generation: u32) -> Message {
    phrases::MISSING_GENERATION.message().with("generation", generation)
}

fn sample_count(games: &[PlayedGame]) -> usize {
    games.iter().map(PlayedGame::sample_count).sum()
}

/// A random selection of samples, which depends on the seed and their numbers alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    seed: u64,
    /// Samples whose hash is not above this are selected.
    threshold: u64,
}

impl Selection {
    /// Selects about `max` of all samples, or all if there are no more.
    pub(super) fn new(seed: u64, all: usize, max: usize) -> Self {
        let share = (max as u128) << 64;
        let threshold = if all <= max { u64::MAX } else { (share / all as u128) as u64 };
        Self { seed, threshold }
    }

    pub(super) fn contains(&self, generation: u32, game: usize, ply: usize) -> bool {
        mix2(mix2(mix2(self.seed, generation.into()), game as u64), ply as u64) <= self.threshold
    }
}
