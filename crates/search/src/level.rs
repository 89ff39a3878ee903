//! A ladder of opponents of human size. A weaker level sees less far and chooses
//! less carefully between moves that look alike; it does not throw dice over
//! moves that look bad. How alike they look depends on how far apart the moves of
//! the position are: in a quiet one it goes by small differences. A win that it
//! sees it plays by the shortest way.

use plateau_core::Position;
use plateau_core::hash::mix2;

use crate::alphabeta::{AlphaBeta, Settings};
use crate::engine::{Analysis, Engine, Line, MoveValue, Progress};
use crate::evaluator::Evaluator;
use crate::limits::Limits;

/// The levels there are.
pub const LEVELS: std::ops::RangeInclusive<u64> = 1..=8;

/// What a level may use: positions looked at, and how far apart two moves may
/// look, in terms of the spread of all moves, before it tells them apart for sure.
struct Strength {
    nodes: u64,
    carelessness: f64,
}

/// Never by time, so that a level is the same on every machine. The last one
/// takes about a second.
const STRENGTHS: [Strength; 8] = [
    Strength { nodes: 30, carelessness: 1.1 },
    Strength { nodes: 120, carelessness: 0.8 },
    Strength { nodes: 500, carelessness: 0.6 },
    Strength { nodes: 2_000, carelessness: 0.45 },
    Strength { nodes: 8_000, carelessness: 0.32 },
    Strength { nodes: 40_000, carelessness: 0.22 },
    Strength { nodes: 150_000, carelessness: 0.13 },
    Strength { nodes: 1_000_000, carelessness: 0.0 },
];

/// What a position takes in the table.
const BYTES_OF_A_POSITION: u64 = 16;

/// An opponent of some level.
pub struct Level<P, E> {
    strength: &'static Strength,
    seed: u64,
    engine: AlphaBeta<P, E>,
}

impl<P: Position, E: Evaluator<P>> Level<P, E> {
    /// The opponent of a level of [`LEVELS`]; another number is the nearest.
    pub fn new(level: u64, seed: u64, evaluator: E, settings: Settings) -> Self {
        let level = level.clamp(*LEVELS.start(), *LEVELS.end());
        let strength = &STRENGTHS[level as usize - 1];
        // Room for every position it looks at; more would only have to be emptied
        // before each move.
        let enough = (strength.nodes * BYTES_OF_A_POSITION).div_ceil(1 << 20) as usize;
        let settings = Settings { threads: 1, table: settings.table.min(enough), ..settings };
        Self { strength, seed, engine: AlphaBeta::new(evaluator, settings) }
    }
}

impl<P: Position, E: Evaluator<P>> Engine<P> for Level<P, E> {
    fn analyse(
        &mut self,
        line: &Line<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let careful = self.strength.carelessness == 0.0;
        let enough = self.strength.nodes.max(line.position().legal_moves().len() as u64 + 1);
        let own = Limits {
            nodes: Some(limits.nodes.map_or(enough, |nodes| nodes.min(enough))),
            every_move: !careful || limits.every_move,
            // Few positions are enough only if hopeless moves cost none.
            candidates_only: !limits.every_move,
            ..limits.clone()
        };
        // What one game taught is not carried into the next move: a level is
        // as strong in every position.
        self.engine.forget();
        let mut analysis = self.engine.analyse(line, &own, progress);
        let wins = analysis.moves.first().is_some_and(|best| best.value.estimate.is_win());
        if !careful && !wins {
            let key = line.position().key() ^ line.before().len() as u64;
            let noise = self.strength.carelessness * spread(&analysis.moves);
            let liked = |(number, mv): (u64, &MoveValue<P::Move>)| {
                let score = f64::from(mv.value.estimate.number());
                score + noise * gumbel(mix2(key ^ number, self.seed))
            };
            let chosen = (0..).zip(&analysis.moves).map(liked).enumerate();
            let best = chosen.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            if let Some((chosen, _)) = best {
                analysis.moves[..=chosen].rotate_right(1);
            }
        }
        if !limits.every_move {
            analysis.moves.truncate(1);
        }
        analysis
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

/// How far apart moves look that do not decide the game: the standard deviation
/// of their estimates, in hundredths of a piece, within reason.
fn spread<M>(moves: &[MoveValue<M>]) -> f64 {
    let open = moves.iter().map(|mv| mv.value.estimate).filter(|score| score.plies().is_none());
    let scores: Vec<f64> = open.map(|score| f64::from(score.number())).collect();
    let count = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt().clamp(SPREADS.0, SPREADS.1)
}

/// Below, moves hardly differ; above, some of them are blunders, which must not
/// make the others look alike.
const SPREADS: (f64, f64) = (5.0, 250.0);

/// A random number of Gumbel's distribution: adding one to each score and taking
/// the largest chooses moves in proportion to the exponential of their scores.
fn gumbel(word: u64) -> f64 {
    let uniform = ((word >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    -(-uniform.ln()).ln()
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
        assert!(STRENGTHS.is_sorted_by(|a, b| a.nodes < b.nodes && a.carelessness > b.carelessness));
    }
}
