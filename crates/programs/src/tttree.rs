//! The program `tttree`: the decision tree of a tic-tac-toe position.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use plateau_core::Lang;
use plateau_games::REGISTRY;

use plateau_console::error::{Failure, told};
use plateau_console::language::{self, Language, Speech};
use plateau_console::output;
use plateau_console::position_args::Place;
use plateau_console::tree::How;

/// The name of the program.
pub const NAME: &str = "tttree";

/// What the position is, which must be given here.
const POSITION: &str = "Position, quoted or as separate words; the empty board is '9 x'";

/// The decision tree of a tic-tac-toe position, as a Graphviz digraph
///
/// POSITION is nine cells row by row from the top left (x, o, or a digit for that
/// many empty cells) and the side to move. Everything but the tree goes to
/// standard error.
#[derive(Debug, Parser)]
#[command(name = NAME, version, override_usage = "tttree [OPTIONS] POSITION")]
struct Tttree {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    how: How,
    /// Language of the words; without it, that of the environment (LANG), and English in DOT
    #[arg(long, value_name = "en|fr", hide_possible_values = true)]
    lang: Option<Language>,
}

/// Runs `tttree` on a command line, its first word the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match answer(args) {
        Ok((answer, lang)) => output::deliver(NAME, answer, lang),
        Err(failure) => told(NAME, &command(), failure),
    }
}

fn answer(args: impl IntoIterator<Item = OsString>) -> Result<(output::Answer, Lang), Failure> {
    let matches = command().try_get_matches_from(args).map_err(Failure::Usage)?;
    let tttree = Tttree::from_arg_matches(&matches).map_err(Failure::Usage)?;
    let speech = Speech::new(tttree.lang, language::of_environment());
    let lang = speech.lang;
    if !tttree.place.is_given() {
        let missing = clap::error::ErrorKind::MissingRequiredArgument;
        return Err(Failure::Usage(command().error(missing, "there is no POSITION")));
    }
    let input = |error| Failure::Input(error, lang);
    let variant = REGISTRY.variant("tictactoe").map_err(|error| input(error.into()))?;
    let record = tttree.place.open(variant.as_ref()).map_err(|error| input(error.into()))?;
    let answer = tttree.how.answer(variant.as_ref(), record.as_ref(), speech).map_err(input)?;
    Ok((answer, lang))
}

/// The command line.
pub fn command() -> clap::Command {
    let examples = [
        "tttree '1o11o1oxx x' | dot -Tsvg > tree.svg",
        "tttree 'x21o11xo o' --algorithm alphabeta -o tree.html",
        "tttree '9 x' --fold --depth 2 -o tree.png",
    ];
    Tttree::command()
        // What is changed goes behind the others, unless its place is said.
        .mut_arg("position", |position| position.help(POSITION).index(1))
        .mut_arg("fields", |fields| fields.index(2))
        .after_help(output::examples_section(&examples.map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        super::command().debug_assert();
    }
}
