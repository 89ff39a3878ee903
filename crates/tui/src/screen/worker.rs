//! An engine on its own thread, polled between frames.

use std::time::Duration;

use plateau_games::{AnyEngine, AnyRecord};
use plateau_play::runner::{EngineThread, PolledSearch, SearchError, SearchEvent, SearchReport};
use plateau_search::Limits;

/// News about the current search.
pub struct Report {
    /// What the engine has found.
    pub found: SearchReport,
    /// Whether the search has finished.
    pub done: bool,
}

/// An engine on its own thread, with at most one current search.
pub struct Worker {
    thread: EngineThread,
    search: Option<PolledSearch>,
}

impl Worker {
    /// Starts the thread of an engine, which ends when the worker is dropped.
    pub fn new(engine: Box<dyn AnyEngine>) -> Self {
        Self { thread: EngineThread::new(engine), search: None }
    }

    /// Starts a search, and abandons the current one.
    pub fn ask(&mut self, record: &dyn AnyRecord, limits: Limits) {
        self.search = Some(self.thread.start_polled(record.boxed_clone(), limits));
    }

    /// Abandons the current search.
    pub fn cancel(&mut self) {
        self.search = None;
        self.thread.stop();
    }

    /// Returns how long the current search has been running.
    pub fn thinking(&self) -> Option<Duration> {
        self.search.as_ref().map(PolledSearch::elapsed)
    }

    /// Returns the newest report of the current search since the last call.
    pub fn listen(&mut self) -> Result<Option<Report>, SearchError> {
        match self.search.as_ref().and_then(PolledSearch::poll) {
            None => Ok(None),
            Some(SearchEvent::Progress(found)) => Ok(Some(Report { found, done: false })),
            Some(SearchEvent::Finished(result)) => {
                self.search = None;
                result.map(|found| Some(Report { found, done: true }))
            }
        }
    }
}
