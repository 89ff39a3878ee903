//! `plateau engine`: an engine that other referees drive, by UGI.

use std::io;

use clap::Args;
use plateau_arena::ugi_server::{UgiError, UgiOptions, serve};
use plateau_core::Message;
use plateau_games::Registry;

use plateau_console::output::{Answer, Trouble};

/// Speak UGI, so that other referees can drive an engine
///
/// Reads lines of the Universal Game Interface and answers them, for every game: `ugi`,
/// `isready`, `setoption name Game value othello`, `position startpos moves …`,
/// `go movetime 1000`, `stop`, `query result`, `quit`. Moves hold no blanks: 52 is 5 2.
#[derive(Debug, Args)]
pub struct Engine {
    /// Game until the option Game says otherwise; without it, the first there is
    game: Option<String>,
    /// Engine: best, level:3, alphabeta:depth=6,eval=seed, mcts:seed=1 …
    #[arg(long, value_name = "SPEC", default_value = "best")]
    engine: String,
}

/// Examples for the help text.
pub fn examples(game: &str) -> Vec<String> {
    vec![
        format!("printf 'position startpos\\ngo depth 3\\n' | plateau engine {game}"),
        "plateau engine --engine level:3 < /dev/null".to_owned(),
    ]
}

impl Engine {
    /// Makes the engine; the answer is to speak.
    pub fn answer(self, registry: &Registry) -> Result<Answer, Message> {
        let first = || registry.games().first().map(|game| game.id.to_owned());
        let setup = UgiOptions { game: self.game.or_else(first).unwrap_or_default(), engine: self.engine };
        setup.check(registry)?;
        let registry = *registry;
        Ok(Answer::Runs(Box::new(move || {
            serve(&registry, &setup, io::stdin().lock(), io::stdout()).map_err(|error| match error {
                UgiError::Output(error) => Trouble::Output(error),
                UgiError::Input(error) => Trouble::Engine(
                    crate::phrases::CANNOT_READ_INPUT.message().with("reason", error.to_string()),
                ),
                UgiError::Options(message) => Trouble::Engine(message),
            })
        })))
    }
}
