//! A queue for a limited number of permits that takes turns between clients: first between
//! addresses, then between the tokens of an address.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
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
    next_id: u64,
    /// The addresses in the order of their next turns, each once. Some may have nothing left that waits:
    /// they are dropped at their turn, so that leaving the queue takes no search.
    order: VecDeque<IpAddr>,
    addresses: HashMap<IpAddr, AddressQueue>,
}

/// The waiting requests of an address, by token. `order` is like that of [`State`].
#[derive(Debug, Default)]
struct AddressQueue {
    waiting: usize,
    order: VecDeque<u64>,
    tokens: HashMap<u64, VecDeque<Waiting>>,
}

/// A request that waits.
#[derive(Debug)]
struct Waiting {
    id: u64,
    permit: oneshot::Sender<Permit>,
}

/// A place in the queue: waits for the permit. Dropping it leaves the queue.
#[derive(Debug)]
pub struct Ticket {
    permit: oneshot::Receiver<Permit>,
    /// `None` if the permit was free.
    place: Option<Place>,
}

#[derive(Debug)]
struct Place {
    queue: FairQueue,
    client: Client,
    id: u64,
}

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
        let state = State {
            free: permits,
            waiting: 0,
            next_id: 0,
            order: VecDeque::new(),
            addresses: HashMap::new(),
        };
        Self(Arc::new(Shared { permits, max_waiting, max_waiting_per_address, state: Mutex::new(state) }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place in the queue; `None` if it is full of this address. If it is full of others, one of the
    /// address that has most is refused in its place.
    pub fn enter(&self, client: Client) -> Option<Ticket> {
        let (sender, permit) = oneshot::channel();
        let mut state = self.state();
        if state.free > 0 {
            state.free -= 1;
            // Never fails: the receiver is here.
            let _ = sender.send(Permit { queue: Some(self.clone()) });
            return Some(Ticket { permit, place: None });
        }
        if !self.may_wait(&state, client) {
            return None;
        }
        if state.waiting >= self.0.max_waiting {
            state.remove_of_larger(client);
        }
        let id = state.push(client, sender);
        Some(Ticket { permit, place: Some(Place { queue: self.clone(), client, id }) })
    }

    /// Returns whether a client can take a place in the queue.
    pub fn has_room(&self, client: Client) -> bool {
        let state = self.state();
        state.free > 0 || self.may_wait(&state, client)
    }

    /// Returns whether neither all, nor this address, nor this client of it have too many requests
    /// that wait.
    fn may_wait(&self, state: &State, client: Client) -> bool {
        let Shared { max_waiting, max_waiting_per_address, .. } = *self.0;
        let (of_address, of_client) = state.waiting_of(client);
        (state.waiting < max_waiting || state.larger_than(client).is_some())
            && of_address < max_waiting_per_address
            && of_client < max_waiting_per_address.div_ceil(limits::CLIENTS_PER_SHARE)
    }

    /// Returns how many requests wait.
    pub fn waiting(&self) -> usize {
        self.state().waiting
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
        let Some(queue) = self.addresses.get(&client.address) else { return (0, 0) };
        (queue.waiting, queue.tokens.get(&client.token).map_or(0, VecDeque::len))
    }

    /// Returns the address with most requests, if a client's address would still have fewer after one more.
    fn larger_than(&self, client: Client) -> Option<IpAddr> {
        let (largest, queue) = self.addresses.iter().max_by_key(|(_, queue)| queue.waiting)?;
        (queue.waiting > self.waiting_of(client).0 + 1).then_some(*largest)
    }

    /// Removes the newest request of the token that has most, of an address with more than that of a client.
    fn remove_of_larger(&mut self, client: Client) {
        let Some(largest) = self.larger_than(client) else { return };
        let Some(queue) = self.addresses.get_mut(&largest) else { return };
        let newest = queue.tokens.values_mut().max_by_key(|queue| queue.len()).and_then(VecDeque::pop_back);
        if newest.is_some() {
            queue.waiting -= 1;
            self.waiting -= 1;
        }
    }

    /// Adds a request and returns its id.
    fn push(&mut self, client: Client, permit: oneshot::Sender<Permit>) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let queue = self.addresses.entry(client.address).or_insert_with(|| {
            self.order.push_back(client.address);
            AddressQueue::default()
        });
        queue.push(client.token, Waiting { id, permit });
        self.waiting += 1;
        id
    }

    /// Takes the next request. Its address and its token go to the end of their queues.
    fn pop(&mut self) -> Option<oneshot::Sender<Permit>> {
        while let Some(address) = self.order.pop_front() {
            let Some(queue) = self.addresses.get_mut(&address) else { continue };
            let next = queue.pop();
            if queue.waiting > 0 {
                self.order.push_back(address);
            } else {
                self.addresses.remove(&address);
            }
            if next.is_some() {
                self.waiting -= 1;
                return next;
            }
        }
        None
    }

    /// Removes a request, if it still waits.
    fn remove(&mut self, client: Client, id: u64) {
        if let Some(queue) = self.addresses.get_mut(&client.address)
            && queue.remove(client.token, id)
        {
            self.waiting -= 1;
        }
    }
}

impl AddressQueue {
    fn push(&mut self, token: u64, waiting: Waiting) {
        let queue = self.tokens.entry(token).or_insert_with(|| {
            self.order.push_back(token);
            VecDeque::new()
        });
        queue.push_back(waiting);
        self.waiting += 1;
    }

    fn pop(&mut self) -> Option<oneshot::Sender<Permit>> {
        while let Some(token) = self.order.pop_front() {
            let Some(queue) = self.tokens.get_mut(&token) else { continue };
            let next = queue.pop_front();
            if queue.is_empty() {
                self.tokens.remove(&token);
            } else {
                self.order.push_back(token);
            }
            if let Some(Waiting { permit, .. }) = next {
                self.waiting -= 1;
                return Some(permit);
            }
        }
        None
    }

    fn remove(&mut self, token: u64, id: u64) -> bool {
        let Some(queue) = self.tokens.get_mut(&token) else { return false };
        // Ids increase.
        let Ok(place) = queue.binary_search_by_key(&id, |waiting| waiting.id) else { return false };
        queue.remove(place);
        self.waiting -= 1;
        true
    }
}

/// `None` if the place went to an address with fewer requests.
impl Future for Ticket {
    type Output = Option<Permit>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Permit>> {
        Pin::new(&mut self.permit).poll(context).map(Result::ok)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(Place { queue, client, id }) = self.place.take() {
            queue.state().remove(client, id);
        }
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
        let mut held = queue.enter(client(0, 0)).unwrap().permit.try_recv().ok();
        let mut tickets: Vec<_> =
            clients.iter().map(|&(address, token)| queue.enter(client(address, token))).collect();
        let mut order = Vec::new();
        while order.len() < clients.len() {
            drop(held.take());
            let next = tickets.iter_mut().position(|ticket| {
                match ticket.as_mut().map(|ticket| ticket.permit.try_recv()) {
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
        assert!(other.is_some() && enter(2).is_none(), "three requests wait");
        drop(waiting);
        assert_eq!(queue.waiting(), 1, "those who have gone do not wait");
        assert!(enter(1).is_some());
    }

    #[test]
    fn a_full_queue_refuses_the_largest_address() {
        let queue = FairQueue::new(1, 6, 4);
        let enter = |address, token| queue.enter(client(address, token));
        let _held = enter(9, 0);
        let mut waiting: Vec<_> = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
            .map(|(address, token)| enter(address, token).unwrap())
            .into();
        let _new = [3, 4].map(|address| enter(address, 0).unwrap());
        assert_eq!(queue.waiting(), 6);
        let is_refused = |ticket: &mut Ticket| {
            matches!(ticket.permit.try_recv(), Err(oneshot::error::TryRecvError::Closed))
        };
        let refused: Vec<bool> = waiting.iter_mut().map(is_refused).collect();
        let of = |part: &[bool]| part.iter().filter(|is_refused| **is_refused).count();
        assert_eq!((of(&refused[..3]), of(&refused[3..])), (1, 1), "one of each large address");
        assert!(enter(1, 9).is_none() && enter(4, 9).is_none(), "all have two or one");
        drop(waiting);
        assert_eq!(queue.waiting(), 2);
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
        let held = queue.enter(client(1, 1)).unwrap().permit.try_recv().unwrap();
        let gone = queue.enter(client(2, 1)).unwrap();
        let mut next = queue.enter(client(3, 1)).unwrap();
        drop(gone);
        drop(held);
        let permit = next.permit.try_recv().unwrap();
        // A ticket that has its permit but is never used gives it back.
        drop(permit);
        drop(queue.enter(client(1, 1)).unwrap());
        assert!(queue.enter(client(1, 1)).unwrap().permit.try_recv().is_ok());
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
