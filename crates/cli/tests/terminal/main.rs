//! The programs in a real terminal, by tmux.
#![cfg(unix)]

mod progress;
mod screen;
mod sizes;
mod sm_refresh;
#[path = "../support/mod.rs"]
mod support;
mod window;
