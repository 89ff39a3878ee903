//! Connections take turns on the processors, so that a burst of requests on many of them delays nobody
//! who plays. A turn is one poll of a connection's task, which reads, answers and writes what it can
//! without waiting. Connections that play skip the queue, and one processor is left to them, to event
//! streams and to the tasks of games.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use crate::client::Client;
use crate::fair_queue::{FairQueue, Ticket};

/// What is known of a connection, shared by its task and its requests.
#[derive(Debug)]
pub struct Conduct {
    /// Whose turns it takes: the address of its last request, which a proxy may have forwarded.
    address: Mutex<IpAddr>,
    /// Whether its last request created or changed a game.
    plays: AtomicBool,
    /// Whether it has begun to answer a request in this turn.
    has_answered: AtomicBool,
}

impl Conduct {
    /// Describes a new connection from an address.
    pub fn new(address: IpAddr) -> Self {
        let [plays, has_answered] = [const { AtomicBool::new(false) }; 2];
        Self { address: Mutex::new(address), plays, has_answered }
    }

    fn address(&self) -> MutexGuard<'_, IpAddr> {
        self.address.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the address whose turns it takes from now on.
    pub fn set_address(&self, address: IpAddr) {
        *self.address() = address;
    }

    /// Waits for the next turn unless this is the first request of this one: requests that were sent
    /// without waiting for the answers are answered one per turn.
    pub async fn start_request(&self) {
        if self.has_answered.swap(true, Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
    }

    /// Notes whether a request created or changed a game, which takes a write to the disk. Requests that
    /// are refused or repeated cost little and do not count.
    pub fn end_request(&self, plays: bool) {
        self.plays.store(plays, Ordering::Relaxed);
    }
}

/// A connection that waits for its turn before each poll.
pub struct InTurn<C> {
    connection: Pin<Box<C>>,
    conduct: Arc<Conduct>,
    turns: FairQueue,
    /// The place in the queue, while it waits.
    ticket: Option<Ticket>,
}

impl<C> InTurn<C> {
    /// Lets a connection take turns with those of other addresses.
    pub fn new(connection: C, conduct: Arc<Conduct>, turns: FairQueue) -> Self {
        Self { connection: Box::pin(connection), conduct, turns, ticket: None }
    }
}

impl<C: Future<Output = ()>> Future for InTurn<C> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        let mut turn = None;
        if !this.conduct.plays.load(Ordering::Relaxed) {
            if this.ticket.is_none() {
                // Within an address, connections take turns in the order in which they ask.
                let address = *this.conduct.address();
                this.ticket = this.turns.enter(Client { address, token: 0 });
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

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Waker;

    use super::*;

    #[test]
    fn only_connections_that_play_skip_the_queue() {
        let [one, other]: [IpAddr; 2] = [[127, 0, 0, 1].into(), [127, 0, 0, 2].into()];
        let turns = FairQueue::new(1, usize::MAX, usize::MAX);
        let conduct = Arc::new(Conduct::new(one));
        let mut polls = 0;
        let connection = poll_fn(|_| {
            polls += 1;
            Poll::<()>::Pending
        });
        let mut connection = InTurn::new(connection, Arc::clone(&conduct), turns.clone());
        let mut poll =
            || assert!(Pin::new(&mut connection).poll(&mut Context::from_waker(Waker::noop())).is_pending());
        poll();
        let held = turns.enter(Client { address: other, token: 0 });
        poll();
        conduct.end_request(true);
        poll();
        conduct.end_request(false);
        poll();
        assert_eq!(turns.waiting(), 1);
        drop(held);
        poll();
        drop(connection);
        assert_eq!(polls, 3, "the first, one that skipped, and the last");
        assert_eq!(turns.waiting(), 0);
    }
}
