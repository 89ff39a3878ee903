//! What each client has of a limited resource. It is shared out first between addresses, then between the
//! clients of an address: where it is used up, the one with most gives up an item for one with fewer.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;

use crate::client::Client;

/// The items of all clients.
#[derive(Debug)]
pub struct Shares<T> {
    max: usize,
    max_per_address: usize,
    total: usize,
    next_key: u64,
    addresses: HashMap<IpAddr, AddressShare<T>>,
    /// The addresses by their numbers of items.
    by_size: BTreeSet<(usize, IpAddr)>,
}

/// The items of an address.
#[derive(Debug)]
struct AddressShare<T> {
    total: usize,
    /// The items of each client, the oldest first.
    clients: HashMap<u64, BTreeMap<u64, T>>,
    /// The clients by their numbers of items. Of those with as many, the last was issued its id latest.
    by_size: BTreeSet<(usize, u64)>,
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
        Self { total: 0, clients: HashMap::new(), by_size: BTreeSet::new() }
    }
}

impl<T> Shares<T> {
    /// Creates an empty resource, with its maximum in total and per address.
    pub fn new(max: usize, max_per_address: usize) -> Self {
        let (addresses, by_size) = (HashMap::new(), BTreeSet::new());
        Self { max, max_per_address, total: 0, next_key: 0, addresses, by_size }
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
                && let Some(&(_, id)) = self.addresses[&largest].by_size.last()
            {
                return Room::InPlaceOf(Client { address: largest, id });
            }
        }
        // The client with most of the same address. Among equals, the ids that were issued first have
        // their shares: those who come during an attack may be the attacker.
        let share = self.addresses.get(&client.address);
        match share.and_then(|share| share.by_size.last()) {
            Some(&(number, id)) if (self.of_client(client) + 1, client.id) < (number, id) => {
                Room::InPlaceOf(Client { address: client.address, id })
            }
            _ => Room::None,
        }
    }

    /// Adds an item of a client; returns its key.
    pub fn insert(&mut self, client: Client, item: T) -> u64 {
        let key = self.next_key;
        self.next_key += 1;
        self.resize(client, |items| items.insert(key, item));
        key
    }

    /// Removes an item of a client.
    pub fn remove(&mut self, client: Client, key: u64) -> Option<T> {
        self.resize(client, |items| items.remove(&key))
    }

    /// Removes the oldest item of a client.
    pub fn pop_oldest(&mut self, client: Client) -> Option<T> {
        self.resize(client, |items| items.pop_first().map(|(_, item)| item))
    }

    /// Removes the newest item of a client.
    pub fn pop_newest(&mut self, client: Client) -> Option<T> {
        self.resize(client, |items| items.pop_last().map(|(_, item)| item))
    }

    /// Changes the items of a client, and counts again.
    fn resize<R>(&mut self, client: Client, change: impl FnOnce(&mut BTreeMap<u64, T>) -> R) -> R {
        let share = self.addresses.entry(client.address).or_default();
        let items = share.clients.entry(client.id).or_default();
        let before = items.len();
        let result = change(items);
        let after = items.len();
        if after == 0 {
            share.clients.remove(&client.id);
        }
        let total_before = share.total;
        share.total = share.total + after - before;
        self.total = self.total + after - before;
        update(&mut share.by_size, client.id, before, after);
        update(&mut self.by_size, client.address, total_before, share.total);
        if share.total == 0 {
            self.addresses.remove(&client.address);
        }
        result
    }
}

impl<T> AddressShare<T> {
    fn of(&self, id: u64) -> usize {
        self.clients.get(&id).map_or(0, BTreeMap::len)
    }
}

/// Moves an owner of items in an order by size, which has no owners without items.
fn update<K: Ord + Copy>(by_size: &mut BTreeSet<(usize, K)>, owner: K, before: usize, after: usize) {
    if before == after {
        return;
    }
    by_size.remove(&(before, owner));
    if after > 0 {
        by_size.insert((after, owner));
    }
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
    fn among_equals_the_ids_issued_first_have_their_shares() {
        let shares = shares(99, 3, &[(1, 5), (1, 6), (1, 7)]);
        assert_eq!(shares.room(client(1, 1)), Room::InPlaceOf(client(1, 7)));
        assert_eq!(shares.room(client(1, 8)), Room::None);
        assert_eq!(shares.room(client(1, ANONYMOUS)), Room::None);
    }

    #[test]
    fn the_largest_address_gives_up_one_for_others() {
        let shares = shares(5, 5, &[(1, 1), (1, 2), (1, 2), (2, 1), (2, 2)]);
        assert_eq!(shares.room(client(3, 1)), Room::InPlaceOf(client(1, 2)));
        assert_eq!(
            shares.room(client(2, 3)),
            Room::None,
            "the address would only swap, and so would its clients"
        );
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
