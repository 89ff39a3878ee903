//! Training: generations of self-play, fit and gate. Finished work is stored in small files, so
//! that a training can stop at any moment and resume.
//!
//! | file | contents |
//! |---|---|
//! | `settings` | the variant, the settings and a hash of the games it began with |
//! | `games-G-N` | some games of generation G |
//! | `generation-G` | the report of generation G and the net that its games led to |
//!
//! A file is a function of the settings and of the files before it, so it does not matter
//! when it was computed, and a damaged one is computed again.

use std::sync::Arc;
use std::time::Instant;

use plateau_core::hash::mix2;
use plateau_core::{Message, Position, Variant};
use plateau_search::{Engine, Limits, Settings, Stop};

use crate::evaluator::NetEvaluator;
use crate::features::{Features, Shape};
use crate::fit::{self, Sample};
use crate::net::Net;
use crate::net_file::{Header, NetFile, checksum};
use crate::phrases;
use crate::played_game::PlayedGame;
use crate::report::{GenerationReport, LEVEL_GAMES, calibration, mean_loss};
use crate::self_play::{Job, SelfPlay, run_jobs};
use crate::settings::{
    OpponentScores, Purpose, SAMPLES_PER_FIT, TrainSettings, first_of_window, gate_pairs, is_accepted,
    opponent_pairs, stages, targets, unit,
};

/// Games per file. A stop loses the games of the file in progress.
const GAMES_PER_FILE: usize = 100;

/// One game in this many is for validation: its samples are not fitted.
const VALIDATION_INTERVAL: usize = 10;

/// Pairs of games against each level, and the minimum score to play the next higher level.
const LEVEL_PAIRS: usize = LEVEL_GAMES / 2;
const MIN_LEVEL_SCORE: f64 = 0.2;

/// The transposition table of an engine of self-play, in megabytes.
const HASH_MB: usize = 1;

/// Where a training stores finished work.
pub trait Storage {
    /// Returns the bytes of a file, or `None` if there is none of this name.
    fn load(&self, name: &str) -> Option<Vec<u8>>;
    /// Stores a file, all of it or nothing.
    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<(), Message>;
}

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

/// An opponent to measure the strength against.
pub struct Opponent<P> {
    /// Its name.
    pub name: String,
    /// Creates it, with a seed.
    pub engine: Box<dyn Fn(u64) -> Box<dyn Engine<P>> + Sync>,
}

/// An engine with an evaluator of the game.
pub struct EvaluatorEngine<P> {
    /// The name of the evaluator.
    pub name: String,
    /// Creates the engine.
    pub engine: Box<dyn Fn(Settings) -> Box<dyn Engine<P>> + Sync>,
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
pub struct Training<'t, V: Variant, F> {
    /// The variant.
    pub variant: &'t V,
    /// Its features.
    pub features: &'t F,
    /// Creates an engine that plays with a net.
    pub engine: &'t (dyn Fn(Arc<Net>, Settings) -> Box<dyn Engine<V::Position>> + Sync),
    /// The settings.
    pub settings: TrainSettings,
    /// Games to begin with, instead of random ones.
    pub initial_games: Vec<PlayedGame>,
    /// Plays the games of the first generation, instead of random moves.
    pub teacher: Option<EvaluatorEngine<V::Position>>,
    /// Engines that new nets also play in the gate, with as many nodes.
    pub gate_opponents: Vec<EvaluatorEngine<V::Position>>,
    /// The opponents that measure the strength, the weakest first.
    pub opponents: Vec<Opponent<V::Position>>,
}

/// Loads the net that plays the games of a generation, when some are missing.
type LoadNet<'l> = &'l mut dyn FnMut(&dyn Storage) -> Result<Arc<Net>, Message>;

/// A finished generation.
struct Generation {
    report: GenerationReport,
    net: Arc<Net>,
}

impl<V: Variant, F: Features<V::Position>> Training<'_, V, F> {
    /// Trains until all generations are finished or the stop flag is raised.
    pub fn run(&self, context: &mut TrainContext<'_>) -> Result<Trained, Message> {
        self.check_settings(context.storage)?;
        let mut net = Arc::new(self.zero_net());
        let mut reports: Vec<GenerationReport> = Vec::new();
        for number in 1..=self.settings.generations {
            let stored = context.storage.load(&generation_file(number));
            let generation = match stored.and_then(|bytes| self.read_generation(&bytes)) {
                Some(generation) => generation,
                None => match self.play_generation(number, &net, &reports, context)? {
                    Some(generation) => generation,
                    None => break,
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
        let teacher =
            self.teacher.as_ref().map_or(String::new(), |teacher| format!(" --teacher {}", teacher.name));
        let text = format!("{} {}{from}{teacher}", self.variant.name(), self.settings.text());
        match storage.load("settings") {
            Some(found) if found == text.as_bytes() => Ok(()),
            Some(found) => {
                let found = String::from_utf8_lossy(&found).into_owned();
                Err(phrases::OTHER_SETTINGS.message().with("found", found))
            }
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
        let max_progress = self.features.max_progress();
        let unit = unit(V::Position::OBJECTIVE);
        Net::zero(self.settings.size, self.features.rows(), stages(max_progress), max_progress, unit)
    }

    fn net_file(&self, report: &GenerationReport, net: &Net) -> NetFile {
        let header = Header {
            game: self.variant.name(),
            patterns: self.features.signature(),
            seed: self.settings.seed,
            generations: report.generation,
            positions: report.positions,
            nodes: self.settings.nodes,
            games: Some(self.settings.games),
            teacher: self.teacher.as_ref().map(|teacher| teacher.name.clone()),
            from: self.initial_checksum(),
        };
        NetFile { header, net: net.clone() }
    }

    fn read_generation(&self, bytes: &[u8]) -> Option<Generation> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n")? + 2;
        let report = GenerationReport::parse(std::str::from_utf8(&bytes[..end]).ok()?)?;
        let file = NetFile::parse(&bytes[end..], &self.variant.name(), &Shape::of(self.features)).ok()?;
        Some(Generation { report, net: Arc::new(file.net) })
    }

    /// Computes a generation. Returns `None` if the stop flag was raised.
    fn play_generation(
        &self,
        number: u32,
        best: &Arc<Net>,
        reports: &[GenerationReport],
        context: &mut TrainContext<'_>,
    ) -> Result<Option<Generation>, Message> {
        let started = Instant::now();
        let Some(Samples { training: samples, validation, new_positions }) =
            self.samples(number, best, context)?
        else {
            return Ok(None);
        };
        let objective = V::Position::OBJECTIVE;
        let max_progress = self.features.max_progress();
        let fit_settings =
            self.settings.fit(number, samples.len(), max_progress, objective, self.plays_randomly(number));
        let mut on_step = |done, all| {
            (context.progress)(TrainProgress {
                generation: number,
                phase: Phase::Fit,
                done,
                all,
                finished: None,
            });
        };
        let Some(model) = fit::fit(self.features, &samples, &fit_settings, context.stop, &mut on_step) else {
            return Ok(None);
        };
        let candidate = Net::quantise(&model, self.features.slots(), max_progress, unit(objective));
        drop(model);
        let candidate = Arc::new(candidate);
        let Some(gate) = self.gate(number, &candidate, best, context) else { return Ok(None) };
        let Some(opponents) = self.opponent_scores(number, &candidate, context) else { return Ok(None) };
        // The first net is better than none.
        let is_accepted = number == 1 || is_accepted(gate, self.compare_opponents(&opponents, reports));
        let net = if is_accepted { Arc::clone(&candidate) } else { Arc::clone(best) };
        let Some(levels) = self.levels(number, &net, context) else { return Ok(None) };
        let evaluator = NetEvaluator::new(self.features.clone(), candidate);
        let output = |position: &V::Position| evaluator.output(position);
        let previous = reports.last();
        let mut report = GenerationReport {
            generation: number,
            seconds: 0.0,
            positions: previous.map_or(0, |report| report.positions) + new_positions,
            loss: mean_loss(&output, &samples, fit_settings.loss),
            validation_loss: mean_loss(&output, &validation, fit_settings.loss),
            gate,
            opponents,
            is_accepted,
            levels,
            calibration: calibration(&output, &validation, fit_settings.loss),
        };
        report.seconds = previous.map_or(0.0, |report| report.seconds) + started.elapsed().as_secs_f64();
        let mut bytes = report.text().into_bytes();
        bytes.extend(self.net_file(&report, &net).to_bytes());
        context.storage.save(&generation_file(number), &bytes)?;
        let (phase, finished) = (Phase::Levels, Some(&report));
        (context.progress)(TrainProgress { generation: number, phase, done: 1, all: 1, finished });
        Ok(Some(Generation { report, net }))
    }

    /// Returns whether the games of a generation are random.
    fn plays_randomly(&self, generation: u32) -> bool {
        generation == 1 && self.teacher.is_none() && self.initial_games.is_empty()
    }

    /// Returns the number of files with games of a generation. A training that begins with given
    /// games plays none in its first generation.
    fn game_files(&self, generation: u32) -> usize {
        let has_own_games = generation > 1 || self.initial_games.is_empty();
        if has_own_games { self.settings.games.div_ceil(GAMES_PER_FILE) } else { 0 }
    }

    /// Plays those games of a generation that are not stored, with the net of the generation
    /// before it. Returns the number of samples of all its games, or `None` if the stop flag was
    /// raised.
    fn complete_games(
        &self,
        generation: u32,
        net: LoadNet<'_>,
        context: &mut TrainContext<'_>,
    ) -> Result<Option<usize>, Message> {
        let plays_randomly = self.plays_randomly(generation);
        let play =
            self.settings.self_play(Purpose::Games, generation, self.features.max_progress(), plays_randomly);
        let all = self.settings.games;
        let mut samples = 0;
        for file in 0..self.game_files(generation) {
            if let Some(stored) = load_games(generation, file, context.storage) {
                samples += sample_count(&stored);
                continue;
            }
            let first = file * GAMES_PER_FILE;
            let net = net(&*context.storage)?;
            let progress = &mut *context.progress;
            let mut on_game = |done| {
                let done = first + done;
                progress(TrainProgress { generation, phase: Phase::Games, done, all, finished: None });
            };
            let create_job = || -> Job<'_, PlayedGame> {
                let teacher = self.teacher.as_ref().filter(|_| generation == 1);
                let mut engine = match teacher {
                    Some(teacher) => (teacher.engine)(engine_settings()),
                    None => self.engine(&net),
                };
                Box::new(move |game| play.play(self.variant, &mut *engine, game))
            };
            let range = first..all.min(first + GAMES_PER_FILE);
            let played = run_jobs(range, self.settings.threads, context.stop, &create_job, &mut on_game);
            let Some(played) = played else { return Ok(None) };
            let mut bytes = Vec::new();
            for game in &played {
                game.write(&mut bytes);
            }
            let sum = checksum(&bytes);
            bytes.extend(sum.to_le_bytes());
            context.storage.save(&games_file(generation, file), &bytes)?;
            samples += sample_count(&played);
        }
        Ok(Some(samples))
    }

    /// Returns the net that played the games of an earlier generation.
    fn net_before(&self, generation: u32, storage: &dyn Storage) -> Result<Arc<Net>, Message> {
        if generation == 1 {
            return Ok(Arc::new(self.zero_net()));
        }
        let stored = storage.load(&generation_file(generation - 1));
        let previous = stored.and_then(|bytes| self.read_generation(&bytes));
        previous.map(|previous| previous.net).ok_or_else(|| cannot_read(generation))
    }

    /// Plays the games of a generation that are not stored, and returns the samples of its window:
    /// of the last generations and of the games that the training began with. Returns `None` if the
    /// stop flag was raised.
    fn samples(
        &self,
        generation: u32,
        best: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Result<Option<Samples<V::Position>>, Message> {
        let has_teacher = self.teacher.is_some();
        let window = first_of_window(generation, has_teacher)..generation;
        let initial_samples = sample_count(&self.initial_games);
        let mut all = initial_samples;
        for earlier in window.clone() {
            let mut net = |storage: &dyn Storage| self.net_before(earlier, storage);
            let Some(samples) = self.complete_games(earlier, &mut net, context)? else { return Ok(None) };
            all += samples;
        }
        let mut net = |_: &dyn Storage| Ok(Arc::clone(best));
        let Some(own_samples) = self.complete_games(generation, &mut net, context)? else { return Ok(None) };
        all += own_samples;

        let targets = targets(V::Position::OBJECTIVE, generation, has_teacher);
        let selection =
            Selection::new(self.settings.seed(Purpose::Samples, generation), all, SAMPLES_PER_FIT);
        let (mut training, mut validation) = (Vec::new(), Vec::new());
        let mut add = |source: u32, first: usize, games: &[PlayedGame]| {
            for (number, game) in (first..).zip(games) {
                let is_validation = number % VALIDATION_INTERVAL == VALIDATION_INTERVAL - 1;
                let set = if is_validation { &mut validation } else { &mut training };
                let is_wanted = |ply| selection.contains(source, number, ply);
                game.samples(self.variant, &targets, &is_wanted, set);
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
        Ok(Some(Samples { training, validation, new_positions: (own_samples + first_samples) as u64 }))
    }

    /// Returns the score of a net against the best one so far, from 0 to 1.
    fn gate(
        &self,
        generation: u32,
        candidate: &Arc<Net>,
        best: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Option<f64> {
        let play = self.settings.self_play(Purpose::Gate, generation, self.features.max_progress(), false);
        let engines = || [self.engine(candidate), self.engine(best)];
        let limits = [Limits::nodes(play.nodes), Limits::nodes(play.nodes)];
        self.match_score(
            &play,
            gate_pairs(self.settings.games),
            (generation, Phase::Gate),
            &engines,
            &limits,
            context,
        )
    }

    /// Returns the scores of a net against the gate's other evaluators. Their openings are the
    /// same in all generations, so that scores can be compared.
    fn opponent_scores(
        &self,
        generation: u32,
        candidate: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Option<Vec<(String, f64)>> {
        let play = self.settings.self_play(Purpose::Opponents, 0, self.features.max_progress(), false);
        let limits = [Limits::nodes(play.nodes), Limits::nodes(play.nodes)];
        let mut scores = Vec::new();
        for opponent in &self.gate_opponents {
            let engines = || [self.engine(candidate), (opponent.engine)(engine_settings())];
            let pairs = opponent_pairs(self.settings.games);
            let phase = (generation, Phase::Opponents);
            let score = self.match_score(&play, pairs, phase, &engines, &limits, context)?;
            scores.push((opponent.name.clone(), score));
        }
        Some(scores)
    }

    /// Compares scores against the gate's other evaluators with those of the best net so far.
    fn compare_opponents(
        &self,
        scores: &[(String, f64)],
        reports: &[GenerationReport],
    ) -> Option<OpponentScores> {
        let best = &reports.iter().rev().find(|report| report.is_accepted)?.opponents;
        let mean = |scores: &[(String, f64)]| {
            let sum: f64 = scores.iter().map(|(_, score)| score).sum();
            (!scores.is_empty()).then(|| sum / scores.len() as f64)
        };
        let games = 2 * opponent_pairs(self.settings.games) * scores.len();
        Some(OpponentScores { new: mean(scores)?, best: mean(best)?, games })
    }

    /// Returns the scores against the levels, up to the first that is far too strong.
    fn levels(
        &self,
        generation: u32,
        net: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Option<Vec<(String, f64)>> {
        let mut scores = Vec::new();
        if !self.settings.measures_levels {
            return Some(scores);
        }
        let play = self.settings.self_play(Purpose::Levels, generation, self.features.max_progress(), false);
        for opponent in &self.opponents {
            let engines = || [self.engine(net), (opponent.engine)(play.seed)];
            let limits = [Limits::nodes(play.nodes), Limits::default()];
            let score = self.match_score(
                &play,
                LEVEL_PAIRS,
                (generation, Phase::Levels),
                &engines,
                &limits,
                context,
            )?;
            scores.push((opponent.name.clone(), score));
            if score < MIN_LEVEL_SCORE {
                break;
            }
        }
        Some(scores)
    }

    fn match_score(
        &self,
        play: &SelfPlay,
        pairs: usize,
        (generation, phase): (u32, Phase),
        engines: &(dyn Fn() -> [Box<dyn Engine<V::Position>>; 2] + Sync),
        limits: &[Limits; 2],
        context: &mut TrainContext<'_>,
    ) -> Option<f64> {
        let all = 2 * pairs;
        let progress = &mut *context.progress;
        let mut on_game = |done| progress(TrainProgress { generation, phase, done, all, finished: None });
        let create_job = || -> Job<'_, u32> {
            let mut engines = engines();
            Box::new(move |game| play.play_match_game(self.variant, &mut engines, limits, game))
        };
        let points = run_jobs(0..all, self.settings.threads, context.stop, &create_job, &mut on_game)?;
        Some(f64::from(points.iter().sum::<u32>()) / (2 * all) as f64)
    }

    fn engine(&self, net: &Arc<Net>) -> Box<dyn Engine<V::Position>> {
        (self.engine)(Arc::clone(net), engine_settings())
    }
}

/// The settings of an engine of self-play.
fn engine_settings() -> Settings {
    Settings { hash_mb: HASH_MB, ..Settings::default() }
}

fn generation_file(generation: u32) -> String {
    format!("generation-{generation:04}")
}

fn games_file(generation: u32, number: usize) -> String {
    format!("games-{generation:04}-{number:04}")
}

/// Returns the error of games that can neither be read nor played again.
fn cannot_read(generation: u32) -> Message {
    phrases::MISSING_GENERATION.message().with("generation", generation)
}

/// The samples of a fit.
struct Samples<P> {
    training: Vec<Sample<P>>,
    validation: Vec<Sample<P>>,
    /// The positions of the games that are new in this generation.
    new_positions: u64,
}

fn sample_count(games: &[PlayedGame]) -> usize {
    games.iter().map(PlayedGame::sample_count).sum()
}

/// A random selection of samples, which depends on the seed and their numbers alone.
#[derive(Clone, Copy, Debug)]
struct Selection {
    seed: u64,
    /// Samples whose hash is not above this are selected.
    threshold: u64,
}

impl Selection {
    /// Selects about `max` of all samples, or all if there are no more.
    fn new(seed: u64, all: usize, max: usize) -> Self {
        let share = (max as u128) << 64;
        let threshold = if all <= max { u64::MAX } else { (share / all as u128) as u64 };
        Self { seed, threshold }
    }

    fn contains(&self, generation: u32, game: usize, ply: usize) -> bool {
        mix2(mix2(mix2(self.seed, generation.into()), game as u64), ply as u64) <= self.threshold
    }
}

/// Loads some games. Returns `None` if they are not stored or damaged.
fn load_games(generation: u32, file: usize, storage: &dyn Storage) -> Option<Vec<PlayedGame>> {
    read_games(&storage.load(&games_file(generation, file))?)
}

/// Reads a file with games. Returns `None` if it is damaged.
fn read_games(bytes: &[u8]) -> Option<Vec<PlayedGame>> {
    let (mut rest, sum) = bytes.split_last_chunk()?;
    if checksum(rest) != u64::from_le_bytes(*sum) {
        return None;
    }
    let mut games = Vec::new();
    while !rest.is_empty() {
        games.push(PlayedGame::read(&mut rest)?);
    }
    Some(games)
}

#[cfg(test)]
mod tests;
