//! Connections take turns on the processors, so that a burst of requests on many of them delays nobody
//! who plays. A turn is one poll of a connection's task, which reads, answers and writes what it can
//! without waiting. Connections that play skip the queue, and one processor is left to them, to event
//! streams and to the tasks of games.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::http::{Method, StatusCode};

use crate::client::Client;
use crate::fair_queue::{FairQueue, Ticket};
use crate::routes::is_change;

/// What is known of a connection, shared by its task and its requests.
#[derive(Debug, Default)]
pub struct Conduct {
    /// Whether its last request created or changed a game.
    plays: AtomicBool,
    /// Whether it has begun to answer a request in this turn.
    has_answered: AtomicBool,
}

impl Conduct {
    /// Waits for the next turn unless this is the first request of this one: requests that were sent
    /// without waiting for the answers are answered one per turn.
    pub async fn start_request(&self) {
        if self.has_answered.swap(true, Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
    }

    /// Notes the response to a request. Only an accepted change counts: it shows a seat token or a new
    /// game, which are limited, where anyone can send requests that are refused.
    pub fn end_request(&self, method: &Method, path: &str, status: StatusCode) {
        let creates = method == Method::POST && path == "/api/games";
        let plays = (creates || is_change(method, path)) && status.is_success();
        self.plays.store(plays, Ordering::Relaxed);
    }
}

/// A connection that waits for its turn before each poll.
pub struct InTurn<C> {
    connection: Pin<Box<C>>,
    conduct: Arc<Conduct>,
    turns: FairQueue,
    client: Client,
    /// The place in the queue, while it waits.
    ticket: Option<Ticket>,
}

impl<C> InTurn<C> {
    /// Lets a connection take turns with those of other addresses.
    pub fn new(connection: C, conduct: Arc<Conduct>, turns: FairQueue, client: Client) -> Self {
        Self { connection: Box::pin(connection), conduct, turns, client, ticket: None }
    }
}

impl<C: Future<Output = ()>> Future for InTurn<C> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        let mut turn = None;
        if !this.conduct.plays.load(Ordering::Relaxed) {
            if this.ticket.is_none() {
                this.ticket = this.turns.enter(this.client);
            }
            // The queue has no limit, so there is always a place.
            if let Some(ticket) = &mut this.ticket {
                match Pin::new(ticket).poll(context) {
                    Poll::Ready(permit) => turn = permit,
                    Poll::Pending => return Poll::Pending,
                }
            }
        }
        this.ticket = None;
        this.conduct.has_answered.store(false, Ordering::Relaxed);
        let polled = this.connection.as_mut().poll(context);
        drop(turn);
        polled
    }
}
