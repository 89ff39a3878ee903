//! Limits how often each address may do something: a token bucket per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of addresses above which full buckets are dropped.
const MAX_ADDRESSES: usize = 10_000;

/// A rate per address: a number at once, then one per interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many are allowed at once.
    pub burst: u32,
    /// The interval after which one more is allowed.
    pub interval: Duration,
}

/// Limits how often each address may do something.
#[derive(Debug)]
pub struct RateLimit {
    rate: Rate,
    /// When the bucket of each address is full again. An address without an entry has a full one.
    full_at: Mutex<HashMap<IpAddr, Instant>>,
}

impl RateLimit {
    /// Creates the limit, with a full bucket for every address.
    pub fn new(rate: Rate) -> Self {
        Self { rate, full_at: Mutex::default() }
    }

    /// Takes one from the bucket of an address; returns the time to wait if it is empty.
    pub fn take(&self, address: IpAddr) -> Result<(), Duration> {
        self.take_at(address, Instant::now())
    }

    fn take_at(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let Rate { burst, interval } = self.rate;
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if full_at.len() >= MAX_ADDRESSES {
            full_at.retain(|_, at| *at > now);
        }
        let at = full_at.get(&address).copied().unwrap_or(now).max(now) + interval;
        let missing = at.saturating_duration_since(now);
        let excess = missing.saturating_sub(interval * burst);
        if !excess.is_zero() {
            return Err(excess);
        }
        full_at.insert(address, at);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_one_per_interval_for_each_address() {
        let second = Duration::from_secs(1);
        let limit = RateLimit::new(Rate { burst: 3, interval: second });
        let [one, two]: [IpAddr; 2] = [[127, 0, 0, 1].into(), [127, 0, 0, 2].into()];
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(limit.take_at(one, start), Ok(()));
        }
        assert_eq!(limit.take_at(one, start), Err(second));
        assert_eq!(limit.take_at(two, start), Ok(()), "another address has its own bucket");
        assert_eq!(limit.take_at(one, start + second / 2), Err(second / 2));
        assert_eq!(limit.take_at(one, start + second), Ok(()));
        assert_eq!(limit.take_at(one, start + second), Err(second));
        for _ in 0..3 {
            assert_eq!(limit.take_at(one, start + 60 * second), Ok(()), "the bucket is full again");
        }
    }
}
