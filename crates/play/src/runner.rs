//! Runs engines: on the caller's thread or on a thread of their own, with progress, a
//! stop flag, a deadline, and panics reported as errors.
//!
//! - [`run_search`] searches on the current thread and measures the time there.
//! - [`EngineThread`] gives an engine its own thread and searches one position after the
//!   other, for callers that must stay responsive.
//! - [`DeadlineGuard`] stops a search on the current thread that is late or canceled.
//! - [`spawn_task`] runs any other work on a thread of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fmt, io};

use plateau_core::Message;
use plateau_games::{AnyEngine, AnyRecord};
use plateau_search::{Analysis, Limits, Stop};

use crate::phrases;

/// What a search has found so far, or in the end.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// Its findings.
    pub analysis: Analysis<String>,
    /// The time since the search was requested, measured on the engine's thread, so that a
    /// busy listener does not count.
    pub elapsed: Duration,
    /// Whether the engine's values mean anything; some engines only choose a move.
    pub has_evaluation: bool,
}

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The engine cannot search this record.
    #[error("{0}")]
    Engine(Message),
    /// The engine panicked in this or an earlier search.
    #[error(transparent)]
    Panicked(#[from] Panicked),
    /// The system could not start a thread; holds its error.
    #[error("could not start a search thread: {0}")]
    NoThread(String),
}

impl SearchError {
    /// Returns the error as a translatable message.
    pub fn message(&self) -> Message {
        match self {
            Self::Engine(message) => message.clone(),
            Self::Panicked(Panicked(reason)) => {
                phrases::ENGINE_PANICKED.message().with("reason", reason.as_str())
            }
            Self::NoThread(reason) => phrases::ENGINE_NO_THREAD.message().with("reason", reason.as_str()),
        }
    }
}

/// A panic on another thread, with its message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error: {0}")]
pub struct Panicked(pub String);

impl Panicked {
    fn from_payload(payload: &(dyn Any + Send)) -> Self {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Self(text.unwrap_or("panic without a message").to_owned())
    }
}

/// The progress or the end of a search on an [`EngineThread`].
#[derive(Debug)]
pub enum SearchEvent {
    /// An improved result; the search continues.
    Progress(SearchReport),
    /// The result. This is the last event, and every search has it.
    Finished(Result<SearchReport, SearchError>),
}

/// Searches a position on the current thread. A panic of the engine is an error; the
/// engine must then be discarded.
pub fn run_search(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    limits: &Limits,
    on_progress: &mut dyn FnMut(SearchReport),
) -> Result<SearchReport, SearchError> {
    run_search_since(Instant::now(), engine, record, limits, on_progress)
}

/// [`run_search`] for a search that was requested earlier.
fn run_search_since(
    requested: Instant,
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    limits: &Limits,
    on_progress: &mut dyn FnMut(SearchReport),
) -> Result<SearchReport, SearchError> {
    let has_evaluation = engine.has_evaluation();
    let report =
        |analysis: Analysis<String>| SearchReport { analysis, elapsed: requested.elapsed(), has_evaluation };
    let search = || {
        let result = engine.analyse(record, limits, &mut |analysis| on_progress(report(analysis.clone())));
        result.map(report).map_err(SearchError::Engine)
    };
    catch_unwind(AssertUnwindSafe(search))
        .unwrap_or_else(|payload| Err(Panicked::from_payload(&*payload).into()))
}

/// Runs work on a thread of its own and passes its result, or the panic that ended it, to
/// `on_done` on that thread. An error means that no thread could be started.
pub fn spawn_task<T>(
    work: impl FnOnce() -> T + Send + 'static,
    on_done: impl FnOnce(Result<T, Panicked>) + Send + 'static,
) -> io::Result<()> {
    let task = move || {
        let result = catch_unwind(AssertUnwindSafe(work));
        on_done(result.map_err(|payload| Panicked::from_payload(&*payload)));
    };
    engine_thread().spawn(task).map(drop)
}

fn engine_thread() -> thread::Builder {
    thread::Builder::new().name("engine".to_owned())
}

/// An engine on a thread of its own. The thread ends when this is dropped, once the current
/// search has noticed its stop flag; to be sure that it has, call [`wait`](Self::wait).
pub struct EngineThread {
    searches: Sender<Job>,
    /// The stop flag of the latest search.
    stop: Option<Stop>,
    /// The number of searches that have not finished.
    pending: Arc<Pending>,
    /// Why the thread could not be started.
    spawn_error: Option<io::Error>,
}

/// A requested search.
struct Job {
    record: Box<dyn AnyRecord>,
    limits: Limits,
    requested: Instant,
    on_event: Box<dyn FnMut(SearchEvent) + Send>,
    _pending: PendingGuard,
}

impl EngineThread {
    /// Starts the thread of an engine, which is idle at first. If the system cannot start
    /// one, every search fails with [`SearchError::NoThread`].
    pub fn new(engine: Box<dyn AnyEngine>) -> Self {
        let (searches, jobs) = mpsc::channel::<Job>();
        let spawn_error = engine_thread().spawn(move || run_jobs(engine, &jobs)).err();
        Self { searches, stop: None, pending: Arc::default(), spawn_error }
    }

    /// Starts a search, and stops the previous one first. Events arrive on the engine's
    /// thread; the last one is [`SearchEvent::Finished`].
    pub fn start(
        &mut self,
        record: Box<dyn AnyRecord>,
        limits: Limits,
        on_event: impl FnMut(SearchEvent) + Send + 'static,
    ) {
        self.stop();
        self.stop = Some(limits.stop.clone());
        let (requested, pending) = (Instant::now(), PendingGuard::new(&self.pending));
        let job = Job { record, limits, requested, on_event: Box::new(on_event), _pending: pending };
        if let Err(mpsc::SendError(mut job)) = self.searches.send(job) {
            // A started thread only ends early if an event handler panicked on it.
            let reason = self.spawn_error.as_ref().map_or("it has ended".to_owned(), io::Error::to_string);
            (job.on_event)(SearchEvent::Finished(Err(SearchError::NoThread(reason))));
        }
    }

    /// Starts a search whose events are polled.
    pub fn start_polled(&mut self, record: Box<dyn AnyRecord>, limits: Limits) -> PolledSearch {
        let (sender, events) = mpsc::channel();
        let (stop, started) = (limits.stop.clone(), Instant::now());
        self.start(record, limits, move |event| {
            // Nobody listens to an abandoned search.
            let _ = sender.send(event);
        });
        PolledSearch { events, stop, started }
    }

    /// Stops the current search, if there is one. It still finishes, with the best result
    /// so far.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.raise();
        }
    }

    /// Waits until every search has finished and its last event was handled.
    pub fn wait(&self) {
        self.pending.wait();
    }

    /// Whether a search has not finished yet.
    pub fn is_searching(&self) -> bool {
        self.pending.count() > 0
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Debug for EngineThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineThread").field("is_searching", &self.is_searching()).finish_non_exhaustive()
    }
}

/// Searches one job after the other, until the channel closes. After a panic, every
/// further search fails: the state of the engine cannot be trusted.
fn run_jobs(engine: Box<dyn AnyEngine>, jobs: &Receiver<Job>) {
    let mut engine = Ok(engine);
    for mut job in jobs {
        let result = match &mut engine {
            Ok(engine) => {
                let mut on_progress = |report| (job.on_event)(SearchEvent::Progress(report));
                run_search_since(
                    job.requested,
                    engine.as_mut(),
                    job.record.as_ref(),
                    &job.limits,
                    &mut on_progress,
                )
            }
            Err(panicked) => Err(SearchError::Panicked(Panicked::clone(panicked))),
        };
        if let (Ok(_), Err(SearchError::Panicked(panicked))) = (&engine, &result) {
            engine = Err(panicked.clone());
        }
        (job.on_event)(SearchEvent::Finished(result));
    }
}

/// A search on an [`EngineThread`] whose events are polled.
#[derive(Debug)]
pub struct PolledSearch {
    events: Receiver<SearchEvent>,
    stop: Stop,
    started: Instant,
}

impl PolledSearch {
    /// Returns the newest event since the last poll, if there is one.
    pub fn poll(&self) -> Option<SearchEvent> {
        self.events.try_iter().last()
    }

    /// Returns the time since the search was started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.stop.raise();
    }
}

/// Counts searches that have not finished.
#[derive(Default)]
struct Pending {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self) -> usize {
        *self.lock()
    }

    fn wait(&self) {
        let is_pending = |count: &mut usize| *count > 0;
        drop(self.changed.wait_while(self.lock(), is_pending));
    }
}

/// Counts one search until it is dropped, even by a panic.
struct PendingGuard(Arc<Pending>);

impl PendingGuard {
    fn new(pending: &Arc<Pending>) -> Self {
        *pending.lock() += 1;
        Self(Arc::clone(pending))
    }
}

impl Drop for PendingGuard {
    fn drop(&mut self) {
        *self.0.lock() -= 1;
        self.0.changed.notify_all();
    }
}

/// How often the guard checks a search.
const TICK: Duration = Duration::from_millis(10);

/// A check that comes later than this shows that the machine was suspended.
const STALL: Duration = Duration::from_secs(1);

/// Sets the stop flag of a search on another thread when its deadline passes or its game
/// is canceled. Time during which the machine was suspended does not count.
///
/// The guard's own thread starts with the first search and sleeps between searches.
#[derive(Default)]
pub struct DeadlineGuard {
    shared: Arc<(Mutex<GuardState>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct GuardState {
    search: Option<GuardedSearch>,
    /// Whether the thread sleeps without a timeout and must be woken.
    is_asleep: bool,
    is_closed: bool,
}

struct GuardedSearch {
    deadline: Option<Instant>,
    /// Cancels the game.
    cancel: Stop,
    /// Stops the search.
    stop: Stop,
    checked: Instant,
    stalled: Duration,
}

impl GuardedSearch {
    fn check(&mut self) {
        let stalled = self.checked.elapsed().saturating_sub(TICK);
        if stalled >= STALL {
            self.stalled += stalled;
            self.deadline = self.deadline.map(|deadline| deadline + stalled);
        }
        self.checked = Instant::now();
        if self.cancel.is_raised() || self.deadline.is_some_and(|deadline| self.checked >= deadline) {
            self.stop.raise();
        }
    }
}

impl DeadlineGuard {
    /// Guards a search until [`release`](Self::release), and returns the stop flag to search
    /// with. Without a deadline only `cancel` stops it.
    pub fn watch(&mut self, deadline: Option<Instant>, cancel: &Stop) -> Stop {
        let stop = Stop::new();
        let mut state = lock(&self.shared.0);
        state.search = Some(GuardedSearch {
            deadline,
            cancel: cancel.clone(),
            stop: stop.clone(),
            checked: Instant::now(),
            stalled: Duration::ZERO,
        });
        if std::mem::take(&mut state.is_asleep) {
            self.shared.1.notify_all();
        }
        drop(state);
        if self.thread.is_none() {
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().name("deadline".to_owned());
            self.thread = thread.spawn(move || Self::run(&shared)).ok();
        }
        stop
    }

    /// Ends the guard of the current search, and returns for how long the machine was
    /// suspended meanwhile.
    pub fn release(&mut self) -> Duration {
        let search = lock(&self.shared.0).search.take();
        search.map_or(Duration::ZERO, |mut search| {
            search.check();
            search.stalled
        })
    }

    fn run((state, wake): &(Mutex<GuardState>, Condvar)) {
        let mut now = lock(state);
        while !now.is_closed {
            let Some(search) = &mut now.search else {
                now.is_asleep = true;
                now = wake.wait(now).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            search.check();
            now = wake.wait_timeout(now, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for DeadlineGuard {
    fn drop(&mut self) {
        lock(&self.shared.0).is_closed = true;
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for DeadlineGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeadlineGuard").finish_non_exhaustive()
    }
}

fn lock(state: &Mutex<GuardState>) -> MutexGuard<'_, GuardState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
