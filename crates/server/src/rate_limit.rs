//! Limits how often each address may do something, and each client of it: token buckets.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::limits;

/// The number of buckets above which full ones are dropped.
const MAX_BUCKETS: usize = 10_000;

/// A rate: a number at once, then one per interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many are allowed at once.
    pub burst: u32,
    /// The interval after which one more is allowed.
    pub interval: Duration,
}

/// Limits how often each address may do something.
#[derive(Debug)]
pub struct AddressRateLimit {
    rate: Rate,
    addresses: Mutex<Buckets<IpAddr>>,
}

impl AddressRateLimit {
    /// Creates the limit, with full buckets for everyone.
    pub fn new(rate: Rate) -> Self {
        Self { rate, addresses: Mutex::default() }
    }

    /// Takes one from the bucket of an address; returns the time to wait if it is empty.
    pub fn take(&self, address: IpAddr) -> Result<(), Duration> {
        let (mut addresses, now) =
            (self.addresses.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        let full_at = addresses.next(&address, self.rate, now)?;
        addresses.set(address, full_at, now);
        Ok(())
    }
}

/// Limits how often each address may do something. One of its clients has a part of that, and a client may have
/// a rate of its own, which the others of its address cannot use up.
#[derive(Debug)]
pub struct RateLimit {
    rate: Rate,
    /// The rate of a client where its address has none left.
    guaranteed: Option<Rate>,
    buckets: Mutex<AllBuckets>,
}

#[derive(Debug, Default)]
struct AllBuckets {
    addresses: Buckets<IpAddr>,
    clients: Buckets<Client>,
    guaranteed: Buckets<Client>,
}

/// When each bucket is full again. One without an entry is full.
#[derive(Debug)]
struct Buckets<K> {
    full_at: HashMap<K, Instant>,
    /// The number of entries above which those of full buckets are removed.
    max_entries: usize,
}

impl<K> Default for Buckets<K> {
    fn default() -> Self {
        Self { full_at: HashMap::new(), max_entries: MAX_BUCKETS }
    }
}

impl<K: Hash + Eq> Buckets<K> {
    /// Returns when a bucket is full again after one was taken from it, or the time to wait if it is
    /// empty.
    fn next(&self, key: &K, rate: Rate, now: Instant) -> Result<Instant, Duration> {
        let at = self.full_at.get(key).copied().unwrap_or(now).max(now) + rate.interval;
        let excess = at.saturating_duration_since(now).saturating_sub(rate.interval * rate.burst);
        if excess.is_zero() { Ok(at) } else { Err(excess) }
    }

    fn set(&mut self, key: K, full_at: Instant, now: Instant) {
        if self.full_at.len() >= self.max_entries {
            self.full_at.retain(|_, at| *at > now);
            self.max_entries = MAX_BUCKETS.max(2 * self.full_at.len());
        }
        self.full_at.insert(key, full_at);
    }
}

impl RateLimit {
    /// Creates the limit, with full buckets for everyone. A client has the rate `guaranteed` even if the others of
    /// its address leave none; those without an id have it together, within their part of the address.
    pub fn new(rate: Rate, guaranteed: Option<Rate>) -> Self {
        Self { rate, guaranteed, buckets: Mutex::default() }
    }

    /// Takes one from the buckets of a client and of its address; returns the time to wait if
    /// one of them is empty.
    pub fn take(&self, client: Client) -> Result<(), Duration> {
        self.take_at(client, Instant::now())
    }

    /// Returns the time to wait if one of the buckets of a client and of its address is empty. Takes
    /// nothing.
    pub fn check(&self, client: Client) -> Result<(), Duration> {
        self.next(&self.buckets(), client, Instant::now()).map(drop)
    }

    fn buckets(&self) -> MutexGuard<'_, AllBuckets> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the rate of one client, a part of that of its address.
    fn rate_of_client(&self) -> Rate {
        let parts = limits::CLIENTS_PER_SHARE as u32;
        Rate { burst: self.rate.burst.div_ceil(parts), interval: self.rate.interval * parts }
    }

    /// Returns when the buckets of a client and of its address are full again after one is taken.
    fn next(
        &self,
        buckets: &AllBuckets,
        client: Client,
        now: Instant,
    ) -> Result<(Instant, Instant), Duration> {
        let client_full_at = buckets.clients.next(&client, self.rate_of_client(), now)?;
        let address_full_at = buckets.addresses.next(&client.address, self.rate, now)?;
        Ok((client_full_at, address_full_at))
    }

    fn take_at(&self, client: Client, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets();
        match self.next(&buckets, client, now) {
            Ok((client_full_at, address_full_at)) => {
                buckets.clients.set(client, client_full_at, now);
                buckets.addresses.set(client.address, address_full_at, now);
            }
            Err(wait) => {
                let guaranteed = self.guaranteed.ok_or(wait)?;
                if client.is_anonymous() {
                    // New names are no new clients, so that these have no more than their part.
                    buckets.clients.next(&client, self.rate_of_client(), now)?;
                }
                let next = buckets.guaranteed.next(&client, guaranteed, now);
                let full_at = next.map_err(|other| other.min(wait))?;
                buckets.guaranteed.set(client, full_at, now);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: u8, id: u64) -> Client {
        Client { address: [127, 0, 0, address].into(), id }
    }

    #[test]
    fn a_burst_then_one_per_interval_for_each_address() {
        let second = Duration::from_secs(1);
        let limit = RateLimit::new(Rate { burst: 3, interval: second }, None);
        let start = Instant::now();
        for id in 0..3 {
            assert_eq!(limit.take_at(client(1, id), start), Ok(()));
        }
        assert_eq!(limit.take_at(client(1, 3), start), Err(second));
        assert_eq!(limit.take_at(client(2, 0), start), Ok(()), "another address has its own bucket");
        assert_eq!(limit.take_at(client(1, 3), start + second / 2), Err(second / 2));
        assert_eq!(limit.take_at(client(1, 3), start + second), Ok(()));
        assert_eq!(limit.take_at(client(1, 4), start + second), Err(second));
        for id in 0..3 {
            assert_eq!(limit.take_at(client(1, id), start + 60 * second), Ok(()), "full again");
        }
    }

    #[test]
    fn a_client_has_a_part_of_its_address() {
        let second = Duration::from_secs(1);
        let limit = RateLimit::new(Rate { burst: 8, interval: second }, None);
        let start = Instant::now();
        let taken = |id| (0..8).filter(|_| limit.take_at(client(1, id), start).is_ok()).count();
        assert_eq!([1, 2, 3, 4, 5].map(taken), [2, 2, 2, 2, 0]);
        assert_eq!(limit.take_at(client(1, 1), start + 3 * second), Err(second), "one in four seconds");
        assert_eq!(limit.take_at(client(1, 1), start + 4 * second), Ok(()));
    }

    #[test]
    fn others_of_an_address_leave_a_client_its_own_rate() {
        let second = Duration::from_secs(1);
        let (rate, own) = (Rate { burst: 4, interval: second }, Rate { burst: 2, interval: 60 * second });
        let limit = RateLimit::new(rate, Some(own));
        let start = Instant::now();
        let taken = |id| (0..8).filter(|_| limit.take_at(client(1, id), start).is_ok()).count();
        assert_eq!([1, 2, 3, 4, 5].map(taken), [3, 3, 3, 3, 2], "each its part of the address, and its own");
        let anonymous = crate::client::ANONYMOUS;
        assert_eq!(taken(anonymous), 2, "a minimum for those without an id, together");
        let limit_of_address = RateLimit::new(rate, Some(own));
        let alone = (0..8).filter(|_| limit_of_address.take_at(client(1, anonymous), start).is_ok()).count();
        assert_eq!(alone, 1, "not beyond their part");
        assert_eq!(limit.take_at(client(1, 5), start), Err(second), "the sooner of both");
    }
}
