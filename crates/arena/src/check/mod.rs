//! Tests a bot and explains each fault: what was sent, what was received, what was
//! expected, and the likely cause.

mod diagnosis;
pub mod phrases;
mod report;
mod test_positions;

use std::time::Duration;

use plateau_core::text::Argument;
use plateau_core::{Message, Phrase};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::{PlayerSpec, Protocol};
use plateau_search::Stop;
use plateau_search::time::TimeControl;

use crate::fault::excerpt;
use crate::game::{Control, Fault};
use crate::player::Player;
use crate::protocol::{Answer, Bot, Failure, GameSetup, MoveRequest, check_control};
use crate::settings::Settings;

pub use report::{Fact, Report};

use diagnosis::{Exchange, diagnose};
use test_positions::{Rng, TestPosition, test_positions};

/// The number of wrong answers after which the test ends.
const MAX_WRONG_ANSWERS: usize = 5;

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
        (Some(report), _) => Ok(report),
        (None, Err(Failure::Fault(fault))) => Ok(check.explain(&fault)),
        (None, Ok(())) => Ok(check.summary()),
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
        if self.protocol != Protocol::Oneshot {
            return self.sent_lines();
        }
        // The command as it was written, with its quotes.
        let spec = self.spec.to_string();
        let command = spec.split_once('!').map_or(spec.as_str(), |(_, command)| command);
        let seconds = request.time_left[0].as_secs_f64();
        format!("{command} '{}' {seconds:.3}", request.record.position_text())
    }

    /// Returns the lines that were sent since the last answer.
    fn sent_lines(&self) -> String {
        self.player.bot().map(|bot| bot.sent().join(" | ")).unwrap_or_default()
    }

    /// Explains the first wrong answer, if there is one.
    fn wrong_answer(&self) -> Option<Report> {
        let answered: Vec<&Exchange> = self.exchanges.iter().filter(|exchange| exchange.answered).collect();
        let (wrong, reason) =
            answered.iter().find_map(|exchange| Some((exchange, exchange.error(&self.player)?)))?;
        let cause = diagnose(&answered, wrong, &self.player, self.protocol, self.variant);
        let found = phrases::QUOTED.message().with("text", excerpt(&wrong.text));
        let report = Report::failed(&phrases::WRONG_ANSWER)
            .with_text(&phrases::SENT, end_of_request(&wrong.sent))
            .with(&phrases::RECEIVED, found)
            .with(&phrases::PROBLEM, reason)
            .with(&phrases::EXPECTED, self.legal_moves(wrong.record.as_ref()));
        Some(report.with(&phrases::CAUSE, cause))
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
    fn explain(&self, fault: &Fault) -> Report {
        let oneshot = self.protocol == Protocol::Oneshot;
        let last_request = self.exchanges.last().map(|exchange| exchange.sent.clone());
        // The last line sent to a program that does not exit is its quit command.
        let last_request = last_request.filter(|_| oneshot || *fault != Fault::DidNotExit);
        let sent = end_of_request(&last_request.unwrap_or_else(|| self.sent_lines()));
        let failed = |problem: Message| Report::failed(problem).with_text(&phrases::SENT, sent.as_str());
        let seconds = |phrase: &'static Phrase, time: Duration| {
            phrase.message().with("seconds", Argument::decimal(time.as_secs_f64(), 1))
        };
        match fault {
            Fault::StartFailed(reason) => Report::failed(&phrases::CHECK_START)
                .with_text(&phrases::COMMAND, self.spec.to_string())
                .with(&phrases::PROBLEM, reason.clone())
                .with(&phrases::EXPECTED, &phrases::EXPECTED_PROGRAM)
                .with(&phrases::CAUSE, &phrases::CAUSE_NOT_EXECUTABLE),
            Fault::Exited(how) => failed(phrases::CHECK_EXITED.message().with("how", how.as_str()))
                .with(&phrases::EXPECTED, &phrases::EXPECTED_MOVE)
                .with(&phrases::CAUSE, self.exit_cause(how)),
            Fault::NotReady(word) => {
                let output = self.player.bot().and_then(Bot::unexpected_output);
                let cause =
                    if output.is_some() { &phrases::CAUSE_NO_NEWLINE } else { &phrases::CAUSE_NO_FLUSH };
                failed(seconds(&phrases::CHECK_NOT_READY, self.settings.start_timeout))
                    .with(&phrases::EXPECTED, phrases::QUOTED.message().with("text", word.as_str()))
                    .with(&phrases::CAUSE, cause)
            }
            Fault::OutOfTime(_) | Fault::NoAnswer(_) => self.explain_late_answer(&failed),
            Fault::UnexpectedOutput(output) => {
                let cause = match output.ends_with('\n') {
                    // The output of a one-shot program is its answer once it exits.
                    _ if oneshot => &phrases::CAUSE_NO_EXIT,
                    true => &phrases::CAUSE_NO_BESTMOVE,
                    false => &phrases::CAUSE_NO_NEWLINE,
                };
                let expected = phrases::EXPECTED_LINE.message().with("line", self.expected_line());
                failed(phrases::CHECK_UNEXPECTED_OUTPUT.message())
                    .with(&phrases::RECEIVED, phrases::QUOTED.message().with("text", excerpt(output)))
                    .with(&phrases::EXPECTED, expected)
                    .with(&phrases::CAUSE, cause)
            }
            Fault::TooMuchOutput => failed(phrases::CHECK_TOO_MUCH_OUTPUT.message())
                .with(&phrases::EXPECTED, &phrases::EXPECTED_ONE_LINE)
                .with(&phrases::CAUSE, &phrases::CAUSE_ENDLESS_LOOP),
            Fault::DidNotExit => {
                let cause = if oneshot { &phrases::CAUSE_NO_EXIT } else { &phrases::CAUSE_IGNORES_QUIT };
                failed(seconds(&phrases::CHECK_DID_NOT_EXIT, self.settings.exit_timeout))
                    .with(&phrases::EXPECTED, &phrases::EXPECTED_EXIT)
                    .with(&phrases::CAUSE, cause)
            }
            Fault::LeftoverProcesses(count) => {
                Report::failed(phrases::CHECK_LEFTOVER_PROCESSES.message().with("count", *count))
                    .with(&phrases::EXPECTED, &phrases::EXPECTED_NO_PROCESS)
                    .with(&phrases::CAUSE, &phrases::CAUSE_CHILD_PROCESSES)
            }
            other => Report::failed(other.message()),
        }
    }

    /// Explains an answer that came late or not at all.
    fn explain_late_answer(&self, failed: &dyn Fn(Message) -> Report) -> Report {
        let seconds = |time: Duration| Argument::decimal(time.as_secs_f64(), 1);
        if let Some(late) = self.exchanges.last().filter(|exchange| exchange.answered) {
            return failed(phrases::CHECK_LATE.message().with("seconds", seconds(late.time)))
                .with(&phrases::EXPECTED, &phrases::EXPECTED_IN_TIME)
                .with(&phrases::CAUSE, &phrases::CAUSE_IGNORES_CLOCK);
        }
        let cause = match self.protocol {
            Protocol::Oneshot => &phrases::CAUSE_READS_STDIN,
            _ => &phrases::CAUSE_NO_FLUSH,
        };
        failed(phrases::CHECK_NO_ANSWER.message().with("seconds", seconds(self.settings.margin)))
            .with(&phrases::EXPECTED, &phrases::EXPECTED_MOVE)
            .with(&phrases::CAUSE, cause)
    }

    /// Returns a line that would have been a correct answer to the last request.
    fn expected_line(&self) -> String {
        let moves = self.exchanges.last().map(|exchange| exchange.record.legal_moves());
        let legal = moves.and_then(|moves| moves.into_iter().next()).unwrap_or_default();
        let mv = self.player.format_move(&legal);
        if self.protocol == Protocol::Ugi { format!("bestmove {mv}") } else { mv }
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

    /// Returns the report of a bot that passed.
    fn summary(&self) -> Report {
        let slowest = self.exchanges.iter().map(|exchange| exchange.time).max().unwrap_or_default();
        let slowest = Argument::decimal(slowest.as_secs_f64(), 3);
        Report::passed(&phrases::PASSED)
            .with_text(&phrases::LEGAL_MOVES, self.exchanges.len().to_string())
            .with(&phrases::SLOWEST_ANSWER, phrases::SECONDS.message().with("seconds", slowest))
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
