//! Whether our evaluators beat the seeds': colour-swapped games from random
//! openings, at equal depth, at equal nodes and at equal time.
//!
//! `cargo run --release -p plateau-bench --example eval_match -- [GAME] [PAIRS] [DEPTH] [NODES] [MILLISECONDS] [SEED]`
//!
//! Figures of evaluators were chosen on the openings of seed 11; another seed
//! tells whether they hold.

use std::time::{Duration, Instant};

use plateau_core::{Outcome, Player, Position, Record, Variant};
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::morpion4::{self, InARow};
use plateau_search::{AlphaBeta, Engine, Evaluator, Limits, Line, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random moves before the engines take over.
const OPENING: usize = 4;

/// What came of a match, for ours, and what each side took.
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    time: [Duration; 2],
    nodes: [u64; 2],
}

fn opening<V: Variant>(variant: &V, rng: &mut Xoshiro256PlusPlus) -> Record<V> {
    loop {
        let mut record = Record::new(variant.clone());
        for _ in 0..OPENING {
            let mut moves = record.position().legal_moves();
            let mv = moves.nth(rng.random_range(0..moves.len())).expect("a move within the list");
            record.play(mv).expect("a legal move");
        }
        if record.finish().is_none() {
            return record;
        }
    }
}

fn play<V: Variant, A: Evaluator<V::Position>, B: Evaluator<V::Position>>(
    mut record: Record<V>,
    evaluators: (&A, &B),
    first: usize,
    limits: &Limits,
    tally: &mut Tally,
) {
    let settings = Settings { table: 8, ..Settings::default() };
    let mut ours: AlphaBeta<V::Position, A> = AlphaBeta::new(evaluators.0.clone(), settings.clone());
    let mut seed: AlphaBeta<V::Position, B> = AlphaBeta::new(evaluators.1.clone(), settings);
    while record.finish().is_none() {
        let line = Line::of_record(&record);
        let player = (record.position().turn().index() + first) % 2;
        let begin = Instant::now();
        let found = match player {
            0 => ours.analyse(&line, limits, &mut |_| {}),
            _ => seed.analyse(&line, limits, &mut |_| {}),
        };
        tally.time[player] += begin.elapsed();
        tally.nodes[player] += found.nodes;
        record.play(found.best().expect("the game goes on")).expect("a legal move");
    }
    let ours = if first == 0 { Player::First } else { Player::Second };
    match record.position().outcome().and_then(Outcome::winner) {
        Some(winner) if winner == ours => tally.wins += 1,
        Some(_) => tally.losses += 1,
        None => tally.draws += 1,
    }
}

fn run<V: Variant, A: Evaluator<V::Position>, B: Evaluator<V::Position>>(
    variant: &V,
    evaluators: (&A, &B),
    pairs: u32,
    limits: &Limits,
    (name, seed): (&str, u64),
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tally = Tally::default();
    for _ in 0..pairs {
        let record = opening(variant, &mut rng);
        for first in 0..2 {
            play(record.clone(), evaluators, first, limits, &mut tally);
        }
    }
    let Tally { wins, draws, losses, time, nodes } = tally;
    let score = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(2 * pairs) * 100.0;
    println!(
        "{:<10} {name:<14} +{wins} ={draws} -{losses} ({score:.1} %), ours {:.1} s {} nodes, seed {:.1} s {} nodes",
        variant.name(),
        time[0].as_secs_f64(),
        nodes[0],
        time[1].as_secs_f64(),
        nodes[1],
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| args.get(i).and_then(|arg| arg.parse().ok()).unwrap_or(default);
    let game = args.first().map_or("", String::as_str);
    let pairs = number(1, 50) as u32;
    let nodes = number(3, 5_000);
    let time = number(4, 2);
    let seed = number(5, 12);
    if game != "morpion4" {
        let variant = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
        let both = (&connect4::evaluators::Ours, &connect4::evaluators::Seed);
        let depth = number(2, 5) as u32;
        run(&variant, both, pairs, &Limits::depth(depth), (&format!("depth {depth}"), seed));
        run(&variant, both, pairs, &Limits::nodes(nodes), (&format!("nodes {nodes}"), seed));
        run(
            &variant,
            both,
            pairs,
            &Limits::time(Duration::from_millis(time)),
            (&format!("time {time} ms"), seed),
        );
    }
    if game != "connect4" {
        let variant = InARow::new("morpion4".to_owned(), morpion4::Standard);
        let both = (&morpion4::evaluators::Ours, &morpion4::evaluators::Seed);
        let depth = number(2, 3) as u32;
        run(&variant, both, pairs, &Limits::depth(depth), (&format!("depth {depth}"), seed));
        run(&variant, both, pairs, &Limits::nodes(nodes), (&format!("nodes {nodes}"), seed));
        run(
            &variant,
            both,
            pairs,
            &Limits::time(Duration::from_millis(time)),
            (&format!("time {time} ms"), seed),
        );
    }
}
