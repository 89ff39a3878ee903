//! A limit of memory that holds from the first instruction of a program on.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, getrlimit};

/// The command line by which a shell limits itself and becomes the program.
pub fn command(command: &[String], directory: Option<&Path>, bytes: u64) -> io::Result<Vec<String>> {
    let program = command.first().ok_or(ErrorKind::InvalidInput)?;
    // The shell would tell this by its exit code alone.
    find(program, directory)?;
    // A limit can't be raised again, not even to a greater one.
    let bytes = getrlimit(Resource::As).maximum.map_or(bytes, |most| most.min(bytes));
    let shell = ["sh", "-c", "ulimit -v \"$0\" && exec \"$@\""].map(str::to_owned);
    Ok(shell.into_iter().chain([(bytes >> 10).to_string()]).chain(command.iter().cloned()).collect())
}

/// Finds a program where the system would, seen from a directory; else why not.
pub fn find(program: &str, directory: Option<&Path>) -> io::Result<()> {
    if program.contains('/') {
        return executable(&directory.unwrap_or(Path::new("")).join(program));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|place: PathBuf| executable(&place.join(program)));
    if places.any(|found| found.is_ok()) { Ok(()) } else { Err(io::Error::from_raw_os_error(NO_ENTRY)) }
}

/// The number of the error that there is no such file.
const NO_ENTRY: i32 = 2;

fn executable(path: &Path) -> io::Result<()> {
    let about = fs::metadata(path)?;
    let may = about.is_file() && about.permissions().mode() & 0o111 != 0;
    if may { Ok(()) } else { Err(ErrorKind::PermissionDenied.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_told_before_it_is_started() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let shell = command(&words("sh -x"), None, 64 << 20).unwrap();
        assert_eq!(shell[3..], words("65536 sh -x"));
        let missing = |text: &str| command(&words(text), None, 1 << 30).unwrap_err().kind();
        assert_eq!(missing("no-such-bot"), ErrorKind::NotFound);
        assert_eq!(missing("/no/such/bot"), ErrorKind::NotFound);
        assert_eq!(missing("/proc/self/status"), ErrorKind::PermissionDenied);
    }
}
