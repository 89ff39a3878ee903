//! A ladder of opponents of human size. A weaker level sees less far and chooses
//! less carefully between moves that look alike; it does not throw dice over
//! moves that look bad. How alike they look depends on how far apart the moves of
//! the position are: in a quiet one it goes by small differences. A win that it
//! sees it plays by the shortest way. The last level is careful: it plays what its
//! engine finds best, and should be given the strongest that the game has.

use plateau_core::Position;
use plateau_core::hash::mix2;

use crate::alphabeta::Settings;
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::limits::Limits;
use crate::score::Score;

/// The levels there are.
pub const LEVELS: std::ops::RangeInclusive<u64> = 1..=8;

/// What a level may use: positions looked at, and how far apart two moves may
/// look, in hundredths of a piece, before it tells them apart for sure: so much, but
/// not more than so many times what lies between the likely moves of the position.
struct Strength {
    nodes: u64,
    carelessness: f64,
    wandering: f64,
}

/// Never by time, so that a level is the same on every machine.
const STRENGTHS: [Strength; 8] = [
    Strength { nodes: 30, carelessness: 600.0, wandering: 4.0 },
    Strength { nodes: 120, carelessness: 160.0, wandering: 2.0 },
    Strength { nodes: 500, carelessness: 90.0, wandering: 1.6 },
    Strength { nodes: 2_000, carelessness: 50.0, wandering: 1.3 },
    Strength { nodes: 8_000, carelessness: 25.0, wandering: 1.0 },
    Strength { nodes: 40_000, carelessness: 10.0, wandering: 0.8 },
    Strength { nodes: 150_000, carelessness: 4.0, wandering: 0.6 },
    Strength { nodes: 1_000_000, carelessness: 0.0, wandering: 0.0 },
];

/// Where there are more moves, positions take longer, the evaluation of each as well
/// as the ordering of its moves: levels look at fewer.
const USUAL_MOVES: u64 = 144;

/// Where there are fewer, positions take less, and the last level looks at more, up to
/// so many times: it takes about a second.
const MOST_TIMES: u64 = 6;

/// Megabytes of the largest table of a level.
const LARGEST_TABLE: usize = 64;

/// What a position takes in the table.
const BYTES_OF_A_POSITION: u64 = 16;

impl Strength {
    /// That of a level, another number being the nearest.
    fn of(level: u64) -> &'static Self {
        let level = level.clamp(*LEVELS.start(), *LEVELS.end());
        &STRENGTHS[level as usize - 1]
    }

    fn is_careful(&self) -> bool {
        self.carelessness == 0.0
    }

    /// How many positions it looks at where there are so many moves.
    fn nodes(&self, moves: u64) -> u64 {
        let times = if self.is_careful() { (USUAL_MOVES / moves.max(1)).clamp(1, MOST_TIMES) } else { 1 };
        times * self.nodes * USUAL_MOVES.pow(2) / moves.max(USUAL_MOVES).pow(2)
    }
}

/// Whether a level plays what it finds best, whatever looks like it.
pub fn is_careful(level: u64) -> bool {
    Strength::of(level).is_careful()
}

/// An opponent of some level.
pub struct Level<P> {
    strength: &'static Strength,
    seed: u64,
    engine: Box<dyn Engine<P>>,
}

impl<P: Position> Level<P> {
    /// The opponent of a level of [`LEVELS`], another number being the nearest, that
    /// looks at positions with an engine made for it.
    pub fn new(
        level: u64,
        seed: u64,
        settings: Settings,
        engine: impl FnOnce(Settings) -> Box<dyn Engine<P>>,
    ) -> Self {
        let strength = Strength::of(level);
        // Of its own, so that a level is the same wherever it plays. Room for every position
        // it looks at; more would only have to be emptied before each move.
        let enough = (strength.nodes(1) * BYTES_OF_A_POSITION).div_ceil(1 << 20) as usize;
        let settings = Settings { threads: 1, hash_mb: enough.min(LARGEST_TABLE), ..settings };
        Self { strength, seed, engine: engine(settings) }
    }
}

impl<P: Position> Engine<P> for Level<P> {
    fn analyse(
        &mut self,
        line: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let careful = self.strength.is_careful();
        let moves = line.position().legal_moves().len() as u64;
        let enough = self.strength.nodes(moves).max(moves + 1);
        let own = Limits {
            nodes: Some(limits.nodes.map_or(enough, |nodes| nodes.min(enough))),
            multi_pv: !careful || limits.multi_pv,
            ..limits.clone()
        };
        // What one game taught is not carried into the next move: a level is
        // as strong in every position.
        self.engine.new_game();
        let mut analysis = self.engine.analyse(line, &own, progress);
        let wins = analysis.moves.first().is_some_and(|best| best.value.estimate.is_win());
        if !careful && !wins {
            let key = line.position().key() ^ line.previous_keys().len() as u64;
            let Strength { carelessness, wandering, .. } = self.strength;
            let noise = carelessness.min(wandering * spread(&analysis.moves));
            let liked = |(number, mv): (u64, &MoveValue<P::Move>)| {
                f64::from(mv.value.estimate.number()) + noise * gumbel(mix2(key ^ number, self.seed))
            };
            let chosen = (0..).zip(&analysis.moves).map(liked).enumerate();
            let best = chosen.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
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

/// How far apart the moves look that a person would think of, in hundredths of a
/// piece: the best of them and the last of the [`FEW`] best.
fn spread<M>(moves: &[MoveValue<M>]) -> f64 {
    let open = moves.iter().map(|mv| mv.value.estimate).filter(|score| score.plies().is_none());
    let mut scores: Vec<i32> = open.map(Score::number).collect();
    scores.sort_unstable_by_key(|&score| std::cmp::Reverse(score));
    let last = scores.iter().take(FEW).next_back();
    let apart = scores.first().zip(last).map_or(0, |(best, last)| best - last);
    f64::from(apart)
}

/// How many moves a person thinks of.
const FEW: usize = 5;

/// A random number between 0 and 1.
fn uniform(word: u64) -> f64 {
    ((word >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// A random number of Gumbel's distribution: adding one to each score and taking
/// the largest chooses moves in proportion to the exponential of their scores.
fn gumbel(word: u64) -> f64 {
    -(-uniform(word).ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carelessness_chooses_in_proportion() {
        // Two moves one unit apart: the better one comes e times as often.
        let count = 20_000;
        let better = (0..count).filter(|&i| 1.0 + gumbel(mix2(i, 1)) > gumbel(mix2(i, 2))).count();
        let share = better as f64 / count as f64;
        assert!((share - 0.731).abs() < 0.02, "{share}");
    }

    #[test]
    fn every_level_sees_farther_and_chooses_more_carefully() {
        assert!(STRENGTHS.is_sorted_by(|a, b| {
            a.nodes < b.nodes && a.carelessness > b.carelessness && a.wandering > b.wandering
        }));
        for level in LEVELS {
            assert_eq!(is_careful(level), level == *LEVELS.end(), "level {level}");
        }
    }

    #[test]
    fn where_there_are_more_moves_no_level_looks_at_more_positions() {
        for level in LEVELS {
            let nodes: Vec<u64> = (1..=400).map(|moves| Strength::of(level).nodes(moves)).collect();
            assert!(nodes.is_sorted_by(|a, b| a >= b), "level {level}: {nodes:?}");
            assert_eq!(nodes[USUAL_MOVES as usize - 1], Strength::of(level).nodes, "level {level}");
        }
    }
}
