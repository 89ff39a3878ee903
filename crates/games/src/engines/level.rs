//! Opponents of graded strength, levels 1 to 8.
//!
//! A weaker level searches fewer nodes and chooses among similar moves with more
//! randomness: a softmax over the scores with a temperature, so moves that look
//! clearly worse are hardly ever played. The temperature is capped by the spread
//! of the position's best moves, so that small differences still count in quiet
//! positions. A forced win is always played. The highest level plays the best move
//! of the game's strongest engine, or a move of its opening book.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use plateau_core::hash::mix2;
use plateau_core::text::Argument;
use plateau_core::{Message, Position};
use plateau_search::engine::Progress;
use plateau_search::{Analysis, Engine, GamePosition, Limits, MoveValue, Score, Settings};

use super::phrases;

/// The levels.
pub const LEVELS: RangeInclusive<u64> = 1..=8;

/// The parameters of a level.
struct Strength {
    /// Number of nodes per move.
    nodes: u64,
    /// Softmax temperature in hundredths of a piece; 0 plays the best move.
    temperature: f64,
    /// The temperature is at most this many times the [`spread`] of the moves.
    spread_cap: f64,
}

/// Levels are limited by nodes, never by time, so that they are equally strong on
/// every machine.
const STRENGTHS: [Strength; 8] = [
    Strength { nodes: 30, temperature: 600.0, spread_cap: 4.0 },
    Strength { nodes: 120, temperature: 160.0, spread_cap: 2.0 },
    Strength { nodes: 500, temperature: 90.0, spread_cap: 1.6 },
    Strength { nodes: 2_000, temperature: 50.0, spread_cap: 1.3 },
    Strength { nodes: 8_000, temperature: 25.0, spread_cap: 1.0 },
    Strength { nodes: 40_000, temperature: 10.0, spread_cap: 0.8 },
    Strength { nodes: 150_000, temperature: 4.0, spread_cap: 0.6 },
    Strength { nodes: 1_000_000, temperature: 0.0, spread_cap: 0.0 },
];

/// In positions with more legal moves than this, the node limit is reduced, since
/// evaluation and move ordering take longer.
const USUAL_MOVES: u64 = 144;

/// In positions with fewer moves the highest level searches up to this many times
/// as many nodes, so that a move takes about a second.
const MAX_NODE_FACTOR: u64 = 6;

/// Maximum size of a level's transposition table, in megabytes.
const MAX_HASH_MB: usize = 64;

/// Size of a transposition table entry in bytes.
const BYTES_PER_ENTRY: u64 = 16;

/// Number of moves that [`spread`] considers.
const SPREAD_MOVES: usize = 5;

impl Strength {
    /// Returns the parameters of a level; other numbers use the nearest level.
    fn of(level: u64) -> &'static Self {
        let level = level.clamp(*LEVELS.start(), *LEVELS.end());
        &STRENGTHS[level as usize - 1]
    }

    fn plays_best_move(&self) -> bool {
        self.temperature == 0.0
    }

    /// Returns the node limit of a position with this number of legal moves.
    fn nodes(&self, moves: u64) -> u64 {
        let factor =
            if self.plays_best_move() { (USUAL_MOVES / moves.max(1)).clamp(1, MAX_NODE_FACTOR) } else { 1 };
        factor * self.nodes * USUAL_MOVES.pow(2) / moves.max(USUAL_MOVES).pow(2)
    }
}

/// Returns whether a level always plays the best move it finds.
pub fn plays_best_move(level: u64) -> bool {
    Strength::of(level).plays_best_move()
}

/// From this temperature on, a level often plays weaker moves.
const OFTEN: f64 = 100.0;

/// From this temperature on, a level sometimes plays weaker moves.
const SOMETIMES: f64 = 20.0;

/// Returns a sentence about a level.
pub fn summary(level: u64) -> Message {
    let strength = Strength::of(level);
    let phrase = match strength.temperature {
        0.0 => &phrases::LEVEL_BEST,
        OFTEN.. => &phrases::LEVEL_OFTEN,
        SOMETIMES.. => &phrases::LEVEL_SOMETIMES,
        _ => &phrases::LEVEL_RARELY,
    };
    phrase.message().with("nodes", Argument::Count(strength.nodes(1) as usize))
}

/// An opponent of a given level.
pub struct Level<P> {
    strength: &'static Strength,
    seed: u64,
    engine: Box<dyn Engine<P>>,
}

impl<P: Position> Level<P> {
    /// Creates an opponent of a level of [`LEVELS`]; other numbers use the nearest
    /// level. `engine` creates the engine that it searches with.
    pub fn new(
        level: u64,
        seed: u64,
        settings: Settings,
        engine: impl FnOnce(Settings) -> Box<dyn Engine<P>>,
    ) -> Self {
        let strength = Strength::of(level);
        // Fixed settings, so that a level is equally strong everywhere. The table holds
        // every node; a larger one would only take longer to clear before each move.
        let hash_mb = (strength.nodes(1) * BYTES_PER_ENTRY).div_ceil(1 << 20) as usize;
        let settings = Settings { threads: 1, hash_mb: hash_mb.min(MAX_HASH_MB), ..settings };
        Self { strength, seed, engine: engine(settings) }
    }
}

impl<P: Position> Engine<P> for Level<P> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let plays_best_move = self.strength.plays_best_move();
        let moves = game.position().legal_moves().len() as u64;
        let max_nodes = self.strength.nodes(moves).max(moves + 1);
        let own_limits = Limits {
            nodes: Some(limits.nodes.map_or(max_nodes, |nodes| nodes.min(max_nodes))),
            multi_pv: !plays_best_move || limits.multi_pv,
            ..limits.clone()
        };
        // Start every move from scratch, so that a level is equally strong in every
        // position.
        self.engine.new_game();
        let mut analysis = self.engine.analyse(game, &own_limits, progress);
        let has_win = analysis.moves.first().is_some_and(|best| best.value.estimate.is_win());
        if !plays_best_move && !has_win {
            let key = game.position().key() ^ game.previous_keys().len() as u64;
            let Strength { temperature, spread_cap, .. } = self.strength;
            let temperature = temperature.min(spread_cap * spread(&analysis.moves));
            let perturbed = |(number, mv): (u64, &MoveValue<P::Move>)| {
                f64::from(mv.value.estimate.number()) + temperature * gumbel(mix2(key ^ number, self.seed))
            };
            let scores = (0..).zip(&analysis.moves).map(perturbed).enumerate();
            let best = scores.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            if let Some((chosen, _)) = best {
                analysis.moves[..=chosen].rotate_right(1);
            }
        }
        if !limits.multi_pv {
            analysis.moves.truncate(1);
        }
        analysis
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}

/// Returns the difference between the best and the fifth-best undecided move, in
/// hundredths of a piece.
fn spread<M>(moves: &[MoveValue<M>]) -> f64 {
    let undecided = moves.iter().map(|mv| mv.value.estimate).filter(|score| score.plies().is_none());
    let mut scores: Vec<i32> = undecided.map(Score::number).collect();
    scores.sort_unstable_by_key(|&score| Reverse(score));
    let last = scores.iter().take(SPREAD_MOVES).next_back();
    let difference = scores.first().zip(last).map_or(0, |(best, last)| best - last);
    f64::from(difference)
}

/// Maps a random word to a number between 0 and 1.
fn uniform(word: u64) -> f64 {
    ((word >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// Maps a random word to a sample of the Gumbel distribution. Adding one to each
/// score and taking the maximum samples from the softmax (Gumbel-max trick).
fn gumbel(word: u64) -> f64 {
    -(-uniform(word).ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gumbel_samples_softmax() {
        // With two scores one unit apart, the better one is chosen e times as often.
        let count = 20_000;
        let better = (0..count).filter(|&i| 1.0 + gumbel(mix2(i, 1)) > gumbel(mix2(i, 2))).count();
        let share = better as f64 / count as f64;
        assert!((share - 0.731).abs() < 0.02, "{share}");
    }

    #[test]
    fn levels_grow_in_nodes_and_fall_in_temperature() {
        assert!(STRENGTHS.is_sorted_by(|a, b| {
            a.nodes < b.nodes && a.temperature > b.temperature && a.spread_cap > b.spread_cap
        }));
        for level in LEVELS {
            assert_eq!(plays_best_move(level), level == *LEVELS.end(), "level {level}");
        }
    }

    #[test]
    fn node_limit_falls_with_number_of_moves() {
        for level in LEVELS {
            let nodes: Vec<u64> = (1..=400).map(|moves| Strength::of(level).nodes(moves)).collect();
            assert!(nodes.is_sorted_by(|a, b| a >= b), "level {level}: {nodes:?}");
            assert_eq!(nodes[USUAL_MOVES as usize - 1], Strength::of(level).nodes, "level {level}");
        }
    }
}
