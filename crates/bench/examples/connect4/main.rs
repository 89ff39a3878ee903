//! How fast Connect Four is solved, and whether rightly.
//!
//! `cargo run --release -p plateau-bench --example connect4 -- FOLDER [SET…]`
//! solves the positions of the files of a folder, lines of moves and a score,
//! one thread, without a book, a table of 64 MB emptied before each. Times are
//! what the processor worked.
//!
//! `… -- empty` solves the empty standard board, `… -- growth FILE` those of all
//! sizes from 4x4 to 7x6 on one and on two threads, and draws a picture of it.

mod clock;
mod plot;
mod yardstick;

use std::path::Path;
use std::time::{Duration, Instant};

use plateau_core::{Position, Variant};
use plateau_games::connect4::solver::Solver;
use plateau_games::connect4::{AnySize, ConnectFour, Fixed, Geometry};

use clock::{worked, worked_since};
use plot::Point;

/// Megabytes of the table.
const TABLE: usize = 64;

/// The sums over a set.
#[derive(Default)]
struct Sums {
    positions: u32,
    time: Duration,
    worst: Duration,
    nodes: u64,
}

impl Sums {
    fn add(&mut self, time: Duration, nodes: u64) {
        self.positions += 1;
        self.time += time;
        self.worst = self.worst.max(time);
        self.nodes += nodes;
    }

    fn print(&self, name: &str, yard: Duration) {
        let mean = self.time.as_secs_f64() / f64::from(self.positions);
        println!(
            "| {name} | {} | {:.1} | {:.1} | {:.1} | {:.2} | {:.6} |",
            self.positions,
            mean * 1e6,
            self.worst.as_secs_f64() * 1e6,
            self.nodes as f64 / f64::from(self.positions),
            self.nodes as f64 / self.time.as_secs_f64() / 1e6,
            mean / yard.as_secs_f64(),
        );
    }
}

/// Solves the lines of a set; a wrong score ends the program.
fn solve_set(text: &str) -> Sums {
    let game = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let mut solver = Solver::new(Fixed::<7, 6>, TABLE, 1);
    let mut sums = Sums::default();
    for line in text.lines() {
        let (moves, score) = line.split_once(' ').expect("moves and a score");
        let mut board = game.start();
        for (_, text) in game.split_moves(moves) {
            let cell = game.parse_move(&board, text).expect("a legal move");
            board.play_unchecked(cell);
        }
        solver.forget();
        let (begin, before) = (worked(), solver.nodes());
        let found = solver.solve(&board);
        sums.add(worked_since(begin), solver.nodes() - before);
        assert_eq!(found, score.trim().parse::<i32>().expect("a score"), "{moves}");
    }
    sums
}

fn table_of(sets: impl IntoIterator<Item = (String, String)>) {
    let yard = yardstick::measure();
    println!("yardstick: the textbook takes {:.1} µs a position of its sample", yard.as_secs_f64() * 1e6);
    println!("| set | positions | mean µs | worst µs | mean nodes | million nodes/s | of the yardstick |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (name, text) in sets {
        solve_set(&text).print(&name, yard);
    }
}

/// The files of a folder by name, or those chosen.
fn sets_of(folder: &str, chosen: &[String]) -> Vec<(String, String)> {
    let mut paths: Vec<_> = std::fs::read_dir(Path::new(folder))
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| chosen.is_empty() || chosen.iter().any(|name| path.ends_with(name)))
        .collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("a text"))).collect()
}

fn growth(file: &str) {
    println!("| size | score | nodes | s worked | nodes, two threads | s, two threads |");
    println!("|---|--:|--:|--:|--:|--:|");
    let mut points = Vec::new();
    for (columns, rows) in (4..=7).flat_map(|columns| (4..=6).map(move |rows| (columns, rows))) {
        points.push(match (columns, rows) {
            (7, 6) => grow(Fixed::<7, 6>),
            _ => grow(AnySize::small(columns, rows).expect("a small board")),
        });
    }
    std::fs::write(file, plot::svg(&points)).expect("a file that can be written");
}

/// The row of a size: by the processor for one thread, by the clock for two.
fn grow<G: Geometry>(geometry: G) -> Point {
    let name = format!("{}x{}", geometry.columns(), geometry.rows());
    let start = ConnectFour::new(name.clone(), geometry).start();
    let mut one = Solver::new(geometry, TABLE, 1);
    let begin = worked();
    let score = one.solve(&start);
    let time = worked_since(begin);
    let mut two = Solver::new(geometry, TABLE, 2);
    let begin = Instant::now();
    assert_eq!(two.solve(&start), score, "two threads find the same");
    let clock = begin.elapsed();
    println!(
        "| {name} | {score} | {} | {:.4} | {} | {:.4} |",
        one.nodes(),
        time.as_secs_f64(),
        two.nodes(),
        clock.as_secs_f64()
    );
    Point { name, cells: geometry.size(), nodes: one.nodes() }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["empty"] => table_of([("empty".to_owned(), " 1".to_owned())]),
        ["growth", file] => growth(file),
        [folder, ..] => table_of(sets_of(folder, &args[1..])),
        [] => println!("FOLDER [SET…], or empty, or growth FILE"),
    }
}
