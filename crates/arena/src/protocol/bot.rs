//! A program to speak with: started when it is needed, told and heard line by line.

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
pub const STALL: Duration = Duration::from_secs(1);

/// No more of what is no answer is noted.
const MOST_UNHEARD: usize = 150;

/// How a program ends that ends well.
const WELL: &str = "code 0";

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
    /// Lines since the last question that are no answer to it, each with its end.
    unheard: String,
    /// When the last question began.
    began: Instant,
    /// How long the machine stood still since.
    stalled: Duration,
    /// Processes of it that the system did not end.
    unended: usize,
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
            unheard: String::new(),
            began: Instant::now(),
            stalled: Duration::ZERO,
            unended: 0,
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

    /// Notes a line that is no answer, as far as anybody would read it.
    pub fn overhear(&mut self, line: &str) {
        if !line.trim().is_empty() && self.unheard.len() < MOST_UNHEARD {
            self.unheard.extend(line.trim().chars().take(MOST_UNHEARD).chain(['\n']));
        }
    }

    /// What it said since the last question that is no answer to it: whole lines, and the
    /// beginning of one that has not ended.
    pub fn unheard(&self) -> Option<String> {
        let begun = self.process.as_ref().map(Process::begun).unwrap_or_default();
        let said = format!("{}{}", self.unheard, begun.trim());
        (!said.is_empty()).then_some(said)
    }

    /// How long the last question has been open.
    pub fn waited(&self) -> Duration {
        self.time(self.began, Instant::now())
    }

    /// A question begins: its time runs from now, and what was written before is no
    /// answer to it.
    pub fn begin(&mut self) -> Instant {
        self.stalled = Duration::ZERO;
        self.unheard.clear();
        self.began = Instant::now();
        self.began
    }

    /// Starts it, with more arguments; one that runs is ended first. Returns when.
    pub fn launch(&mut self, arguments: &[String]) -> Result<Instant, Failure> {
        self.kill();
        self.said.clear();
        self.begin();
        let Settings { directory, memory, .. } = &self.settings;
        let process =
            Process::start(&self.command, arguments, self.log.as_deref(), directory.as_deref(), *memory)
                .map_err(|error| Fault::Start(error.to_string()))?;
        self.began = process.began();
        self.process = Some(process);
        Ok(self.began)
    }

    /// Writes a line to it, which it must read before the deadline.
    pub fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Failure> {
        if std::mem::replace(&mut self.answered, false) {
            self.said.clear();
        }
        self.said.push(line.to_owned());
        let Some(process) = &mut self.process else { return Err(Fault::Died("?".to_owned()).into()) };
        process.count_anew();
        let bytes = [line.as_bytes(), b"\n"].concat();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            if self.stop.is_raised() {
                return Err(Failure::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match process.write(rest, left.min(TICK)) {
                Ok(0) if left.is_zero() => return Err(Fault::Silent(self.began.elapsed()).into()),
                Ok(count) => rest = &rest[count..],
                Err(_) => return Err(self.deaf(deadline)),
            }
        }
        Ok(())
    }

    /// The fault of one that reads no more: it has ended, or is about to.
    fn deaf(&mut self, deadline: Instant) -> Failure {
        let deadline = deadline.min(Instant::now() + self.settings.stop);
        loop {
            match self.next(deadline) {
                Ok(Some(Event::Line { .. })) => {}
                Ok(Some(Event::Exit { .. })) => return self.died(),
                Ok(Some(Event::Flood)) => return Fault::Flood.into(),
                Ok(None) => return Fault::Died("EPIPE".to_owned()).into(),
                Err(failure) => return failure,
            }
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

    /// What it does next; none at the deadline. Lines from before the question are not
    /// heard.
    pub fn next(&mut self, deadline: Instant) -> Result<Option<Event>, Failure> {
        // What the machine stood still since the question is nobody's time.
        let mut deadline = deadline + self.stalled;
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
                Some(Event::Line { at, .. }) if at < self.began => {}
                event => return Ok(event),
            }
        }
    }

    /// Waits for a line that begins with a word, hears others with `other`, and gives
    /// what follows the word; none at the deadline.
    pub fn expect(
        &mut self,
        word: &str,
        deadline: Instant,
        mut other: impl FnMut(&str),
    ) -> Result<Option<String>, Failure> {
        while let Some((_, line)) = self.line(deadline)? {
            match line.trim().strip_prefix(word) {
                Some(rest) if rest.is_empty() || rest.starts_with(' ') => {
                    return Ok(Some(rest.trim().to_owned()));
                }
                _ => other(&line),
            }
        }
        Ok(None)
    }

    /// Tells it to end, and waits until it has.
    pub fn dismiss(&mut self, word: &str) -> Result<(), Failure> {
        let deadline = self.begin() + self.settings.stop;
        match self.send(word, deadline) {
            Ok(()) => self.finish(),
            Err(failure) => self.forgive(failure),
        }
    }

    /// What is left of a failure once the game is over: a program that ended well need
    /// not have waited to be told.
    pub fn forgive(&mut self, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::Fault(Fault::Died(how)) if how == WELL => self.finish(),
            Failure::Fault(Fault::Silent(_)) => Err(Fault::Stop.into()),
            other => Err(other),
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
        let (left, unended) = process.clean();
        self.last_errors = process.last_errors();
        self.unheard.push_str(process.begun().trim());
        self.unended += unended;
        left
    }

    /// The fault of processes that the system did not end, told once.
    pub fn unended(&mut self) -> Result<(), Failure> {
        match std::mem::take(&mut self.unended) {
            0 => Ok(()),
            count => Err(Fault::Children(count).into()),
        }
    }

    /// The fault of having ended.
    pub fn died(&mut self) -> Failure {
        let how = self.process.as_mut().map_or_else(|| "?".to_owned(), Process::ended);
        Failure::Fault(Fault::Died(how))
    }
}
