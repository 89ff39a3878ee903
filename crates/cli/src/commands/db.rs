//! `plateau db`: the database of a server's games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plateau_console::output::Output;
use plateau_core::Lang;
use plateau_play::ReportedError;

use crate::commands::serve::games_directory;
use crate::server_admin::RunningServer;

/// Back up the games of a server, also while it runs
///
/// Writes a copy of the database of games to a new file. To restore it, stop the server, delete
/// games.sqlite-wal and games.sqlite-shm in its directory, and put the file in the place of
/// games.sqlite.
#[derive(Debug, Args)]
pub struct Db {
    /// What to do
    action: Action,
    /// File to write
    file: PathBuf,
    /// Directory of the games [default: that of plateau serve]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// What to do with a database.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Action {
    /// Copy the database to a new file
    Backup,
}

/// Returns examples for the help text.
pub fn examples() -> Vec<String> {
    vec!["plateau db backup games-backup.sqlite".to_owned()]
}

impl Db {
    /// Runs the command. A running server makes the copy itself: its database is locked.
    pub fn run(self, lang: Lang) -> Result<Output, ReportedError> {
        let data = games_directory(self.data)?;
        match self.action {
            Action::Backup => match RunningServer::find(&data, lang)? {
                Some(server) => server.backup(&self.file)?,
                None => plateau_server::backup_stopped(&data, &self.file)?,
            },
        }
        Ok(Output::from(String::new()))
    }
}
