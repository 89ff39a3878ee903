//! A `plateau serve` process, and requests to it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a server may take to exit. It should take two seconds at most; a busy machine
/// may need more.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

/// A server process, killed when dropped.
pub struct Server {
    child: Child,
    /// The address of its page, without a trailing slash.
    pub address: String,
}

impl Server {
    /// Starts the server of a program on a free port.
    pub fn start(program: &str, data: &Path) -> Self {
        Self::start_with(Command::new(program), data, "0").expect("a free port")
    }

    /// Starts a server by a command line that may wrap the program. Returns `None` where
    /// the port is taken.
    pub fn start_with(mut command: Command, data: &Path, port: &str) -> Option<Self> {
        command.args(["serve", "--port", port, "--data"]).arg(data).env("LC_ALL", "C");
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_end_matches('/').to_owned();
        let mut server = Self { child, address };
        if server.address.starts_with("http://127.0.0.1:") {
            return Some(server);
        }
        server.child.wait().unwrap();
        None
    }

    /// Starts a server on a port that another one has just left.
    pub fn restart(program: &str, data: &Path, port: &str) -> Self {
        // The system may give the port to another process for a moment.
        for _ in 0..100 {
            if let Some(server) = Self::start_with(Command::new(program), data, port) {
                return server;
            }
            sleep(Duration::from_millis(200));
        }
        panic!("no server could be started at port {port}");
    }

    /// Takes over a process that was started elsewhere.
    pub fn adopt(child: Child, address: String) -> Self {
        Self { child, address }
    }

    /// The port it listens on.
    pub fn port(&self) -> &str {
        self.address.rsplit(':').next().unwrap_or_default()
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by its name, such as `-TERM`.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the process exits.
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < deadline, "the server does not exit");
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
