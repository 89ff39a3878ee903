//! Programs that are started for each move: `program POSITION SECONDS_LEFT` prints its move
//! and exits.

use std::time::Instant;

use super::{Answer, Bot, Failure, GameSetup, MoveRequest, ProtocolDriver};
use crate::game::{Control, Fault};
use crate::process::Event;

/// The seconds left that are sent when no clock runs: a day.
const NO_CLOCK_SECONDS: f64 = 86_400.0;

/// Maximum number of lines of an answer.
const MAX_LINES: usize = 1_000;

/// The driver of one-shot programs.
#[derive(Debug)]
pub struct Oneshot;

impl ProtocolDriver for Oneshot {
    fn start_game(&mut self, _: &mut Bot, _: &GameSetup<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn request_move(&mut self, bot: &mut Bot, request: &MoveRequest<'_>) -> Result<Answer, Failure> {
        let left = request.allowed_time().map_or(NO_CLOCK_SECONDS, |left| left.as_secs_f64());
        let seconds = match request.control {
            Control::Clock(_) | Control::MoveTime(_) => format!("{left:.3}"),
            Control::Depth(_) | Control::Nodes(_) => format!("{left:.0}"),
        };
        let began = bot.launch(&[request.record.position_text(), seconds])?;
        let deadline = began + request.timeout;
        let (mut lines, mut answered) = (Vec::new(), None);
        loop {
            // After its answer, the program has the exit timeout to end.
            let until = answered.map_or(deadline, |at: Instant| at + bot.settings.exit_timeout);
            match bot.next_event(until)? {
                Some(Event::Line { .. }) if lines.len() == MAX_LINES => {
                    return Err(Fault::TooMuchOutput.into());
                }
                Some(Event::Line { at, text }) => {
                    // Every line of the answer must arrive in time, not only the first.
                    if !text.trim().is_empty() {
                        answered = Some(at);
                    }
                    if bot.time_between(began, at) > request.timeout {
                        return Err(request.late_fault(bot.time_between(began, at)).into());
                    }
                    lines.push(text);
                }
                Some(Event::Exit { .. }) => break,
                Some(Event::TooMuchOutput) => return Err(Fault::TooMuchOutput.into()),
                None if answered.is_some() => return Err(Fault::DidNotExit.into()),
                None => return Err(Fault::NoAnswer(bot.request_time()).into()),
            }
        }
        let Some(at) = answered else { return Err(bot.exit_failure()) };
        bot.wait_for_exit()?;
        Ok(Answer {
            text: lines.join("\n").trim().to_owned(),
            time: bot.time_between(began, at),
            ..Answer::default()
        })
    }

    fn finish_game(&mut self, bot: &mut Bot, _: bool) -> Result<(), Failure> {
        bot.kill();
        Ok(())
    }
}
