//! A program that plays: started in a process group of its own, heard line by line,
//! and ended to its last descendant. Nothing here waits for ever.

mod orphans;
mod reader;

use std::io::{self, ErrorKind, PipeWriter, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal};

pub use reader::Event;
use reader::{Reader, Shared};

/// How long the system may take to end what is killed.
const REAP: Duration = Duration::from_secs(3);

/// How long the descendants of a program that ended may take to follow it.
const FOLLOW: Duration = Duration::from_millis(200);

/// How long to sleep between two looks.
const LOOK: Duration = Duration::from_millis(2);

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    pid: Pid,
    tag: String,
    input: Option<ChildStdin>,
    events: Receiver<Event>,
    shared: Arc<Shared>,
    /// Closed to tell the reading thread to end.
    wake: Option<PipeWriter>,
    reader: Option<JoinHandle<()>>,
    status: Option<ExitStatus>,
    cleaned: bool,
}

impl Process {
    /// Starts a program. What it writes to standard error is added to a log, up to a
    /// bound; `memory` bounds the bytes of its address space.
    pub fn start(
        command: &[String],
        arguments: &[String],
        log: Option<&Path>,
        memory: Option<u64>,
    ) -> io::Result<Self> {
        let (program, rest) = command.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(rest).args(arguments).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, pid, tag) = orphans::spawn(&mut command)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let made = || {
            if let Some(bytes) = memory {
                let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
                // It may have ended already.
                let _ = rustix::process::prlimit(Some(pid), Resource::As, limit);
            }
            let (Some(input), Some(output), Some(errors)) = pipes else {
                return Err(ErrorKind::BrokenPipe.into());
            };
            rustix::io::ioctl_fionbio(&input, true)?;
            let end = rustix::process::pidfd_open(pid, PidfdFlags::empty())?;
            let (woken, wake) = io::pipe()?;
            let (reader, events, shared) = Reader::new(output, errors, end, woken, log)?;
            let thread = thread::Builder::new().name("bot".to_owned()).spawn(move || reader.run())?;
            Ok((input, events, shared, wake, thread))
        };
        match made() {
            Ok((input, events, shared, wake, thread)) => Ok(Self {
                child,
                pid,
                tag,
                input: Some(input),
                events,
                shared,
                wake: Some(wake),
                reader: Some(thread),
                status: None,
                cleaned: false,
            }),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                orphans::forget(pid, &tag);
                orphans::end(pid, &tag, REAP);
                Err(error)
            }
        }
    }

    /// Writes a line; a program that does not read has until the deadline. The count
    /// of what it may write begins anew.
    pub fn send(&mut self, line: &str, deadline: Instant) -> io::Result<()> {
        self.shared.written.store(0, Ordering::Relaxed);
        let Some(input) = &mut self.input else { return Err(ErrorKind::BrokenPipe.into()) };
        let bytes = [line.as_bytes(), b"\n"].concat();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(0) => return Err(ErrorKind::BrokenPipe.into()),
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Err(ErrorKind::TimedOut.into());
                    }
                    let timeout =
                        Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
                    let _ = poll(&mut [PollFd::new(input, PollFlags::OUT)], Some(&timeout));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Closes its standard input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// What it did next; none if nothing within the time.
    pub fn next(&self, within: Duration) -> Option<Event> {
        match self.events.recv_timeout(within) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) if self.shared.flooded.load(Ordering::Relaxed) => {
                Some(Event::Flood)
            }
            Err(RecvTimeoutError::Disconnected) => Some(Event::Exit { at: Instant::now() }),
        }
    }

    /// The end of what it wrote to standard error.
    pub fn last_errors(&self) -> String {
        self.shared.last_errors()
    }

    /// How it ended, in words that need no translation; it must have ended.
    pub fn ended(&mut self) -> String {
        self.reap(REAP);
        match self.status {
            None => "?".to_owned(),
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("code {code}"),
                (None, signal) => format!("signal {}", signal.unwrap_or_default()),
            },
        }
    }

    /// Waits until it has ended; returns whether it did.
    fn reap(&mut self, within: Duration) -> bool {
        let deadline = Instant::now() + within;
        while self.status.is_none() {
            match self.child.try_wait() {
                Ok(Some(status)) => self.status = Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(LOOK),
                _ => return false,
            }
        }
        true
    }

    /// Ends it to its last descendant. Of a program that has ended by itself, returns
    /// how many processes it left behind.
    pub fn clean(&mut self) -> usize {
        if std::mem::replace(&mut self.cleaned, true) {
            return 0;
        }
        self.input = None;
        let by_itself = self.reap(Duration::ZERO);
        if !by_itself {
            // Its group has its number for as long as it is not reaped.
            let _ = rustix::process::kill_process_group(self.pid, Signal::KILL);
            let _ = rustix::process::kill_process(self.pid, Signal::KILL);
            self.reap(REAP);
        }
        let left = if by_itself { orphans::left(self.pid, &self.tag, FOLLOW) } else { 0 };
        orphans::forget(self.pid, &self.tag);
        orphans::end(self.pid, &self.tag, REAP);
        self.wake = None;
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        left
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.clean();
    }
}
