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
        let wanted = |name: &str| self.program.as_ref().is_none_or(|wanted| wanted == name);
        let scripts: Vec<(String, String)> = programs
            .into_iter()
            .filter(|program| wanted(program.get_name()))
            .map(|program| {
                let (name, mut text) = (program.get_name().to_owned(), Vec::new());
                clap_complete::generate(self.shell, &mut known(program, registry), name.as_str(), &mut text);
                (name, String::from_utf8_lossy(&text).into_owned())
            })
            .collect();
        match scripts.as_slice() {
            [_, _, ..] if self.shell == Shell::Zsh => one_for_zsh(&scripts),
            _ => scripts.into_iter().map(|(_, text)| text).collect(),
        }
    }
}

/// The scripts of several programs as one of zsh, which reads the names it is for in
/// its first line alone. It calls it for any of them, once: then each has its own.
fn one_for_zsh(scripts: &[(String, String)]) -> String {
    let names: Vec<&str> = scripts.iter().map(|(name, _)| name.as_str()).collect();
    let mut text = format!("#compdef {}\n", names.join(" "));
    for (_, script) in scripts {
        // Without its first line, and without what calls it.
        let (_, body) = script.split_once('\n').unwrap_or_default();
        text.push_str(body.split("\nif [ \"$funcstack[1]\"").next().unwrap_or_default());
    }
    let each = |line: &dyn Fn(&str) -> String| names.iter().map(|name| line(name)).collect::<String>();
    let calls = each(&|name| format!("    {name}) _{name} \"$@\" ;;\n"));
    let registered = each(&|name| format!("compdef _{name} {name}\n"));
    text + &format!(
        "\n{registered}if [ \"$funcstack[1]\" = \"_{}\" ]; then\n    case \"$service\" in\n{calls}    esac\nfi\n",
        names[0]
    )
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
                "engine" => PossibleValuesParser::new(engines()),
                "first" | "second" => PossibleValuesParser::new(["human"].into_iter().chain(engines())),
                _ => return arg,
            };
            arg.value_parser(names)
        })
    })
}
