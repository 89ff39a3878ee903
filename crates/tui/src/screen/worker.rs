//! An engine on a thread of its own, which tells what it thinks as it thinks.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use plateau_games::{AnyEngine, AnyRecord};
use plateau_search::{Analysis, Limits, Stop};

/// A question to an engine.
struct Job {
    number: u64,
    record: Box<dyn AnyRecord>,
    limits: Limits,
    asked: Instant,
}

/// What an engine thinks of the question asked last.
pub struct Report {
    number: u64,
    /// What it knows.
    pub analysis: Analysis<String>,
    /// Whether that is its answer.
    pub done: bool,
    /// How long it took, as its own thread saw it: whoever listens may be late.
    pub spent: Duration,
}

/// The thread of an engine is gone, by a panic that was told.
#[derive(Debug)]
pub struct Gone;

/// An engine on a thread of its own.
pub struct Worker {
    jobs: Sender<Job>,
    reports: Receiver<Report>,
    /// The number of the question asked last, what ends it, and when it was asked.
    asked: Option<(u64, Stop, Instant)>,
    next: u64,
}

impl Worker {
    /// Gives an engine its thread, which ends when the worker is dropped.
    pub fn new(mut engine: Box<dyn AnyEngine>) -> Self {
        let (jobs, questions) = mpsc::channel::<Job>();
        let (answers, reports) = mpsc::channel();
        thread::spawn(move || {
            for Job { number, record, limits, asked } in questions {
                let tell = |analysis: &Analysis<String>, done| {
                    let spent = asked.elapsed();
                    // Nobody listens any more when the game is left.
                    let _ = answers.send(Report { number, analysis: analysis.clone(), done, spent });
                };
                let answer = engine.analyse(record.as_ref(), &limits, &mut |analysis| tell(analysis, false));
                match answer {
                    Ok(analysis) => tell(&analysis, true),
                    Err(_) => return,
                }
            }
        });
        Self { jobs, reports, asked: None, next: 0 }
    }

    /// Asks about a game, instead of whatever was asked before.
    pub fn ask(&mut self, record: &dyn AnyRecord, limits: Limits) {
        self.cancel();
        let (stop, asked) = (limits.stop.clone(), Instant::now());
        // A thread that is gone is noticed when it is listened to.
        let _ = self.jobs.send(Job { number: self.next, record: record.boxed_clone(), limits, asked });
        self.asked = Some((self.next, stop, asked));
        self.next += 1;
    }

    /// Wants no answer any more.
    pub fn cancel(&mut self) {
        if let Some((_, stop, _)) = self.asked.take() {
            stop.raise();
        }
    }

    /// For how long it has been thinking, if it is.
    pub fn thinking(&self) -> Option<Duration> {
        self.asked.as_ref().map(|(_, _, asked)| asked.elapsed())
    }

    /// The newest word on the question asked last, if there is news.
    pub fn listen(&mut self) -> Result<Option<Report>, Gone> {
        let mut news = None;
        loop {
            match self.reports.try_recv() {
                Ok(report) => {
                    let current = self.asked.as_ref().is_some_and(|(number, ..)| *number == report.number);
                    if current {
                        if report.done {
                            self.asked = None;
                        }
                        news = Some(report);
                    }
                }
                Err(TryRecvError::Empty) => return Ok(news),
                Err(TryRecvError::Disconnected) => return Err(Gone),
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel();
    }
}
