//! Backups of the database while the server writes to it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plateau_core::text::Argument;
use plateau_play::{ReportedError, io_error};
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use tempfile::TempPath;

use super::{StoreError, schema};
use crate::phrases;

/// Pages to copy between two other jobs: a few milliseconds.
const PAGES_PER_STEP: i32 = 256;

/// Copies the database into a new file of its directory, readable by its owner only. `between`
/// runs after each step, so that other jobs don't wait for the whole copy. Changes that it makes through
/// the connection are copied too.
pub fn copy(
    connection: &Connection,
    directory: &Path,
    mut between: impl FnMut(),
) -> Result<TempPath, StoreError> {
    let file = tempfile::Builder::new().prefix(schema::COPY_PREFIX).tempfile_in(directory);
    let file = file.map_err(|error| StoreError::Io(error.to_string()))?.into_temp_path();
    let mut target = Connection::open(&file)?;
    {
        let backup = Backup::new(connection, &mut target)?;
        while backup.step(PAGES_PER_STEP)? != StepResult::Done {
            between();
        }
    }
    // One file, without a log beside it.
    target.execute_batch("PRAGMA journal_mode = DELETE")?;
    target.close().map_err(|(_, error)| error)?;
    Ok(file)
}

/// Copies the database of a server that is not running to a new file.
pub fn backup_stopped(directory: &Path, file: &Path) -> Result<(), ReportedError> {
    let connection = schema::open_read_only(directory)?;
    write_backup(file, |new| {
        let mut target = Connection::open(new).map_err(io::Error::other)?;
        let backup = Backup::new(&connection, &mut target).map_err(io::Error::other)?;
        backup.run_to_completion(PAGES_PER_STEP, Duration::ZERO, None).map_err(io::Error::other)?;
        drop(backup);
        target.execute_batch("PRAGMA journal_mode = DELETE").map_err(io::Error::other)
    })
}

/// Writes a backup under another name, checks it, and names it when it is complete. An existing
/// file is not replaced.
pub fn write_backup(file: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), ReportedError> {
    let failure = |reason: Argument| {
        let message = phrases::BACKUP_FAILED.message().with("file", file.display().to_string());
        ReportedError::Write(message.with("reason", reason))
    };
    let io_failure = |error: io::Error| match error.get_ref() {
        Some(inner) => failure(inner.to_string().into()),
        None => failure(io_error::reason(&error).into()),
    };
    if file.try_exists().map_err(io_failure)? {
        return Err(io_failure(io::ErrorKind::AlreadyExists.into()));
    }
    let directory = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    // Another prefix than that of a server's copies, which are deleted when a server starts.
    let new = tempfile::Builder::new().prefix(".new-backup-").tempfile_in(directory).map_err(io_failure)?;
    write(new.path()).map_err(io_failure)?;
    schema::check_file(new.path()).map_err(failure)?;
    new.as_file().sync_all().map_err(io_failure)?;
    new.persist_noclobber(file).map_err(|error| io_failure(error.error))?;
    Ok(())
}
