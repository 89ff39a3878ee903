//! A game on the server, owned by one task.
//!
//! A move travels through these files:
//!
//! 1. [`handle`]: a request sends a command to the task of the game, and waits for the reply.
//! 2. [`task`]: the task handles one command at a time. It applies the [`change`] to a copy of
//!    the [`state`], stores the copy, makes it the state, publishes a [`snapshot`] to the viewers
//!    and replies with it.
//! 3. [`engine_turn`]: the task starts the engine that is to move. Its move comes back to the
//!    task as an event, and goes the same way.
//!
//! [`directory`] holds the games in memory: it creates, loads and evicts them.

pub mod change;
pub mod codec;
pub mod directory;
pub mod engine_turn;
pub mod handle;
pub mod snapshot;
pub mod state;
pub mod task;
