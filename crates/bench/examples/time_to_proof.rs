//! How long `best` takes to prove the value of late positions, by the number of open points:
//!
//! `cargo run --release -p plateau-bench --example time_to_proof -- GAME GAMES MAX_OPEN`
//!
//! Positions come from GAMES games at a few hundred nodes a move in which one move in four is random, one from every
//! three plies. Each is searched on one thread from an empty transposition table of 64 MB until its exact value with its
//! distance is known. Open points are those that no piece takes; in super-morpion, the cells of a won grid are taken.

use std::process::ExitCode;
use std::time::Duration;

use plateau_bench::game_positions;
use plateau_games::{EngineSpec, REGISTRY};
use plateau_search::{Limits, Settings};

/// The plies between two positions of a game.
const STEP: usize = 3;

/// The open points of a row of the table.
const ROW: usize = 5;

#[derive(Clone, Copy, Default)]
struct Row {
    positions: u32,
    nodes: u64,
    time: Duration,
    longest: Duration,
}

fn run(args: &[String]) -> Result<(), String> {
    let [game, games, max_open] = args else { return Err("expected GAME GAMES MAX_OPEN".to_owned()) };
    let variant = REGISTRY.variant(game).map_err(|error| error.to_string())?;
    let number = |text: &String| text.parse::<usize>().map_err(|_| format!("'{text}' is not a number"));
    let (games, max_open) = (number(games)?, number(max_open)?);
    let spec = EngineSpec::parse("best").expect("a spec");
    let engine = || variant.engine(&spec, Settings::default()).expect("an engine");
    let (mut player, mut solver) = (engine(), engine());
    let points = variant.layout().points.len();
    let mut rows = vec![Row::default(); max_open / ROW + 1];
    for game in 0..games as u64 {
        for record in game_positions(&*variant, &mut *player, game, STEP) {
            let open = points - record.taken();
            if open > max_open {
                continue;
            }
            solver.new_game();
            let analysis = solver.analyse(&*record, &Limits::default(), &mut |_| {}).expect("the same game");
            let row = &mut rows[open / ROW];
            row.positions += 1;
            row.nodes += analysis.nodes;
            row.time += analysis.time;
            row.longest = row.longest.max(analysis.time);
        }
    }
    println!("| open | positions | mean nodes | mean ms | longest, ms |\n|---|--:|--:|--:|--:|");
    for (i, row) in rows.iter().enumerate().filter(|(_, row)| row.positions > 0) {
        let Row { positions, nodes, time, longest } = *row;
        let (mean, longest) = (time / positions, longest);
        let [mean, longest] = [mean, longest].map(|time| 1_000.0 * time.as_secs_f64());
        let (first, last) = (i * ROW, i * ROW + ROW - 1);
        println!(
            "| {first}–{last} | {positions} | {} | {mean:.2} | {longest:.1} |",
            nodes / u64::from(positions)
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("time_to_proof: {sentence}");
            ExitCode::from(2)
        }
    }
}
