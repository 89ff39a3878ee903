//! `plateau tree`: a picture of a search tree.

use clap::Args;
use plateau_console::language::OutputLanguage;
use plateau_console::output::Output;
use plateau_console::position_args::PositionArgs;
use plateau_console::tree::TreeArgs;
use plateau_games::Registry;
use plateau_play::ReportedError;

use crate::examples::ExampleGames;

/// Draw the tree that minimax, negamax or alpha-beta searches
///
/// Every node shows its board and its value; colour and shape show the side to move, and
/// edges are moves. The principal variation is highlighted, and for alpha-beta the windows and
/// cuts. Prints the node counts of minimax and alpha-beta to standard error.
#[derive(Debug, Args)]
pub struct Tree {
    /// Game, with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    options: TreeArgs,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [tictactoe, connect4] = ["tictactoe", "connect4"].map(|id| games.get(id));
    vec![
        format!("plateau tree {} {} --depth 2 -o tree.svg", tictactoe.game, tictactoe.position),
        format!(
            "plateau tree {} {} --algorithm alphabeta --depth 4 -o tree.html",
            connect4.game, connect4.position
        ),
        format!("plateau tree {} --fold --depth 2 --format dot", games.id("achi")),
        format!("plateau tree {} --depth 1 --eval baseline --breadth 5 -o tree.png", games.id("morpion4")),
    ]
}

impl Tree {
    /// Runs the command.
    pub fn run(self, registry: &Registry, language: OutputLanguage) -> Result<Output, ReportedError> {
        let variant = registry.variant(&self.game)?;
        let record = self.position.record(variant.as_ref())?;
        self.options.draw(variant.as_ref(), record.as_ref(), language)
    }
}
