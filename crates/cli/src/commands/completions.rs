//! `plateau completions`: what a shell needs to complete command lines.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap_complete::Shell;
use plateau_core::Lang;
use plateau_games::{Registry, engines};

/// Print what a shell needs to complete the commands
///
/// For all programs at once, to be read when the shell starts; or for one, which
/// is how zsh and fish keep them in files.
#[derive(Debug, Args)]
pub struct Completions {
    /// Shell to complete in
    shell: Shell,
    /// Program to complete; all of them without it
    program: Option<String>,
}

/// Examples for the help text.
pub fn examples() -> Vec<String> {
    vec![
        "plateau completions bash".to_owned(),
        "plateau completions zsh plateau".to_owned(),
        "plateau completions fish".to_owned(),
    ]
}

impl Completions {
    /// The scripts, one after another.
    pub fn answer(&self, registry: &Registry, programs: Vec<clap::Command>) -> String {
        let mut text = Vec::new();
        for program in programs {
            let name = program.get_name().to_owned();
            if self.program.as_ref().is_none_or(|wanted| *wanted == name) {
                clap_complete::generate(self.shell, &mut known(program, registry), name, &mut text);
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// A command line that knows the names of games and engines. The one that is read
/// does not: those names may have options.
fn known(command: clap::Command, registry: &Registry) -> clap::Command {
    let games: Vec<PossibleValue> = registry
        .games()
        .iter()
        .map(|game| PossibleValue::new(game.id).help(game.name.template(Lang::En)))
        .collect();
    let engines = || engines::NAMES.iter().copied();
    command.mut_subcommands(|sub| {
        sub.mut_args(|arg| {
            let names = match arg.get_id().as_str() {
                "game" => PossibleValuesParser::new(games.clone()),
                "engine" | "a" | "b" => PossibleValuesParser::new(engines()),
                "first" | "second" => PossibleValuesParser::new(["human"].into_iter().chain(engines())),
                _ => return arg,
            };
            arg.value_parser(names)
        })
    })
}
