//! Limits on sizes, counts and times.

use std::time::Duration;

use crate::rate_limit::Rate;

/// Limits that a server can be configured with. All others are constants of
/// this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Maximum number of games in memory.
    pub games_in_memory: usize,
    /// Maximum number of games on disk. When the store is full, the address that has
    /// most loses games for those with fewer: finished and abandoned ones first, then
    /// those of its client that has most.
    pub stored_games: usize,
    /// Maximum number of games in memory that clients of one address created or opened.
    pub games_in_memory_per_address: usize,
    /// How often an address may create a game.
    pub game_rate: Rate,
    /// How often an address gets a new client id.
    pub client_rate: Rate,
    /// Maximum number of open event streams.
    pub streams: usize,
    /// Maximum number of those per address.
    pub streams_per_address: usize,
    /// Maximum number of analysis requests waiting for a free engine thread.
    pub queued_analyses: usize,
    /// Maximum number of those per address.
    pub queued_analyses_per_address: usize,
    /// Maximum number of engine turns that wait for a thread. Above it, humans cannot start
    /// another.
    pub engine_turns: usize,
    /// Maximum number of those per address.
    pub engine_turns_per_address: usize,
    /// Maximum number of engines that wait for their next move with their
    /// transposition tables. The longest idle are dropped first.
    pub idle_engines: usize,
    /// Maximum size of the transposition tables of these engines, in megabytes.
    pub idle_hash_mb: usize,
    /// How long an engine keeps thinking in an unwatched game against a human.
    pub unwatched_timeout: Duration,
    /// Interval between WebSocket pings; a client must answer one before the next.
    pub ping_interval: Duration,
    /// Maximum number of open connections, not counting event streams.
    pub connections: usize,
    /// Maximum number of those per address.
    pub connections_per_address: usize,
    /// Maximum time to receive the headers of a request, and then its body.
    pub read_timeout: Duration,
    /// Maximum time to send one event.
    pub send_timeout: Duration,
    /// How long a rendered tournament page is reused. Rendering reads all games of
    /// the tournament, and many viewers may poll the page.
    pub tournament_page_age: Duration,
    /// Interval at which running clocks are saved, in case the server is killed.
    pub checkpoint_interval: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            games_in_memory: 10_000,
            stored_games: 10_000,
            games_in_memory_per_address: 5_000,
            game_rate: Rate { burst: 400, interval: Duration::from_millis(100) },
            client_rate: Rate { burst: 250, interval: Duration::from_secs(10) },
            streams: 4_000,
            streams_per_address: 2_500,
            queued_analyses: 400,
            queued_analyses_per_address: 250,
            engine_turns: 400,
            engine_turns_per_address: 250,
            idle_engines: 64,
            idle_hash_mb: 128,
            unwatched_timeout: Duration::from_secs(30),
            ping_interval: Duration::from_secs(25),
            connections: 4_000,
            connections_per_address: 2_500,
            read_timeout: Duration::from_secs(30),
            send_timeout: Duration::from_secs(10),
            tournament_page_age: Duration::from_secs(1),
            checkpoint_interval: Duration::from_secs(5),
        }
    }
}

/// Number of connections that wait to be accepted. Above it, the system drops new ones, and clients
/// try again only after a second or more.
pub const ACCEPT_BACKLOG: u32 = 4_096;

/// Number of requests that are answered at the same time, not counting moves, streams and what
/// needs an engine.
pub const CONCURRENT_REQUESTS: usize = 8;

/// The part of an address's share that one of its clients may have: one in this many. Those without an id
/// are one client.
pub const CLIENTS_PER_SHARE: usize = 4;

/// How often a client may create a game, whatever the others of its address do.
pub const GAME_RATE_OF_CLIENT: Rate = Rate { burst: 5, interval: Duration::from_mins(1) };

/// How long a client id is valid after it was issued or renewed.
pub const CLIENT_ID_LIFETIME: Duration = Duration::from_hours(24);

/// How long a client id is valid after it was issued, however often it is renewed.
pub const RENEWED_ID_LIFETIME: Duration = Duration::from_hours(7 * 24);

/// Maximum search time of an analysis that never waits for longer ones.
pub const SHORT_ANALYSIS: Duration = Duration::from_millis(500);

/// Number of pings that a viewer may send between two of ours. Each is answered, and answers that
/// are not read take memory.
pub const MAX_CLIENT_PINGS: usize = 50;

/// Maximum number of bytes that wait to be sent to a viewer. The largest message is a long game on
/// a large board.
pub const MAX_UNSENT_BYTES: usize = 1024 * 1024;

/// Maximum size of a request body, in bytes.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// How many bytes of an oversized body are still read and discarded. A client
/// that is cut off while sending never reads the error.
pub const MAX_DRAINED_BYTES: usize = 64 * 1024 * 1024;

/// Maximum length of a position, a name or an engine spec, in characters.
pub const MAX_TEXT_LENGTH: usize = 4_096;

/// Maximum base time and maximum increment of a clock.
pub const MAX_CLOCK: Duration = Duration::from_hours(24);

/// Delay before a failed operation is retried.
pub const RETRY_DELAY: Duration = Duration::from_secs(2);

/// When to try again to create a game on a server that is full.
pub const FULL_DELAY: Duration = Duration::from_mins(1);

/// Maximum number of moves in a game.
pub const MAX_MOVES: usize = 2_000;

/// Number of events buffered for a slow client.
pub const EVENT_BUFFER: usize = 64;

/// Size of a socket's send buffer, in bytes. Small enough that a client that
/// does not read is noticed after a few events.
pub const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// Number of request ids remembered per game to detect duplicates.
pub const REMEMBERED_REQUESTS: usize = 64;

/// Maximum length of a request id, in characters.
pub const MAX_REQUEST_ID_LENGTH: usize = 100;

/// Minimum length of the id of a request that returns new seat tokens, in characters: repeating the
/// request returns the same tokens. 32 hexadecimal digits or 22 of base64 have the 128 bits of a
/// seat token.
pub const MIN_SECRET_ID_LENGTH: usize = 22;

/// How often an address may send a wrong join code: a class can mistype it, and 8,640 guesses a day take
/// decades to find six random letters.
pub const JOIN_CODE_RATE: Rate = Rate { burst: 200, interval: Duration::from_secs(10) };

/// Number of clients that are remembered to have sent the join code.
pub const REMEMBERED_CLIENTS: usize = 10_000;

/// Maximum search time of an analysis request.
pub const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(10);

/// Maximum time of a review. One of a game of 60 moves takes at most a fifth of it.
pub const MAX_REVIEW_TIME: Duration = Duration::from_mins(1);

/// Search time of an engine move without any other limit.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Maximum search time of an engine move.
pub const MAX_MOVE_TIME: Duration = Duration::from_secs(30);

/// Maximum number of nodes visited for a tree.
pub const MAX_TREE_SEARCH_NODES: usize = 1_000_000;

/// Number of nodes sent of a tree, unless the request sets it.
pub const DEFAULT_TREE_NODES: usize = 2_000;

/// Maximum depth of a tree.
pub const MAX_TREE_DEPTH: u32 = 30;

/// How long open requests may take to finish at shutdown.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(1_200);

/// How often the shutdown looks whether all streams are closed.
pub const SHUTDOWN_POLL: Duration = Duration::from_millis(5);

/// How long background tasks may take to stop after that.
pub const TASK_SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(300);
