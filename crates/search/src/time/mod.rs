//! Clocks, time controls, and the time budget of a move.

mod budget;
mod clock;
mod control;
mod stability;

pub use budget::{Budget, GameClock};
pub use clock::{Clock, SimulatedClock, SystemClock};
pub use control::{ParseTimeError, TimeControl, parse_duration};
pub(crate) use stability::Stability;
