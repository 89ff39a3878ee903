//! Atomic writes: a reader sees the old file or the new one, never a part of it.

use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The longest chain of symbolic links that is followed, as on Linux.
const MAX_LINKS: usize = 40;

/// Writes a temporary file in the same directory and renames it when it is complete. What
/// is not a regular file, such as `/dev/null`, is written to directly.
pub fn write_atomic(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    replace(path, write, |_| ())
}

/// Like [`write_atomic`], for output that takes long: a signal that ends the program
/// removes the temporary file.
pub fn write_interruptible(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    replace(path, write, cleanup::on_signal)
}

fn replace<G>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    guard: impl FnOnce(&Path) -> G,
) -> io::Result<()> {
    let path = resolve_links(path)?;
    let existing = fs::metadata(&path).ok();
    if is_descriptor(&path) || existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        let mut out = BufWriter::new(OpenOptions::new().append(true).open(&path)?);
        write(&mut out)?;
        return out.flush();
    }
    let temporary = temporary_beside(&path)?;
    let _guard = guard(temporary.path());
    if let Some(existing) = existing {
        temporary.as_file().set_permissions(existing.permissions())?;
    }
    let mut out = BufWriter::new(temporary);
    write(&mut out)?;
    let temporary = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    temporary.persist(&path).map(drop).map_err(|error| error.error)
}

/// Checks whether a file could be written, as far as this can be known in advance.
pub fn can_write(path: &Path) -> io::Result<()> {
    let path = resolve_links(path)?;
    if is_descriptor(&path) || fs::metadata(&path).is_ok_and(|existing| !existing.is_file()) {
        return OpenOptions::new().append(true).open(&path).map(drop);
    }
    temporary_beside(&path).map(drop)
}

/// Follows symbolic links, so that their target is replaced and not the link. The target
/// need not exist.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) if !is_descriptor(&path) => path = path.with_file_name("").join(target),
            _ => return Ok(path),
        }
    }
    // The system reports the loop.
    fs::metadata(&path).map(|_| path)
}

/// Returns whether a path names an open descriptor of this process.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd"].iter().any(|directory| path.parent() == Some(Path::new(directory)))
}

/// Returns whether a path names standard output.
pub fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Creates a hidden temporary file in the directory of a file.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Default mode of new files; the umask applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(directory.unwrap_or(Path::new("."))).map_err(without_path)
}

/// Removes the path of the temporary file from an error: the user never named that file.
fn without_path(error: io::Error) -> io::Error {
    // `tempfile` wraps the error of the system together with the path.
    let mut source: Option<&(dyn Error + 'static)> = error.get_ref().map(|inner| inner as _);
    while let Some(inner) = source {
        if let Some(code) = inner.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error) {
            return io::Error::from_raw_os_error(code);
        }
        source = inner.source();
    }
    io::Error::from(error.kind())
}

/// Removal of a file when a signal ends the program.
#[cfg(unix)]
mod cleanup {
    use std::fs;
    use std::path::Path;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};
    use signal_hook::low_level::emulate_default_handler;

    /// Handles signals until it is dropped.
    pub struct Guard(Option<Handle>);

    /// Removes a file on a signal, which then has its usual effect. If no handler can be
    /// installed, the file stays.
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

/// Systems without signals have nothing to clean up after.
#[cfg(not(unix))]
mod cleanup {
    pub fn on_signal(_: &std::path::Path) {}
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn names(directory: &TempDir) -> Vec<OsString> {
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_is_replaced_only_when_the_new_one_is_complete() {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("board.svg");
        fs::write(&path, "old").unwrap();
        write_atomic(&path, |out| {
            out.write_all(b"new")?;
            out.flush()?;
            assert_eq!(fs::read(&path)?, b"old", "replaced too early");
            Ok(())
        })
        .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(&directory), ["board.svg"]);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_temporary_one() {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("board.svg");
        fs::write(&path, "old").unwrap();
        let failed = write_atomic(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(&directory), ["board.svg"]);
    }

    #[test]
    fn errors_do_not_name_the_temporary_file() {
        let directory = TempDir::new().unwrap();
        let error = can_write(&directory.path().join("none/board.svg")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains("board.svg"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_are_not_replaced() {
        let directory = TempDir::new().unwrap();
        let file = |name: &str| directory.path().join(name);
        fs::write(file("real"), "old").unwrap();
        std::os::unix::fs::symlink(file("real"), file("link")).unwrap();
        write_atomic(&file("link"), |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(file("link")).unwrap().is_symlink());
        assert_eq!(fs::read(file("real")).unwrap(), b"new");
        std::os::unix::fs::symlink("target", file("dangling")).unwrap();
        write_atomic(&file("dangling"), |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(file("dangling")).unwrap().is_symlink());
        assert_eq!(fs::read(file("target")).unwrap(), b"new", "the target of the link is created");
        std::os::unix::fs::symlink(file("loop"), file("loop")).unwrap();
        assert!(write_atomic(&file("loop"), |out| out.write_all(b"new")).is_err());
        write_atomic(Path::new("/dev/null"), |out| out.write_all(b"new")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt;

        let directory = TempDir::new().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let path = directory.path().join("game.txt");
        fs::write(&path, "old").unwrap();
        let usual = mode(&path);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write_atomic(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), mode(&path)), (&b"new"[..], 0o600));
        let path = directory.path().join("new.txt");
        write_atomic(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(mode(&path), usual, "a new file has the usual permissions");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn descriptors_are_appended_to() {
        use std::os::fd::AsRawFd;

        let directory = TempDir::new().unwrap();
        let path = directory.path().join("log");
        fs::write(&path, "log ").unwrap();
        let log = OpenOptions::new().append(true).open(&path).unwrap();
        let descriptor = PathBuf::from(format!("/dev/fd/{}", log.as_raw_fd()));
        write_atomic(&descriptor, |out| out.write_all(b"more")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"log more");
    }
}
