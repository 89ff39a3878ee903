//! Pictures of boards and of search trees. Nothing here knows a game: all that
//! is drawn comes from its [`Layout`](plateau_core::Layout) and
//! [`View`](plateau_core::View), and from [`AnyTree`](plateau_games::AnyTree).

mod axis;
mod canvas;
pub mod dot;
pub mod page;
pub mod phrases;
pub mod png;
pub mod svg;
pub mod text;
pub mod theme;
pub mod tree;
