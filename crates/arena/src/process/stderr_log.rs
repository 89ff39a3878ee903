//! Reads the standard error of a program on its own thread, so that writing the log never
//! delays the clock.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, PipeReader, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::ChildStderr;
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, poll};

use super::stdout_reader::Shared;

/// Maximum size of the log of one process, in bytes.
const MAX_LOG: usize = 4 << 20;

/// Maximum number of reads after the wake-up signal; enough to drain a full pipe.
const MAX_LAST_READS: usize = 64;

/// The state of the logging thread.
pub struct StderrLog {
    stderr: ChildStderr,
    wake: PipeReader,
    path: Option<PathBuf>,
    log: Option<File>,
    logged: usize,
    shared: Arc<Shared>,
}

impl StderrLog {
    /// Creates a logger that reads until the pipe is closed or `wake` is.
    pub fn new(
        stderr: ChildStderr,
        wake: PipeReader,
        log: Option<&Path>,
        shared: Arc<Shared>,
    ) -> io::Result<Self> {
        rustix::io::ioctl_fionbio(&stderr, true)?;
        Ok(Self { stderr, wake, path: log.map(Path::to_owned), log: None, logged: 0, shared })
    }

    /// Reads until the end.
    pub fn run(mut self) {
        let mut buffer = [0; 16 << 10];
        loop {
            let mut fds = [
                PollFd::from_borrowed_fd(self.wake.as_fd(), PollFlags::IN),
                PollFd::from_borrowed_fd(self.stderr.as_fd(), PollFlags::IN),
            ];
            if poll(&mut fds, None).is_err() {
                // Interrupted by a signal: retry.
                continue;
            }
            if !fds[0].revents().is_empty() {
                // The last lines often say why the program ended, so drain the pipe.
                for _ in 0..MAX_LAST_READS {
                    if !matches!(self.read(&mut buffer), Ok(1..)) {
                        break;
                    }
                }
                return;
            }
            match self.read(&mut buffer) {
                Ok(0) => return,
                Err(error) if !matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {
                    return;
                }
                _ => {}
            }
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stderr.read(buffer)?;
        self.shared.push_stderr(&buffer[..count]);
        let room = MAX_LOG.saturating_sub(self.logged).min(count);
        if room > 0 {
            // A full disk must not fail the game.
            let _ = self.write(&buffer[..room]);
        }
        self.logged += count;
        Ok(count)
    }

    /// Appends to the log; creates it and its directory on the first write.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if self.log.is_none() {
            if let Some(directory) = path.parent() {
                fs::create_dir_all(directory)?;
            }
            self.log = Some(OpenOptions::new().create(true).append(true).open(path)?);
        }
        self.log.as_mut().map_or(Ok(()), |log| log.write_all(bytes))
    }
}
