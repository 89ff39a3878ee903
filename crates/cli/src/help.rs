//! The command line as help texts, manual pages and completions describe it: in a language,
//! with examples from the games of the registry.

use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use plateau_console::help::localize;
use plateau_console::output;
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::Lang;
use plateau_games::Registry;
use plateau_programs::Program;

use crate::command_line::Cli;
use crate::examples::ExampleGames;
use crate::{NAME, commands, help_texts, phrases};

/// Describes the command line, with examples from the games of the registry and the names of
/// all programs.
pub fn command(registry: &Registry, programs: &[&'static str]) -> clap::Command {
    let names = PossibleValuesParser::new(programs.iter().copied());
    let mut command = Cli::command().mut_subcommand("completions", |completions| {
        completions.mut_arg("program", |program| program.value_parser(names))
    });
    if let Some(games) = ExampleGames::new(registry) {
        let examples = [
            ("serve", commands::serve::examples()),
            ("admin", commands::admin::examples()),
            ("db", commands::db::examples()),
            ("games", commands::games::examples()),
            ("show", commands::show::examples(&games)),
            ("play", commands::play::examples(&games)),
            ("best", commands::best::examples(&games)),
            ("analyse", commands::analyse::examples(&games)),
            ("solve", commands::solve::examples(&games)),
            ("tree", commands::tree::examples(&games)),
            ("eval", commands::eval::examples(&games)),
            ("engines", commands::engines::examples(&games)),
            ("match", commands::match_command::examples(&games)),
            ("tournament", commands::tournament::examples()),
            ("train", commands::train::examples(&games)),
            ("perft", commands::perft::examples(&games)),
            ("bench", commands::bench::examples()),
            ("engine", commands::engine::examples(&games)),
            ("check-bot", commands::check_bot::examples(&games)),
            ("completions", commands::completions::examples()),
            ("man", commands::man::examples()),
        ];
        for (name, lines) in &examples {
            command = command.mut_subcommand(name, |sub| sub.after_help(output::examples_section(lines)));
        }
        let first_examples: Vec<String> =
            examples.iter().filter_map(|(_, lines)| lines.first().cloned()).collect();
        command = command.after_help(output::examples_section(&first_examples));
    }
    command
}

/// Describes the command line in a language. The help text includes the options of `serve`,
/// which need no command.
pub fn localized_command(registry: &Registry, programs: &[&'static str], lang: Lang) -> clap::Command {
    let command = localize(command(registry, programs), lang, help_texts::TEXTS);
    let examples = command.get_after_help().map(ToString::to_string);
    let sections: Vec<String> = [serve_options(&command, lang)].into_iter().chain(examples).collect();
    command.after_help(sections.join("\n\n"))
}

/// Formats the options of `serve` for the help text of `plateau`.
fn serve_options(command: &clap::Command, lang: Lang) -> String {
    let options = command.find_subcommand("serve").into_iter().flat_map(clap::Command::get_arguments);
    let rows: Vec<(String, String)> = options
        .filter_map(|option| {
            let is_own = !option.is_global_set() && option.get_id() != "help";
            let name = option.get_long().filter(|_| is_own)?;
            let name = match option.get_value_names().filter(|_| option.get_action().takes_values()) {
                Some(value) => format!("--{name} <{}>", value.join(" ")),
                None => format!("--{name}"),
            };
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let help = match option.get_default_values() {
                [default] if !option.is_hide_default_value_set() => {
                    format!("{help} [default: {}]", default.display())
                }
                _ => help,
            };
            Some((name, help))
        })
        .collect();
    let mut table = TwoColumns::default();
    for (name, help) in rows {
        table.row(name, Content::Words(help));
    }
    let heading = phrases::OPTIONS_WITHOUT_COMMAND.template(lang);
    format!("{heading}\n{}", table.format(2, output::width())).trim_end().to_owned()
}

/// Describes the command lines of all programs in a language, `plateau` first.
pub fn programs(registry: &Registry, others: &[Program], lang: Lang) -> Vec<clap::Command> {
    let names: Vec<&'static str> = [NAME].into_iter().chain(others.iter().map(|(name, _)| *name)).collect();
    let own = localized_command(registry, &names, lang);
    let others = others.iter().map(|(_, command)| localize(command(), lang, plateau_programs::HELP_TEXTS));
    [own].into_iter().chain(others).collect()
}
