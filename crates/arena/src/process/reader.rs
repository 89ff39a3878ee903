//! Hears one program: lines of its standard output, each with the moment it came, and
//! its end. All of it is bounded.

use std::io::{self, ErrorKind, PipeReader, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::process::ChildStdout;
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

/// So much of the end of standard error is kept at hand.
const LAST_ERRORS: usize = 4 << 10;

/// No more of a line that has not ended is repeated.
const LONGEST_BEGUN: usize = 300;

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

/// What all threads of a program know.
#[derive(Debug, Default)]
pub struct Shared {
    /// The bytes written since the last request.
    pub written: AtomicUsize,
    /// Whether it wrote too much.
    pub flooded: AtomicBool,
    errors: Mutex<Vec<u8>>,
    /// The beginning of a line that has not ended.
    begun: Mutex<Vec<u8>>,
}

impl Shared {
    /// The end of what it wrote to standard error.
    pub fn last_errors(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&errors).into_owned()
    }

    /// What it wrote of a line that has not ended.
    pub fn begun(&self) -> String {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&begun).into_owned()
    }

    /// Notes it.
    fn begin(&self, line: &[u8]) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.clear();
        begun.extend_from_slice(&line[..line.len().min(LONGEST_BEGUN)]);
    }

    /// Adds to it.
    pub fn note(&self, bytes: &[u8]) {
        let mut last = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        last.extend_from_slice(bytes);
        let surplus = last.len().saturating_sub(LAST_ERRORS);
        last.drain(..surplus);
    }
}

/// The reading thread's own.
pub struct Reader {
    output: Option<ChildStdout>,
    end: OwnedFd,
    woken: PipeReader,
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
        end: OwnedFd,
        woken: PipeReader,
    ) -> io::Result<(Self, Receiver<Event>, Arc<Shared>)> {
        rustix::io::ioctl_fionbio(&output, true)?;
        let (events, heard) = sync_channel(MOST_WAITING);
        let shared = Arc::new(Shared::default());
        let reader =
            Self { output: Some(output), end, woken, line: Vec::new(), events, shared: Arc::clone(&shared) };
        Ok((reader, heard, shared))
    }

    /// Reads until the program ends, writes too much, or nobody listens any more.
    pub fn run(mut self) {
        while self.step().is_ok() {}
    }

    fn step(&mut self) -> Result<(), Done> {
        let [ended, woken, out] = self.ready();
        if woken {
            return Err(Done);
        }
        if out || ended {
            self.read_output()?;
        }
        if ended {
            let at = Instant::now();
            self.rest(at)?;
            self.tell(Event::Exit { at })?;
            return Err(Done);
        }
        Ok(())
    }

    /// Waits until there is something to do: the program ended, reading is to end,
    /// there is output.
    fn ready(&self) -> [bool; 3] {
        let mut fds = Vec::with_capacity(3);
        let mut places = Vec::with_capacity(3);
        let mut add = |place: usize, fd| {
            fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
            places.push(place);
        };
        add(0, self.end.as_fd());
        add(1, self.woken.as_fd());
        if let Some(output) = &self.output {
            add(2, output.as_fd());
        }
        let mut ready = [false; 3];
        // An interrupted wait finds nothing and is begun again.
        if poll(&mut fds, None).is_ok() {
            for (fd, place) in fds.iter().zip(places) {
                ready[place] = !fd.revents().is_empty();
            }
        }
        ready
    }

    /// Reads what there is of standard output.
    fn read_output(&mut self) -> Result<(), Done> {
        let mut buffer = [0; 16 << 10];
        while let Some(output) = &mut self.output {
            let read = output.read(&mut buffer);
            // Each time anew: what comes later may answer another question.
            let at = Instant::now();
            match read {
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
        self.shared.begin(&self.line);
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
}
