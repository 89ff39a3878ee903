//! The options of the commands that search: engine, limits, output.

use std::time::Duration;

use clap::Args;
use plateau_console::args::{depth, duration, hash_mb, nodes, threads, time_control};
use plateau_console::interrupt::stop_on_signal;
use plateau_core::Message;
use plateau_games::EngineSpec;
use plateau_games::engines::DEEPEST;
use plateau_games::engines::catalogue::EngineInfo;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_play::{MoveLimits, game_clock};
use plateau_search::time::TimeControl;
use plateau_search::{Limits, Settings};

use crate::phrases;

/// An engine and its limits.
#[derive(Debug, Args)]
pub struct SearchOptions {
    /// Time limit: 500ms, 1s, 2m, or a number of seconds
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Time control: base time + increment, such as 15m+30s
    #[arg(long, value_parser = time_control, conflicts_with = "time")]
    tc: Option<TimeControl>,
    /// Depth limit in plies
    #[arg(long, value_parser = depth)]
    depth: Option<u32>,
    /// Node limit
    #[arg(long, value_parser = nodes)]
    nodes: Option<u64>,
    /// Engine: best, level:3, alphabeta:depth=6,eval=baseline, minimax:depth=4, random:seed=1 …
    #[arg(long, value_name = "SPEC", default_value = "best")]
    engine: String,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Size of the transposition table in megabytes
    #[arg(long, alias = "table", value_name = "MB", default_value_t = 64, value_parser = hash_mb)]
    hash: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl SearchOptions {
    /// Creates the engine.
    pub fn engine(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyEngine>, Message> {
        self.create(variant, &EngineSpec::parse(&self.engine)?)
    }

    fn create(&self, variant: &dyn AnyVariant, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, Message> {
        let settings = Settings { hash_mb: self.hash, threads: self.threads, ..Settings::default() };
        variant.engine(spec, settings)
    }

    /// Creates the engine, which must compute values.
    pub fn engine_with_evaluation(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyEngine>, Message> {
        self.require_evaluation(self.engine(variant)?)
    }

    /// Creates the engine for a search to the end of the game. Textbook engines have a
    /// default depth limit, which is lifted.
    pub fn solver(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyEngine>, Message> {
        let spec = EngineSpec::parse(&self.engine)?;
        let is_textbook = EngineInfo::find(&spec.name).is_some_and(|info| info.is_textbook);
        let spec = if is_textbook { spec.with_default("depth", DEEPEST.into()) } else { spec };
        self.require_evaluation(self.create(variant, &spec)?)
    }

    fn require_evaluation(&self, engine: Box<dyn AnyEngine>) -> Result<Box<dyn AnyEngine>, Message> {
        if engine.has_evaluation() {
            Ok(engine)
        } else {
            Err(phrases::NO_EVALUATION.message().with("engine", self.engine.as_str()))
        }
    }

    /// Returns the limits of the search, with a default time for searches without any other
    /// limit. Ctrl-C stops the search.
    pub fn limits(&self, record: &dyn AnyRecord, default_time: Option<Duration>, multi_pv: bool) -> Limits {
        let clock = self.tc.map(|TimeControl { base, increment }| game_clock(record, base, increment));
        let limits = MoveLimits {
            depth: self.depth,
            nodes: self.nodes,
            clock,
            move_time: self.time,
            engine_has_limits: EngineSpec::parse(&self.engine).is_ok_and(|spec| spec.is_limited()),
            default_time,
            ..MoveLimits::default()
        };
        Limits { multi_pv, stop: stop_on_signal(), ..limits.search_limits() }
    }
}
