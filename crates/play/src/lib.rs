//! What every front end that plays games shares: the terminal, the page and the arena.
//!
//! - [`PlayerSpec`] names a player: a human, a built-in engine or an external program.
//! - [`Session`] is a game in progress: record, players, clocks, undo and redo.
//! - [`MoveLimits`] turns clocks and other limits into the limits of a search.
//! - [`runner`] runs engines, on their own threads or on the caller's.
//! - [`value_text`], [`win_chance`] and [`json`] present what an engine found.
//! - [`review`](mod@review) judges the moves of a game, and [`accuracy`] the sides.
//! - [`ReportedError`] is an error to report to the user, wrong input or a failed write.
//! - [`io_error`] says in words why a file could not be read or written.
//!
//! Nothing here reads input or prints, and a session gets all times from its caller.

pub mod accuracy;
pub mod io_error;
pub mod json;
pub mod limits;
pub mod phrases;
mod player;
mod protocol;
mod reported_error;
pub mod review;
pub mod runner;
mod session;
pub mod value_text;
pub mod win_chance;

pub use limits::{MoveLimits, game_clock};
pub use player::{PlayerSpec, seeded};
pub use protocol::{Protocol, five_in_a_row_size};
pub use reported_error::ReportedError;
pub use session::{Session, UndoneMove};
