//! The open connections, and which of them wait for their clients: for a request, for the rest of one, or until
//! the client reads an answer.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::client::Client;

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
    by_address: HashMap<IpAddr, AddressConnections>,
}

/// The connections of an address. They come fast in an attack, so none is searched for.
#[derive(Default)]
struct AddressConnections {
    open: usize,
    clients: HashMap<u64, ClientConnections>,
    /// The clients by their numbers of connections.
    by_size: BTreeSet<(usize, u64)>,
}

/// The connections of a client.
#[derive(Default)]
struct ClientConnections {
    open: usize,
    /// Those that wait for the client, the longest waiting first.
    waiting: BTreeSet<(Instant, u64)>,
}

struct Connection {
    /// The sender of the last request; before the first, the anonymous clients of its address.
    client: Client,
    /// Whether a request is being answered.
    is_busy: bool,
    /// Whether the client does not read.
    is_blocked: bool,
    /// Since when it waits for its client.
    waiting_since: Option<Instant>,
    evict: Arc<Notify>,
}

/// The slot of a connection, until this is dropped.
pub struct ConnectionSlot {
    registry: Registry,
    id: u64,
    evict: Arc<Notify>,
}

/// Reports to the registry what a connection does.
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

    /// Adds a connection. Where a limit is reached, the one that has waited longest is closed among those
    /// of the client that has most: of the same address, or of the address that has most. Returns
    /// `None` if all of those are busy.
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
            client: Client::anonymous(address),
            is_busy: false,
            is_blocked: false,
            waiting_since: Some(Instant::now()),
            evict: Arc::clone(&evict),
        };
        connections.count(id, &connection);
        connections.open.insert(id, connection);
        Some(ConnectionSlot { registry: self.clone(), id, evict })
    }

    /// Counts a connection for the sender of a request. Behind a proxy, an address that has too many
    /// loses one that waits.
    fn set_client(&self, id: u64, client: Client) {
        let mut connections = self.connections();
        let Some(mut connection) = connections.open.remove(&id) else { return };
        if connection.client != client {
            connections.uncount(id, &connection);
            connection.client = client;
            connections.count(id, &connection);
        }
        connections.open.insert(id, connection);
        if connections.open_of(client.address) > self.0.max_per_address {
            // If all are busy, one is evicted as soon as it waits.
            let _ = connections.evict_waiting(client.address);
        }
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

    /// Counts a connection for its client.
    fn count(&mut self, id: u64, connection: &Connection) {
        let address = self.by_address.entry(connection.client.address).or_default();
        let client = address.clients.entry(connection.client.id).or_default();
        address.by_size.remove(&(client.open, connection.client.id));
        address.open += 1;
        client.open += 1;
        address.by_size.insert((client.open, connection.client.id));
        client.waiting.extend(connection.waiting_since.map(|since| (since, id)));
    }

    fn uncount(&mut self, id: u64, connection: &Connection) {
        let Client { address, id: client_id } = connection.client;
        let Some(of_address) = self.by_address.get_mut(&address) else { return };
        let Some(client) = of_address.clients.get_mut(&client_id) else { return };
        if let Some(since) = connection.waiting_since {
            client.waiting.remove(&(since, id));
        }
        of_address.by_size.remove(&(client.open, client_id));
        of_address.open -= 1;
        client.open -= 1;
        if client.open > 0 {
            of_address.by_size.insert((client.open, client_id));
        } else {
            of_address.clients.remove(&client_id);
        }
        if of_address.open == 0 {
            self.by_address.remove(&address);
        }
    }

    /// Changes what a connection does, and notes since when it waits for its client.
    fn update(&mut self, id: u64, change: impl FnOnce(&mut Connection)) {
        let Some(connection) = self.open.get_mut(&id) else { return };
        change(connection);
        let waits = !connection.is_busy || connection.is_blocked;
        if waits == connection.waiting_since.is_some() {
            return;
        }
        let Client { address, id: client_id } = connection.client;
        let of_client = self.by_address.entry(address).or_default().clients.entry(client_id).or_default();
        if let Some(since) = connection.waiting_since.take() {
            of_client.waiting.remove(&(since, id));
        } else {
            let now = Instant::now();
            of_client.waiting.insert((now, id));
            connection.waiting_since = Some(now);
        }
    }

    fn evict_waiting(&mut self, address: IpAddr) -> Option<()> {
        let AddressConnections { clients, by_size, .. } = self.by_address.get(&address)?;
        let (_, longest) =
            by_size.iter().rev().find_map(|(_, client)| clients.get(client)?.waiting.first().copied())?;
        self.remove(longest)?.evict.notify_one();
        Some(())
    }

    fn remove(&mut self, id: u64) -> Option<Connection> {
        let connection = self.open.remove(&id)?;
        self.uncount(id, &connection);
        Some(connection)
    }
}

impl ConnectionSlot {
    /// Returns the handle by which the connection reports what it does.
    pub fn activity(&self) -> Activity {
        Activity { registry: self.registry.clone(), id: self.id }
    }

    /// Waits until the slot is given to another connection.
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
    /// Changes what the connection does. If it waits now, and its address has too many, one is evicted.
    fn update(&self, change: impl FnOnce(&mut Connection)) {
        let mut connections = self.registry.connections();
        connections.update(self.id, change);
        if let Some(Connection { client, waiting_since: Some(_), .. }) = connections.open.get(&self.id) {
            let address = client.address;
            if connections.open_of(address) > self.registry.0.max_per_address {
                let _ = connections.evict_waiting(address);
            }
        }
    }

    /// Notes the sender of a request.
    pub fn set_client(&self, client: Client) {
        self.registry.set_client(self.id, client);
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
    fn the_longest_idle_connection_of_the_largest_address_is_evicted() {
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
    fn a_client_that_does_not_read_is_evicted() {
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
    fn the_client_with_most_connections_of_its_address_is_evicted_first() {
        let registry = Registry::new(9, 4);
        let slots = [(); 4].map(|()| registry.admit(address(1)).unwrap());
        let [pupil, other, flood, _] = &slots;
        pupil.activity().set_client(Client { address: address(1), id: 1 });
        other.activity().set_client(Client { address: address(1), id: 2 });
        let _new = registry.admit(address(1)).unwrap();
        let is_open = |slot| is_open(&registry, slot);
        assert!(is_open(pupil) && is_open(other) && !is_open(flood), "two without an id");
        let others = [(); 9].map(|()| registry.admit(address(1)));
        assert!(others.iter().all(Option::is_some) && is_open(pupil) && is_open(other));
    }

    #[test]
    fn a_forwarded_address_has_the_same_limit() {
        let registry = Registry::new(9, 2);
        let proxied = [(); 3].map(|()| {
            let slot = registry.admit(address(1)).unwrap();
            slot.activity().set_client(Client::anonymous(address(7)));
            slot
        });
        assert_eq!(proxied.each_ref().map(|slot| is_open(&registry, slot)), [false, true, true]);
    }

    #[test]
    fn a_forwarded_address_has_the_same_limit_once_its_requests_are_answered() {
        let registry = Registry::new(9, 2);
        let proxied = [(); 4].map(|()| {
            let slot = registry.admit(address(1)).unwrap();
            let busy = slot.activity().busy();
            slot.activity().set_client(Client::anonymous(address(7)));
            (slot, busy)
        });
        let open = || registry.connections().open_of(address(7));
        assert_eq!(open(), 4, "all are busy");
        let slots = proxied.map(|(slot, _busy)| slot);
        assert_eq!(open(), 2);
        assert_eq!(slots.each_ref().map(|slot| is_open(&registry, slot)), [false, false, true, true]);
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
