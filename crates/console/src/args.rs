//! Value parsers of command-line options. Each error message says what would be right.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use plateau_games::engines::DEEPEST;
use plateau_games::time::{parse_duration, parse_time_control};
use plateau_search::time::TimeControl;
use plateau_search::transposition::TranspositionTable;

/// Parses a duration: `500ms`, `1s`, `2m`, or a number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    parse_duration(text).map_err(|message| message.to_string())
}

/// Parses a time control, such as `15m+30s`.
pub fn time_control(text: &str) -> Result<TimeControl, String> {
    parse_time_control(text).map_err(|message| message.to_string())
}

/// Parses a search depth in plies.
pub fn depth(text: &str) -> Result<u32, String> {
    whole_number(text, &(1..=DEEPEST))
}

/// Parses a node limit.
pub fn nodes(text: &str) -> Result<u64, String> {
    whole_number(text, &(1..=u64::MAX))
}

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    whole_number(text, &(1..=256))
}

/// Parses the size of the transposition table in megabytes.
pub fn hash_mb(text: &str) -> Result<usize, String> {
    whole_number(text, &TranspositionTable::MEGABYTES)
}

/// Parses a whole number within a range.
pub fn whole_number<N>(text: &str, range: &RangeInclusive<N>) -> Result<N, String>
where
    N: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{text} is not a whole number from {} to {}", range.start(), range.end()))
}
