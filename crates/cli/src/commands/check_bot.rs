//! `plateau check-bot`: tells the author of a bot what is wrong with it.

use std::time::Duration;

use clap::Args;
use plateau_arena::check::{CheckError, check};
use plateau_arena::process::adopt_orphans;
use plateau_arena::{PlayerSpec, Settings};
use plateau_core::{Lang, Message};
use plateau_games::Registry;

use plateau_console::output::Answer;
use plateau_console::{args, interrupt};

/// Play the protocol against a bot, and tell in plain words what is wrong
///
/// The bot is asked about the start, the middle and the end of games, about moves that
/// are forced, and with little time. The first thing that is wrong is told: what was
/// sent, what came back, what was expected, and the likely cause. The exit code is 0 if
/// all is well, and 1 if not.
#[derive(Debug, Args)]
pub struct CheckBot {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    #[arg(long)]
    game: String,
    /// The bot: PROTOCOL!COMMAND in one word, with ugi, oneshot, codingame, gomocup, gtp or nboard
    #[arg(value_name = "PROTOCOL!COMMAND")]
    bot: String,
    /// Time it has for a move; once it has a tenth of it
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = args::duration)]
    time: Duration,
    /// Time it may take to get ready
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = args::duration)]
    start: Duration,
}

/// Examples for the help text.
pub fn examples(game: &str) -> Vec<String> {
    vec![
        format!("plateau check-bot --game {game} 'ugi!plateau engine'"),
        format!("plateau check-bot --game {game} 'ugi!plateau engine --engine level:1' --lang fr"),
    ]
}

impl CheckBot {
    /// What was found.
    pub fn answer(&self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let variant = registry.variant(&self.game)?;
        let spec = PlayerSpec::parse(&self.bot)?;
        let settings = Settings { start_timeout: self.start, ..Settings::default() };
        let _orphans = adopt_orphans().ok();
        match check(&spec, variant.as_ref(), &settings, self.time, &interrupt::stop()) {
            Ok(report) => {
                let text: String = report.messages.iter().map(|said| said.render(lang) + "\n").collect();
                Ok(if report.passed { Answer::Text(text) } else { Answer::Unwell(text) })
            }
            Err(CheckError::Unsupported(message)) => Err(message),
            Err(CheckError::Stopped) => Ok(Answer::Interrupted(String::new())),
        }
    }
}
