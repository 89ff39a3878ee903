//! A player of one game after the other: a built-in engine, a program or a human, behind
//! one interface.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plateau_core::Message;
use plateau_games::AnyRecord;
use plateau_play::PlayerSpec;
use plateau_search::Stop;

use crate::builtin_engine::BuiltinEngine;
use crate::game::Fault;
use crate::phrases;
use crate::protocol::{Answer, Bot, Failure, GameSetup, MoveRequest, ProtocolDriver, driver};
use crate::settings::Settings;

/// A request for a move from a human.
#[derive(Clone, Copy, Debug)]
pub struct HumanMoveRequest<'q> {
    /// The game so far.
    pub record: &'q dyn AnyRecord,
    /// What was wrong with the previous answer.
    pub error: Option<&'q Message>,
    /// The time left for the move, if a clock runs.
    pub time_left: Option<Duration>,
    /// When the move is forfeited, if a clock runs.
    pub deadline: Option<Instant>,
    /// Set when the request is cancelled.
    pub stop: &'q Stop,
}

/// A human's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move, not validated yet.
    Move(String),
    /// Resigns this game.
    Resign,
    /// Quits all games.
    Quit,
}

/// Asks a human for moves.
pub trait Prompt: Send {
    /// Waits for an answer; returns `None` at the deadline or when the stop flag is set.
    fn request_move(&mut self, request: &HumanMoveRequest<'_>) -> Option<Reply>;
}

/// Creates the prompt of each human player.
pub type PromptFactory = Arc<dyn Fn() -> Box<dyn Prompt> + Send + Sync>;

/// A player that can play one game after the other.
pub struct Player {
    name: String,
    kind: Kind,
    last_move_time: Duration,
}

enum Kind {
    Builtin(Box<BuiltinEngine>),
    Program { bot: Box<Bot>, driver: Box<dyn ProtocolDriver> },
    Human { prompt: Box<dyn Prompt>, stop: Stop },
}

impl Player {
    /// Creates an engine or a program. The log file of a program is named after the player
    /// and `slot`, which distinguishes copies of the same player.
    pub fn new(
        name: impl Into<String>,
        spec: &PlayerSpec,
        settings: &Settings,
        slot: usize,
    ) -> Result<Self, Message> {
        let name = name.into();
        let kind = match spec {
            PlayerSpec::Human => return Err(phrases::NO_HUMAN_HERE.message()),
            PlayerSpec::Engine(spec) => {
                Kind::Builtin(Box::new(BuiltinEngine::new(spec.clone(), settings.hash_mb)))
            }
            PlayerSpec::Program { protocol, command } => {
                let log = settings.log_directory.as_ref().map(|logs| logs.join(log_name(&name, slot)));
                let bot = Bot::new(command.clone(), log, settings.clone());
                Kind::Program { bot: Box::new(bot), driver: driver(*protocol) }
            }
        };
        Ok(Self { name, kind, last_move_time: Duration::ZERO })
    }

    /// Creates a human player.
    pub fn human(name: impl Into<String>, prompt: Box<dyn Prompt>) -> Self {
        let kind = Kind::Human { prompt, stop: Stop::new() };
        Self { name: name.into(), kind, last_move_time: Duration::ZERO }
    }

    /// Returns the name used in standings and logs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the program behind the player, if it is one.
    pub fn bot(&self) -> Option<&Bot> {
        match &self.kind {
            Kind::Program { bot, .. } => Some(bot),
            Kind::Builtin(_) | Kind::Human { .. } => None,
        }
    }

    /// Sets the flag that interrupts everything the player does from now on.
    pub fn set_stop(&mut self, stop: &Stop) {
        match &mut self.kind {
            Kind::Builtin(engine) => engine.set_stop(stop.clone()),
            Kind::Program { bot, .. } => bot.set_stop(stop.clone()),
            Kind::Human { stop: current, .. } => *current = stop.clone(),
        }
    }

    /// Prepares for a new game.
    pub fn start_game(&mut self, setup: &GameSetup<'_>) -> Result<(), Failure> {
        match &mut self.kind {
            Kind::Builtin(engine) => engine.start_game(setup).map_err(Failure::Unplayable),
            Kind::Program { bot, driver } => {
                let started = driver.start_game(bot, setup);
                started.inspect_err(|_| bot.kill())
            }
            Kind::Human { .. } => Ok(()),
        }
    }

    /// Asks for a move. A program that fails to answer is killed.
    pub fn request_move(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Failure> {
        let began = Instant::now();
        let (answer, time) = match &mut self.kind {
            Kind::Builtin(engine) => (engine.request_move(request), began.elapsed()),
            Kind::Program { bot, driver } => {
                let answer = driver.request_move(bot, request).map_err(|failure| match failure {
                    // It may have printed something that is not an answer.
                    Failure::Fault(Fault::NoAnswer(time)) => {
                        bot.unexpected_output().map_or(Fault::NoAnswer(time), Fault::UnexpectedOutput).into()
                    }
                    other => other,
                });
                let time = bot.request_time();
                (answer.inspect_err(|_| bot.kill()), time)
            }
            Kind::Human { prompt, stop } => {
                (request_legal_move(prompt.as_mut(), stop, request), began.elapsed())
            }
        };
        self.last_move_time = time;
        answer
    }

    /// Returns the time used for the last requested move, even if it never came.
    pub fn last_move_time(&self) -> Duration {
        self.last_move_time
    }

    /// Translates an answer into our move notation; returns `None` if it cannot be a move.
    pub fn parse_move(&self, text: &str) -> Option<String> {
        match &self.kind {
            Kind::Program { driver, .. } => driver.parse_move(text),
            Kind::Builtin(_) | Kind::Human { .. } => Some(text.to_owned()),
        }
    }

    /// Translates a move into the player's notation.
    pub fn format_move(&self, mv: &str) -> String {
        match &self.kind {
            Kind::Program { driver, .. } => driver.format_move(mv),
            Kind::Builtin(_) | Kind::Human { .. } => mv.to_owned(),
        }
    }

    /// Ends a game, and the program too unless `keep_running` is set.
    pub fn finish_game(&mut self, keep_running: bool) -> Result<(), Failure> {
        match &mut self.kind {
            Kind::Program { bot, driver } => {
                let finished = if bot.is_running() { driver.finish_game(bot, keep_running) } else { Ok(()) };
                if finished.is_err() || !keep_running {
                    bot.kill();
                }
                let unkillable = bot.take_unkillable();
                finished.and(unkillable)
            }
            Kind::Builtin(_) | Kind::Human { .. } => Ok(()),
        }
    }

    /// Kills the program at once.
    pub fn kill(&mut self) {
        match &mut self.kind {
            Kind::Program { bot, .. } => bot.kill(),
            Kind::Builtin(_) | Kind::Human { .. } => {}
        }
    }
}

/// Asks a human until the answer is a legal move.
fn request_legal_move(
    prompt: &mut dyn Prompt,
    stop: &Stop,
    request: &MoveRequest<'_>,
) -> Result<Answer, Failure> {
    let (began, time_left) = (Instant::now(), request.allowed_time());
    let deadline = time_left.map(|_| began + request.timeout);
    let mut error = None;
    loop {
        let human_request =
            HumanMoveRequest { record: request.record, error: error.as_ref(), time_left, deadline, stop };
        let reply = prompt.request_move(&human_request);
        let time = began.elapsed();
        if stop.is_raised() {
            return Err(Failure::Stopped);
        }
        match reply {
            Some(Reply::Move(text)) => match request.record.boxed_clone().play(&text) {
                Ok(text) => return Ok(Answer { text, time, ..Answer::default() }),
                Err(illegal) => error = Some(illegal.message_to_mover()),
            },
            Some(Reply::Resign) => return Err(Fault::Resigned.into()),
            Some(Reply::Quit) => return Err(Failure::Stopped),
            None => return Err(Fault::NoAnswer(time).into()),
        }
    }
}

/// Returns a file name for the log of a program.
fn log_name(name: &str, slot: usize) -> PathBuf {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = name.chars().take(80).map(plain).collect();
    PathBuf::from(format!("{}-{slot}.log", name.trim_start_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_names_stay_inside_the_log_directory() {
        assert_eq!(log_name("oneshot!../b t.py", 2), PathBuf::from("oneshot_.._b_t.py-2.log"));
        assert_eq!(log_name("../x", 0), PathBuf::from("_x-0.log"));
    }
}
