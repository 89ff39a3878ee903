//! Measures the speed of the rules, on one core.
//!
//! `cargo bench -p plateau-bench --bench rules` prints a table: perft leaves per second from the
//! initial position, with the last ply counted in bulk; nanoseconds per played move, including
//! the copy; bytes per position.

use std::hint::black_box;
use std::time::Instant;

use plateau_core::perft::perft;
use plateau_core::{Position, Record, Variant};
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::morpion4::{self, InARow};
use plateau_games::othello::Othello;
use plateau_games::supermorpion::SuperMorpion;
use plateau_games::tictactoe::TicTacToe;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Rounds per measurement; the best counts, to exclude other load on the machine.
const ROUNDS: usize = 5;

/// Number of moves of random games that are replayed.
const SAMPLE: usize = 4_096;

/// Prints a row for each variant.
fn print_rows() {
    let nine = |graph, pieces| Setup { graph, pieces, blocked: Blocked::Loses, ban: Ban::Never };
    let named = str::to_owned;
    print_row(&TicTacToe, 9);
    print_row(&SuperMorpion { most: false }, 8);
    print_row(&InARow::new(named("morpion4"), morpion4::Standard), 4);
    let gomoku = morpion4::AnySize::small([15, 15, 5]).expect("it fits");
    print_row(&InARow::new(named("morpion4:15x15x5"), gomoku), 4);
    print_row(&InARow::new(named("morpion4:19x19x5"), morpion4::AnySize::large([19, 19, 5])), 3);
    print_row(&ConnectFour::new(named("connect4"), Fixed::<7, 6>), 10);
    let small = connect4::AnySize::small([8, 7, 4]).expect("it fits");
    print_row(&ConnectFour::new(named("connect4:8x7"), small), 9);
    print_row(&ConnectFour::new(named("connect4:10x10"), connect4::AnySize::large([10, 10, 4])), 8);
    print_row(&Othello::<8> { discs_only: false }, 10);
    print_row(&Othello::<6> { discs_only: false }, 10);
    print_row(&Othello::<4> { discs_only: false }, 12);
    print_row(&DropAndSlide::new(named("achi"), nine(Graph::Nine, 4)), 12);
    print_row(&DropAndSlide::new(named("picaria"), nine(Graph::Diamond, 3)), 10);
    print_row(&DropAndSlide::new(named("picaria:13"), nine(Graph::Thirteen, 3)), 8);
}

/// Returns the shortest time of all rounds, in seconds.
fn best_time<T>(mut work: impl FnMut() -> T) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let begin = Instant::now();
        black_box(work());
        begin.elapsed().as_secs_f64()
    });
    rounds.fold(f64::MAX, f64::min)
}

/// Returns positions of random games, each with the move played in it.
fn random_plays<V: Variant>(variant: &V) -> Vec<(V::Position, <V::Position as Position>::Move)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut plays = Vec::with_capacity(SAMPLE);
    while plays.len() < SAMPLE {
        let mut record = Record::new(variant.clone());
        while record.finish().is_none() && plays.len() < SAMPLE {
            let position = *record.position();
            let mut moves = position.legal_moves();
            let mv = moves.nth(rng.random_range(0..moves.len())).expect("a move within the list");
            plays.push((position, mv));
            record.play(mv).expect("a legal move");
        }
    }
    plays
}

/// Measures a variant and prints its row.
fn print_row<V: Variant>(variant: &V, depth: u32) {
    let start = variant.start();
    let leaves = perft(&start, depth);
    let counting = best_time(|| perft(black_box(&start), black_box(depth)));
    let plays = random_plays(variant);
    let repeats = 200;
    let playing = best_time(|| {
        for _ in 0..repeats {
            for (position, mv) in &plays {
                black_box(position.after(*mv));
            }
        }
    });
    println!(
        "| {:<16} | {depth:>5} | {leaves:>11} | {:>16.0} | {:>7.1} | {:>5} |",
        variant.name(),
        leaves as f64 / counting / 1e6,
        playing / (repeats * plays.len()) as f64 * 1e9,
        size_of::<V::Position>(),
    );
}

fn main() {
    println!("| variant          | depth |      leaves | million leaves/s | ns/play | bytes |");
    println!("|------------------|------:|------------:|-----------------:|--------:|------:|");
    print_rows();
}
