//! The journal of a build of a book, as a file.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use plateau_search::book::journal::{self, Journal};

/// An append-only file of evaluated positions. A process that is killed loses at most the position that it
/// was writing.
pub struct JournalFile {
    file: File,
    path: PathBuf,
}

impl JournalFile {
    /// Opens the journal of a folder, which is created if needed, and returns what it holds. A damaged tail
    /// is cut off.
    pub fn open(folder: &Path, fingerprint: u64) -> Result<(Self, Journal), String> {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let path = folder.join("positions.journal");
        let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(in_file(&error)),
        };
        let journal = Journal::read(&bytes, fingerprint).map_err(|error| {
            in_file(&format_args!("{error}: it was built for another game or with other settings"))
        })?;
        let mut file =
            OpenOptions::new().create(true).append(true).open(&path).map_err(|error| in_file(&error))?;
        let start = file.set_len(journal.bytes as u64).and_then(|()| match journal.bytes {
            0 => file.write_all(&journal::header(fingerprint)),
            _ => Ok(()),
        });
        start.map_err(|error| in_file(&error))?;
        Ok((Self { file, path }, journal))
    }

    /// Appends a position and waits until it is on the disk.
    pub fn append(&mut self, key: u64, content: [u8; 2]) -> Result<(), String> {
        let record = journal::record(key, content);
        let written = self.file.write_all(&record).and_then(|()| self.file.sync_data());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// Writes a book to a file: the whole book or nothing.
pub fn write_book(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes)
        .and_then(|()| fs::rename(&unfinished, path))
        .map_err(|error| format!("{}: {error}", path.display()))
}
