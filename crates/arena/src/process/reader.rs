//! Hears one program: lines of its standard output, each with the moment it came,
//! its end, and its standard error into a log. All of it is bounded.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, PipeReader, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdout};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, poll};

/// No line is longer.
const LONGEST_LINE: usize = 64 << 10;

/// No more is written in answer to one request.
const LONGEST_ANSWER: usize = 16 << 20;

/// No more lines wait to be heard.
const MOST_WAITING: usize = 4096;

/// No more of standard error is kept in the log of one process.
const LONGEST_LOG: usize = 4 << 20;

/// So much of its end is kept at hand.
const LAST_ERRORS: usize = 4 << 10;

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It wrote a line, or ended in the middle of one.
    Line {
        /// When its end came.
        at: Instant,
        /// Its text.
        text: String,
    },
    /// It ended.
    Exit {
        /// When.
        at: Instant,
    },
    /// It wrote more than there is room for.
    Flood,
}

/// What both threads know.
#[derive(Debug, Default)]
pub struct Shared {
    /// The bytes written since the last request.
    pub written: AtomicUsize,
    /// Whether it wrote too much.
    pub flooded: AtomicBool,
    errors: Mutex<Vec<u8>>,
}

impl Shared {
    /// The end of what it wrote to standard error.
    pub fn last_errors(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&errors).into_owned()
    }
}

/// The reading thread's own.
pub struct Reader {
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    end: OwnedFd,
    woken: PipeReader,
    log: Option<PathBuf>,
    logged: usize,
    line: Vec<u8>,
    events: SyncSender<Event>,
    shared: Arc<Shared>,
}

/// Why reading ends.
struct Done;

impl Reader {
    /// A reader, and what hears it.
    pub fn new(
        output: ChildStdout,
        errors: ChildStderr,
        end: OwnedFd,
        woken: PipeReader,
        log: Option<&Path>,
    ) -> io::Result<(Self, Receiver<Event>, Arc<Shared>)> {
        rustix::io::ioctl_fionbio(&output, true)?;
        rustix::io::ioctl_fionbio(&errors, true)?;
        let (events, heard) = sync_channel(MOST_WAITING);
        let shared = Arc::new(Shared::default());
        let reader = Self {
            output: Some(output),
            errors: Some(errors),
            end,
            woken,
            log: log.map(Path::to_owned),
            logged: 0,
            line: Vec::new(),
            events,
            shared: Arc::clone(&shared),
        };
        Ok((reader, heard, shared))
    }

    /// Reads until the program ends, writes too much, or nobody listens any more.
    pub fn run(mut self) {
        while self.step().is_ok() {}
    }

    fn step(&mut self) -> Result<(), Done> {
        let [ended, woken, out, err] = self.ready();
        if woken {
            return Err(Done);
        }
        let at = Instant::now();
        if out || ended {
            self.read_output(at)?;
        }
        if err || ended {
            self.read_errors();
        }
        if ended {
            self.rest(at)?;
            self.tell(Event::Exit { at })?;
            return Err(Done);
        }
        Ok(())
    }

    /// Waits until there is something to do: the program ended, reading is to end,
    /// there is output, there are errors.
    fn ready(&self) -> [bool; 4] {
        let mut fds = Vec::with_capacity(4);
        let mut places = Vec::with_capacity(4);
        let mut add = |place: usize, fd| {
            fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
            places.push(place);
        };
        add(0, self.end.as_fd());
        add(1, self.woken.as_fd());
        if let Some(output) = &self.output {
            add(2, output.as_fd());
        }
        if let Some(errors) = &self.errors {
            add(3, errors.as_fd());
        }
        let mut ready = [false; 4];
        // An interrupted wait finds nothing and is begun again.
        if poll(&mut fds, None).is_ok() {
            for (fd, place) in fds.iter().zip(places) {
                ready[place] = !fd.revents().is_empty();
            }
        }
        ready
    }

    /// Reads what there is of standard output.
    fn read_output(&mut self, at: Instant) -> Result<(), Done> {
        let mut buffer = [0; 16 << 10];
        while let Some(output) = &mut self.output {
            match output.read(&mut buffer) {
                Ok(0) => {
                    self.output = None;
                    self.rest(at)?;
                }
                Ok(count) => {
                    let before = self.shared.written.fetch_add(count, Ordering::Relaxed);
                    if before + count > LONGEST_ANSWER {
                        return self.flood();
                    }
                    self.take(&buffer[..count], at)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => self.output = None,
            }
        }
        Ok(())
    }

    fn take(&mut self, bytes: &[u8], at: Instant) -> Result<(), Done> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, whole) = match piece {
                [text @ .., b'\n'] => (text, true),
                text => (text, false),
            };
            if self.line.len() + text.len() > LONGEST_LINE {
                return self.flood();
            }
            self.line.extend_from_slice(text);
            if whole {
                self.say(at)?;
            }
        }
        Ok(())
    }

    /// What stands after the last end of a line.
    fn rest(&mut self, at: Instant) -> Result<(), Done> {
        if self.line.is_empty() { Ok(()) } else { self.say(at) }
    }

    fn say(&mut self, at: Instant) -> Result<(), Done> {
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned();
        self.tell(Event::Line { at, text })
    }

    fn tell(&mut self, event: Event) -> Result<(), Done> {
        match self.events.try_send(event) {
            Ok(()) => Ok(()),
            Err(_) => self.flood(),
        }
    }

    fn flood(&mut self) -> Result<(), Done> {
        self.shared.flooded.store(true, Ordering::Relaxed);
        Err(Done)
    }

    /// Reads what there is of standard error.
    fn read_errors(&mut self) {
        let mut buffer = [0; 16 << 10];
        while let Some(errors) = &mut self.errors {
            match errors.read(&mut buffer) {
                Ok(0) => self.errors = None,
                Ok(count) => self.note(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => self.errors = None,
            }
        }
    }

    fn note(&mut self, bytes: &[u8]) {
        let room = LONGEST_LOG.saturating_sub(self.logged);
        if let Some(log) = self.log.as_deref().filter(|_| room > 0) {
            // A full disk is no fault of the players.
            let _ = add(log, &bytes[..bytes.len().min(room)]);
        }
        self.logged += bytes.len();
        let mut last = self.shared.errors.lock().unwrap_or_else(PoisonError::into_inner);
        last.extend_from_slice(bytes);
        let surplus = last.len().saturating_sub(LAST_ERRORS);
        last.drain(..surplus);
    }
}

/// Adds to a log, which is made with its directory if it is not there.
fn add(log: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(directory) = log.parent() {
        fs::create_dir_all(directory)?;
    }
    OpenOptions::new().create(true).append(true).open(log)?.write_all(bytes)
}
