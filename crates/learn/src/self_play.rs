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
                if let Some(value) = proven_result(&found.value, objective) {
                    plies.push(Ply { choice: best as u16, target: PlyTarget::Proven(value) });
                    let sign = if game.turn() == Player::First { 1 } else { -1 };
                    return PlayedGame { plies, result: sign * value };
                }
                let value = found.value.estimate.number();
                let (choice, target) = if self.plays_randomly {
                    (random, PlyTarget::Result)
                } else if rng.random_range(0..100) < self.random_percent {
                    (random, PlyTarget::Explored(value))
                } else {
                    (best, PlyTarget::Searched(value))
                };
                // The engine plays on: which of the best moves a solver finds may depend on the
                // evaluation that ships with it, and a training must not.
                (choice, game.solve().map_or(target, PlyTarget::Proven))
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

#[cfg(test)]
mod tests {
    use plateau_core::Position;
    use plateau_search::{AlphaBeta, Engine, NoEvaluation, Parts};

    use super::*;
    use crate::settings::engine_settings;
    use crate::toy::{Row, Toy};
    use crate::{PositionSolver, RecordGame};

    #[test]
    fn a_solver_gives_exact_targets_without_changing_the_game() {
        let play = |solver: Option<PositionSolver<Row>>| {
            let engine = AlphaBeta::new(Parts::new(NoEvaluation), engine_settings());
            let engines: Vec<Box<dyn Engine<Row>>> = vec![Box::new(engine)];
            let settings =
                SelfPlay { nodes: 5, opening: 2, random_percent: 15, seed: 1, plays_randomly: false };
            settings.play(&mut RecordGame::new(Toy, engines, solver), 0, Objective::Distance)
        };
        let without = play(None);
        // Any result will do, for positions with up to six empty cells.
        let with = play(Some(Box::new(|row: &Row| (row.legal_moves().len() <= 6).then_some(-1))));
        let moves = |game: &PlayedGame| game.plies.iter().map(|ply| ply.choice).collect::<Vec<_>>();
        assert_eq!((moves(&with), with.result), (moves(&without), without.result));
        let mut solved = 0;
        for (ply, (with, without)) in with.plies.iter().zip(&without.plies).enumerate() {
            let is_proven = matches!(without.target, PlyTarget::Proven(_));
            let is_solved = ply >= 4 && !is_proven;
            assert_eq!(with.target, if is_solved { PlyTarget::Proven(-1) } else { without.target }, "{ply}");
            solved += usize::from(is_solved);
        }
        assert!(solved > 0, "{with:?}");
    }
}
