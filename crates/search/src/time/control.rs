//! Time controls and durations in text form.

use std::time::Duration;

use thiserror::Error;

/// A text is not a duration or a time control. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseTimeError {
    /// Not a duration, or one of more than a year.
    #[error("invalid duration '{0}': expected 1s, 0.5s, 500ms, 15m or 1h, up to a year")]
    Duration(String),
    /// Not a time control.
    #[error("invalid time control '{0}': expected 15m or 15m+30s")]
    Control(String),
}

/// The longest duration accepted: a year.
const MAX_DURATION: Duration = Duration::from_hours(366 * 24);

/// Parses a duration such as `1s`, `0.5s`, `500ms`, `15m` or `1h`. A number
/// without a unit is in seconds.
pub fn parse_duration(text: &str) -> Result<Duration, ParseTimeError> {
    let error = || ParseTimeError::Duration(text.to_owned());
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(error()),
    };
    let number: f64 = number.parse().map_err(|_| error())?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|&time| time <= MAX_DURATION).ok_or_else(error)
}

/// A time control: a base time and an increment per move, written `15m+30s`.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use plateau_search::time::TimeControl;
///
/// let control = TimeControl::parse("15m+30s")?;
/// assert_eq!(control.base, Duration::from_secs(900));
/// assert_eq!(control.increment, Duration::from_secs(30));
/// # Ok::<(), plateau_search::time::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time on each clock at the start of the game.
    pub base: Duration,
    /// The time added after each move (Fischer increment).
    pub increment: Duration,
}

impl TimeControl {
    /// Parses `15m+30s`, or `15m` without increment.
    pub fn parse(text: &str) -> Result<Self, ParseTimeError> {
        let error = |_| ParseTimeError::Control(text.to_owned());
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Ok(Self {
            base: parse_duration(base).map_err(error)?,
            increment: parse_duration(increment).map_err(error)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_durations() {
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
            assert_eq!(parse_duration(text), Err(ParseTimeError::Duration(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn parses_time_controls() {
        let control = TimeControl::parse("15m+30s").unwrap();
        assert_eq!((control.base.as_secs(), control.increment.as_secs()), (900, 30));
        assert_eq!(TimeControl::parse("5m").unwrap().increment, Duration::ZERO);
        let error = TimeControl::parse("15m+").unwrap_err();
        assert_eq!(error.to_string(), "invalid time control '15m+': expected 15m or 15m+30s");
    }
}
