//! The settings of a training, and what follows from them.

use plateau_core::Objective;
use plateau_core::hash::mix2;
use plateau_search::Settings;

use crate::features::Shape;
use crate::fit::{FitSettings, LeastSquares, Loss};
use crate::net::MAX_STAGES;
use crate::played_game::Targets;
use crate::self_play::SelfPlay;

/// The settings of a training. Together with the variant and the games it begins with, they
/// determine the net, except for `threads` and `generations`: a training of more generations
/// begins like one of fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainSettings {
    /// The seed of all random choices.
    pub seed: u64,
    /// Nodes per move of self-play.
    pub nodes: u64,
    /// Games per generation.
    pub games: usize,
    /// D: the length of a row.
    pub size: usize,
    /// The number of generations to finish.
    pub generations: u32,
    /// The number of threads.
    pub threads: usize,
    /// Whether to measure the strength of each generation against the levels.
    pub measures_levels: bool,
}

/// The transposition table of an engine of self-play, in megabytes.
const HASH_MB: usize = 1;

/// Nodes per move of the first generation, whose evaluation knows nothing: enough to see wins
/// and losses in a few plies.
const RANDOM_PLAY_NODES: u64 = 100;

/// The share of random moves in self-play, in per cent.
const RANDOM_PERCENT: u32 = 15;

/// The generations whose games are fitted, the present one included: this many at least, and
/// half of all. Games of the first generation without a teacher, which are random, are left out
/// as soon as there are others.
const MIN_WINDOW: u32 = 5;

/// The share of a game's result in the target; the rest is the value of the search. The
/// searches of the first generations know little, so there the share is larger.
const RESULT_SHARE: f32 = 0.3;
const FIRST_RESULT_SHARES: [f32; 4] = [1.0, 0.8, 0.6, 0.4];

/// Hundredths of a piece per logit: with two pieces ahead, the win probability is 73 %.
const LOGIT: i32 = 200;

/// Hundredths of a point of margin per 1.0 of the output.
const MARGIN: i32 = 1_000;

/// Taken points per stage.
const PROGRESS_PER_STAGE: u32 = 5;

/// The maximum number of epochs.
const MAX_EPOCHS: usize = 4;

/// The samples of a fit, all epochs together: more samples mean fewer epochs. A table is fitted to no more than
/// these, a random selection, so that late generations need no more time and memory; a net has no fewer.
const SAMPLES_PER_FIT: usize = 4_000_000;

/// The largest number of samples of a net with D > 1, which has more weights than a table.
const NET_SAMPLES: usize = 12_000_000;

/// The largest number of samples of a table by stage, which has few samples for each of its weights. The fit of
/// Othello's takes four gigabytes for them.
const STAGE_SAMPLES: usize = 16_000_000;

/// The fit of tables by stage. In Othello, with 60,000 games, the root mean square error of validation samples is
/// 5.33 discs, and 5.57 without smoothness.
const LEAST_SQUARES: LeastSquares = LeastSquares { ridge: 3.0, smoothness: 30.0, iterations: 50 };

/// Batch size, its minimum, and the minimum number of steps per epoch.
const BATCH: usize = 256;
const MIN_BATCH: usize = 32;
const STEPS_PER_EPOCH: usize = 64;

/// The learning rates of nets, and of tables with D = 1, whose weights are the value itself.
const RATE: f32 = 0.002;
const LINEAR_RATE: f32 = 0.01;

/// The factor of the learning rate where all games were random, with one epoch: results of
/// random games say little about each position.
const RANDOM_PLAY_RATE: f32 = 0.3;

/// Returns the number of pairs of games of a gate: a tenth of the games of a generation.
pub fn gate_pairs(games: usize) -> usize {
    (games / 20).clamp(10, 100)
}

/// Returns the number of pairs of games of a gate against each other evaluator.
pub fn opponent_pairs(games: usize) -> usize {
    (games / 100).clamp(5, 25)
}

/// Returns whether a new net replaces the best one so far. It must score at least half against
/// it, and against other evaluators not less than the best one did by more than two standard
/// errors of these games: nets of one training share their mistakes, so the match between them
/// alone does not show who is stronger.
pub fn is_accepted(score: f64, opponents: Option<OpponentScores>) -> bool {
    // The standard error of a score is at most half of this.
    let tolerance = |games: usize| 1.0 / (games.max(1) as f64).sqrt();
    score >= 0.5 && opponents.is_none_or(|scores| scores.new >= scores.best - tolerance(scores.games))
}

/// The mean scores against the gate's other evaluators.
#[derive(Clone, Copy, Debug)]
pub struct OpponentScores {
    /// Of the new net.
    pub new: f64,
    /// Of the best net so far.
    pub best: f64,
    /// The number of games.
    pub games: usize,
}

/// What a seed is used for.
#[derive(Clone, Copy)]
pub enum Purpose {
    /// The openings of self-play.
    Games,
    /// The fit.
    Fit,
    /// The openings of the gate.
    Gate,
    /// The openings of matches against levels.
    Levels,
    /// The openings of the gate's matches against other evaluators.
    Opponents,
    /// The selection of samples.
    Samples,
}

impl TrainSettings {
    /// Returns the seed of a purpose in a generation.
    pub fn seed(&self, purpose: Purpose, generation: u32) -> u64 {
        mix2(self.seed, mix2(purpose as u64, u64::from(generation)))
    }

    /// Returns how the games of a generation are played. `plays_randomly` is for an evaluation
    /// that knows nothing.
    pub fn self_play(
        &self,
        purpose: Purpose,
        generation: u32,
        max_progress: u32,
        plays_randomly: bool,
    ) -> SelfPlay {
        SelfPlay {
            nodes: if plays_randomly { self.nodes.min(RANDOM_PLAY_NODES) } else { self.nodes },
            opening: (max_progress / 8).clamp(2, 10),
            random_percent: RANDOM_PERCENT,
            seed: self.seed(purpose, generation),
            plays_randomly,
        }
    }

    /// Returns the parameters of the fit of a generation to this many samples.
    pub fn fit(
        &self,
        generation: u32,
        samples: usize,
        shape: &Shape,
        objective: Objective,
        plays_randomly: bool,
    ) -> FitSettings {
        let rate = if self.size == 1 { LINEAR_RATE } else { RATE };
        let epochs = match samples.max(1) {
            _ if plays_randomly => 1,
            samples if self.size > 1 => SAMPLES_PER_FIT.div_ceil(samples).clamp(1, MAX_EPOCHS),
            samples => (SAMPLES_PER_FIT / samples).clamp(1, MAX_EPOCHS),
        };
        FitSettings {
            size: self.size,
            stages: stages(shape, self.size),
            loss: if objective == Objective::Margin { Loss::Square } else { Loss::Logistic },
            epochs,
            batch: (samples / STEPS_PER_EPOCH).clamp(MIN_BATCH, BATCH),
            rate: rate * if plays_randomly { RANDOM_PLAY_RATE } else { 1.0 },
            least_squares: LEAST_SQUARES,
            seed: self.seed(Purpose::Fit, generation),
            threads: self.threads,
        }
    }

    /// Returns the text that identifies a training: what `--resume` compares.
    pub fn text(&self) -> String {
        let Self { seed, nodes, games, size, .. } = self;
        format!("--seed {seed} --nodes {nodes} --games {games} --size {size}")
    }
}

/// Returns the settings of alpha-beta in games of a training.
pub fn engine_settings() -> Settings {
    Settings { hash_mb: HASH_MB, ..Settings::default() }
}

/// Returns the largest number of samples of a fit with this length of rows.
pub fn max_samples(shape: &Shape, size: usize) -> usize {
    match size {
        1 if shape.knots_of_size(size) > 1 => STAGE_SAMPLES,
        1 => SAMPLES_PER_FIT,
        _ => NET_SAMPLES,
    }
}

/// Returns the number of stages of a net with this length of rows. A table of weights by stage needs
/// no others.
pub fn stages(shape: &Shape, size: usize) -> usize {
    if shape.knots_of_size(size) > 1 {
        return 1;
    }
    (shape.max_progress / PROGRESS_PER_STAGE).clamp(1, MAX_STAGES as u32) as usize
}

/// Returns the unit of the output, in hundredths of a piece.
pub fn unit(objective: Objective) -> i32 {
    if objective == Objective::Margin { MARGIN } else { LOGIT }
}

/// Returns how results and values become targets in a generation.
pub fn targets(objective: Objective, generation: u32, begins_informed: bool) -> Targets {
    let first = FIRST_RESULT_SHARES.get(generation as usize - 1).filter(|_| !begins_informed);
    let result_share = first.copied().unwrap_or(RESULT_SHARE);
    Targets { objective, unit: unit(objective), result_share }
}

/// Returns the first generation whose games are fitted in a generation.
pub fn first_of_window(generation: u32, begins_informed: bool) -> u32 {
    let window = MIN_WINDOW.max(generation / 2);
    let first = (generation + 1).saturating_sub(window).max(1);
    if generation == 1 || begins_informed { first } else { first.max(2) }
}
