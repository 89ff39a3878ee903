//! Reads the standard output of a program line by line, with the time each line arrived,
//! and notices its exit. All buffers are bounded.

use std::io::{self, ErrorKind, PipeReader, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::process::ChildStdout;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, poll};

/// The longest line, in bytes.
const MAX_LINE: usize = 64 << 10;

/// Maximum output of one request, in bytes.
const MAX_ANSWER: usize = 16 << 20;

/// Maximum number of events waiting to be received.
const MAX_QUEUED: usize = 4096;

/// The number of bytes from the end of standard error that are kept in memory.
const STDERR_TAIL: usize = 4 << 10;

/// Maximum reported length of an unterminated line, in bytes.
const MAX_PARTIAL: usize = 300;

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It wrote a line, or exited in the middle of one.
    Line {
        /// When the end of the line arrived.
        at: Instant,
        /// The line without its newline.
        text: String,
    },
    /// It exited.
    Exit {
        /// When.
        at: Instant,
    },
    /// It exceeded one of the output limits.
    TooMuchOutput,
}

/// State shared by the threads of a program.
#[derive(Debug, Default)]
pub struct Shared {
    /// Bytes written since the last request.
    pub written: AtomicUsize,
    /// Whether an output limit was exceeded.
    pub exceeded: AtomicBool,
    stderr_tail: Mutex<Vec<u8>>,
    partial_line: Mutex<Vec<u8>>,
}

impl Shared {
    /// Returns the end of standard error.
    pub fn stderr_tail(&self) -> String {
        let tail = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail).into_owned()
    }

    /// Returns the beginning of the unterminated line.
    pub fn partial_line(&self) -> String {
        let partial = self.partial_line.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&partial).into_owned()
    }

    fn set_partial_line(&self, line: &[u8]) {
        let mut partial = self.partial_line.lock().unwrap_or_else(PoisonError::into_inner);
        partial.clear();
        partial.extend_from_slice(&line[..line.len().min(MAX_PARTIAL)]);
    }

    /// Appends to the end of standard error.
    pub fn push_stderr(&self, bytes: &[u8]) {
        let mut tail = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(bytes);
        let surplus = tail.len().saturating_sub(STDERR_TAIL);
        tail.drain(..surplus);
    }
}

/// The state of the reading thread.
pub struct StdoutReader {
    output: Option<ChildStdout>,
    /// A pidfd, readable once the program has exited.
    exit: OwnedFd,
    wake: PipeReader,
    line: Vec<u8>,
    events: SyncSender<Event>,
    shared: Arc<Shared>,
}

/// Ends the reading loop.
struct Finished;

impl StdoutReader {
    /// Creates a reader, the receiver of its events, and the shared state.
    pub fn new(
        output: ChildStdout,
        exit: OwnedFd,
        wake: PipeReader,
    ) -> io::Result<(Self, Receiver<Event>, Arc<Shared>)> {
        rustix::io::ioctl_fionbio(&output, true)?;
        let (events, receiver) = sync_channel(MAX_QUEUED);
        let shared = Arc::new(Shared::default());
        let reader =
            Self { output: Some(output), exit, wake, line: Vec::new(), events, shared: Arc::clone(&shared) };
        Ok((reader, receiver, shared))
    }

    /// Reads until the program exits, exceeds a limit, or the reader is woken to end.
    pub fn run(mut self) {
        while self.step().is_ok() {}
    }

    fn step(&mut self) -> Result<(), Finished> {
        let [exited, woken, readable] = self.wait();
        if woken {
            return Err(Finished);
        }
        if readable || exited {
            self.read_output()?;
        }
        if exited {
            let at = Instant::now();
            self.flush_partial_line(at)?;
            self.send(Event::Exit { at })?;
            return Err(Finished);
        }
        Ok(())
    }

    /// Waits for events; returns whether the program exited, whether reading should end,
    /// and whether there is output.
    fn wait(&self) -> [bool; 3] {
        let mut fds = Vec::with_capacity(3);
        let mut indices = Vec::with_capacity(3);
        let mut add = |index: usize, fd| {
            fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
            indices.push(index);
        };
        add(0, self.exit.as_fd());
        add(1, self.wake.as_fd());
        if let Some(output) = &self.output {
            add(2, output.as_fd());
        }
        let mut ready = [false; 3];
        // A poll interrupted by a signal reports nothing and is repeated.
        if poll(&mut fds, None).is_ok() {
            for (fd, index) in fds.iter().zip(indices) {
                ready[index] = !fd.revents().is_empty();
            }
        }
        ready
    }

    /// Reads the available output.
    fn read_output(&mut self) -> Result<(), Finished> {
        let mut buffer = [0; 16 << 10];
        while let Some(output) = &mut self.output {
            let read = output.read(&mut buffer);
            // Taken after each read: later output may answer a later request.
            let at = Instant::now();
            match read {
                Ok(0) => {
                    self.output = None;
                    self.flush_partial_line(at)?;
                }
                Ok(count) => {
                    let before = self.shared.written.fetch_add(count, Ordering::Relaxed);
                    if before + count > MAX_ANSWER {
                        return self.limit_exceeded();
                    }
                    self.push(&buffer[..count], at)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => self.output = None,
            }
        }
        Ok(())
    }

    /// Splits output into lines and sends the complete ones.
    fn push(&mut self, bytes: &[u8], at: Instant) -> Result<(), Finished> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, complete) = match piece {
                [text @ .., b'\n'] => (text, true),
                text => (text, false),
            };
            if self.line.len() + text.len() > MAX_LINE {
                return self.limit_exceeded();
            }
            self.line.extend_from_slice(text);
            if complete {
                self.send_line(at)?;
            }
        }
        self.shared.set_partial_line(&self.line);
        Ok(())
    }

    /// Sends an unterminated last line.
    fn flush_partial_line(&mut self, at: Instant) -> Result<(), Finished> {
        if self.line.is_empty() { Ok(()) } else { self.send_line(at) }
    }

    fn send_line(&mut self, at: Instant) -> Result<(), Finished> {
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned();
        self.send(Event::Line { at, text })
    }

    fn send(&mut self, event: Event) -> Result<(), Finished> {
        match self.events.try_send(event) {
            Ok(()) => Ok(()),
            Err(_) => self.limit_exceeded(),
        }
    }

    fn limit_exceeded(&mut self) -> Result<(), Finished> {
        self.shared.exceeded.store(true, Ordering::Relaxed);
        Err(Finished)
    }
}
