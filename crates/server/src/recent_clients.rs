//! A value for each of the clients that were active last.

use std::collections::{BTreeMap, HashMap};

use crate::client::Client;

/// A value for each of a limited number of clients. Where there is no room for another, the one that was set
/// longest ago is dropped.
#[derive(Debug)]
pub struct RecentClients<V> {
    max: usize,
    next_key: u64,
    values: HashMap<Client, (u64, V)>,
    /// The clients by the time their values were set.
    order: BTreeMap<u64, Client>,
}

impl<V> RecentClients<V> {
    /// Creates an empty map with its maximum number of clients.
    pub fn new(max: usize) -> Self {
        Self { max, next_key: 0, values: HashMap::new(), order: BTreeMap::new() }
    }

    /// Returns the value of a client.
    pub fn get(&self, client: Client) -> Option<&V> {
        self.values.get(&client).map(|(_, value)| value)
    }

    /// Sets the value of a client.
    pub fn set(&mut self, client: Client, value: V) {
        let key = self.next_key;
        self.next_key += 1;
        if let Some((before, _)) = self.values.insert(client, (key, value)) {
            self.order.remove(&before);
        }
        self.order.insert(key, client);
        if self.values.len() > self.max
            && let Some((_, oldest)) = self.order.pop_first()
        {
            self.values.remove(&oldest);
        }
    }

    /// Removes the value of a client.
    pub fn remove(&mut self, client: Client) {
        if let Some((key, _)) = self.values.remove(&client) {
            self.order.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_set_longest_ago_is_dropped() {
        let client = |id| Client { address: [127, 0, 0, 1].into(), id };
        let mut recent = RecentClients::new(2);
        for (id, value) in [(1, "a"), (2, "b"), (1, "c"), (3, "d")] {
            recent.set(client(id), value);
        }
        let values =
            |recent: &RecentClients<&'static str>| [1, 2, 3].map(|id| recent.get(client(id)).copied());
        assert_eq!(values(&recent), [Some("c"), None, Some("d")]);
        recent.remove(client(1));
        recent.set(client(2), "e");
        assert_eq!(values(&recent), [None, Some("e"), Some("d")]);
        assert_eq!(recent.order.len(), 2);
    }
}
