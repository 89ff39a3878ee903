//! The journal of a build of a book, as a file.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use plateau_search::book::BookError;
use plateau_search::book::journal::{self, Journal};

/// An append-only file of evaluated positions. A process that is killed loses at most the position that it
/// was writing.
pub struct JournalFile {
    file: File,
    path: PathBuf,
}

impl JournalFile {
    /// Opens the journal of a folder, which is created if needed, and returns what it holds. An incomplete
    /// record at the end is cut off.
    pub fn open(folder: &Path, fingerprint: u64) -> Result<(Self, Journal), String> {
        fs::create_dir_all(folder).map_err(|error| in_file(folder, &error))?;
        let journal = Self::read(folder, fingerprint)?;
        let path = path_in(folder);
        let open = || {
            let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
            file.set_len(journal.bytes as u64)?;
            if journal.bytes == 0 {
                file.write_all(&journal::header(fingerprint))?;
            }
            Ok(file)
        };
        let file = open().map_err(|error: std::io::Error| in_file(&path, &error))?;
        Ok((Self { file, path }, journal))
    }

    /// Returns what the journal of a folder holds, also while another process writes it.
    pub fn read(folder: &Path, fingerprint: u64) -> Result<Journal, String> {
        let path = path_in(folder);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(in_file(&path, &error)),
        };
        Journal::read(&bytes, fingerprint).map_err(|error| match error {
            BookError::OtherGame => {
                in_file(&path, &"it is of another game, other settings or another version of the engine")
            }
            _ => in_file(&path, &"not a journal of Plateau"),
        })
    }

    /// Appends a position and waits until it is on the disk.
    pub fn append(&mut self, key: u64, content: [u8; 2]) -> Result<(), String> {
        let record = journal::record(key, content);
        let written = self.file.write_all(&record).and_then(|()| self.file.sync_data());
        written.map_err(|error| in_file(&self.path, &error))
    }
}

/// Writes a book to a file: the whole book or nothing.
pub fn write_book(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let unfinished = path.with_extension("unfinished");
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    write().map_err(|error: std::io::Error| {
        // What is left of it is of no use; the first error is the one to report.
        let _ = fs::remove_file(&unfinished);
        in_file(path, &error)
    })
}

fn path_in(folder: &Path) -> PathBuf {
    folder.join("positions.journal")
}

fn in_file(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}
