//! The engine of a UGI session with its options. It searches on its own thread, so that
//! commands are read meanwhile.

use std::io::Write;
use std::sync::{Arc, Mutex};

use plateau_core::{Lang, Message};
use plateau_games::EngineSpec;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::runner::{EngineThread, SearchEvent};
use plateau_play::seeded;
use plateau_search::{Limits, Settings};

use super::syntax::info_line;
use super::{NO_MOVE, write_line};
use crate::phrases;

/// The engine of a session, created on demand.
pub struct UgiEngine {
    /// The engine spec.
    pub spec: String,
    /// The seed of randomised engines.
    pub seed: u64,
    /// The number of threads and the transposition table size.
    pub settings: Settings,
    thread: Option<EngineThread>,
    /// Whether the last search ends by itself.
    is_limited: bool,
}

impl UgiEngine {
    /// Creates an engine slot with default options.
    pub fn new(spec: &str) -> Self {
        let (spec, settings) = (spec.to_owned(), Settings::default());
        Self { spec, seed: 0, settings, thread: None, is_limited: false }
    }

    /// Creates a new engine.
    pub fn create(&mut self, variant: &dyn AnyVariant) -> Result<(), Message> {
        let spec = seeded(EngineSpec::parse(&self.spec)?, self.seed);
        self.thread = Some(EngineThread::new(variant.engine(&spec, self.settings)?));
        Ok(())
    }

    /// Creates the engine if there is none.
    pub fn ensure_created(&mut self, variant: &dyn AnyVariant) -> Result<(), Message> {
        if self.thread.is_none() { self.create(variant) } else { Ok(()) }
    }

    /// Drops the engine, so that the next search uses a new one.
    pub fn new_game(&mut self) {
        self.thread = None;
    }

    /// Starts a search, which writes `info` lines and `bestmove` to the output, and errors in a
    /// language.
    pub fn start<W: Write + Send + 'static>(
        &mut self,
        record: Box<dyn AnyRecord>,
        limits: Limits,
        output: &Arc<Mutex<W>>,
        lang: Lang,
    ) -> Result<(), Message> {
        let thread = self.thread.as_mut().ok_or_else(|| phrases::UGI_NO_LEGAL_MOVE.message())?;
        let output = Arc::clone(output);
        self.is_limited = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
        self.is_limited |= EngineSpec::parse(&self.spec).is_ok_and(|spec| spec.is_limited());
        thread.start(record, limits, move |event| {
            // Errors are ignored: the main loop notices a closed output.
            let _ = match event {
                SearchEvent::Progress(report) => write_line(&output, &info_line(&report)),
                SearchEvent::Finished(Ok(report)) => {
                    let best = report.analysis.moves.first().map(|best| best.mv.replace(' ', ""));
                    let best = best.as_deref().unwrap_or(NO_MOVE);
                    write_line(&output, &format!("{}\nbestmove {best}", info_line(&report)))
                }
                SearchEvent::Finished(Err(error)) => {
                    let message = error.message().render(lang);
                    write_line(&output, &format!("info string {message}\nbestmove {NO_MOVE}"))
                }
            };
        });
        Ok(())
    }

    /// Stops the running search and waits for its `bestmove`.
    pub fn stop(&mut self) {
        if let Some(thread) = &mut self.thread {
            thread.stop();
            thread.wait();
        }
    }

    /// Waits for a limited search; stops an unlimited one.
    pub fn finish(&mut self) {
        if let Some(thread) = self.thread.as_ref().filter(|_| self.is_limited) {
            thread.wait();
        }
        self.stop();
    }
}

impl Drop for UgiEngine {
    fn drop(&mut self) {
        self.stop();
    }
}
