//! The open connections, and which of them wait for their clients: for a request, for the rest of one, or until
//! the client reads an answer.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

/// The open connections.
#[derive(Clone)]
pub struct Registry(Arc<Shared>);

struct Shared {
    max: usize,
    max_per_address: usize,
    connections: Mutex<Connections>,
    /// Notified when the last connection closes.
    emptied: Notify,
}

#[derive(Default)]
struct Connections {
    next_id: u64,
    open: HashMap<u64, Connection>,
    by_address: HashMap<IpAddr, OfAddress>,
}

/// The connections of an address. Connections come fast in an attack, so none is searched for.
#[derive(Default)]
struct OfAddress {
    open: usize,
    /// Those that wait for their clients, the longest waiting first.
    waiting: BTreeSet<(Instant, u64)>,
}

struct Connection {
    address: IpAddr,
    /// Whether a request is being answered.
    is_busy: bool,
    /// Whether the client does not read.
    is_blocked: bool,
    /// Since when it waits for its client.
    waiting_since: Option<Instant>,
    evict: Arc<Notify>,
}

/// The place of a connection, until this is dropped.
pub struct ConnectionSlot {
    registry: Registry,
    id: u64,
    evict: Arc<Notify>,
}

/// Tells the registry what a connection does.
#[derive(Clone)]
pub struct Activity {
    registry: Registry,
    id: u64,
}

/// Keeps a connection busy, until this is dropped.
pub struct Busy(Activity);

impl Registry {
    /// Creates a registry with its limits.
    pub fn new(max: usize, max_per_address: usize) -> Self {
        let connections = Mutex::default();
        Self(Arc::new(Shared { max, max_per_address, connections, emptied: Notify::new() }))
    }

    fn connections(&self) -> MutexGuard<'_, Connections> {
        self.0.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. Where a limit is reached, the one that has waited longest for its client is
    /// closed: one of the same address, or of the address that has most. Returns `None` if all of
    /// those are busy.
    pub fn admit(&self, address: IpAddr) -> Option<ConnectionSlot> {
        let mut connections = self.connections();
        if connections.open_of(address) >= self.0.max_per_address {
            connections.evict_waiting(address)?;
        } else if connections.open.len() >= self.0.max {
            let largest = connections.largest_address()?;
            connections.evict_waiting(largest)?;
        }
        let id = connections.next_id;
        connections.next_id += 1;
        let evict = Arc::new(Notify::new());
        let connection = Connection {
            address,
            is_busy: false,
            is_blocked: false,
            waiting_since: None,
            evict: Arc::clone(&evict),
        };
        connections.open.insert(id, connection);
        connections.by_address.entry(address).or_default().open += 1;
        connections.update(id, |_| {});
        Some(ConnectionSlot { registry: self.clone(), id, evict })
    }

    /// Waits until all connections are closed.
    pub async fn wait_until_empty(&self) {
        loop {
            let emptied = self.0.emptied.notified();
            if self.connections().open.is_empty() {
                return;
            }
            emptied.await;
        }
    }
}

impl Connections {
    fn open_of(&self, address: IpAddr) -> usize {
        self.by_address.get(&address).map_or(0, |of_address| of_address.open)
    }

    fn largest_address(&self) -> Option<IpAddr> {
        let largest = self.by_address.iter().max_by_key(|(_, of_address)| of_address.open);
        largest.map(|(address, _)| *address)
    }

    /// Changes what a connection does, and notes since when it waits for its client.
    fn update(&mut self, id: u64, change: impl FnOnce(&mut Connection)) {
        let Some(connection) = self.open.get_mut(&id) else { return };
        change(connection);
        let waits = !connection.is_busy || connection.is_blocked;
        if waits == connection.waiting_since.is_some() {
            return;
        }
        let of_address = self.by_address.entry(connection.address).or_default();
        if let Some(since) = connection.waiting_since.take() {
            of_address.waiting.remove(&(since, id));
        } else {
            let now = Instant::now();
            of_address.waiting.insert((now, id));
            connection.waiting_since = Some(now);
        }
    }

    fn evict_waiting(&mut self, address: IpAddr) -> Option<()> {
        let (_, longest) = *self.by_address.get(&address)?.waiting.first()?;
        self.remove(longest)?.evict.notify_one();
        Some(())
    }

    fn remove(&mut self, id: u64) -> Option<Connection> {
        let connection = self.open.remove(&id)?;
        if let Some(of_address) = self.by_address.get_mut(&connection.address) {
            if let Some(since) = connection.waiting_since {
                of_address.waiting.remove(&(since, id));
            }
            of_address.open -= 1;
            if of_address.open == 0 {
                self.by_address.remove(&connection.address);
            }
        }
        Some(connection)
    }
}

impl ConnectionSlot {
    /// Returns what tells the registry that the connection is busy.
    pub fn activity(&self) -> Activity {
        Activity { registry: self.registry.clone(), id: self.id }
    }

    /// Waits until the connection has to give way to another.
    pub async fn evicted(&self) {
        self.evict.notified().await;
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut connections = self.registry.connections();
        connections.remove(self.id);
        if connections.open.is_empty() {
            self.registry.0.emptied.notify_waiters();
        }
    }
}

impl Activity {
    fn update(&self, change: impl FnOnce(&mut Connection)) {
        self.registry.connections().update(self.id, change);
    }

    /// Marks the connection as busy.
    pub fn busy(&self) -> Busy {
        self.update(|connection| connection.is_busy = true);
        Busy(self.clone())
    }

    /// Notes whether the client keeps the connection from writing.
    pub fn set_blocked(&self, is_blocked: bool) {
        self.update(|connection| connection.is_blocked = is_blocked);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.update(|connection| connection.is_busy = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [127, 0, 0, last].into()
    }

    fn is_open(registry: &Registry, slot: &ConnectionSlot) -> bool {
        registry.connections().open.contains_key(&slot.id)
    }

    #[test]
    fn the_longest_idle_connection_of_the_largest_address_gives_way() {
        let registry = Registry::new(3, 3);
        let admit = |last| registry.admit(address(last));
        let (first, second, other) = (admit(1).unwrap(), admit(1).unwrap(), admit(2).unwrap());
        let busy = first.activity().busy();
        let new = admit(3).unwrap();
        assert!(is_open(&registry, &first) && !is_open(&registry, &second) && is_open(&registry, &other));
        let [busy_other, busy_new] = [&other, &new].map(|slot| slot.activity().busy());
        assert!(admit(4).is_none(), "all are busy");
        drop((busy, busy_other, busy_new));
        assert!(admit(4).is_some());
        drop((first, second, other, new));
        let connections = registry.connections();
        assert!(connections.open.is_empty() && connections.by_address.is_empty());
    }

    #[test]
    fn a_client_that_does_not_read_gives_way() {
        let registry = Registry::new(9, 1);
        let slot = registry.admit(address(1)).unwrap();
        let activity = slot.activity();
        let busy = activity.busy();
        assert!(registry.admit(address(1)).is_none());
        activity.set_blocked(true);
        activity.set_blocked(false);
        assert!(registry.admit(address(1)).is_none(), "it reads again");
        activity.set_blocked(true);
        drop(busy);
        activity.set_blocked(false);
        assert!(registry.admit(address(1)).is_some() && !is_open(&registry, &slot), "idle");
    }

    #[test]
    fn an_address_makes_room_for_its_own() {
        let registry = Registry::new(9, 2);
        let slots = [1, 1, 2].map(|last| registry.admit(address(last)).unwrap());
        let _busy = slots[1].activity().busy();
        let new = registry.admit(address(1)).unwrap();
        assert_eq!(slots.each_ref().map(|slot| is_open(&registry, slot)), [false, true, true]);
        let _also_busy = new.activity().busy();
        assert!(registry.admit(address(1)).is_none() && registry.admit(address(2)).is_some());
    }
}
