//! One game: the task to play and its result.

use std::time::Duration;

use plateau_core::{Message, Player};
use plateau_search::time::TimeControl;

/// The limit on a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A clock for the whole game.
    Clock(TimeControl),
    /// A fixed time for every move.
    MoveTime(Duration),
    /// A search depth in plies; no clock.
    Depth(u32),
    /// A number of nodes; no clock.
    Nodes(u64),
}

/// A game to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The canonical name of the variant.
    pub variant: String,
    /// The moves of the opening, from the start of the variant.
    pub opening: Vec<String>,
    /// The indices of the players of the first and the second side.
    pub players: [usize; 2],
    /// The limit on each move.
    pub control: Control,
    /// The seed of randomised players: the same task yields the same game.
    pub seed: u64,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, including repetition.
    Rules,
    /// The referee adjudicated a proven position.
    Adjudicated,
    /// A side lost through a fault.
    Fault(Player, Fault),
}

/// Why a player forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It played an illegal move, given as text.
    IllegalMove(String),
    /// Its answer, given as text, is not a move.
    NotAMove(String),
    /// It answered too late, by at least this much.
    OutOfTime(Duration),
    /// It gave no answer within this time.
    NoAnswer(Duration),
    /// It printed this text but no answer: complete lines, possibly followed by an
    /// unterminated one.
    UnexpectedOutput(String),
    /// It wrote more than the output limit.
    TooMuchOutput,
    /// It exited, with this exit code or signal (`code 3`, `signal 11`).
    Exited(String),
    /// It could not be started, for this reason.
    StartFailed(Message),
    /// It was started but never sent this word, which reports that it is ready.
    NotReady(String),
    /// It kept running, or kept printing, after the quit command.
    DidNotExit,
    /// It exited and left this many of its processes running.
    LeftoverProcesses(usize),
    /// It resigned.
    Resigned,
}

/// A move of a game with its statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move in canonical notation.
    pub mv: String,
    /// The time it took, measured by the referee.
    pub time: Duration,
    /// The search depth that the player reported.
    pub depth: Option<u32>,
    /// The nodes that the player reported.
    pub nodes: Option<u64>,
    /// The value that the player reported for its own side, in hundredths of a piece.
    pub value: Option<i32>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The winner, or `None` for a draw.
    pub winner: Option<Player>,
    /// The margin, in games that have one.
    pub margin: u16,
    /// Why the game ended.
    pub ending: Ending,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// The time that the side at fault used for the move it did not make.
    pub unplayed: Duration,
}
