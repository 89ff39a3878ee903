//! Runs the server in a separate process.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The argument that makes this program run as the server.
pub const SERVE: &str = "serve";

/// Shell command that runs its arguments with the usual limit on descriptors, which the
/// server must raise itself.
const LIMIT_DESCRIPTORS: &str = "ulimit -Sn 1024 && exec \"$0\" \"$@\"";

/// A running server process.
pub struct Server {
    child: Child,
    page: String,
    data: PathBuf,
}

impl Server {
    /// Starts the server with an empty data directory.
    pub fn start() -> Self {
        let data = std::env::temp_dir().join(format!("plateau-load-{}", std::process::id()));
        let program = std::env::current_exe().expect("a program");
        let mut child = Command::new("sh")
            .args(["-c", LIMIT_DESCRIPTORS])
            .arg(program)
            .args([SERVE, "--port", "0", "--data"])
            .arg(&data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut page = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut page).expect("an address");
        Self { child, page: page.trim().to_owned(), data }
    }

    /// Returns its address, with a trailing slash.
    pub fn page(&self) -> &str {
        &self.page
    }

    fn status(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))
            .expect("the server must be running");
        let line = status.lines().find_map(|line| line.strip_prefix(field)).expect("a field");
        let kilobytes = line.split_whitespace().find_map(|word| word.parse::<u64>().ok());
        kilobytes.expect("a number") / 1024
    }

    /// Returns its resident memory in megabytes.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// Returns its peak memory in megabytes.
    pub fn peak(&self) -> u64 {
        self.status("VmHWM:")
    }

    /// Terminates the server gracefully and deletes its data.
    pub fn terminate(mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}
