//! `plateau bench`: a fixed workload over all games. Its node count is a checksum of the
//! search.

use std::time::Instant;

use clap::Args;
use plateau_console::progress::{JobSize, Progress};
use plateau_core::text::Argument;
use plateau_core::{Lang, Message};
use plateau_games::EngineSpec;
use plateau_games::Registry;
use plateau_search::{Limits, Settings};

use crate::phrases;

/// Run a fixed workload; the node count shows whether the search has changed
#[derive(Debug, Args)]
pub struct Bench {}

/// Returns examples for the help text.
pub fn examples() -> Vec<String> {
    vec!["plateau bench".to_owned()]
}

/// The size of the transposition table: large enough to matter, small enough to fill.
const HASH_MB: usize = 16;

/// Runs the command.
pub fn run(registry: &Registry, lang: Lang) -> Result<String, Message> {
    let mut text = String::new();
    let positions = registry.games().iter().map(|game| game.bench.len() as u64).sum();
    let mut progress = Progress::new(JobSize::Steps(positions), lang);
    let (mut total, mut done, started) = (0, 0, Instant::now());
    for game in registry.games() {
        let variant = game.with_options("")?;
        let (mut nodes, game_started) = (0, Instant::now());
        for &(position, depth) in game.bench {
            let settings = Settings { hash_mb: HASH_MB, ..Settings::default() };
            let mut engine = variant.engine(&EngineSpec::parse("alphabeta")?, settings)?;
            let record = variant.open(position)?;
            nodes += engine.analyse(record.as_ref(), &Limits::depth(depth), &mut |_| {})?.nodes;
            done += 1;
            progress.set_step(done, positions, || game.id.to_owned());
        }
        let line = phrases::BENCH_GAME
            .message()
            .with("game", game.id)
            .with("nodes", Argument::Count(nodes as usize))
            .with("seconds", Argument::decimal(game_started.elapsed().as_secs_f64(), 3));
        text.extend([&line.render(lang), "\n"]);
        total += nodes;
    }
    let speed = (total as f64 / started.elapsed().as_secs_f64().max(1e-9)) as usize;
    let line = phrases::BENCH_TOTAL
        .message()
        .with("nodes", Argument::Count(total as usize))
        .with("speed", Argument::Count(speed));
    text.extend([&line.render(lang), "\n"]);
    Ok(text)
}
