//! What `match` and `tournament` share: players, logs, progress and exports.

mod human_players;
pub mod phrases;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plateau_arena::plan::Plan;
use plateau_arena::process::{OrphanAdoption, adopt_orphans};
use plateau_arena::standings::Standings;
use plateau_arena::store::Store;
use plateau_arena::stored_game::StoredGame;
use plateau_arena::tournament::{Tournament, TournamentEnd};
use plateau_arena::{PlayerPool, PromptFactory, Settings, export, report};
use plateau_console::args::whole_number;
use plateau_console::command_line::ArgumentError;
use plateau_console::files;
use plateau_console::output::{Output, cannot_write, print_error};
use plateau_console::phrases::FORMAT_UNKNOWN;
use plateau_console::progress::{JobSize, Progress};
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_play::ReportedError;
use plateau_search::Stop;
use tempfile::TempDir;

use crate::NAME;
use human_players::HumanPlayers;

/// The largest number of games at once.
const MAX_CONCURRENCY: usize = 256;

/// The options for stored games and exports.
#[derive(Debug, Args)]
pub struct StorageOptions {
    /// Continue what the database holds
    #[arg(long)]
    pub resume: bool,
    /// Write report.html, games.json or games.txt at the end; can be repeated
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExportFormat {
    Html,
    Json,
    Text,
}

impl StorageOptions {
    /// Refuses files with an unknown format and unwritable ones before any game is played.
    pub fn check(&self) -> Result<(), ReportedError> {
        self.output.iter().try_for_each(|path| {
            export_format(path)?;
            files::can_write(path).map_err(|error| cannot_write(path, &error))
        })
    }

    /// Writes the exports.
    pub fn write(
        &self,
        tournament: &Tournament<'_>,
        table: &Standings,
        lang: Lang,
    ) -> Result<(), ReportedError> {
        for path in &self.output {
            let format = export_format(path)?;
            let write = |out: &mut dyn Write| -> io::Result<()> {
                match format {
                    ExportFormat::Html => report::write(tournament, table, lang, out),
                    ExportFormat::Json => writeln!(out, "{}", export::json(tournament, table)),
                    ExportFormat::Text => out.write_all(export::text(tournament).as_bytes()),
                }
            };
            files::write_atomic(path, write).map_err(|error| cannot_write(path, &error))?;
        }
        Ok(())
    }
}

/// Returns the output of a tournament. The result is printed even if an export failed. A human
/// may quit: only a signal is an interruption.
pub fn output(
    text: String,
    ended: TournamentEnd,
    players: &Players,
    exported: Result<(), ReportedError>,
    lang: Lang,
) -> Output {
    let has_failed = exported.map_err(|error| print_error(NAME, &error.message().render(lang))).is_err();
    match ended {
        TournamentEnd::Stopped if !players.has_quit() => Output::Interrupted(text),
        _ if has_failed => Output::Failed(text),
        _ => Output::Text(text),
    }
}

/// Parses a number of games at once.
pub fn concurrency(text: &str) -> Result<usize, ArgumentError> {
    whole_number(text, &(1..=MAX_CONCURRENCY))
}

fn export_format(path: &Path) -> Result<ExportFormat, Message> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "html" => Ok(ExportFormat::Html),
        "json" => Ok(ExportFormat::Json),
        "txt" => Ok(ExportFormat::Text),
        _ => {
            let message = FORMAT_UNKNOWN.message().with("file", path.display().to_string());
            Err(message.with("formats", "html, json, txt"))
        }
    }
}

/// Opens the database of a tournament, or a temporary one in memory.
pub fn open_store(path: Option<&Path>) -> Result<Store, ReportedError> {
    path.map_or_else(Store::in_memory, Store::open)
}

/// The players of a tournament and their logs.
pub struct Players {
    /// The players.
    pub pool: PlayerPool,
    logs: Option<Logs>,
    humans: Option<HumanPlayers>,
    /// Kills the processes that programs leave running.
    _orphan_adoption: Option<OrphanAdoption>,
}

/// The directory for the error output of programs.
enum Logs {
    /// Beside the database.
    Stored(PathBuf),
    /// For a tournament without a database. Removed unless there are logs.
    Temporary(TempDir),
}

impl Logs {
    fn new(db: Option<&Path>) -> Option<Self> {
        if let Some(db) = db {
            return Some(Self::Stored(db.with_extension("logs")));
        }
        // Without a directory for temporary files there are no logs.
        let directory = tempfile::Builder::new().prefix("plateau-").suffix(".logs").tempdir();
        directory.ok().map(Self::Temporary)
    }

    fn path(&self) -> &Path {
        match self {
            Self::Stored(path) => path,
            Self::Temporary(directory) => directory.path(),
        }
    }
}

impl Players {
    /// Creates the players of a plan. A human who quits sets the stop flag.
    pub fn new(
        registry: &Registry,
        plan: &Plan,
        db: Option<&Path>,
        stop: &Stop,
        lang: Lang,
    ) -> Result<Self, Message> {
        let humans = HumanPlayers::new(registry, plan, stop, lang)?;
        let prompts =
            humans.clone().map(|humans| -> PromptFactory { Arc::new(move || Box::new(humans.clone())) });
        let logs = Logs::new(db);
        let settings = Settings {
            log_directory: logs.as_ref().map(|logs| logs.path().to_owned()),
            ..Settings::default()
        };
        // Without system support, only the process group of each program is killed.
        let orphan_adoption = adopt_orphans().ok();
        let pool = PlayerPool::for_plan(*registry, plan, settings, prompts)?;
        Ok(Self { pool, logs, humans, _orphan_adoption: orphan_adoption })
    }

    /// Returns the number of games at once: one if a human plays, else the requested one,
    /// else that of the plan.
    pub fn concurrency(&self, requested: Option<usize>, plan: Option<usize>) -> usize {
        let max = if self.humans.is_some() { 1 } else { MAX_CONCURRENCY };
        requested.or(plan).unwrap_or(1).clamp(1, max)
    }

    /// Starts the progress of the games. A human needs the terminal, so there is no bar.
    pub fn progress(&self, lang: Lang) -> Progress {
        if self.humans.is_some() {
            Progress::lines(lang)
        } else {
            Progress::new(JobSize::Steps(0), lang).without_delay()
        }
    }

    /// Shows humans how a game ended.
    pub fn show_result(&self, game: &StoredGame) {
        if let Some(humans) = &self.humans {
            humans.show_result(game);
        }
    }

    /// Returns whether a human ended the games.
    pub fn has_quit(&self) -> bool {
        self.humans.as_ref().is_some_and(HumanPlayers::has_quit)
    }

    /// Returns a message with the directory of the logs, if there are any.
    pub fn log_notice(&mut self) -> Option<Message> {
        let logs = self.logs.take()?;
        let mut files = fs::read_dir(logs.path()).ok()?;
        files.next()?.ok()?;
        let directory = match logs {
            Logs::Stored(path) => path,
            Logs::Temporary(directory) => directory.keep(),
        };
        Some(phrases::LOGS.message().with("directory", directory.display().to_string()))
    }
}

/// Returns a message about the fault that decided a game, if one did.
pub fn fault_message(plan: &Plan, game: &StoredGame) -> Option<Message> {
    let (side, fault) = game.fault()?;
    let player = plan.players[game.players[side.index()]].name.as_str();
    let number = 2 * game.pair + u64::from(game.game) + 1;
    Some(
        phrases::FAULT.message().with("number", number).with("player", player).with("fault", fault.message()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_selects_the_export_format() {
        assert_eq!(export_format(Path::new("a/report.HTML")), Ok(ExportFormat::Html));
        let error = export_format(Path::new("games.pgn")).unwrap_err().to_string();
        assert_eq!(error, "the file name 'games.pgn' has no known extension; use one of html, json, txt");
    }

    #[test]
    fn temporary_logs_are_removed_unless_there_are_some() {
        let logs = Logs::new(None).unwrap();
        let path = logs.path().to_owned();
        assert!(path.is_dir());
        drop(logs);
        assert!(!path.exists());
    }
}
