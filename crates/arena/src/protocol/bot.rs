//! A program to speak with: started when it is needed, told and heard line by line.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use plateau_search::Stop;

use super::Failure;
use crate::game::Fault;
use crate::process::{Event, Process};
use crate::referee::Settings;

/// How often a wait looks whether it is to end.
const TICK: Duration = Duration::from_millis(20);

/// A wait that takes so much longer than it should shows that the machine stood still,
/// and the program with it.
const STALL: Duration = Duration::from_secs(1);

/// A program, running or not.
#[derive(Debug)]
pub struct Bot {
    command: Vec<String>,
    log: Option<PathBuf>,
    /// How long it may take to start and to stop, and what it may use.
    pub settings: Settings,
    stop: Stop,
    process: Option<Process>,
    /// The last thing it was told: all lines since the last answer.
    said: Vec<String>,
    answered: bool,
    last_errors: String,
    /// How long the machine stood still since the last thing it was told.
    stalled: Duration,
}

impl Bot {
    /// A program that does not run yet.
    pub fn new(command: Vec<String>, log: Option<PathBuf>, settings: Settings) -> Self {
        Self {
            command,
            log,
            settings,
            stop: Stop::new(),
            process: None,
            said: Vec::new(),
            answered: true,
            last_errors: String::new(),
            stalled: Duration::ZERO,
        }
    }

    /// The flag that ends whatever it does, from now on.
    pub fn obey(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Whether it runs.
    pub fn runs(&self) -> bool {
        self.process.is_some()
    }

    /// What it was last told, for those who ask what went wrong.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// The end of what it wrote to standard error.
    pub fn last_errors(&self) -> String {
        self.process.as_ref().map_or_else(|| self.last_errors.clone(), Process::last_errors)
    }

    /// Starts it, with more arguments; one that runs is ended first. Returns when.
    pub fn launch(&mut self, arguments: &[String]) -> Result<Instant, Failure> {
        self.kill();
        self.said.clear();
        self.stalled = Duration::ZERO;
        let started = Process::start(&self.command, arguments, self.log.as_deref(), self.settings.memory);
        match started {
            Ok(process) => {
                self.process = Some(process);
                Ok(Instant::now())
            }
            Err(error) => Err(Fault::Start(error.to_string()).into()),
        }
    }

    /// Writes a line to it. Returns when.
    pub fn send(&mut self, line: &str) -> Result<Instant, Failure> {
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        if std::mem::replace(&mut self.answered, false) {
            self.said.clear();
        }
        self.said.push(line.to_owned());
        self.stalled = Duration::ZERO;
        let patience = self.settings.start;
        let Some(process) = &mut self.process else { return Err(Fault::Died("?".to_owned()).into()) };
        // A program may read, and even answer, before this returns.
        let began = Instant::now();
        match process.send(line, began + patience) {
            Ok(()) => Ok(began),
            Err(error) if error.kind() == ErrorKind::TimedOut => Err(Fault::Silent(patience).into()),
            // It reads no more: it has ended, or is about to.
            Err(_) => loop {
                match self.next(Instant::now() + self.settings.stop)? {
                    Some(Event::Line { .. }) => {}
                    _ => return Err(self.died()),
                }
            },
        }
    }

    /// Its next line, with the moment it came; none at the deadline.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Failure> {
        match self.next(deadline)? {
            Some(Event::Line { at, text }) => {
                self.answered = true;
                Ok(Some((at, text)))
            }
            Some(Event::Exit { .. }) => Err(self.died()),
            Some(Event::Flood) => Err(Fault::Flood.into()),
            None => Ok(None),
        }
    }

    /// How long it took from one moment to another, without what the machine stood still.
    pub fn time(&self, began: Instant, at: Instant) -> Duration {
        at.saturating_duration_since(began).saturating_sub(self.stalled)
    }

    /// What it does next; none at the deadline.
    pub fn next(&mut self, mut deadline: Instant) -> Result<Option<Event>, Failure> {
        loop {
            if self.stop.is_raised() {
                return Err(Failure::Stopped);
            }
            let Some(process) = &self.process else { return Ok(Some(Event::Exit { at: Instant::now() })) };
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now);
            let event = process.next(left.min(TICK));
            let stalled = now.elapsed().saturating_sub(TICK);
            if stalled >= STALL {
                self.stalled += stalled;
                deadline += stalled;
            }
            match event {
                None if left.is_zero() => return Ok(None),
                None => {}
                event => return Ok(event),
            }
        }
    }

    /// Waits for a line that begins with a word, hears others with `other`, and gives
    /// what follows the word. Without it in time the program is not ready.
    pub fn expect(&mut self, word: &str, mut other: impl FnMut(&str)) -> Result<String, Failure> {
        let deadline = Instant::now() + self.settings.start;
        loop {
            let Some((_, line)) = self.line(deadline)? else {
                return Err(Fault::NotReady(word.to_owned()).into());
            };
            match line.trim().strip_prefix(word) {
                Some(rest) if rest.is_empty() || rest.starts_with(' ') => return Ok(rest.trim().to_owned()),
                _ => other(&line),
            }
        }
    }

    /// Waits until it has ended by itself, and sees what it left behind. One that does
    /// not end is killed.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + self.settings.stop;
        if let Some(process) = &mut self.process {
            process.close_input();
        }
        let ended = loop {
            match self.next(deadline) {
                Ok(Some(Event::Line { .. })) => {}
                Ok(Some(Event::Exit { .. })) => break Ok(true),
                Ok(Some(Event::Flood)) => break Err(Failure::Fault(Fault::Flood)),
                Ok(None) => break Ok(false),
                Err(failure) => break Err(failure),
            }
        };
        let left = self.clean();
        match ended? {
            false => Err(Fault::Stop.into()),
            true if left > 0 => Err(Fault::Children(left).into()),
            true => Ok(()),
        }
    }

    /// Ends it at once, to its last descendant.
    pub fn kill(&mut self) {
        self.clean();
    }

    /// Ends it; returns how many processes it left behind.
    fn clean(&mut self) -> usize {
        let Some(mut process) = self.process.take() else { return 0 };
        let left = process.clean();
        self.last_errors = process.last_errors();
        left
    }

    /// The fault of having ended.
    pub fn died(&mut self) -> Failure {
        let how = self.process.as_mut().map_or_else(|| "?".to_owned(), Process::ended);
        Failure::Fault(Fault::Died(how))
    }
}
