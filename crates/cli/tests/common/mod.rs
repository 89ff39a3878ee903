//! What several tests need.

use std::fs;
use std::path::{Path, PathBuf};

/// A directory of a test's own, gone when it is dropped.
pub struct Directory(pub PathBuf);

impl Directory {
    /// Made anew under a name that no other test has.
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    /// The path of a file in it.
    #[allow(dead_code, reason = "not every test names files")]
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
