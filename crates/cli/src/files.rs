//! Files that are whole or not there: a reader never sees half of one.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside its place and moves it there when it is whole. A place
/// that is no plain file, such as `/dev/null`, is written to directly.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        let mut out = BufWriter::new(OpenOptions::new().write(true).open(&path)?);
        write(&mut out)?;
        return out.flush();
    }
    let beside = beside(&path)?;
    let file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
    let mut out = BufWriter::new(file);
    let done = write(&mut out).and_then(|()| out.flush()).and_then(|()| fs::rename(&beside, &path));
    if done.is_err() {
        // What is left of it is of no use; the error that matters is told.
        let _ = fs::remove_file(&beside);
    }
    done
}

/// A name of our own in the same directory.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("plateau-files-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        path
    }

    fn names(directory: &Path) -> Vec<OsString> {
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_is_replaced_when_the_new_one_is_whole() {
        let directory = directory("whole");
        let path = directory.join("board.svg");
        fs::write(&path, "old").unwrap();
        write_whole(&path, |out| {
            out.write_all(b"new")?;
            out.flush()?;
            assert_eq!(fs::read(&path)?, b"old", "until it is whole");
            Ok(())
        })
        .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(&directory), ["board.svg"]);
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_failure_leaves_everything_as_it_was() {
        let directory = directory("failure");
        let path = directory.join("board.svg");
        fs::write(&path, "old").unwrap();
        let failed = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(&directory), ["board.svg"]);
        fs::remove_dir_all(&directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let directory = directory("links");
        let (path, link) = (directory.join("real"), directory.join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_whole(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        write_whole(Path::new("/dev/null"), |out| out.write_all(b"new")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        fs::remove_dir_all(&directory).unwrap();
    }
}
