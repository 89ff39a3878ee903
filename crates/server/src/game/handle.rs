//! Talking to the task of a game: commands and their replies, and the events of viewers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plateau_core::Player;
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::client::Client;
use crate::error::Error;
use crate::game::change::{ChangeRequest, GameChange};
use crate::game::snapshot::{GameSnapshot, Presence, SearchInfo};
use crate::slots::Slot;

/// Where the task sends the result of a command. The requester may be gone: a command is
/// completed all the same.
pub type Reply<T> = oneshot::Sender<Result<T, Error>>;

/// What a request asks of the task of a game.
#[derive(Debug)]
pub enum Command {
    /// Returns the game, and the seat of a token.
    Get { token: Option<String>, reply: Reply<(Arc<GameSnapshot>, Option<Player>)> },
    /// Changes the game and returns it, and whether the request was no repetition.
    Change { request: ChangeRequest, change: GameChange, reply: Reply<(Arc<GameSnapshot>, bool)> },
    /// Stops the engine that is thinking; it plays the best move found so far.
    StopEngine { request: ChangeRequest, reply: Reply<Arc<GameSnapshot>> },
    /// Gives the seat of an invitation to the guest who opens it. Returns the new token.
    Join { request: ChangeRequest, reply: Reply<(Arc<GameSnapshot>, String)> },
    /// Ends the game as a draw, for the administrator.
    Adjudicate { reply: Reply<Arc<GameSnapshot>> },
    /// Ends the task, because the game is deleted.
    Discard { reply: Reply<()> },
    /// Creates the rematch of a finished game, with sides and tokens swapped. A second
    /// request returns the same rematch.
    Rematch { request: ChangeRequest, reply: Reply<Arc<GameSnapshot>> },
    /// Subscribes to the events. A seat token shows that its player is connected.
    Watch { token: Option<StreamToken>, client: Client, reply: Reply<Subscription> },
    /// Ends a subscription; `seat` as in [`Subscription`].
    Unwatch { seat: Option<Player> },
    /// Saves the clocks, and lets nothing happen any more without a request.
    Close { reply: Reply<()> },
}

/// A command, with a handle that keeps the game in memory until it is done.
#[derive(Debug)]
pub struct Envelope {
    pub(super) command: Command,
    pub(super) game: GameHandle,
}

/// The seat token of a stream.
#[derive(Clone, Debug)]
pub enum StreamToken {
    /// Of a program, in the header `Authorization`: a wrong one is an error.
    Header(String),
    /// Of a browser, which cannot set headers, in the list of protocols. With a wrong one it only
    /// watches: the seat may have been taken meanwhile.
    Protocol(String),
}

/// An event of a game.
#[derive(Clone, Debug)]
pub enum Event {
    /// The state changed.
    Game {
        /// The new state.
        game: Arc<GameSnapshot>,
        /// The stream of the player who made the change and gets it in the response.
        sender: Option<Arc<str>>,
    },
    /// The engine to move made progress.
    Thinking {
        /// The revision of the game that is being searched.
        revision: u64,
        /// The progress.
        info: SearchInfo,
    },
    /// The player of a remote game connected or left.
    Live(Presence),
    /// A player opened a first stream or closed the last one; which sides have a stream now.
    Present([bool; 2]),
}

/// A reference to a game in memory. The game stays there as long as a request or a viewer
/// has one.
#[derive(Clone, Debug)]
pub struct GameHandle(Arc<Link>);

#[derive(Debug)]
struct Link {
    id: String,
    /// Unbounded, so that a dropped subscription can send without waiting. Every other
    /// command waits for its reply, so connections and streams bound the queue.
    commands: mpsc::UnboundedSender<Envelope>,
    is_idle: Arc<AtomicBool>,
    /// The slot of the client that created or opened the game.
    slot: Slot,
}

impl GameHandle {
    /// Creates the handle of a game, what its task receives, and the flag by which the task
    /// says whether nothing happens without a request.
    pub fn new(id: String, slot: Slot) -> (Self, mpsc::UnboundedReceiver<Envelope>, Arc<AtomicBool>) {
        let (commands, received) = mpsc::unbounded_channel();
        let is_idle = Arc::<AtomicBool>::default();
        let link = Link { id, commands, is_idle: Arc::clone(&is_idle), slot };
        (Self(Arc::new(link)), received, is_idle)
    }

    /// Returns the game id.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Returns whether the task has ended, because it panicked or its game was deleted.
    pub fn is_closed(&self) -> bool {
        self.0.commands.is_closed()
    }

    /// Returns whether the game can be evicted from memory: this is the only handle, and
    /// nothing happens without a request.
    pub fn is_evictable(&self) -> bool {
        Arc::strong_count(&self.0) == 1 && self.0.is_idle.load(Ordering::Acquire)
    }

    /// Returns the client that created or opened the game.
    pub fn client(&self) -> Client {
        self.0.slot.client()
    }

    fn send(&self, command: Command) {
        // Fails if the task has ended; the reply is then dropped, which the requester sees.
        let _ = self.0.commands.send(Envelope { command, game: self.clone() });
    }

    async fn ask<T>(&self, command: impl FnOnce(Reply<T>) -> Command) -> Result<T, Error> {
        let (reply, result) = oneshot::channel();
        self.send(command(reply));
        result.await.unwrap_or(Err(Error::Internal))
    }

    /// Returns the game, and the seat of a token.
    pub async fn get(&self, token: Option<String>) -> Result<(Arc<GameSnapshot>, Option<Player>), Error> {
        self.ask(|reply| Command::Get { token, reply }).await
    }

    /// Changes the game. Returns it, and whether the request was no repetition. The change completes even if
    /// the client disconnects.
    pub async fn change(
        &self,
        request: ChangeRequest,
        change: GameChange,
    ) -> Result<(Arc<GameSnapshot>, bool), Error> {
        self.ask(|reply| Command::Change { request, change, reply }).await
    }

    /// Stops the engine that is thinking; it plays the best move found so far.
    pub async fn stop_engine(&self, request: ChangeRequest) -> Result<Arc<GameSnapshot>, Error> {
        self.ask(|reply| Command::StopEngine { request, reply }).await
    }

    /// Gives the seat of an invitation to the guest who opens it. Returns the new token.
    pub async fn join(&self, request: ChangeRequest) -> Result<(Arc<GameSnapshot>, String), Error> {
        self.ask(|reply| Command::Join { request, reply }).await
    }

    /// Ends the game as a draw by adjudication.
    pub async fn adjudicate(&self) -> Result<Arc<GameSnapshot>, Error> {
        self.ask(|reply| Command::Adjudicate { reply }).await
    }

    /// Ends the task, because the game is deleted. Its viewers are disconnected.
    pub async fn discard(&self) {
        // The task may have ended already.
        let _ = self.ask(|reply| Command::Discard { reply }).await;
    }

    /// Creates the rematch, and returns the game with its id.
    pub async fn rematch(&self, request: ChangeRequest) -> Result<Arc<GameSnapshot>, Error> {
        self.ask(|reply| Command::Rematch { request, reply }).await
    }

    /// Saves the clocks, and lets nothing happen any more without a request.
    pub async fn close(&self) {
        // A game whose task has ended has nothing to save.
        let _ = self.ask(|reply| Command::Close { reply }).await;
    }

    /// Subscribes to the events. A wrong token is an error.
    pub async fn watch(&self, token: Option<StreamToken>, client: Client) -> Result<Subscription, Error> {
        self.ask(|reply| Command::Watch { token, client, reply }).await
    }
}

/// A subscription to the events of a game; dropping it unsubscribes.
#[derive(Debug)]
pub struct Subscription {
    game: GameHandle,
    /// The game at the time of the subscription.
    pub first: Arc<GameSnapshot>,
    /// The events since.
    pub events: broadcast::Receiver<Event>,
    /// The seat of the viewer, if it is a player.
    seat: Option<Player>,
}

impl Subscription {
    /// Creates a subscription, which the task of the game has counted.
    pub fn new(
        game: GameHandle,
        first: Arc<GameSnapshot>,
        events: broadcast::Receiver<Event>,
        seat: Option<Player>,
    ) -> Self {
        Self { game, first, events, seat }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.game.send(Command::Unwatch { seat: self.seat });
    }
}
