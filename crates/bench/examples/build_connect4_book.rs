//! Builds the opening book of Connect Four, in parts, so that it can be interrupted.
//!
//! `cargo run --release -p plateau-bench --example build_connect4_book -- DIR [MEGABYTES] [THREADS]`
//!
//! Solves every position of the standard board after eight plies that is neither in the
//! embedded book nor in a part in DIR. There is one part per position after four plies, and it
//! is written when it is complete. `… -- DIR join FILE` joins all known positions to a book and
//! derives earlier plies. `… -- DIR sample N` solves N positions to estimate the cost.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use plateau_bench::journal_file::write_book;
use plateau_core::hash::mix2;
use plateau_core::{Position, Variant};
use plateau_games::connect4::book::{Book, Entry, MAX_STONES, Standard, entry, key};
use plateau_games::connect4::solver::Solver;
use plateau_games::connect4::{Board, ConnectFour, Fixed};
use plateau_search::memory::check_table_fits;

/// The ply of the positions that define the parts.
const PREFIX: u32 = 4;

/// Collects the distinct positions `plies` later, up to mirror symmetry, trying columns from the
/// centre outwards. Positions in `seen` are skipped.
fn after(from: &Board<Standard>, plies: u32, seen: &mut HashSet<u64>, found: &mut Vec<Board<Standard>>) {
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

/// Whether the side to move wins with its next move; the book omits such positions.
fn wins_now(board: &Board<Standard>) -> bool {
    board.legal_moves().any(|cell| board.after(cell).is_won())
}

/// Returns the parts: a name, and the positions that are in no earlier part.
fn parts() -> Vec<(String, Vec<Board<Standard>>)> {
    let start = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>).start();
    let (mut prefixes, mut met) = (Vec::new(), HashSet::new());
    after(&start, PREFIX, &mut HashSet::new(), &mut prefixes);
    let part = |(number, prefix): (usize, &Board<Standard>)| {
        let mut positions = Vec::new();
        after(prefix, MAX_STONES - PREFIX, &mut HashSet::new(), &mut positions);
        positions.retain(|board| !wins_now(board) && met.insert(key(board)));
        (format!("{number:03}"), positions)
    };
    prefixes.iter().enumerate().map(part).collect()
}

/// Returns the entries of the embedded book and of the parts in a folder.
fn known_in(folder: &Path) -> Result<HashMap<u64, Entry>, String> {
    let mut known: HashMap<u64, Entry> = HashMap::new();
    let mut add = |book: &Book| known.extend(book.entries().map(|entry| (entry.key, entry)));
    add(Book::embedded());
    for file in std::fs::read_dir(folder).map_err(|error| in_file(folder, &error))? {
        let path = file.map_err(|error| in_file(folder, &error))?.path();
        if path.extension().is_some_and(|extension| extension == "part") {
            let bytes = std::fs::read(&path).map_err(|error| in_file(&path, &error))?;
            add(&Book::read(bytes).ok_or_else(|| in_file(&path, &"it is no whole part"))?);
        }
    }
    Ok(known)
}

fn in_file(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}

fn hours(time: f64) -> String {
    format!("{:.0}:{:02.0}", (time / 3600.0).floor(), (time % 3600.0 / 60.0).floor())
}

fn build(folder: &Path, megabytes: usize, threads: usize) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| in_file(folder, &error))?;
    check_table_fits(megabytes).map_err(|error| error.to_string())?;
    let known = known_in(folder)?;
    let mut parts = parts();
    let all: usize = parts.iter().map(|(_, positions)| positions.len()).sum();
    for (_, positions) in &mut parts {
        positions.retain(|board| !known.contains_key(&key(board)));
    }
    parts.retain(|(_, positions)| !positions.is_empty());
    let mut left: usize = parts.iter().map(|(_, positions)| positions.len()).sum();
    println!("{left} of {all} positions to do, in {} parts", parts.len());
    let mut solver = Solver::new(Fixed::<7, 6>, megabytes, threads);
    let (begin, mut done) = (Instant::now(), 0_u32);
    for (name, positions) in parts {
        let mut entries = Vec::new();
        for board in &positions {
            let score = solver.solve(board);
            let cell = solver.move_achieving(board, score, &|_| false).expect("a best move");
            entries.push(entry(board, score, cell));
            (done, left) = (done + 1, left - 1);
            if done % 100 == 0 {
                let each = begin.elapsed().as_secs_f64() / f64::from(done);
                let to_go = hours(each * left as f64);
                println!("part {name}: {done} positions at {each:.3} s, {left} left: {to_go} hours");
            }
        }
        write_book(&folder.join(format!("{name}.part")), Book::new(entries).bytes())?;
    }
    Ok(())
}

fn sample(count: usize) {
    let mut all: Vec<Board<Standard>> = parts().into_iter().flat_map(|(_, positions)| positions).collect();
    all.sort_by_key(|board| mix2(key(board), 1));
    let mut solver = Solver::new(Fixed::<7, 6>, 64, 1);
    let (mut sum, mut worst) = (Duration::ZERO, Duration::ZERO);
    let count = count.clamp(1, all.len());
    for board in &all[..count] {
        solver.new_game();
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

/// Writes the book of all known positions, and of earlier positions whose moves are all known.
fn join(folder: &Path, file: &Path) -> Result<(), String> {
    let mut known = known_in(folder)?;
    let start = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>).start();
    for ply in (0..MAX_STONES).rev() {
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
    write_book(file, book.bytes())?;
    println!("{} positions, {} bytes", book.len(), book.bytes().len());
    Ok(())
}

fn run(args: &[String]) -> Result<(), String> {
    let number = |text: &str| text.parse().map_err(|_| format!("found '{text}', expected a whole number"));
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder, "join", file] => join(Path::new(folder), Path::new(file)),
        [_, "sample", count] => number(count).map(sample),
        [folder] => build(Path::new(folder), 1024, 1),
        [folder, memory] => build(Path::new(folder), number(memory)?, 1),
        [folder, memory, threads] => build(Path::new(folder), number(memory)?, number(threads)?),
        _ => Err("expected DIR [MEGABYTES] [THREADS], or DIR join FILE, or DIR sample N".to_owned()),
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("connect4_book: {sentence}");
            ExitCode::from(2)
        }
    }
}
