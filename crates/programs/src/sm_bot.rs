//! The program `sm-bot`: the best move of a super-morpion position on the clock of a game.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{CommandFactory, Parser};
use plateau_console::args::threads;
use plateau_console::command_line::parse;
use plateau_console::error::{CommandError, report};
use plateau_console::language::Language;
use plateau_console::output;
use plateau_console::phrases::{LAST_MOVE, LINE, SEARCH, STOP_FINISHED, TO_MOVE, VALUE};
use plateau_console::search_summary::{ensure_unfinished, search_summary};
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_console::usage_error::{UsedCommand, missing_arguments};
use plateau_core::{Lang, Message};
use plateau_games::EngineSpec;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::runner::run_search;
use plateau_play::{MoveLimits, game_clock, value_text};
use plateau_search::{Analysis, Limits, Settings};

use crate::{HELP_TEXTS, SUPERMORPION, phrases};

/// The name of the program.
pub const NAME: &str = "sm-bot";

/// The time added to the clock after each move.
const INCREMENT: Duration = Duration::from_secs(30);

/// The time to start the process and to notice its exit.
const PROCESS_TIME: Duration = Duration::from_millis(20);

/// More time left counts as this: a day, in seconds.
const MAX_SECONDS: f64 = 24.0 * 3600.0;

/// The longest search of a move, however much time is left.
const MAX_MOVE_TIME: Duration = Duration::from_mins(5);

/// Megabytes of the transposition table per second of search. To clear a large table would
/// take longer than a short search.
const HASH_MB_PER_SECOND: f64 = 16.0;

/// The smallest and the largest transposition table, in megabytes.
const HASH_MB: [usize; 2] = [1, 256];

/// Print the best move of a super-morpion position, as GRID CELL
///
/// POSITION is 81 cells grid by grid (x, o, a digit for that many empty cells, X or O for a
/// grid that is won), the last move (00 for none) and the side to move, as one word or three.
/// `SECONDS_LEFT` is the time left on a clock of 15 minutes plus 30 seconds per move, before
/// the increment of this move. Decimals are allowed; negative numbers count as 0, and more than
/// a day as a day. No move takes more than five minutes.
#[derive(Debug, Parser)]
#[command(name = NAME, version, override_usage = "sm-bot [OPTIONS] POSITION SECONDS_LEFT")]
struct SmBot {
    #[arg(hide = true, allow_negative_numbers = true)]
    words: Vec<String>,
    /// Print the move without a space
    #[arg(long)]
    compact: bool,
    /// Print the board and the search to standard error
    #[arg(short, long)]
    verbose: bool,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Language of the output [default: that of the locale]
    #[arg(long, value_name = "en|fr", hide_possible_values = true)]
    lang: Option<Language>,
}

/// Runs `sm-bot`. The first argument is the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let started = Instant::now();
    match find_move(args, started) {
        Ok((text, report, lang)) => {
            let code = output::print(NAME, &text, lang);
            // There is nowhere left to report a failure.
            let _ = io::stderr().write_all(report.as_bytes());
            code
        }
        Err(error) => report(NAME, &error),
    }
}

/// Returns the move, the text for standard error, and their language.
fn find_move(
    args: impl IntoIterator<Item = OsString>,
    started: Instant,
) -> Result<(String, String, Lang), CommandError> {
    let (bot, lang) = parse::<SmBot>(command(), HELP_TEXTS, args)?;
    let missing = |names: &[&str]| {
        CommandError::Failed(missing_arguments(names, &UsedCommand::program(&command())).into(), lang)
    };
    let (left, position) = match bot.words.as_slice() {
        [] => return Err(missing(&["POSITION", "SECONDS_LEFT"])),
        [_] => return Err(missing(&["SECONDS_LEFT"])),
        [position @ .., left] => (left, position.join(" ")),
    };
    let found = bot.search_position(&position, left, lang, started);
    found.map(|(text, report)| (text, report, lang)).map_err(|error| CommandError::Failed(error.into(), lang))
}

impl SmBot {
    fn search_position(
        &self,
        position: &str,
        left: &str,
        lang: Lang,
        started: Instant,
    ) -> Result<(String, String), Message> {
        let variant = SUPERMORPION.variant("supermorpion")?;
        let left = parse_seconds(left)?;
        let record = variant.open(position)?;
        ensure_unfinished(variant.as_ref(), record.as_ref())?;
        let analysis = self.search(variant.as_ref(), record.as_ref(), left, started)?;
        let Some(best) = analysis.moves.first() else {
            return Err(STOP_FINISHED.message());
        };
        let text = if self.compact { best.mv.replace(' ', "") } else { best.mv.clone() };
        let report = if self.verbose {
            description(variant.as_ref(), record.as_ref(), &analysis, lang)
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
        let left = left.saturating_sub(started.elapsed() + PROCESS_TIME);
        let limits = search_limits(record, left);
        let longest = limits.time.map_or(Duration::ZERO, |budget| budget.hard);
        let hash_mb = (longest.as_secs_f64() * HASH_MB_PER_SECOND) as usize;
        let settings = Settings {
            hash_mb: hash_mb.clamp(HASH_MB[0], HASH_MB[1]),
            threads: self.threads,
            ..Settings::default()
        };
        let mut engine = variant.engine(&EngineSpec::parse("best")?, settings)?;
        let report = run_search(engine.as_mut(), record, &limits, &mut |_| {});
        report.map(|report| report.analysis).map_err(|error| error.message())
    }
}

/// Returns the limits of a move with this time left on the clock.
fn search_limits(record: &dyn AnyRecord, left: Duration) -> Limits {
    let clock = Some(game_clock(record, left, INCREMENT));
    MoveLimits { clock, max_time: Some(MAX_MOVE_TIME), ..MoveLimits::default() }.search_limits()
}

/// Parses the time left. Refuses infinity and whatever is not a number.
fn parse_seconds(text: &str) -> Result<Duration, Message> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    let number = number.ok_or_else(|| phrases::NOT_SECONDS.message().with("found", text))?;
    Ok(Duration::from_secs_f64(number.clamp(0.0, MAX_SECONDS)))
}

/// Describes the position and the search.
fn description(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    analysis: &Analysis<String>,
    lang: Lang,
) -> String {
    let view = record.view();
    let board = plateau_draw::text::board(variant.layout(), &view);
    let last = view.last_text.unwrap_or_else(|| phrases::NO_LAST_MOVE.message().render(lang));
    let turn = variant.layout().player(view.turn).message().render(lang);
    let line = analysis.moves.first().map(|best| best.pv.join("; ")).unwrap_or_default();
    let rows = [
        (&LAST_MOVE, last),
        (&TO_MOVE, turn),
        (&SEARCH, search_summary(analysis).render(lang)),
        (&VALUE, value_text::describe(record, &analysis.value, analysis.unit, lang)),
        (&LINE, line),
    ];
    let mut fields = TwoColumns::default();
    for (name, text) in rows {
        fields.field(name, Content::Words(text), lang);
    }
    format!("{board}\n{}", fields.format(0, output::MAX_WIDTH))
}

/// Describes the command line.
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
    use plateau_search::Budget;

    use super::*;

    #[test]
    fn command_line_is_valid() {
        command().debug_assert();
    }

    #[test]
    fn parse_seconds_accepts_decimals_and_clamps() {
        let millis =
            |text| parse_seconds(text).map(|left| left.as_millis()).map_err(|error| error.to_string());
        let day = 86_400_000;
        for (text, expected) in [
            ("900", 900_000),
            ("0.05", 50),
            ("-3", 0),
            ("-0.5", 0),
            ("-1e300", 0),
            ("86400", day),
            ("1e9", day),
            ("99999999999", day),
            ("1e300", day),
        ] {
            assert_eq!(millis(text), Ok(expected), "{text}");
        }
        // 1e400 is infinite for a computer.
        for text in ["", "x", "nan", "NaN", "inf", "-inf", "infinity", "1e400", "1s", "0,5"] {
            let message = format!("'{text}' is not a number of seconds, such as 900 or 0.5");
            assert_eq!(millis(text), Err(message));
        }
    }

    #[test]
    fn moves_to_go_depend_on_the_open_grids() {
        let variant = SUPERMORPION.variant("supermorpion").unwrap();
        let to_go = |text| variant.open(text).unwrap().moves_to_go();
        assert_eq!(to_go("start"), 21);
        assert_eq!(to_go("X99999999 00 o"), 18);
        assert!(to_go("6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o") < 12);
    }

    #[test]
    fn no_move_takes_more_than_five_minutes() {
        let variant = SUPERMORPION.variant("supermorpion").unwrap();
        let budget = |position: &str, seconds: &str| {
            let record = variant.open(position).unwrap();
            search_limits(record.as_ref(), parse_seconds(seconds).unwrap()).time.unwrap()
        };
        let late = "6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o";
        for position in ["start", late] {
            for seconds in ["86400", "99999999999", "1e300"] {
                let Budget { soft, hard } = budget(position, seconds);
                assert_eq!((soft, hard), (MAX_MOVE_TIME, MAX_MOVE_TIME), "{position}, {seconds} s");
            }
            // The clock of a real game is not affected.
            assert!(budget(position, "900").soft < MAX_MOVE_TIME);
            assert_eq!(budget(position, "-5"), Budget::fixed(Duration::ZERO));
        }
    }

    /// Every hundred seconds change the time of a move, and fewer moves to go raise it.
    #[test]
    fn the_budget_follows_the_clock_in_fine_steps() {
        let variant = SUPERMORPION.variant("supermorpion").unwrap();
        let soft = |position: &str, seconds: u64| {
            let record = variant.open(position).unwrap();
            search_limits(record.as_ref(), Duration::from_secs(seconds)).time.unwrap().soft
        };
        let clocks = [10, 100, 200, 300, 400, 500, 600, 700, 800, 900];
        for pair in clocks.windows(2) {
            assert!(soft("start", pair[0]) < soft("start", pair[1]), "{pair:?}");
        }
        assert!(soft("start", 600) < soft("X99999999 00 o", 600));
    }

    /// A game of 81 moves in which every move takes its hard limit never loses on time.
    #[test]
    fn hard_limits_never_exceed_the_clock() {
        let variant = SUPERMORPION.variant("supermorpion").unwrap();
        for first in [900.0, 60.0, 1.0, 0.05] {
            let mut record = variant.start();
            let mut left = Duration::from_secs_f64(first);
            while let Some(mv) = record.legal_moves().last().cloned() {
                let budget = search_limits(record.as_ref(), left).time.unwrap();
                assert!(budget.hard < left, "{budget:?} of {left:?}");
                left = left.checked_sub(budget.hard).expect("time is left") + INCREMENT;
                record.play(&mv).unwrap();
            }
        }
    }
}
