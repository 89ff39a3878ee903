//! What each client has of a limited resource. It is shared out first between addresses, then between the
//! clients of an address: where it is used up, the one with most gives up an item for one with fewer. Clients with
//! as many are ordered by who was served least recently.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;

use crate::client::Client;
use crate::recent_clients::RecentClients;

/// Maximum number of clients that are remembered to have been served.
const MAX_SERVED: usize = 10_000;

/// The items of all clients.
#[derive(Debug)]
pub struct Shares<T> {
    max: usize,
    max_per_address: usize,
    total: usize,
    next_key: u64,
    /// When clients were served last.
    served: RecentClients<u64>,
    /// The number of times that clients were served.
    services: u64,
    addresses: HashMap<IpAddr, AddressShare<T>>,
    /// The addresses by their numbers of items.
    by_size: BTreeSet<(usize, IpAddr)>,
}

/// The items of an address.
#[derive(Debug)]
struct AddressShare<T> {
    total: usize,
    clients: HashMap<u64, ClientShare<T>>,
    /// The clients by their numbers of items, then by when they were served last.
    by_size: BTreeSet<(usize, u64, u64)>,
    /// The clients by when they were served last, then by the keys of their oldest items.
    by_service: BTreeSet<(u64, u64, u64)>,
}

/// The items of a client.
#[derive(Debug)]
struct ClientShare<T> {
    /// The oldest first.
    items: BTreeMap<u64, T>,
    /// When it was served last; 0 is never.
    served: u64,
}

/// Whether there is room for one more item of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// A maximum is not reached.
    Free,
    /// In the place of an item of this client.
    InPlaceOf(Client),
    /// The client has its share.
    None,
}

impl<T> Default for AddressShare<T> {
    fn default() -> Self {
        let (by_size, by_service) = (BTreeSet::new(), BTreeSet::new());
        Self { total: 0, clients: HashMap::new(), by_size, by_service }
    }
}

impl<T> Shares<T> {
    /// Creates an empty resource, with its maximum in total and per address.
    pub fn new(max: usize, max_per_address: usize) -> Self {
        let (addresses, by_size) = (HashMap::new(), BTreeSet::new());
        let served = RecentClients::new(MAX_SERVED);
        Self { max, max_per_address, total: 0, next_key: 0, served, services: 0, addresses, by_size }
    }

    /// Returns the number of all items.
    pub const fn total(&self) -> usize {
        self.total
    }

    /// Returns the number of items of an address.
    pub fn of_address(&self, address: IpAddr) -> usize {
        self.addresses.get(&address).map_or(0, |share| share.total)
    }

    /// Returns the number of items of a client.
    pub fn of_client(&self, client: Client) -> usize {
        self.addresses.get(&client.address).map_or(0, |share| share.of(client.id))
    }

    /// Returns whether an address has its maximum.
    pub fn is_address_full(&self, address: IpAddr) -> bool {
        self.of_address(address) >= self.max_per_address
    }

    /// Returns whether there is room for one more item of a client.
    pub fn room(&self, client: Client) -> Room {
        if !self.is_address_full(client.address) {
            if self.total < self.max {
                return Room::Free;
            }
            if let Some(&(number, largest)) = self.by_size.last()
                && number > self.of_address(client.address) + 1
                && let Some(&(_, _, id)) = self.addresses[&largest].by_size.last()
            {
                return Room::InPlaceOf(Client { address: largest, id });
            }
        }
        // The client with most of the same address. Among those that would only swap, the one that was
        // served longest ago has the item, so that it does not help to come first.
        let last = self.addresses.get(&client.address).and_then(|share| share.by_size.last());
        let own = (self.of_client(client) + 1, self.last_served(client), client.is_anonymous());
        match last.map(|&(number, served, id)| (number, served, Client { id, ..client })) {
            Some((number, served, other)) if own < (number, served, other.is_anonymous()) => {
                Room::InPlaceOf(other)
            }
            _ => Room::None,
        }
    }

    /// Returns when a client was served last; 0 is never.
    fn last_served(&self, client: Client) -> u64 {
        self.served.get(client).copied().unwrap_or_default()
    }

    /// Notes that a client is being served.
    pub fn serve(&mut self, client: Client) {
        self.services += 1;
        let now = self.services;
        self.served.set(client, now);
        if self.of_client(client) > 0 {
            self.change(client, |share| share.served = now);
        }
    }

    /// Adds an item of a client; returns its key.
    pub fn insert(&mut self, client: Client, item: T) -> u64 {
        let key = self.next_key;
        self.next_key += 1;
        self.change(client, |share| share.items.insert(key, item));
        key
    }

    /// Removes an item of a client.
    pub fn remove(&mut self, client: Client, key: u64) -> Option<T> {
        self.change(client, |share| share.items.remove(&key))
    }

    /// Removes the oldest item of the client of an address that was served longest ago, and serves it.
    pub fn pop_next(&mut self, address: IpAddr) -> Option<T> {
        let &(_, _, id) = self.addresses.get(&address)?.by_service.first()?;
        let client = Client { address, id };
        let next = self.pop_oldest(client);
        self.serve(client);
        next
    }

    /// Removes the oldest item of a client.
    pub fn pop_oldest(&mut self, client: Client) -> Option<T> {
        self.change(client, |share| share.items.pop_first().map(|(_, item)| item))
    }

    /// Removes the newest item of a client.
    pub fn pop_newest(&mut self, client: Client) -> Option<T> {
        self.change(client, |share| share.items.pop_last().map(|(_, item)| item))
    }

    /// Changes what a client has, and counts again.
    fn change<R>(&mut self, client: Client, change: impl FnOnce(&mut ClientShare<T>) -> R) -> R {
        let served = self.last_served(client);
        let share = self.addresses.entry(client.address).or_default();
        let of_client = share.clients.entry(client.id).or_insert_with(|| ClientShare::new(served));
        let before = of_client.items.len();
        let (size_before, service_before) = (of_client.size_key(client.id), of_client.service_key(client.id));
        let result = change(of_client);
        let after = of_client.items.len();
        replace(&mut share.by_size, size_before, of_client.size_key(client.id));
        replace(&mut share.by_service, service_before, of_client.service_key(client.id));
        if after == 0 {
            share.clients.remove(&client.id);
        }
        let total_before = share.total;
        share.total = share.total + after - before;
        self.total = self.total + after - before;
        let of_total = |total: usize| (total > 0).then_some((total, client.address));
        replace(&mut self.by_size, of_total(total_before), of_total(share.total));
        if share.total == 0 {
            self.addresses.remove(&client.address);
        }
        result
    }
}

impl<T> AddressShare<T> {
    fn of(&self, id: u64) -> usize {
        self.clients.get(&id).map_or(0, |share| share.items.len())
    }
}

impl<T> ClientShare<T> {
    const fn new(served: u64) -> Self {
        Self { items: BTreeMap::new(), served }
    }

    /// Returns the key of the client in the order by size; `None` without items.
    fn size_key(&self, id: u64) -> Option<(usize, u64, u64)> {
        (!self.items.is_empty()).then_some((self.items.len(), self.served, id))
    }

    /// Returns the key of the client in the order by service; `None` without items.
    fn service_key(&self, id: u64) -> Option<(u64, u64, u64)> {
        self.items.first_key_value().map(|(&oldest, _)| (self.served, oldest, id))
    }
}

/// Replaces a key of an order.
fn replace<K: Ord>(order: &mut BTreeSet<K>, before: Option<K>, after: Option<K>) {
    if before == after {
        return;
    }
    if let Some(before) = before {
        order.remove(&before);
    }
    order.extend(after);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::ANONYMOUS;

    fn client(address: u8, id: u64) -> Client {
        Client { address: [127, 0, 0, address].into(), id }
    }

    fn shares(max: usize, max_per_address: usize, items: &[(u8, u64)]) -> Shares<()> {
        let mut shares = Shares::new(max, max_per_address);
        for &(address, id) in items {
            shares.insert(client(address, id), ());
        }
        shares
    }

    #[test]
    fn the_client_with_most_of_a_full_address_gives_up_one() {
        let shares = shares(99, 6, &[(1, 1), (1, 2), (1, 2), (1, 2), (1, 3), (1, 3)]);
        assert_eq!(shares.room(client(2, 9)), Room::Free, "another address");
        assert_eq!(shares.room(client(1, 9)), Room::InPlaceOf(client(1, 2)));
        assert_eq!(shares.room(client(1, 1)), Room::InPlaceOf(client(1, 2)));
        assert_eq!(shares.room(client(1, 2)), Room::None, "it has most itself");
        assert_eq!(shares.room(client(1, 3)), Room::None, "they would only swap");
    }

    #[test]
    fn names_that_nobody_issued_are_one_client() {
        let shares = shares(99, 4, &[(1, 1), (1, ANONYMOUS), (1, ANONYMOUS), (1, ANONYMOUS)]);
        let anonymous = client(1, ANONYMOUS);
        assert_eq!(shares.room(anonymous), Room::None);
        assert_eq!(shares.room(client(1, 1)), Room::InPlaceOf(anonymous));
        assert_eq!(shares.room(client(1, 2)), Room::InPlaceOf(anonymous));
    }

    #[test]
    fn among_equals_the_clients_served_longest_ago_have_their_shares() {
        let mut shares = shares(99, 3, &[(1, 5), (1, 6), (1, 7)]);
        assert_eq!(shares.room(client(1, 1)), Room::None, "an earlier id is no reason");
        for id in [2, 7, 6] {
            shares.serve(client(1, id));
        }
        assert_eq!(shares.room(client(1, 8)), Room::InPlaceOf(client(1, 6)), "it was never served");
        assert_eq!(shares.room(client(1, 2)), Room::InPlaceOf(client(1, 6)), "it was served before");
        assert_eq!(shares.room(client(1, 5)), Room::None, "it has as many already");
        assert_eq!(shares.room(client(1, ANONYMOUS)), Room::InPlaceOf(client(1, 6)));
        shares.serve(client(1, 2));
        assert_eq!(shares.room(client(1, 2)), Room::None, "it was served last");
    }

    #[test]
    fn clients_are_served_in_turn() {
        let mut shares = Shares::new(99, 99);
        for (id, item) in [(1, "a"), (1, "b"), (2, "c"), (3, "d"), (1, "e")] {
            shares.insert(client(1, id), item);
        }
        shares.serve(client(1, 2));
        let order: Vec<_> = (0..3).filter_map(|_| shares.pop_next([127, 0, 0, 1].into())).collect();
        assert_eq!(order, ["a", "d", "c"]);
        shares.insert(client(1, 4), "f");
        let order: Vec<_> = (0..4).filter_map(|_| shares.pop_next([127, 0, 0, 1].into())).collect();
        assert_eq!(order, ["f", "b", "e"], "one that was never served comes first");
    }

    #[test]
    fn the_largest_address_gives_up_one_for_others() {
        let mut shares = shares(5, 5, &[(1, 1), (1, 2), (1, 2), (2, 1), (2, 2)]);
        assert_eq!(shares.room(client(3, 1)), Room::InPlaceOf(client(1, 2)));
        assert_eq!(
            shares.room(client(2, 3)),
            Room::None,
            "the address would only swap, and so would its clients"
        );
        shares.serve(client(2, 2));
        assert_eq!(shares.room(client(2, 0)), Room::InPlaceOf(client(2, 2)), "within the address");
    }

    #[test]
    fn items_are_counted_until_they_are_removed() {
        let mut shares = Shares::new(9, 9);
        let keys = ["a", "b", "c", "d"].map(|item| shares.insert(client(1, 1), item));
        shares.insert(client(2, 1), "e");
        assert_eq!((shares.total(), shares.of_address([127, 0, 0, 1].into())), (5, 4));
        assert_eq!(shares.remove(client(1, 1), keys[1]), Some("b"));
        assert_eq!(shares.remove(client(1, 1), keys[1]), None);
        assert_eq!(
            (shares.pop_oldest(client(1, 1)), shares.pop_newest(client(1, 1))),
            (Some("a"), Some("d"))
        );
        assert_eq!(shares.of_client(client(1, 1)), 1);
        assert_eq!((shares.pop_oldest(client(1, 1)), shares.pop_oldest(client(1, 1))), (Some("c"), None));
        assert_eq!(shares.pop_newest(client(2, 1)), Some("e"));
        assert!(shares.total() == 0 && shares.addresses.is_empty() && shares.by_size.is_empty());
    }
}
