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

/// A rate per address: a number at once, then one per interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many are allowed at once.
    pub burst: u32,
    /// The interval after which one more is allowed.
    pub interval: Duration,
}

/// Limits how often each address may do something. One of its clients has a part of that.
#[derive(Debug)]
pub struct RateLimit {
    rate: Rate,
    buckets: Mutex<Buckets>,
}

#[derive(Debug, Default)]
struct Buckets {
    addresses: FullAt<IpAddr>,
    clients: FullAt<Client>,
}

/// When each bucket is full again. One without an entry is full.
type FullAt<K> = HashMap<K, Instant>;

impl RateLimit {
    /// Creates the limit, with full buckets for everyone.
    pub fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// Takes one from the buckets of a client and of its address; returns the time to wait if
    /// one of them is empty.
    pub fn take(&self, client: Client) -> Result<(), Duration> {
        self.take_at(client, Instant::now())
    }

    /// Returns the time to wait if one of the buckets of a client and of its address is empty. Takes
    /// nothing.
    pub fn check(&self, client: Client) -> Result<(), Duration> {
        self.next(&mut self.buckets(), client, Instant::now()).map(drop)
    }

    fn buckets(&self) -> MutexGuard<'_, Buckets> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when the buckets of a client and of its address are full again after one is taken.
    fn next(
        &self,
        buckets: &mut Buckets,
        client: Client,
        now: Instant,
    ) -> Result<(Instant, Instant), Duration> {
        let parts = limits::CLIENTS_PER_SHARE as u32;
        let of_client = Rate { burst: self.rate.burst.div_ceil(parts), interval: self.rate.interval * parts };
        let client_full_at = take(&mut buckets.clients, &client, of_client, now)?;
        let address_full_at = take(&mut buckets.addresses, &client.address, self.rate, now)?;
        Ok((client_full_at, address_full_at))
    }

    fn take_at(&self, client: Client, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets();
        let (client_full_at, address_full_at) = self.next(&mut buckets, client, now)?;
        buckets.clients.insert(client, client_full_at);
        buckets.addresses.insert(client.address, address_full_at);
        Ok(())
    }
}

/// Returns when a bucket is full again after one was taken from it, or the time to wait if it is
/// empty.
fn take<K: Hash + Eq>(
    full_at: &mut FullAt<K>,
    key: &K,
    rate: Rate,
    now: Instant,
) -> Result<Instant, Duration> {
    if full_at.len() >= MAX_BUCKETS {
        full_at.retain(|_, at| *at > now);
    }
    let at = full_at.get(key).copied().unwrap_or(now).max(now) + rate.interval;
    let excess = at.saturating_duration_since(now).saturating_sub(rate.interval * rate.burst);
    if excess.is_zero() { Ok(at) } else { Err(excess) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: u8, token: u64) -> Client {
        Client { address: [127, 0, 0, address].into(), token }
    }

    #[test]
    fn a_burst_then_one_per_interval_for_each_address() {
        let second = Duration::from_secs(1);
        let limit = RateLimit::new(Rate { burst: 3, interval: second });
        let start = Instant::now();
        for token in 0..3 {
            assert_eq!(limit.take_at(client(1, token), start), Ok(()));
        }
        assert_eq!(limit.take_at(client(1, 3), start), Err(second));
        assert_eq!(limit.take_at(client(2, 0), start), Ok(()), "another address has its own bucket");
        assert_eq!(limit.take_at(client(1, 3), start + second / 2), Err(second / 2));
        assert_eq!(limit.take_at(client(1, 3), start + second), Ok(()));
        assert_eq!(limit.take_at(client(1, 4), start + second), Err(second));
        for token in 0..3 {
            assert_eq!(limit.take_at(client(1, token), start + 60 * second), Ok(()), "full again");
        }
    }

    #[test]
    fn a_client_has_a_part_of_its_address() {
        let second = Duration::from_secs(1);
        let limit = RateLimit::new(Rate { burst: 8, interval: second });
        let start = Instant::now();
        let taken = |token| (0..8).filter(|_| limit.take_at(client(1, token), start).is_ok()).count();
        assert_eq!([1, 2, 3, 4, 5].map(taken), [2, 2, 2, 2, 0]);
        assert_eq!(limit.take_at(client(1, 1), start + 3 * second), Err(second), "one in four seconds");
        assert_eq!(limit.take_at(client(1, 1), start + 4 * second), Ok(()));
    }
}
