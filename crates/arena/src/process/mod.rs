//! A program that plays: started in a process group of its own, heard line by line,
//! and ended to its last descendant. Nothing here waits for ever.

mod errors;
mod limited;
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
use rustix::process::{Pid, PidfdFlags, Signal};

use errors::Errors;
pub use limited::find;
use orphans::Started;
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
    /// Closed to tell the reading threads to end.
    wake: Option<PipeWriter>,
    threads: Vec<JoinHandle<()>>,
    began: Instant,
    status: Option<ExitStatus>,
    cleaned: bool,
}

impl Process {
    /// Starts a program. What it writes to standard error is added to a log, up to a
    /// bound; it runs in a directory, if one is named, and `memory` bounds the bytes of its
    /// address space.
    pub fn start(
        command: &[String],
        arguments: &[String],
        log: Option<&Path>,
        directory: Option<&Path>,
        memory: Option<u64>,
    ) -> io::Result<Self> {
        let limited = memory.map(|bytes| limited::command(command, directory, bytes)).transpose()?;
        let command = limited.as_deref().unwrap_or(command);
        let (program, rest) = command.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(rest).args(arguments).process_group(0);
        directory.map(|directory| command.current_dir(directory));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Started { mut child, pid, tag, began } = orphans::spawn(&mut command)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let made = || {
            let (Some(input), Some(output), Some(errors)) = pipes else {
                return Err(ErrorKind::BrokenPipe.into());
            };
            rustix::io::ioctl_fionbio(&input, true)?;
            let end = rustix::process::pidfd_open(pid, PidfdFlags::empty())?;
            let (woken, wake) = io::pipe()?;
            let also_woken = woken.try_clone()?;
            let (reader, events, shared) = Reader::new(output, end, woken)?;
            let errors = Errors::new(errors, also_woken, log, Arc::clone(&shared))?;
            let thread = || thread::Builder::new().name("bot".to_owned());
            let threads = vec![thread().spawn(move || reader.run())?, thread().spawn(move || errors.run())?];
            Ok((input, events, shared, wake, threads))
        };
        match made() {
            Ok((input, events, shared, wake, threads)) => Ok(Self {
                child,
                pid,
                tag,
                input: Some(input),
                events,
                shared,
                wake: Some(wake),
                threads,
                began,
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

    /// When it was started.
    pub fn began(&self) -> Instant {
        self.began
    }

    /// The count of what it may write begins anew.
    pub fn count_anew(&self) {
        self.shared.written.store(0, Ordering::Relaxed);
    }

    /// Writes some of these bytes; how many. None of them if it does not read within
    /// the time.
    pub fn write(&mut self, bytes: &[u8], within: Duration) -> io::Result<usize> {
        let Some(input) = &mut self.input else { return Err(ErrorKind::BrokenPipe.into()) };
        match input.write(bytes) {
            Ok(0) => Err(ErrorKind::BrokenPipe.into()),
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(0),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                let timeout =
                    Timespec { tv_sec: within.as_secs() as i64, tv_nsec: within.subsec_nanos().into() };
                let _ = poll(&mut [PollFd::new(input, PollFlags::OUT)], Some(&timeout));
                Ok(0)
            }
            written => written,
        }
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

    /// What it wrote of a line that has not ended.
    pub fn begun(&self) -> String {
        self.shared.begun()
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

    /// Ends it to its last descendant. Returns how many processes it left behind, if it
    /// has ended by itself, and how many the system did not end.
    pub fn clean(&mut self) -> (usize, usize) {
        if std::mem::replace(&mut self.cleaned, true) {
            return (0, 0);
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
        let unended = orphans::end(self.pid, &self.tag, REAP);
        self.wake = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        (left, unended)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.clean();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_heard_while_the_log_is_not_written() {
        // A log that takes nothing before somebody reads it.
        let log = std::env::temp_dir().join(format!("plateau-log-{}", std::process::id()));
        assert!(Command::new("mkfifo").arg(&log).status().unwrap().success());
        let words = ["sh", "-c", "echo thinking >&2; sleep 0.1; echo 5"].map(str::to_owned);
        let mut process = Process::start(&words, &[], Some(&log), None, None).unwrap();
        let heard = process.next(Duration::from_secs(10));
        let reader = thread::spawn({
            let log = log.clone();
            move || std::fs::read_to_string(log).unwrap()
        });
        process.clean();
        drop(process);
        std::fs::remove_file(log).unwrap();
        assert!(matches!(heard, Some(Event::Line { text, .. }) if text == "5"));
        assert_eq!(reader.join().unwrap(), "thinking\n");
    }
}
