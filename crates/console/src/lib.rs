//! What Plateau's command-line programs share: how they parse common arguments, where
//! they write, in which language, and how they stop.

pub mod args;
pub mod error;
mod event_stream;
pub mod files;
pub mod input;
pub mod interrupt;
pub mod language;
pub mod live;
pub mod output;
pub mod phrases;
pub mod picture;
pub mod position_args;
pub mod search_summary;
pub mod sides;
pub mod tree;
