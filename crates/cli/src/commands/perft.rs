//! `plateau perft`: counts move sequences, to test the rules and their speed.

use std::time::{Duration, Instant};

use clap::Args;
use plateau_console::args::whole_number;
use plateau_console::position_args::PositionArgs;
use plateau_console::progress::{JobSize, Progress};
use plateau_core::text::Argument;
use plateau_core::{Lang, Message};
use plateau_games::{AnyRecord, AnyVariant, Registry};

use crate::examples::ExampleGames;
use crate::phrases;

/// The depth limit, far beyond any count that ends.
const MAX_DEPTH: u32 = 99;

/// Count the move sequences of a given length (perft)
///
/// Games that end earlier are not counted, and repetitions do not end a game. Published
/// counts show whether the rules are right.
#[derive(Debug, Args)]
pub struct Perft {
    /// Game, with options after a colon; `plateau games` lists them
    game: String,
    /// Length of the sequences, from 0 to 99
    #[arg(value_parser = |text: &str| whole_number(text, &(0..=MAX_DEPTH)))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the count below each move, too
    #[arg(long)]
    divide: bool,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [connect4, picaria] = ["connect4", "picaria"].map(|id| games.get(id));
    vec![
        format!("plateau perft {} 4 --moves \"{}\"", picaria.game, picaria.moves),
        format!("plateau perft {} 6", games.id("othello")),
        format!("plateau perft {} 4 {} --divide", connect4.game, connect4.position),
    ]
}

/// Shorter times are too short to tell a speed.
const SHORTEST_TIME: Duration = Duration::from_millis(1);

impl Perft {
    /// Runs the command.
    pub fn run(&self, registry: &Registry, lang: Lang) -> Result<String, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.position.record(variant.as_ref())?;
        let started = Instant::now();
        // At depth 0 there is one sequence, without a move to divide by.
        let (nodes, counts) = match self.depth.checked_sub(1) {
            None => (record.perft(0), Vec::new()),
            Some(below) => {
                let counts = divide(variant.as_ref(), record.as_ref(), below, lang)?;
                (counts.iter().map(|(_, nodes)| nodes).sum(), counts)
            }
        };
        let time = started.elapsed();
        let mut text = String::new();
        for (mv, nodes) in counts.into_iter().filter(|_| self.divide) {
            let line =
                phrases::DIVIDE.message().with("move", mv).with("nodes", Argument::Count(nodes as usize));
            text.extend([&line.render(lang), "\n"]);
        }
        text.extend([&summary(self.depth, nodes, time).render(lang), "\n"]);
        Ok(text)
    }
}

/// Returns the count and its time, and the speed unless the time is too short.
fn summary(depth: u32, nodes: u64, time: Duration) -> Message {
    let message = if time < SHORTEST_TIME {
        phrases::PERFT_QUICK.message()
    } else {
        let seconds = Argument::decimal(time.as_secs_f64(), 3);
        let speed = Argument::Count(three_digits(nodes as f64 / time.as_secs_f64()));
        phrases::PERFT.message().with("seconds", seconds).with("speed", speed)
    };
    message.with("depth", depth).with("nodes", plateau_draw::tree::node_count(nodes))
}

/// Counts below each move, and shows the progress.
fn divide(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    depth: u32,
    lang: Lang,
) -> Result<Vec<(String, u64)>, Message> {
    let moves = record.legal_moves();
    let steps = moves.len() as u64;
    let mut progress = Progress::new(JobSize::Steps(steps), lang);
    let mut counts = Vec::new();
    for mv in moves {
        let mut child = record.boxed_clone();
        child.play(&mv)?;
        // The position alone: a repetition in the record must not end the game.
        let nodes = variant.open(&child.position_text())?.perft(depth);
        counts.push((mv.clone(), nodes));
        progress.set_step(counts.len() as u64, steps, || {
            let message = phrases::PERFT_STEP.message().with("move", mv);
            message.with("nodes", plateau_draw::tree::node_count(nodes)).render(lang)
        });
    }
    Ok(counts)
}

/// Rounds a speed to three digits: no measurement is more precise.
fn three_digits(speed: f64) -> usize {
    let unit = 10_f64.powi((speed.max(1.0).log10().floor() as i32 - 2).max(0));
    ((speed / unit).round() * unit) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_needs_a_time_that_can_be_measured() {
        let lines = |nodes, micros| {
            let message = summary(1, nodes, Duration::from_micros(micros));
            [Lang::En, Lang::Fr].map(|lang| message.render(lang))
        };
        assert_eq!(
            lines(9, 999),
            ["depth 1: 9 nodes in less than 0.001 s", "profondeur 1 : 9 nœuds en moins de 0,001 s"]
        );
        assert_eq!(
            lines(9, 4_265),
            [
                "depth 1: 9 nodes in 0.004 s, 2,110 nodes/s",
                "profondeur 1 : 9 nœuds en 0,004 s, 2\u{202f}110 nœuds/s"
            ]
        );
    }

    #[test]
    fn speeds_have_three_digits() {
        let speeds = [0.4, 7.0, 999.4, 1_234.0, 99_960.0, 315_151_972.0].map(three_digits);
        assert_eq!(speeds, [0, 7, 999, 1_230, 100_000, 315_000_000]);
    }
}
