//! Builds the book of Connect Four, in parts that outlive an interruption.
//!
//! `cargo run --release -p plateau-bench --example connect4_book -- DIR [MEGABYTES] [THREADS]`
//!
//! Solves every position of the standard board after eight plies, one part for
//! each position after three; a part is written when it is whole, and parts
//! that are there are not solved again. `… -- DIR join FILE` makes the book of
//! the parts that are there, with what follows from them for earlier plies.
//! `… -- DIR sample N` solves N positions one by one, to see what they cost.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plateau_core::hash::mix2;
use plateau_core::{Position, Variant};
use plateau_games::connect4::book::{Book, DEEPEST, Entry, Standard, entry, key};
use plateau_games::connect4::solver::{Solver, Watch};
use plateau_games::connect4::{Board, ConnectFour, Fixed};

type Position8 = Board<Standard>;

/// Plies to the position that gives a part its name.
const PREFIX: u32 = 3;

/// The positions so many plies on, once each and without mirror images, in the
/// order of columns from the centre; `seen` are those met before.
fn after(from: &Position8, plies: u32, seen: &mut HashSet<u64>, found: &mut Vec<Position8>) {
    if !seen.insert(key(from)) {
        return;
    }
    if plies == 0 {
        found.push(*from);
        return;
    }
    for column in [3, 2, 4, 1, 5, 0, 6] {
        let Some(cell) = from.legal_moves().find(|cell| cell / 7 == column) else { continue };
        let next = from.after(cell);
        if next.outcome().is_none() {
            after(&next, plies - 1, seen, found);
        }
    }
}

/// Whether the side to move wins at once: the book leaves it out.
fn wins_now(board: &Position8) -> bool {
    board.legal_moves().any(|cell| board.after(cell).is_won())
}

/// The parts: a name, and its positions that no earlier part has.
fn parts() -> Vec<(String, Vec<Position8>)> {
    let start = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>).start();
    let (mut prefixes, mut met) = (Vec::new(), HashSet::new());
    after(&start, PREFIX, &mut HashSet::new(), &mut prefixes);
    let part = |(number, prefix): (usize, &Position8)| {
        let mut positions = Vec::new();
        after(prefix, DEEPEST - PREFIX, &mut HashSet::new(), &mut positions);
        positions.retain(|board| !wins_now(board) && met.insert(key(board)));
        (format!("{number:03}"), positions)
    };
    prefixes.iter().enumerate().map(part).collect()
}

fn file_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.part"))
}

/// Writes a file that is whole or not there.
fn write(path: &Path, book: &Book) {
    let unfinished = path.with_extension("unfinished");
    std::fs::write(&unfinished, book.write()).expect("a file that can be written");
    std::fs::rename(&unfinished, path).expect("a file that can be renamed");
}

fn hours(time: f64) -> String {
    format!("{:.0}:{:02.0}", (time / 3600.0).floor(), (time % 3600.0 / 60.0).floor())
}

fn build(folder: &Path, megabytes: usize, threads: usize) {
    let parts = parts();
    let todo: Vec<_> = parts.iter().filter(|(name, _)| !file_of(folder, name).exists()).collect();
    let mut left: usize = todo.iter().map(|(_, positions)| positions.len()).sum();
    let all: usize = parts.iter().map(|(_, positions)| positions.len()).sum();
    println!("{} of {} parts and {left} of {all} positions to do", todo.len(), parts.len());
    let mut solver = Solver::new(Fixed::<7, 6>, megabytes, threads);
    let (begin, mut done) = (Instant::now(), 0_u32);
    for (name, positions) in todo {
        let mut entries = Vec::new();
        for board in positions {
            let score = solver.solve(board);
            let cell = solver.reaches(board, score, &mut Watch::patient()).expect("a best move");
            entries.push(entry(board, score, cell));
            (done, left) = (done + 1, left - 1);
            if done % 100 == 0 {
                let each = begin.elapsed().as_secs_f64() / f64::from(done);
                let to_go = hours(each * left as f64);
                println!("part {name}: {done} positions at {each:.3} s, {left} left: {to_go} hours");
            }
        }
        write(&file_of(folder, name), &Book::new(entries));
    }
}

fn sample(count: usize) {
    let mut all: Vec<Position8> = parts().into_iter().flat_map(|(_, positions)| positions).collect();
    all.sort_by_key(|board| mix2(key(board), 1));
    let mut solver = Solver::new(Fixed::<7, 6>, 64, 1);
    let (mut sum, mut worst) = (Duration::ZERO, Duration::ZERO);
    for board in &all[..count] {
        solver.forget();
        let begin = Instant::now();
        solver.solve(board);
        sum += begin.elapsed();
        worst = worst.max(begin.elapsed());
    }
    let mean = sum.as_secs_f64() / count as f64;
    println!(
        "{count} of {} positions: {mean:.3} s each, {:.3} at worst; one by one {} hours",
        all.len(),
        worst.as_secs_f64(),
        hours(mean * all.len() as f64)
    );
}

/// The book of the parts that are there, and of all positions before them whose
/// moves are all known.
fn join(folder: &Path, file: &Path) {
    let mut known: HashMap<u64, Entry> = HashMap::new();
    let parts = parts();
    for (name, positions) in &parts {
        let Ok(bytes) = std::fs::read(file_of(folder, name)) else { continue };
        let part = Book::read(&bytes).expect("a whole part");
        assert_eq!(part.len(), positions.len(), "part {name} is of another build");
        known.extend(part.entries().iter().map(|&entry| (entry.key, entry)));
    }
    let start = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>).start();
    for ply in (0..DEEPEST).rev() {
        let mut positions = Vec::new();
        let mut seen = HashSet::new();
        after(&start, ply, &mut seen, &mut positions);
        for board in positions.iter().filter(|board| !wins_now(board)) {
            let score = |cell| {
                let next = board.after(cell);
                if wins_now(&next) {
                    return Some((-(42 - ply as i8) / 2, cell));
                }
                known.get(&key(&next)).map(|entry| (-entry.score, cell))
            };
            let scores: Option<Vec<(i8, u8)>> = board.legal_moves().map(score).collect();
            if let Some((best, cell)) = scores.and_then(|scores| scores.into_iter().max()) {
                known.insert(key(board), entry(board, best.into(), cell));
            }
        }
    }
    let book = Book::new(known.into_values().collect());
    write(file, &book);
    println!("{} positions, {} bytes", book.len(), book.write().len());
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &str| text.parse().expect("a number");
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder, "join", file] => join(Path::new(folder), Path::new(file)),
        [_, "sample", count] => sample(number(count)),
        [folder] => build(Path::new(folder), 1024, 1),
        [folder, memory] => build(Path::new(folder), number(memory), 1),
        [folder, memory, threads] => build(Path::new(folder), number(memory), number(threads)),
        _ => println!("DIR [MEGABYTES] [THREADS], or DIR join FILE, or DIR sample N"),
    }
}
