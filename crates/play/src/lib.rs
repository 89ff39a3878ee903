//! A game between people and engines, for every front that plays one: who sits
//! where, the clocks, what was taken back, and what engines find, in words and as
//! JSON. Reads nothing, writes nothing and looks at no clock.

pub mod json;
pub mod judgement;
pub mod phrases;
mod seat;
mod session;

pub use seat::Seat;
pub use session::{Session, Undone};
