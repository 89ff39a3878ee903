//! An engine of ours as a player, without a process: it thinks on the referee's thread,
//! and a watchman tells it to end when it is late or the game is stopped.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plateau_core::Message;
use plateau_games::AnyEngine;
use plateau_search::spec::Spec;
use plateau_search::timing::GameClock;
use plateau_search::{Analysis, Budget, Limits, Settings, Stop};

use crate::game::{Control, Fault};
use crate::protocol::{Answer, Failure, Setting, Turn};
use crate::spec::seeded;

/// How often the watchman looks.
const TICK: Duration = Duration::from_millis(10);

/// Megabytes of an engine's table.
const TABLE: usize = 32;

/// An engine of ours.
pub struct Inside {
    spec: Spec,
    engine: Option<Box<dyn AnyEngine>>,
    stop: Stop,
    watchman: Watchman,
}

impl Inside {
    /// An engine by its name.
    pub fn new(spec: Spec) -> Self {
        Self { spec, engine: None, stop: Stop::new(), watchman: Watchman::default() }
    }

    /// The flag that ends whatever it does, from now on.
    pub fn obey(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Makes it anew for a game.
    pub fn start(&mut self, setting: &Setting<'_>) -> Result<(), Message> {
        let settings = Settings { table: TABLE, ..Settings::default() };
        self.engine = Some(setting.variant.engine(&seeded(&self.spec, setting.seed), settings)?);
        Ok(())
    }

    /// Its move.
    pub fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        let Some(engine) = &mut self.engine else { return Err(Fault::Start(String::new()).into()) };
        let began = Instant::now();
        let limits = Limits { stop: self.watchman.watch(began + turn.patience, &self.stop), ..limits(turn) };
        let found = engine.analyse(turn.record, &limits, &mut |_| {});
        let time = began.elapsed();
        self.watchman.rest();
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        let analysis = found.map_err(|message| Fault::Start(message.to_string()))?;
        let Some(best) = analysis.moves.first() else { return Err(Fault::Nonsense(String::new()).into()) };
        Ok(Answer {
            text: best.mv.clone(),
            time,
            depth: Some(analysis.depth),
            nodes: Some(analysis.nodes),
            value: engine.judges().then(|| value(&analysis)),
        })
    }

    /// Frees what it used.
    pub fn end(&mut self) {
        self.engine = None;
    }
}

fn value(analysis: &Analysis<String>) -> i32 {
    analysis.value.estimate.number()
}

/// What an engine may use for a move.
fn limits(turn: &Turn<'_>) -> Limits {
    match turn.control {
        Control::Clock(control) => {
            let left = turn.left[turn.side().index()];
            let moves_to_go = turn.record.moves_to_go();
            let budget = GameClock { left, increment: control.increment, moves_to_go }.budget();
            Limits { time: Some(budget), ..Limits::default() }
        }
        // A little less: the last look at the clock and the way back take time too.
        Control::MoveTime(time) => {
            let spare = (time / 20).min(Duration::from_millis(20));
            Limits { time: Some(Budget::fixed(time.saturating_sub(spare))), ..Limits::default() }
        }
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
    /// When it is late, what stops its game, and its own flag.
    search: Option<(Instant, Stop, Stop)>,
    over: bool,
}

impl Watchman {
    /// Watches a search; its flag is the answer.
    fn watch(&mut self, deadline: Instant, outer: &Stop) -> Stop {
        let stop = Stop::new();
        let search = Some((deadline, outer.clone(), stop.clone()));
        self.watched.0.lock().unwrap_or_else(PoisonError::into_inner).search = search;
        if self.thread.is_none() {
            let watched = Arc::clone(&self.watched);
            let thread = thread::Builder::new().name("watch".to_owned());
            self.thread = thread.spawn(move || Self::run(&watched)).ok();
        }
        stop
    }

    fn rest(&self) {
        self.watched.0.lock().unwrap_or_else(PoisonError::into_inner).search = None;
    }

    fn run(watched: &(Mutex<Watched>, Condvar)) {
        let mut now = watched.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !now.over {
            if let Some((deadline, outer, stop)) = &now.search
                && (outer.is_raised() || Instant::now() >= *deadline)
            {
                stop.raise();
            }
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
