//! External programs: started in their own process group, read line by line, and ended
//! together with their descendants. No operation blocks without a timeout.

mod memory_limit;
mod orphans;
mod stderr_log;
mod stdout_reader;

use std::io::{self, ErrorKind, PipeWriter, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, WaitIdStatus};

pub(crate) use memory_limit::find_program;
pub(crate) use orphans::ProgramOwner;
use orphans::Spawned;
pub use orphans::{OrphanAdoption, adopt_orphans, end_all, kill_all};
use stderr_log::StderrLog;
pub use stdout_reader::Event;
use stdout_reader::{Shared, StdoutReader};

/// The time the system has to end a killed process.
const KILL_TIMEOUT: Duration = Duration::from_secs(3);

/// The time the descendants of a program have to exit after it.
const EXIT_GRACE: Duration = Duration::from_millis(200);

/// Polling interval of the process table.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    pid: Pid,
    tag: String,
    input: Option<ChildStdin>,
    events: Receiver<Event>,
    shared: Arc<Shared>,
    /// Closed to end the reading threads.
    wake: Option<PipeWriter>,
    threads: Vec<JoinHandle<()>>,
    started_at: Instant,
    cleaned_up: bool,
}

impl Process {
    /// Starts a program in `directory`, or in that of this process. Its standard error is
    /// appended to `log`, and `memory` limits its address space in bytes.
    pub fn start(
        command: &[String],
        arguments: &[String],
        log: Option<&Path>,
        directory: Option<&Path>,
        memory: Option<u64>,
    ) -> io::Result<Self> {
        let limited =
            memory.map(|bytes| memory_limit::limited_command(command, directory, bytes)).transpose()?;
        let command = limited.as_deref().unwrap_or(command);
        let (program, rest) = command.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(rest).args(arguments).process_group(0);
        directory.map(|directory| command.current_dir(directory));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Spawned { mut child, pid, tag, at } = orphans::spawn(&mut command)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let connect = || {
            let (Some(input), Some(stdout), Some(stderr)) = pipes else {
                return Err(ErrorKind::BrokenPipe.into());
            };
            rustix::io::ioctl_fionbio(&input, true)?;
            let exit = rustix::process::pidfd_open(pid, PidfdFlags::empty())?;
            let (woken, wake) = io::pipe()?;
            let also_woken = woken.try_clone()?;
            let (reader, events, shared) = StdoutReader::new(stdout, exit, woken)?;
            let log = StderrLog::new(stderr, also_woken, log, Arc::clone(&shared))?;
            let thread = || thread::Builder::new().name("bot".to_owned());
            let threads = vec![thread().spawn(move || reader.run())?, thread().spawn(move || log.run())?];
            Ok((input, events, shared, wake, threads))
        };
        match connect() {
            Ok((input, events, shared, wake, threads)) => Ok(Self {
                child,
                pid,
                tag,
                input: Some(input),
                events,
                shared,
                wake: Some(wake),
                threads,
                started_at: at,
                cleaned_up: false,
            }),
            Err(error) => {
                let _ = rustix::process::kill_process_group(pid, Signal::KILL);
                let _ = child.wait();
                orphans::unregister(pid, &tag);
                orphans::kill_orphans(pid, &tag, KILL_TIMEOUT);
                Err(error)
            }
        }
    }

    /// Returns when the program was started.
    pub fn started_at(&self) -> Instant {
        self.started_at
    }

    /// Resets the count of output bytes, at the beginning of a request.
    pub fn reset_output_count(&self) {
        self.shared.written.store(0, Ordering::Relaxed);
    }

    /// Writes to the program's standard input and returns the number of bytes written, or 0
    /// if the program does not read within the time.
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

    /// Closes the program's standard input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Returns the next event, or `None` if there is none within the time.
    pub fn next_event(&self, within: Duration) -> Option<Event> {
        match self.events.recv_timeout(within) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) if self.shared.exceeded.load(Ordering::Relaxed) => {
                Some(Event::TooMuchOutput)
            }
            Err(RecvTimeoutError::Disconnected) => Some(Event::Exit { at: Instant::now() }),
        }
    }

    /// Returns the end of the program's standard error.
    pub fn stderr_tail(&self) -> String {
        self.shared.stderr_tail()
    }

    /// Returns the beginning of an unterminated line of standard output.
    pub fn partial_line(&self) -> String {
        self.shared.partial_line()
    }

    /// Returns the exit code or the signal of a program that exited, as `code 3` or
    /// `signal 11`; the text needs no translation.
    pub fn exit_status(&mut self) -> String {
        let Some(status) = self.wait(KILL_TIMEOUT) else { return "?".to_owned() };
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("code {code}"),
            (None, signal) => format!("signal {}", signal.unwrap_or_default()),
        }
    }

    /// Waits until the program has exited. It is not reaped, so that its process group keeps
    /// its number until [`Process::clean_up`].
    fn wait(&self, within: Duration) -> Option<WaitIdStatus> {
        let deadline = Instant::now() + within;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        loop {
            match rustix::process::waitid(WaitId::Pid(self.pid), options) {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
                _ => return None,
            }
        }
    }

    /// Ends the program and its descendants. Returns how many processes it left running, if
    /// it had exited by itself, and how many could not be killed.
    pub fn clean_up(&mut self) -> (usize, usize) {
        if std::mem::replace(&mut self.cleaned_up, true) {
            return (0, 0);
        }
        self.input = None;
        let exited = self.wait(Duration::ZERO).is_some();
        let leftover = if exited { orphans::count_leftovers(self.pid, &self.tag, EXIT_GRACE) } else { 0 };
        let mut unkillable = 0;
        if !exited || leftover > 0 {
            let _ = rustix::process::kill_process_group(self.pid, Signal::KILL);
            self.wait(KILL_TIMEOUT);
            unkillable = orphans::wait_for_group(self.pid, KILL_TIMEOUT);
        }
        let _ = self.child.try_wait();
        orphans::unregister(self.pid, &self.tag);
        unkillable += orphans::kill_orphans(self.pid, &self.tag, KILL_TIMEOUT);
        self.wake = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        (leftover, unkillable)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.clean_up();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blocked_log_does_not_delay_the_answer() {
        // A FIFO blocks the log until it is opened for reading.
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        assert!(Command::new("mkfifo").arg(&log).status().unwrap().success());
        let words = ["sh", "-c", "echo thinking >&2; sleep 0.1; echo 5"].map(str::to_owned);
        let mut process = Process::start(&words, &[], Some(&log), None, None).unwrap();
        let event = process.next_event(Duration::from_secs(10));
        let reader = thread::spawn(move || std::fs::read_to_string(log).unwrap());
        process.clean_up();
        drop(process);
        assert!(matches!(event, Some(Event::Line { text, .. }) if text == "5"));
        assert_eq!(reader.join().unwrap(), "thinking\n");
    }
}
