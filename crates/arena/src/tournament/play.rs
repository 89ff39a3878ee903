//! Plays the remaining games of a tournament on worker threads and saves each result before
//! it counts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use plateau_core::Message;
use plateau_core::hash::mix_all;
use plateau_play::ReportedError;
use plateau_search::Stop;

use super::live_boards::{LiveBoards, WorkerBoard};
use super::{GamePair, Progress, Tournament, TournamentEnd};
use crate::game::{GameResult, Task};
use crate::game_runner::GameRunner;
use crate::store::{LiveGame, Pairing, Store};
use crate::stored_game::StoredGame;

/// How often the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A game to play.
struct Job {
    pair: usize,
    game: u8,
    task: Task,
}

impl Job {
    /// Returns the game as it is published at its start.
    fn live_game(&self) -> LiveGame {
        let Task { players, opening, .. } = &self.task;
        LiveGame { pair: self.pair as u64, game: self.game, players: *players, moves: opening.clone() }
    }
}

/// A job with its result; `Ok(None)` if it was stopped.
type FinishedJob = (Job, Result<Option<GameResult>, Message>);

/// The parameters of [`Tournament::play`].
struct PlayContext<'a> {
    runner: &'a dyn GameRunner,
    concurrency: usize,
    store: &'a mut Store,
    stop: &'a Stop,
    on_game: &'a mut dyn FnMut(&Progress<'_>),
}

/// Pairings that do not depend on each other's results.
struct Stage {
    /// The number of the first pairing.
    start: usize,
    pairings: Vec<[usize; 2]>,
}

impl Stage {
    /// Returns the number after the last pairing.
    fn end(&self) -> usize {
        self.start + self.pairings.len()
    }
}

/// The jobs that are queued or running.
struct JobQueue {
    jobs: Sender<Job>,
    /// Jobs of started pairs that are not sent to the workers yet.
    waiting: Vec<Job>,
    /// The number of jobs that the workers hold.
    running: usize,
    /// Started pairings that are not saved yet.
    unsaved: Vec<Pairing>,
}

impl Tournament<'_> {
    /// Plays the remaining games with `concurrency` workers and calls `on_game` after each
    /// game. A game is saved before it counts.
    pub fn play(
        &mut self,
        runner: &dyn GameRunner,
        concurrency: usize,
        store: &mut Store,
        stop: &Stop,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<TournamentEnd, ReportedError> {
        let mut context = PlayContext { runner, concurrency: concurrency.max(1), store, stop, on_game };
        loop {
            let pairings = self.plan.schedule.next_pairings(&self.pair_results());
            if pairings.is_empty() {
                return Ok(TournamentEnd::Finished);
            }
            let stage = Stage { start: self.pairs.len(), pairings };
            self.play_stage(&stage, &mut context)?;
            if let Some(verdict) = self.verdict {
                // Pairs after the decisive one do not count: the result must not depend on
                // the order in which games finish.
                self.pairs.truncate(self.counted);
                return Ok(TournamentEnd::Decided(verdict));
            }
            if self.counted < stage.end() {
                return Ok(TournamentEnd::Stopped);
            }
        }
    }

    /// Starts the workers and plays the pairs of a stage.
    fn play_stage(&mut self, stage: &Stage, context: &mut PlayContext<'_>) -> Result<(), ReportedError> {
        let runner = context.runner;
        let halt = Stop::new();
        let (job_sender, jobs) = mpsc::channel();
        let (result_sender, results) = mpsc::channel();
        let jobs = Mutex::new(jobs);
        let boards: Vec<WorkerBoard> = (0..context.concurrency).map(|_| WorkerBoard::default()).collect();
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for board in &boards {
                let (result_sender, jobs, halt) = (result_sender.clone(), &jobs, &halt);
                workers.push(scope.spawn(move || run_jobs(runner, board, jobs, &result_sender, halt)));
            }
            drop(result_sender);
            let mut queue =
                JobQueue { jobs: job_sender, waiting: Vec::new(), running: 0, unsaved: Vec::new() };
            let mut live_boards = LiveBoards::new(&boards);
            let dispatched = self.dispatch(stage, context, &mut queue, &mut live_boards, &results, &halt);
            let dispatched = dispatched.and_then(|()| live_boards.close(context.store, self.id));
            halt.raise();
            drop(queue);
            for worker in workers {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            dispatched
        })
    }

    /// Sends jobs to the workers and saves their results until the stage is complete or the
    /// tournament ends.
    fn dispatch(
        &mut self,
        stage: &Stage,
        context: &mut PlayContext<'_>,
        queue: &mut JobQueue,
        live_boards: &mut LiveBoards<'_>,
        results: &Receiver<FinishedJob>,
        halt: &Stop,
    ) -> Result<(), ReportedError> {
        // Enough jobs that no worker is idle while results are saved.
        let max_running = 2 * context.concurrency;
        let mut known = self.started_pairings();
        known.extend(&stage.pairings);
        let planned = 2 * self.plan.schedule.min_pairs(&known);
        loop {
            if context.stop.is_raised() || self.verdict.is_some() {
                halt.raise();
            }
            while !halt.is_raised()
                && queue.running < max_running
                && self.send_next_job(stage, queue, context.store)?
            {}
            self.count_complete_pairs();
            live_boards.update(context.store, self.id)?;
            if queue.running == 0 {
                if self.verdict.is_some() || halt.is_raised() || self.pairs.len() == stage.end() {
                    return Ok(());
                }
                continue;
            }
            let first = match results.recv_timeout(POLL_INTERVAL) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => continue,
                // All workers panicked; joining them reports it.
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            let batch: Vec<FinishedJob> = std::iter::once(first).chain(results.try_iter()).collect();
            queue.running -= batch.len();
            let (mut games, mut error) = (Vec::new(), None);
            for (job, result) in batch {
                let result = match result {
                    Ok(Some(result)) => result,
                    Ok(None) => continue,
                    Err(message) => {
                        error = error.or(Some(message));
                        continue;
                    }
                };
                let names = job.task.players.map(|player| self.plan.players[player].name.as_str());
                let key = (job.pair as u64, job.game);
                games.push(StoredGame::new(key, &job.task, &result, names, self.variant)?);
            }
            context.store.save(self.id, &std::mem::take(&mut queue.unsaved), &games)?;
            for game in games {
                self.played += 1;
                (context.on_game)(&Progress { game: &game, played: self.played, planned });
                let (pair, slot) = (game.pair as usize, usize::from(game.game));
                self.pairs[pair].games[slot] = Some(game);
            }
            // Reported only now, so that the other games of the batch are saved.
            if let Some(message) = error {
                return Err(message.into());
            }
        }
    }

    /// Sends the next unplayed game to the workers; returns `false` if there is none.
    fn send_next_job(&mut self, stage: &Stage, queue: &mut JobQueue, store: &Store) -> Result<bool, Message> {
        while queue.waiting.is_empty() {
            if self.pairs.len() == stage.end() {
                return Ok(false);
            }
            self.start_pair(stage, queue, store)?;
            // Pairs loaded from the store may already decide the test.
            self.count_complete_pairs();
            if self.verdict.is_some() {
                queue.waiting.clear();
                return Ok(false);
            }
        }
        let job = queue.waiting.remove(0);
        queue.running += 1;
        // Sending fails only if all workers panicked.
        let _ = queue.jobs.send(job);
        Ok(true)
    }

    /// Starts the next pair: takes its games from the store and queues the missing ones.
    fn start_pair(&mut self, stage: &Stage, queue: &mut JobQueue, store: &Store) -> Result<(), Message> {
        let number = self.pairs.len() as u64;
        let players = stage.pairings[self.pairs.len() - stage.start];
        let opening = self.openings.get(self.variant, number);
        let pairing = Pairing { number, players, opening };
        match self.stored_pairings.remove(&number) {
            Some(stored) if stored != pairing => return Err(store.pairing_mismatch(number)),
            Some(_) => {}
            None => queue.unsaved.push(pairing.clone()),
        }
        let games = [0, 1].map(|game| self.stored_games.remove(&(number, game)));
        self.played += games.iter().flatten().count();
        for game in [0, 1] {
            if games[usize::from(game)].is_none() {
                let task = self.task(&pairing, game);
                queue.waiting.push(Job { pair: number as usize, game, task });
            }
        }
        self.pairs.push(GamePair { pairing, games });
        Ok(())
    }

    /// Returns a game of a pair. It depends only on the plan, the pairing and the seed.
    fn task(&self, pairing: &Pairing, game: u8) -> Task {
        let [a, b] = pairing.players;
        Task {
            variant: self.plan.game.clone(),
            opening: pairing.opening.clone(),
            players: if game == 0 { [a, b] } else { [b, a] },
            control: self.plan.control,
            seed: mix_all([self.plan.seed, pairing.number, game.into()]),
        }
    }
}

/// Plays jobs until the queue is closed.
fn run_jobs(
    runner: &dyn GameRunner,
    board: &WorkerBoard,
    jobs: &Mutex<Receiver<Job>>,
    results: &Sender<FinishedJob>,
    halt: &Stop,
) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        board.start_game(job.live_game());
        let on_move = |mv: &str| board.push_move(mv);
        let play = || if halt.is_raised() { Ok(None) } else { runner.play(&job.task, halt, &on_move) };
        let result = catch_unwind(AssertUnwindSafe(play));
        board.clear();
        let (result, panic) = match result {
            Ok(result) => (result, None),
            Err(panic) => {
                // Stop the other workers, so that the panic can be propagated.
                halt.raise();
                (Ok(None), Some(panic))
            }
        };
        let sent = results.send((job, result));
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        if sent.is_err() {
            return;
        }
    }
}
