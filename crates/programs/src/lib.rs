//! The programs `tttree`, `sm-bot` and `sm-refresh`. Each has a function that runs its
//! command line, and one that describes it for manual pages and shell completion.

mod help_texts;
mod phrases;
pub mod sm_bot;
pub mod sm_refresh;
pub mod tttree;

pub use help_texts::TEXTS as HELP_TEXTS;

/// A program: its name, and a function that describes its command line.
pub type Program = (&'static str, fn() -> clap::Command);

/// All programs.
pub const ALL: [Program; 3] = [
    (tttree::NAME, tttree::command),
    (sm_bot::NAME, sm_bot::command),
    (sm_refresh::NAME, sm_refresh::command),
];
