//! The limits of engines in a game.

use std::time::Duration;

use clap::Args;
use plateau_console::args::{depth, duration, nodes, time_control};
use plateau_play::{MoveLimits, PlayerSpec};
use plateau_search::Limits;
use plateau_search::time::{GameClock, TimeControl};

/// The time of an engine without any other limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The options that limit engines, and the clocks of the game.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct EngineLimits {
    /// Time per engine move: 500ms, 1s, 2m, or a number of seconds
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// Time control: base time + increment, such as 15m+30s
    #[arg(long, value_parser = time_control, conflicts_with = "time")]
    pub tc: Option<TimeControl>,
    /// Depth limit of engines in plies
    #[arg(long, value_parser = depth)]
    pub depth: Option<u32>,
    /// Node limit of engines per move
    #[arg(long, value_parser = nodes)]
    pub nodes: Option<u64>,
}

impl EngineLimits {
    /// Returns the limits of an engine's move. An engine whose spec limits it needs no
    /// default, and a program watches its own limits.
    pub fn for_move(&self, player: &PlayerSpec, clock: Option<GameClock>) -> Limits {
        let Some(spec) = player.engine_spec() else { return Limits::default() };
        let engine_has_limits = spec.is_limited();
        MoveLimits { clock, engine_has_limits, ..self.move_limits() }.search_limits()
    }

    /// Returns the limits of a hint, which is the best of all moves by their values.
    pub fn for_hint(&self) -> Limits {
        Limits { multi_pv: true, ..self.move_limits().search_limits() }
    }

    fn move_limits(&self) -> MoveLimits {
        let Self { depth, nodes, time, .. } = *self;
        MoveLimits {
            depth,
            nodes,
            move_time: time,
            default_time: Some(DEFAULT_TIME),
            ..MoveLimits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_a_limit() {
        let time = |limits: EngineLimits, spec: &str, clock| {
            limits.for_move(&PlayerSpec::parse(spec).unwrap(), clock).time.map(|budget| budget.hard)
        };
        let none = EngineLimits::default();
        assert_eq!(time(none, "best", None), Some(DEFAULT_TIME));
        assert_eq!(time(none, "level:3", None), None, "levels are equally strong on every machine");
        assert_eq!(time(none, "alphabeta:depth=4", None), None);
        let minute = EngineLimits { time: Some(DEFAULT_TIME * 60), ..none };
        assert_eq!(time(minute, "level:3", None), Some(DEFAULT_TIME * 60));
        assert_eq!(time(EngineLimits { depth: Some(3), ..none }, "best", None), None);
        let clock = GameClock { left: DEFAULT_TIME, increment: Duration::ZERO, moves_to_go: 20 };
        assert!(time(none, "minimax:depth=9", Some(clock)).unwrap() < DEFAULT_TIME);
        assert!(none.for_hint().time.is_some());
        assert_eq!(time(minute, "ugi!./bot", None), None, "a program watches its own limits");
    }
}
