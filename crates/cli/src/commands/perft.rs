//! `plateau perft`: how many sequences of moves there are, and how fast they
//! were counted.

use std::time::{Duration, Instant};

use clap::Args;
use plateau_core::text::Argument;
use plateau_core::{Lang, Message};
use plateau_games::Registry;

use crate::examples::Sample;
use crate::phrases;
use plateau_console::args::whole;
use plateau_console::position_args::Place;

/// Counting recurses once for each ply, and nobody waits for as many as this.
const DEEPEST: u32 = 99;

/// Count the sequences of legal moves
///
/// A game that ends earlier is not counted; a repetition on the way ends none.
/// The counts of the known games are
/// published, so they show whether the rules are right.
#[derive(Debug, Args)]
pub struct Perft {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    game: String,
    /// How many moves deep, from 0 to 99
    #[arg(value_parser = |text: &str| whole(text, &(0..=DEEPEST)))]
    depth: u32,
    #[command(flatten)]
    place: Place,
    /// Print the count below each move first
    #[arg(long)]
    divide: bool,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, moves, position } = sample;
    vec![
        format!("plateau perft {game} 4"),
        format!("plateau perft {game} 4 {position} --divide"),
        format!("plateau perft {game} 4 --moves \"{moves}\""),
    ]
}

impl Perft {
    /// The answer.
    pub fn answer(&self, registry: &Registry, lang: Lang) -> Result<String, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        let begin = Instant::now();
        // At depth 0 there is one sequence, and no move to divide it by.
        let divided = if self.divide && self.depth > 0 { Some(record.divide(self.depth)) } else { None };
        let nodes = match &divided {
            Some(moves) => moves.iter().map(|(_, nodes)| nodes).sum(),
            None => record.perft(self.depth),
        };
        let time = begin.elapsed();
        let mut text = String::new();
        for (mv, nodes) in divided.unwrap_or_default() {
            let line = phrases::DIVIDED.message().with("move", mv).with("nodes", nodes);
            text.extend([&line.render(lang), "\n"]);
        }
        let count = plateau_draw::tree::nodes(nodes);
        let line = phrases::COUNTED
            .message()
            .with("depth", self.depth)
            .with("nodes", count)
            .with("seconds", seconds(time))
            .with("speed", Argument::Count(speed(nodes, time)));
        text.extend([&line.render(lang), "\n"]);
        Ok(text)
    }
}

/// Seconds to the millisecond, shorter times more exactly.
fn seconds(time: Duration) -> Argument {
    let digits = match time.as_micros() {
        0..1_000 => 9,
        1_000..1_000_000 => 6,
        _ => 3,
    };
    Argument::decimal(time.as_secs_f64(), digits)
}

fn speed(nodes: u64, time: Duration) -> usize {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as usize
}
