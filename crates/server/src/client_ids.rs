//! The ids of clients, which the server issues at a limited rate for each address. An id is the only thing
//! that tells clients of one address apart: a name that they choose themselves can be another one in each
//! request. Ids are signed, so that they need no memory and survive a restart.

use std::hash::Hasher;
use std::net::IpAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderValue, header};
use siphasher::sip::SipHasher24;
use siphasher::sip128::{Hasher128, SipHasher24 as SipHasher128};

use crate::client::{ANONYMOUS, Client, PeerAddress, sender_address};
use crate::rate_limit::{AddressRateLimit, Rate};
use crate::{limits, tokens};

/// The header in which programs send their id. Browsers send it as a cookie.
const CLIENT_HEADER: &str = "x-client";

/// The name of the cookie.
const COOKIE: &str = "plateau-client";

/// Number of hexadecimal digits of an id, before its signature.
const ID_DIGITS: usize = 16;

/// Issues and checks the ids of clients.
#[derive(Debug)]
pub struct ClientIds {
    keys: [u64; 2],
    trust_proxy: bool,
    new_ids: AddressRateLimit,
}

impl ClientIds {
    /// Creates the issuer from a secret of the server. `rate` is that of new ids of an address.
    pub fn new(secret: &str, trust_proxy: bool, rate: Rate) -> Self {
        // Other keys than those of stored names of owners.
        let keys = [2, 3].map(|number| {
            let mut hasher = SipHasher24::new_with_keys(0, number);
            hasher.write(secret.as_bytes());
            hasher.finish()
        });
        Self { keys, trust_proxy, new_ids: AddressRateLimit::new(rate) }
    }

    /// Returns the sender of a request. One without a valid id is anonymous.
    pub fn identify(&self, peer: PeerAddress, headers: &HeaderMap) -> Client {
        let address = sender_address(peer, headers, self.trust_proxy);
        let sent = headers.get(CLIENT_HEADER).and_then(|id| id.to_str().ok());
        let id = sent.into_iter().chain(cookies(headers)).find_map(|text| self.verify(address, text));
        Client { address, id: id.unwrap_or(ANONYMOUS) }
    }

    /// Issues an id to a client of an address; returns the time to wait if it has used up its rate.
    pub fn issue(&self, address: IpAddr) -> Result<String, Duration> {
        self.new_ids.take(address)?;
        let random = getrandom::u32().unwrap_or_default();
        Ok(self.sign(address, u64::from(unix_time()) << 32 | u64::from(random)))
    }

    /// Issues an id to a browser, as the value of `Set-Cookie`.
    pub fn new_cookie(&self, address: IpAddr) -> Option<HeaderValue> {
        let (id, seconds) = (self.issue(address).ok()?, limits::COOKIE_LIFETIME.as_secs());
        let cookie = format!("{COOKIE}={id}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax");
        HeaderValue::from_str(&cookie).ok()
    }

    fn sign(&self, address: IpAddr, id: u64) -> String {
        let mut hasher = SipHasher128::new_with_keys(self.keys[0], self.keys[1]);
        match address {
            IpAddr::V4(v4) => hasher.write(&v4.octets()),
            IpAddr::V6(v6) => hasher.write(&v6.octets()),
        }
        hasher.write(&id.to_be_bytes());
        format!("{id:016x}{:032x}", hasher.finish128().as_u128())
    }

    fn verify(&self, address: IpAddr, text: &str) -> Option<u64> {
        let id = u64::from_str_radix(text.get(..ID_DIGITS)?, 16).ok()?;
        let age = unix_time().checked_sub((id >> 32) as u32)?;
        let is_valid = u64::from(age) < limits::CLIENT_ID_LIFETIME.as_secs()
            && tokens::tokens_equal(&self.sign(address, id), text);
        is_valid.then_some(id)
    }
}

/// Returns whether a browser has sent an id.
pub fn has_cookie(headers: &HeaderMap) -> bool {
    cookies(headers).next().is_some()
}

/// Returns the ids that a browser sends.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let sent = headers.get_all(header::COOKIE).into_iter().filter_map(|cookies| cookies.to_str().ok());
    let each = sent.flat_map(|cookies| cookies.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    each.filter(|(name, _)| *name == COOKIE).map(|(_, id)| id)
}

/// Returns the seconds since 1970.
fn unix_time() -> u32 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: [u8; 4] = [192, 0, 2, 7];

    fn ids(at_once: u32) -> ClientIds {
        ClientIds::new("secret", false, Rate { burst: at_once, interval: Duration::from_hours(1) })
    }

    fn client(ids: &ClientIds, address: [u8; 4], name: &'static str, value: &str) -> Client {
        let headers = HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())]);
        ids.identify(PeerAddress(address.into()), &headers)
    }

    #[test]
    fn only_issued_ids_of_the_same_address_tell_clients_apart() {
        let ids = ids(9);
        let [one, two] = [(); 2].map(|()| ids.issue(ADDRESS.into()).unwrap());
        let of = |id: &str| client(&ids, ADDRESS, "x-client", id);
        assert!(!of(&one).is_anonymous() && of(&one) == of(&one) && of(&one) != of(&two));
        assert_eq!(of(&one), client(&ids, ADDRESS, "cookie", &format!("a=b; {COOKIE}={one};c=d")));
        assert!(client(&ids, [192, 0, 2, 8], "x-client", &one).is_anonymous(), "another address");
        let mut changed = two.clone().into_bytes();
        changed[15] ^= 1;
        let future = ids.sign(ADDRESS.into(), u64::from(unix_time() + 60) << 32);
        let old = unix_time() - limits::CLIENT_ID_LIFETIME.as_secs() as u32 - 1;
        let expired = ids.sign(ADDRESS.into(), u64::from(old) << 32);
        let other_server = ClientIds { keys: [1, 2], ..self::ids(1) }.issue(ADDRESS.into()).unwrap();
        let changed = String::from_utf8(changed).unwrap();
        for invalid in [&one[..47], &one[..16], "", "pupil", &changed, &future, &expired, &other_server] {
            assert!(of(invalid).is_anonymous(), "{invalid}");
        }
        assert!(client(&ids, ADDRESS, "authorization", "Bearer a").is_anonymous());
    }

    #[test]
    fn an_address_gets_a_limited_number_of_ids() {
        let ids = ids(2);
        let issue = |last| ids.issue([192, 0, 2, last].into());
        assert!(issue(1).is_ok() && issue(1).is_ok());
        assert!(issue(1).is_err_and(|wait| wait > Duration::from_secs(3_500)));
        assert!(issue(2).is_ok(), "another address");
    }

    #[test]
    fn browsers_send_their_id_as_a_cookie() {
        let ids = ids(1);
        let cookie = ids.new_cookie(ADDRESS.into()).unwrap();
        let (pair, attributes) = cookie.to_str().unwrap().split_once("; ").unwrap();
        assert!(!client(&ids, ADDRESS, "cookie", pair).is_anonymous());
        assert_eq!(attributes, "Path=/; Max-Age=604800; HttpOnly; SameSite=Lax");
        assert!(ids.new_cookie(ADDRESS.into()).is_none(), "the rate is used up");
    }
}
