//! Files that are whole or not there: a reader never sees half of one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How many links lead to a file at most.
const LINKS: usize = 40;

/// How many names beside a file are tried: another process may have left some.
const NAMES: usize = 100;

/// Writes a file beside its place and moves it there when it is whole. A place
/// that is no plain file, such as `/dev/null`, is written to directly.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    replace(path, write, |_| ())
}

/// The same for what may take long: a signal that ends the program leaves nothing
/// behind.
pub fn write_long(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    replace(path, write, cleared::on_signal)
}

fn replace<G>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    guard: impl FnOnce(&Path) -> G,
) -> io::Result<()> {
    let path = followed(path)?;
    let found = fs::metadata(&path).ok();
    if is_descriptor(&path) || found.as_ref().is_some_and(|found| !found.is_file()) {
        // What was written there before stays.
        let mut out = BufWriter::new(OpenOptions::new().append(true).open(&path)?);
        write(&mut out)?;
        return out.flush();
    }
    let (beside, file) = beside(&path)?;
    let guard = guard(&beside);
    let permissions = found.map_or(Ok(()), |found| file.set_permissions(found.permissions()));
    let mut out = BufWriter::new(file);
    let done = permissions
        .and_then(|()| write(&mut out))
        .and_then(|()| out.flush())
        .and_then(|()| fs::rename(&beside, &path));
    if done.is_err() {
        // What is left of it is of no use; the error that matters is told.
        let _ = fs::remove_file(&beside);
    }
    drop(guard);
    done
}

/// Whether a file could be written, as far as that is known before it is.
pub fn can_write(path: &Path) -> io::Result<()> {
    let path = followed(path)?;
    if is_descriptor(&path) || fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        return OpenOptions::new().append(true).open(&path).map(|_| ());
    }
    let (beside, _) = beside(&path)?;
    fs::remove_file(beside)
}

/// Where links lead, whether or not there is a file. A link stays a link: what it
/// leads to is replaced.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(target) if !is_descriptor(&path) => path = path.with_file_name("").join(target),
            _ => return Ok(path),
        }
    }
    // The system says what is wrong with so many.
    fs::metadata(&path).map(|_| path)
}

/// Whether a path is a descriptor of this process, whatever it leads to.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd"].iter().any(|directory| path.parent() == Some(Path::new(directory)))
}

/// Whether a path stands for standard output.
pub fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// A new file of our own in the same directory.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..NAMES {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{number}.tmp", std::process::id()));
        let beside = path.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

/// Removing a file when a signal ends the program.
#[cfg(unix)]
mod cleared {
    use std::fs;
    use std::path::Path;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};
    use signal_hook::low_level::emulate_default_handler;

    /// Waits for signals as long as it is kept.
    pub struct Guard(Option<Handle>);

    /// Removes a file on a signal, which then does what it always does. Where that
    /// can't be arranged, the file stays.
    pub fn on_signal(path: &Path) -> Guard {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return Guard(None) };
        let (handle, path) = (signals.handle(), path.to_owned());
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let _ = fs::remove_file(&path);
                let _ = emulate_default_handler(signal);
            }
        });
        Guard(Some(handle))
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            if let Some(handle) = &self.0 {
                handle.close();
            }
        }
    }
}

/// Other systems send no signals.
#[cfg(not(unix))]
mod cleared {
    pub fn on_signal(_: &std::path::Path) {}
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
        let (dangling, there) = (directory.join("dangling"), directory.join("there"));
        std::os::unix::fs::symlink("there", &dangling).unwrap();
        write_whole(&dangling, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(fs::read(&there).unwrap(), b"new", "where the link leads");
        let round = directory.join("round");
        std::os::unix::fs::symlink(&round, &round).unwrap();
        assert!(write_whole(&round, |out| out.write_all(b"new")).is_err());
        write_whole(Path::new("/dev/null"), |out| out.write_all(b"new")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        fs::remove_dir_all(&directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay_and_old_leavings_are_no_hindrance() {
        use std::os::unix::fs::PermissionsExt;

        let directory = directory("permissions");
        let path = directory.join("game.txt");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(directory.join(format!(".game.txt.{}-0.tmp", std::process::id())), "left").unwrap();
        write_whole(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_dir_all(&directory).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_descriptor_is_added_to() {
        use std::os::fd::AsRawFd;

        let directory = directory("descriptor");
        let path = directory.join("log");
        fs::write(&path, "log ").unwrap();
        let log = OpenOptions::new().append(true).open(&path).unwrap();
        let descriptor = PathBuf::from(format!("/dev/fd/{}", log.as_raw_fd()));
        write_whole(&descriptor, |out| out.write_all(b"more")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"log more");
        fs::remove_dir_all(&directory).unwrap();
    }
}
