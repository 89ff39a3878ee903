//! Tells the author of a bot what is wrong with it: what was sent, what came back,
//! what was expected, and the likely cause.

mod cause;
pub mod phrases;
mod trials;

use std::time::Duration;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_search::Stop;
use plateau_search::time::TimeControl;

use crate::fault::short;
use crate::game::{Control, Fault};
use crate::player::Player;
use crate::protocol::{Answer, Failure, Protocols, Setting, Turn};
use crate::referee::Settings;
use crate::spec::{PlayerKind, PlayerSpec};

use cause::Answered;
use trials::Trial;

/// So many wrong answers show their cause.
const ENOUGH: usize = 5;

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether all is well.
    pub well: bool,
    /// What there is to say, a sentence each.
    pub sentences: Vec<Message>,
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReport {
    /// What is to be checked can't play this game, or is no program.
    Unfit(Message),
    /// It was stopped from outside.
    Stopped,
}

/// Plays a protocol against a program, which has so much time for a move.
pub fn check(
    spec: &PlayerSpec,
    variant: &dyn AnyVariant,
    settings: &Settings,
    time: Duration,
    stop: &Stop,
) -> Result<Report, NoReport> {
    let PlayerKind::Program { protocol, .. } = spec.kind else {
        return Err(NoReport::Unfit(phrases::NO_PROGRAM.message().with("name", spec.name.as_str())));
    };
    spec.fits(variant, false).map_err(NoReport::Unfit)?;
    spec.hears(Control::MoveTime(time)).map_err(NoReport::Unfit)?;
    let mut player = Player::new(spec, settings, 0).map_err(NoReport::Unfit)?;
    player.obey(stop);
    let mut check = Check { spec, protocol, variant, settings, time, player, answers: Vec::new() };
    let failed = if protocol.any_position() { check.positions() } else { check.games() };
    // A wrong answer says more than how the program ended after it.
    match (check.verdict(), failed) {
        (_, Err(Failure::Stopped)) => Err(NoReport::Stopped),
        (_, Err(Failure::Wrong(message))) => Err(NoReport::Unfit(message)),
        (Some(sentence), _) => Ok(Report { well: false, sentences: vec![sentence] }),
        (None, Err(Failure::Fault(fault))) => {
            Ok(Report { well: false, sentences: vec![check.accused(&fault)] })
        }
        (None, Ok(())) => Ok(Report { well: true, sentences: vec![check.praise()] }),
    }
}

struct Check<'c> {
    spec: &'c PlayerSpec,
    protocol: Protocols,
    variant: &'c dyn AnyVariant,
    settings: &'c Settings,
    time: Duration,
    player: Player,
    answers: Vec<Answered>,
}

impl Check<'_> {
    /// Asks about positions of all kinds.
    fn positions(&mut self) -> Result<(), Failure> {
        let trials = trials::of(self.variant, self.time);
        let control = |left| Control::Clock(TimeControl { base: left, increment: Duration::ZERO });
        self.player.start(&setting(self.variant, control(self.time)))?;
        let mut wrong = 0;
        for Trial { record, left } in trials {
            self.ask(record.as_ref(), control(left), left)?;
            let last = self.answers.last();
            wrong += usize::from(last.is_some_and(|answer| answer.fault(&self.player).is_some()));
            if wrong == ENOUGH {
                break;
            }
        }
        self.player.end(false)
    }

    /// Plays two games against a player of any move, one with each side.
    fn games(&mut self) -> Result<(), Failure> {
        let control = Control::MoveTime(self.time);
        for side in plateau_core::Player::BOTH {
            let mut record = self.variant.start();
            self.player.start(&setting(self.variant, control))?;
            let mut chance = trials::Chance::new(side.index() as u64);
            while record.finish().is_none() {
                if record.turn() == side {
                    let text = self.ask(record.as_ref(), control, self.time)?;
                    let read = self.player.read(&text);
                    if read.and_then(|text| record.play(&text).ok()).is_none() {
                        return self.player.end(false);
                    }
                } else {
                    let moves = record.legal_moves();
                    let _ = record.play(&moves[chance.below(moves.len())]);
                }
            }
            self.player.end(false)?;
        }
        Ok(())
    }

    /// Asks for a move and notes the answer, whatever it is.
    fn ask(&mut self, record: &dyn AnyRecord, control: Control, left: Duration) -> Result<String, Failure> {
        let turn = Turn {
            variant: self.variant,
            record,
            control,
            left: [left; 2],
            patience: left + self.settings.margin,
        };
        let asked = self.player.ask(&turn);
        let sent = self.sent(&turn);
        let Answer { text, time, .. } = match asked {
            Err(Failure::Fault(fault)) => {
                self.answers.push(Answered { sent, ..Answered::nothing(record) });
                return Err(Failure::Fault(fault));
            }
            other => other?,
        };
        let (record, heard) = (record.boxed_clone(), true);
        self.answers.push(Answered { record, sent, heard, text: text.clone(), time });
        if time > left + self.settings.margin {
            return Err(Fault::Time(time.saturating_sub(left)).into());
        }
        Ok(text)
    }

    /// What the program was told.
    fn sent(&self, turn: &Turn<'_>) -> String {
        let said = self.player.bot().map(|bot| bot.said().join(" | ")).unwrap_or_default();
        if self.protocol != Protocols::Oneshot {
            return said;
        }
        let PlayerKind::Program { command, .. } = &self.spec.kind else { return said };
        let seconds = turn.left[0].as_secs_f64();
        format!("{} '{}' {seconds:.3}", command.join(" "), turn.record.position_text())
    }

    /// The sentence about the answers, if one of them is wrong.
    fn verdict(&self) -> Option<Message> {
        let answered: Vec<&Answered> = self.answers.iter().filter(|answer| answer.heard).collect();
        let (wrong, reason) =
            answered.iter().find_map(|answer| Some((answer, answer.fault(&self.player)?)))?;
        let cause = cause::of(&answered, wrong, &self.player, self.protocol, self.variant);
        let message = phrases::WRONG_ANSWER.message().with("sent", short_request(&wrong.sent));
        let message = message.with("found", short(&wrong.text)).with("reason", reason);
        Some(message.with("expected", self.expected(wrong.record.as_ref())).with("cause", cause))
    }

    /// Some legal moves as the program would write them.
    fn expected(&self, record: &dyn AnyRecord) -> Message {
        const MOST: usize = 3;
        let moves = record.legal_moves();
        let some: Vec<String> = moves.iter().take(MOST).map(|mv| self.player.write(mv)).collect();
        let phrase = if moves.len() > MOST { &phrases::ONE_OF_MANY } else { &phrases::ONE_OF };
        phrase.message().with("moves", some.join("; ")).with("count", moves.len())
    }

    /// The sentence about a fault that is not in an answer.
    fn accused(&self, fault: &Fault) -> Message {
        let said = self.player.bot().map(|bot| bot.said().join(" | ")).unwrap_or_default();
        let asked = self.answers.last().map(|answer| answer.sent.clone());
        // A program that runs on was last told to end.
        let asked = asked.filter(|_| self.protocol == Protocols::Oneshot || *fault != Fault::Stop);
        let sent = short_request(&asked.unwrap_or(said));
        let seconds = |time: Duration| Argument::decimal(time.as_secs_f64(), 1);
        let oneshot = self.protocol == Protocols::Oneshot;
        let errors = self.player.bot().map(crate::protocol::Bot::last_errors).unwrap_or_default();
        let last_error = errors.lines().rev().find(|line| !line.trim().is_empty()).map(short);
        match fault {
            Fault::Start(reason) => phrases::CHECK_START
                .message()
                .with("command", self.spec.name.as_str())
                .with("reason", reason.as_str()),
            Fault::Died(how) => {
                let cause = match last_error {
                    Some(line) => phrases::CAUSE_ERROR.message().with("line", line),
                    None if how == "code 0" && oneshot => phrases::CAUSE_PRINTED_NOTHING.message(),
                    None if how == "code 0" => phrases::CAUSE_LOOP.message(),
                    None => phrases::CAUSE_CRASH.message(),
                };
                phrases::CHECK_DIED
                    .message()
                    .with("sent", sent)
                    .with("how", how.as_str())
                    .with("cause", cause)
            }
            Fault::NotReady(word) => {
                let message =
                    phrases::CHECK_NOT_READY.message().with("sent", sent).with("word", word.as_str());
                let begun = self.player.bot().and_then(crate::protocol::Bot::unheard);
                let cause = if begun.is_some() { &phrases::CAUSE_NEWLINE } else { &phrases::CAUSE_FLUSH };
                message.with("seconds", seconds(self.settings.start)).with("cause", cause)
            }
            Fault::Time(_) | Fault::Silent(_) => {
                let answered = self.answers.last().filter(|answer| answer.heard);
                let (phrase, time) = match answered {
                    Some(answer) => (&phrases::CHECK_LATE, answer.time),
                    None => (&phrases::CHECK_SILENT, self.settings.margin),
                };
                let cause = match answered {
                    Some(_) => phrases::CAUSE_CLOCK.message(),
                    None if oneshot => phrases::CAUSE_WAITS.message(),
                    None => phrases::CAUSE_FLUSH.message(),
                };
                phrase.message().with("sent", sent).with("seconds", seconds(time)).with("cause", cause)
            }
            Fault::Unheard(said) => {
                let ugi = self.protocol == Protocols::Ugi;
                let cause = match said.ends_with('\n') {
                    // What it wrote is its answer once it has ended.
                    _ if oneshot => phrases::CAUSE_EXIT.message(),
                    true => phrases::CAUSE_BESTMOVE.message(),
                    false => phrases::CAUSE_NEWLINE.message(),
                };
                let moves =
                    self.answers.last().and_then(|answer| answer.record.legal_moves().into_iter().next());
                let mv = self.player.write(&moves.unwrap_or_default());
                let mv = if ugi { format!("bestmove {mv}") } else { mv };
                let message = phrases::CHECK_UNHEARD.message().with("sent", sent).with("said", short(said));
                message.with("move", mv).with("cause", cause)
            }
            Fault::Flood => {
                phrases::CHECK_FLOOD.message().with("sent", sent).with("cause", &phrases::CAUSE_ENDLESS)
            }
            Fault::Stop => {
                let cause = if oneshot { &phrases::CAUSE_EXIT } else { &phrases::CAUSE_QUIT };
                let message = phrases::CHECK_STOP.message().with("sent", sent);
                message.with("seconds", seconds(self.settings.stop)).with("cause", cause)
            }
            Fault::Children(count) => phrases::CHECK_CHILDREN
                .message()
                .with("count", *count)
                .with("cause", &phrases::CAUSE_CHILDREN),
            other => other.message(),
        }
    }

    fn praise(&self) -> Message {
        let slowest = self.answers.iter().map(|answer| answer.time).max().unwrap_or_default();
        let message = phrases::ALL_WELL.message().with("count", self.answers.len());
        message.with("seconds", Argument::decimal(slowest.as_secs_f64(), 3))
    }
}

fn setting(variant: &dyn AnyVariant, control: Control) -> Setting<'_> {
    Setting { variant, control, seed: 0 }
}

/// What was sent, without what is too long to read: the end of it counts.
fn short_request(sent: &str) -> String {
    const LONGEST: usize = 160;
    let count = sent.chars().count();
    if count <= LONGEST {
        sent.to_owned()
    } else {
        format!("…{}", sent.chars().skip(count - LONGEST).collect::<String>())
    }
}
