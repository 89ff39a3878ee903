//! The matches of a new net: against the best net so far, the evaluators of the game, and the
//! levels.

use std::sync::Arc;

use plateau_core::Message;
use plateau_search::Limits;

use super::{Phase, TrainContext, TrainProgress, Training};
use crate::jobs::{Interruption, Job, run_jobs};
use crate::net::Net;
use crate::report::{GenerationReport, LEVEL_GAMES};
use crate::self_play::SelfPlay;
use crate::settings::{OpponentScores, Purpose, gate_pairs, opponent_pairs};
use crate::trainable_game::TrainingEngine;

/// Pairs of games against each level, and the minimum score to play the next higher level.
const LEVEL_PAIRS: usize = LEVEL_GAMES / 2;
const MIN_LEVEL_SCORE: f64 = 0.2;

/// A match between two engines.
struct Match {
    /// The generation and what it is doing.
    phase: (u32, Phase),
    play: SelfPlay,
    pairs: usize,
    engines: [TrainingEngine; 2],
    limits: [Limits; 2],
}

impl Training<'_> {
    /// Returns the score of a net against the best one so far, from 0 to 1.
    pub(super) fn gate(
        &self,
        generation: u32,
        candidate: &Arc<Net>,
        best: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Result<f64, Interruption> {
        let play = self.self_play(Purpose::Gate, generation, false);
        let contest = Match {
            phase: (generation, Phase::Gate),
            play,
            pairs: gate_pairs(self.settings.games),
            engines: [candidate, best].map(|net| TrainingEngine::Net(Arc::clone(net))),
            limits: [Limits::nodes(play.nodes), Limits::nodes(play.nodes)],
        };
        self.match_score(&contest, context)
    }

    /// Returns the scores of a net against the gate's other evaluators. Their openings are the
    /// same in all generations, so that scores can be compared.
    pub(super) fn opponent_scores(
        &self,
        generation: u32,
        candidate: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Result<Vec<(String, f64)>, Interruption> {
        let play = self.self_play(Purpose::Opponents, 0, false);
        let mut scores = Vec::new();
        for opponent in &self.gate_opponents {
            let evaluator = TrainingEngine::Evaluator(opponent.clone());
            let contest = Match {
                phase: (generation, Phase::Opponents),
                play,
                pairs: opponent_pairs(self.settings.games),
                engines: [TrainingEngine::Net(Arc::clone(candidate)), evaluator],
                limits: [Limits::nodes(play.nodes), Limits::nodes(play.nodes)],
            };
            scores.push((opponent.clone(), self.match_score(&contest, context)?));
        }
        Ok(scores)
    }

    /// Compares scores against the gate's other evaluators with those of the best net so far.
    pub(super) fn compare_opponents(
        &self,
        scores: &[(String, f64)],
        reports: &[GenerationReport],
    ) -> Option<OpponentScores> {
        let best = &reports.iter().rev().find(|report| report.is_accepted)?.opponents;
        let mean = |scores: &[(String, f64)]| {
            let sum: f64 = scores.iter().map(|(_, score)| score).sum();
            (!scores.is_empty()).then(|| sum / scores.len() as f64)
        };
        let games = 2 * opponent_pairs(self.settings.games) * scores.len();
        Some(OpponentScores { new: mean(scores)?, best: mean(best)?, games })
    }

    /// Returns the scores against the levels, up to the first that is far too strong.
    pub(super) fn level_scores(
        &self,
        generation: u32,
        net: &Arc<Net>,
        context: &mut TrainContext<'_>,
    ) -> Result<Vec<(String, f64)>, Interruption> {
        let mut scores = Vec::new();
        if !self.settings.measures_levels {
            return Ok(scores);
        }
        let play = self.self_play(Purpose::Levels, generation, false);
        for &level in &self.levels {
            let opponent = TrainingEngine::Level { level, seed: play.seed };
            let contest = Match {
                phase: (generation, Phase::Levels),
                play,
                pairs: LEVEL_PAIRS,
                engines: [TrainingEngine::Net(Arc::clone(net)), opponent],
                limits: [Limits::nodes(play.nodes), Limits::default()],
            };
            let score = self.match_score(&contest, context)?;
            scores.push((format!("level:{level}"), score));
            if score < MIN_LEVEL_SCORE {
                break;
            }
        }
        Ok(scores)
    }

    /// Plays a match and returns the score of its first engine, from 0 to 1.
    fn match_score(&self, contest: &Match, context: &mut TrainContext<'_>) -> Result<f64, Interruption> {
        let Match { phase, play, pairs, engines, limits } = contest;
        let all = 2 * pairs;
        let progress = &mut *context.progress;
        let mut on_game = |done| progress(TrainProgress::of(*phase, done, all));
        let create_job = || -> Result<Job<'_, u32>, Message> {
            let mut game = self.game.new_game(engines)?;
            Ok(Box::new(move |number| play.play_match_game(&mut *game, limits, number)))
        };
        let points = run_jobs(0..all, self.settings.threads, context.stop, &create_job, &mut on_game)?;
        Ok(f64::from(points.iter().sum::<u32>()) / (2 * all) as f64)
    }
}
