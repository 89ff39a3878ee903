//! Counts what each address has open, up to a number in total and per address.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Counts per address.
#[derive(Clone, Debug)]
pub struct AddressCounts {
    max: usize,
    max_per_address: usize,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    total: usize,
    next_id: u64,
    /// What each address has open, the oldest first.
    by_address: HashMap<IpAddr, BTreeMap<u64, Arc<Notify>>>,
}

/// One that is counted, until this is dropped.
#[derive(Debug)]
pub struct Counted {
    counts: Arc<Mutex<Counts>>,
    address: IpAddr,
    id: u64,
    evicted: Arc<Notify>,
}

fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AddressCounts {
    /// Creates the counts, with their maximum in total and per address.
    pub fn new(max: usize, max_per_address: usize) -> Self {
        Self { max, max_per_address, counts: Arc::default() }
    }

    /// Counts one more; `None` if a maximum is reached.
    pub fn add(&self, address: IpAddr) -> Option<Counted> {
        let mut counts = lock(&self.counts);
        let is_full = counts.total >= self.max || counts.of(address) >= self.max_per_address;
        if is_full { None } else { Some(self.insert(&mut counts, address)) }
    }

    /// Counts one more. If the total is reached, the oldest one of the address that has most is
    /// [evicted](Counted::evicted), unless this address has as many.
    pub fn add_or_evict(&self, address: IpAddr) -> Option<Counted> {
        let mut counts = lock(&self.counts);
        if counts.of(address) >= self.max_per_address {
            return None;
        }
        if counts.total >= self.max {
            counts.evict_for(address)?;
        }
        Some(self.insert(&mut counts, address))
    }

    fn insert(&self, counts: &mut Counts, address: IpAddr) -> Counted {
        let (id, evicted) = (counts.next_id, Arc::new(Notify::new()));
        counts.next_id += 1;
        counts.total += 1;
        counts.by_address.entry(address).or_default().insert(id, Arc::clone(&evicted));
        Counted { counts: Arc::clone(&self.counts), address, id, evicted }
    }

    /// Returns the number in total.
    pub fn total(&self) -> usize {
        lock(&self.counts).total
    }
}

impl Counts {
    fn of(&self, address: IpAddr) -> usize {
        self.by_address.get(&address).map_or(0, BTreeMap::len)
    }

    /// Removes the oldest one of the address that has most, if this one would have fewer.
    fn evict_for(&mut self, address: IpAddr) -> Option<()> {
        let (largest, open) = self.by_address.iter().max_by_key(|(_, open)| open.len())?;
        if open.len() <= self.of(address) + 1 {
            return None;
        }
        let (largest, oldest) = (*largest, *open.first_key_value()?.0);
        self.remove(largest, oldest)?.notify_one();
        Some(())
    }

    fn remove(&mut self, address: IpAddr, id: u64) -> Option<Arc<Notify>> {
        let open = self.by_address.get_mut(&address)?;
        let removed = open.remove(&id)?;
        if open.is_empty() {
            self.by_address.remove(&address);
        }
        self.total -= 1;
        Some(removed)
    }
}

impl Counted {
    /// Waits until this one has to make room for another address.
    pub async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        // Gone already if it was evicted.
        lock(&self.counts).remove(self.address, self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_share_of_the_whole() {
        let counts = AddressCounts::new(3, 2);
        let [one, two]: [IpAddr; 2] = [[127, 0, 0, 1].into(), [127, 0, 0, 2].into()];
        let mut open = vec![counts.add(one).unwrap(), counts.add(one).unwrap()];
        assert!(counts.add(one).is_none());
        open.push(counts.add(two).unwrap());
        assert!(counts.add(two).is_none(), "three in total");
        open.remove(0);
        assert!(counts.add(two).is_some() && counts.total() == 2);
        drop(open);
        assert!(counts.total() == 0 && lock(&counts.counts).by_address.is_empty());
    }

    #[test]
    fn the_oldest_of_the_largest_address_is_evicted() {
        let counts = AddressCounts::new(4, 3);
        let add = |last: u8| counts.add_or_evict([127, 0, 0, last].into());
        let is_evicted =
            |counted: &Counted| !lock(&counts.counts).by_address[&counted.address].contains_key(&counted.id);
        let large = [1, 1, 1].map(|last| add(last).unwrap());
        let _small = add(2).unwrap();
        assert!(add(1).is_none(), "it has its share");
        let new = add(3).unwrap();
        assert_eq!(large.each_ref().map(is_evicted), [true, false, false]);
        assert!(add(2).is_none() && add(3).is_none(), "nobody has two more");
        assert_eq!(counts.total(), 4);
        drop((large, new));
        assert_eq!(counts.total(), 1);
    }
}
