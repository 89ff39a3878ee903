//! Tests a bot and explains each fault: what was sent, what was received, what was
//! expected, and the likely cause.

mod diagnosis;
pub mod phrases;
mod test_positions;

use std::time::Duration;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::{PlayerSpec, Protocol};
use plateau_search::Stop;
use plateau_search::time::TimeControl;

use crate::fault::excerpt;
use crate::game::{Control, Fault};
use crate::player::Player;
use crate::protocol::{Answer, Bot, Failure, GameSetup, MoveRequest, check_control};
use crate::referee::Settings;

use diagnosis::{Exchange, diagnose};
use test_positions::{Rng, TestPosition, test_positions};

/// The number of wrong answers after which the test ends.
const MAX_WRONG_ANSWERS: usize = 5;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether the bot passed all tests.
    pub passed: bool,
    /// The findings, one sentence each.
    pub messages: Vec<Message>,
}

/// Why a check has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The player is not a program, or it does not support the game.
    #[error("{0}")]
    Unsupported(Message),
    /// The stop flag was set.
    #[error("the check was stopped")]
    Stopped,
}

/// Tests a program, which has `time` for each move.
pub fn check(
    spec: &PlayerSpec,
    variant: &dyn AnyVariant,
    settings: &Settings,
    time: Duration,
    stop: &Stop,
) -> Result<Report, CheckError> {
    let PlayerSpec::Program { protocol, .. } = *spec else {
        return Err(CheckError::Unsupported(phrases::NOT_A_PROGRAM.message().with("name", spec.to_string())));
    };
    spec.check_variant(variant, false).map_err(CheckError::Unsupported)?;
    check_control(spec, Control::MoveTime(time)).map_err(CheckError::Unsupported)?;
    let mut player = Player::new(spec.to_string(), spec, settings, 0).map_err(CheckError::Unsupported)?;
    player.set_stop(stop);
    let mut check = Check { spec, protocol, variant, settings, time, player, exchanges: Vec::new() };
    let tested = if protocol.supports_any_position() { check.test_positions() } else { check.test_games() };
    // A wrong answer is more informative than the way the program ended after it.
    match (check.wrong_answer(), tested) {
        (_, Err(Failure::Stopped)) => Err(CheckError::Stopped),
        (_, Err(Failure::Unplayable(message))) => Err(CheckError::Unsupported(message)),
        (Some(message), _) => Ok(Report { passed: false, messages: vec![message] }),
        (None, Err(Failure::Fault(fault))) => {
            Ok(Report { passed: false, messages: vec![check.explain(&fault)] })
        }
        (None, Ok(())) => Ok(Report { passed: true, messages: vec![check.summary()] }),
    }
}

struct Check<'c> {
    spec: &'c PlayerSpec,
    protocol: Protocol,
    variant: &'c dyn AnyVariant,
    settings: &'c Settings,
    time: Duration,
    player: Player,
    exchanges: Vec<Exchange>,
}

impl Check<'_> {
    /// Requests moves in the test positions.
    fn test_positions(&mut self) -> Result<(), Failure> {
        let positions = test_positions(self.variant, self.time);
        let control = |time| Control::Clock(TimeControl { base: time, increment: Duration::ZERO });
        self.player.start_game(&game_setup(self.variant, control(self.time)))?;
        let mut wrong = 0;
        for TestPosition { record, time_left } in positions {
            self.request_move(record.as_ref(), control(time_left), time_left)?;
            let last = self.exchanges.last();
            wrong += usize::from(last.is_some_and(|exchange| exchange.error(&self.player).is_some()));
            if wrong == MAX_WRONG_ANSWERS {
                break;
            }
        }
        self.player.finish_game(false)
    }

    /// Plays a game with each side against random moves.
    fn test_games(&mut self) -> Result<(), Failure> {
        let control = Control::MoveTime(self.time);
        for side in plateau_core::Player::BOTH {
            let mut record = self.variant.start();
            self.player.start_game(&game_setup(self.variant, control))?;
            let mut rng = Rng::new(side.index() as u64);
            while record.finish().is_none() {
                if record.turn() == side {
                    let text = self.request_move(record.as_ref(), control, self.time)?;
                    let mv = self.player.parse_move(&text);
                    if mv.and_then(|mv| record.play(&mv).ok()).is_none() {
                        return self.player.finish_game(false);
                    }
                } else {
                    let moves = record.legal_moves();
                    let _ = record.play(&moves[rng.below(moves.len())]);
                }
            }
            self.player.finish_game(false)?;
        }
        Ok(())
    }

    /// Requests a move and stores the exchange, whatever the answer.
    fn request_move(
        &mut self,
        record: &dyn AnyRecord,
        control: Control,
        time: Duration,
    ) -> Result<String, Failure> {
        let request = MoveRequest {
            variant: self.variant,
            record,
            control,
            time_left: [time; 2],
            timeout: time + self.settings.margin,
        };
        let answer = self.player.request_move(&request);
        let sent = self.sent(&request);
        let Answer { text, time: used, .. } = match answer {
            Err(Failure::Fault(fault)) => {
                self.exchanges.push(Exchange::unanswered(record, sent));
                return Err(Failure::Fault(fault));
            }
            other => other?,
        };
        let record = record.boxed_clone();
        self.exchanges.push(Exchange { record, sent, answered: true, text: text.clone(), time: used });
        if used > time + self.settings.margin {
            return Err(Fault::OutOfTime(used.saturating_sub(time)).into());
        }
        Ok(text)
    }

    /// Returns the text that was sent for a request.
    fn sent(&self, request: &MoveRequest<'_>) -> String {
        let PlayerSpec::Program { command, protocol: Protocol::Oneshot } = self.spec else {
            return self.sent_lines();
        };
        let seconds = request.time_left[0].as_secs_f64();
        format!("{} '{}' {seconds:.3}", command.join(" "), request.record.position_text())
    }

    /// Returns the lines that were sent since the last answer.
    fn sent_lines(&self) -> String {
        self.player.bot().map(|bot| bot.sent().join(" | ")).unwrap_or_default()
    }

    /// Explains the first wrong answer, if there is one.
    fn wrong_answer(&self) -> Option<Message> {
        let answered: Vec<&Exchange> = self.exchanges.iter().filter(|exchange| exchange.answered).collect();
        let (wrong, reason) =
            answered.iter().find_map(|exchange| Some((exchange, exchange.error(&self.player)?)))?;
        let cause = diagnose(&answered, wrong, &self.player, self.protocol, self.variant);
        let message = phrases::WRONG_ANSWER.message().with("sent", end_of_request(&wrong.sent));
        let message = message.with("found", excerpt(&wrong.text)).with("reason", reason);
        Some(message.with("expected", self.legal_moves(wrong.record.as_ref())).with("cause", cause))
    }

    /// Lists some legal moves in the program's notation.
    fn legal_moves(&self, record: &dyn AnyRecord) -> Message {
        const MAX_LISTED: usize = 3;
        let moves = record.legal_moves();
        let listed: Vec<String> =
            moves.iter().take(MAX_LISTED).map(|mv| self.player.format_move(mv)).collect();
        let phrase = if moves.len() > MAX_LISTED { &phrases::ONE_OF_MANY } else { &phrases::ONE_OF };
        phrase.message().with("moves", listed.join("; ")).with("count", moves.len())
    }

    /// Explains a fault other than a wrong answer.
    fn explain(&self, fault: &Fault) -> Message {
        let oneshot = self.protocol == Protocol::Oneshot;
        let last_request = self.exchanges.last().map(|exchange| exchange.sent.clone());
        // The last line sent to a program that does not exit is its quit command.
        let last_request = last_request.filter(|_| oneshot || *fault != Fault::DidNotExit);
        let sent = end_of_request(&last_request.unwrap_or_else(|| self.sent_lines()));
        let seconds = |time: Duration| Argument::decimal(time.as_secs_f64(), 1);
        match fault {
            Fault::StartFailed(reason) => phrases::CHECK_START
                .message()
                .with("command", self.spec.to_string())
                .with("reason", reason.as_str()),
            Fault::Exited(how) => phrases::CHECK_EXITED
                .message()
                .with("sent", sent)
                .with("how", how.as_str())
                .with("cause", self.exit_cause(how)),
            Fault::NotReady(word) => {
                let message =
                    phrases::CHECK_NOT_READY.message().with("sent", sent).with("word", word.as_str());
                let output = self.player.bot().and_then(Bot::unexpected_output);
                let cause =
                    if output.is_some() { &phrases::CAUSE_NO_NEWLINE } else { &phrases::CAUSE_NO_FLUSH };
                message.with("seconds", seconds(self.settings.start_timeout)).with("cause", cause)
            }
            Fault::OutOfTime(_) | Fault::NoAnswer(_) => {
                let answered = self.exchanges.last().filter(|exchange| exchange.answered);
                let (phrase, time) = match answered {
                    Some(exchange) => (&phrases::CHECK_LATE, exchange.time),
                    None => (&phrases::CHECK_NO_ANSWER, self.settings.margin),
                };
                let cause = match answered {
                    Some(_) => phrases::CAUSE_IGNORES_CLOCK.message(),
                    None if oneshot => phrases::CAUSE_READS_STDIN.message(),
                    None => phrases::CAUSE_NO_FLUSH.message(),
                };
                phrase.message().with("sent", sent).with("seconds", seconds(time)).with("cause", cause)
            }
            Fault::UnexpectedOutput(output) => {
                let cause = match output.ends_with('\n') {
                    // The output of a one-shot program is its answer once it exits.
                    _ if oneshot => phrases::CAUSE_NO_EXIT.message(),
                    true => phrases::CAUSE_NO_BESTMOVE.message(),
                    false => phrases::CAUSE_NO_NEWLINE.message(),
                };
                let legal = self
                    .exchanges
                    .last()
                    .and_then(|exchange| exchange.record.legal_moves().into_iter().next());
                let mv = self.player.format_move(&legal.unwrap_or_default());
                let mv = if self.protocol == Protocol::Ugi { format!("bestmove {mv}") } else { mv };
                let message = phrases::CHECK_UNEXPECTED_OUTPUT.message().with("sent", sent);
                message.with("output", excerpt(output)).with("move", mv).with("cause", cause)
            }
            Fault::TooMuchOutput => phrases::CHECK_TOO_MUCH_OUTPUT
                .message()
                .with("sent", sent)
                .with("cause", &phrases::CAUSE_ENDLESS_LOOP),
            Fault::DidNotExit => {
                let cause = if oneshot { &phrases::CAUSE_NO_EXIT } else { &phrases::CAUSE_IGNORES_QUIT };
                let message = phrases::CHECK_DID_NOT_EXIT.message().with("sent", sent);
                message.with("seconds", seconds(self.settings.exit_timeout)).with("cause", cause)
            }
            Fault::LeftoverProcesses(count) => phrases::CHECK_LEFTOVER_PROCESSES
                .message()
                .with("count", *count)
                .with("cause", &phrases::CAUSE_CHILD_PROCESSES),
            other => other.message(),
        }
    }

    /// Returns the likely cause of an exit without an answer.
    fn exit_cause(&self, how: &str) -> Message {
        let stderr = self.player.bot().map(Bot::stderr_tail).unwrap_or_default();
        let last_error = stderr.lines().rev().find(|line| !line.trim().is_empty()).map(excerpt);
        match last_error {
            Some(line) => phrases::CAUSE_STDERR.message().with("line", line),
            None if how == "code 0" && self.protocol == Protocol::Oneshot => {
                phrases::CAUSE_PRINTED_NOTHING.message()
            }
            None if how == "code 0" => phrases::CAUSE_NO_LOOP.message(),
            None => phrases::CAUSE_CRASH.message(),
        }
    }

    /// Returns the message of a bot that passed.
    fn summary(&self) -> Message {
        let slowest = self.exchanges.iter().map(|exchange| exchange.time).max().unwrap_or_default();
        let message = phrases::PASSED.message().with("count", self.exchanges.len());
        message.with("seconds", Argument::decimal(slowest.as_secs_f64(), 3))
    }
}

fn game_setup(variant: &dyn AnyVariant, control: Control) -> GameSetup<'_> {
    GameSetup { variant, control, seed: 0 }
}

/// Shortens a request to its end, which is the interesting part.
fn end_of_request(sent: &str) -> String {
    const MAX_LENGTH: usize = 160;
    let count = sent.chars().count();
    if count <= MAX_LENGTH {
        sent.to_owned()
    } else {
        format!("…{}", sent.chars().skip(count - MAX_LENGTH).collect::<String>())
    }
}
