//! The address of the running server, in a file of the data directory: commands that administer
//! the server find it there. The server holds a lock on the file, which the system removes with the
//! process: after a crash, another program may listen on the port, and must not get the admin token.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::{fs, io};

use plateau_play::{ReportedError, io_error};

use crate::phrases;

/// The name of the file in the data directory.
const FILE: &str = "address";

/// The file, which is locked, and deleted with the value.
#[derive(Debug)]
pub struct AddressFile {
    path: PathBuf,
    _locked: File,
}

impl AddressFile {
    /// Writes the address of a server, and locks the file. It replaces that of a server that was
    /// killed.
    pub fn write(directory: &Path, address: SocketAddr) -> Result<Self, ReportedError> {
        let path = directory.join(FILE);
        let locked = write_locked(&path, address).map_err(|error| {
            let message = phrases::DATA_NOT_WRITABLE.message();
            let message = message.with("directory", directory.display().to_string());
            ReportedError::Write(message.with("reason", io_error::reason(&error)))
        })?;
        Ok(Self { path, _locked: locked })
    }
}

fn write_locked(path: &Path, address: SocketAddr) -> io::Result<File> {
    // A new file: nobody can have opened it before only its owner may.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.lock()?;
    writeln!(file, "{address}")?;
    Ok(file)
}

impl Drop for AddressFile {
    fn drop(&mut self) {
        // A file that stays is no longer locked.
        let _ = fs::remove_file(&self.path);
    }
}

/// Reads the address at which the server of a data directory is reached from this machine. Fails if no
/// server is running.
pub fn read(directory: &Path) -> io::Result<SocketAddr> {
    let mut file = File::open(directory.join(FILE))?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Error(error)) => return Err(error),
        Ok(()) => return Err(io::Error::other("the server has ended")),
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let mut address: SocketAddr = text.trim().parse().map_err(io::Error::other)?;
    if address.ip().is_unspecified() {
        let is_ipv4 = address.is_ipv4();
        address.set_ip(if is_ipv4 { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_there_while_the_server_runs() {
        let directory = tempfile::tempdir().unwrap();
        for (bound, reached) in
            [("127.0.0.1:80", "127.0.0.1:80"), ("0.0.0.0:81", "127.0.0.1:81"), ("[::]:82", "[::1]:82")]
        {
            let file = AddressFile::write(directory.path(), bound.parse().unwrap()).unwrap();
            assert_eq!(read(directory.path()).unwrap().to_string(), reached);
            drop(file);
            assert!(read(directory.path()).is_err());
        }
    }

    #[test]
    fn the_address_of_a_server_that_was_killed_is_not_believed() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(FILE);
        fs::write(&file, "127.0.0.1:80\n").unwrap();
        assert!(read(directory.path()).is_err());
        let _address = AddressFile::write(directory.path(), "127.0.0.1:81".parse().unwrap()).unwrap();
        assert_eq!(read(directory.path()).unwrap().to_string(), "127.0.0.1:81");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }
}
