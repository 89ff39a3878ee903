//! The ids of clients, which the server issues at a limited rate for each address. An id is the only thing
//! that tells clients of one address apart: a name that they choose themselves can be another one in each
//! request. Ids are signed, so that they need no memory and survive a restart. What is sent is the id, the time
//! of its last renewal and the signature.

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

/// How the name of the cookie starts. It ends with digits of a hash of the key: browsers send the cookies of all
/// ports of a host, so that two servers would overwrite each other's.
const COOKIE_PREFIX: &str = "plateau-client-";

/// Number of hexadecimal digits of an id, before the time of its renewal.
const ID_DIGITS: usize = 16;

/// Number of hexadecimal digits of both, before the signature.
const SIGNED_DIGITS: usize = 24;

/// Issues and checks the ids of clients.
#[derive(Debug)]
pub struct ClientIds {
    keys: [u64; 2],
    cookie_name: String,
    trust_proxy: bool,
    new_ids: AddressRateLimit,
}

/// An id that was issued, and when it was renewed last.
#[derive(Clone, Copy, Debug)]
struct IssuedId {
    /// The Unix time of issue and a random number of 32 bits each.
    id: u64,
    renewed: u32,
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
        let cookie_name = cookie_name(keys);
        Self { keys, cookie_name, trust_proxy, new_ids: AddressRateLimit::new(rate) }
    }

    /// Returns the sender of a request. One without a valid id is anonymous.
    pub fn identify(&self, peer: PeerAddress, headers: &HeaderMap) -> Client {
        let address = sender_address(peer, headers, self.trust_proxy);
        let sent = self.sent(address, headers);
        Client { address, id: sent.map_or(ANONYMOUS, |sent| sent.id) }
    }

    /// Issues an id to a client of an address; returns the time to wait if it has used up its rate. A client
    /// that sends a valid id gets the same one, renewed.
    pub fn issue(&self, address: IpAddr, headers: &HeaderMap) -> Result<String, Duration> {
        let now = unix_time();
        if let Some(sent) = self.sent(address, headers) {
            return Ok(self.sign(address, IssuedId { renewed: now, ..sent }));
        }
        self.new_ids.take(address)?;
        let random = getrandom::u32().unwrap_or_default();
        Ok(self.sign(address, IssuedId { id: u64::from(now) << 32 | u64::from(random), renewed: now }))
    }

    /// Issues an id to a browser, as the value of `Set-Cookie`.
    pub fn new_cookie(&self, address: IpAddr) -> Option<HeaderValue> {
        self.cookie(&self.issue(address, &HeaderMap::new()).ok()?)
    }

    /// Renews the id of a browser after half its life, as the value of `Set-Cookie`.
    pub fn renewed_cookie(&self, address: IpAddr, headers: &HeaderMap) -> Option<HeaderValue> {
        let now = unix_time();
        let sent = self.cookies(headers).find_map(|text| self.verify(address, text))?;
        let is_old = u64::from(now.saturating_sub(sent.renewed)) > limits::CLIENT_ID_LIFETIME.as_secs() / 2;
        is_old.then(|| self.cookie(&self.sign(address, IssuedId { renewed: now, ..sent })))?
    }

    fn cookie(&self, id: &str) -> Option<HeaderValue> {
        let (name, seconds) = (&self.cookie_name, limits::CLIENT_ID_LIFETIME.as_secs());
        let cookie = format!("{name}={id}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax");
        HeaderValue::from_str(&cookie).ok()
    }

    fn sign(&self, address: IpAddr, IssuedId { id, renewed }: IssuedId) -> String {
        let mut hasher = SipHasher128::new_with_keys(self.keys[0], self.keys[1]);
        match address {
            IpAddr::V4(v4) => hasher.write(&v4.octets()),
            IpAddr::V6(v6) => hasher.write(&v6.octets()),
        }
        hasher.write(&id.to_be_bytes());
        hasher.write(&renewed.to_be_bytes());
        format!("{id:016x}{renewed:08x}{:032x}", hasher.finish128().as_u128())
    }

    fn verify(&self, address: IpAddr, text: &str) -> Option<IssuedId> {
        let id = u64::from_str_radix(text.get(..ID_DIGITS)?, 16).ok()?;
        let renewed = u32::from_str_radix(text.get(ID_DIGITS..SIGNED_DIGITS)?, 16).ok()?;
        let issued = IssuedId { id, renewed };
        let age = |time: u32| unix_time().checked_sub(time).map(u64::from);
        let is_valid = age(renewed)? < limits::CLIENT_ID_LIFETIME.as_secs()
            && age((id >> 32) as u32)? < limits::RENEWED_ID_LIFETIME.as_secs()
            && tokens::tokens_equal(&self.sign(address, issued), text);
        is_valid.then_some(issued)
    }

    /// Returns the valid id that a client sends.
    fn sent(&self, address: IpAddr, headers: &HeaderMap) -> Option<IssuedId> {
        let of_program = headers.get(CLIENT_HEADER).and_then(|id| id.to_str().ok());
        of_program.into_iter().chain(self.cookies(headers)).find_map(|text| self.verify(address, text))
    }

    /// Returns the ids that a browser sends.
    fn cookies<'h>(&self, headers: &'h HeaderMap) -> impl Iterator<Item = &'h str> {
        let sent = headers.get_all(header::COOKIE).into_iter().filter_map(|cookies| cookies.to_str().ok());
        let each = sent.flat_map(|cookies| cookies.split(';'));
        let pairs = each.filter_map(|cookie| cookie.trim().split_once('='));
        pairs.filter(|(name, _)| *name == self.cookie_name).map(|(_, id)| id)
    }
}

/// Returns the name of the cookie of a server with these keys.
fn cookie_name(keys: [u64; 2]) -> String {
    let hash = SipHasher24::new_with_keys(keys[0], keys[1]).finish();
    format!("{COOKIE_PREFIX}{:08x}", hash >> 32)
}

/// Returns the seconds since 1970.
fn unix_time() -> u32 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: [u8; 4] = [192, 0, 2, 7];
    const RATE: Rate = Rate { burst: 1, interval: Duration::from_hours(1) };

    fn ids(at_once: u32) -> ClientIds {
        ClientIds::new("secret", false, Rate { burst: at_once, ..RATE })
    }

    fn issue(ids: &ClientIds, address: [u8; 4]) -> Result<String, Duration> {
        ids.issue(address.into(), &HeaderMap::new())
    }

    fn client(ids: &ClientIds, address: [u8; 4], name: &'static str, value: &str) -> Client {
        let headers = HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())]);
        ids.identify(PeerAddress(address.into()), &headers)
    }

    #[test]
    fn only_issued_ids_of_the_same_address_tell_clients_apart() {
        let ids = ids(9);
        let [one, two] = [(); 2].map(|()| issue(&ids, ADDRESS).unwrap());
        let cookie = &ids.cookie_name;
        let of = |id: &str| client(&ids, ADDRESS, "x-client", id);
        assert!(!of(&one).is_anonymous() && of(&one) == of(&one) && of(&one) != of(&two));
        assert_eq!(of(&one), client(&ids, ADDRESS, "cookie", &format!("a=b; {cookie}={one};c=d")));
        assert!(client(&ids, [192, 0, 2, 8], "x-client", &one).is_anonymous(), "another address");
        let mut changed = two.clone().into_bytes();
        changed[15] ^= 1;
        let signed = |issued: u32, renewed: u32| {
            ids.sign(ADDRESS.into(), IssuedId { id: u64::from(issued) << 32, renewed })
        };
        let ago = |time: Duration| unix_time() - time.as_secs() as u32 - 1;
        let future = signed(unix_time() + 60, unix_time());
        let old = ago(limits::CLIENT_ID_LIFETIME);
        assert!(!of(&signed(old, unix_time())).is_anonymous(), "renewed");
        let expired = signed(old, old);
        let too_old = signed(ago(limits::RENEWED_ID_LIFETIME), unix_time());
        let other_server = issue(&ClientIds { keys: [1, 2], ..self::ids(1) }, ADDRESS).unwrap();
        let changed = String::from_utf8(changed).unwrap();
        for invalid in
            [&one[..55], &one[..24], &one[..16], "", "pupil", &changed, &future, &expired, &too_old]
                .into_iter()
                .chain([other_server.as_str()])
        {
            assert!(of(invalid).is_anonymous(), "{invalid}");
        }
        assert!(client(&ids, ADDRESS, "authorization", "Bearer a").is_anonymous());
    }

    #[test]
    fn an_address_gets_a_limited_number_of_ids() {
        let ids = ids(2);
        let issue = |last| issue(&ids, [192, 0, 2, last]);
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
        assert_eq!(attributes, "Path=/; Max-Age=86400; HttpOnly; SameSite=Lax");
        assert!(ids.new_cookie(ADDRESS.into()).is_none(), "the rate is used up");
    }

    #[test]
    fn a_client_with_an_id_gets_no_other_one() {
        let ids = ids(1);
        let first = issue(&ids, ADDRESS).unwrap();
        let headers = HeaderMap::from_iter([(CLIENT_HEADER.parse().unwrap(), first.parse().unwrap())]);
        for _ in 0..3 {
            let again = ids.issue(ADDRESS.into(), &headers).unwrap();
            assert_eq!(again[..ID_DIGITS], first[..ID_DIGITS], "the rate is used up");
        }
        assert!(ids.issue([192, 0, 2, 8].into(), &headers).unwrap()[..] != first[..], "another address");
    }

    #[test]
    fn cookies_are_renewed_after_half_their_life() {
        let ids = ids(0);
        let half = limits::CLIENT_ID_LIFETIME.as_secs() as u32 / 2;
        let cookie = |age: u32| {
            let time = unix_time() - age;
            let id = ids.sign(ADDRESS.into(), IssuedId { id: u64::from(time) << 32 | 7, renewed: time });
            let value = format!("{}={id}", ids.cookie_name);
            HeaderMap::from_iter([(header::COOKIE, value.parse().unwrap())])
        };
        assert!(ids.renewed_cookie(ADDRESS.into(), &cookie(half - 60)).is_none());
        let old = cookie(half + 60);
        let renewed = ids.renewed_cookie(ADDRESS.into(), &old).unwrap();
        let pair = renewed.to_str().unwrap().split(';').next().unwrap();
        let peer = || PeerAddress(ADDRESS.into());
        assert_eq!(client(&ids, ADDRESS, "cookie", pair), ids.identify(peer(), &old), "the same client");
        let headers = HeaderMap::from_iter([(header::COOKIE, pair.parse().unwrap())]);
        assert!(ids.renewed_cookie(ADDRESS.into(), &headers).is_none(), "once");
        assert!(ids.renewed_cookie(ADDRESS.into(), &cookie(2 * half + 60)).is_none(), "expired");
    }

    #[test]
    fn servers_of_one_host_have_cookies_of_their_own() {
        let name = |secret| ClientIds::new(secret, false, RATE).cookie_name;
        assert_eq!(name("one"), name("one"));
        assert_ne!(name("one"), name("two"));
    }
}
