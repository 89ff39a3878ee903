//! Runs engines on threads of their own, a limited number at once. Requests that wait for one get
//! it in turn with those of other clients. The threads yield to those that answer requests.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use plateau_play::runner::spawn_task;
use plateau_search::Stop;
use tokio::sync::oneshot;

use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::fair_queue::{FairQueue, Permit, Ticket};
use crate::{ServerLimits, limits, phrases};

/// How much the threads of engines yield to others, as by `nice`.
const NICENESS: i32 = 10;

/// Limits the number of concurrent searches. Turns in games, long analyses, short ones, reviews
/// and boards have separate threads, so that they don't wait for each other.
#[derive(Debug)]
pub struct EngineThreads {
    turns: FairQueue,
    long_analyses: FairQueue,
    short_analyses: FairQueue,
    reviews: FairQueue,
    boards: FairQueue,
}

/// The permission for one analysis.
#[derive(Debug)]
pub struct AnalysisPermit {
    _permit: Permit,
    /// The queue, if the analysis may be cut short for others.
    queue: Option<FairQueue>,
}

impl AnalysisPermit {
    /// Waits until the analysis has had its time and others wait; forever for a short one.
    pub fn slice_is_over(&self) -> impl Future<Output = ()> + use<> {
        let queue = self.queue.clone();
        async move {
            match queue {
                Some(queue) => queue.slice_is_over().await,
                None => std::future::pending().await,
            }
        }
    }
}

impl EngineThreads {
    /// Allows one thread per processor for each kind of work.
    pub fn new(limits: &ServerLimits) -> Self {
        let processors = thread::available_parallelism().map_or(2, usize::from).max(2);
        let queue = || FairQueue::new(processors, limits.queued_analyses, limits.queued_analyses_per_address);
        Self {
            turns: FairQueue::new(processors, limits.engine_turns, limits.engine_turns_per_address),
            long_analyses: queue(),
            short_analyses: queue(),
            reviews: queue(),
            boards: queue(),
        }
    }

    /// Returns how many wait for a thread, by the kind of work.
    pub fn waiting(&self) -> [(&'static str, usize); 5] {
        [
            ("turns", self.turns.waiting()),
            ("long_analyses", self.long_analyses.waiting()),
            ("short_analyses", self.short_analyses.waiting()),
            ("reviews", self.reviews.waiting()),
            ("boards", self.boards.waiting()),
        ]
    }

    /// Takes a place in the queue of engine turns, and returns the queue; `None` if it is full.
    pub fn enter_turn(&self, client: Client) -> Option<(Ticket, FairQueue)> {
        Some((self.turns.enter(client)?, self.turns.clone()))
    }

    /// Returns an error if a client cannot start another engine turn.
    pub fn check_turn(&self, client: Client) -> Result<(), Error> {
        if self.turns.has_room(client) { Ok(()) } else { Err(too_many()) }
    }

    /// Waits for a thread for an analysis that takes this time.
    pub async fn analysis(&self, client: Client, time: Duration) -> Result<AnalysisPermit, Error> {
        let is_short = time <= limits::SHORT_ANALYSIS;
        let queue = if is_short { &self.short_analyses } else { &self.long_analyses };
        let permit = wait(queue, client).await?;
        Ok(AnalysisPermit { _permit: permit, queue: (!is_short).then(|| queue.clone()) })
    }

    /// Waits for a thread to review a game.
    pub async fn review(&self, client: Client) -> Result<AnalysisPermit, Error> {
        let permit = wait(&self.reviews, client).await?;
        Ok(AnalysisPermit { _permit: permit, queue: Some(self.reviews.clone()) })
    }

    /// Computes a board on a thread.
    pub async fn board<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let permit = wait(&self.boards, client).await?;
        let result = run_on_thread(move || {
            let _permit = permit;
            work()
        });
        result.await.ok_or(Error::Internal)
    }
}

async fn wait(queue: &FairQueue, client: Client) -> Result<Permit, Error> {
    let ticket = queue.enter(client).ok_or_else(too_many)?;
    ticket.await.ok_or_else(too_many)
}

fn too_many() -> Error {
    Error::TooMany(phrases::TOO_MANY_ENGINES.message(), limits::RETRY_DELAY)
}

/// Runs an analysis for a request. The search is stopped when the client
/// disconnects or the server shuts down.
pub async fn run_analysis<T: Send + 'static>(
    app: &Arc<App>,
    client: Client,
    work: impl FnOnce(&Stop) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let permit = app.engines.analysis(client, limits::MAX_ANALYSIS_TIME).await?;
    let stop = Stop::new();
    // Axum drops this future when the client disconnects.
    let _guard = StopOnDrop(stop.clone());
    let result = run_on_thread(move || {
        let _permit = permit;
        work(&stop)
    });
    tokio::select! {
        result = result => result.unwrap_or(Err(Error::Internal)),
        () = app.shutdown_requested() => Err(Error::ShuttingDown),
    }
}

/// Sets a stop flag when it is dropped.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Runs a closure on a new thread. Returns `None` if it panics or the thread cannot
/// be created.
pub async fn run_on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = oneshot::channel();
    let yielding = move || {
        lower_priority(NICENESS);
        work()
    };
    spawn_task(yielding, move |result| {
        // The receiver may be gone.
        let _ = sender.send(result.ok());
    })
    .ok()?;
    receiver.await.ok().flatten()
}

/// Lowers the priority of the current thread, and of those it starts, so that requests are answered
/// while engines think.
pub fn lower_priority(niceness: i32) {
    // On Linux, this is about the thread and not the process. It is an optimisation, so errors
    // don't matter.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, niceness);
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}
