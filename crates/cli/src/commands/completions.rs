//! `plateau completions`: completion scripts for shells.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap_complete::Shell;
use plateau_core::Lang;
use plateau_games::Registry;
use plateau_games::engines::catalogue;

/// Print a completion script for a shell
///
/// The script covers all programs, to be loaded when the shell starts, or one program, for
/// shells that keep each in a file, as zsh and fish do.
#[derive(Debug, Args)]
pub struct Completions {
    /// Shell
    shell: Shell,
    /// Program [default: all]
    program: Option<String>,
}

/// Returns examples for the help text.
pub fn examples() -> Vec<String> {
    vec![
        "plateau completions bash".to_owned(),
        "plateau completions zsh plateau".to_owned(),
        "plateau completions fish".to_owned(),
    ]
}

impl Completions {
    /// Runs the command.
    pub fn run(&self, registry: &Registry, programs: Vec<clap::Command>) -> String {
        let is_requested = |name: &str| self.program.as_ref().is_none_or(|program| program == name);
        let scripts: Vec<(String, String)> = programs
            .into_iter()
            .filter(|program| is_requested(program.get_name()))
            .map(|program| {
                let (name, mut text) = (program.get_name().to_owned(), Vec::new());
                clap_complete::generate(
                    self.shell,
                    &mut with_names(program, registry),
                    name.as_str(),
                    &mut text,
                );
                (name, String::from_utf8_lossy(&text).into_owned())
            })
            .collect();
        match scripts.as_slice() {
            [_, _, ..] if self.shell == Shell::Zsh => merge_for_zsh(&scripts),
            _ => scripts.into_iter().map(|(_, text)| text).collect(),
        }
    }
}

/// Merges the scripts of several programs for zsh, which takes their names from the first
/// line only. It runs the script for the first program that is completed; the script then
/// registers a function for each.
fn merge_for_zsh(scripts: &[(String, String)]) -> String {
    let names: Vec<&str> = scripts.iter().map(|(name, _)| name.as_str()).collect();
    let mut text = format!("#compdef {}\n", names.join(" "));
    for (_, script) in scripts {
        // Without its first line and its call.
        let (_, body) = script.split_once('\n').unwrap_or_default();
        text.push_str(body.split("\nif [ \"$funcstack[1]\"").next().unwrap_or_default());
    }
    let for_each = |line: &dyn Fn(&str) -> String| names.iter().map(|name| line(name)).collect::<String>();
    let calls = for_each(&|name| format!("    {name}) _{name} \"$@\" ;;\n"));
    let registrations = for_each(&|name| format!("compdef _{name} {name}\n"));
    text + &format!(
        "\n{registrations}if [ \"$funcstack[1]\" = \"_{}\" ]; then\n    case \"$service\" in\n{calls}    esac\nfi\n",
        names[0]
    )
}

/// Adds the names of games and engines to a command line. The parser does not list them,
/// because they can have options.
fn with_names(command: clap::Command, registry: &Registry) -> clap::Command {
    let games: Vec<PossibleValue> = registry
        .games()
        .iter()
        .map(|game| PossibleValue::new(game.id).help(game.name.template(Lang::En)))
        .collect();
    command.mut_subcommands(|sub| {
        sub.mut_args(|arg| {
            let names = match arg.get_id().as_str() {
                "game" => PossibleValuesParser::new(games.clone()),
                "engine" | "a" | "b" => PossibleValuesParser::new(catalogue::names()),
                "first" | "second" => {
                    PossibleValuesParser::new(["human"].into_iter().chain(catalogue::names()))
                }
                _ => return arg,
            };
            arg.value_parser(names)
        })
    })
}
