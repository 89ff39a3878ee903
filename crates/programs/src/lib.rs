//! The programs `tttree`, `sm-bot` and `sm-refresh`. Each has a function that runs its
//! command line, and one that describes it for manual pages and shell completion.

mod help_texts;
mod phrases;
pub mod sm_bot;
pub mod sm_refresh;
pub mod tttree;

pub use help_texts::TEXTS as HELP_TEXTS;

use plateau_games::{Registry, supermorpion, tictactoe};

// A program with a registry of its own game carries no weights, books and code of the others.
static TICTACTOE: Registry = Registry::new(&[&tictactoe::GAME]);
static SUPERMORPION: Registry = Registry::new(&[&supermorpion::GAME]);

/// A program: its name, and a function that describes its command line.
pub type Program = (&'static str, fn() -> clap::Command);

/// All programs.
pub const ALL: [Program; 3] = [
    (tttree::NAME, tttree::command),
    (sm_bot::NAME, sm_bot::command),
    (sm_refresh::NAME, sm_refresh::command),
];
