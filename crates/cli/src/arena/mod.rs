//! What `match` and `tournament` share: who plays, how it is followed, and where it is
//! written.

pub mod follow;
mod human;
pub mod phrases;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::num::NonZeroUsize;
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
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_search::Stop;

use plateau_console::files;
use plateau_console::output::{Answer, complain};
use plateau_console::phrases::{CANNOT_WRITE_FILE, FORMAT_UNKNOWN};

use crate::NAME;
use human::Desk;

/// Where games are kept and written.
#[derive(Debug, Args)]
pub struct Keeping {
    /// Go on with what the database holds of it
    #[arg(long)]
    pub resume: bool,
    /// File to write when it ends: report.html, games.json or games.txt; may be given again
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
}

/// What is written of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Html,
    Json,
    Text,
}

impl Keeping {
    /// Refuses files of no known form, and those that can't be written, before anything is
    /// played.
    pub fn check(&self) -> Result<(), Message> {
        self.output.iter().try_for_each(|path| {
            form(path)?;
            files::can_write(path).map_err(|error| unwritten(path, &error))
        })
    }

    /// Writes the files that are wanted.
    pub fn write(&self, tournament: &Tournament<'_>, table: &Standings, lang: Lang) -> Result<(), Message> {
        for path in &self.output {
            let form = form(path)?;
            let write = |out: &mut dyn Write| -> io::Result<()> {
                match form {
                    Form::Html => report::write(tournament, table, lang, out),
                    Form::Json => writeln!(out, "{}", export::json(tournament, table)),
                    Form::Text => out.write_all(export::text(tournament).as_bytes()),
                }
            };
            files::write_whole(path, write).map_err(|error| unwritten(path, &error))?;
        }
        Ok(())
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Message {
    let message = CANNOT_WRITE_FILE.message();
    message.with("file", path.display().to_string()).with("reason", error.to_string())
}

/// The result, also where a file of it could not be written.
pub fn told(text: String, ended: TournamentEnd, written: Result<(), Message>, lang: Lang) -> Answer {
    let unwritten = written.map_err(|message| complain(NAME, &message.render(lang))).is_err();
    match ended {
        TournamentEnd::Stopped => Answer::Interrupted(text),
        _ if unwritten => Answer::Unwell(text),
        _ => Answer::Text(text),
    }
}

/// Reads how many games are played at once.
pub fn at_once(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "it is no number of games at once: give a whole one from 1 on".to_owned())
}

fn form(path: &Path) -> Result<Form, Message> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase();
    match end.as_str() {
        "html" => Ok(Form::Html),
        "json" => Ok(Form::Json),
        "txt" => Ok(Form::Text),
        _ => {
            let message = FORMAT_UNKNOWN.message().with("file", path.display().to_string());
            Err(message.with("formats", "html, json, txt"))
        }
    }
}

/// A store in a file, or one that is gone with the program.
pub fn store(path: Option<&Path>) -> Result<Store, Message> {
    path.map_or_else(Store::in_memory, Store::open)
}

/// Who plays the games of a plan, and where what programs write to standard error goes.
pub struct Players {
    /// They themselves.
    pub pool: PlayerPool,
    logs: PathBuf,
    /// Where people play.
    desk: Option<Desk>,
    /// Ends what bots leave running, while they play.
    _orphans: Option<OrphanAdoption>,
}

impl Players {
    /// Those of a plan. Their logs are beside its database, if it has one. People who
    /// leave raise the flag.
    pub fn of(
        registry: &Registry,
        plan: &Plan,
        db: Option<&Path>,
        stop: &Stop,
        lang: Lang,
    ) -> Result<Self, Message> {
        let desk = Desk::of(registry, plan, stop, lang)?;
        let people = desk.clone().map(|desk| -> PromptFactory { Arc::new(move || Box::new(desk.clone())) });
        let logs = db.map_or_else(passing, |db| db.with_extension("logs"));
        let settings = Settings { log_directory: Some(logs.clone()), ..Settings::default() };
        // Without support by the system, only the process group of each bot is ended.
        let orphans = adopt_orphans().ok();
        let pool = PlayerPool::for_plan(*registry, plan, settings, people)?;
        Ok(Self { pool, logs, desk, _orphans: orphans })
    }

    /// How many games at once, where nothing else is said: people play one.
    pub fn concurrency(&self, asked: Option<NonZeroUsize>, plan: Option<usize>) -> usize {
        let most = if self.desk.is_some() { 1 } else { 256 };
        asked.map(NonZeroUsize::get).or(plan).unwrap_or(1).clamp(1, most)
    }

    /// Shows people how a game ended.
    pub fn over(&self, game: &StoredGame) {
        if let Some(desk) = &self.desk {
            desk.over(game);
        }
    }

    /// Where the logs are, if there are any.
    pub fn logged(&self) -> Option<Message> {
        let directory = self.logs.is_dir().then(|| self.logs.display().to_string())?;
        Some(phrases::LOGS.message().with("directory", directory))
    }
}

/// A directory that nobody else has or can foresee.
fn passing() -> PathBuf {
    let number = RandomState::new().hash_one(std::process::id());
    std::env::temp_dir().join(format!("plateau-{number:016x}.logs"))
}

/// Who lost a game by a fault, and by which.
pub fn at_fault(plan: &Plan, game: &StoredGame) -> Option<Message> {
    let (side, fault) = game.fault()?;
    let player = plan.players[game.players[side.index()]].name.as_str();
    let number = 2 * game.pair + u64::from(game.game) + 1;
    Some(
        phrases::AT_FAULT
            .message()
            .with("number", number)
            .with("player", player)
            .with("fault", fault.message()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_tell_their_form() {
        assert_eq!(form(Path::new("a/report.HTML")), Ok(Form::Html));
        let refused = form(Path::new("games.pgn")).unwrap_err().to_string();
        assert_eq!(refused, "the name 'games.pgn' tells no format; there are html, json, txt");
    }
}
