//! The program `tttree`: the game tree of a tic-tac-toe position.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use plateau_console::command_line::parse;
use plateau_console::error::{CommandError, report};
use plateau_console::language::{Language, OutputLanguage};
use plateau_console::output::{self, Output};
use plateau_console::position_args::PositionArgs;
use plateau_console::tree::TreeArgs;
use plateau_console::usage_error::{UsedCommand, missing_arguments};
use plateau_core::Lang;
use plateau_play::ReportedError;

use crate::{HELP_TEXTS, TICTACTOE};

/// The name of the program.
pub const NAME: &str = "tttree";

/// The help text of the position, which has no default here.
const POSITION: &str = "Position, quoted or as separate words; the empty board is '9 x'";

/// Draw the game tree of a tic-tac-toe position, as a Graphviz digraph or a picture
///
/// POSITION is nine cells row by row from the top left (x, o, or a digit for that many empty
/// cells) and the side to move. The tree goes to standard output or a file, everything else
/// to standard error.
#[derive(Debug, Parser)]
#[command(name = NAME, version, override_usage = "tttree [OPTIONS] POSITION")]
struct Tttree {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    options: TreeArgs,
    /// Language of the output [default: that of the locale; English in DOT]
    #[arg(long, value_name = "en|fr", hide_possible_values = true)]
    lang: Option<Language>,
}

/// Runs `tttree`. The first argument is the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match draw(args) {
        Ok((output, lang)) => output::finish(NAME, output, lang),
        Err(error) => report(NAME, &error),
    }
}

fn draw(args: impl IntoIterator<Item = OsString>) -> Result<(Output, Lang), CommandError> {
    let (tttree, lang) = parse::<Tttree>(command(), HELP_TEXTS, args)?;
    let language = OutputLanguage::new(tttree.lang, lang);
    let lang = language.lang;
    let failed = |error: ReportedError| CommandError::Failed(error, lang);
    if !tttree.position.is_given() {
        return Err(failed(missing_arguments(&["POSITION"], &UsedCommand::program(&command())).into()));
    }
    let variant = TICTACTOE.variant("tictactoe").map_err(|error| failed(error.into()))?;
    let record = tttree.position.record(variant.as_ref()).map_err(|error| failed(error.into()))?;
    let output = tttree.options.draw(variant.as_ref(), record.as_ref(), language).map_err(failed)?;
    Ok((output, lang))
}

/// Describes the command line.
pub fn command() -> clap::Command {
    let examples = [
        "tttree '1o11o1oxx x' | dot -Tsvg > tree.svg",
        "tttree 'x21o11xo o' --algorithm alphabeta -o tree.html",
        "tttree '9 x' --fold --depth 2 -o tree.png",
    ];
    Tttree::command()
        // A changed argument loses its place unless it has an index.
        .mut_arg("position", |position| position.help(POSITION).index(1))
        .mut_arg("fields", |fields| fields.index(2))
        .after_help(output::examples_section(&examples.map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn command_line_is_valid() {
        super::command().debug_assert();
    }
}
