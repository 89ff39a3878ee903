//! Requests take turns on the processors, first between addresses, then between clients, so that a burst of
//! requests of one delays no others. A turn is one poll of a request's handler. Changes of games skip the
//! queue, and one processor is left to them, to event streams and to the tasks of games.

use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::http::Method;

use crate::client::Client;
use crate::fair_queue::{FairQueue, Ticket};
use crate::recent_clients::RecentClients;

/// How many requests of a client may skip the queue before one of them changes a game.
const MAX_CREDIT: u32 = 16;

/// Maximum number of clients with credit.
const MAX_CLIENTS: usize = 10_000;

/// Which clients may skip the queue. Each change that is stored, which takes a write to the disk, earns the
/// credit for one more; requests that are refused or repeated use it up.
#[derive(Debug)]
pub struct PlayerCredit(Mutex<RecentClients<u32>>);

impl Default for PlayerCredit {
    fn default() -> Self {
        Self(Mutex::new(RecentClients::new(MAX_CLIENTS)))
    }
}

impl PlayerCredit {
    fn clients(&self) -> MutexGuard<'_, RecentClients<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a request skips the queue: a change of a game by a client with credit, of which it uses
    /// up one.
    pub fn skips_queue(&self, method: &Method, path: &str, client: Client) -> bool {
        let is_change = method == Method::POST && path.starts_with("/api/games/");
        is_change && self.take(client)
    }

    fn take(&self, client: Client) -> bool {
        let mut clients = self.clients();
        match clients.get(client).copied() {
            None => return false,
            Some(1) => clients.remove(client),
            Some(credit) => clients.set(client, credit - 1),
        }
        true
    }

    /// Adds one, up to a limit.
    pub fn add(&self, client: Client) {
        let mut clients = self.clients();
        let credit = clients.get(client).copied().unwrap_or_default();
        clients.set(client, (credit + 1).min(MAX_CREDIT));
    }
}

/// The handler of a request, which waits for its turn before each poll.
pub struct InTurn<H> {
    handler: Pin<Box<H>>,
    client: Client,
    /// `None` if the request skips the queue.
    turns: Option<FairQueue>,
    /// The place in the queue, while it waits.
    ticket: Option<Ticket>,
}

impl<H> InTurn<H> {
    /// Lets a handler take turns with those of other clients.
    pub fn new(handler: H, client: Client, turns: Option<FairQueue>) -> Self {
        Self { handler: Box::pin(handler), client, turns, ticket: None }
    }
}

impl<H: Future> Future for InTurn<H> {
    type Output = H::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<H::Output> {
        let this = &mut *self;
        let mut turn = None;
        if let Some(turns) = &this.turns {
            if this.ticket.is_none() {
                this.ticket = turns.enter(this.client);
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
        let polled = this.handler.as_mut().poll(context);
        drop(turn);
        polled
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Waker;

    use super::*;

    fn client(id: u64) -> Client {
        Client { address: [127, 0, 0, 1].into(), id }
    }

    #[test]
    fn a_stored_change_earns_the_next_one_its_place_and_repeats_do_not() {
        let credit = PlayerCredit::default();
        assert!(!credit.take(client(1)), "nothing was played yet");
        credit.add(client(1));
        assert!(credit.take(client(1)) && !credit.take(client(1)) && !credit.take(client(2)));
        for _ in 0..100 {
            credit.add(client(1));
        }
        let taken = (0..100).filter(|_| credit.take(client(1))).count();
        assert_eq!(taken, MAX_CREDIT as usize);
        assert!(credit.clients().get(client(1)).is_none());
    }

    #[test]
    fn players_keep_their_credit_however_many_others_play() {
        let credit = PlayerCredit::default();
        for id in 0..MAX_CLIENTS as u64 + 2 {
            credit.add(client(id));
        }
        assert!(credit.take(client(MAX_CLIENTS as u64 - 1)) && !credit.take(client(1)));
    }

    #[test]
    fn only_changes_of_games_skip_the_queue() {
        let credit = PlayerCredit::default();
        let skips = |method: Method, path| credit.skips_queue(&method, path, client(1));
        assert!(!skips(Method::POST, "/api/games/0/move"), "the first one");
        credit.add(client(1));
        for path in ["/api/games", "/api/analyse", "/api/view"] {
            assert!(!skips(Method::POST, path), "{path}");
        }
        assert!(!skips(Method::GET, "/api/games/0"));
        assert!(skips(Method::POST, "/api/games/0/move"));
        assert!(!skips(Method::POST, "/api/games/0/move"), "the one before was not stored");
    }

    #[test]
    fn each_poll_of_a_handler_waits_for_a_turn() {
        let turns = FairQueue::new(1, usize::MAX, usize::MAX);
        let polls = std::cell::Cell::new(0);
        let handler = || {
            poll_fn(|_| {
                polls.set(polls.get() + 1);
                Poll::<()>::Pending
            })
        };
        let mut waiting = InTurn::new(handler(), client(1), Some(turns.clone()));
        let mut skipping = InTurn::new(handler(), client(1), None);
        let mut context = Context::from_waker(Waker::noop());
        assert!(Pin::new(&mut waiting).poll(&mut context).is_pending());
        assert_eq!(polls.get(), 1, "a turn was free");
        let held = turns.enter(client(2));
        assert!(Pin::new(&mut waiting).poll(&mut context).is_pending());
        assert!(Pin::new(&mut skipping).poll(&mut context).is_pending());
        assert_eq!((polls.get(), turns.waiting()), (2, 1));
        drop(held);
        assert!(Pin::new(&mut waiting).poll(&mut context).is_pending());
        assert_eq!((polls.get(), turns.waiting()), (3, 0));
    }
}
