//! Stops a search at its deadline or when its game is stopped, from a thread of its own.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plateau_search::Stop;

use crate::protocol::STALL_THRESHOLD;

/// How often the deadline and the stop flag are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Raises the stop flag of a search at its deadline, or when the game is stopped.
///
/// The thread is started with the first search and sleeps between searches.
#[derive(Default)]
pub struct DeadlineGuard {
    shared: Arc<(Mutex<State>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    search: Option<GuardedSearch>,
    /// Whether the thread waits without a timeout and must be woken.
    asleep: bool,
    shut_down: bool,
}

struct GuardedSearch {
    deadline: Option<Instant>,
    /// The stop flag of the game.
    game_stop: Stop,
    /// The stop flag of the search.
    stop: Stop,
    last_poll: Instant,
    /// How long the machine was suspended during the search.
    stalled: Duration,
}

impl GuardedSearch {
    /// Raises the stop flag if it is time to. A poll that comes far too late shows that the
    /// machine was suspended; the deadline then moves by that time.
    fn poll(&mut self) {
        let stalled = self.last_poll.elapsed().saturating_sub(POLL_INTERVAL);
        if stalled >= STALL_THRESHOLD {
            self.stalled += stalled;
            self.deadline = self.deadline.map(|deadline| deadline + stalled);
        }
        self.last_poll = Instant::now();
        if self.game_stop.is_raised() || self.deadline.is_some_and(|deadline| self.last_poll >= deadline) {
            self.stop.raise();
        }
    }
}

impl DeadlineGuard {
    /// Starts guarding a search and returns the stop flag to pass to it.
    pub fn start(&mut self, deadline: Option<Instant>, game_stop: &Stop) -> Stop {
        let stop = Stop::new();
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.search = Some(GuardedSearch {
            deadline,
            game_stop: game_stop.clone(),
            stop: stop.clone(),
            last_poll: Instant::now(),
            stalled: Duration::ZERO,
        });
        if std::mem::take(&mut state.asleep) {
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

    /// Ends guarding the search; returns how long the machine was suspended during it.
    pub fn finish(&self) -> Duration {
        let search = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).search.take();
        search.map_or(Duration::ZERO, |mut search| {
            search.poll();
            search.stalled
        })
    }

    fn run(shared: &(Mutex<State>, Condvar)) {
        let mut state = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.shut_down {
            let Some(search) = &mut state.search else {
                state.asleep = true;
                state = shared.1.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            search.poll();
            state = shared.1.wait_timeout(state, POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for DeadlineGuard {
    fn drop(&mut self) {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).shut_down = true;
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
