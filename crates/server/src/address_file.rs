//! The address of the running server, in a file of the data directory: commands that administer
//! the server find it there.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use plateau_play::{ReportedError, io_error};

use crate::phrases;

/// The name of the file in the data directory.
const FILE: &str = "address";

/// The file, which is deleted with the value.
#[derive(Debug)]
pub struct AddressFile(PathBuf);

impl AddressFile {
    /// Writes the address of a server. It replaces that of a server that was killed.
    pub fn write(directory: &Path, address: SocketAddr) -> Result<Self, ReportedError> {
        let file = directory.join(FILE);
        fs::write(&file, format!("{address}\n")).map_err(|error| {
            let message = phrases::DATA_NOT_WRITABLE.message();
            let message = message.with("directory", directory.display().to_string());
            ReportedError::Write(message.with("reason", io_error::reason(&error)))
        })?;
        Ok(Self(file))
    }
}

impl Drop for AddressFile {
    fn drop(&mut self) {
        // A file that stays names a server that does not answer.
        let _ = fs::remove_file(&self.0);
    }
}

/// Reads the address at which the server of a data directory is reached from this machine.
pub fn read(directory: &Path) -> io::Result<SocketAddr> {
    let text = fs::read_to_string(directory.join(FILE))?;
    let mut address: SocketAddr = text.trim().parse().map_err(io::Error::other)?;
    if address.ip().is_unspecified() {
        let is_ipv4 = address.is_ipv4();
        address.set_ip(if is_ipv4 { [127, 0, 0, 1].into() } else { std::net::Ipv6Addr::LOCALHOST.into() });
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
}
