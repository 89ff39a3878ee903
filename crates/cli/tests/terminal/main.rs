//! The programs in a real terminal, by tmux.
#![cfg(unix)]

mod progress;
mod screen;
#[path = "../support/mod.rs"]
mod support;
mod window;
