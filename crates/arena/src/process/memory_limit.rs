//! Limits the memory of a program from its first instruction on.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, getrlimit};

/// Returns a command line in which a shell sets the limit and then executes the program.
pub fn limited_command(command: &[String], directory: Option<&Path>, bytes: u64) -> io::Result<Vec<String>> {
    let program = command.first().ok_or(ErrorKind::InvalidInput)?;
    // The shell would report a missing program only by its exit code.
    find_program(program, directory)?;
    // A hard limit cannot be raised.
    let bytes = getrlimit(Resource::As).maximum.map_or(bytes, |maximum| maximum.min(bytes));
    let shell = ["sh", "-c", "ulimit -v \"$0\" && exec \"$@\""].map(str::to_owned);
    Ok(shell.into_iter().chain([(bytes >> 10).to_string()]).chain(command.iter().cloned()).collect())
}

/// Checks that a program exists and is executable. Names with a slash are relative to
/// `directory`; others are searched in `PATH`.
pub fn find_program(program: &str, directory: Option<&Path>) -> io::Result<()> {
    if program.contains('/') {
        return check_executable(&directory.unwrap_or(Path::new("")).join(program));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates =
        std::env::split_paths(&path).map(|place: PathBuf| check_executable(&place.join(program)));
    if candidates.any(|found| found.is_ok()) { Ok(()) } else { Err(io::Error::from_raw_os_error(ENOENT)) }
}

/// "No such file or directory".
const ENOENT: i32 = 2;

fn check_executable(path: &Path) -> io::Result<()> {
    let metadata = fs::metadata(path)?;
    let executable = metadata.is_file() && metadata.permissions().mode() & 0o111 != 0;
    if executable { Ok(()) } else { Err(ErrorKind::PermissionDenied.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_programs_are_reported_before_the_start() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let shell = limited_command(&words("sh -x"), None, 64 << 20).unwrap();
        assert_eq!(shell[3..], words("65536 sh -x"));
        let error = |text: &str| limited_command(&words(text), None, 1 << 30).unwrap_err().kind();
        assert_eq!(error("no-such-bot"), ErrorKind::NotFound);
        assert_eq!(error("/no/such/bot"), ErrorKind::NotFound);
        assert_eq!(error("/proc/self/status"), ErrorKind::PermissionDenied);
    }
}
