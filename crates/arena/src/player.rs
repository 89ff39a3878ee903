//! Who plays: an engine of ours, a program, or a person, all asked alike.

use std::path::PathBuf;
use std::time::Instant;

use plateau_core::Message;
use plateau_games::AnyRecord;
use plateau_search::Stop;

use crate::game::Fault;
use crate::inside::Inside;
use crate::phrases;
use crate::protocol::{Answer, Bot, Failure, Protocol, Setting, Turn};
use crate::referee::Settings;
use crate::spec::{PlayerKind, PlayerSpec};

/// Asks a person.
pub trait Prompt: Send {
    /// The person's move; none gives up. What was wrong with the last answer is told.
    fn ask(&mut self, record: &dyn AnyRecord, wrong: Option<&Message>) -> Option<String>;
}

/// A player, for one game after the other.
pub struct Player {
    name: String,
    kind: Kind,
}

enum Kind {
    Inside(Box<Inside>),
    Program { bot: Box<Bot>, protocol: Box<dyn Protocol> },
    Human(Box<dyn Prompt>),
}

impl Player {
    /// A player by its name. The log of a program is named after it and the slot, which
    /// tells copies apart.
    pub fn new(spec: &PlayerSpec, settings: &Settings, slot: usize) -> Result<Self, Message> {
        let kind = match &spec.kind {
            PlayerKind::Human => return Err(phrases::NOBODY.say()),
            PlayerKind::Engine(spec) => Kind::Inside(Box::new(Inside::new(spec.clone(), settings.table))),
            PlayerKind::Program { protocol, command } => {
                let log = settings.logs.as_ref().map(|logs| logs.join(log_name(&spec.name, slot)));
                let bot = Bot::new(command.clone(), log, settings.clone());
                Kind::Program { bot: Box::new(bot), protocol: protocol.speaker() }
            }
        };
        Ok(Self { name: spec.name.clone(), kind })
    }

    /// A person, and how to ask.
    pub fn human(name: impl Into<String>, prompt: Box<dyn Prompt>) -> Self {
        Self { name: name.into(), kind: Kind::Human(prompt) }
    }

    /// What tables call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program behind it, if it is one.
    pub fn bot(&self) -> Option<&Bot> {
        match &self.kind {
            Kind::Program { bot, .. } => Some(bot),
            Kind::Inside(_) | Kind::Human(_) => None,
        }
    }

    /// The flag that ends whatever it does, from now on.
    pub fn obey(&mut self, stop: &Stop) {
        match &mut self.kind {
            Kind::Inside(inside) => inside.obey(stop.clone()),
            Kind::Program { bot, .. } => bot.obey(stop.clone()),
            Kind::Human(_) => {}
        }
    }

    /// Gets ready for a game.
    pub fn start(&mut self, setting: &Setting<'_>) -> Result<(), Failure> {
        match &mut self.kind {
            Kind::Inside(inside) => {
                inside.start(setting).map_err(|message| Fault::Start(message.to_string()).into())
            }
            Kind::Program { bot, protocol } => {
                let started = protocol.start(bot, setting);
                started.inspect_err(|_| bot.kill())
            }
            Kind::Human(_) => Ok(()),
        }
    }

    /// Its move. After a failure its program runs no more.
    pub fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        match &mut self.kind {
            Kind::Inside(inside) => inside.ask(turn),
            Kind::Program { bot, protocol } => {
                let answer = protocol.ask(bot, turn);
                answer.inspect_err(|_| bot.kill())
            }
            Kind::Human(prompt) => {
                let began = Instant::now();
                let mut wrong = None;
                loop {
                    let text = prompt.ask(turn.record, wrong.as_ref()).ok_or(Fault::Resigned)?;
                    match turn.record.boxed_clone().play(&text) {
                        Ok(text) => return Ok(Answer { text, time: began.elapsed(), ..Answer::default() }),
                        Err(error) => wrong = Some(error.message()),
                    }
                }
            }
        }
    }

    /// What it said, in our notation, if it can be a move.
    pub fn read(&self, text: &str) -> Option<String> {
        match &self.kind {
            Kind::Program { protocol, .. } => protocol.read(text),
            Kind::Inside(_) | Kind::Human(_) => Some(text.to_owned()),
        }
    }

    /// A move as it would write it.
    pub fn write(&self, mv: &str) -> String {
        match &self.kind {
            Kind::Program { protocol, .. } => protocol.write(mv),
            Kind::Inside(_) | Kind::Human(_) => mv.to_owned(),
        }
    }

    /// Ends a game; its program too, unless it may be kept.
    pub fn end(&mut self, keep: bool) -> Result<(), Failure> {
        match &mut self.kind {
            Kind::Program { bot, .. } if !bot.runs() => Ok(()),
            Kind::Program { bot, protocol } => {
                let ended = protocol.end(bot, keep);
                if ended.is_err() || !keep {
                    bot.kill();
                }
                ended
            }
            Kind::Inside(_) | Kind::Human(_) => Ok(()),
        }
    }

    /// Ends its program at once.
    pub fn kill(&mut self) {
        match &mut self.kind {
            Kind::Program { bot, .. } => bot.kill(),
            Kind::Inside(_) | Kind::Human(_) => {}
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
