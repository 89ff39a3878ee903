//! The server, in a process of its own.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The word by which this program is the server.
pub const SERVE: &str = "serve";

/// The usual limit of descriptors, which the server has to raise.
const USUAL: &str = "ulimit -Sn 1024 && exec \"$0\" \"$@\"";

/// A server that is ended with it.
pub struct Server {
    child: Child,
    page: String,
    data: PathBuf,
}

impl Server {
    /// Starts it, with an empty directory.
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

    /// Its address, with a slash at its end.
    pub fn page(&self) -> &str {
        &self.page
    }

    fn status(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix(field)).expect("a field");
        let kilobytes = line.split_whitespace().find_map(|word| word.parse::<u64>().ok());
        kilobytes.expect("a number") / 1024
    }

    /// Its memory in megabytes.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most it ever had.
    pub fn peak(&self) -> u64 {
        self.status("VmHWM:")
    }

    /// Ends it politely, and waits.
    pub fn end(mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}
