//! A server in a separate process, for load tests.
//!
//! The program of the test is the server too: started with the argument [`SERVE`], it must run
//! the command line of `plateau`.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The command with which the program acts as the server.
pub const SERVE: &str = "serve";

/// Sets the usual limit of file descriptors, which the server must raise itself.
const USUAL: &str = "ulimit -Sn 1024 && exec \"$0\" \"$@\"";

/// A running server process.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    page: String,
}

impl ServerProcess {
    /// Starts a server on the games of a directory.
    ///
    /// # Panics
    ///
    /// Panics if the server does not start.
    pub fn start(data: &Path) -> Self {
        Self::start_under(&[], data)
    }

    /// Starts a server under another program, which must become it, as `strace -D` does.
    ///
    /// # Panics
    ///
    /// Panics if the server does not start.
    pub fn start_under(program: &[String], data: &Path) -> Self {
        let own = std::env::current_exe().expect("a program");
        let mut child = Command::new("sh")
            .args(["-c", USUAL])
            .args(program)
            .arg(own)
            .args([SERVE, "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut page = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut page).expect("an address");
        Self { child, page: page.trim().to_owned() }
    }

    /// Returns the URL, with a trailing slash.
    pub fn page(&self) -> &str {
        &self.page
    }

    /// Returns the address.
    ///
    /// # Panics
    ///
    /// Panics if the server printed no URL.
    pub fn address(&self) -> SocketAddr {
        self.page.trim_start_matches("http://").trim_end_matches('/').parse().expect("an address")
    }

    fn status(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix(field)).expect("a field");
        let kilobytes = line.split_whitespace().find_map(|word| word.parse::<u64>().ok());
        kilobytes.expect("a number") / 1024
    }

    /// Returns the resident memory in megabytes.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// Returns the peak resident memory in megabytes.
    pub fn peak(&self) -> u64 {
        self.status("VmHWM:")
    }

    /// Resets [`peak`](Self::peak) to the current memory.
    ///
    /// # Panics
    ///
    /// Panics if the system does not allow it.
    pub fn reset_peak(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").expect("our own process");
    }

    /// Terminates the server and waits for it.
    pub fn end(mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }

    /// Kills the server at once, as a crash would, and waits for it.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A directory for the games of a test, deleted with this.
#[derive(Debug)]
pub struct TestDirectory(PathBuf);

impl TestDirectory {
    /// Creates an empty directory.
    ///
    /// # Panics
    ///
    /// Panics if it cannot be created.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plateau-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TestDirectory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
