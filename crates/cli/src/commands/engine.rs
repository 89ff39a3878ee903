//! `plateau engine`: a UGI engine for other programs.

use std::io;

use clap::Args;
use plateau_arena::ugi_server::{UgiError, UgiOptions, serve};
use plateau_console::output::{Output, RunError};
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_play::io_error;

use crate::examples::ExampleGames;
use crate::phrases;

/// Run an engine that other programs drive by UGI
///
/// Speaks the Universal Game Interface on standard input and output, for every game: `ugi`,
/// `isready`, `setoption name Game value othello`, `position startpos moves …`,
/// `go movetime 1000`, `stop`, `query result`, `quit`. Moves are written without spaces: 52
/// for 5 2. The words of the protocol are English; --lang applies to errors, which are sent as
/// `info string`.
#[derive(Debug, Args)]
pub struct Engine {
    /// Game, until the UGI option Game changes it [default: the first of `plateau games`]
    game: Option<String>,
    /// Engine: best, level:3, alphabeta:depth=6,eval=baseline, mcts:seed=1 …
    #[arg(long, value_name = "SPEC", default_value = "best")]
    engine: String,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let othello = games.id("othello");
    vec![
        format!("printf 'position startpos\\ngo depth 3\\n' | plateau engine {othello}"),
        "plateau engine --engine level:3 < /dev/null".to_owned(),
    ]
}

impl Engine {
    /// Runs the command.
    pub fn run(self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let first = || registry.games().first().map(|game| game.id.to_owned());
        let game = self.game.or_else(first).unwrap_or_default();
        let options = UgiOptions { game, engine: self.engine, lang };
        options.check(registry)?;
        let registry = *registry;
        Ok(Output::Run(Box::new(move || {
            serve(&registry, &options, io::stdin().lock(), io::stdout()).map_err(|error| match error {
                UgiError::Output(error) => RunError::Output(error),
                UgiError::Input(error) => RunError::Engine(
                    phrases::CANNOT_READ_INPUT.message().with("reason", io_error::reason(&error)),
                ),
                UgiError::Options(message) => RunError::Engine(message),
            })
        })))
    }
}
