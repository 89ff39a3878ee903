//! A queue for a limited number of permits that takes turns between clients: first between
//! addresses, then between the tokens of an address.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::client::Client;
use crate::limits;

/// The time within which everyone who waits should get a turn, if they are many.
const ROTATION: Duration = Duration::from_secs(5);

/// The shortest and the longest time that a turn has to itself while others wait.
const SLICES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// A queue for permits.
#[derive(Clone, Debug)]
pub struct FairQueue(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    permits: usize,
    max_waiting: usize,
    max_waiting_per_address: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    waiting: usize,
    /// The next address to get a permit first. None is empty.
    addresses: VecDeque<(IpAddr, AddressQueue)>,
}

/// The waiting requests of an address, by token; the next one first. None is empty.
type AddressQueue = VecDeque<(u64, VecDeque<oneshot::Sender<Permit>>)>;

/// A place in the queue.
#[derive(Debug)]
pub struct Ticket(oneshot::Receiver<Permit>);

/// A permit, given back when it is dropped.
#[derive(Debug)]
pub struct Permit {
    /// `None` if it was never handed out.
    queue: Option<FairQueue>,
}

impl FairQueue {
    /// Creates a queue with a number of permits, of requests that may wait for one, and of
    /// those per address.
    pub fn new(permits: usize, max_waiting: usize, max_waiting_per_address: usize) -> Self {
        let state = State { free: permits, waiting: 0, addresses: VecDeque::new() };
        Self(Arc::new(Shared { permits, max_waiting, max_waiting_per_address, state: Mutex::new(state) }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place in the queue; `None` if it is full, or full of this address.
    pub fn enter(&self, client: Client) -> Option<Ticket> {
        let (sender, receiver) = oneshot::channel();
        let mut state = self.state();
        state.forget_the_gone();
        if state.free > 0 {
            state.free -= 1;
            // Never fails: the receiver is here.
            let _ = sender.send(Permit { queue: Some(self.clone()) });
            return Some(Ticket(receiver));
        }
        if !self.may_wait(&state, client) {
            return None;
        }
        state.push(client, sender);
        Some(Ticket(receiver))
    }

    /// Returns whether a client can take a place in the queue.
    pub fn has_room(&self, client: Client) -> bool {
        let mut state = self.state();
        state.forget_the_gone();
        state.free > 0 || self.may_wait(&state, client)
    }

    /// Returns whether neither all, nor this address, nor this client of it have too many requests
    /// that wait.
    fn may_wait(&self, state: &State, client: Client) -> bool {
        let Shared { max_waiting, max_waiting_per_address, .. } = *self.0;
        let (of_address, of_client) = state.waiting_of(client);
        state.waiting < max_waiting
            && of_address < max_waiting_per_address
            && of_client < max_waiting_per_address.div_ceil(limits::CLIENTS_PER_SHARE)
    }

    /// Returns how many requests wait.
    pub fn waiting(&self) -> usize {
        let mut state = self.state();
        state.forget_the_gone();
        state.waiting
    }

    /// Waits until a turn that started now has had its time and others wait, forever if nobody
    /// does. The more wait, the shorter the turn.
    pub async fn slice_is_over(&self) {
        let started = tokio::time::Instant::now();
        loop {
            tokio::time::sleep(SLICES.0).await;
            let waiting = self.waiting();
            let share = ROTATION * self.0.permits as u32 / waiting.max(1) as u32;
            if waiting > 0 && started.elapsed() >= share.clamp(SLICES.0, SLICES.1) {
                return;
            }
        }
    }

    /// Passes a permit to the next request that waits.
    fn give_back(&self) {
        let mut state = self.state();
        while let Some(next) = state.pop() {
            match next.send(Permit { queue: Some(self.clone()) }) {
                Ok(()) => return,
                // The requester has gone: the next one gets it.
                Err(mut permit) => permit.queue = None,
            }
        }
        state.free += 1;
    }
}

impl State {
    /// Returns how many requests of a client's address wait, and how many of its own.
    fn waiting_of(&self, client: Client) -> (usize, usize) {
        let queue = self.addresses.iter().find(|(address, _)| *address == client.address);
        let Some((_, tokens)) = queue else { return (0, 0) };
        let of_client = tokens.iter().find(|(token, _)| *token == client.token);
        let of_address = tokens.iter().map(|(_, queue)| queue.len()).sum();
        (of_address, of_client.map_or(0, |(_, queue)| queue.len()))
    }

    fn push(&mut self, client: Client, sender: oneshot::Sender<Permit>) {
        let place = self.addresses.iter().position(|(address, _)| *address == client.address);
        let place = place.unwrap_or_else(|| {
            self.addresses.push_back((client.address, AddressQueue::new()));
            self.addresses.len() - 1
        });
        let tokens = &mut self.addresses[place].1;
        match tokens.iter_mut().find(|(token, _)| *token == client.token) {
            Some((_, queue)) => queue.push_back(sender),
            None => tokens.push_back((client.token, VecDeque::from([sender]))),
        }
        self.waiting += 1;
    }

    /// Takes the next request. Its address and its token go to the end of their queues.
    fn pop(&mut self) -> Option<oneshot::Sender<Permit>> {
        let (address, mut tokens) = self.addresses.pop_front()?;
        let (token, mut queue) = tokens.pop_front()?;
        let next = queue.pop_front()?;
        if !queue.is_empty() {
            tokens.push_back((token, queue));
        }
        if !tokens.is_empty() {
            self.addresses.push_back((address, tokens));
        }
        self.waiting -= 1;
        Some(next)
    }

    /// Removes the requests whose clients have disconnected.
    fn forget_the_gone(&mut self) {
        for (_, tokens) in &mut self.addresses {
            for (_, queue) in tokens.iter_mut() {
                queue.retain(|sender| !sender.is_closed());
            }
            tokens.retain(|(_, queue)| !queue.is_empty());
        }
        self.addresses.retain(|(_, tokens)| !tokens.is_empty());
        let tokens = self.addresses.iter().flat_map(|(_, tokens)| tokens);
        self.waiting = tokens.map(|(_, queue)| queue.len()).sum();
    }
}

impl Ticket {
    /// Waits for the permit.
    pub async fn permit(self) -> Option<Permit> {
        self.0.await.ok()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(queue) = self.queue.take() {
            queue.give_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: u8, token: u64) -> Client {
        Client { address: [127, 0, 0, address].into(), token }
    }

    /// Lets these clients wait for the only permit, and returns the order in which they get it.
    fn order(clients: &[(u8, u64)]) -> Vec<usize> {
        let queue = FairQueue::new(1, 100, 100);
        let mut held = queue.enter(client(0, 0)).unwrap().0.try_recv().ok();
        let mut tickets: Vec<_> =
            clients.iter().map(|&(address, token)| queue.enter(client(address, token))).collect();
        let mut order = Vec::new();
        while order.len() < clients.len() {
            drop(held.take());
            let next = tickets.iter_mut().position(|ticket| {
                match ticket.as_mut().map(|ticket| ticket.0.try_recv()) {
                    Some(Ok(permit)) => {
                        held = Some(permit);
                        true
                    }
                    _ => false,
                }
            });
            let next = next.expect("the permit was passed on");
            tickets[next] = None;
            order.push(next);
        }
        order
    }

    #[test]
    fn addresses_take_turns_then_tokens() {
        assert_eq!(order(&[(1, 1), (1, 1), (1, 1), (2, 1)]), [0, 3, 1, 2]);
        assert_eq!(order(&[(1, 1), (1, 1), (1, 1), (1, 2), (1, 3)]), [0, 3, 4, 1, 2]);
        assert_eq!(order(&[(1, 1), (1, 2), (1, 3), (2, 9), (2, 9)]), [0, 3, 1, 4, 2]);
    }

    #[test]
    fn an_address_cannot_fill_the_queue() {
        let queue = FairQueue::new(1, 3, 2);
        let token = std::cell::Cell::new(0);
        let enter = |address| queue.enter(client(address, token.replace(token.get() + 1)));
        let held = enter(1);
        let waiting = [enter(1), enter(1)];
        assert!(held.is_some() && waiting.iter().all(Option::is_some));
        assert!(enter(1).is_none(), "two of its requests wait");
        let other = enter(2);
        assert!(other.is_some() && enter(3).is_none(), "three requests wait");
        drop(waiting);
        assert_eq!(queue.waiting(), 1, "those who have gone do not wait");
        assert!(enter(1).is_some());
    }

    #[test]
    fn a_client_cannot_fill_the_share_of_its_address() {
        let queue = FairQueue::new(1, 100, 8);
        let enter = |token| queue.enter(client(1, token));
        let tickets = [1, 1, 1, 1].map(enter);
        assert_eq!(tickets.each_ref().map(Option::is_some), [true, true, true, false], "one runs, two wait");
        assert!(!queue.has_room(client(1, 1)) && queue.has_room(client(1, 2)));
        assert!(enter(2).is_some());
    }

    #[test]
    fn permits_of_the_gone_are_passed_on() {
        let queue = FairQueue::new(1, 9, 9);
        let held = queue.enter(client(1, 1)).unwrap().0.try_recv().unwrap();
        let gone = queue.enter(client(2, 1)).unwrap();
        let mut next = queue.enter(client(3, 1)).unwrap();
        drop(gone);
        drop(held);
        let permit = next.0.try_recv().unwrap();
        // A ticket that has its permit but is never used gives it back.
        drop(permit);
        drop(queue.enter(client(1, 1)).unwrap());
        assert!(queue.enter(client(1, 1)).unwrap().0.try_recv().is_ok());
    }

    #[test]
    fn turns_are_shorter_the_more_wait() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let queue = FairQueue::new(1, 200, 200);
            let _held = queue.enter(client(1, 1));
            let half_second = Duration::from_millis(500);
            assert!(tokio::time::timeout(half_second, queue.slice_is_over()).await.is_err(), "nobody waits");
            let _waiting: Vec<_> = (0..100).map(|token| queue.enter(client(1, token))).collect();
            assert!(tokio::time::timeout(half_second, queue.slice_is_over()).await.is_ok());
        });
    }
}
