//! Time controls and durations as users type them: the parsers of
//! `plateau-search` with errors in the user's language.

use std::time::Duration;

use plateau_core::Message;
use plateau_search::time::{self, ParseTimeError, TimeControl};

use crate::engines::phrases;

/// Parses a duration such as `1s`, `0.5s`, `500ms`, `15m` or `1h`.
pub fn parse_duration(text: &str) -> Result<Duration, Message> {
    time::parse_duration(text).map_err(message)
}

/// Parses a time control such as `15m` or `15m+30s`.
pub fn parse_time_control(text: &str) -> Result<TimeControl, Message> {
    TimeControl::parse(text).map_err(message)
}

fn message(error: ParseTimeError) -> Message {
    match error {
        ParseTimeError::Duration(found) => phrases::INVALID_DURATION.message().with("found", found),
        ParseTimeError::Control(found) => phrases::INVALID_TIME_CONTROL.message().with("found", found),
    }
}
