//! A queue for a limited number of permits that takes turns between clients: first between
//! addresses, then between the clients of an address, of which the one served longest ago is next.

use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::client::Client;
use crate::limits;
use crate::shares::{Room, Shares};

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
    max_waiting_per_client: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    waiting: Shares<oneshot::Sender<Permit>>,
    /// The addresses in the order of their next turns, each once. Some may have nothing left that waits:
    /// they are dropped at their turn, so that leaving the queue takes no search.
    order: VecDeque<IpAddr>,
    /// The same addresses.
    members: HashSet<IpAddr>,
}

/// A place in the queue: waits for the permit. Dropping it leaves the queue.
#[derive(Debug)]
pub struct Ticket {
    permit: oneshot::Receiver<Permit>,
    /// The queue, the client and the key of the request; `None` if a permit was free.
    waiting: Option<(FairQueue, Client, u64)>,
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
            waiting: Shares::new(max_waiting, max_waiting_per_address),
            order: VecDeque::new(),
            members: HashSet::new(),
        };
        let max_waiting_per_client = max_waiting_per_address.div_ceil(limits::CLIENTS_PER_SHARE);
        Self(Arc::new(Shared { permits, max_waiting_per_client, state: Mutex::new(state) }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place in the queue; `None` if the client has its share of it. If the queue is full of
    /// others, the newest request of the client that has most is refused instead.
    pub fn enter(&self, client: Client) -> Option<Ticket> {
        let (sender, permit) = oneshot::channel();
        let mut state = self.state();
        if state.free > 0 {
            state.free -= 1;
            state.waiting.serve(client);
            // Never fails: the receiver is here.
            let _ = sender.send(Permit { queue: Some(self.clone()) });
            return Some(Ticket { permit, waiting: None });
        }
        match self.room(&state, client) {
            Room::Free => {}
            // The other request sees that its sender is dropped.
            Room::InPlaceOf(other) => drop(state.waiting.pop_newest(other)),
            Room::None => return None,
        }
        let key = state.push(client, sender);
        Some(Ticket { permit, waiting: Some((self.clone(), client, key)) })
    }

    /// Returns whether a client can take a place in the queue.
    pub fn has_room(&self, client: Client) -> bool {
        let state = self.state();
        state.free > 0 || self.room(&state, client) != Room::None
    }

    fn room(&self, state: &State, client: Client) -> Room {
        if state.waiting.of_client(client) >= self.0.max_waiting_per_client {
            return Room::None;
        }
        state.waiting.room(client)
    }

    /// Returns how many requests wait.
    pub fn waiting(&self) -> usize {
        self.state().waiting.total()
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
    /// Adds a request and returns its key.
    fn push(&mut self, client: Client, permit: oneshot::Sender<Permit>) -> u64 {
        if self.members.insert(client.address) {
            self.order.push_back(client.address);
        }
        self.waiting.insert(client, permit)
    }

    /// Takes the next request. Its address goes to the end of the queue.
    fn pop(&mut self) -> Option<oneshot::Sender<Permit>> {
        while let Some(address) = self.order.pop_front() {
            let next = self.waiting.pop_next(address);
            if self.waiting.of_address(address) > 0 {
                self.order.push_back(address);
            } else {
                self.members.remove(&address);
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }
}

/// `None` if the place went to a client with fewer requests.
impl Future for Ticket {
    type Output = Option<Permit>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Permit>> {
        Pin::new(&mut self.permit).poll(context).map(Result::ok)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some((queue, client, key)) = self.waiting.take() {
            queue.state().waiting.remove(client, key);
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

    fn client(address: u8, id: u64) -> Client {
        Client { address: [127, 0, 0, address].into(), id }
    }

    /// Lets these clients wait for the only permit, and returns the order in which they get it.
    fn order(clients: &[(u8, u64)]) -> Vec<usize> {
        let queue = FairQueue::new(1, 100, 100);
        let mut held = queue.enter(client(0, 0)).unwrap().permit.try_recv().ok();
        let mut tickets: Vec<_> =
            clients.iter().map(|&(address, id)| queue.enter(client(address, id))).collect();
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
    fn addresses_take_turns_then_clients() {
        assert_eq!(order(&[(1, 1), (1, 1), (1, 1), (2, 1)]), [0, 3, 1, 2]);
        assert_eq!(order(&[(1, 1), (1, 1), (1, 1), (1, 2), (1, 3)]), [0, 3, 4, 1, 2]);
        assert_eq!(order(&[(1, 1), (1, 2), (1, 3), (2, 9), (2, 9)]), [0, 3, 1, 4, 2]);
    }

    #[test]
    fn an_address_cannot_fill_the_queue() {
        let queue = FairQueue::new(1, 3, 2);
        let id = std::cell::Cell::new(0);
        let enter = |address| queue.enter(client(address, id.replace(id.get() + 1)));
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
        let enter = |address, id| queue.enter(client(address, id));
        let _held = enter(9, 0);
        let mut waiting: Vec<_> = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
            .map(|(address, id)| enter(address, id).unwrap())
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
        let enter = |id| queue.enter(client(1, id));
        let tickets = [1, 1, 1, 1].map(enter);
        assert_eq!(tickets.each_ref().map(Option::is_some), [true, true, true, false], "one runs, two wait");
        assert!(!queue.has_room(client(1, 1)) && queue.has_room(client(1, 2)));
        assert!(enter(2).is_some());
    }

    #[test]
    fn made_up_names_share_one_turn_and_one_place() {
        let anonymous = crate::client::ANONYMOUS;
        assert_eq!(order(&[(1, anonymous), (1, anonymous), (1, anonymous), (1, 1), (1, 2)]), [0, 3, 4, 1, 2]);
        let queue = FairQueue::new(1, 100, 4);
        let enter = |id| queue.enter(client(1, id));
        let _held = enter(9);
        let waiting = [enter(anonymous), enter(8), enter(7), enter(6)];
        assert!(waiting.iter().all(Option::is_some) && enter(anonymous).is_none());
        let [refused, ..] = waiting;
        let _first = enter(1).unwrap();
        assert!(
            refused
                .unwrap()
                .permit
                .try_recv()
                .is_err_and(|error| error == oneshot::error::TryRecvError::Closed)
        );
        assert_eq!(queue.waiting(), 4);
    }

    #[test]
    fn those_who_take_all_places_first_leave_newcomers_their_turns() {
        let queue = FairQueue::new(1, 100, 4);
        let enter = |id| queue.enter(client(1, id));
        let turn = |ticket: &mut Ticket| ticket.permit.try_recv().ok();
        let mut held = turn(&mut enter(9).unwrap());
        let mut attackers = [1, 2, 3, 4].map(|id| enter(id).unwrap());
        assert!(enter(100).is_none(), "none of them was served yet");
        drop(held.take());
        held = turn(&mut attackers[0]);
        attackers[0] = enter(1).unwrap();
        let mut pupil = enter(100).expect("the place of the one that was served");
        assert!(enter(0).is_none() && enter(1).is_none(), "nobody has a right to a place of the pupil");
        for id in 2..=4 {
            drop(held.take());
            held = turn(&mut attackers[id - 1]);
            assert!(held.is_some(), "{id} came before");
            attackers[id - 1] = enter(id as u64).unwrap();
        }
        drop(held.take());
        held = turn(&mut pupil);
        assert!(held.is_some(), "before those that were served once");
    }

    #[test]
    fn permits_of_abandoned_requests_are_passed_on() {
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
            let _waiting: Vec<_> = (0..100).map(|id| queue.enter(client(1, id))).collect();
            assert!(tokio::time::timeout(half_second, queue.slice_is_over()).await.is_ok());
        });
    }
}
