//! An engine of ours as a player, without a process: it thinks on the referee's thread,
//! and a watchman tells it to end when it is late or the game is stopped.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plateau_core::Message;
use plateau_games::AnyEngine;
use plateau_games::EngineSpec;
use plateau_search::{Analysis, Limits, Settings, Stop, Unit};

use crate::control::{clock_budget, move_budget};
use crate::game::{Control, Fault};
use crate::protocol::{Answer, Failure, STALL, Setting, Turn};
use crate::spec::seeded;

/// How often the watchman looks.
const TICK: Duration = Duration::from_millis(10);

/// An engine of ours.
pub struct Inside {
    spec: EngineSpec,
    /// Megabytes of its table.
    table: usize,
    made: Option<Made>,
    stop: Stop,
    watchman: Watchman,
}

/// An engine, and what it was made for.
struct Made {
    variant: String,
    spec: EngineSpec,
    engine: Box<dyn AnyEngine>,
}

impl Inside {
    /// An engine by its name, with a table of so many megabytes.
    pub fn new(spec: EngineSpec, table: usize) -> Self {
        Self { spec, table, made: None, stop: Stop::new(), watchman: Watchman::default() }
    }

    /// The flag that ends whatever it does, from now on.
    pub fn obey(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Gets ready for a game, of which it knows nothing yet.
    pub fn start(&mut self, setting: &Setting<'_>) -> Result<(), Message> {
        let (variant, spec) = (setting.variant.name(), seeded(&self.spec, setting.seed));
        match &mut self.made {
            // To make an engine takes as long as a short game.
            Some(made) if made.variant == variant && made.spec == spec => made.engine.new_game(),
            _ => {
                let settings = Settings { hash_mb: self.table, ..Settings::default() };
                let engine = setting.variant.engine(&spec, settings)?;
                self.made = Some(Made { variant: variant.to_owned(), spec, engine });
            }
        }
        Ok(())
    }

    /// Its move.
    pub fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        let Some(Made { engine, .. }) = &mut self.made else {
            return Err(Fault::Start(String::new()).into());
        };
        let began = Instant::now();
        // Where no clock runs it is not cut short: what it finds must not hang on how
        // fast the machine is.
        let deadline = turn.allowed().map(|_| began + turn.patience);
        let limits = Limits { stop: self.watchman.watch(deadline, &self.stop), ..limits(turn) };
        let found = engine.analyse(turn.record, &limits, &mut |_| {});
        let time = began.elapsed();
        let time = time.saturating_sub(self.watchman.rest());
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        let analysis = found.map_err(Failure::Wrong)?;
        let Some(best) = analysis.moves.first() else { return Err(Fault::Nonsense(String::new()).into()) };
        let told = engine.has_evaluation() && analysis.nodes > 0;
        Ok(Answer {
            text: best.mv.clone(),
            time,
            depth: told.then_some(analysis.depth),
            nodes: told.then_some(analysis.nodes),
            value: value(&analysis).filter(|_| told),
        })
    }
}

/// In hundredths of a piece, if it counts in pieces.
fn value(analysis: &Analysis<String>) -> Option<i32> {
    (analysis.unit == Unit::Pieces).then(|| analysis.value.estimate.number())
}

/// What an engine may use for a move.
fn limits(turn: &Turn<'_>) -> Limits {
    let within = |budget| Limits { time: Some(budget), ..Limits::default() };
    match turn.control {
        Control::Clock(control) => {
            let left = turn.left[turn.side().index()];
            within(clock_budget(left, control.increment, turn.record))
        }
        Control::MoveTime(time) => within(move_budget(time)),
        Control::Depth(depth) => Limits::depth(depth),
        Control::Nodes(nodes) => Limits::nodes(nodes),
    }
}

/// Raises the flag of a search that is late, or of a game that is stopped.
#[derive(Default)]
struct Watchman {
    watched: Arc<(Mutex<Watched>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Watched {
    search: Option<Search>,
    /// Nobody has searched for a while: the watchman is to be woken.
    asleep: bool,
    over: bool,
}

struct Search {
    /// When it is late, if ever.
    deadline: Option<Instant>,
    /// What stops its game.
    outer: Stop,
    /// Its own flag.
    stop: Stop,
    /// When the watchman looked last, and how long the machine stood still before.
    looked: Instant,
    stalled: Duration,
}

impl Search {
    /// A look that comes far too late shows that the machine stood still.
    fn look(&mut self) {
        let stalled = self.looked.elapsed().saturating_sub(TICK);
        if stalled >= STALL {
            self.stalled += stalled;
            self.deadline = self.deadline.map(|deadline| deadline + stalled);
        }
        self.looked = Instant::now();
        if self.outer.is_raised() || self.deadline.is_some_and(|deadline| self.looked >= deadline) {
            self.stop.raise();
        }
    }
}

impl Watchman {
    /// Watches a search; its flag is the answer.
    fn watch(&mut self, deadline: Option<Instant>, outer: &Stop) -> Stop {
        let stop = Stop::new();
        let mut watched = self.watched.0.lock().unwrap_or_else(PoisonError::into_inner);
        watched.search = Some(Search {
            deadline,
            outer: outer.clone(),
            stop: stop.clone(),
            looked: Instant::now(),
            stalled: Duration::ZERO,
        });
        if std::mem::take(&mut watched.asleep) {
            self.watched.1.notify_all();
        }
        drop(watched);
        if self.thread.is_none() {
            let watched = Arc::clone(&self.watched);
            let thread = thread::Builder::new().name("watch".to_owned());
            self.thread = thread.spawn(move || Self::run(&watched)).ok();
        }
        stop
    }

    /// The search is over; how long the machine stood still meanwhile.
    fn rest(&self) -> Duration {
        let search = self.watched.0.lock().unwrap_or_else(PoisonError::into_inner).search.take();
        search.map_or(Duration::ZERO, |mut search| {
            search.look();
            search.stalled
        })
    }

    fn run(watched: &(Mutex<Watched>, Condvar)) {
        let mut now = watched.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !now.over {
            let Some(search) = &mut now.search else {
                now.asleep = true;
                now = watched.1.wait(now).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            search.look();
            now = watched.1.wait_timeout(now, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Watchman {
    fn drop(&mut self) {
        self.watched.0.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        self.watched.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
