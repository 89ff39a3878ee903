//! An external program, started on demand, that reads and writes lines.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use plateau_play::io_error;
use plateau_search::Stop;

use super::Failure;
use crate::game::Fault;
use crate::process::{Event, Process};
use crate::settings::Settings;

/// How often a wait polls the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A poll that is late by this much shows that the machine was suspended, and the program
/// with it.
const STALL_THRESHOLD: Duration = Duration::from_secs(1);

/// Maximum length of stored unexpected output, in bytes.
const MAX_UNEXPECTED: usize = 150;

/// The exit status of a program that exited normally.
const SUCCESS: &str = "code 0";

/// A program, running or not.
#[derive(Debug)]
pub struct Bot {
    command: Vec<String>,
    log: Option<PathBuf>,
    /// The timeouts and resource limits of the program.
    pub settings: Settings,
    stop: Stop,
    process: Option<Process>,
    /// The lines sent since the last answer.
    sent: Vec<String>,
    answered: bool,
    stderr_tail: String,
    /// Complete lines since the last request that are not an answer, newlines included.
    unexpected: String,
    request_start: Instant,
    /// How long the machine was suspended since the request.
    stalled: Duration,
    /// Processes of the program that survived being killed.
    unkillable: usize,
}

impl Bot {
    /// Creates a program that is not running yet.
    pub fn new(command: Vec<String>, log: Option<PathBuf>, settings: Settings) -> Self {
        Self {
            command,
            log,
            settings,
            stop: Stop::new(),
            process: None,
            sent: Vec::new(),
            answered: true,
            stderr_tail: String::new(),
            unexpected: String::new(),
            request_start: Instant::now(),
            stalled: Duration::ZERO,
            unkillable: 0,
        }
    }

    /// Sets the flag that interrupts every wait from now on.
    pub fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Returns whether the program is running.
    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Returns the lines sent since the last answer, for diagnostics.
    pub fn sent(&self) -> &[String] {
        &self.sent
    }

    /// Returns the end of the program's standard error.
    pub fn stderr_tail(&self) -> String {
        self.process.as_ref().map_or_else(|| self.stderr_tail.clone(), Process::stderr_tail)
    }

    /// Stores a line that is not an answer, for diagnostics.
    pub fn push_unexpected(&mut self, line: &str) {
        if !line.trim().is_empty() && self.unexpected.len() < MAX_UNEXPECTED {
            self.unexpected.extend(line.trim().chars().take(MAX_UNEXPECTED).chain(['\n']));
        }
    }

    /// Returns the output since the last request that is not an answer: complete lines and
    /// the beginning of an unterminated one.
    pub fn unexpected_output(&self) -> Option<String> {
        let partial = self.process.as_ref().map(Process::partial_line).unwrap_or_default();
        let output = format!("{}{}", self.unexpected, partial.trim());
        (!output.is_empty()).then_some(output)
    }

    /// Returns the time since the last request.
    pub fn request_time(&self) -> Duration {
        self.time_between(self.request_start, Instant::now())
    }

    /// Starts the clock of a request. Output from before this moment is not an answer to it.
    pub fn begin_request(&mut self) -> Instant {
        self.stalled = Duration::ZERO;
        self.unexpected.clear();
        self.request_start = Instant::now();
        self.request_start
    }

    /// Starts the program with additional arguments, after killing a running one. Returns
    /// the time of the start.
    pub fn launch(&mut self, arguments: &[String]) -> Result<Instant, Failure> {
        self.kill();
        self.sent.clear();
        self.begin_request();
        let Settings { directory, memory_bytes, .. } = &self.settings;
        let process = Process::start(
            &self.command,
            arguments,
            self.log.as_deref(),
            directory.as_deref(),
            *memory_bytes,
        )
        .map_err(|error| Fault::StartFailed(io_error::reason(&error)))?;
        self.request_start = process.started_at();
        self.process = Some(process);
        Ok(self.request_start)
    }

    /// Writes a line to the program, which must accept it before the deadline.
    pub fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Failure> {
        if std::mem::replace(&mut self.answered, false) {
            self.sent.clear();
        }
        self.sent.push(line.to_owned());
        let Some(process) = &mut self.process else { return Err(Fault::Exited("?".to_owned()).into()) };
        process.reset_output_count();
        let bytes = [line.as_bytes(), b"\n"].concat();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            if self.stop.is_raised() {
                return Err(Failure::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match process.write(rest, left.min(POLL_INTERVAL)) {
                Ok(0) if left.is_zero() => return Err(Fault::NoAnswer(self.request_start.elapsed()).into()),
                Ok(count) => rest = &rest[count..],
                Err(_) => return Err(self.write_failure(deadline)),
            }
        }
        Ok(())
    }

    /// Returns the failure of a program that closed its standard input, usually because it
    /// is exiting.
    fn write_failure(&mut self, deadline: Instant) -> Failure {
        let deadline = deadline.min(Instant::now() + self.settings.exit_timeout);
        loop {
            match self.next_event(deadline) {
                Ok(Some(Event::Line { .. })) => {}
                Ok(Some(Event::Exit { .. })) => return self.exit_failure(),
                Ok(Some(Event::TooMuchOutput)) => return Fault::TooMuchOutput.into(),
                Ok(None) => return Fault::Exited("EPIPE".to_owned()).into(),
                Err(failure) => return failure,
            }
        }
    }

    /// Returns the next line and the time it arrived, or `None` at the deadline.
    pub fn read_line(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Failure> {
        match self.next_event(deadline)? {
            Some(Event::Line { at, text }) => {
                self.answered = true;
                Ok(Some((at, text)))
            }
            Some(Event::Exit { .. }) => Err(self.exit_failure()),
            Some(Event::TooMuchOutput) => Err(Fault::TooMuchOutput.into()),
            None => Ok(None),
        }
    }

    /// Returns the time between two moments, without the time the machine was suspended.
    pub fn time_between(&self, start: Instant, end: Instant) -> Duration {
        end.saturating_duration_since(start).saturating_sub(self.stalled)
    }

    /// Returns the next event, or `None` at the deadline. Lines from before the request are
    /// dropped.
    pub fn next_event(&mut self, deadline: Instant) -> Result<Option<Event>, Failure> {
        // Time during which the machine was suspended is not charged to the program.
        let mut deadline = deadline + self.stalled;
        loop {
            if self.stop.is_raised() {
                return Err(Failure::Stopped);
            }
            let Some(process) = &self.process else { return Ok(Some(Event::Exit { at: Instant::now() })) };
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now);
            let event = process.next_event(left.min(POLL_INTERVAL));
            let stalled = now.elapsed().saturating_sub(POLL_INTERVAL);
            if stalled >= STALL_THRESHOLD {
                self.stalled += stalled;
                deadline += stalled;
            }
            match event {
                None if left.is_zero() => return Ok(None),
                None => {}
                Some(Event::Line { at, .. }) if at < self.request_start => {}
                event => return Ok(event),
            }
        }
    }

    /// Waits for a line that begins with a word and returns the rest of that line, or `None`
    /// at the deadline. Calls `other` with every other line.
    pub fn wait_for(
        &mut self,
        word: &str,
        deadline: Instant,
        mut other: impl FnMut(&str),
    ) -> Result<Option<String>, Failure> {
        while let Some((_, line)) = self.read_line(deadline)? {
            match line.trim().strip_prefix(word) {
                Some(rest) if rest.is_empty() || rest.starts_with(' ') => {
                    return Ok(Some(rest.trim().to_owned()));
                }
                _ => other(&line),
            }
        }
        Ok(None)
    }

    /// Sends the command that ends the program, and waits until it exits.
    pub fn quit(&mut self, command: &str) -> Result<(), Failure> {
        let deadline = self.begin_request() + self.settings.exit_timeout;
        match self.send(command, deadline) {
            Ok(()) => self.wait_for_exit(),
            Err(failure) => self.after_game(failure),
        }
    }

    /// Converts a failure that occurred after the game: a program may exit normally before
    /// it receives the quit command.
    pub fn after_game(&mut self, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::Fault(Fault::Exited(how)) if how == SUCCESS => self.wait_for_exit(),
            Failure::Fault(Fault::NoAnswer(_)) => Err(Fault::DidNotExit.into()),
            other => Err(other),
        }
    }

    /// Closes the program's input and waits until it exits; kills it if it does not. Fails
    /// if it leaves processes running.
    pub fn wait_for_exit(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + self.settings.exit_timeout;
        if let Some(process) = &mut self.process {
            process.close_input();
        }
        let exited = loop {
            match self.next_event(deadline) {
                Ok(Some(Event::Line { .. })) => {}
                Ok(Some(Event::Exit { .. })) => break Ok(true),
                Ok(Some(Event::TooMuchOutput)) => break Err(Failure::Fault(Fault::TooMuchOutput)),
                Ok(None) => break Ok(false),
                Err(failure) => break Err(failure),
            }
        };
        let leftover = self.clean_up();
        match exited? {
            false => Err(Fault::DidNotExit.into()),
            true if leftover > 0 => Err(Fault::LeftoverProcesses(leftover).into()),
            true => Ok(()),
        }
    }

    /// Kills the program and its descendants at once.
    pub fn kill(&mut self) {
        self.clean_up();
    }

    /// Ends the program and its descendants; returns how many processes it left running.
    fn clean_up(&mut self) -> usize {
        let Some(mut process) = self.process.take() else { return 0 };
        let (leftover, unkillable) = process.clean_up();
        self.stderr_tail = process.stderr_tail();
        self.unexpected.push_str(process.partial_line().trim());
        self.unkillable += unkillable;
        leftover
    }

    /// Fails once if processes of the program survived being killed.
    pub fn take_unkillable(&mut self) -> Result<(), Failure> {
        match std::mem::take(&mut self.unkillable) {
            0 => Ok(()),
            count => Err(Fault::LeftoverProcesses(count).into()),
        }
    }

    /// Returns the failure of a program that exited.
    pub fn exit_failure(&mut self) -> Failure {
        let how = self.process.as_mut().map_or_else(|| "?".to_owned(), Process::exit_status);
        Failure::Fault(Fault::Exited(how))
    }
}
