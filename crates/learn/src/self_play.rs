//! Games of an engine against itself or another one, from random openings. A game depends on
//! its number and the seed alone, so any number of threads plays the same games.

use plateau_core::hash::mix2;
use plateau_core::{Objective, Player};
use plateau_search::Limits;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::engine_game::EngineGame;
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

    /// Plays a game of one engine against itself. It ends as soon as the result is proven.
    pub fn play(&self, game: &mut dyn EngineGame, number: usize, objective: Objective) -> PlayedGame {
        let mut rng = self.rng(number);
        let opening = rng.random_range(0..=self.opening) as usize;
        let mut plies = Vec::new();
        game.new_game();
        while game.outcome().is_none() && plies.len() < MAX_PLIES {
            let random = rng.random_range(0..game.move_count());
            let (choice, target) = if plies.len() < opening {
                (random, PlyTarget::Skipped)
            } else {
                let found = game.search(0, &self.limits());
                let best = found.choice.unwrap_or(random);
                match proven_result(&found.value, objective) {
                    Some(value) => {
                        plies.push(Ply { choice: best as u16, target: PlyTarget::Proven(value) });
                        let sign = if game.turn() == Player::First { 1 } else { -1 };
                        return PlayedGame { plies, result: sign * value };
                    }
                    None if self.plays_randomly => (random, PlyTarget::Result),
                    None if rng.random_range(0..100) < self.random_percent => {
                        (random, PlyTarget::Explored(found.value.estimate.number()))
                    }
                    None => (best, PlyTarget::Searched(found.value.estimate.number())),
                }
            };
            plies.push(Ply { choice: choice as u16, target });
            if !game.play(choice) {
                break;
            }
        }
        let result = game.outcome().map_or(0, |outcome| result_for(outcome, Player::First, objective));
        PlayedGame { plies, result }
    }

    /// Plays one game of a match between two engines: pairs of games share an opening, with
    /// sides swapped. Returns the half points of the first engine: 0, 1 or 2.
    pub fn play_match_game(&self, game: &mut dyn EngineGame, limits: &[Limits; 2], number: usize) -> u32 {
        let mut rng = self.rng(number / 2);
        let opening = rng.random_range(0..=self.opening) as usize;
        let mut plies = 0;
        game.new_game();
        while game.outcome().is_none() && plies < MAX_PLIES {
            let random = rng.random_range(0..game.move_count());
            let choice = if plies < opening {
                Some(random)
            } else {
                let engine = (game.turn().index() + number) % 2;
                game.search(engine, &limits[engine]).choice
            };
            if !choice.is_some_and(|choice| game.play(choice)) {
                break;
            }
            plies += 1;
        }
        let first = if number.is_multiple_of(2) { Player::First } else { Player::Second };
        let result = game.outcome().map_or(0, |outcome| result_for(outcome, first, Objective::Distance));
        (1 + result) as u32
    }
}
