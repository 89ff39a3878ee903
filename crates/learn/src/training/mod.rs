//! Training: generations of self-play, fit and gate. Finished work is stored in small files, so
//! that a training can stop at any moment and resume.
//!
//! | file | contents |
//! |---|---|
//! | `settings` | the variant, the settings and a hash of the games it began with |
//! | `games-G-N` | some games of generation G |
//! | `generation-G` | the report of generation G and the net that its games led to |
//! | `unfinished` | how long the generation in progress has taken so far |
//!
//! Except for times, a file is a function of the settings and of the files before it, so it does not
//! matter when it was computed, and a damaged one is computed again.

mod games;
mod gate;
mod storage;

use std::sync::Arc;
use std::time::Instant;

use plateau_core::Message;
use plateau_search::Stop;

use crate::features::Shape;
use crate::fit;
use crate::jobs::Interruption;
use crate::net::Net;
use crate::net_file::{Header, NetFile, checksum};
use crate::phrases;
use crate::played_game::PlayedGame;
use crate::report::{GenerationReport, calibration, mean_loss, outputs};
use crate::self_play::SelfPlay;
use crate::settings::{Purpose, TrainSettings, is_accepted, stages, unit};
use crate::trainable_game::TrainableGame;
use games::FitSamples;
use storage::{Unfinished, has_games, load_generation, save_generation};

pub use storage::{Storage, generation_file};

/// What a training is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Games of self-play.
    Games,
    /// The fit.
    Fit,
    /// Games against the previous net.
    Gate,
    /// Games against the gate's other evaluators.
    Opponents,
    /// Games against the levels.
    Levels,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug)]
pub struct TrainProgress<'p> {
    /// The generation, from 1.
    pub generation: u32,
    /// What it is doing.
    pub phase: Phase,
    /// How much of the phase is done, and of how much.
    pub done: usize,
    /// The size of the phase.
    pub all: usize,
    /// The report of a generation that has just been finished.
    pub finished: Option<&'p GenerationReport>,
}

impl TrainProgress<'_> {
    /// Creates the progress of a phase of a generation.
    fn of((generation, phase): (u32, Phase), done: usize, all: usize) -> Self {
        Self { generation, phase, done, all, finished: None }
    }
}

/// The surroundings of a training.
pub struct TrainContext<'c> {
    /// Where finished work is stored.
    pub storage: &'c mut dyn Storage,
    /// Stops the training.
    pub stop: &'c Stop,
    /// Receives the progress.
    pub progress: &'c mut (dyn FnMut(TrainProgress<'_>) + Send),
}

/// A net and how it was made.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The net after the last finished generation; `None` if there is no such generation.
    pub file: Option<NetFile>,
    /// The reports of all finished generations.
    pub reports: Vec<GenerationReport>,
}

/// The training of one variant.
pub struct Training<'t> {
    /// The variant.
    pub game: &'t dyn TrainableGame,
    /// The settings.
    pub settings: TrainSettings,
    /// Games to begin with, instead of random ones.
    pub initial_games: Vec<PlayedGame>,
    /// The evaluator that plays the games of the first generation, instead of random moves.
    pub teacher: Option<String>,
    /// The evaluators that new nets also play in the gate, with as many nodes.
    pub gate_opponents: Vec<String>,
    /// The levels that measure the strength, the weakest first.
    pub levels: Vec<u32>,
}

/// A finished generation.
struct Generation {
    report: GenerationReport,
    net: Arc<Net>,
}

impl Training<'_> {
    /// Trains until all generations are finished or the stop flag is raised.
    pub fn run(&self, context: &mut TrainContext<'_>) -> Result<Trained, Message> {
        self.check_settings(context.storage)?;
        let mut net = Arc::new(self.zero_net());
        let mut reports: Vec<GenerationReport> = Vec::new();
        for number in 1..=self.settings.generations {
            let started = Instant::now();
            let generation = match self.load_generation(number, context.storage) {
                Some(generation) => generation,
                None => match self.play_generation(number, &net, &reports, context) {
                    Ok(generation) => generation,
                    Err(Interruption::Stopped) => {
                        Unfinished { generation: number, time: started.elapsed() }.save(context.storage)?;
                        break;
                    }
                    Err(Interruption::Failed(message)) => return Err(message),
                },
            };
            net = generation.net;
            reports.push(generation.report);
        }
        let file = reports.last().map(|last| self.net_file(last, &net));
        Ok(Trained { file, reports })
    }

    /// Refuses to continue a training with other settings.
    fn check_settings(&self, storage: &mut dyn Storage) -> Result<(), Message> {
        let from = self.initial_checksum().map_or(String::new(), |sum| format!(" --from {sum:016x}"));
        let teacher = self.teacher.as_ref().map_or(String::new(), |name| format!(" --teacher {name}"));
        let patterns = self.game.row_table().signature().hash;
        let solved = self.game.solved().map_or(String::new(), |solved| format!(", solved {solved}"));
        let (name, settings) = (self.game.name(), self.settings.text());
        let text = format!("{name} {settings}{from}{teacher}, patterns {patterns:016x}{solved}");
        match storage.load("settings") {
            Some(found) if found == text.as_bytes() => Ok(()),
            Some(found) => {
                let found = String::from_utf8_lossy(&found).into_owned();
                Err(phrases::OTHER_SETTINGS.message().with("found", found))
            }
            // Games of unknown settings are not mixed with others.
            None if has_games(storage) => Err(phrases::MISSING_SETTINGS.message()),
            None => storage.save("settings", text.as_bytes()),
        }
    }

    /// Returns the checksum of the games that the training began with, if there are any.
    fn initial_checksum(&self) -> Option<u64> {
        let mut bytes = Vec::new();
        self.initial_games.iter().for_each(|game| game.write(&mut bytes));
        (!bytes.is_empty()).then(|| checksum(&bytes))
    }

    fn zero_net(&self) -> Net {
        let (shape, size) = (Shape::of(self.game.row_table()), self.settings.size);
        Net::zero(size, stages(&shape, size), unit(self.game.objective()), &shape)
    }

    fn net_file(&self, report: &GenerationReport, net: &Net) -> NetFile {
        let header = Header {
            game: self.game.name(),
            patterns: self.game.row_table().signature(),
            seed: self.settings.seed,
            generations: report.generation,
            positions: report.positions,
            nodes: self.settings.nodes,
            games: self.settings.games,
            teacher: self.teacher.clone(),
            from: self.initial_checksum(),
        };
        NetFile { header, net: net.clone() }
    }

    /// Loads a generation. Returns `None` if it is not stored or damaged.
    fn load_generation(&self, number: u32, storage: &dyn Storage) -> Option<Generation> {
        let shape = Shape::of(self.game.row_table());
        let (report, net) = load_generation(number, &self.game.name(), &shape, storage)?;
        Some(Generation { report, net: Arc::new(net) })
    }

    /// Computes a generation.
    fn play_generation(
        &self,
        number: u32,
        best: &Arc<Net>,
        reports: &[GenerationReport],
        context: &mut TrainContext<'_>,
    ) -> Result<Generation, Interruption> {
        let started = Instant::now();
        let FitSamples { training, validation, new_positions } = self.samples(number, best, context)?;
        let (table, objective) = (self.game.row_table(), self.game.objective());
        let (shape, max_progress) = (Shape::of(table), table.max_progress());
        let plays_randomly = self.plays_randomly(number);
        let fit_settings = self.settings.fit(number, training.count(), &shape, objective, plays_randomly);
        let mut on_step = |done, all| (context.progress)(TrainProgress::of((number, Phase::Fit), done, all));
        let model = fit::fit(table, &*training, &fit_settings, context.stop, &mut on_step);
        let model = model.ok_or(Interruption::Stopped)?;
        let candidate = Arc::new(Net::quantise(&model, table.slots(), max_progress, unit(objective)));
        drop(model);
        let [training, validation] =
            [training, validation].map(|samples| outputs(&candidate, table, &*samples));
        let gate = self.gate(number, &candidate, best, context)?;
        let opponents = self.opponent_scores(number, &candidate, context)?;
        // The first net is better than none.
        let is_accepted = number == 1 || is_accepted(gate, self.compare_opponents(&opponents, reports));
        let net = if is_accepted { Arc::clone(&candidate) } else { Arc::clone(best) };
        let levels = self.level_scores(number, &net, context)?;
        let previous = reports.last();
        let mut report = GenerationReport {
            generation: number,
            seconds: 0.0,
            positions: previous.map_or(0, |report| report.positions) + new_positions,
            loss: mean_loss(&training, fit_settings.loss),
            validation_loss: mean_loss(&validation, fit_settings.loss),
            gate,
            opponents,
            is_accepted,
            levels,
            calibration: calibration(&validation, fit_settings.loss),
        };
        let time = started.elapsed() + Unfinished::time_of(number, context.storage);
        report.seconds = previous.map_or(0.0, |report| report.seconds) + time.as_secs_f64();
        save_generation(&report, &self.net_file(&report, &net), context.storage)?;
        let (phase, finished) = (Phase::Levels, Some(&report));
        (context.progress)(TrainProgress { generation: number, phase, done: 1, all: 1, finished });
        Ok(Generation { report, net })
    }

    /// Returns whether the games of a generation are random.
    fn plays_randomly(&self, generation: u32) -> bool {
        generation == 1 && self.teacher.is_none() && self.initial_games.is_empty()
    }

    /// Returns how games of a generation are played.
    fn self_play(&self, purpose: Purpose, generation: u32, plays_randomly: bool) -> SelfPlay {
        let max_progress = self.game.row_table().max_progress();
        self.settings.self_play(purpose, generation, max_progress, plays_randomly)
    }
}

#[cfg(test)]
mod tests;
