//! How hard engines think in a game.

use std::time::Duration;

use clap::Args;
use plateau_games::EngineSpec;
use plateau_play::MoveLimits;
use plateau_search::Limits;
use plateau_search::time::{GameClock, TimeControl};

use plateau_console::args::{control, depth, duration, nodes};

/// An engine without any other limit answers after this.
const TIME: Duration = Duration::from_secs(1);

/// The limits of the engines' moves, and the clocks of the game.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Thinking {
    /// Time for each move of an engine: 500ms, 1s, 2m, or a number of seconds
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Clock of each side, what it begins with and what each move adds: 15m+30s
    #[arg(long, value_parser = control, conflicts_with = "time")]
    pub tc: Option<TimeControl>,
    /// How many plies deep engines look at most
    #[arg(long, value_parser = depth)]
    depth: Option<u32>,
    /// How many positions engines look at for a move at most
    #[arg(long, value_parser = nodes)]
    nodes: Option<u64>,
}

impl Thinking {
    /// The limits of an engine's move. One that brings limits of its own needs
    /// no other.
    pub fn limits(&self, spec: &EngineSpec, clock: Option<GameClock>) -> Limits {
        let engine_has_limits = spec.is_limited();
        MoveLimits { clock, engine_has_limits, ..self.move_limits() }.search_limits()
    }

    /// The limits of a hint, which is the best of the values of all moves.
    pub fn hint(&self) -> Limits {
        Limits { multi_pv: true, ..self.move_limits().search_limits() }
    }

    fn move_limits(&self) -> MoveLimits {
        let Self { depth, nodes, time, .. } = *self;
        MoveLimits { depth, nodes, move_time: time, default_time: Some(TIME), ..MoveLimits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_a_limit() {
        let time = |thinking: Thinking, spec: &str, clock| {
            thinking.limits(&EngineSpec::parse(spec).unwrap(), clock).time.map(|budget| budget.hard)
        };
        let none = Thinking::default();
        assert_eq!(time(none, "best", None), Some(TIME));
        assert_eq!(time(none, "level:3", None), None, "a level is the same on every machine");
        assert_eq!(time(none, "alphabeta:depth=4", None), None);
        let minute = Thinking { time: Some(TIME * 60), ..none };
        assert_eq!(time(minute, "level:3", None), Some(TIME * 60));
        assert_eq!(time(Thinking { depth: Some(3), ..none }, "best", None), None);
        let clock = GameClock { left: TIME, increment: Duration::ZERO, moves_to_go: 20 };
        assert!(time(none, "minimax:depth=9", Some(clock)).unwrap() < TIME);
        assert!(none.hint().time.is_some());
    }
}
