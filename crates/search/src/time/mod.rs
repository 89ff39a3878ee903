//! Clocks, time controls, and the time budget of a move.

mod budget;
mod clock;
mod control;

pub use budget::{Budget, GameClock};
pub use clock::{Clock, SimulatedClock, SystemClock};
pub use control::{ParseTimeError, TimeControl, parse_duration};
