//! The text form of move limits: `tc=15m+30s`, `time=1s`, `depth=4`, `nodes=10000`.

use std::time::Duration;

use plateau_core::{Message, phrases};
use plateau_games::engines::DEEPEST;
use plateau_games::time::{parse_duration, parse_time_control};
use plateau_search::time::TimeControl;

use crate::game::Control;
use crate::plan::DEFAULT_CONTROL;

phrases! {
    /// Malformed limit.
    CONTROL_FORM = "control.form", "'{found}' is not a move limit: use tc=15m+30s, time=1s, depth=4 or nodes=10000", "« {found} » n'est pas une limite de coup : utilisez tc=15m+30s, time=1s, depth=4 ou nodes=10000";
}

/// Parses a move limit.
pub fn parse(text: &str) -> Result<Control, Message> {
    let malformed = || CONTROL_FORM.message().with("found", text);
    let (key, value) = text.split_once('=').ok_or_else(malformed)?;
    let number = || value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(malformed);
    match key {
        "tc" => parse_time_control(value).map(Control::Clock),
        "time" => parse_duration(value).map(Control::MoveTime),
        "depth" => match number()? {
            depth if depth <= DEEPEST.into() => Ok(Control::Depth(depth as u32)),
            _ => Err(malformed()),
        },
        "nodes" => number().map(Control::Nodes),
        _ => Err(malformed()),
    }
}

/// Returns the move limit of the command-line options, of which the first one given counts;
/// without any, the clock of a match.
pub fn from_options(
    tc: Option<TimeControl>,
    time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
) -> Result<Control, Message> {
    let clock = tc.map(Control::Clock).or(time.map(Control::MoveTime));
    let given = clock.or(depth.map(Control::Depth)).or(nodes.map(Control::Nodes));
    given.map_or_else(|| parse(DEFAULT_CONTROL), Ok)
}

/// Formats a move limit so that [`parse`] reads it back.
pub fn print(control: &Control) -> String {
    match *control {
        Control::Clock(TimeControl { base, increment }) if increment.is_zero() => {
            format!("tc={}", duration(base))
        }
        Control::Clock(TimeControl { base, increment }) => {
            format!("tc={}+{}", duration(base), duration(increment))
        }
        Control::MoveTime(time) => format!("time={}", duration(time)),
        Control::Depth(depth) => format!("depth={depth}"),
        Control::Nodes(nodes) => format!("nodes={nodes}"),
    }
}

/// Formats a duration in the largest unit that divides it.
fn duration(time: Duration) -> String {
    let micros = time.as_micros();
    let units = [(3_600_000_000, "h"), (60_000_000, "m"), (1_000_000, "s"), (1_000, "ms")];
    match units.into_iter().find(|(unit, _)| micros > 0 && micros.is_multiple_of(*unit)) {
        Some((unit, name)) => format!("{}{name}", micros / unit),
        None => format!("{}s", time.as_secs_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_round_trip() {
        for text in ["tc=15m+30s", "tc=1m", "tc=90s+500ms", "time=1h", "time=0s", "depth=4", "nodes=10000"] {
            assert_eq!(parse(text).map(|control| print(&control)), Ok(text.to_owned()));
        }
        assert_eq!(parse("tc=0.5+0.0001").map(|control| print(&control)), Ok("tc=500ms+0.0001s".to_owned()));
        for text in ["", "15m", "depth=0", "depth=201", "nodes=-1", "plies=3"] {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.ends_with("use tc=15m+30s, time=1s, depth=4 or nodes=10000"), "{message}");
        }
        assert_ne!(parse("tc=x").unwrap_err().key(), CONTROL_FORM.key, "the error of the time control");
    }
}
