//! The token of the administrator, in a file of the data directory that only its owner can
//! read: those who can read the games can administer them.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use plateau_play::{ReportedError, io_error};

use crate::{phrases, tokens};

/// The name of the file in the data directory.
const FILE: &str = "admin-token";

/// Reads the token of a data directory.
pub fn read(directory: &Path) -> io::Result<String> {
    let token = fs::read_to_string(directory.join(FILE))?.trim().to_owned();
    if token.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(token) }
}

/// Reads the token of a data directory; creates one if there is none.
pub(crate) fn load_or_create(directory: &Path) -> Result<String, ReportedError> {
    match read(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(directory),
        result => result,
    }
    .map_err(|error| {
        let file = directory.join(FILE).display().to_string();
        let message = phrases::NO_ADMIN_TOKEN.message().with("file", file);
        ReportedError::Write(message.with("reason", io_error::reason(&error)))
    })
}

fn create(directory: &Path) -> io::Result<String> {
    let token = tokens::new_token().map_err(io::Error::other)?;
    let mut options = fs::OpenOptions::new();
    options.create(true).write(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(directory.join(FILE))?;
    writeln!(file, "{token}")?;
    file.sync_all()?;
    Ok(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_created_once_for_its_owner_only() {
        let directory = tempfile::tempdir().unwrap();
        let token = load_or_create(directory.path()).unwrap();
        assert_eq!(load_or_create(directory.path()).unwrap(), token);
        assert_eq!(read(directory.path()).unwrap(), token);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(directory.path().join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(directory.path().join(FILE), "").unwrap();
        assert_ne!(load_or_create(directory.path()).unwrap(), "", "an emptied file gets a new token");
    }
}
