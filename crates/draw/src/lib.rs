//! Pictures of boards. Nothing here knows a game: all that is drawn comes from
//! its [`Layout`](plateau_core::Layout) and [`View`](plateau_core::View).

mod axis;
mod canvas;
pub mod text;
