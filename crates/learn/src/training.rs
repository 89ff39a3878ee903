//! Training: generations of self-play, fit and gate, stored part by part so that it can stop
//! at any moment and resume.
//!
//! | part | contents |
//! |---|---|
//! | `settings` | the variant, the settings and a hash of the games it began with |
//! | `games-G-N` | some games of generation G |
//! | `generation-G` | the report of generation G and the net that its games led to |
//!
//! A part is a function of the settings and of the parts before it, so it does not matter
//! when it was computed.

use std::sync::Arc;
use std::time::Instant;

use plateau_core::{Message, Position, Variant};
use plateau_search::{Engine, Limits, Settings, Stop};

use crate::features::Features;
use crate::fit::{self, Sample};
use crate::net::Net;
use crate::net_file::{Header, NetFile, checksum};
use crate::phrases;
use crate::played_game::{PlayedGame, Ply, PlyTarget};
use crate::report::{GenerationReport, calibration, mean_loss};
use crate::self_play::{Job, SelfPlay, run_jobs};
use crate::settings::{Purpose, TrainSettings, first_of_window, gate_pairs, stages, targets, unit};

/// Games per part. A stop loses the games of the part in progress.
const GAMES_PER_PART: usize = 100;

/// One game in this many is for validation: its samples are not fitted.
const VALIDATION_INTERVAL: usize = 10;

/// Pairs of games against each level, and the score below which higher levels are not tried.
const LEVEL_PAIRS: usize = 10;
const HOPELESS: f64 = 0.2;

/// The transposition table of an engine of self-play, in megabytes.
const HASH_MB: usize = 1;

/// Where a training stores its finished parts.
pub trait Storage {
    /// Returns a part, or `None` if there is none of this name.
    fn load(&self, part: &str) -> Option<Vec<u8>>;
    /// Stores a part, all of it or nothing.
    fn save(&mut self, part: &str, bytes: &[u8]) -> Result<(), Message>;
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

/// The engine that plays the games of the first generation.
pub struct Teacher<P> {
    /// Its name.
    pub name: String,
    /// Creates it.
    pub engine: Box<dyn Fn(Settings) -> Box<dyn Engine<P>> + Sync>,
}

/// The surroundings of a training.
pub struct TrainContext<'c> {
    /// Where parts are stored.
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
    pub teacher: Option<Teacher<V::Position>>,
    /// The opponents that measure the strength, the weakest first.
    pub opponents: Vec<Opponent<V::Position>>,
}

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
            let stored = context.storage.load(&generation_part(number));
            let generation = match stored.and_then(|bytes| self.read_generation(&bytes)) {
                Some(generation) => generation,
                None => match self.play_generation(number, &net, reports.last(), context)? {
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
        let mut initial = Vec::new();
        self.initial_games.iter().for_each(|game| game.write(&mut initial));
        let from = match initial.as_slice() {
            [] => String::new(),
            initial => format!(" --from {:016x}", checksum(initial)),
        };
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
        };
        NetFile { header, net: net.clone() }
    }

    fn read_generation(&self, bytes: &[u8]) -> Option<Generation> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n")? + 2;
        let report = GenerationReport::parse(std::str::from_utf8(&bytes[..end]).ok()?)?;
        let patterns = self.features.signature();
        let file =
            NetFile::parse(&bytes[end..], &self.variant.name(), &patterns, self.features.rows()).ok()?;
        Some(Generation { report, net: Arc::new(file.net) })
    }

    /// Computes a generation. Returns `None` if the stop flag was raised.
    fn play_generation(
        &self,
        number: u32,
        best: &Arc<Net>,
        previous: Option<&GenerationReport>,
        context: &mut TrainContext<'_>,
    ) -> Result<Option<Generation>, Message> {
        let started = Instant::now();
        let Some(own_games) = self.games(number, best, context)? else { return Ok(None) };
        let is_sample = |ply: &&Ply| ply.target != PlyTarget::Skipped;
        let first_games = self.initial_games.iter().filter(|_| number == 1);
        let new_plies = own_games.iter().chain(first_games).flat_map(|game| &game.plies);
        let positions = new_plies.filter(is_sample).count() as u64;
        let [samples, validation] = self.samples(number, &own_games, context.storage);
        let objective = V::Position::OBJECTIVE;
        let max_progress = self.features.max_progress();
        let fit_settings =
            self.settings.fit(number, samples.len(), max_progress, objective, self.is_blind(number));
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
        let unit = unit(objective);
        let candidate =
            Arc::new(Net::quantise(&model, self.features.slots(), self.features.max_progress(), unit));
        let Some(gate) = self.gate(number, &candidate, best, context) else { return Ok(None) };
        // The first net is better than none.
        let is_accepted = number == 1 || gate >= 0.5;
        let net = if is_accepted { candidate } else { Arc::clone(best) };
        let Some(levels) = self.levels(number, &net, context) else { return Ok(None) };
        let mut report = GenerationReport {
            generation: number,
            seconds: 0.0,
            positions: previous.map_or(0, |report| report.positions) + positions,
            loss: mean_loss(self.features, &model, &samples, fit_settings.loss),
            validation_loss: mean_loss(self.features, &model, &validation, fit_settings.loss),
            gate,
            is_accepted,
            levels,
            calibration: calibration(self.features, &model, &validation, fit_settings.loss),
        };
        report.seconds = previous.map_or(0.0, |report| report.seconds) + started.elapsed().as_secs_f64();
        let mut bytes = report.text().into_bytes();
        bytes.extend(self.net_file(&report, &net).to_bytes());
        context.storage.save(&generation_part(number), &bytes)?;
        let (phase, finished) = (Phase::Levels, Some(&report));
        (context.progress)(TrainProgress { generation: number, phase, done: 1, all: 1, finished });
        Ok(Some(Generation { report, net }))
    }

    /// Returns whether the games of a generation are random.
    fn is_blind(&self, generation: u32) -> bool {
        generation == 1 && self.teacher.is_none() && self.initial_games.is_empty()
    }

    /// Plays the games of a generation, or loads those that are stored.
    fn games(
        &self,
        generation: u32,
        net: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Result<Option<Vec<PlayedGame>>, Message> {
        let is_blind = self.is_blind(generation);
        if generation == 1 && !self.initial_games.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let play =
            self.settings.self_play(Purpose::Games, generation, self.features.max_progress(), is_blind);
        let all = self.settings.games;
        let mut games = Vec::with_capacity(all);
        for first in (0..all).step_by(GAMES_PER_PART) {
            let range = first..all.min(first + GAMES_PER_PART);
            let part = games_part(generation, first / GAMES_PER_PART);
            if let Some(mut stored) = context.storage.load(&part).and_then(|bytes| read_games(&bytes)) {
                games.append(&mut stored);
                continue;
            }
            let progress = &mut *context.progress;
            let mut on_game = |done| {
                let done = first + done;
                progress(TrainProgress { generation, phase: Phase::Games, done, all, finished: None });
            };
            let create_job = || -> Job<'_, PlayedGame> {
                let teacher = self.teacher.as_ref().filter(|_| generation == 1);
                let mut engine = match teacher {
                    Some(teacher) => (teacher.engine)(engine_settings()),
                    None => self.engine(net),
                };
                Box::new(move |game| play.play(self.variant, &mut *engine, game))
            };
            let played = run_jobs(range, self.settings.threads, context.stop, &create_job, &mut on_game);
            let Some(played) = played else { return Ok(None) };
            let mut bytes = Vec::new();
            for game in &played {
                game.write(&mut bytes);
            }
            let sum = checksum(&bytes);
            bytes.extend(sum.to_le_bytes());
            context.storage.save(&part, &bytes)?;
            games.extend(played);
        }
        Ok(Some(games))
    }

    /// Returns the samples for training and for validation: of the last generations and the games
    /// that the training began with.
    fn samples(
        &self,
        generation: u32,
        own_games: &[PlayedGame],
        storage: &dyn Storage,
    ) -> [Vec<Sample<V::Position>>; 2] {
        let has_teacher = self.teacher.is_some();
        let targets = targets(V::Position::OBJECTIVE, generation, has_teacher);
        let (mut samples, mut validation) = (Vec::new(), Vec::new());
        let mut add = |games: &[PlayedGame]| {
            for (number, game) in games.iter().enumerate() {
                let is_validation = number % VALIDATION_INTERVAL == VALIDATION_INTERVAL - 1;
                let set = if is_validation { &mut validation } else { &mut samples };
                game.samples(self.variant, &targets, set);
            }
        };
        add(&self.initial_games);
        for earlier in first_of_window(generation, has_teacher)..generation {
            let parts = (0..self.settings.games.div_ceil(GAMES_PER_PART)).map(|n| games_part(earlier, n));
            let games: Vec<PlayedGame> =
                parts.filter_map(|part| read_games(&storage.load(&part)?)).flatten().collect();
            add(&games);
        }
        add(own_games);
        [samples, validation]
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

    /// Returns the scores against the levels, as far as there is hope.
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
            if score < HOPELESS {
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

fn generation_part(generation: u32) -> String {
    format!("generation-{generation:04}")
}

fn games_part(generation: u32, number: usize) -> String {
    format!("games-{generation:04}-{number:04}")
}

/// Reads a part with games. Returns `None` if it is damaged, so that they are played again.
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
