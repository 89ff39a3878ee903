//! Fits the weights of our evaluation of Othello to games of its own:
//!
//! `cargo run --release -p plateau-bench --example fit_othello -- [GAMES] [SEED]`
//!
//! The first games are played with the seed's evaluation, those of each later
//! generation with the weights fitted to the games before. The same games and
//! seed give the same file, whatever weights were there. The errors it tells, in
//! discs, are the roots of mean squares: of the positions fitted, and of those of
//! every tenth game, which are kept out.

use std::ops::RangeInclusive;
use std::time::Instant;

use plateau_core::{Position, Variant};
use plateau_games::othello::evaluators::{Baseline, Patterns, STAGES, Weights, stage};
use plateau_games::othello::{Board, Othello};
use plateau_search::{AlphaBeta, Engine, Evaluator, GamePosition, Limits, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Where the evaluation reads its weights.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src/othello/evaluators/weights.bin");

/// How deep a move is searched, until so few squares are empty that the rest
/// of the game is played perfectly.
const DEPTH: u32 = 3;
const PERFECT: usize = 10;

/// So many moves are random at first, and one in so many later.
const OPENING: RangeInclusive<usize> = 2..=10;
const STRAY: u32 = 16;

/// As if so many positions said that a weight is 0: what few positions speak
/// for stays small.
const RIDGE: f64 = 100.0;

/// Rounds of the solver; more change nothing that can be seen.
const ROUNDS: usize = 40;

/// A position of a game.
struct Sample<const N: usize> {
    board: Board<N>,
    empties: usize,
    game: usize,
    /// Whether the move played here was a random one.
    stray: bool,
    /// The margin of the game, for the side to move.
    margin: f64,
}

/// Plays a game, random at first, with a random move now and then until the
/// end is near, and adds its positions.
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
        board.play_unchecked(mv.expect("a game that goes on has a move"));
    }
    for sample in &mut samples[begin..] {
        let sign = if sample.board.turn() == board.turn() { 1.0 } else { -1.0 };
        sample.margin = sign * f64::from(board.final_score());
    }
}

/// Plays so many games.
fn games<const N: usize>(evaluator: impl Evaluator<Board<N>>, count: usize, seed: u64) -> Vec<Sample<N>> {
    let mut engine = AlphaBeta::new(evaluator, Settings { hash_mb: 1, ..Settings::default() });
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut samples = Vec::new();
    for game in 0..count {
        play(&mut engine, &mut rng, game, &mut samples);
    }
    samples
}

/// The equations of a least-squares problem: sparse rows, and what each should
/// come to.
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

    /// Calls back with the terms of each row and what it should come to.
    fn for_each(&self, mut row: impl FnMut(&[(u32, f32)], f64)) {
        let mut begin = 0;
        for &(end, margin) in &self.rows {
            row(&self.terms[begin..end], margin);
            begin = end;
        }
    }

    /// The root of the mean square of what the weights miss by.
    fn error(&self, weights: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.for_each(|terms, margin| sum += (margin - dot(terms, weights)).powi(2));
        (sum / self.rows.len().max(1) as f64).sqrt()
    }

    /// The weights that miss by least, by conjugate gradients on the normal
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

/// What a position is fitted to. The end of a game says little about its
/// beginning: so it is what the stages fitted before say of the same game, so
/// many squares farther on, or its margin when it has ended by then. Nothing if
/// a random move came between.
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

/// The weights of each stage, from the end, in hundredths of a disc.
fn fit<const N: usize>(samples: &[Sample<N>]) -> Vec<Vec<i16>> {
    let layout = Weights::zero();
    // Positions a little before and after a stage belong to it too, so that
    // weights change gently from one to the next.
    let beside = N * N / STAGES / 3;
    let ahead = N * N / STAGES + beside + 1;
    let mut known: Vec<Vec<f64>> = Vec::new();
    for wanted in 0..STAGES {
        let (mut fitted, mut kept_out) = (Equations::default(), Equations::default());
        for (i, sample) in samples.iter().enumerate() {
            let (equations, beside) =
                if sample.game % 10 == 0 { (&mut kept_out, 0) } else { (&mut fitted, beside) };
            let first = stage::<N>(sample.empties.saturating_sub(beside));
            if !(first..=stage::<N>(sample.empties + beside)).contains(&wanted) {
                continue;
            }
            if let Some(target) = target(&layout, &known, &samples[i..], ahead) {
                equations.push(&layout.terms(&sample.board), target);
            }
        }
        let weights = fitted.solve(layout.count::<N>());
        let [(fits, error), (others, other_error)] =
            [&fitted, &kept_out].map(|equations| (equations.rows.len(), equations.error(&weights)));
        println!(
            "{N}x{N} stage {wanted}: error {error:.2} of {fits} positions, {other_error:.2} of {others} kept out"
        );
        known.push(weights);
    }
    let hundredths = |weight: &f64| (weight * 100.0).round() as i16;
    known.iter().map(|weights| weights.iter().map(hundredths).collect()).collect()
}

/// The weights after three generations, each of more games than the one before.
/// `file` makes a file of weights of this size.
fn generations<const N: usize>(
    count: usize,
    seed: u64,
    file: impl Fn(&[Vec<i16>]) -> Vec<u8>,
) -> Vec<Vec<i16>> {
    let mut weights = fit(&games::<N>(Baseline, count / 8, seed));
    for (generation, share) in [(1, 4), (2, 1)] {
        let read = Weights::read(&file(&weights)).expect("a file just made");
        let ours = Patterns::new(Box::leak(Box::new(read)));
        let samples = games::<N>(ours, count / share, seed + generation);
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
    // There is little to fit on 6×6: it has no patterns.
    let six = generations::<6>(count as usize / 4, seed, |six| Weights::file(six, &none));
    let eight = generations::<8>(count as usize, seed, |eight| Weights::file(&six, eight));
    std::fs::write(FILE, Weights::file(&six, &eight)).expect("a place for the weights");
    println!("{FILE}: written after {} s", begin.elapsed().as_secs());
}
