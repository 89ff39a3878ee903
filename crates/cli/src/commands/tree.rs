//! `plateau tree`: the tree a textbook search sees, as a picture.

use clap::Args;
use plateau_console::language::Speech;
use plateau_console::output::Answer;
use plateau_console::position_args::Place;
use plateau_console::tree::How;
use plateau_core::Message;
use plateau_games::Registry;

use crate::examples::Sample;

/// Draw the tree that minimax, negamax or alpha-beta searches
///
/// Every node draws its board and shows its value, its colour and shape tell
/// whose turn it is, and every edge is a move. The best line is marked; of
/// alpha-beta, so are the window and what was never searched. The node counts of
/// minimax and alpha-beta are printed to standard error.
#[derive(Debug, Args)]
pub struct Tree {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    how: How,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, position, .. } = sample;
    vec![
        format!("plateau tree {game} {position} --depth 2 -o tree.svg"),
        format!("plateau tree {game} {position} --algorithm alphabeta --depth 4 -o tree.html"),
        format!("plateau tree {game} --fold --depth 2 --format dot"),
    ]
}

impl Tree {
    /// The answer.
    pub fn answer(self, registry: &Registry, speech: Speech) -> Result<Answer, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        self.how.answer(variant.as_ref(), record.as_ref(), speech)
    }
}
