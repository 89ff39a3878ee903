//! Time controls: how they are written, and how much of one a move may take.

use std::time::Duration;

use plateau_core::{Message, phrases};

use crate::limits::Budget;

phrases! {
    /// How a duration is written.
    EXPECTED_DURATION = "time.expected-duration", "'{found}' is no duration of up to a year: write 1s, 0.5s, 500ms, 15m or 1h", "« {found} » n'est pas une durée d'un an au plus : écrire 1s, 0.5s, 500ms, 15m ou 1h";
    /// How a time control is written.
    EXPECTED_CONTROL = "time.expected-control", "'{found}' is no time control: write 15m or 15m+30s", "« {found} » n'est pas une cadence : écrire 15m ou 15m+30s";
}

/// No duration is longer: a year.
const LONGEST: Duration = Duration::from_hours(366 * 24);

/// Reads a duration such as `1s`, `0.5s`, `500ms`, `15m` or `1h`. A number alone
/// is seconds.
pub fn parse_duration(text: &str) -> Result<Duration, Message> {
    let wrong = || EXPECTED_DURATION.message().with("found", text);
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|&time| time <= LONGEST).ok_or_else(wrong)
}

/// A base and what is added after each move: `15m+30s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What a player begins with.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Reads `15m+30s`, or `15m`.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let wrong = |_| EXPECTED_CONTROL.message().with("found", text);
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Ok(Self {
            base: parse_duration(base).map_err(wrong)?,
            increment: parse_duration(increment).map_err(wrong)?,
        })
    }
}

/// A player's clock when it is his move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What is left.
    pub left: Duration,
    /// What is added after the move, and not to be counted on for this one.
    pub increment: Duration,
    /// How many more moves this player will make, about.
    pub moves_to_go: u32,
}

/// What starting, stopping and answering may cost beside the search.
const OVERHEAD: Duration = Duration::from_millis(30);

impl GameClock {
    /// How long this move may take. It never reaches what is left, less the
    /// overhead; with next to nothing left it is nothing.
    pub fn budget(&self) -> Budget {
        let usable = self.left.saturating_sub(OVERHEAD).mul_f64(0.9);
        let share = usable / self.moves_to_go.max(1);
        // The increment comes back, but only after the move.
        let soft = (share + self.increment.mul_f64(0.7)).min(usable / 4);
        let hard = (soft * 4).min(usable / 2).max(soft);
        Budget { soft, hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read() {
        for (text, millis) in [
            ("1s", 1_000),
            ("0.5s", 500),
            ("500ms", 500),
            ("15m", 900_000),
            ("1h", 3_600_000),
            ("2", 2_000),
            ("0", 0),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1s", "1x", "1.2.3s", "∞", "1e9s", "99999999999h", "1 s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        let control = TimeControl::parse("15m+30s").unwrap();
        assert_eq!((control.base.as_secs(), control.increment.as_secs()), (900, 30));
        assert_eq!(TimeControl::parse("5m").unwrap().increment, Duration::ZERO);
        assert_eq!(
            TimeControl::parse("15m+").unwrap_err().to_string(),
            "'15m+' is no time control: write 15m or 15m+30s"
        );
    }

    #[test]
    fn a_whole_game_never_oversteps_and_uses_its_time() {
        for (control, moves) in [("15m+30s", 40), ("1m", 40), ("1s+1s", 60), ("100ms", 30), ("0+1s", 30)] {
            let control = TimeControl::parse(control).unwrap();
            let mut left = control.base;
            let mut used = Duration::ZERO;
            for played in 0..moves {
                let clock = GameClock { left, increment: control.increment, moves_to_go: moves - played };
                let budget = clock.budget();
                assert!(budget.soft <= budget.hard);
                // The worst case: every move takes all it may, and the overhead.
                let taken = if left > OVERHEAD { budget.hard + OVERHEAD / 2 } else { Duration::ZERO };
                assert!(taken <= left, "{left:?} left, {taken:?} taken");
                left = left.checked_sub(taken).expect("it never oversteps") + control.increment;
                used += taken;
            }
            let given = control.base + control.increment * moves;
            assert!(given < Duration::from_secs(1) || used > given / 3, "{used:?} of {given:?}");
        }
    }

    #[test]
    fn nothing_left_is_nothing_to_take() {
        let clock = GameClock { left: Duration::ZERO, increment: Duration::from_secs(30), moves_to_go: 20 };
        assert_eq!(clock.budget(), Budget::fixed(Duration::ZERO));
    }
}
