//! Measures the Connect Four solver and checks its scores.
//!
//! `cargo run --release -p plateau-bench --example connect4_solver -- FOLDER [SET…]` solves the
//! positions in the files of a folder, whose lines are moves and a score, on one thread with a
//! table of 64 MB that is cleared before each position. It reports CPU times without and with
//! the opening book.
//!
//! `… -- empty` solves the empty standard board. `… -- growth FILE` solves the empty boards of
//! all sizes from 4x4 to 7x6 on one and on two threads, and draws a plot.

mod clock;
mod plot;
mod yardstick;

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use plateau_core::{Position, Variant};
use plateau_games::connect4::book::Book;
use plateau_games::connect4::solver::Solver;
use plateau_games::connect4::{AnySize, Board, ConnectFour, Fixed, Geometry};

use clock::{worked, worked_since};
use plot::Row;

type Standard = ConnectFour<Fixed<7, 6>>;

/// Megabytes of the transposition table.
const TABLE: usize = 64;

/// Totals of a set of positions.
#[derive(Default)]
struct Sums {
    positions: u32,
    time: Duration,
    worst: Duration,
    nodes: u64,
    /// The number of positions in the book, and the times with it.
    known: u32,
    book_time: Duration,
    book_worst: Duration,
}

impl Sums {
    /// Adds a position: the time and nodes of the solver, and the time of a book lookup that found
    /// it.
    fn add(&mut self, time: Duration, nodes: u64, book: Option<Duration>) {
        self.positions += 1;
        self.time += time;
        self.worst = self.worst.max(time);
        self.nodes += nodes;
        self.known += u32::from(book.is_some());
        let with_book = book.unwrap_or(time);
        self.book_time += with_book;
        self.book_worst = self.book_worst.max(with_book);
    }

    fn print(&self, name: &str, yard: Duration) {
        let mean = |time: Duration| time.as_secs_f64() / f64::from(self.positions);
        let micros = |seconds: f64| format!("{:.1}", seconds * 1e6);
        println!(
            "| {name} | {} | {} | {} | {:.1} | {:.2} | {:.6} | {} | {} | {} |",
            self.positions,
            micros(mean(self.time)),
            micros(self.worst.as_secs_f64()),
            self.nodes as f64 / f64::from(self.positions),
            self.nodes as f64 / self.time.as_secs_f64() / 1e6,
            mean(self.time) / yard.as_secs_f64(),
            self.known,
            micros(mean(self.book_time)),
            micros(self.book_worst.as_secs_f64()),
        );
    }
}

/// Parses a line of moves and a score.
fn parse(game: &Standard, line: &str) -> Result<(Board<Fixed<7, 6>>, i32), String> {
    let wrong = |error: &dyn Display| format!("'{line}' is no line of moves and a score: {error}");
    let (moves, score) = line.split_once(' ').ok_or_else(|| wrong(&"there is no space"))?;
    let mut board = game.start();
    for (_, text) in game.split_moves(moves) {
        let cell = game.parse_move(&board, text).map_err(|error| wrong(&error))?;
        board = board.play(cell).ok_or_else(|| wrong(&"the game is over"))?;
    }
    Ok((board, score.trim().parse().map_err(|error| wrong(&error))?))
}

/// Solves the positions of a set; panics on a wrong score.
fn solve_set(text: &str) -> Result<Sums, String> {
    let game = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let mut solver = Solver::new(Fixed::<7, 6>, TABLE, 1);
    let (mut sums, book) = (Sums::default(), Book::embedded());
    for line in text.lines() {
        let (board, score) = parse(&game, line)?;
        solver.new_game();
        let (begin, before) = (worked(), solver.nodes());
        let found = solver.solve(&board);
        let time = worked_since(begin);
        let begin = worked();
        let known = book.find(&board);
        let book_time = worked_since(begin);
        sums.add(time, solver.nodes() - before, known.map(|_| book_time));
        assert_eq!(found, score, "{line}");
        assert!(known.is_none_or(|(known, _)| known == score), "the book on {line}");
    }
    Ok(sums)
}

fn table_of(sets: impl IntoIterator<Item = (String, String)>) -> Result<(), String> {
    let yard = yardstick::measure();
    println!("yardstick: the textbook takes {:.1} µs a position of its sample", yard.as_secs_f64() * 1e6);
    println!(
        "| set | positions | mean µs | worst µs | mean nodes | million nodes/s | of the yardstick | in the book | \
         mean µs with it | worst µs with it |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (name, text) in sets {
        solve_set(&text).map_err(|error| format!("{name}: {error}"))?.print(&name, yard);
    }
    Ok(())
}

/// Returns the names and contents of the files in a folder, or of the chosen ones.
fn sets_of(folder: &str, chosen: &[String]) -> Result<Vec<(String, String)>, String> {
    let wrong = |error: io::Error| format!("{folder} cannot be read: {error}");
    let entries = std::fs::read_dir(folder).map_err(wrong)?.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    let mut names: Vec<String> =
        entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    if let Some(unknown) = chosen.iter().find(|name| !names.contains(name)) {
        return Err(format!("{unknown} is not in {folder}, which has {}", names.join(", ")));
    }
    names.retain(|name| chosen.is_empty() || chosen.contains(name));
    let read = |name: String| {
        let text = std::fs::read_to_string(Path::new(folder).join(&name)).map_err(wrong)?;
        Ok((name, text))
    };
    names.into_iter().map(read).collect()
}

fn growth(file: &str) -> Result<(), String> {
    println!("| size | score | nodes | s worked | nodes, two threads | s, two threads |");
    println!("|---|--:|--:|--:|--:|--:|");
    let sizes = (4..=7).flat_map(|columns| (4..=6).map(move |rows| (columns, rows)));
    let table: Vec<Row> = sizes
        .map(|size| match size {
            (7, 6) => grow(Fixed::<7, 6>),
            (columns, rows) => grow(AnySize::small([columns, rows, 4]).expect("a small board")),
        })
        .collect();
    std::fs::write(file, plot::svg(&table)).map_err(|error| format!("{file} cannot be written: {error}"))
}

/// Measures a board size: CPU time for one thread, wall-clock time for two.
fn grow<G: Geometry>(geometry: G) -> Row {
    let name = format!("{}×{}", geometry.columns(), geometry.rows());
    let start = ConnectFour::new("connect4".to_owned(), geometry).start();
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
    Row { name, nodes: [one.nodes(), two.nodes()], seconds: [time.as_secs_f64(), clock.as_secs_f64()] }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["empty"] => table_of([("empty".to_owned(), " 1".to_owned())]),
        ["growth", file] => growth(file),
        [folder, ..] => sets_of(folder, &args[1..]).and_then(table_of),
        [] => Err("expected FOLDER [SET…], or empty, or growth FILE".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("connect4: {sentence}");
            ExitCode::from(2)
        }
    }
}
