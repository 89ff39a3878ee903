//! `plateau check-bot`: finds the mistakes of a bot.

use std::time::Duration;

use clap::Args;
use plateau_arena::check::{CheckError, Report, check};
use plateau_arena::process::adopt_orphans;
use plateau_arena::{PlayerSpec, Settings};
use plateau_console::args::duration;
use plateau_console::interrupt::stop_on_signal;
use plateau_console::output::{Output, terminal_width, wrap_for_terminal};
use plateau_console::progress::{JobSize, Progress};
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::{Lang, Message};
use plateau_games::Registry;

use crate::examples::ExampleGames;

/// Check that a bot speaks its protocol, and explain what is wrong
///
/// Asks the bot for moves at the start, in the middle and at the end of games, for forced
/// moves, and with little time. Reports the first mistake: what was sent, what came back,
/// what was expected, and the likely cause. The exit code is 0 for a correct bot, 1 otherwise.
#[derive(Debug, Args)]
pub struct CheckBot {
    /// Game, with options after a colon; `plateau games` lists them
    #[arg(long)]
    game: String,
    /// Bot as PROTOCOL!COMMAND, quoted: 'oneshot!python3 bot.py' (PROTOCOL: ugi, oneshot,
    /// codingame, gomocup, gtp or nboard)
    #[arg(value_name = "PROTOCOL!COMMAND")]
    bot: String,
    /// Time per move; one move gets a tenth of it
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    time: Duration,
    /// Time limit for the start of the bot
    #[arg(long, alias = "start", value_name = "TIME", default_value = "10s", value_parser = duration)]
    startup_time: Duration,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [connect4, achi] = ["connect4", "achi"].map(|id| games.id(id));
    vec![
        format!("plateau check-bot --game {connect4} 'ugi!plateau engine'"),
        format!("plateau check-bot --game {achi} 'ugi!plateau engine --engine level:1' --lang fr"),
    ]
}

impl CheckBot {
    /// Runs the command.
    pub fn run(&self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let variant = registry.variant(&self.game)?;
        let spec = PlayerSpec::parse(&self.bot)?;
        let settings = Settings { start_timeout: self.startup_time, ..Settings::default() };
        let _orphan_adoption = adopt_orphans().ok();
        let progress = Progress::new(JobSize::Unknown, lang);
        let checked = check(&spec, variant.as_ref(), &settings, self.time, &stop_on_signal());
        drop(progress);
        match checked {
            Ok(report) => {
                let text = describe(&report, lang);
                Ok(if report.passed { Output::Text(text) } else { Output::Failed(text) })
            }
            Err(CheckError::Unsupported(message)) => Err(message),
            Err(CheckError::Stopped) => Ok(Output::Interrupted(String::new())),
        }
    }
}

/// Formats the verdict, then one fact a line.
fn describe(report: &Report, lang: Lang) -> String {
    let mut facts = TwoColumns::default();
    for fact in &report.facts {
        facts.field(fact.name, Content::Words(fact.content.render(lang)), lang);
    }
    let verdict = wrap_for_terminal(&report.verdict.render(lang)).join("\n");
    format!("{verdict}\n{}", facts.format(2, terminal_width()))
}
