//! `plateau tournament`: a tournament described by a file.

use std::path::{Path, PathBuf};

use clap::Args;
use plateau_arena::plan::Plan;
use plateau_arena::standings::Standings;
use plateau_arena::tournament::{self, TournamentEnd};
use plateau_arena::{export, text_tables};
use plateau_console::interrupt::stop_on_signal;
use plateau_console::output::Output;
use plateau_core::{Lang, Message, Player};
use plateau_games::Registry;
use plateau_play::{ReportedError, io_error};

use crate::arena::{self, Players, StorageOptions, phrases};
use crate::examples::ExampleGames;
use crate::nets;

/// Play a tournament described by a file
///
/// Round robin, gauntlet, Swiss or knock-out. Every game is stored in a database before it
/// counts: however the program ends, --resume continues without losing or repeating a game.
/// Prints the standings with Elo ratings and their 95 % errors, the crosstable and all
/// head-to-head results.
#[derive(Debug, Args)]
pub struct Tournament {
    /// Tournament file, in TOML
    file: Option<PathBuf>,
    /// Print a tournament file to start from
    #[arg(long, conflicts_with_all = ["file", "resume", "db", "json", "output"])]
    example: bool,
    /// Number of games at once
    #[arg(long, value_name = "N", value_parser = arena::concurrency)]
    concurrency: Option<usize>,
    /// Database for the games [default: the tournament file with the extension .sqlite]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Print JSON, with all games
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageOptions,
}

/// Returns examples for the help text.
pub fn examples() -> Vec<String> {
    vec![
        "plateau tournament --example > cup.toml".to_owned(),
        "plateau tournament cup.toml --resume --concurrency 2".to_owned(),
        "plateau tournament cup.toml --resume -o report.html -o games.json".to_owned(),
    ]
}

/// Returns a tournament file to start from.
fn example(game: &str) -> String {
    format!(
        "# A tournament. Commented lines show the defaults; without `memory-limit` there is none.
name = \"cup\"
game = \"{game}\"
system = \"round-robin\"       # or gauntlet, swiss (with rounds = 5), knock-out
pairs = 2                    # game pairs, with sides swapped, per meeting
tc = \"10s+100ms\"             # or time = \"1s\", depth = 4, nodes = 10000
# openings = \"random:plies=4\" # or a file with the moves of an opening on each line
# time-margin = \"100ms\"      # grace time beyond a player's limit
# memory-limit = 512         # megabytes for each program
# adjudicate = false         # end games whose result is proven
# keep-running = false       # keep programs running between games
# seed = 1
# concurrency = 1

[[player]]
engine = \"level:3\"

[[player]]
name = \"two plies\"
engine = \"alphabeta:depth=2\"

[[player]]
engine = \"random\"

# A program of your own, in any language: docs/first-bot.md
# [[player]]
# name = \"my bot\"
# protocol = \"oneshot\"         # or ugi, codingame, gomocup, gtp, nboard
# command = [\"python3\", \"bot.py\"] # run in the directory of this file
"
    )
}

impl Tournament {
    /// Runs the command.
    pub fn run(self, registry: &Registry, lang: Lang) -> Result<Output, ReportedError> {
        if self.example {
            let games = ExampleGames::new(registry).ok_or_else(|| phrases::NO_FILE.message())?;
            return Ok(Output::Text(example(games.id("connect4"))));
        }
        let file = self.file.as_deref().ok_or_else(|| phrases::NO_FILE.message())?;
        let (plan, plan_concurrency) = read(registry, file)?;
        self.storage.check()?;
        let variant = registry.variant(&plan.game)?;
        let db = self.db.clone().unwrap_or_else(|| file.with_extension("sqlite"));
        let stop = stop_on_signal();
        let mut players = Players::new(registry, &plan, Some(&db), &stop, lang)?;
        let mut store = arena::open_store(Some(&db))?;
        let mut tournament = tournament::Tournament::open(&plan, &*variant, &mut store, self.storage.resume)?;
        let mut progress = players.progress(lang);
        let concurrency = players.concurrency(self.concurrency, plan_concurrency);
        let ended = tournament.play(&players.pool, concurrency, &mut store, &stop, &mut |event| {
            players.show_result(event.game);
            if let Some(fault) = arena::fault_message(&plan, event.game) {
                progress.warn(|| fault.render(lang));
            }
            let (played, planned) = (event.played as u64, event.planned as u64);
            progress.set_step(played, planned, || progress_message(&plan, event).render(lang));
        });
        if let Some(logs) = players.log_notice() {
            progress.print(&logs.render(lang));
        }
        drop(progress);
        let ended = ended?;
        let table = Standings::of(&tournament);
        let exported = self.storage.write(&tournament, &table, lang);
        let mut text = if self.json {
            format!("{}\n", export::json(&tournament, &table))
        } else if tournament.games().next().is_none() {
            phrases::NO_GAME.message().render(lang) + "\n"
        } else {
            let parts = [
                text_tables::standings(&plan, &table, true, lang),
                text_tables::crosstable(&plan, &table, lang),
                text_tables::head_to_head(&plan, &table, lang),
                text_tables::knock_out(&tournament, &table, lang),
            ];
            let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
            parts.join("\n")
        };
        if ended == TournamentEnd::Stopped && !self.json {
            text.extend(["\n", phrases::STOPPED.template(lang), "\n"]);
        }
        Ok(arena::output(text, ended, &players, exported, lang))
    }
}

/// Reads a tournament file. Returns its plan and its number of games at once.
fn read(registry: &Registry, file: &Path) -> Result<(Plan, Option<usize>), Message> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| {
        phrases::CANNOT_READ_FILE
            .message()
            .with("file", name.as_str())
            .with("reason", io_error::reason(&error))
    })?;
    let in_file =
        |reason: Message| phrases::IN_FILE.message().with("file", name.as_str()).with("reason", reason);
    let (plan, concurrency) = Plan::parse(registry, &text, file).map_err(in_file)?;
    for entrant in &plan.players {
        nets::load_player(&entrant.spec()?, file.parent().unwrap_or(Path::new("")))?;
    }
    Ok((plan, concurrency))
}

/// Returns the players and the result of a game.
fn progress_message(plan: &Plan, event: &tournament::Progress<'_>) -> Message {
    let name = |side: Player| plan.players[event.game.players[side.index()]].name.as_str();
    phrases::TOURNAMENT_PROGRESS
        .message()
        .with("first", name(Player::First))
        .with("second", name(Player::Second))
        .with("result", event.game.score())
}
