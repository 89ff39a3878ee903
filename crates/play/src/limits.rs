//! Converts the limits of a move (a clock, a fixed time, a depth, …) into the
//! limits of a search.

use std::time::Duration;

use plateau_games::AnyRecord;
use plateau_search::time::GameClock;
use plateau_search::{Budget, Limits};

/// The limits of one move, as the caller states them.
///
/// [`search_limits`](Self::search_limits) is the one place that turns this into
/// [`Limits`]; callers add their stop flag and `multi_pv` there:
///
/// ```
/// # use std::time::Duration;
/// # use plateau_play::MoveLimits;
/// # use plateau_search::{Limits, Stop};
/// let given = MoveLimits { default_time: Some(Duration::from_secs(1)), ..MoveLimits::default() };
/// let limits = Limits { stop: Stop::new(), ..given.search_limits() };
/// assert_eq!(limits.time.unwrap().hard, Duration::from_secs(1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// The clock of the side to move. It takes precedence over `move_time`.
    pub clock: Option<GameClock>,
    /// A fixed time for this move.
    pub move_time: Option<Duration>,
    /// Whether to keep a small reserve of `move_time` for sending the reply, because
    /// the referee measures it.
    pub reserve_reply_time: bool,
    /// Whether the engine spec has its own limits; then `default_time` does not apply.
    pub engine_has_limits: bool,
    /// The time for a move that nothing else limits.
    pub default_time: Option<Duration>,
    /// Upper limit on the time of a move.
    pub max_time: Option<Duration>,
}

impl MoveLimits {
    /// Returns the limits of the search. Time comes from the clock, else the fixed time,
    /// else the default; without any of them the search has no time limit unless there is
    /// a maximum.
    pub fn search_limits(&self) -> Limits {
        let Self { depth, nodes, .. } = *self;
        let is_limited = self.engine_has_limits || depth.is_some() || nodes.is_some();
        let given = self.clock.map(|clock| clock.budget()).or_else(|| self.fixed_budget());
        let time = given.or(self.default_time.filter(|_| !is_limited).map(Budget::fixed));
        let time = match self.max_time {
            None => time,
            Some(max) => Some(time.map_or(Budget::fixed(max), |Budget { soft, hard }| Budget {
                soft: soft.min(max),
                hard: hard.min(max),
            })),
        };
        Limits { depth, nodes, time, use_book: true, ..Limits::default() }
    }

    fn fixed_budget(&self) -> Option<Budget> {
        let time = self.move_time?;
        let reserve = if self.reserve_reply_time { (time / 20).min(MAX_RESERVE) } else { Duration::ZERO };
        Some(Budget::fixed(time.saturating_sub(reserve)))
    }
}

/// Maximum time reserved for the reply: the last clock poll and the transmission.
const MAX_RESERVE: Duration = Duration::from_millis(20);

/// Returns the clock of the side to move in a record.
pub fn game_clock(record: &dyn AnyRecord, left: Duration, increment: Duration) -> GameClock {
    GameClock { left, increment, moves_to_go: record.moves_to_go() }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const NONE: MoveLimits = MoveLimits {
        depth: None,
        nodes: None,
        clock: None,
        move_time: None,
        reserve_reply_time: false,
        engine_has_limits: false,
        default_time: None,
        max_time: None,
    };

    fn time(limits: MoveLimits) -> Option<Budget> {
        limits.search_limits().time
    }

    fn clock(left: Duration) -> GameClock {
        game_clock(REGISTRY.variant("othello").unwrap().start().as_ref(), left, SECOND)
    }

    #[test]
    fn without_limits_the_search_is_unlimited() {
        let limits = NONE.search_limits();
        assert_eq!((limits.depth, limits.nodes, limits.time), (None, None, None));
        assert!(!limits.multi_pv && !limits.search_forced && !limits.wld_only && !limits.stop.is_raised());
    }

    /// `plateau best`, `analyse`, `solve` and `play`.
    #[test]
    fn command_line_default_time_applies_only_without_other_limits() {
        let given = MoveLimits { default_time: Some(SECOND), ..NONE };
        assert_eq!(time(given), Some(Budget::fixed(SECOND)));
        assert_eq!(
            time(MoveLimits { move_time: Some(SECOND * 60), ..given }),
            Some(Budget::fixed(SECOND * 60))
        );
        let clock = clock(SECOND * 60);
        assert_eq!(time(MoveLimits { clock: Some(clock), ..given }), Some(clock.budget()));
        for limited in [
            MoveLimits { depth: Some(3), ..given },
            MoveLimits { nodes: Some(9), ..given },
            MoveLimits { engine_has_limits: true, ..given },
        ] {
            assert_eq!(time(limited), None, "{limited:?}");
            let timed = MoveLimits { move_time: Some(SECOND), ..limited };
            assert_eq!(time(timed), Some(Budget::fixed(SECOND)), "limits add up");
        }
        let both = MoveLimits { depth: Some(3), nodes: Some(9), ..NONE }.search_limits();
        assert_eq!((both.depth, both.nodes, both.time), (Some(3), Some(9), None));
    }

    /// The server: one second a move, 30 for engines with their own limits and at most.
    #[test]
    fn server_moves_have_a_default_and_a_maximum() {
        let max = SECOND * 30;
        let given = MoveLimits { default_time: Some(SECOND), max_time: Some(max), ..NONE };
        assert_eq!(time(given), Some(Budget::fixed(SECOND)));
        assert_eq!(time(MoveLimits { engine_has_limits: true, ..given }), Some(Budget::fixed(max)));
        let short = clock(SECOND * 60);
        assert_eq!(time(MoveLimits { clock: Some(short), ..given }), Some(short.budget()));
        let hours = clock(SECOND * 36_000);
        let Budget { soft, hard } = hours.budget();
        assert!(soft > max && hard > max);
        let limited = MoveLimits { clock: Some(hours), engine_has_limits: true, ..given };
        assert_eq!(time(limited), Some(Budget { soft: max, hard: max }));
    }

    /// The arena and UGI: the referee measures the time of a move.
    #[test]
    fn referee_move_time_keeps_a_reserve_for_the_reply() {
        let micros = Duration::from_micros;
        let fixed = |time: Duration| {
            let given = MoveLimits { move_time: Some(time), reserve_reply_time: true, ..NONE };
            given.search_limits().time
        };
        for (given, usable) in [(0, 0), (10_000, 9_500), (400_000, 380_000), (1_000_000, 980_000)] {
            assert_eq!(fixed(micros(given)), Some(Budget::fixed(micros(usable))), "{given} µs");
        }
        let clock = clock(SECOND * 5);
        let given = MoveLimits { clock: Some(clock), move_time: Some(SECOND), ..NONE };
        assert_eq!(time(given), Some(clock.budget()), "the clock takes precedence");
        assert_eq!(time(MoveLimits { depth: Some(4), ..NONE }), None, "no clock runs at a fixed depth");
    }
}
