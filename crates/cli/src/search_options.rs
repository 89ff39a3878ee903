//! How hard to think: the flags that every command with an engine shares.

use std::time::Duration;

use clap::Args;
use plateau_core::Message;
use plateau_games::EngineSpec;
use plateau_games::engines::{DEEPEST, TEXTBOOK};
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_search::time::{GameClock, TimeControl};
use plateau_search::{Budget, Limits, Settings};

use plateau_console::args::{control, depth, duration, megabytes, nodes, threads};
use plateau_console::interrupt;

use crate::phrases;

/// An engine and its limits.
#[derive(Debug, Args)]
pub struct Effort {
    /// Time for this move: 500ms, 1s, 2m, or a number of seconds; 0 hardly looks
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Clock of the whole game, what is left and what each move adds: 15m+30s
    #[arg(long, value_parser = control, conflicts_with = "time")]
    tc: Option<TimeControl>,
    /// How many plies deep at most
    #[arg(long, value_parser = depth)]
    depth: Option<u32>,
    /// How many positions at most
    #[arg(long, value_parser = nodes)]
    nodes: Option<u64>,
    /// Engine: best, level:3, alphabeta:depth=6,eval=seed, minimax:depth=4, random:seed=1 …
    #[arg(long, value_name = "SPEC", default_value = "best")]
    engine: String,
    /// Threads to search with
    #[arg(long, default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Megabytes of the transposition table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    table: usize,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
    /// Only to tell those who write it where it belongs.
    #[arg(long, hide = true)]
    eval: Option<String>,
}

impl Effort {
    /// The engine asked for.
    pub fn engine(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyEngine>, Message> {
        self.made(variant, &EngineSpec::parse(&self.engine)?)
    }

    fn made(&self, variant: &dyn AnyVariant, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, Message> {
        if let Some(name) = &self.eval {
            return Err(phrases::EVAL_IN_ENGINE.message().with("name", name.as_str()));
        }
        let settings = Settings { hash_mb: self.table, threads: self.threads, ..Settings::default() };
        variant.engine(spec, settings)
    }

    /// The engine asked for, if its values mean something.
    pub fn judge(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyEngine>, Message> {
        self.judging(self.engine(variant)?)
    }

    /// The same to the end of the game: the textbook's, which look only so deep
    /// if they are not told, are told.
    pub fn solver(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyEngine>, Message> {
        let spec = EngineSpec::parse(&self.engine)?;
        let is_textbook = TEXTBOOK.contains(&spec.name.as_str());
        let spec = if is_textbook { spec.with_default("depth", DEEPEST.into()) } else { spec };
        self.judging(self.made(variant, &spec)?)
    }

    fn judging(&self, engine: Box<dyn AnyEngine>) -> Result<Box<dyn AnyEngine>, Message> {
        if engine.has_evaluation() {
            Ok(engine)
        } else {
            Err(phrases::DOES_NOT_JUDGE.message().with("engine", self.engine.as_str()))
        }
    }

    /// The limits asked for; a time if there is no other. Ctrl-C is one too.
    pub fn limits(&self, record: &dyn AnyRecord, without: Option<Duration>, multi_pv: bool) -> Limits {
        let limited = EngineSpec::parse(&self.engine).is_ok_and(|spec| spec.is_limited());
        let asked = limited || self.depth.is_some() || self.nodes.is_some();
        let time = match (self.time, self.tc) {
            (Some(time), _) => Some(Budget::fixed(time)),
            (None, Some(TimeControl { base, increment })) => {
                Some(GameClock { left: base, increment, moves_to_go: record.moves_to_go() }.budget())
            }
            (None, None) => without.filter(|_| !asked).map(Budget::fixed),
        };
        let (depth, nodes) = (self.depth, self.nodes);
        Limits { depth, nodes, time, multi_pv, stop: interrupt::stop(), ..Limits::default() }
    }
}
