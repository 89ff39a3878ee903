//! Measures how much the moves of short searches lose, compared with long ones: finer than games where
//! most openings are decided.
//!
//! `cargo run --release -p plateau-bench --example move_loss -- write GAME GAMES NODES FIRST LAST >FILE` prints
//! positions with FIRST to LAST points taken, of GAMES games at a few hundred nodes a move in which one move in four
//! is random, and the value of each move by a search of NODES nodes.
//!
//! `… -- read GAME FILE MILLISECONDS` searches each position from an empty table for that time and prints the mean
//! loss of the moves, in hundredths of a piece. A loss counts as a thousand at most. To compare two versions of a search,
//! read the same file with both at several times: one reading is uncertain by about a tenth.

use std::process::ExitCode;
use std::time::Duration;

use plateau_bench::game_positions;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant, EngineSpec, REGISTRY};
use plateau_search::{Limits, Settings};

/// The plies between two positions of a game.
const STEP: usize = 7;

/// Positions with fewer moves tell little.
const MIN_MOVES: usize = 3;

/// The greatest loss of a move, in hundredths of a piece.
const MAX_LOSS: i32 = 1_000;

fn engine(variant: &dyn AnyVariant) -> Box<dyn AnyEngine> {
    let spec = EngineSpec::parse("alphabeta").expect("a spec");
    variant.engine(&spec, Settings { hash_mb: 16, ..Settings::default() }).expect("an engine")
}

/// Returns the value of a move by a search of the position after it, or `None` for a win or a loss.
fn value(engine: &mut dyn AnyEngine, record: &dyn AnyRecord, mv: &str, nodes: u64) -> Option<i32> {
    let mut after = record.boxed_clone();
    after.play(mv).expect("a legal move");
    if after.finish().is_some() {
        return None;
    }
    engine.new_game();
    let limits = Limits { search_forced: true, ..Limits::nodes(nodes) };
    let value = engine.analyse(&*after, &limits, &mut |_| {}).expect("the same game").value;
    value.estimate.is_estimate().then(|| -value.estimate.number())
}

fn write(variant: &dyn AnyVariant, games: u64, nodes: u64, taken: std::ops::RangeInclusive<usize>) {
    let (mut player, mut searcher) = (engine(variant), engine(variant));
    for game in 0..games {
        for record in game_positions(variant, &mut *player, game, STEP) {
            let moves = record.legal_moves();
            if !taken.contains(&record.taken()) || moves.len() < MIN_MOVES {
                continue;
            }
            let values = moves.iter().map(|mv| value(&mut *searcher, &*record, mv, nodes));
            if let Some(values) = values.collect::<Option<Vec<i32>>>() {
                let values: Vec<String> =
                    moves.iter().zip(values).map(|(mv, value)| format!("{mv}={value}")).collect();
                println!("{}\t{}", record.position_text(), values.join("\t"));
            }
        }
    }
}

/// Returns the loss of a search's move, given a line that [`write`] has printed.
fn loss(variant: &dyn AnyVariant, engine: &mut dyn AnyEngine, line: &str, limits: &Limits) -> Option<i32> {
    let mut columns = line.split('\t');
    let record = variant.open(columns.next()?).ok()?;
    let values = columns.map(|column| {
        let (mv, value) = column.split_once('=')?;
        Some((mv.to_owned(), value.parse::<i32>().ok()?))
    });
    let values: Vec<(String, i32)> = values.collect::<Option<_>>()?;
    engine.new_game();
    let chosen = engine.analyse(&*record, limits, &mut |_| {}).ok()?.moves.first()?.mv.clone();
    let best = values.iter().map(|(_, value)| *value).max()?;
    let (_, own) = values.iter().find(|(mv, _)| *mv == chosen)?;
    Some((best - own).min(MAX_LOSS))
}

fn read(variant: &dyn AnyVariant, file: &str, time: Duration) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (mut engine, limits) = (engine(variant), Limits::time(time));
    let mut sum = 0.0;
    for (number, line) in (1..).zip(text.lines()) {
        let loss = loss(variant, &mut *engine, line, &limits);
        sum += f64::from(loss.ok_or_else(|| format!("{file}, line {number}: not a line of `write`"))?);
    }
    let positions = text.lines().count();
    println!("{positions} positions, mean loss {:.1}", sum / positions.max(1) as f64);
    Ok(())
}

const USAGE: &str = "expected write GAME GAMES NODES FIRST LAST, or read GAME FILE MILLISECONDS";

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number: {USAGE}"))
}

fn run(args: &[&str]) -> Result<(), String> {
    let variant = |game: &str| REGISTRY.variant(game).map_err(|error| error.to_string());
    match *args {
        ["write", game, games, nodes, first, last] => {
            let taken = number(first)? as usize..=number(last)? as usize;
            write(&*variant(game)?, number(games)?, number(nodes)?, taken);
            Ok(())
        }
        ["read", game, file, time] => read(&*variant(game)?, file, Duration::from_millis(number(time)?)),
        _ => Err(USAGE.to_owned()),
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("move_loss: {sentence}");
            ExitCode::from(2)
        }
    }
}
