//! The finished parts of a training, in a directory beside the file of the net.

use std::fs;
use std::path::{Path, PathBuf};

use plateau_console::files;
use plateau_console::output::cannot_write;
use plateau_core::Message;
use plateau_learn::Storage;

use super::phrases;

/// A directory of parts.
pub struct Parts(PathBuf);

impl Parts {
    /// Opens the directory of a net, `FILE.partial`, and creates it where there is none. An
    /// existing one is refused unless the training is to be continued.
    pub fn open(net: &Path, resume: bool) -> Result<Self, Message> {
        let mut name = net.as_os_str().to_owned();
        name.push(".partial");
        let directory = PathBuf::from(name);
        if directory.exists() && !resume {
            return Err(phrases::IN_PROGRESS.message().with("directory", directory.display().to_string()));
        }
        fs::create_dir_all(&directory).map_err(|error| cannot_write(&directory, &error))?;
        Ok(Self(directory))
    }

    /// Deletes the directory. If that fails, it can still be deleted by hand.
    pub fn remove(self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Storage for Parts {
    fn load(&self, part: &str) -> Option<Vec<u8>> {
        fs::read(self.0.join(part)).ok()
    }

    fn save(&mut self, part: &str, bytes: &[u8]) -> Result<(), Message> {
        let path = self.0.join(part);
        files::write_atomic(&path, |out| out.write_all(bytes)).map_err(|error| cannot_write(&path, &error))
    }
}
