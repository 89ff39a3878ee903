//! Standard error of one program, on a thread of its own: what it costs to keep a log
//! must not delay the clock.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, PipeReader, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::ChildStderr;
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, poll};

use super::reader::Shared;

/// No more of it is kept in the log of one process.
const LONGEST_LOG: usize = 4 << 20;

/// No more than a pipe holds is read once reading is to end.
const LAST_READS: usize = 64;

/// The thread's own.
pub struct Errors {
    from: ChildStderr,
    woken: PipeReader,
    path: Option<PathBuf>,
    log: Option<File>,
    logged: usize,
    shared: Arc<Shared>,
}

impl Errors {
    /// Reads until all ends are closed, or `woken` is.
    pub fn new(
        from: ChildStderr,
        woken: PipeReader,
        log: Option<&Path>,
        shared: Arc<Shared>,
    ) -> io::Result<Self> {
        rustix::io::ioctl_fionbio(&from, true)?;
        Ok(Self { from, woken, path: log.map(Path::to_owned), log: None, logged: 0, shared })
    }

    /// Reads to the end.
    pub fn run(mut self) {
        let mut buffer = [0; 16 << 10];
        loop {
            let mut fds = [
                PollFd::from_borrowed_fd(self.woken.as_fd(), PollFlags::IN),
                PollFd::from_borrowed_fd(self.from.as_fd(), PollFlags::IN),
            ];
            if poll(&mut fds, None).is_err() {
                // Interrupted: it is begun again.
                continue;
            }
            if !fds[0].revents().is_empty() {
                // What it said last is often why it ended.
                for _ in 0..LAST_READS {
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
        let count = self.from.read(buffer)?;
        self.shared.note(&buffer[..count]);
        let room = LONGEST_LOG.saturating_sub(self.logged).min(count);
        if room > 0 {
            // A full disk is no fault of the players.
            let _ = self.write(&buffer[..room]);
        }
        self.logged += count;
        Ok(count)
    }

    /// Adds to the log, which is made with its directory when there is something to log.
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
