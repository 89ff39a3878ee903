//! Who plays: an engine of ours, a program, or a person, all asked alike.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plateau_core::Message;
use plateau_games::AnyRecord;
use plateau_search::Stop;

use crate::game::Fault;
use crate::inside::Inside;
use crate::phrases;
use crate::protocol::{Answer, Bot, Failure, Protocol, Setting, Turn};
use crate::referee::Settings;
use crate::spec::{PlayerKind, PlayerSpec};

/// What a person is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The game so far.
    pub record: &'q dyn AnyRecord,
    /// What was wrong with the last answer.
    pub wrong: Option<&'q Message>,
    /// What the move may take, where a clock runs.
    pub left: Option<Duration>,
    /// When it is too late to answer, if ever.
    pub deadline: Option<Instant>,
    /// Raised when nobody wants an answer any more.
    pub stop: &'q Stop,
}

/// What a person answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move, right or wrong.
    Move(String),
    /// To give up this game.
    Resign,
    /// To play no more.
    Leave,
}

/// Asks a person.
pub trait Prompt: Send {
    /// The person's answer; none if it does not come before the deadline or the stop.
    fn ask(&mut self, question: &Question<'_>) -> Option<Reply>;
}

/// Where people are to be found.
pub type People = Arc<dyn Fn() -> Box<dyn Prompt> + Send + Sync>;

/// A player, for one game after the other.
pub struct Player {
    name: String,
    kind: Kind,
    /// How long it was asked for its last move, whether that came or not.
    spent: Duration,
}

enum Kind {
    Inside(Box<Inside>),
    Program { bot: Box<Bot>, protocol: Box<dyn Protocol> },
    Human { prompt: Box<dyn Prompt>, stop: Stop },
}

impl Player {
    /// A player by its name. The log of a program is named after it and the slot, which
    /// tells copies apart.
    pub fn new(spec: &PlayerSpec, settings: &Settings, slot: usize) -> Result<Self, Message> {
        let kind = match &spec.kind {
            PlayerKind::Human => return Err(phrases::NOBODY.message()),
            PlayerKind::Engine(spec) => Kind::Inside(Box::new(Inside::new(spec.clone(), settings.hash_mb))),
            PlayerKind::Program { protocol, command } => {
                let log = settings.logs.as_ref().map(|logs| logs.join(log_name(&spec.name, slot)));
                let bot = Bot::new(command.clone(), log, settings.clone());
                Kind::Program { bot: Box::new(bot), protocol: protocol.speaker() }
            }
        };
        Ok(Self { name: spec.name.clone(), kind, spent: Duration::ZERO })
    }

    /// A person, and how to ask.
    pub fn human(name: impl Into<String>, prompt: Box<dyn Prompt>) -> Self {
        let kind = Kind::Human { prompt, stop: Stop::new() };
        Self { name: name.into(), kind, spent: Duration::ZERO }
    }

    /// What tables call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program behind it, if it is one.
    pub fn bot(&self) -> Option<&Bot> {
        match &self.kind {
            Kind::Program { bot, .. } => Some(bot),
            Kind::Inside(_) | Kind::Human { .. } => None,
        }
    }

    /// The flag that ends whatever it does, from now on.
    pub fn obey(&mut self, stop: &Stop) {
        match &mut self.kind {
            Kind::Inside(inside) => inside.obey(stop.clone()),
            Kind::Program { bot, .. } => bot.obey(stop.clone()),
            Kind::Human { stop: obeyed, .. } => *obeyed = stop.clone(),
        }
    }

    /// Gets ready for a game.
    pub fn start(&mut self, setting: &Setting<'_>) -> Result<(), Failure> {
        match &mut self.kind {
            Kind::Inside(inside) => inside.start(setting).map_err(Failure::Wrong),
            Kind::Program { bot, protocol } => {
                let started = protocol.start(bot, setting);
                started.inspect_err(|_| bot.kill())
            }
            Kind::Human { .. } => Ok(()),
        }
    }

    /// Its move. After a failure its program runs no more.
    pub fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let began = Instant::now();
        let (answer, spent) = match &mut self.kind {
            Kind::Inside(inside) => (inside.ask(turn), began.elapsed()),
            Kind::Program { bot, protocol } => {
                let answer = protocol.ask(bot, turn).map_err(|failure| match failure {
                    // It may have spoken, but said nothing that is an answer.
                    Failure::Fault(Fault::Silent(time)) => {
                        bot.unheard().map_or(Fault::Silent(time), Fault::Unheard).into()
                    }
                    other => other,
                });
                let spent = bot.waited();
                (answer.inspect_err(|_| bot.kill()), spent)
            }
            Kind::Human { prompt, stop } => (ask(prompt.as_mut(), stop, turn), began.elapsed()),
        };
        self.spent = spent;
        answer
    }

    /// How long the last move took that was asked for, also one that did not come.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// What it said, in our notation, if it can be a move.
    pub fn read(&self, text: &str) -> Option<String> {
        match &self.kind {
            Kind::Program { protocol, .. } => protocol.read(text),
            Kind::Inside(_) | Kind::Human { .. } => Some(text.to_owned()),
        }
    }

    /// A move as it would write it.
    pub fn write(&self, mv: &str) -> String {
        match &self.kind {
            Kind::Program { protocol, .. } => protocol.write(mv),
            Kind::Inside(_) | Kind::Human { .. } => mv.to_owned(),
        }
    }

    /// Ends a game; its program too, unless it may be kept.
    pub fn end(&mut self, keep: bool) -> Result<(), Failure> {
        match &mut self.kind {
            Kind::Program { bot, protocol } => {
                let ended = if bot.runs() { protocol.end(bot, keep) } else { Ok(()) };
                if ended.is_err() || !keep {
                    bot.kill();
                }
                let unended = bot.unended();
                ended.and(unended)
            }
            Kind::Inside(_) | Kind::Human { .. } => Ok(()),
        }
    }

    /// Ends its program at once.
    pub fn kill(&mut self) {
        match &mut self.kind {
            Kind::Program { bot, .. } => bot.kill(),
            Kind::Inside(_) | Kind::Human { .. } => {}
        }
    }
}

/// Asks a person until the answer is a legal move.
fn ask(prompt: &mut dyn Prompt, stop: &Stop, turn: &Turn<'_>) -> Result<Answer, Failure> {
    let (began, left) = (Instant::now(), turn.allowed());
    let deadline = left.map(|_| began + turn.patience);
    let mut wrong = None;
    loop {
        let question = Question { record: turn.record, wrong: wrong.as_ref(), left, deadline, stop };
        let reply = prompt.ask(&question);
        let time = began.elapsed();
        if stop.is_raised() {
            return Err(Failure::Stopped);
        }
        match reply {
            Some(Reply::Move(text)) => match turn.record.boxed_clone().play(&text) {
                Ok(text) => return Ok(Answer { text, time, ..Answer::default() }),
                Err(error) => wrong = Some(error.message()),
            },
            Some(Reply::Resign) => return Err(Fault::Resigned.into()),
            Some(Reply::Leave) => return Err(Failure::Stopped),
            None => return Err(Fault::Silent(time).into()),
        }
    }
}

/// A file's name for the log of a program.
fn log_name(name: &str, slot: usize) -> PathBuf {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = name.chars().take(80).map(plain).collect();
    PathBuf::from(format!("{}-{slot}.log", name.trim_start_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_have_names_that_stay_in_their_directory() {
        assert_eq!(log_name("oneshot!../b t.py", 2), PathBuf::from("oneshot_.._b_t.py-2.log"));
        assert_eq!(log_name("../x", 0), PathBuf::from("_x-0.log"));
    }
}
