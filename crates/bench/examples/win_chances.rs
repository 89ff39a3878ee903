//! Compares win chances with results: are games in which a side was given 70 % scored at 70 %?
//!
//! `cargo run --release -p plateau-bench --example win_chances -- GAME NODES GAMES`
//!
//! The strongest engine plays GAMES games against itself from openings of four random moves, with NODES nodes
//! a move. Prints, for each tenth of the win chance that the search predicted for the side to move, the mean of the
//! predictions and the score of that side in the end. Proven positions are left out. Positions of one game depend on
//! each other, so the intervals are those of the games: of the mean per game, over all games with a position
//! in the row.

use std::process::ExitCode;

use plateau_bench::opening;
use plateau_core::Player;
use plateau_games::{AnyEngine, AnyVariant, EngineSpec, REGISTRY};
use plateau_play::win_chance::win_chance;
use plateau_search::{Limits, Settings};

/// The rows of the table.
const ROWS: usize = 10;

/// The predictions and results of one game in a row of the table.
#[derive(Clone, Copy, Default)]
struct GameSums {
    positions: u32,
    predicted: f64,
    scored: f64,
}

/// Plays a game and returns its sums, by row.
fn play(variant: &dyn AnyVariant, engine: &mut dyn AnyEngine, seed: u64, nodes: u64) -> [GameSums; ROWS] {
    let mut record = opening(variant, seed, 4);
    let mut predictions: Vec<(Player, f64)> = Vec::new();
    engine.new_game();
    while record.finish().is_none() {
        let limits = Limits { use_book: false, ..Limits::nodes(nodes) };
        let analysis = engine.analyse(&*record, &limits, &mut |_| {}).expect("the same game");
        if !analysis.value.is_exact() {
            predictions.push((record.turn(), win_chance(&analysis.value, analysis.unit)));
        }
        record.play(&analysis.moves[0].mv).expect("a legal move");
    }
    let winner = record.finish().and_then(|finish| finish.outcome.winner());
    let mut rows = [GameSums::default(); ROWS];
    for (side, chance) in predictions {
        let row = &mut rows[((chance * ROWS as f64) as usize).min(ROWS - 1)];
        row.positions += 1;
        row.predicted += chance;
        row.scored += winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    }
    rows
}

/// Prints a row: the means over all positions, and the 95 % interval of the score.
fn print(row: usize, games: &[[GameSums; ROWS]]) {
    let games: Vec<GameSums> = games.iter().map(|rows| rows[row]).filter(|sums| sums.positions > 0).collect();
    let sum = |f: fn(&GameSums) -> f64| games.iter().map(f).sum::<f64>();
    let positions = sum(|sums| f64::from(sums.positions));
    if games.len() < 2 {
        return;
    }
    let (predicted, scored) = (sum(|sums| sums.predicted) / positions, sum(|sums| sums.scored) / positions);
    // The variance of a ratio of sums over independent games.
    let residual = |sums: &GameSums| (sums.scored - scored * f64::from(sums.positions)).powi(2);
    let error = 1.96 * games.iter().map(residual).sum::<f64>().sqrt() / positions;
    let [low, predicted, scored, error] =
        [row as f64 / ROWS as f64, predicted, scored, error].map(|share| 100.0 * share);
    let high = low + 100.0 / ROWS as f64;
    println!(
        "| {low:.0}–{high:.0} % | {positions} | {} | {predicted:.1} % | {scored:.1} % | ±{error:.1} |",
        games.len()
    );
}

fn run(args: &[String]) -> Result<(), String> {
    let [game, nodes, games] = args else { return Err("expected GAME NODES GAMES".to_owned()) };
    let variant = REGISTRY.variant(game).map_err(|error| error.to_string())?;
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("'{text}' is not a number"));
    let (nodes, games) = (number(nodes)?, number(games)?);
    let spec = EngineSpec::parse("best").expect("a spec");
    let mut engine = variant.engine(&spec, Settings::default()).expect("an engine");
    let games: Vec<_> = (0..games).map(|seed| play(&*variant, &mut *engine, seed, nodes)).collect();
    println!("| predicted | positions | games | mean predicted | scored | 95 % interval |");
    println!("|---|--:|--:|--:|--:|--:|");
    (0..ROWS).for_each(|row| print(row, &games));
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("win_chances: {sentence}");
            ExitCode::from(2)
        }
    }
}
