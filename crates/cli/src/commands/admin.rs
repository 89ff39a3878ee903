//! `plateau admin`: administration of a running server.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plateau_console::output::Output;
use plateau_core::Lang;
use plateau_play::ReportedError;
use serde_json::Value as Json;

use crate::commands::serve::games_directory;
use crate::phrases;
use crate::server_admin::RunningServer;

/// List, end or delete the games of a running server
///
/// The server is found through its directory, whose owner may administer it.
#[derive(Debug, Args)]
pub struct Admin {
    /// What to do with games
    action: Action,
    /// Id of the game, to end or to delete it
    #[arg(value_name = "ID", required_if_eq_any = [("action", "delete"), ("action", "close")])]
    id: Option<String>,
    /// Directory of the games [default: that of plateau serve]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// What to do with the games of a server.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Action {
    /// List the games, the latest change first
    List,
    /// Delete a game
    Delete,
    /// End a game as a draw
    Close,
}

/// Returns examples for the help text.
pub fn examples() -> Vec<String> {
    vec!["plateau admin list".to_owned(), "plateau admin delete 0123456789abcdef0123".to_owned()]
}

impl Admin {
    /// Runs the command.
    pub fn run(self, lang: Lang) -> Result<Output, ReportedError> {
        let data = games_directory(self.data)?;
        let Some(server) = RunningServer::find(&data, lang)? else {
            let message = phrases::NO_RUNNING_SERVER.message();
            return Err(message.with("directory", data.display().to_string()).into());
        };
        let id = self.id.unwrap_or_default();
        // Part of a path: an id has only letters and digits.
        if !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(phrases::BAD_GAME_ID.message().with("id", id).into());
        }
        let text = match self.action {
            Action::List => list(&server)?,
            Action::Delete => server.json("DELETE", &format!("games/{id}")).map(|_| String::new())?,
            Action::Close => server.json("POST", &format!("games/{id}/close")).map(|_| String::new())?,
        };
        Ok(Output::from(text))
    }
}

/// Lists all games, part by part.
fn list(server: &RunningServer) -> Result<String, ReportedError> {
    let mut text = String::new();
    let mut path = "games".to_owned();
    loop {
        let part = server.json("GET", &path)?;
        text += &format_list(&part);
        let Some(next) = part["next"].as_str() else { return Ok(text) };
        path = format!("games?after={next}");
    }
}

/// Formats a list of games: id, game, revision, and whether each is over, open or damaged.
fn format_list(answer: &Json) -> String {
    let mut text = String::new();
    for game in answer["games"].as_array().into_iter().flatten() {
        let word = |name: &str| game[name].as_str().unwrap_or("?").to_owned();
        let flag = |name: &'static str| if game[name] == true { name } else { "-" };
        let (id, name, revision) = (word("id"), word("game"), &game["revision"]);
        let _ = writeln!(text, "{id}  {name}  {revision}  {}  {}", flag("over"), flag("open"));
    }
    for game in answer["damaged"].as_array().into_iter().flatten() {
        let word = |name: &str| game[name].as_str().unwrap_or("?").to_owned();
        let _ = writeln!(text, "{}  damaged: {}", word("id"), word("reason"));
    }
    text
}
