//! Builds the book of exact scores of Othello on 6×6. It can be interrupted.
//!
//! `cargo run --release -p plateau-bench --example build_othello6_book -- DIR PLIES [MEGABYTES]`
//!
//! The book covers the first PLIES plies of games in which one side plays the moves of the book and the
//! other side anything. Every position in which the first of them is to move is solved, unless the journal
//! in DIR has it. `… -- DIR join PLIES FILE` writes the book; positions of the other side follow from those
//! after their moves. `… -- DIR measure PLIES COUNT` solves positions after the first move beyond the book,
//! each with an empty table of 16 MB, to show how much CPU time they take.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use plateau_bench::journal_file::{JournalFile, write_book};
use plateau_core::hash::mix2;
use plateau_core::{Player, Position, Variant};
use plateau_games::othello::solver::Solver;
use plateau_games::othello::{Board, Othello};
use plateau_search::book::journal::Journal;
use plateau_search::book::{ExactBook, ExactEntry, book_key};
use plateau_search::memory::check_table_fits;
use rustix::time::{ClockId, clock_gettime};

/// No game is longer: every second move may be a pass.
const MAX_PLIES: u32 = 64;

type Known = HashMap<u64, ExactEntry>;

fn start() -> Board<6> {
    Othello::<6>::default().start()
}

/// Returns the hash of the game that the journal is for.
fn fingerprint() -> u64 {
    mix2(book_key(&start()), 6)
}

/// Returns the solved positions of a journal.
fn to_known(journal: &Journal) -> Known {
    let entry = |&(key, [score, move_index]): &(u64, [u8; 2])| {
        (key, ExactEntry { key, score: score.cast_signed(), move_index })
    };
    journal.records.iter().map(entry).collect()
}

/// Returns the unfinished positions one ply after those of a level, up to symmetry. The book's side plays
/// its best move; if that is not known, `solve` finds it or ends the level.
fn next_level<E>(
    level: &[Board<6>],
    book_side: Player,
    solve: &mut impl FnMut(&Board<6>) -> Result<u8, E>,
) -> Result<Vec<Board<6>>, E> {
    let (mut next, mut seen) = (Vec::new(), HashSet::new());
    let mut add = |board: Board<6>| {
        if board.outcome().is_none() && seen.insert(book_key(&board)) {
            next.push(board.canonical());
        }
    };
    for board in level {
        if board.turn() == book_side {
            add(board.after(solve(board)?));
        } else {
            board.legal_moves().for_each(|mv| add(board.after(mv)));
        }
    }
    Ok(next)
}

fn build(folder: &Path, plies: u32, megabytes: usize) -> Result<(), String> {
    let (mut file, journal) = JournalFile::open(folder, fingerprint())?;
    let mut known = to_known(&journal);
    check_table_fits(megabytes).map_err(|error| error.to_string())?;
    let mut solver = Solver::new(Othello::<6>::default(), megabytes, 1);
    let begin = Instant::now();
    for book_side in Player::BOTH {
        let mut level = vec![start()];
        for ply in 0..=plies.min(MAX_PLIES) {
            let (level_begin, mut solved, mut worst) = (Instant::now(), 0, 0.0_f64);
            let next = next_level(&level, book_side, &mut |board| {
                if let Some(mv) = known.get(&book_key(board)).and_then(|entry| entry.best_move(board)) {
                    return Ok(mv);
                }
                let solve_begin = Instant::now();
                let score = solver.solve(board);
                let mv = solver.move_achieving(board, score, &|_| false).ok_or("no best move was found")?;
                let entry = ExactEntry::new(board, score as i8, mv);
                file.append(entry.key, [entry.score.cast_unsigned(), entry.move_index])?;
                known.insert(entry.key, entry);
                worst = worst.max(solve_begin.elapsed().as_secs_f64());
                solved += 1;
                Ok::<_, String>(mv)
            })?;
            println!(
                "book side {book_side:?}, ply {ply}: {} positions, {solved} solved in {:.1} s, {worst:.2} s at worst; {:.0} s in all",
                level.len(),
                level_begin.elapsed().as_secs_f64(),
                begin.elapsed().as_secs_f64()
            );
            level = next;
        }
    }
    println!("{} solved positions", known.len());
    Ok(())
}

/// Returns the exact score of a position of the book's opponent and its best move, if the positions after
/// all its moves are known.
fn best_reply(board: &Board<6>, known: &Known) -> Option<(i8, u8)> {
    let value = |mv: u8| {
        let next = board.after(mv);
        let score = match next.outcome() {
            Some(_) => next.final_score() as i8,
            None => known.get(&book_key(&next))?.score,
        };
        Some((-score, mv))
    };
    let values: Option<Vec<(i8, u8)>> = board.legal_moves().map(value).collect();
    // The first of equal moves.
    values?.into_iter().max_by_key(|&(score, mv)| (score, std::cmp::Reverse(mv)))
}

/// Returns the levels of a side's book, as far as it is known.
fn levels(book_side: Player, plies: u32, known: &Known) -> Vec<Vec<Board<6>>> {
    let mut levels = vec![vec![start()]];
    for _ in 0..plies.min(MAX_PLIES) {
        let level = levels.last().map_or(&[][..], Vec::as_slice);
        let mut find =
            |board: &Board<6>| known.get(&book_key(board)).and_then(|entry| entry.best_move(board)).ok_or(());
        let Ok(next) = next_level(level, book_side, &mut find) else { break };
        levels.push(next);
    }
    levels
}

fn join(folder: &Path, plies: u32, path: &Path) -> Result<(), String> {
    let known = to_known(&JournalFile::read(folder, fingerprint())?);
    let mut entries = Known::new();
    for book_side in Player::BOTH {
        for board in levels(book_side, plies, &known).iter().flatten() {
            let key = book_key(board);
            if let Some(&entry) = known.get(&key) {
                // Solved for either side, whose moves must stay those of the book.
                entries.insert(key, entry);
            } else if let Some((score, mv)) = best_reply(board, &known) {
                entries.insert(key, ExactEntry::new(board, score, mv));
            }
        }
    }
    let book = ExactBook::new(&start(), entries.into_values());
    write_book(path, book.bytes())?;
    println!("{} positions, {} bytes", book.len(), book.bytes().len());
    Ok(())
}

/// Returns the CPU time of this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

fn measure(folder: &Path, plies: u32, count: usize) -> Result<(), String> {
    let known = to_known(&JournalFile::read(folder, fingerprint())?);
    let mut solver = Solver::new(Othello::<6>::default(), 16, 1);
    for book_side in Player::BOTH {
        let levels = levels(book_side, plies, &known);
        for (ply, level) in levels.iter().enumerate().rev().take(2) {
            let mut boards: Vec<&Board<6>> = level.iter().collect();
            boards.sort_by_key(|board| mix2(board.key(), 1));
            let mut times = Vec::new();
            for board in boards.into_iter().take(count) {
                solver.new_game();
                let begin = cpu_time();
                solver.solve(board);
                times.push(cpu_time().saturating_sub(begin).as_secs_f64());
            }
            times.sort_by(f64::total_cmp);
            let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
            let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
            println!(
                "book side {book_side:?}, ply {ply}: {} of {} positions: mean {mean:.3} s, median {:.3} s, 90 % {:.3} s, 99 % {:.3} s, worst {:.3} s",
                times.len(),
                level.len(),
                at(0.5),
                at(0.9),
                at(0.99),
                times.last().copied().unwrap_or(0.0)
            );
        }
    }
    Ok(())
}

fn run(args: &[String]) -> Result<(), String> {
    fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
        text.parse().map_err(|_| format!("found '{text}', expected a whole number"))
    }
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder, "join", plies, file] => join(Path::new(folder), number(plies)?, Path::new(file)),
        [folder, "measure", plies, count] => measure(Path::new(folder), number(plies)?, number(count)?),
        [folder, plies] => build(Path::new(folder), number(plies)?, 512),
        [folder, plies, megabytes] => build(Path::new(folder), number(plies)?, number(megabytes)?),
        _ => {
            Err("expected DIR PLIES [MEGABYTES], or DIR join PLIES FILE, or DIR measure PLIES COUNT"
                .to_owned())
        }
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("build_othello6_book: {sentence}");
            ExitCode::from(2)
        }
    }
}
