//! The programs `tttree`, `sm-bot` and `sm-refresh`, each as a function of its command
//! line.

mod phrases;
pub mod sm_bot;
pub mod sm_refresh;
pub mod tttree;

/// A program: its name, and a function that builds its command line.
pub type Program = (&'static str, fn() -> clap::Command);
