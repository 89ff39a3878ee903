//! The programs as processes: what users type, what they read, and the exit code.

#[cfg(target_os = "linux")]
mod bots;
mod command_line;
mod documentation;
mod engine;
mod engines;
mod evaluations;
mod formats;
mod interrupt;
mod live;
mod manual;
mod pictures;
mod play;
#[cfg(target_os = "linux")]
mod read_only;
mod saved_games;
mod serve;
mod shipped_data;
mod sm_bot;
mod sm_refresh;
#[path = "../support/mod.rs"]
mod support;
mod tournament;
mod train;
mod usage;
mod values;
