//! Progress of long jobs on standard error: a bar with rate and time left on a terminal, a
//! few lines elsewhere.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use plateau_core::text::{Argument, grouped};
use plateau_core::{Lang, Message};
use plateau_games::{AnyEngine, AnyRecord};
use plateau_play::runner::run_search;
use plateau_play::value_text;
use plateau_search::{Analysis, Limits};
use rustix::termios::{self, LocalModes, OptionalActions, Termios};

use crate::phrases;

/// How long a job runs before its bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// How long a job runs before it prints lines: short jobs print none.
const LINE_DELAY: Duration = Duration::from_secs(2);

/// The time between two frames of a bar.
const FRAME: Duration = Duration::from_millis(100);

/// Maximum number of lines about the steps of a job without a terminal.
const MAX_LINES: u64 = 20;

/// The time between two lines about a job of unknown size where there is no terminal.
const LINE_PERIOD: Duration = Duration::from_secs(10);

/// Maximum number of warnings printed.
const MAX_WARNINGS: usize = 20;

/// How large a job is.
#[derive(Clone, Copy, Debug)]
pub enum JobSize {
    /// A number of steps.
    Steps(u64),
    /// A number of steps that mean nothing to the user; shown in per cent.
    Share(u64),
    /// A time limit.
    Time(Duration),
    /// Unknown.
    Unknown,
}

/// The progress of a job. The bar disappears at the end, or when this is dropped.
pub struct Progress {
    display: Display,
    warnings: usize,
}

enum Display {
    Bar(Bar),
    Lines(Lines<io::Stderr>),
}

impl Progress {
    /// Starts a job. On a terminal its bar appears after a second.
    pub fn new(size: JobSize, lang: Lang) -> Self {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        if io::stderr().is_terminal() && !is_dumb {
            Self { display: Display::Bar(Bar::start(size, lang)), warnings: 0 }
        } else {
            Self { display: Display::Lines(Lines::new(io::stderr(), LINE_DELAY, lang)), warnings: 0 }
        }
    }

    /// Starts a job that prints lines even on a terminal, because it prints other text, too.
    pub fn lines(lang: Lang) -> Self {
        Self { display: Display::Lines(Lines::new(io::stderr(), Duration::ZERO, lang)), warnings: 0 }
    }

    /// Prints lines from the first step on, also those of a short job.
    #[must_use]
    pub fn without_delay(mut self) -> Self {
        if let Display::Lines(lines) = &mut self.display {
            lines.delay = Duration::ZERO;
        }
        self
    }

    /// Sets the steps done, their total, which may have changed, and a message.
    pub fn set_step(&mut self, step: u64, steps: u64, message: impl FnOnce() -> String) {
        match &mut self.display {
            Display::Bar(Bar { line: bar, .. }) => {
                bar.set_message(message());
                bar.set_length(steps);
                bar.set_position(step);
            }
            Display::Lines(lines) => lines.set_step(step, steps, message),
        }
    }

    /// Like [`set_step`](Self::set_step), in per cent where steps would be printed.
    pub fn set_share(&mut self, step: u64, steps: u64, message: impl FnOnce() -> String) {
        match &mut self.display {
            Display::Bar(_) => self.set_step(step, steps, message),
            Display::Lines(lines) => {
                lines.set_message(|| format!("{} %  {}", 100 * step / steps.max(1), message()));
            }
        }
    }

    /// Sets the message of a job without steps.
    pub fn set_message(&mut self, message: impl FnOnce() -> String) {
        match &mut self.display {
            Display::Bar(Bar { line: bar, .. }) => bar.set_message(message()),
            Display::Lines(lines) => lines.set_message(message),
        }
    }

    /// Prints a warning above the bar, 20 of them at most.
    pub fn warn(&mut self, warning: impl FnOnce() -> String) {
        if count_warning(&mut self.warnings) {
            self.print(&warning());
        }
    }

    /// Prints a line above the bar.
    pub fn print(&mut self, line: &str) {
        match &mut self.display {
            Display::Bar(Bar { line: bar, .. }) => bar.suspend(|| print_line(&mut io::stderr(), line)),
            Display::Lines(lines) => print_line(&mut lines.out, line),
        }
    }
}

/// Counts a warning and returns whether it is printed.
fn count_warning(warnings: &mut usize) -> bool {
    *warnings += 1;
    *warnings <= MAX_WARNINGS
}

/// A terminal that is gone does not end the job.
fn print_line(out: &mut impl Write, line: &str) {
    let _ = writeln!(out, "{line}");
}

/// A bar on a terminal, drawn by a thread of its own.
struct Bar {
    line: ProgressBar,
    /// Ends the thread when dropped.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _echo: HiddenControlCharacters,
}

/// Keeps the terminal from printing `^C` until it is dropped. The cursor rests at the right
/// end of a bar, so `^C` would begin a new line and the bar could not be removed.
struct HiddenControlCharacters(Option<Termios>);

impl HiddenControlCharacters {
    fn new() -> Self {
        let original = termios::tcgetattr(io::stderr()).ok();
        if let Some(mut hidden) = original.clone() {
            hidden.local_modes.remove(LocalModes::ECHOCTL);
            let _ = termios::tcsetattr(io::stderr(), OptionalActions::Now, &hidden);
        }
        Self(original)
    }
}

impl Drop for HiddenControlCharacters {
    fn drop(&mut self) {
        if let Some(original) = &self.0 {
            let _ = termios::tcsetattr(io::stderr(), OptionalActions::Now, original);
        }
    }
}

impl Bar {
    fn start(size: JobSize, lang: Lang) -> Self {
        let (length, template) = match size {
            JobSize::Steps(steps) => (Some(steps), "[{bar:20}] {done}/{all}  {per_sec}  LEFT  {wide_msg}"),
            JobSize::Share(steps) => (Some(steps), "[{bar:20}] {percent} %  LEFT  {wide_msg}"),
            JobSize::Time(time) => (Some(time.as_millis() as u64), "[{bar:20}] {elapsed}  LEFT  {wide_msg}"),
            JobSize::Unknown => (None, "{spinner} {elapsed}  {wide_msg}"),
        };
        let left = phrases::TIME_LEFT.message().with("time", "{eta}").render(lang);
        // The templates are valid; an invalid one would only change the look.
        let style = ProgressStyle::with_template(&template.replace("LEFT", &left))
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("done", move |state: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = out.write_str(&grouped(state.pos() as usize, lang));
            })
            .with_key("all", move |state: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = out.write_str(&grouped(state.len().unwrap_or_default() as usize, lang));
            })
            .progress_chars("##-")
            .tick_chars("|/-\\ ");
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden()).with_style(style);
        let (end, ended) = mpsc::channel();
        let (shown, started) = (bar.clone(), Instant::now());
        let thread = thread::spawn(move || {
            let mut wait = DELAY;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                if shown.is_hidden() {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                }
                if let JobSize::Time(time) = size {
                    shown.set_position(started.elapsed().min(time).as_millis() as u64);
                }
                shown.tick();
                wait = FRAME;
            }
        });
        Self { line: bar, end: Some(end), thread: Some(thread), _echo: HiddenControlCharacters::new() }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.line.finish_and_clear();
    }
}

/// Lines for a pipe or a file.
struct Lines<W> {
    out: W,
    lang: Lang,
    /// How much of the steps was printed, in units of one line.
    printed: u64,
    /// How long nothing is printed.
    delay: Duration,
    started: Instant,
    last: Instant,
}

impl<W: Write> Lines<W> {
    fn new(out: W, delay: Duration, lang: Lang) -> Self {
        let now = Instant::now();
        Self { out, lang, printed: 0, delay, started: now, last: now }
    }

    fn set_step(&mut self, step: u64, steps: u64, message: impl FnOnce() -> String) {
        let done = MAX_LINES * step / steps.max(1);
        if done > self.printed && self.started.elapsed() >= self.delay {
            self.printed = done;
            let [step, steps] = [step, steps].map(|count| Argument::Count(count as usize));
            let line = phrases::STEP.message().with("step", step).with("steps", steps);
            print_line(&mut self.out, &line.with("message", message()).render(self.lang));
        }
    }

    fn set_message(&mut self, message: impl FnOnce() -> String) {
        if self.last.elapsed() >= LINE_PERIOD {
            self.last = Instant::now();
            let seconds = grouped(self.started.elapsed().as_secs() as usize, self.lang);
            print_line(&mut self.out, &format!("{seconds} s  {}", message()));
        }
    }
}

/// Searches a position and shows the progress.
pub fn search(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    limits: &Limits,
    lang: Lang,
) -> Result<Analysis<String>, Message> {
    let size = limits.time.map_or(JobSize::Unknown, |budget| JobSize::Time(budget.hard));
    let mut progress = Progress::new(size, lang);
    let report = run_search(engine, record, limits, &mut |report| {
        progress.set_message(|| search_message(record, &report.analysis, report.elapsed, lang).render(lang));
    });
    report.map(|report| report.analysis).map_err(|error| error.message())
}

fn search_message(
    record: &dyn AnyRecord,
    analysis: &Analysis<String>,
    elapsed: Duration,
    lang: Lang,
) -> Message {
    let nodes_per_second = analysis.nodes as f64 / elapsed.as_secs_f64().max(1e-9);
    let best = analysis.moves.first().map_or("", |best| &best.mv);
    phrases::SEARCH_PROGRESS
        .message()
        .with("depth", analysis.depth)
        .with("nodes", plateau_draw::tree::node_count(analysis.nodes))
        .with("speed", Argument::Count(nodes_per_second as usize))
        .with("best", best)
        .with("value", value_text::describe(record, &analysis.value, analysis.unit, lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(steps: u64, delay: Duration, lang: Lang) -> String {
        let mut lines = Lines::new(Vec::new(), delay, lang);
        for step in 1..=steps {
            lines.set_step(step, steps, || format!("message {step}"));
        }
        String::from_utf8(lines.out).unwrap()
    }

    #[test]
    fn lines_are_few_and_include_the_last_step() {
        let few = lines(3, Duration::ZERO, Lang::En);
        assert_eq!(few, "1 of 3: message 1\n2 of 3: message 2\n3 of 3: message 3\n");
        let many = lines(1_000, Duration::ZERO, Lang::En);
        assert_eq!((many.lines().count(), many.lines().last()), (20, Some("1,000 of 1,000: message 1000")));
        let french = lines(1_000, Duration::ZERO, Lang::Fr);
        assert_eq!(french.lines().last(), Some("1\u{202f}000 sur 1\u{202f}000 : message 1000"));
    }

    #[test]
    fn short_jobs_print_no_lines() {
        assert_eq!(lines(3, LINE_DELAY, Lang::En), "");
        let mut lines = Lines::new(Vec::new(), LINE_DELAY, Lang::En);
        lines.set_message(|| unreachable!("too early"));
        assert!(lines.out.is_empty());
        lines.last = Instant::now().checked_sub(LINE_PERIOD).unwrap();
        lines.set_message(|| "depth 9".to_owned());
        assert_eq!(String::from_utf8(lines.out).unwrap(), "0 s  depth 9\n");
    }

    #[test]
    fn the_number_of_warnings_is_limited() {
        let mut warnings = 0;
        let printed = (0..1_000).filter(|_| count_warning(&mut warnings)).count();
        assert_eq!((printed, warnings), (MAX_WARNINGS, 1_000));
    }

    #[test]
    fn a_bar_can_be_dropped_before_it_appears() {
        for size in [JobSize::Steps(3), JobSize::Time(Duration::from_hours(1)), JobSize::Unknown] {
            let bar = Bar::start(size, Lang::En);
            bar.line.set_message("message");
            assert!(bar.line.is_hidden());
        }
    }
}
