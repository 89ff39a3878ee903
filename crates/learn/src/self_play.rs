//! Games of an engine against itself or another one, from random openings. A game depends on
//! its number and the seed alone, so any number of threads plays the same games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use plateau_core::hash::mix2;
use plateau_core::{Objective, Player, Position, Record, Variant};
use plateau_search::{Engine, GamePosition, Limits, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::played_game::{PlayedGame, Ply, PlyTarget, proven_result, result_for};

/// The longest game; longer ones count as drawn. Only games that can repeat positions get
/// there.
const MAX_PLIES: usize = 2_000;

/// How games of self-play are played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// Nodes per move.
    pub nodes: u64,
    /// The most random moves at the beginning of a game.
    pub opening: u32,
    /// The share of random moves after the opening, in per cent. They lead to positions that
    /// good play avoids, and that a search must evaluate all the same.
    pub random_percent: u32,
    /// The seed of the openings.
    pub seed: u64,
    /// Play at random unless the search proves a win: for an evaluation that knows nothing.
    pub plays_randomly: bool,
}

impl SelfPlay {
    fn rng(&self, game: usize) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(mix2(self.seed, game as u64))
    }

    fn limits(&self) -> Limits {
        Limits { search_forced: true, ..Limits::nodes(self.nodes) }
    }

    /// Plays a game of an engine against itself. It ends as soon as the result is proven.
    pub fn play<V: Variant>(
        &self,
        variant: &V,
        engine: &mut dyn Engine<V::Position>,
        game: usize,
    ) -> PlayedGame {
        let objective = V::Position::OBJECTIVE;
        let mut rng = self.rng(game);
        let opening = rng.random_range(0..=self.opening) as usize;
        let mut record = Record::new(variant.clone());
        let mut plies = Vec::new();
        engine.new_game();
        while record.finish().is_none() && plies.len() < MAX_PLIES {
            let random = rng.random_range(0..record.position().legal_moves().len());
            let (choice, target) = if plies.len() < opening {
                (random, PlyTarget::Skipped)
            } else {
                let game = GamePosition::from_record(&record);
                let analysis = engine.analyse(&game, &self.limits(), &mut |_| {});
                let best =
                    analysis.best().and_then(|best| choice_of(record.position(), best)).unwrap_or(random);
                match proven_result(&analysis.value, objective) {
                    Some(value) => {
                        plies.push(Ply { choice: best as u16, target: PlyTarget::Proven(value) });
                        let sign = if record.position().turn() == Player::First { 1 } else { -1 };
                        return PlayedGame { plies, result: sign * value };
                    }
                    None if self.plays_randomly => (random, PlyTarget::Result),
                    None if rng.random_range(0..100) < self.random_percent => {
                        (random, PlyTarget::Explored(analysis.value.estimate.number()))
                    }
                    None => (best, PlyTarget::Searched(analysis.value.estimate.number())),
                }
            };
            plies.push(Ply { choice: choice as u16, target });
            let Some(mv) = record.position().legal_moves().nth(choice) else { break };
            if record.play(mv).is_err() {
                break;
            }
        }
        let result = record.finish().map_or(0, |end| result_for(end.outcome, Player::First, objective));
        PlayedGame { plies, result }
    }

    /// Plays one game of a match: pairs of games share an opening, with sides swapped. Returns
    /// the half points of the first engine: 0, 1 or 2.
    pub fn play_match_game<V: Variant>(
        &self,
        variant: &V,
        engines: &mut [Box<dyn Engine<V::Position>>; 2],
        limits: &[Limits; 2],
        game: usize,
    ) -> u32 {
        let mut rng = self.rng(game / 2);
        let opening = rng.random_range(0..=self.opening) as usize;
        let mut record = Record::new(variant.clone());
        for engine in engines.iter_mut() {
            engine.new_game();
        }
        while record.finish().is_none() && record.moves().len() < MAX_PLIES {
            let position = record.position();
            let random = rng.random_range(0..position.legal_moves().len());
            let mv = if record.moves().len() < opening {
                position.legal_moves().nth(random)
            } else {
                let player = (position.turn().index() + game) % 2;
                let game = GamePosition::from_record(&record);
                engines[player].analyse(&game, &limits[player], &mut |_| {}).best()
            };
            let Some(mv) = mv else { break };
            if record.play(mv).is_err() {
                break;
            }
        }
        let first = if game.is_multiple_of(2) { Player::First } else { Player::Second };
        let result = record.finish().map_or(0, |end| result_for(end.outcome, first, Objective::Distance));
        (1 + result) as u32
    }
}

/// Returns the number of a move among the legal ones.
fn choice_of<P: Position>(position: &P, mv: P::Move) -> Option<usize> {
    position.legal_moves().position(|other| other == mv)
}

/// Does the job of a number, on one thread.
pub type Job<'j, R> = Box<dyn FnMut(usize) -> R + 'j>;

/// Runs numbered jobs on threads and returns their results in order, or `None` if the stop
/// flag was raised. `create_job` is called once per thread, so that each has engines of its
/// own. `progress` gets the number of jobs done.
///
/// Closures are behind pointers, so that this is compiled once for all games.
pub fn run_jobs<'j, R: Send>(
    jobs: std::ops::Range<usize>,
    threads: usize,
    stop: &Stop,
    create_job: &(dyn Fn() -> Job<'j, R> + Sync),
    progress: &mut (dyn FnMut(usize) + Send),
) -> Option<Vec<R>> {
    let next = AtomicUsize::new(jobs.start);
    let done = Mutex::new((0, progress));
    let results: Vec<Mutex<Option<R>>> = jobs.clone().map(|_| Mutex::new(None)).collect();
    let work = || {
        let mut job = create_job();
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
    results.into_iter().map(|slot| slot.into_inner().ok().flatten()).collect()
}
