//! An engine on its own thread, polled between frames.

use std::time::Duration;

use plateau_games::{AnyEngine, AnyRecord};
use plateau_play::runner::{EngineThread, PolledSearch, SearchError, SearchEvent, SearchReport};
use plateau_search::Limits;

/// News about the current search.
pub struct Update {
    /// What the engine has found.
    pub report: SearchReport,
    /// Whether the search has finished.
    pub finished: bool,
}

/// An engine on its own thread, with at most one current search.
pub struct BackgroundEngine {
    thread: EngineThread,
    search: Option<PolledSearch>,
}

impl BackgroundEngine {
    /// Starts the thread of an engine, which ends when this is dropped.
    pub fn new(engine: Box<dyn AnyEngine>) -> Self {
        Self { thread: EngineThread::new(engine), search: None }
    }

    /// Starts a search, and abandons the current one.
    pub fn start(&mut self, record: &dyn AnyRecord, limits: Limits) {
        self.search = Some(self.thread.start_polled(record.boxed_clone(), limits));
    }

    /// Abandons the current search.
    pub fn cancel(&mut self) {
        self.search = None;
        self.thread.stop();
    }

    /// Ends the current search, whose result is the best move so far. Returns whether there
    /// is a search.
    pub fn move_now(&self) -> bool {
        self.search.as_ref().map(PolledSearch::stop).is_some()
    }

    /// Returns how long the current search has been running.
    pub fn elapsed(&self) -> Option<Duration> {
        self.search.as_ref().map(PolledSearch::elapsed)
    }

    /// Returns the newest update of the current search since the last call.
    pub fn poll(&mut self) -> Result<Option<Update>, SearchError> {
        match self.search.as_ref().and_then(PolledSearch::poll) {
            None => Ok(None),
            Some(SearchEvent::Progress(report)) => Ok(Some(Update { report, finished: false })),
            Some(SearchEvent::Finished(result)) => {
                self.search = None;
                result.map(|report| Some(Update { report, finished: true }))
            }
        }
    }
}
