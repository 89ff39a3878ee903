//! Our evaluators against the seeds', in colour-swapped games from random
//! openings: `eval_match_b GAME depth|time|nodes NUMBER PAIRS [SEED]`, time in
//! milliseconds a move; `eval_match_b GAME cost` tells the nanoseconds of one
//! evaluation and the nodes of a search to a depth.

use std::hint::black_box;
use std::time::{Duration, Instant};

use plateau_core::{Player, Position, Record, Variant};
use plateau_games::othello::{self, Othello};
use plateau_games::supermorpion::{self, SuperMorpion};
use plateau_games::tictactoe::{self, TicTacToe};
use plateau_search::{AlphaBeta, Engine, Evaluator, Limits, Line, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plies of an opening.
const OPENING: usize = 4;

/// A position so many random moves from the start, or the last before the end
/// of a game that was shorter.
fn opening<V: Variant>(variant: &V, rng: &mut Xoshiro256PlusPlus, plies: usize) -> V::Position {
    let mut position = variant.start();
    for _ in 0..plies {
        let mut moves = position.legal_moves();
        let count = moves.len();
        let next = moves.nth(rng.random_range(0..count)).map(|mv| position.after(mv));
        match next {
            Some(next) if next.outcome().is_none() => position = next,
            _ => break,
        }
    }
    position
}

fn settings() -> Settings {
    Settings { table: 4, ..Settings::default() }
}

/// What a side spent, over all its moves.
#[derive(Default)]
struct Spent {
    moves: u64,
    nodes: u64,
    depth: u64,
    time: Duration,
}

impl Spent {
    fn of<P: Position>(&mut self, engine: &mut impl Engine<P>, position: &P, limits: &Limits) -> P::Move {
        let found = engine.analyse(&Line::new(*position), limits, &mut |_| {});
        self.moves += 1;
        self.nodes += found.nodes;
        self.depth += u64::from(found.depth.min(100));
        self.time += found.time;
        found.best().or_else(|| position.legal_moves().next()).expect("the game goes on")
    }

    fn tell(&self, name: &str) {
        let moves = self.moves.max(1);
        println!(
            "  {name}: depth {:.1}, {} nodes a move, {:.0} ns a node",
            self.depth as f64 / moves as f64,
            self.nodes / moves,
            self.time.as_nanos() as f64 / self.nodes.max(1) as f64
        );
    }
}

fn play<V, A, B>(variant: &V, ours: A, seed: B, limits: &Limits, pairs: u32, first_seed: u64)
where
    V: Variant,
    A: Evaluator<V::Position>,
    B: Evaluator<V::Position>,
{
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(first_seed);
    let mut engines = (AlphaBeta::new(ours, settings()), AlphaBeta::new(seed, settings()));
    let mut spent = (Spent::default(), Spent::default());
    let [mut won, mut drawn, mut lost, mut margin] = [0; 4];
    for _ in 0..pairs {
        let start = opening(variant, &mut rng, OPENING);
        for our_side in Player::BOTH {
            engines.0.forget();
            engines.1.forget();
            let mut record = Record::from_position(variant.clone(), start);
            while record.finish().is_none() {
                let position = *record.position();
                let mv = if position.turn() == our_side {
                    spent.0.of(&mut engines.0, &position, limits)
                } else {
                    spent.1.of(&mut engines.1, &position, limits)
                };
                record.play(mv).expect("engines play legal moves");
            }
            let outcome = record.position().outcome();
            let size = outcome.map_or(0, |outcome| i32::from(outcome.margin()));
            match outcome.and_then(plateau_core::Outcome::winner) {
                Some(winner) if winner == our_side => (won, margin) = (won + 1, margin + size),
                Some(_) => (lost, margin) = (lost + 1, margin - size),
                None => drawn += 1,
            }
        }
    }
    let games = f64::from(won + drawn + lost);
    println!(
        "{} {limits:?}\n  ours won {won}, drew {drawn}, lost {lost}: {:.1} %, mean margin {:.1}",
        variant.name(),
        100.0 * (f64::from(won) + f64::from(drawn) / 2.0) / games,
        f64::from(margin) / games
    );
    spent.0.tell("ours");
    spent.1.tell("seed");
}

/// The nanoseconds of an evaluation, and the nodes of searches to a depth.
fn cost<V: Variant, E: Evaluator<V::Position>>(variant: &V, evaluator: E, name: &str, depth: u32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let positions: Vec<_> = (0..2_000).map(|i| opening(variant, &mut rng, i % 40)).collect();
    let states: Vec<_> = positions.iter().map(|position| evaluator.state(position)).collect();
    let rounds = 500;
    let begin = Instant::now();
    let mut sum = 0_i64;
    for _ in 0..rounds {
        for (position, state) in positions.iter().zip(&states) {
            sum += i64::from(evaluator.evaluate(black_box(position), black_box(state)));
        }
    }
    black_box(sum);
    let each = begin.elapsed().as_nanos() as f64 / f64::from(rounds) / positions.len() as f64;
    let mut engine = AlphaBeta::new(evaluator, settings());
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for i in 0..20 {
        engine.forget();
        let position = opening(variant, &mut rng, 4 + 2 * (i % 12));
        let found = engine.analyse(&Line::new(position), &Limits::depth(depth), &mut |_| {});
        nodes += found.nodes;
        time += found.time;
    }
    println!("{name}: {each:.1} ns; depth {depth} on 20 positions: {nodes} nodes, {time:?}");
}

fn run<V, A, B>(variant: &V, ours: A, seed: B, words: &[String], depth: u32)
where
    V: Variant,
    A: Evaluator<V::Position>,
    B: Evaluator<V::Position>,
{
    let number = |at: usize, default: u64| words.get(at).and_then(|w| w.parse().ok()).unwrap_or(default);
    let limits = match words.first().map(String::as_str) {
        Some("time") => Limits::time(Duration::from_millis(number(1, 5))),
        Some("nodes") => Limits::nodes(number(1, 10_000)),
        Some("depth") => Limits::depth(number(1, 4) as u32),
        _ => {
            cost(variant, ours, "ours", depth);
            cost(variant, seed, "seed", depth);
            return;
        }
    };
    play(variant, ours, seed, &limits, number(2, 50) as u32, number(3, 1));
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (game, rest) = words.split_first().expect("a game");
    match game.as_str() {
        "supermorpion" => {
            use supermorpion::evaluators::{Ours, Seed};
            run(&SuperMorpion { most: false }, Ours::default(), Seed::default(), rest, 7);
        }
        "supermorpion:most" => {
            use supermorpion::evaluators::{Ours, Seed};
            run(&SuperMorpion { most: true }, Ours::default(), Seed::default(), rest, 7);
        }
        "othello" => {
            use othello::evaluators::{Ours, Seed};
            run(&Othello::<8>::default(), Ours, Seed, rest, 7);
        }
        "othello:6" => {
            use othello::evaluators::{Ours, Seed};
            run(&Othello::<6>::default(), Ours, Seed, rest, 7);
        }
        "tictactoe" => {
            use tictactoe::evaluators::{Ours, Seed};
            run(&TicTacToe, Ours, Seed, rest, 4);
        }
        other => panic!("no match for {other}"),
    }
}
