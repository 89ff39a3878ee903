//! `plateau bench`: a fixed workload over all games. The number of nodes is a
//! checksum of how the search behaves.

use std::time::Instant;

use clap::Args;
use plateau_core::text::Argument;
use plateau_core::{Lang, Message};
use plateau_games::EngineSpec;
use plateau_games::Registry;
use plateau_search::{Limits, Settings};

use crate::phrases;

/// Run a fixed workload; the count of nodes tells whether the search changed
#[derive(Debug, Args)]
pub struct Bench {}

/// Examples for the help text.
pub fn examples() -> Vec<String> {
    vec!["plateau bench".to_owned()]
}

/// Large enough to be used, small enough to fill.
const TABLE: usize = 16;

/// The answer.
pub fn answer(registry: &Registry, lang: Lang) -> Result<String, Message> {
    let mut text = String::new();
    let (mut total, begin) = (0, Instant::now());
    for game in registry.games() {
        let variant = game.with_options("")?;
        let (mut nodes, game_begin) = (0, Instant::now());
        for &(position, depth) in game.bench {
            let settings = Settings { hash_mb: TABLE, ..Settings::default() };
            let mut engine = variant.engine(&EngineSpec::parse("alphabeta")?, settings)?;
            let record = variant.open(position)?;
            nodes += engine.analyse(record.as_ref(), &Limits::depth(depth), &mut |_| {})?.nodes;
        }
        let line = phrases::BENCHED
            .message()
            .with("game", game.id)
            .with("nodes", nodes)
            .with("seconds", Argument::decimal(game_begin.elapsed().as_secs_f64(), 3));
        text.extend([&line.render(lang), "\n"]);
        total += nodes;
    }
    let speed = (total as f64 / begin.elapsed().as_secs_f64().max(1e-9)) as u64;
    let line = phrases::BENCH_TOTAL.message().with("nodes", total).with("speed", speed);
    text.extend([&line.render(lang), "\n"]);
    Ok(text)
}
