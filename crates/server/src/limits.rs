//! How much there may be of everything.

use std::time::Duration;

/// How much a server holds at once. Other bounds are the same for every server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Games in memory.
    pub games: usize,
    /// Games on disk. Where there are more, those that ended longest ago go, and
    /// then those that nobody has touched for a day.
    pub kept: usize,
    /// Open streams of events.
    pub streams: usize,
    /// Questions that wait for an engine.
    pub waiting: usize,
    /// Turns of engines, those that wait for a processor included. Where there are
    /// more, no person begins another.
    pub turns: usize,
    /// How long an engine thinks about a game against a person that nobody looks at.
    pub attention: Duration,
    /// How often a stream's reader must show that it is there.
    pub ping: Duration,
    /// Open connections that are not streams.
    pub connections: usize,
    /// How long a request may take to arrive.
    pub reading: Duration,
    /// How long one event may take on its way to a reader.
    pub sending: Duration,
    /// How often running clocks are written down, for a server that is killed.
    pub beat: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            games: 10_000,
            kept: 10_000,
            streams: 2_000,
            waiting: 64,
            turns: 256,
            attention: Duration::from_secs(30),
            ping: Duration::from_secs(25),
            connections: 1_000,
            reading: Duration::from_secs(30),
            sending: Duration::from_secs(10),
            beat: Duration::from_secs(5),
        }
    }
}

/// Bytes of a body.
pub const BODY: usize = 256 * 1024;

/// Bytes of a body that is too large but still read to its end, so that whoever
/// sends it hears why it is refused.
pub const DRAINED: usize = 64 * 1024 * 1024;

/// How long a body may take to arrive.
pub const READING: Duration = Duration::from_secs(30);

/// Characters of a position, a name or an engine.
pub const TEXT: usize = 4_096;

/// The time of a clock, and what it gains each move.
pub const CLOCK: Duration = Duration::from_hours(24);

/// How long to wait before what failed is tried again.
pub const AGAIN: Duration = Duration::from_secs(2);

/// Moves of a game.
pub const MOVES: usize = 2_000;

/// Events that a slow reader may be behind.
pub const BEHIND: usize = 64;

/// Bytes on their way to a reader that the system holds for us: one that does not
/// read is noticed after a few events, not after megabytes.
pub const SENDING_BUFFER: usize = 64 * 1024;

/// Requests of a game that are remembered, so that none counts twice.
pub const REMEMBERED: usize = 64;

/// Characters in the name of a request.
pub const REQUEST: usize = 100;

/// The time of a question.
pub const QUESTION: Duration = Duration::from_secs(10);

/// The time of an engine's move that has no other limit.
pub const MOVE: Duration = Duration::from_secs(1);

/// The time of any engine's move.
pub const LONGEST_MOVE: Duration = Duration::from_secs(30);

/// Nodes of a searched tree.
pub const SEARCHED: usize = 1_000_000;

/// Nodes of a tree that is sent, unless it is asked for more.
pub const SENT: usize = 2_000;

/// Depth of a tree.
pub const DEPTH: u32 = 30;

/// How long open requests may take to end when the server does.
pub const CLOSING: Duration = Duration::from_millis(1_200);

/// How long tasks may then take to stop.
pub const LAST: Duration = Duration::from_millis(300);
