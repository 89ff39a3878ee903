//! The finished work of a training, in a directory beside the file of the net.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use plateau_console::files;
use plateau_console::output::cannot_write;
use plateau_core::Message;
use plateau_learn::Storage;
use plateau_learn::training::generation_file;
use plateau_play::ReportedError;

use super::phrases;

/// The file that keeps a second program from the directory.
const LOCK: &str = "lock";

/// Returns whether a training stores a file of this name.
fn is_own(name: &str) -> bool {
    let is_numbered = ["games-", "generation-"].iter().any(|start| name.starts_with(start));
    is_numbered || ["settings", "unfinished", LOCK].contains(&name)
}

/// The checkpoint directory of a training.
pub struct Checkpoints {
    directory: PathBuf,
    /// Locked as long as the training runs.
    #[expect(dead_code, reason = "closing the file unlocks it")]
    lock: File,
    /// Why a file could not be written.
    unwritten: Option<ReportedError>,
}

impl Checkpoints {
    /// Opens the checkpoint directory `FILE.partial`, creating it if needed. Fails if it holds a
    /// training and `resume` is false; a training stores its settings first.
    pub fn open(net: &Path, resume: bool) -> Result<Self, ReportedError> {
        let mut directory = net.as_os_str().to_owned();
        directory.push(".partial");
        let directory = PathBuf::from(directory);
        if directory.join("settings").exists() && !resume {
            let message = phrases::IN_PROGRESS.message();
            return Err(message.with("directory", directory.display().to_string()).into());
        }
        let cannot_write = |error| cannot_write(&directory, &error);
        fs::create_dir_all(&directory).map_err(cannot_write)?;
        let lock = File::create(directory.join(LOCK)).map_err(cannot_write)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { directory, lock, unwritten: None }),
            Err(TryLockError::WouldBlock) => {
                let message = phrases::IN_USE.message().with("file", net.display().to_string());
                Err(message.into())
            }
            Err(TryLockError::Error(error)) => Err(cannot_write(error)),
        }
    }

    /// Deletes the files of a finished training, and the directory if nothing else is in it. What cannot
    /// be deleted can be by hand. If there are later generations, all stay: the training was longer once.
    pub fn remove(self, generations: u32) {
        if self.load(&generation_file(generations + 1)).is_none() {
            for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
                if is_own(&entry.file_name().to_string_lossy()) {
                    let _ = fs::remove_file(entry.path());
                }
            }
            let _ = fs::remove_dir(&self.directory);
        }
    }

    /// Returns the error of a training that failed with a message: of the file that could not
    /// be written, if that was the reason.
    pub fn failure(&mut self, message: Message) -> ReportedError {
        self.unwritten.take().unwrap_or_else(|| message.into())
    }
}

impl Storage for Checkpoints {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.directory.join(name)).ok()
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<(), Message> {
        let path = self.directory.join(name);
        files::write_atomic(&path, |out| out.write_all(bytes)).map_err(|error| {
            let error = cannot_write(&path, &error);
            self.unwritten = Some(error.clone());
            error.into()
        })
    }
}
