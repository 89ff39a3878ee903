//! A disk that loses at a power cut the writes that were not synced.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use plateau_core::hash::mix2;

use crate::trace::{self, CALLS, Operation};

/// What a disk writes at once, in bytes.
const SECTOR: u64 = 512;

/// The files of the database.
const FILES: [&str; 3] = ["games.sqlite", "games.sqlite-wal", "games.sqlite-journal"];

/// The directory of a server, and a trace of what it writes there.
pub struct TracedDisk {
    directory: PathBuf,
    trace: PathBuf,
    /// The files as they were before the server started.
    before: BTreeMap<String, Vec<u8>>,
}

impl TracedDisk {
    /// Takes note of the files in a directory.
    pub fn new(directory: &Path) -> Self {
        let directory = directory.canonicalize().expect("a directory");
        let paths = FILES.map(|file| directory.join(file).display().to_string());
        let before = paths.into_iter().filter_map(|path| Some((path.clone(), fs::read(path).ok()?)));
        Self { before: before.collect(), trace: directory.join("trace"), directory }
    }

    /// Returns the command that traces a server.
    pub fn tracer(&self) -> Vec<String> {
        let mut command: Vec<String> =
            ["strace", "-D", "-f", "-y", "-xx", "-s", "10000000"].map(str::to_owned).into();
        command.extend(["-o".to_owned(), self.trace.display().to_string()]);
        command.extend(["-e".to_owned(), format!("trace={CALLS}")]);
        for path in FILES.map(|file| self.directory.join(file)).iter().chain([&self.directory]) {
            command.extend(["-P".to_owned(), path.display().to_string()]);
        }
        command
    }

    /// Replaces the files of a killed server by what a power cut leaves of them.
    pub fn cut_power(self) {
        let mut trace = String::new();
        // The tracer ends after the server.
        while !trace.trim_end().ends_with("+++ killed by SIGKILL +++") {
            thread::sleep(Duration::from_millis(5));
            trace = fs::read_to_string(&self.trace).unwrap_or_default();
        }
        let operations = trace::read(&trace);
        let directory = self.directory.display().to_string();
        let left = after_power_cut(self.before, &directory, &operations, trace.len() as u64);
        for path in FILES.map(|file| self.directory.join(file)) {
            let _ = fs::remove_file(path);
        }
        for (path, content) in left {
            fs::write(path, content).expect("a file");
        }
        fs::remove_file(self.trace).expect("a trace");
    }
}

/// Returns the files after a power cut. What was done to a file before its last sync is there; the rest
/// is there in part, sector by sector, chosen by `seed`.
fn after_power_cut(
    before: BTreeMap<String, Vec<u8>>,
    directory: &str,
    operations: &[Operation],
    seed: u64,
) -> BTreeMap<String, Vec<u8>> {
    let last_sync = |path: &str| {
        operations
            .iter()
            .rposition(|operation| matches!(operation, Operation::Sync(synced) if synced == path))
    };
    let mut dice = seed;
    // Nothing is left of what was not synced, or all of it, or a part.
    let share = mix2(seed, 0) % 5;
    let mut is_lost = || {
        dice = mix2(dice, 1);
        dice % 4 >= share
    };
    let mut files = before;
    let mut deleted = BTreeSet::new();
    for (number, operation) in operations.iter().enumerate() {
        let is_synced = |path: &str| last_sync(path).is_some_and(|last| last > number);
        match operation {
            Operation::Sync(_) => {}
            Operation::Create(path) => {
                if is_synced(directory) || !is_lost() {
                    files.entry(path.clone()).or_default();
                    deleted.remove(path);
                } else if !files.contains_key(path) {
                    deleted.insert(path.clone());
                }
            }
            Operation::Delete(path) => {
                if is_synced(directory) || !is_lost() {
                    files.remove(path);
                }
            }
            Operation::Truncate(path, length) => {
                if is_synced(path) || !is_lost() {
                    files.entry(path.clone()).or_default().resize(*length as usize, 0);
                }
            }
            Operation::Write(path, start, data) => {
                let file = files.entry(path.clone()).or_default();
                let mut at = 0;
                while at < data.len() {
                    let place = *start as usize + at;
                    let length = (SECTOR as usize - place % SECTOR as usize).min(data.len() - at);
                    if is_synced(path) || !is_lost() {
                        file.resize(file.len().max(place + length), 0);
                        file[place..place + length].copy_from_slice(&data[at..at + length]);
                    }
                    at += length;
                }
            }
        }
    }
    files.retain(|path, _| !deleted.contains(path));
    files
}
