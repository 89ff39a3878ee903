//! The protocols that programs speak. Each has a driver in its own file; all drivers talk
//! to the program through a [`Bot`].

mod bot;
mod codingame;
mod gomocup;
mod gtp;
mod nboard;
mod oneshot;
mod ugi;

use std::time::Duration;

use plateau_core::{Message, Player};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::{PlayerSpec, Protocol};

pub use bot::Bot;

use crate::game::{Control, Fault};
use crate::phrases;
use crate::settings::Settings;

/// Why a player gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The player is at fault.
    #[error("{}", .0.message())]
    Fault(Fault),
    /// The stop flag was set.
    #[error("the game was stopped")]
    Stopped,
    /// The built-in engine does not support the game.
    #[error("{0}")]
    Unplayable(Message),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The parameters of a new game.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'g> {
    /// The variant to play.
    pub variant: &'g dyn AnyVariant,
    /// The limit on each move.
    pub control: Control,
    /// The seed, for players that are randomised.
    pub seed: u64,
}

/// A request for a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'t> {
    /// The variant being played.
    pub variant: &'t dyn AnyVariant,
    /// The game so far, with the player to move.
    pub record: &'t dyn AnyRecord,
    /// The limit on the move.
    pub control: Control,
    /// The time left on the clocks of both sides, if there are clocks.
    pub time_left: [Duration; 2],
    /// How long to wait for the answer.
    pub timeout: Duration,
}

impl MoveRequest<'_> {
    /// Returns the side to move.
    pub fn side(&self) -> Player {
        self.record.turn()
    }

    /// Returns the time allowed for the move, if it is limited by time.
    pub fn allowed_time(&self) -> Option<Duration> {
        match self.control {
            Control::Clock(_) => Some(self.time_left[self.side().index()]),
            Control::MoveTime(time) => Some(time),
            Control::Depth(_) | Control::Nodes(_) => None,
        }
    }

    /// Sets how long to wait for the answer: the limit and a margin.
    #[must_use]
    pub fn with_timeout(self, settings: &Settings) -> Self {
        let allowed = self.allowed_time();
        Self { timeout: allowed.map_or(settings.answer_timeout, |allowed| allowed + settings.margin), ..self }
    }

    /// Checks that an answer came within the limit and the margin.
    pub fn check_time(&self, answer: &Answer, settings: &Settings) -> Result<(), Fault> {
        match self.allowed_time() {
            Some(allowed) if answer.time > allowed + settings.margin => {
                Err(Fault::OutOfTime(answer.time.saturating_sub(allowed)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the fault of a program that answered after `time`, which is too late.
    pub fn late_fault(&self, time: Duration) -> Fault {
        match self.allowed_time() {
            Some(allowed) => Fault::OutOfTime(time.saturating_sub(allowed)),
            None => Fault::NoAnswer(time),
        }
    }
}

/// A player's answer to a [`MoveRequest`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move, in the player's own notation and not validated.
    pub text: String,
    /// The time it took.
    pub time: Duration,
    /// The search depth reported by the player.
    pub depth: Option<u32>,
    /// The nodes reported by the player.
    pub nodes: Option<u64>,
    /// The value reported by the player for its own side, in hundredths of a piece.
    pub value: Option<i32>,
}

/// Drives a program through one protocol.
pub trait ProtocolDriver: Send {
    /// Starts the program if it is not running, and announces a new game.
    fn start_game(&mut self, bot: &mut Bot, setup: &GameSetup<'_>) -> Result<(), Failure>;

    /// Requests a move and waits for the answer.
    fn request_move(&mut self, bot: &mut Bot, request: &MoveRequest<'_>) -> Result<Answer, Failure>;

    /// Ends the game, and the program too unless `keep_running` is set and the protocol
    /// supports several games per process.
    fn finish_game(&mut self, bot: &mut Bot, keep_running: bool) -> Result<(), Failure>;

    /// Translates a program's answer into our move notation; returns `None` if it cannot be
    /// a move.
    fn parse_move(&self, text: &str) -> Option<String> {
        Some(text.trim().to_owned())
    }

    /// Translates a move into the program's notation.
    fn format_move(&self, mv: &str) -> String {
        mv.to_owned()
    }
}

/// Translates a move of an Othello program; some programs write `PA` for a pass.
fn parse_othello_move(text: &str) -> String {
    let text = text.trim().to_ascii_lowercase();
    if text == "pa" { "pass".to_owned() } else { text }
}

/// Creates the driver of a protocol.
pub fn driver(protocol: Protocol) -> Box<dyn ProtocolDriver> {
    match protocol {
        Protocol::Ugi => Box::new(ugi::Ugi::default()),
        Protocol::Oneshot => Box::new(oneshot::Oneshot),
        Protocol::Codingame => Box::new(codingame::Codingame),
        Protocol::Gomocup => Box::new(gomocup::Gomocup::default()),
        Protocol::Gtp => Box::new(gtp::Gtp::default()),
        Protocol::Nboard => Box::new(nboard::Nboard),
    }
}

/// Returns an error if the protocol of a player cannot express the limit.
pub fn check_control(player: &PlayerSpec, control: Control) -> Result<(), Message> {
    let PlayerSpec::Program { protocol, .. } = player else { return Ok(()) };
    let time = match control {
        Control::Clock(clock) => clock.base,
        Control::MoveTime(time) => time,
        Control::Depth(_) | Control::Nodes(_) => return Ok(()),
    };
    if *protocol == Protocol::Gtp && time < Duration::from_secs(1) {
        return Err(phrases::WHOLE_SECONDS.message().with("protocol", protocol.name()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gtp_needs_whole_seconds() {
        let gtp = PlayerSpec::parse("gtp!edax").unwrap();
        let check = |text: &str| check_control(&gtp, crate::control::parse(text).unwrap());
        assert_eq!(
            check("tc=0.5+1").unwrap_err().to_string(),
            "gtp sends time in whole seconds: use at least 1s"
        );
        assert!(check("time=999ms").is_err());
        assert_eq!(check("time=1s"), Ok(()));
        assert_eq!(check("depth=1"), Ok(()));
    }
}
