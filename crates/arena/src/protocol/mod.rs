//! What programs speak: one file for each protocol, all over the same [`Bot`].

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

pub use bot::Bot;
pub(crate) use bot::STALL;

use crate::game::{Control, Fault};
use crate::phrases;

/// Why a player gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// By its own fault.
    Fault(Fault),
    /// Somebody ended the game from outside.
    Stopped,
    /// An engine of ours can't play this game, for this reason.
    Wrong(Message),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The game that a program is to play.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'g> {
    /// The rules.
    pub variant: &'g dyn AnyVariant,
    /// What limits its moves.
    pub control: Control,
    /// What its dice roll, if it asks.
    pub seed: u64,
}

/// A move that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'t> {
    /// The rules.
    pub variant: &'t dyn AnyVariant,
    /// The game so far; the program has the side to move.
    pub record: &'t dyn AnyRecord,
    /// What limits the move.
    pub control: Control,
    /// What both sides have left on their clocks, if there are clocks.
    pub left: [Duration; 2],
    /// How long to wait for an answer.
    pub patience: Duration,
}

impl Turn<'_> {
    /// The side to move.
    pub fn side(&self) -> Player {
        self.record.turn()
    }

    /// What the move may take, where something measures it.
    pub fn allowed(&self) -> Option<Duration> {
        match self.control {
            Control::Clock(_) => Some(self.left[self.side().index()]),
            Control::MoveTime(time) => Some(time),
            Control::Depth(_) | Control::Nodes(_) => None,
        }
    }

    /// The fault of a program that has answered after so long.
    pub fn late(&self, time: Duration) -> Fault {
        match self.allowed() {
            Some(allowed) => Fault::Time(time.saturating_sub(allowed)),
            None => Fault::Silent(time),
        }
    }
}

/// A program's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What it said, in its own notation.
    pub text: String,
    /// How long it took.
    pub time: Duration,
    /// Plies it says that it looked ahead.
    pub depth: Option<u32>,
    /// Nodes it says that it visited.
    pub nodes: Option<u64>,
    /// What it says the move is worth to it, in hundredths of a piece.
    pub value: Option<i32>,
}

/// A way to speak with a program.
pub trait Protocol: Send {
    /// Starts the program if it does not run, and tells it of a new game.
    fn start(&mut self, bot: &mut Bot, setting: &Setting<'_>) -> Result<(), Failure>;

    /// Asks for a move.
    fn ask(&mut self, bot: &mut Bot, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// Ends the game; the program too, unless it may be kept for another.
    fn end(&mut self, bot: &mut Bot, keep: bool) -> Result<(), Failure>;

    /// A move of the program in our notation, if it can be one.
    fn read(&self, text: &str) -> Option<String> {
        Some(text.trim().to_owned())
    }

    /// A move in our notation as the program would write it.
    fn write(&self, mv: &str) -> String {
        mv.to_owned()
    }
}

/// A move of an Othello program in our notation: some write `PA` for a pass.
fn othello_move(text: &str) -> String {
    let text = text.trim().to_ascii_lowercase();
    if text == "pa" { "pass".to_owned() } else { text }
}

/// The protocols there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocols {
    /// Universal Game Interface.
    Ugi,
    /// A program started for each move.
    Oneshot,
    /// Lines of `CodinGame`'s ultimate tic-tac-toe.
    Codingame,
    /// What programs of Gomocup speak with Piskvork.
    Gomocup,
    /// Go Text Protocol, as Othello programs speak it.
    Gtp,
    /// What Othello programs speak with `NBoard`.
    Nboard,
}

impl Protocols {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Ugi, Self::Oneshot, Self::Codingame, Self::Gomocup, Self::Gtp, Self::Nboard];

    /// Its name in front of a command.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Oneshot => "oneshot",
            Self::Codingame => "codingame",
            Self::Gomocup => "gomocup",
            Self::Gtp => "gtp",
            Self::Nboard => "nboard",
        }
    }

    /// The protocol of a name, in any case.
    pub fn named(name: &str) -> Result<Self, Message> {
        let unknown = || {
            let names = Self::ALL.map(Self::name).join(", ");
            phrases::PROTOCOL_UNKNOWN.message().with("found", name).with("protocols", names)
        };
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name)).ok_or_else(unknown)
    }

    /// Whether it can be spoken about any position, and not only from the start on.
    pub const fn any_position(self) -> bool {
        matches!(self, Self::Ugi | Self::Oneshot)
    }

    /// Whether a variant can be played by it, from openings if there are any; else why
    /// not.
    pub fn fits(self, variant: &dyn AnyVariant, openings: bool) -> Result<(), Message> {
        let name = variant.name();
        let only = |games: &str| {
            let message = phrases::OTHER_GAME.message().with("protocol", self.name());
            message.with("games", games).with("variant", name)
        };
        let game = name.split(':').next().unwrap_or_default();
        match self {
            Self::Codingame if game != "supermorpion" => Err(only("supermorpion")),
            Self::Codingame if openings => Err(phrases::NO_OPENINGS.message().with("protocol", self.name())),
            Self::Gomocup if gomocup::size(name).is_none() => {
                Err(phrases::ONLY_FIVE.message().with("variant", name))
            }
            Self::Gtp | Self::Nboard if game != "othello" => Err(only("othello")),
            Self::Nboard if name.split([':', ',']).any(|option| option.parse::<u8>().is_ok()) => {
                Err(only("othello"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a limit can be told by it; else why not.
    pub fn tells(self, control: Control) -> Result<(), Message> {
        let time = match control {
            Control::Clock(clock) => clock.base,
            Control::MoveTime(time) => time,
            Control::Depth(_) | Control::Nodes(_) => return Ok(()),
        };
        if self == Self::Gtp && time < Duration::from_secs(1) {
            return Err(phrases::WHOLE_SECONDS.message().with("protocol", self.name()));
        }
        Ok(())
    }

    /// What speaks it.
    pub fn speaker(self) -> Box<dyn Protocol> {
        match self {
            Self::Ugi => Box::new(ugi::Ugi::default()),
            Self::Oneshot => Box::new(oneshot::Oneshot),
            Self::Codingame => Box::new(codingame::Codingame),
            Self::Gomocup => Box::new(gomocup::Gomocup::default()),
            Self::Gtp => Box::new(gtp::Gtp::default()),
            Self::Nboard => Box::new(nboard::Nboard),
        }
    }
}
