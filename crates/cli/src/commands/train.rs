//! `plateau train`: learns an evaluation by self-play.

mod checkpoints;
mod curve;
pub mod phrases;
mod plot;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use clap::Args;
use plateau_arena::store::Store;
use plateau_console::args::{nodes, seed, threads, whole_number};
use plateau_console::command_line::ArgumentError;
use plateau_console::files;
use plateau_console::interrupt::stop_on_signal;
use plateau_console::output::{Output, cannot_write};
use plateau_console::phrases::{CANNOT_READ_FILE, FORMAT_UNKNOWN};
use plateau_console::progress::{JobSize, Progress};
use plateau_core::error::excerpt;
use plateau_core::record::RecordText;
use plateau_core::text::Argument;
use plateau_core::{Lang, Message};
use plateau_games::learned::GameCollection;
use plateau_games::{AnyVariant, Registry};
use plateau_learn::net::SIZES;
use plateau_learn::played_game::InitialGames;
use plateau_learn::training::{Phase, TrainContext, TrainProgress};
use plateau_learn::{TrainSettings, Trained};
use plateau_play::{ReportedError, io_error};

use crate::examples::ExampleGames;
use checkpoints::Checkpoints;

/// The minutes of a training without --minutes and --generations.
const DEFAULT_MINUTES: u32 = 20;

/// Steps of the progress bar per generation, and where each phase ends.
const STEPS: u64 = 1_000;

/// Learn an evaluation of a game by self-play
///
/// The engine plays games against itself, fits a small net to them, and continues with the new
/// net if it wins a match against the previous one. Engines use the file as an evaluator:
/// --engine alphabeta:eval=FILE. The same seed and number of generations give the same file,
/// whatever the threads and interruptions.
#[derive(Debug, Args)]
pub struct Train {
    /// Game, with options after a colon; `plateau games` lists them
    game: String,
    /// File for the net
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Minutes to train [default: 20, unless --generations is given]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole_number(text, &(1..=100_000_u32)))]
    minutes: Option<u32>,
    /// Number of generations
    #[arg(long, value_name = "N", value_parser = |text: &str| whole_number(text, &(1..=9_999_u32)))]
    generations: Option<u32>,
    /// Nodes per move of self-play
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = nodes)]
    nodes: u64,
    /// Games per generation
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = |text: &str| whole_number(text, &(10..=1_000_000_usize)))]
    games: usize,
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Numbers per pattern: 1 for a table of weights, 16, 32 or 64 for a net
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = size)]
    size: usize,
    /// Continue the training that FILE.partial holds, if there is one
    #[arg(long)]
    resume: bool,
    /// Games to begin with: database of a tournament or of a server, or collection in a format of the game; can be repeated
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Evaluator whose games the first generation learns from, instead of random ones
    #[arg(long, value_name = "NAME", conflicts_with = "from")]
    teacher: Option<String>,
    /// Measure the strength against the levels, and write it as curve.html
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let game = games.id("tictactoe");
    vec![
        format!("plateau train {game} -o {game}.net --generations 2 --games 50 --nodes 50"),
        format!("plateau train {} -o mine.net --minutes 20 --report curve.html", games.id("supermorpion")),
        format!("plateau best {game} --engine alphabeta:depth=2,eval={game}.net"),
    ]
}

/// Parses the length of a row.
fn size(text: &str) -> Result<usize, ArgumentError> {
    let size = text.parse().ok().filter(|size| SIZES.contains(size));
    size.ok_or_else(|| phrases::NOT_A_SIZE.message().with("found", excerpt(text)).into())
}

impl Train {
    /// Runs the command.
    pub fn run(self, registry: &Registry, lang: Lang) -> Result<Output, ReportedError> {
        let variant = registry.variant(&self.game)?;
        let output = self.output.to_string_lossy();
        if output == "-" || output.contains(',') || output.ends_with('/') {
            return Err(phrases::NOT_A_FILE.message().with("file", excerpt(&output)).into());
        }
        for path in [Some(&self.output), self.report.as_ref()].into_iter().flatten() {
            files::can_write(path).map_err(|error| cannot_write(path, &error))?;
        }
        if let Some(report) = self.report.as_ref().filter(|path| path.extension().is_none_or(|e| e != "html"))
        {
            let message = FORMAT_UNKNOWN.message().with("file", report.display().to_string());
            return Err(message.with("formats", "html").into());
        }
        let initial = self.initial_games(registry, &*variant)?;
        let mut checkpoints = Checkpoints::open(&self.output, self.resume)?;
        let stop = stop_on_signal();
        let minutes = match (self.minutes, self.generations) {
            (None, None) => Some(DEFAULT_MINUTES),
            (minutes, _) => minutes,
        };
        let time = minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
        let started = Instant::now();
        let settings = self.settings();
        let all = self.generations.map(|generations| u64::from(generations) * STEPS);
        let size = time.map(JobSize::Time).or(all.map(JobSize::Share)).unwrap_or(JobSize::Unknown);
        let mut progress = Progress::new(size, lang);
        if !self.from.is_empty() {
            progress.print(&initial_line(&initial).render(lang));
        }
        let mut is_out_of_time = false;
        let mut on_progress = |now: TrainProgress<'_>| {
            if time.is_some_and(|time| started.elapsed() >= time) && !stop.is_raised() {
                is_out_of_time = true;
                stop.raise();
            }
            if let Some(report) = now.finished {
                progress.print(&curve::generation_line(report).render(lang));
            }
            match (all, time) {
                _ if now.finished.is_some() => {}
                (Some(all), None) => progress.set_share(steps(&now), all, || phase_text(&now).render(lang)),
                _ => progress.set_message(|| phase_text(&now).render(lang)),
            }
        };
        let mut context = TrainContext { storage: &mut checkpoints, stop: &stop, progress: &mut on_progress };
        let trained = variant.train(settings, initial.games, self.teacher.as_deref(), &mut context);
        drop(progress);
        let trained = trained.map_err(|message| checkpoints.failure(message))?;
        self.write(&trained, variant.name(), lang)?;
        let generations = trained.reports.len() as u32;
        let is_complete = self.generations == Some(generations);
        let text = self.summary(&trained, is_complete).render(lang) + "\n";
        if is_complete {
            checkpoints.remove(generations);
            return Ok(Output::Text(text));
        }
        Ok(match &trained.file {
            _ if !is_out_of_time => Output::Interrupted(text),
            None => Output::Failed(text),
            Some(_) => Output::Text(text),
        })
    }

    fn settings(&self) -> TrainSettings {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        TrainSettings {
            seed: self.seed,
            nodes: self.nodes,
            games: self.games,
            size: self.size,
            generations: self.generations.unwrap_or(u32::MAX),
            threads: self.threads.unwrap_or_else(processors),
            measures_levels: self.report.is_some(),
        }
    }

    /// Returns the games of `--from` of this variant. Each file must have some, and one at least
    /// must be of use.
    fn initial_games(
        &self,
        registry: &Registry,
        variant: &dyn AnyVariant,
    ) -> Result<InitialGames, ReportedError> {
        let (mut initial, mut records) = (InitialGames::default(), Vec::new());
        let collection = variant.game_collection();
        for path in &self.from {
            let name = || path.display().to_string();
            if path.is_dir() {
                let reason = io_error::reason(&io::ErrorKind::IsADirectory.into());
                return Err(CANNOT_READ_FILE.message().with("file", name()).with("reason", reason).into());
            }
            let is_collection = |collection: &GameCollection| {
                path.extension().is_some_and(|found| found.eq_ignore_ascii_case(collection.extension))
            };
            if let Some(collection) = collection.filter(is_collection) {
                initial.append(read_collection(path, &collection)?);
                continue;
            }
            let is_empty = fs::metadata(path).is_ok_and(|file| file.len() == 0);
            let found = match plateau_server::stored_records(path)? {
                // Older servers stored games under names that have changed.
                Some(found) => {
                    found.iter().filter_map(|text| Some(registry.record(text).ok()?.text())).collect()
                }
                None if is_empty => Vec::new(),
                None => Store::open_read_only(path)?.records()?,
            };
            let is_same_game =
                |text: &String| RecordText::read(text).is_ok_and(|lines| lines.game.1 == variant.name());
            let before = records.len();
            records.extend(found.into_iter().filter(is_same_game));
            if records.len() == before {
                let message = phrases::NO_GAMES.message().with("file", name());
                return Err(message.with("game", variant.name()).into());
            }
        }
        initial.append(variant.initial_games(&records)?);
        if initial.games.is_empty() && !self.from.is_empty() {
            return Err(with_counts(phrases::NO_FINISHED_GAMES.message(), &initial).into());
        }
        Ok(initial)
    }

    /// Writes the net and the report.
    fn write(&self, trained: &Trained, game: &str, lang: Lang) -> Result<(), ReportedError> {
        let write = |path: &Path, bytes: &[u8]| {
            files::write_atomic(path, |out| out.write_all(bytes)).map_err(|error| cannot_write(path, &error))
        };
        if let Some(file) = &trained.file {
            write(&self.output, &file.to_bytes())?;
        }
        match &self.report {
            Some(path) if trained.file.is_some() => {
                write(path, curve::page(game, self.nodes, &trained.reports, lang).as_bytes())
            }
            _ => Ok(()),
        }
    }

    fn summary(&self, trained: &Trained, is_complete: bool) -> Message {
        let file = self.output.display().to_string();
        let Some(net) = &trained.file else {
            return phrases::NOTHING_FINISHED.message().with("file", file);
        };
        let phrase = if is_complete { &phrases::TRAINED } else { &phrases::TRAINED_SO_FAR };
        // A plain name would be that of a built-in evaluator.
        let name = if file.contains(['.', '/']) { file.clone() } else { format!("./{file}") };
        let is_plain = shlex::try_quote(&name).is_ok_and(|quoted| quoted == name);
        let mut spec = format!("alphabeta:eval={name}");
        if !is_plain {
            spec = shlex::try_quote(&spec).map_or_else(|_| spec.clone(), Cow::into_owned);
        }
        let message = phrase.message().with("file", file).with("spec", spec);
        let message = message.with("generations", net.header.generations);
        message.with("positions", Argument::Count(net.header.positions as usize))
    }
}

/// Reads the games of a file in a format of the game.
fn read_collection(path: &Path, collection: &GameCollection) -> Result<InitialGames, ReportedError> {
    let failure = |reason: Message| {
        CANNOT_READ_FILE.message().with("file", path.display().to_string()).with("reason", reason)
    };
    let bytes = fs::read(path).map_err(|error| failure(io_error::reason(&error)))?;
    Ok((collection.read)(&bytes).map_err(failure)?)
}

/// Returns how many games a training begins with, and how many it does not use.
fn initial_line(initial: &InitialGames) -> Message {
    let message = phrases::INITIAL_GAMES.message().with("games", Argument::Count(initial.games.len()));
    with_counts(message, initial)
}

/// Adds the numbers of games that are not used.
fn with_counts(message: Message, initial: &InitialGames) -> Message {
    message
        .with("unfinished", Argument::Count(initial.unfinished))
        .with("stopped", Argument::Count(initial.not_by_rules))
        .with("elsewhere", Argument::Count(initial.other_start))
}

/// Returns the steps done, of [`STEPS`] per generation.
fn steps(now: &TrainProgress<'_>) -> u64 {
    let (from, to) = match now.phase {
        Phase::Games => (0, 600),
        Phase::Fit => (600, 800),
        Phase::Gate => (800, 920),
        Phase::Opponents => (920, 950),
        Phase::Levels => (950, STEPS),
    };
    u64::from(now.generation - 1) * STEPS + from + (to - from) * now.done as u64 / now.all.max(1) as u64
}

/// Returns what a training is doing.
fn phase_text(now: &TrainProgress<'_>) -> Message {
    let phrase = match now.phase {
        Phase::Games => &phrases::PLAYING,
        Phase::Fit => &phrases::FITTING,
        Phase::Gate => &phrases::GATE,
        Phase::Opponents => &phrases::OPPONENTS,
        Phase::Levels => &phrases::LEVELS,
    };
    let count = |number: usize| Argument::Count(number);
    phrase
        .message()
        .with("generation", now.generation)
        .with("done", count(now.done))
        .with("all", count(now.all))
}
