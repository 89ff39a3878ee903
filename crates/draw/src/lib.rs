//! Draws boards and search trees as text, SVG, PNG, DOT and HTML. Nothing here is specific to
//! a game: boards come from a [`Layout`](plateau_core::Layout) and a
//! [`View`](plateau_core::View), trees from an [`AnyTree`](plateau_games::AnyTree).

mod axis;
mod canvas;
pub mod dot;
pub mod look;
pub mod page;
pub mod phrases;
pub mod png;
pub mod svg;
pub mod text;
pub mod theme;
pub mod tree;
