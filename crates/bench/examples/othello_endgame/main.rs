//! Measures the endgame solver of Othello and checks its scores, on one thread with a table of
//! 64 MB that is cleared before each position.
//!
//! `cargo run --release -p plateau-bench --example othello_endgame -- FFO.tsv FROM TO` solves the
//! numbered positions of a file whose columns are a number, the squares from a1 to h8 as `X`, `O`
//! and `-`, the side to move, the number of empty squares and the score, or `?` where it is unknown. With `threads 2` at the
//! end it takes two threads and measures wall-clock time; with `old`, it also solves the first
//! position by alpha-beta alone.
//!
//! `… -- games FOLDER COUNT EMPTY…` solves endings of games of the WTHOR database, whose files
//! are in the folder: COUNT of each number of empty squares. `… -- write FOLDER COUNT EMPTY…` prints
//! them with their scores in the format above, for other programs.
//!
//! `… -- random COUNT EMPTY…` compares endings of random games with plain negamax, by both ways
//! to count empty squares.

mod wthor;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use plateau_core::{Position, Variant};
use plateau_games::othello::learned;
use plateau_games::othello::solver::Solver;
use plateau_games::othello::{Board, Othello};
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, Parts, Score, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustix::time::{ClockId, clock_gettime};

/// Megabytes of the transposition table.
const TABLE: usize = 64;

/// Returns the CPU time of this thread.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The time and the nodes of a set of positions.
#[derive(Default)]
struct Sums {
    positions: u32,
    seconds: f64,
    worst: f64,
    nodes: u64,
}

impl Sums {
    fn add(&mut self, seconds: f64, nodes: u64) {
        self.positions += 1;
        self.seconds += seconds;
        self.worst = self.worst.max(seconds);
        self.nodes += nodes;
    }

    /// Returns the columns of time, nodes and rate.
    fn columns(seconds: f64, nodes: u64) -> String {
        let millions = nodes as f64 / 1e6;
        format!("{seconds:.3} | {millions:.2} | {:.1}", millions / seconds)
    }
}

/// A solver that is measured: CPU time on one thread, wall-clock time on more.
struct Measured {
    solver: Solver<8>,
    threads: usize,
}

impl Measured {
    fn new(threads: usize) -> Self {
        Self { solver: Solver::new(Othello::default(), TABLE, threads), threads }
    }

    /// Returns the score, the seconds and the nodes.
    fn solve(&mut self, board: &Board<8>) -> (i32, f64, u64) {
        self.solver.new_game();
        let (clock, cpu, nodes) = (Instant::now(), worked(), self.solver.nodes());
        let score = self.solver.solve(board);
        let time = if self.threads > 1 { clock.elapsed() } else { worked().saturating_sub(cpu) };
        (score, time.as_secs_f64(), self.solver.nodes() - nodes)
    }
}

/// A numbered position with its score.
struct Problem {
    number: u32,
    board: Board<8>,
    /// Checked, unless the file has a question mark in its place.
    score: Option<i32>,
}

fn parse(line: &str) -> Result<Problem, String> {
    let wrong = || format!("'{line}' is not a number, squares, side, number of empty squares and score");
    let columns: Vec<&str> = line.split('\t').collect();
    let [number, squares, side, _, score, ..] = columns[..] else { return Err(wrong()) };
    let board =
        Othello::<8>::default().parse(&format!("{squares} {side}")).map_err(|error| error.to_string())?;
    let number = number.parse().map_err(|_| wrong())?;
    let score = match score {
        "?" => None,
        _ => Some(score.parse().map_err(|_| wrong())?),
    };
    Ok(Problem { number, board, score })
}

fn solve_file(file: &str, from: &str, to: &str, options: &[&str]) -> Result<(), String> {
    let [from, to] =
        [from, to].map(|number| number.parse::<u32>().map_err(|_| format!("{number} is not a number")));
    let (from, to) = (from?, to?);
    let threads = match options {
        ["threads", count, ..] => count.parse().map_err(|_| format!("{count} is not a number of threads"))?,
        _ => 1,
    };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file} cannot be read: {error}"))?;
    let problems: Result<Vec<Problem>, String> =
        text.lines().filter(|line| !line.starts_with('#')).map(parse).collect();
    let problems: Vec<Problem> =
        problems?.into_iter().filter(|problem| (from..=to).contains(&problem.number)).collect();
    let (mut measured, mut sums) = (Measured::new(threads), Sums::default());
    println!("| position | empty | score | s | million nodes | million nodes/s |\n|--:|--:|--:|--:|--:|--:|");
    for Problem { number, board, score } in &problems {
        let (found, seconds, nodes) = measured.solve(board);
        let empty = board.empty().count_ones();
        println!("| {number} | {empty} | {found:+} | {} |", Sums::columns(seconds, nodes));
        if let Some(score) = score.filter(|&score| score != found) {
            return Err(format!("the score of {number} is {score:+}, not {found:+}"));
        }
        sums.add(seconds, nodes);
    }
    println!("| all | | | {} |", Sums::columns(sums.seconds, sums.nodes));
    if let Some(first) = problems.first().filter(|_| options.contains(&"old")) {
        let settings = Settings { hash_mb: TABLE, ..Settings::default() };
        let mut alphabeta = AlphaBeta::new(Parts::ordered(learned::shipped::<8>()), settings);
        let begin = worked();
        let analysis = alphabeta.analyse(&GamePosition::new(first.board), &Limits::default(), &mut |_| {});
        let seconds = worked().saturating_sub(begin).as_secs_f64();
        assert!(first.score.is_none_or(|score| analysis.value.lower.number() == score * Score::UNIT));
        println!("alpha-beta alone on {}: {}", first.number, Sums::columns(seconds, analysis.nodes));
    }
    Ok(())
}

fn solve_games(folder: &str, count: &str, empties: &[&str]) -> Result<(), String> {
    let games = wthor::read_folder(folder)?;
    let count: usize = count.parse().map_err(|_| format!("{count} is not a number of positions"))?;
    let mut measured = Measured::new(1);
    println!("{} games", games.len());
    println!(
        "| empty | positions | mean s | worst s | mean million nodes | million nodes/s |\n|--:|--:|--:|--:|--:|--:|"
    );
    for empty in empties {
        let empty = empty.parse().map_err(|_| format!("{empty} is not a number of empty squares"))?;
        let mut sums = Sums::default();
        for board in wthor::endings(&games, count, empty) {
            let (_, seconds, nodes) = measured.solve(&board);
            sums.add(seconds, nodes);
        }
        let positions = f64::from(sums.positions);
        println!(
            "| {empty} | {positions} | {:.4} | {:.3} | {:.3} | {:.1} |",
            sums.seconds / positions,
            sums.worst,
            sums.nodes as f64 / positions / 1e6,
            sums.nodes as f64 / sums.seconds / 1e6
        );
    }
    Ok(())
}

fn write_games(folder: &str, count: &str, empties: &[&str]) -> Result<(), String> {
    let games = wthor::read_folder(folder)?;
    let count: usize = count.parse().map_err(|_| format!("{count} is not a number of positions"))?;
    let (mut measured, mut number) = (Measured::new(1), 0);
    for empty in empties {
        let empty = empty.parse().map_err(|_| format!("{empty} is not a number of empty squares"))?;
        for board in wthor::endings(&games, count, empty) {
            let text = Othello::<8>::default().print(&board).to_uppercase();
            let (squares, side) = text.split_once(' ').ok_or("a position has squares and a side")?;
            number += 1;
            println!("{number}\t{squares}\t{side}\t{empty}\t{:+}", measured.solve(&board).0);
        }
    }
    Ok(())
}

/// Solves a position by plain negamax.
fn negamax(board: &Board<8>) -> i32 {
    let values = board.legal_moves().map(|mv| -negamax(&board.after(mv)));
    values.max().unwrap_or_else(|| board.final_score())
}

fn compare_random(count: &str, empties: &[&str]) -> Result<(), String> {
    let count: usize = count.parse().map_err(|_| format!("{count} is not a number of positions"))?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for discs_only in [false, true] {
        let variant = Othello::<8> { discs_only };
        let mut solver = Solver::new(variant, TABLE, 1);
        for empty in empties {
            let empty: u32 =
                empty.parse().map_err(|_| format!("{empty} is not a number of empty squares"))?;
            let mut compared = 0;
            while compared < count {
                let mut board = variant.start();
                while board.outcome().is_none() && board.empty().count_ones() > empty {
                    let mut moves = board.legal_moves();
                    board = board.after(moves.nth(rng.random_range(0..moves.len())).expect("a move"));
                }
                if board.outcome().is_some() {
                    continue;
                }
                let (score, found) = (negamax(&board), solver.solve(&board));
                if score != found {
                    return Err(format!("the score of {} is {score}, not {found}", variant.print(&board)));
                }
                compared += 1;
            }
            println!("{}: {compared} endings with {empty} empty squares agree", variant.name());
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["games", folder, count, ref empties @ ..] => solve_games(folder, count, empties),
        ["write", folder, count, ref empties @ ..] => write_games(folder, count, empties),
        ["random", count, ref empties @ ..] => compare_random(count, empties),
        [file, from, to, ref options @ ..] => solve_file(file, from, to, options),
        _ => Err("expected FFO.tsv FROM TO, or games FOLDER COUNT EMPTY…, write FOLDER COUNT EMPTY…, random COUNT EMPTY…".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("othello_endgame: {sentence}");
            ExitCode::from(2)
        }
    }
}
