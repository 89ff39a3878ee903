//! An engine on a thread of its own, which tells what it thinks as it thinks.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use plateau_games::{AnyEngine, AnyRecord};
use plateau_search::{Analysis, Limits, Stop};

/// A question to an engine.
struct Job {
    number: u64,
    record: Box<dyn AnyRecord>,
    limits: Limits,
}

/// What an engine thinks of the question asked last.
pub struct Report {
    number: u64,
    /// What it knows.
    pub analysis: Analysis<String>,
    /// Whether that is its answer.
    pub done: bool,
}

/// The thread of an engine is gone, by a panic that was told.
#[derive(Debug)]
pub struct Gone;

/// An engine on a thread of its own.
pub struct Worker {
    jobs: Sender<Job>,
    reports: Receiver<Report>,
    /// The number of the question asked last, and what ends it.
    asked: Option<(u64, Stop)>,
    next: u64,
}

impl Worker {
    /// Gives an engine its thread, which ends when the worker is dropped.
    pub fn new(mut engine: Box<dyn AnyEngine>) -> Self {
        let (jobs, questions) = mpsc::channel::<Job>();
        let (answers, reports) = mpsc::channel();
        thread::spawn(move || {
            for Job { number, record, limits } in questions {
                let tell = |analysis: &Analysis<String>, done| {
                    // Nobody listens any more when the game is left.
                    let _ = answers.send(Report { number, analysis: analysis.clone(), done });
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
        let stop = limits.stop.clone();
        // A thread that is gone is noticed when it is listened to.
        let _ = self.jobs.send(Job { number: self.next, record: record.boxed_clone(), limits });
        self.asked = Some((self.next, stop));
        self.next += 1;
    }

    /// Wants no answer any more.
    pub fn cancel(&mut self) {
        if let Some((_, stop)) = self.asked.take() {
            stop.raise();
        }
    }

    /// Whether it is thinking.
    pub fn is_busy(&self) -> bool {
        self.asked.is_some()
    }

    /// The newest word on the question asked last, if there is news.
    pub fn listen(&mut self) -> Result<Option<Report>, Gone> {
        let mut news = None;
        loop {
            match self.reports.try_recv() {
                Ok(report) => {
                    let current = self.asked.as_ref().is_some_and(|(number, _)| *number == report.number);
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
