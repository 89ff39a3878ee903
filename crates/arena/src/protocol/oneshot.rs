//! A program that is started for each move: `program POSITION SECONDS_LEFT` prints its
//! move and ends.

use std::time::Instant;

use super::{Answer, Bot, Failure, Protocol, Setting, Turn};
use crate::game::{Control, Fault};
use crate::process::Event;

/// What it is told is left, where no clock runs: a day.
const PLENTY: f64 = 86_400.0;

/// Whoever prints more lines will not end.
const MOST_LINES: usize = 1_000;

/// A program that is started for each move.
#[derive(Debug)]
pub struct Oneshot;

impl Protocol for Oneshot {
    fn start(&mut self, _: &mut Bot, _: &Setting<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn ask(&mut self, bot: &mut Bot, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let left = turn.allowed().map_or(PLENTY, |left| left.as_secs_f64());
        let seconds = match turn.control {
            Control::Clock(_) | Control::MoveTime(_) => format!("{left:.3}"),
            Control::Depth(_) | Control::Nodes(_) => format!("{left:.0}"),
        };
        let began = bot.launch(&[turn.record.position_text(), seconds])?;
        let deadline = began + turn.patience;
        let (mut lines, mut answered) = (Vec::new(), None);
        loop {
            // Once it has answered it has a moment to end.
            let until = answered.map_or(deadline, |at: Instant| at + bot.settings.stop);
            match bot.next(until)? {
                Some(Event::Line { .. }) if lines.len() == MOST_LINES => return Err(Fault::Flood.into()),
                Some(Event::Line { at, text }) => {
                    // All of the answer must come in time, not only its first line.
                    if !text.trim().is_empty() {
                        answered = Some(at);
                    }
                    if bot.time(began, at) > turn.patience {
                        return Err(turn.late(bot.time(began, at)).into());
                    }
                    lines.push(text);
                }
                Some(Event::Exit { .. }) => break,
                Some(Event::Flood) => return Err(Fault::Flood.into()),
                None if answered.is_some() => return Err(Fault::Stop.into()),
                None => return Err(Fault::Silent(bot.waited()).into()),
            }
        }
        let Some(at) = answered else { return Err(bot.died()) };
        bot.finish()?;
        Ok(Answer {
            text: lines.join("\n").trim().to_owned(),
            time: bot.time(began, at),
            ..Answer::default()
        })
    }

    fn end(&mut self, bot: &mut Bot, _: bool) -> Result<(), Failure> {
        bot.kill();
        Ok(())
    }
}
