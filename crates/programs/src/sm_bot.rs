//! The program `sm-bot`: the best move of a super-morpion position, under the
//! clock of a whole game.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{CommandFactory, FromArgMatches, Parser};
use plateau_core::{Lang, Message};
use plateau_games::EngineSpec;
use plateau_games::{AnyRecord, AnyVariant, REGISTRY};
use plateau_play::value_text;
use plateau_search::time::GameClock;
use plateau_search::{Analysis, Limits, Settings};

use plateau_console::error::{Failure, told};
use plateau_console::language::{self, Language};
use plateau_console::output;
use plateau_console::phrases::{FIELD, LAST, LINE, SEARCH, STOP_FINISHED, TO_MOVE, VALUE};
use plateau_console::search_summary::{self as searched, goes_on};

use crate::phrases;

/// The name of the program.
pub const NAME: &str = "sm-bot";

/// What is added to the clock after each move.
const INCREMENT: Duration = Duration::from_secs(30);

/// What it may take to start the process and to be told that it ended.
const START: Duration = Duration::from_millis(20);

/// No clock has more on it: what is beyond a day changes no move.
const LONGEST: f64 = 24.0 * 3600.0;

/// Megabytes of table for each second of search, and what there may be in all.
/// Clearing a large table would take longer than a short search.
const TABLE_PER_SECOND: f64 = 16.0;
const TABLE: [usize; 2] = [1, 256];

/// The best move of a super-morpion position, `GRID CELL`, and nothing else
///
/// POSITION is 81 cells grid by grid (x, o, a digit for that many empty cells, X
/// or O for a grid that is won), the last move (00 for none) and the side to move,
/// as one word or three. `SECONDS_LEFT` is what is left of a clock of 15 minutes
/// and 30 seconds a move, those of this move not yet added; decimals are read, and
/// less than nothing is nothing.
#[derive(Debug, Parser)]
#[command(name = NAME, version, override_usage = "sm-bot [OPTIONS] POSITION SECONDS_LEFT")]
struct SmBot {
    #[arg(hide = true, allow_negative_numbers = true)]
    words: Vec<String>,
    /// Two digits without a space
    #[arg(long)]
    compact: bool,
    /// Tell on standard error what was found, and of what
    #[arg(short, long)]
    verbose: bool,
    /// Threads to search with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Language of the words; without it, that of the environment (LANG)
    #[arg(long, value_name = "en|fr", hide_possible_values = true)]
    lang: Option<Language>,
}

/// Runs `sm-bot` on a command line, its first word the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let started = Instant::now();
    match answer(args, started) {
        Ok((text, report, lang)) => {
            let code = output::print(NAME, &text, lang);
            // Nobody is left to tell if this fails.
            let _ = io::stderr().write_all(report.as_bytes());
            code
        }
        Err(failure) => told(NAME, &command(), failure),
    }
}

/// The move, what is to be told beside it, and in which language.
fn answer(
    args: impl IntoIterator<Item = OsString>,
    started: Instant,
) -> Result<(String, String, Lang), Failure> {
    let matches = command().try_get_matches_from(args).map_err(Failure::Usage)?;
    let bot = SmBot::from_arg_matches(&matches).map_err(Failure::Usage)?;
    let lang = bot.lang.map_or_else(language::of_environment, Lang::from);
    let missing =
        |what| Failure::Usage(command().error(clap::error::ErrorKind::MissingRequiredArgument, what));
    let (left, position) = match bot.words.as_slice() {
        [] => return Err(missing("there is no POSITION")),
        [_] => return Err(missing("there is no SECONDS_LEFT")),
        [position @ .., left] => (left, position.join(" ")),
    };
    let found = bot.think(&position, left, lang, started);
    found.map(|(text, report)| (text, report, lang)).map_err(|error| Failure::Input(error, lang))
}

impl SmBot {
    fn think(
        &self,
        position: &str,
        left: &str,
        lang: Lang,
        started: Instant,
    ) -> Result<(String, String), Message> {
        let variant = REGISTRY.variant("supermorpion")?;
        let left = seconds(left)?;
        let record = variant.open(position)?;
        goes_on(variant.as_ref(), record.as_ref())?;
        let analysis = self.search(variant.as_ref(), record.as_ref(), left, started)?;
        let Some(best) = analysis.moves.first() else {
            return Err(STOP_FINISHED.message());
        };
        let text = if self.compact { best.mv.replace(' ', "") } else { best.mv.clone() };
        let report = if self.verbose {
            report(variant.as_ref(), record.as_ref(), &analysis, lang)
        } else {
            String::new()
        };
        Ok((text + "\n", report))
    }

    fn search(
        &self,
        variant: &dyn AnyVariant,
        record: &dyn AnyRecord,
        left: Duration,
        started: Instant,
    ) -> Result<Analysis<String>, Message> {
        let moves_to_go = record.moves_to_go();
        let left = left.saturating_sub(started.elapsed() + START);
        let budget = GameClock { left, increment: INCREMENT, moves_to_go }.budget();
        let table = (budget.hard.as_secs_f64() * TABLE_PER_SECOND) as usize;
        let settings = Settings {
            hash_mb: table.clamp(TABLE[0], TABLE[1]),
            threads: usize::from(self.threads),
            ..Settings::default()
        };
        let mut engine = variant.engine(&EngineSpec::parse("best")?, settings)?;
        let limits = Limits { time: Some(budget), ..Limits::default() };
        engine.analyse(record, &limits, &mut |_| {})
    }
}

/// Reads what is left of the clock.
fn seconds(text: &str) -> Result<Duration, Message> {
    let number = text.parse::<f64>().ok().filter(|number| !number.is_nan());
    let number = number.ok_or_else(|| phrases::EXPECTED_SECONDS.message().with("found", text))?;
    Ok(Duration::from_secs_f64(number.clamp(0.0, LONGEST)))
}

/// The board, and what was found of it.
fn report(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    analysis: &Analysis<String>,
    lang: Lang,
) -> String {
    let view = record.view();
    let board = plateau_draw::text::board(variant.layout(), &view);
    let last = view.last_text.unwrap_or_else(|| phrases::NO_MOVE.message().render(lang));
    let turn = variant.layout().player(view.turn).message().render(lang);
    let line = analysis.moves.first().map(|best| best.pv.join("; ")).unwrap_or_default();
    let rows = [
        (&LAST, last),
        (&TO_MOVE, turn),
        (&SEARCH, searched::effort(analysis).render(lang)),
        (&VALUE, value_text::describe(record, &analysis.value, analysis.unit, lang)),
        (&LINE, line),
    ];
    let rows = rows.map(|(name, text)| {
        let name = FIELD.message().with("name", name).render(lang);
        (name, output::wrap_words(&text, output::WIDTH - 14))
    });
    format!("{board}\n{}", output::two_columns(&rows, 0))
}

/// The command line.
pub fn command() -> clap::Command {
    let examples = [
        "sm-bot '6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o' 900",
        "sm-bot 999999999 00 x 2.5 --compact",
        "sm-bot start 1 -v",
    ];
    SmBot::command().after_help(output::examples_section(&examples.map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn seconds_are_read() {
        let millis = |text| seconds(text).map(|left| left.as_millis()).map_err(|error| error.to_string());
        for (text, expected) in
            [("900", 900_000), ("0.05", 50), ("-3", 0), ("-0.5", 0), ("1e9", 86_400_000), ("inf", 86_400_000)]
        {
            assert_eq!(millis(text), Ok(expected), "{text}");
        }
        for text in ["", "x", "nan", "1s", "0,5"] {
            let sentence = format!("'{text}' is no number of seconds, such as 900 or 0.5");
            assert_eq!(millis(text), Err(sentence));
        }
    }

    #[test]
    fn the_moves_to_go_follow_the_cells_of_open_grids() {
        let variant = REGISTRY.variant("supermorpion").unwrap();
        let to_go = |text| variant.open(text).unwrap().moves_to_go();
        assert_eq!(to_go("start"), 21);
        assert_eq!(to_go("X99999999 00 o"), 18);
        assert!(to_go("6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o") < 12);
    }

    /// Every move takes all it may: a whole game of 81 moves stays on the clock.
    #[test]
    fn the_clock_of_a_whole_game_is_never_overstepped() {
        let variant = REGISTRY.variant("supermorpion").unwrap();
        for first in [900.0, 60.0, 1.0, 0.05] {
            let mut record = variant.start();
            let mut left = Duration::from_secs_f64(first);
            while let Some(mv) = record.legal_moves().last().cloned() {
                let moves_to_go = record.moves_to_go();
                let budget = GameClock { left, increment: INCREMENT, moves_to_go }.budget();
                assert!(budget.hard < left, "{budget:?} of {left:?}");
                left = left.checked_sub(budget.hard).expect("it never oversteps") + INCREMENT;
                record.play(&mv).unwrap();
            }
        }
    }
}
