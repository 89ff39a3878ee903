//! The limits of engines in a game.

use std::time::Duration;

use clap::Args;
use plateau_console::args::{depth, duration, nodes, time_control};
use plateau_play::{MoveLimits, PlayerSpec, Session};
use plateau_search::Limits;
use plateau_search::time::TimeControl;

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
    /// default. A program gets the clocks and watches its own limits.
    pub fn for_move(&self, player: &PlayerSpec, session: &Session) -> Limits {
        match player.engine_spec() {
            Some(spec) => {
                let (clock, engine_has_limits) = (session.clock(), spec.is_limited());
                MoveLimits { clock, engine_has_limits, ..self.move_limits() }.search_limits()
            }
            None => Limits { clocks: session.clocks(), ..Limits::default() },
        }
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
    use std::sync::Arc;

    use plateau_games::AnyVariant;

    use super::*;

    fn limits(limits: EngineLimits, spec: &str, clock: Option<Duration>) -> Limits {
        let variant: Arc<dyn AnyVariant> = plateau_games::REGISTRY.variant("connect4").unwrap().into();
        let (player, record) = (PlayerSpec::parse(spec).unwrap(), variant.start());
        let clock = clock.map(|base| TimeControl { base, increment: Duration::ZERO });
        let session = Session::new(variant, record, [player.clone(), PlayerSpec::Human], clock);
        limits.for_move(&player, &session)
    }

    #[test]
    fn every_engine_has_a_limit() {
        let time = |given, spec: &str, clock| limits(given, spec, clock).time.map(|budget| budget.hard);
        let none = EngineLimits::default();
        assert_eq!(time(none, "best", None), Some(DEFAULT_TIME));
        assert_eq!(time(none, "level:3", None), None, "levels are equally strong on every machine");
        assert_eq!(time(none, "alphabeta:depth=4", None), None);
        let minute = EngineLimits { time: Some(DEFAULT_TIME * 60), ..none };
        assert_eq!(time(minute, "level:3", None), Some(DEFAULT_TIME * 60));
        assert_eq!(time(EngineLimits { depth: Some(3), ..none }, "best", None), None);
        assert!(time(none, "minimax:depth=9", Some(DEFAULT_TIME)).unwrap() < DEFAULT_TIME);
        assert!(none.for_hint().time.is_some());
        assert_eq!(time(minute, "ugi!./bot", None), None, "a program watches its own limits");
    }

    #[test]
    fn programs_get_the_clocks() {
        let none = EngineLimits::default();
        assert_eq!(limits(none, "ugi!./bot", Some(DEFAULT_TIME)).clocks, Some([DEFAULT_TIME; 2]));
        assert_eq!(limits(none, "ugi!./bot", None).clocks, None);
        assert_eq!(limits(none, "best", Some(DEFAULT_TIME)).clocks, None, "an engine has a budget");
    }
}
