//! One game: what is to be played, and how it went.

use std::time::Duration;

use plateau_core::Player;
use plateau_search::time::TimeControl;

/// What limits a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A clock for the whole game.
    Clock(TimeControl),
    /// So much for every move.
    MoveTime(Duration),
    /// Plies to look ahead; no clock.
    Depth(u32),
    /// Nodes to visit; no clock.
    Nodes(u64),
}

/// A game to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The canonical name of the variant.
    pub variant: String,
    /// The moves of the opening, from the start of the variant.
    pub opening: Vec<String>,
    /// Which players have the first and the second side, by their index.
    pub players: [usize; 2],
    /// What limits their moves.
    pub control: Control,
    /// What players that roll dice roll: the same task is the same game.
    pub seed: u64,
}

/// Why a game ended, beside its own rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, repetition included.
    Rules,
    /// A proven position was adjudicated.
    Adjudicated,
    /// A side was at fault and lost.
    Fault(Player, Fault),
}

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It played a move that is not legal: the text of it.
    Illegal(String),
    /// It answered what is no move at all: the text of it.
    Nonsense(String),
    /// It took longer than it had, by so much at least.
    Time(Duration),
    /// It gave no answer for so long.
    Silent(Duration),
    /// It gave no answer, but said this: whole lines, and perhaps one that does not end.
    Unheard(String),
    /// It wrote more than any answer needs.
    Flood,
    /// It ended, with this exit code or signal in words.
    Died(String),
    /// It could not be started, for this reason of the system.
    Start(String),
    /// It was started, but never said this, by which it tells that it is ready.
    NotReady(String),
    /// It did not end, or fall silent, when it was told to.
    Stop,
    /// It ended, and so many processes that it had started did not.
    Children(usize),
    /// It asked to resign.
    Resigned,
}

/// A move of a game and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The move in canonical notation.
    pub mv: String,
    /// How long it took, measured by the referee.
    pub time: Duration,
    /// What the player said of it: depth, nodes and value in words, if it did.
    pub depth: Option<u32>,
    /// Nodes it visited.
    pub nodes: Option<u64>,
    /// Its value for the side that moved, in hundredths of a piece.
    pub value: Option<i32>,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Result {
    /// The winner; none for a draw.
    pub winner: Option<Player>,
    /// The margin, where the game has one.
    pub margin: u16,
    /// Why it ended.
    pub ending: Ending,
    /// The moves after the opening.
    pub moves: Vec<Played>,
    /// What the side at fault took for the move that it did not make.
    pub unplayed: Duration,
}
