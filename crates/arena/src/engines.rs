//! Our own engines as players, in this process.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plateau_core::hash::mix2;
use plateau_core::{Message, Player};
use plateau_games::engines::SEEDED;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_search::spec::Spec;
use plateau_search::timing::GameClock;
use plateau_search::{Analysis, Budget, Limits, Settings, Stop, Unit};

use crate::game::{Control, Ending, Fault, Played, Result, Task};
use crate::host::Host;

/// More than this over its time is a loss on time: what the machine adds to a search
/// that ends when it should is less.
const MARGIN: Duration = Duration::from_millis(100);

/// Engines that play each other. What they find follows from their specs and from the
/// seed of a game, unless a clock limits them.
pub struct Engines {
    variant: Arc<dyn AnyVariant>,
    specs: Vec<Spec>,
    settings: Settings,
    /// Engines that play no game now, for each player: to make one takes as long as a
    /// short game.
    idle: Vec<Mutex<Vec<Box<dyn AnyEngine>>>>,
}

impl Engines {
    /// Players by their specs, each engine with a table of so many megabytes.
    pub fn new(
        variant: Arc<dyn AnyVariant>,
        specs: &[&str],
        table: usize,
    ) -> std::result::Result<Self, Message> {
        let specs = specs.iter().map(|text| Spec::parse(text)).collect::<std::result::Result<Vec<_>, _>>()?;
        let settings = Settings { table, ..Settings::default() };
        let mut idle = Vec::new();
        for spec in &specs {
            idle.push(Mutex::new(vec![variant.engine(spec, settings)?]));
        }
        Ok(Self { variant, specs, settings, idle })
    }

    /// An engine that knows nothing yet.
    fn take(&self, player: usize, seed: u64) -> Option<Box<dyn AnyEngine>> {
        let spec = self.specs.get(player)?;
        if rolls(spec) {
            return self.variant.engine(&spec.clone().or_set("seed", seed), self.settings).ok();
        }
        let idle = self.idle[player].lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(mut engine) => {
                engine.forget();
                Some(engine)
            }
            None => self.variant.engine(spec, self.settings).ok(),
        }
    }

    fn give_back(&self, player: usize, engine: Box<dyn AnyEngine>) {
        if !rolls(&self.specs[player]) {
            self.idle[player].lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        }
    }
}

/// Whether an engine rolls other dice in each game.
fn rolls(spec: &Spec) -> bool {
    SEEDED.contains(&spec.name.as_str()) && spec.get("seed").is_none()
}

impl Host for Engines {
    fn play(&self, task: &Task, stop: &Stop) -> Option<Result> {
        let mut record = self.variant.start();
        for mv in &task.opening {
            record.play(mv).ok()?;
        }
        let [a, b] = task.players;
        let mut engines = [self.take(a, mix2(task.seed, 0))?, self.take(b, mix2(task.seed, 1))?];
        let result = play(&mut engines, record, task.control, stop);
        for (player, engine) in task.players.into_iter().zip(engines) {
            self.give_back(player, engine);
        }
        result
    }
}

/// Plays a game to its end.
fn play(
    engines: &mut [Box<dyn AnyEngine>; 2],
    mut record: Box<dyn AnyRecord>,
    control: Control,
    stop: &Stop,
) -> Option<Result> {
    let mut left = match control {
        Control::Clock(control) => [control.base; 2],
        _ => [Duration::MAX; 2],
    };
    let mut moves = Vec::new();
    loop {
        if let Some(finish) = record.finish() {
            let outcome = finish.outcome;
            let (winner, margin) = (outcome.winner(), outcome.margin());
            return Some(Result { winner, margin, ending: Ending::Rules, moves });
        }
        let side = record.turn();
        let (engine, left) = (&mut engines[side.index()], &mut left[side.index()]);
        let (limits, allowed) = limits(&*record, control, *left, stop);
        let begin = Instant::now();
        let found = engine.analyse(&*record, &limits, &mut |_| {}).ok()?;
        let time = begin.elapsed();
        if stop.is_raised() {
            return None;
        }
        if time > allowed.saturating_add(MARGIN) {
            let over = time.saturating_sub(allowed);
            return Some(at_fault(side, Fault::Time(over), moves));
        }
        if let Control::Clock(control) = control {
            *left = left.saturating_sub(time) + control.increment;
        }
        let played = played(&found, engine.judges(), time)?;
        record.play(&played.mv).ok()?;
        moves.push(played);
    }
}

/// A game that a side lost by what it did.
fn at_fault(side: Player, fault: Fault, moves: Vec<Played>) -> Result {
    Result { winner: Some(side.other()), margin: 0, ending: Ending::Fault(side, fault), moves }
}

/// What a search may use, and how long the move may take.
fn limits(record: &dyn AnyRecord, control: Control, left: Duration, stop: &Stop) -> (Limits, Duration) {
    let (limits, allowed) = match control {
        Control::Clock(control) => {
            let moves_to_go = record.moves_to_go();
            let clock = GameClock { left, increment: control.increment, moves_to_go };
            (Limits { time: Some(clock.budget()), ..Limits::default() }, left)
        }
        Control::MoveTime(time) => (Limits { time: Some(Budget::fixed(time)), ..Limits::default() }, time),
        Control::Depth(depth) => (Limits::depth(depth), Duration::MAX),
        Control::Nodes(nodes) => (Limits::nodes(nodes), Duration::MAX),
    };
    (Limits { stop: stop.clone(), ..limits }, allowed)
}

/// The move of an answer, with what the engine said of it.
fn played(found: &Analysis<String>, judges: bool, time: Duration) -> Option<Played> {
    let best = found.moves.first()?;
    let told = judges && found.nodes > 0;
    Some(Played {
        mv: best.mv.clone(),
        time,
        depth: told.then_some(found.depth),
        nodes: told.then_some(found.nodes),
        value: (told && found.unit == Unit::Pieces).then(|| found.value.estimate.number()),
    })
}
