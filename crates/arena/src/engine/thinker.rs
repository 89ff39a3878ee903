//! The engine that thinks, on a thread of its own, so that lines are heard meanwhile.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use plateau_core::Message;
use plateau_games::EngineSpec;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_search::{Limits, Settings, Stop};

use super::lines::info;
use super::{NO_MOVE, say};
use crate::phrases;
use crate::spec::seeded;

/// An engine, what it is set to, and its search.
pub struct Thinker {
    /// Its name.
    pub spec: String,
    /// What its dice roll.
    pub seed: u64,
    /// Its threads and its table.
    pub settings: Settings,
    engine: Option<Box<dyn AnyEngine>>,
    search: Option<Search>,
}

/// A search on a thread of its own, which gives the engine back.
struct Search {
    stop: Stop,
    limited: bool,
    thread: JoinHandle<Box<dyn AnyEngine>>,
}

impl Thinker {
    /// An engine by its name, which is made when it is needed.
    pub fn new(spec: &str) -> Self {
        Self { spec: spec.to_owned(), seed: 0, settings: Settings::default(), engine: None, search: None }
    }

    /// Makes the engine anew.
    pub fn prepare(&mut self, variant: &dyn AnyVariant) -> Result<(), Message> {
        let spec = seeded(&EngineSpec::parse(&self.spec)?, self.seed);
        self.engine = Some(variant.engine(&spec, self.settings)?);
        Ok(())
    }

    /// Makes the engine unless it is there.
    pub fn ready(&mut self, variant: &dyn AnyVariant) -> Result<(), Message> {
        if self.engine.is_none() && self.search.is_none() { self.prepare(variant) } else { Ok(()) }
    }

    /// The next search has an engine of its own.
    pub fn new_game(&mut self) {
        self.engine = None;
    }

    /// Begins to think; what it finds is said.
    pub fn go<W: Write + Send + 'static>(
        &mut self,
        record: Box<dyn AnyRecord>,
        limits: Limits,
        output: &Arc<Mutex<W>>,
    ) -> Result<(), Message> {
        let mut engine = self.engine.take().ok_or_else(|| phrases::ENGINE_OVER.message())?;
        let output = Arc::clone(output);
        let stop = limits.stop.clone();
        let limited = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
        let limited = limited || EngineSpec::parse(&self.spec).is_ok_and(|spec| spec.is_limited());
        let thread = thread::spawn(move || {
            let judges = engine.has_evaluation();
            let found = engine.analyse(record.as_ref(), &limits, &mut |analysis| {
                // Who drives it may be gone; it is told so by its input.
                let _ = say(&output, &info(analysis, judges));
            });
            let best = found.ok().and_then(|analysis| {
                let _ = say(&output, &info(&analysis, judges));
                analysis.moves.first().map(|best| best.mv.replace(' ', ""))
            });
            let _ = say(&output, &format!("bestmove {}", best.as_deref().unwrap_or(NO_MOVE)));
            engine
        });
        self.search = Some(Search { stop, limited, thread });
        Ok(())
    }

    /// Ends the search that goes on; its answer is said.
    pub fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.raise();
            self.engine = search.thread.join().ok();
        }
    }

    /// Waits for a search that ends by itself, and ends one that does not.
    pub fn wait(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.limited) {
            let _ = self.search.take().map(|search| search.thread.join());
        }
        self.stop();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}
