//! What Plateau's command-line programs share: common options, output and its language,
//! files, signals, and live games.

pub mod args;
pub mod command_line;
pub mod error;
mod event_stream;
mod file_error;
pub mod files;
pub mod game_args;
pub mod help;
pub mod input;
pub mod interrupt;
pub mod language;
pub mod live;
pub mod names;
pub mod output;
pub mod phrases;
pub mod picture;
pub mod position_args;
pub mod progress;
pub mod prompt_commands;
pub mod search_summary;
pub mod tree;
pub mod two_columns;
pub mod usage_error;
