//! The server in a separate process.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The command with which this program acts as the server.
pub const SERVE: &str = "serve";

/// Sets the usual limit of file descriptors, which the server must raise itself.
const USUAL: &str = "ulimit -Sn 1024 && exec \"$0\" \"$@\"";

/// A running server process.
pub struct Server {
    child: Child,
    page: String,
    data: PathBuf,
}

impl Server {
    /// Starts a server with an empty data directory.
    pub fn start() -> Self {
        let data = std::env::temp_dir().join(format!("plateau-load-{}", std::process::id()));
        let own = std::env::current_exe().expect("a program");
        let mut child = Command::new("sh")
            .args(["-c", USUAL])
            .arg(own)
            .args([SERVE, "--port", "0", "--data"])
            .arg(&data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut page = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut page).expect("an address");
        Self { child, page: page.trim().to_owned(), data }
    }

    /// Returns the address, with a trailing slash.
    pub fn page(&self) -> &str {
        &self.page
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

    /// Terminates the server and waits for it.
    pub fn end(mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}
