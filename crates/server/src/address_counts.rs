//! Counts what each address has open, up to a number in total and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    by_address: HashMap<IpAddr, usize>,
}

/// One that is counted, until this is dropped.
#[derive(Debug)]
pub struct Counted {
    counts: Arc<Mutex<Counts>>,
    address: IpAddr,
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
        let of_address = counts.by_address.get(&address).copied().unwrap_or(0);
        if counts.total >= self.max || of_address >= self.max_per_address {
            return None;
        }
        counts.total += 1;
        counts.by_address.insert(address, of_address + 1);
        Some(Counted { counts: Arc::clone(&self.counts), address })
    }

    /// Returns the number in total.
    pub fn total(&self) -> usize {
        lock(&self.counts).total
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        counts.total -= 1;
        if let Some(of_address) = counts.by_address.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                counts.by_address.remove(&self.address);
            }
        }
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
}
