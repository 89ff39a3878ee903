//! The finished work of a training, in a directory beside the file of the net.

use std::fs;
use std::path::{Path, PathBuf};

use plateau_console::files;
use plateau_console::output::cannot_write;
use plateau_core::Message;
use plateau_learn::Storage;
use plateau_learn::training::generation_file;
use plateau_play::ReportedError;

use super::phrases;

/// The checkpoint directory of a training.
pub struct Checkpoints {
    directory: PathBuf,
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
        fs::create_dir_all(&directory).map_err(|error| cannot_write(&directory, &error))?;
        Ok(Self { directory, unwritten: None })
    }

    /// Deletes the directory of a finished training. If that fails, it can still be deleted by hand. A
    /// directory with later generations stays: the training was longer once.
    pub fn remove(self, generations: u32) {
        if self.load(&generation_file(generations + 1)).is_none() {
            let _ = fs::remove_dir_all(&self.directory);
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
