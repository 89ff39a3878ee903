//! A limited number of slots, each held for as long as something is open.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::client::Client;
use crate::shares::{Room, Shares};

/// The slots of a kind.
#[derive(Clone, Debug)]
pub struct SlotPool(Arc<Mutex<Shares<Arc<Notify>>>>);

/// A slot, until this is dropped.
#[derive(Debug)]
pub struct Slot {
    pool: SlotPool,
    client: Client,
    key: u64,
    evicted: Arc<Notify>,
}

impl SlotPool {
    /// Creates free slots, with their number in total and per address.
    pub fn new(max: usize, max_per_address: usize) -> Self {
        Self(Arc::new(Mutex::new(Shares::new(max, max_per_address))))
    }

    fn shares(&self) -> MutexGuard<'_, Shares<Arc<Notify>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a free slot.
    pub fn take(&self, client: Client) -> Option<Slot> {
        let mut shares = self.shares();
        (shares.room(client) == Room::Free).then(|| self.insert(&mut shares, client))
    }

    /// Takes a slot. If none is free, the oldest of the client that has most is
    /// [evicted](Slot::evicted), unless this one has its share.
    pub fn take_or_evict(&self, client: Client) -> Option<Slot> {
        let mut shares = self.shares();
        match shares.room(client) {
            Room::Free => {}
            Room::InPlaceOf(other) => shares.pop_oldest(other)?.notify_one(),
            Room::None => return None,
        }
        Some(self.insert(&mut shares, client))
    }

    fn insert(&self, shares: &mut Shares<Arc<Notify>>, client: Client) -> Slot {
        let evicted = Arc::new(Notify::new());
        let key = shares.insert(client, Arc::clone(&evicted));
        Slot { pool: self.clone(), client, key, evicted }
    }

    /// Returns the number of slots in use.
    pub fn in_use(&self) -> usize {
        self.shares().total()
    }

    /// Returns whether an address has its maximum.
    pub fn is_address_full(&self, address: IpAddr) -> bool {
        self.shares().is_address_full(address)
    }
}

impl Slot {
    /// Returns the client that took the slot.
    pub const fn client(&self) -> Client {
        self.client
    }

    /// Waits until the slot is given to another client.
    pub async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // Gone already if it was evicted.
        self.pool.shares().remove(self.client, self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: u8, id: u64) -> Client {
        Client { address: [127, 0, 0, address].into(), id }
    }

    #[test]
    fn an_address_has_a_share_of_the_whole() {
        let pool = SlotPool::new(3, 2);
        let [one, two] = [client(1, 1), client(2, 1)];
        let mut open = vec![pool.take(one).unwrap(), pool.take(one).unwrap()];
        assert!(pool.take(one).is_none() && pool.is_address_full(one.address));
        open.push(pool.take(two).unwrap());
        assert!(pool.take(two).is_none(), "three in total");
        open.remove(0);
        assert!(pool.take(two).is_some() && pool.in_use() == 2);
        drop(open);
        assert_eq!(pool.in_use(), 0);
    }

    #[test]
    fn the_oldest_slot_of_the_largest_client_is_evicted() {
        let pool = SlotPool::new(9, 4);
        let is_evicted = |slot: &Slot| {
            let mut evicted = std::pin::pin!(slot.evicted.notified());
            let waker = std::task::Waker::noop();
            evicted.as_mut().poll(&mut std::task::Context::from_waker(waker)).is_ready()
        };
        let slots = [1, 2, 2, 2].map(|id| pool.take_or_evict(client(1, id)).unwrap());
        assert!(pool.take_or_evict(client(1, 2)).is_none(), "it has most");
        let new = pool.take_or_evict(client(1, 3)).unwrap();
        assert_eq!(slots.each_ref().map(is_evicted), [false, true, false, false]);
        assert_eq!(pool.in_use(), 4);
        drop((slots, new));
        assert_eq!(pool.in_use(), 0);
    }
}
