//! Numbered jobs on threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use plateau_core::Message;
use plateau_search::Stop;

/// Does the job of a number, on one thread.
pub type Job<'j, R> = Box<dyn FnMut(usize) -> R + 'j>;

/// Creates the jobs of one thread.
pub type CreateJob<'j, R> = &'j (dyn Fn() -> Result<Job<'j, R>, Message> + Sync);

/// Why work is not finished.
#[derive(Debug)]
pub enum Interruption {
    /// The stop flag was raised.
    Stopped,
    /// Something went wrong.
    Failed(Message),
}

impl From<Message> for Interruption {
    fn from(message: Message) -> Self {
        Self::Failed(message)
    }
}

/// Runs numbered jobs on threads and returns their results in order. `create_job` is called
/// once per thread, so that each has engines of its own. `progress` gets the number of jobs
/// done.
pub fn run_jobs<R: Send>(
    jobs: Range<usize>,
    threads: usize,
    stop: &Stop,
    create_job: CreateJob<'_, R>,
    progress: &mut (dyn FnMut(usize) + Send),
) -> Result<Vec<R>, Interruption> {
    let next = AtomicUsize::new(jobs.start);
    let done = Mutex::new((0, progress));
    let results: Vec<Mutex<Option<R>>> = jobs.clone().map(|_| Mutex::new(None)).collect();
    let failure = Mutex::new(None);
    let work = || {
        let mut job = match create_job() {
            Ok(job) => job,
            Err(message) => {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
                return;
            }
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs.end || stop.is_raised() {
                return;
            }
            let result = job(number);
            if let Ok(mut slot) = results[number - jobs.start].lock() {
                *slot = Some(result);
            }
            if let Ok(mut done) = done.lock() {
                done.0 += 1;
                let count = done.0;
                (done.1)(count);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    if let Some(message) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(message.into());
    }
    let results = results.into_iter().map(|slot| slot.into_inner().ok().flatten());
    results.collect::<Option<_>>().ok_or(Interruption::Stopped)
}
