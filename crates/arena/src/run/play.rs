//! What is left of a tournament is handed to workers, and what they played is kept before
//! it counts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use plateau_core::Message;
use plateau_core::hash::mix_all;
use plateau_search::Stop;

use super::gallery::{Board, Gallery};
use super::{Ended, Event, Pair, Tournament};
use crate::game::{self, Task};
use crate::host::Host;
use crate::kept::Kept;
use crate::store::{InPlay, Paired, Store};

/// How often it is looked whether somebody wants the tournament to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// A game that is to be played.
struct Job {
    pair: usize,
    game: u8,
    task: Task,
}

impl Job {
    /// As it is shown while it is played.
    fn in_play(&self) -> InPlay {
        let Task { players, opening, .. } = &self.task;
        InPlay { pair: self.pair as u64, game: self.game, players: *players, moves: opening.clone() }
    }
}

/// What became of it.
type Done = (Job, Result<Option<game::Result>, Message>);

/// What a tournament is played with, and who is told.
struct Means<'a> {
    host: &'a dyn Host,
    concurrency: usize,
    store: &'a mut Store,
    stop: &'a Stop,
    tell: &'a mut dyn FnMut(&Event<'_>),
}

/// Pairs that can be played without knowing each other's results.
struct Stage {
    /// The number of the first.
    begin: usize,
    next: Vec<[usize; 2]>,
}

impl Stage {
    /// The number after the last.
    fn end(&self) -> usize {
        self.begin + self.next.len()
    }
}

/// What the workers have in hand.
struct Hands {
    give: Sender<Job>,
    /// Games of pairs that were begun.
    waiting: Vec<Job>,
    /// How many games are with the workers.
    busy: usize,
    /// Pairs that are not kept yet.
    fresh: Vec<Paired>,
}

impl Tournament<'_> {
    /// Plays what is left, so many games at once. Nothing counts before it is kept.
    pub fn play(
        &mut self,
        host: &dyn Host,
        concurrency: usize,
        store: &mut Store,
        stop: &Stop,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Ended, Message> {
        let mut means = Means { host, concurrency: concurrency.max(1), store, stop, tell };
        loop {
            let next = self.plan.schedule.next(&self.met());
            if next.is_empty() {
                return Ok(Ended::Finished);
            }
            let stage = Stage { begin: self.pairs.len(), next };
            self.stage(&stage, &mut means)?;
            if let Some(verdict) = self.verdict {
                // Games that were ahead of the decision do not count: who arrived
                // when must not matter.
                self.pairs.truncate(self.settled);
                return Ok(Ended::Decided(verdict));
            }
            if self.settled < stage.begin + stage.next.len() {
                return Ok(Ended::Stopped);
            }
        }
    }

    /// Plays the pairs that can be played without knowing their results.
    fn stage(&mut self, stage: &Stage, means: &mut Means<'_>) -> Result<(), Message> {
        let host = means.host;
        let halt = Stop::new();
        let (give, jobs) = mpsc::channel();
        let (answer, done) = mpsc::channel();
        let jobs = Mutex::new(jobs);
        let boards: Vec<Board> = (0..means.concurrency).map(|_| Board::default()).collect();
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for board in &boards {
                let (answer, jobs, halt) = (answer.clone(), &jobs, &halt);
                workers.push(scope.spawn(move || work(host, board, jobs, &answer, halt)));
            }
            drop(answer);
            let mut hands = Hands { give, waiting: Vec::new(), busy: 0, fresh: Vec::new() };
            let mut gallery = Gallery::new(&boards);
            let ended = self.lead(stage, means, &mut hands, &mut gallery, &done, &halt);
            let ended = ended.and_then(|()| gallery.close(means.store, self.id));
            halt.raise();
            drop(hands);
            for worker in workers {
                // What a worker panicked with is told as it is.
                worker.join().unwrap_or_else(|reason| resume_unwind(reason));
            }
            ended
        })
    }

    /// Hands out games and takes in results until all are in, or no more are wanted.
    fn lead(
        &mut self,
        stage: &Stage,
        means: &mut Means<'_>,
        hands: &mut Hands,
        gallery: &mut Gallery<'_>,
        done: &Receiver<Done>,
        halt: &Stop,
    ) -> Result<(), Message> {
        // Nobody waits while results are written.
        let ahead = 2 * means.concurrency;
        let mut known = self.begun();
        known.extend(&stage.next);
        let planned = 2 * self.plan.schedule.planned(&known);
        loop {
            if means.stop.is_raised() || self.verdict.is_some() {
                halt.raise();
            }
            while !halt.is_raised() && hands.busy < ahead && self.hand_out(stage, hands, means.store)? {}
            self.settle();
            gallery.show(means.store, self.id)?;
            if hands.busy == 0 {
                if self.verdict.is_some() || halt.is_raised() || self.pairs.len() == stage.end() {
                    return Ok(());
                }
                continue;
            }
            let first = match done.recv_timeout(GLANCE) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => continue,
                // A worker can only have panicked, which is told when it is joined.
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            let batch: Vec<Done> = std::iter::once(first).chain(done.try_iter()).collect();
            hands.busy -= batch.len();
            let (mut games, mut wrong) = (Vec::new(), None);
            for (job, result) in batch {
                let result = match result {
                    Ok(Some(result)) => result,
                    Ok(None) => continue,
                    Err(message) => {
                        wrong = wrong.or(Some(message));
                        continue;
                    }
                };
                let names = job.task.players.map(|player| self.plan.players[player].name.as_str());
                let key = (job.pair as u64, job.game);
                games.push(Kept::new(key, &job.task, &result, names, self.variant)?);
            }
            means.store.keep(self.id, &std::mem::take(&mut hands.fresh), &games)?;
            for game in games {
                self.played += 1;
                (means.tell)(&Event { game: &game, played: self.played, planned });
                let (pair, slot) = (game.pair as usize, usize::from(game.game));
                self.pairs[pair].games[slot] = Some(game);
            }
            // What was played beside it is kept.
            if let Some(message) = wrong {
                return Err(message);
            }
        }
    }

    /// Gives the next game that was not played yet to whoever is free; whether there
    /// was one.
    fn hand_out(&mut self, stage: &Stage, hands: &mut Hands, store: &Store) -> Result<bool, Message> {
        while hands.waiting.is_empty() {
            if self.pairs.len() == stage.end() {
                return Ok(false);
            }
            self.begin_pair(stage, hands, store)?;
            // Pairs of a store may decide the test: then nothing more is to be played.
            self.settle();
            if self.verdict.is_some() {
                hands.waiting.clear();
                return Ok(false);
            }
        }
        let job = hands.waiting.remove(0);
        hands.busy += 1;
        // The other end is there as long as the workers are.
        let _ = hands.give.send(job);
        Ok(true)
    }

    /// Begins the next pair: what a store holds of it is taken from there.
    fn begin_pair(&mut self, stage: &Stage, hands: &mut Hands, store: &Store) -> Result<(), Message> {
        let number = self.pairs.len() as u64;
        let players = stage.next[self.pairs.len() - stage.begin];
        let opening = self.openings.get(self.variant, number);
        let paired = Paired { number, players, opening };
        match self.stored_pairs.remove(&number) {
            Some(stored) if stored != paired => return Err(store.differs(number)),
            Some(_) => {}
            None => hands.fresh.push(paired.clone()),
        }
        let games = [0, 1].map(|game| self.stored.remove(&(number, game)));
        self.played += games.iter().flatten().count();
        for game in [0, 1] {
            if games[usize::from(game)].is_none() {
                let task = self.task(&paired, game);
                hands.waiting.push(Job { pair: number as usize, game, task });
            }
        }
        self.pairs.push(Pair { paired, games });
        Ok(())
    }

    /// A game of a pair, which follows from the plan, the pair's number and the seed.
    fn task(&self, paired: &Paired, game: u8) -> Task {
        let [a, b] = paired.players;
        Task {
            variant: self.plan.game.clone(),
            opening: paired.opening.clone(),
            players: if game == 0 { [a, b] } else { [b, a] },
            control: self.plan.control,
            seed: mix_all([self.plan.seed, paired.number, game.into()]),
        }
    }
}

/// Plays what is given until nobody gives more.
fn work(host: &dyn Host, board: &Board, jobs: &Mutex<Receiver<Job>>, answer: &Sender<Done>, halt: &Stop) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        board.begin(job.in_play());
        let moved = |mv: &str| board.moved(mv);
        let play = || if halt.is_raised() { Ok(None) } else { host.play(&job.task, halt, &moved) };
        let result = catch_unwind(AssertUnwindSafe(play));
        board.end();
        let (result, fault) = match result {
            Ok(result) => (result, None),
            Err(fault) => {
                // The others end too, so that the fault can be told.
                halt.raise();
                (Ok(None), Some(fault))
            }
        };
        let sent = answer.send((job, result));
        if let Some(fault) = fault {
            resume_unwind(fault);
        }
        if sent.is_err() {
            return;
        }
    }
}
