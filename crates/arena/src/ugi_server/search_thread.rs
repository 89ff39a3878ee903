//! Runs searches on their own thread, so that commands are read meanwhile.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use plateau_core::Message;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_search::spec::Spec;
use plateau_search::{Limits, Settings, Stop};

use super::syntax::info_line;
use super::{NO_MOVE, write_line};
use crate::phrases;
use crate::player_spec::seeded;

/// An engine with its options and its current search.
pub struct SearchThread {
    /// The engine spec.
    pub spec: String,
    /// The seed of randomised engines.
    pub seed: u64,
    /// The number of threads and the transposition table size.
    pub settings: Settings,
    engine: Option<Box<dyn AnyEngine>>,
    search: Option<Search>,
}

/// A running search. Its thread returns the engine.
struct Search {
    stop: Stop,
    limited: bool,
    thread: JoinHandle<Box<dyn AnyEngine>>,
}

impl SearchThread {
    /// Creates a search thread for an engine spec. The engine is created on demand.
    pub fn new(spec: &str) -> Self {
        Self { spec: spec.to_owned(), seed: 0, settings: Settings::default(), engine: None, search: None }
    }

    /// Creates a new engine.
    pub fn create_engine(&mut self, variant: &dyn AnyVariant) -> Result<(), Message> {
        let spec = seeded(&Spec::parse(&self.spec)?, self.seed);
        self.engine = Some(variant.engine(&spec, self.settings)?);
        Ok(())
    }

    /// Creates the engine if there is none.
    pub fn ensure_engine(&mut self, variant: &dyn AnyVariant) -> Result<(), Message> {
        if self.engine.is_none() && self.search.is_none() { self.create_engine(variant) } else { Ok(()) }
    }

    /// Drops the engine, so that the next search uses a new one.
    pub fn new_game(&mut self) {
        self.engine = None;
    }

    /// Starts a search, which writes `info` lines and `bestmove` to the output.
    pub fn start<W: Write + Send + 'static>(
        &mut self,
        record: Box<dyn AnyRecord>,
        limits: Limits,
        output: &Arc<Mutex<W>>,
    ) -> Result<(), Message> {
        let mut engine = self.engine.take().ok_or_else(|| phrases::UGI_NO_LEGAL_MOVE.message())?;
        let output = Arc::clone(output);
        let stop = limits.stop.clone();
        let limited = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
        let limited = limited || Spec::parse(&self.spec).is_ok_and(|spec| spec.is_limited());
        let thread = thread::spawn(move || {
            let has_evaluation = engine.has_evaluation();
            let found = engine.analyse(record.as_ref(), &limits, &mut |analysis| {
                // A closed output is noticed by the main loop.
                let _ = write_line(&output, &info_line(analysis, has_evaluation));
            });
            let best = found.ok().and_then(|analysis| {
                let _ = write_line(&output, &info_line(&analysis, has_evaluation));
                analysis.moves.first().map(|best| best.mv.replace(' ', ""))
            });
            let _ = write_line(&output, &format!("bestmove {}", best.as_deref().unwrap_or(NO_MOVE)));
            engine
        });
        self.search = Some(Search { stop, limited, thread });
        Ok(())
    }

    /// Stops the running search and waits for its `bestmove`.
    pub fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.raise();
            self.engine = search.thread.join().ok();
        }
    }

    /// Waits for a limited search; stops an unlimited one.
    pub fn wait(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.limited) {
            let _ = self.search.take().map(|search| search.thread.join());
        }
        self.stop();
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.stop();
    }
}
