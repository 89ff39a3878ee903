//! Fits the weights of the Othello evaluation to self-play games:
//!
//! `cargo run --release -p plateau-bench --example fit_othello_weights -- [GAMES] [SEED]`
//!
//! The first games are played with the baseline's evaluation, those of each later
//! generation with the weights fitted to the previous games. GAMES and SEED determine the
//! result, independent of the present weights. The printed errors are root mean squares in
//! discs: of the training positions, and of every tenth game, which is held out.

use std::ops::RangeInclusive;
use std::time::Instant;

use plateau_core::{Position, Variant};
use plateau_games::othello::evaluators::{Baseline, Patterns, STAGES, Weights, stage};
use plateau_games::othello::{Board, Othello};
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, Parts, SearchParts, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The weight file of the evaluation.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src/othello/evaluators/weights.bin");

/// Search depth of self-play, until [`PERFECT`] squares are empty; from then on games are played
/// perfectly.
const DEPTH: u32 = 3;
const PERFECT: usize = 10;

/// The number of random opening moves; later, one in [`STRAY`] moves is random.
const OPENING: RangeInclusive<usize> = 2..=10;
const STRAY: u32 = 16;

/// Ridge regularization: acts like this many positions that pull each weight to 0, so that
/// weights with few positions stay small.
const RIDGE: f64 = 100.0;

/// Iterations of the solver; more make no visible difference.
const ROUNDS: usize = 40;

/// A position of a game.
struct Sample<const N: usize> {
    board: Board<N>,
    empties: usize,
    game: usize,
    /// Whether the move played here was random.
    stray: bool,
    /// The final margin, for the side to move.
    margin: f64,
}

/// Plays a game with random opening moves and occasional random moves until the endgame, and adds
/// its positions.
fn play<const N: usize>(
    engine: &mut dyn Engine<Board<N>>,
    rng: &mut Xoshiro256PlusPlus,
    game: usize,
    samples: &mut Vec<Sample<N>>,
) {
    let mut board = Othello::<N>::default().start();
    let opening = rng.random_range(OPENING);
    let begin = samples.len();
    engine.new_game();
    while board.outcome().is_none() {
        let empties = board.empty().count_ones() as usize;
        let is_opening = samples.len() < begin + opening;
        let stray = empties > PERFECT && (is_opening || rng.random_ratio(1, STRAY));
        samples.push(Sample { board, empties, game, stray, margin: 0.0 });
        let mut moves = board.legal_moves();
        let mv = if stray {
            moves.nth(rng.random_range(0..moves.len()))
        } else {
            let limits = if empties > PERFECT { Limits::depth(DEPTH) } else { Limits::default() };
            engine.analyse(&GamePosition::new(board), &limits, &mut |_| {}).best()
        };
        board.play_unchecked(mv.expect("an unfinished game has a move"));
    }
    for sample in &mut samples[begin..] {
        let sign = if sample.board.turn() == board.turn() { 1.0 } else { -1.0 };
        sample.margin = sign * f64::from(board.final_score());
    }
}

/// Plays `count` games and returns their positions.
fn games<const N: usize>(parts: impl SearchParts<Board<N>>, count: usize, seed: u64) -> Vec<Sample<N>> {
    let mut engine = AlphaBeta::new(parts, Settings { hash_mb: 1, ..Settings::default() });
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut samples = Vec::new();
    for game in 0..count {
        play(&mut engine, &mut rng, game, &mut samples);
    }
    samples
}

/// A sparse least-squares problem: rows of terms and their targets.
#[derive(Default)]
struct Equations {
    terms: Vec<(u32, f32)>,
    rows: Vec<(usize, f64)>,
}

impl Equations {
    fn push(&mut self, terms: &[(usize, i32)], margin: f64) {
        self.terms.extend(terms.iter().map(|&(weight, times)| (weight as u32, times as f32)));
        self.rows.push((self.terms.len(), margin));
    }

    /// Calls `row` with the terms and the target of each row.
    fn for_each(&self, mut row: impl FnMut(&[(u32, f32)], f64)) {
        let mut begin = 0;
        for &(end, margin) in &self.rows {
            row(&self.terms[begin..end], margin);
            begin = end;
        }
    }

    /// Returns the root mean square error of the weights.
    fn error(&self, weights: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.for_each(|terms, margin| sum += (margin - dot(terms, weights)).powi(2));
        (sum / self.rows.len().max(1) as f64).sqrt()
    }

    /// Returns the least-squares weights, by preconditioned conjugate gradients on the normal
    /// equations.
    fn solve(&self, count: usize) -> Vec<f64> {
        let mut residue = vec![0.0; count];
        let mut diagonal = vec![RIDGE; count];
        self.for_each(|terms, margin| {
            for &(weight, times) in terms {
                residue[weight as usize] += f64::from(times) * margin;
                diagonal[weight as usize] += f64::from(times * times);
            }
        });
        let mut weights = vec![0.0; count];
        let mut step: Vec<f64> = residue.iter().zip(&diagonal).map(|(r, d)| r / d).collect();
        let mut size: f64 = residue.iter().zip(&step).map(|(r, z)| r * z).sum();
        for _ in 0..ROUNDS {
            let mut image: Vec<f64> = step.iter().map(|step| RIDGE * step).collect();
            self.for_each(|terms, _| {
                let change = dot(terms, &step);
                for &(weight, times) in terms {
                    image[weight as usize] += f64::from(times) * change;
                }
            });
            let length = size / step.iter().zip(&image).map(|(a, b)| a * b).sum::<f64>();
            for i in 0..count {
                weights[i] += length * step[i];
                residue[i] -= length * image[i];
            }
            let next: f64 = residue.iter().zip(&diagonal).map(|(r, d)| r * r / d).sum();
            for i in 0..count {
                step[i] = residue[i] / diagonal[i] + next / size * step[i];
            }
            size = next;
        }
        weights
    }
}

fn dot(terms: &[(u32, f32)], weights: &[f64]) -> f64 {
    terms.iter().map(|&(weight, times)| f64::from(times) * weights[weight as usize]).sum()
}

/// Returns the target of a position. The final margin says little about the opening, so the target
/// is the evaluation `ahead` squares later in the same game, by the stages fitted before, or the
/// final margin if the game has ended by then. Returns `None` if a random move comes between.
fn target<const N: usize>(
    layout: &Weights,
    known: &[Vec<f64>],
    game: &[Sample<N>],
    ahead: usize,
) -> Option<f64> {
    let here = &game[0];
    for later in game.iter().take_while(|later| later.game == here.game) {
        if later.empties + ahead <= here.empties {
            let weights = &known[stage::<N>(later.empties)];
            let terms = layout.terms(&later.board).into_iter();
            let value: f64 = terms.map(|(weight, times)| f64::from(times) * weights[weight]).sum();
            let value = value.clamp(-64.0, 64.0);
            return Some(if later.board.turn() == here.board.turn() { value } else { -value });
        }
        if later.stray {
            return None;
        }
    }
    Some(here.margin)
}

/// Fits the weights of each stage, from the end of the game, in hundredths of a disc.
fn fit<const N: usize>(samples: &[Sample<N>]) -> Vec<Vec<i16>> {
    let layout = Weights::zero();
    // Stages overlap a little, so that weights change smoothly from one to the next.
    let overlap = N * N / STAGES / 3;
    let ahead = N * N / STAGES + overlap + 1;
    let mut known: Vec<Vec<f64>> = Vec::new();
    for wanted in 0..STAGES {
        let (mut fitted, mut held_out) = (Equations::default(), Equations::default());
        for (i, sample) in samples.iter().enumerate() {
            let (equations, overlap) =
                if sample.game % 10 == 0 { (&mut held_out, 0) } else { (&mut fitted, overlap) };
            let first = stage::<N>(sample.empties.saturating_sub(overlap));
            if !(first..=stage::<N>(sample.empties + overlap)).contains(&wanted) {
                continue;
            }
            if let Some(target) = target(&layout, &known, &samples[i..], ahead) {
                equations.push(&layout.terms(&sample.board), target);
            }
        }
        let weights = fitted.solve(layout.count::<N>());
        let [(fits, error), (others, other_error)] =
            [&fitted, &held_out].map(|equations| (equations.rows.len(), equations.error(&weights)));
        println!(
            "{N}x{N} stage {wanted}: error {error:.2} of {fits} positions, {other_error:.2} of {others} held out"
        );
        known.push(weights);
    }
    let hundredths = |weight: &f64| (weight * 100.0).round() as i16;
    known.iter().map(|weights| weights.iter().map(hundredths).collect()).collect()
}

/// Returns the weights after three generations with an increasing number of games. `file` creates
/// a weight file for this board size.
fn generations<const N: usize>(
    count: usize,
    seed: u64,
    file: impl Fn(&[Vec<i16>]) -> Vec<u8>,
) -> Vec<Vec<i16>> {
    let mut weights = fit(&games::<N>(Parts::ordered(Baseline), count / 8, seed));
    for (generation, share) in [(1, 4), (2, 1)] {
        let read = Weights::read(&file(&weights)).expect("a file just made");
        let patterns = Patterns::new(Box::leak(Box::new(read)));
        let samples = games::<N>(Parts::ordered(patterns), count / share, seed + generation);
        println!("{N}x{N} generation {generation}: {} games", count / share);
        weights = fit(&samples);
    }
    weights
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse().expect("GAMES and SEED are numbers"));
    let (count, seed) = (args.next().unwrap_or(50_000), args.next().unwrap_or(1));
    let begin = Instant::now();
    let none = vec![vec![0; Weights::zero().count::<8>()]; STAGES];
    // The 6×6 board has no patterns, so fewer games are enough.
    let six = generations::<6>(count as usize / 4, seed, |six| Weights::file(six, &none));
    let eight = generations::<8>(count as usize, seed, |eight| Weights::file(&six, eight));
    std::fs::write(FILE, Weights::file(&six, &eight)).expect("a place for the weights");
    println!("{FILE}: written after {} s", begin.elapsed().as_secs());
}
