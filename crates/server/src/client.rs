//! Who sends a request: an address, and a client within it. Limits are shared out first between
//! addresses, then between clients, because a whole school may share one address.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// The id of all clients of an address that show none. They have one share together, so that new names
/// are no new shares. No issued id is greater.
pub const ANONYMOUS: u64 = u64::MAX;

/// The address that a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub IpAddr);

/// The sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    /// The address; of IPv6, the network, whose addresses a client chooses freely.
    pub address: IpAddr,
    /// The id that the server issued, or [`ANONYMOUS`]. Ids increase with the time of issue.
    pub id: u64,
}

impl Client {
    /// Returns the anonymous clients of an address.
    pub const fn anonymous(address: IpAddr) -> Self {
        Self { address, id: ANONYMOUS }
    }

    /// Returns whether the client showed no id.
    pub const fn is_anonymous(self) -> bool {
        self.id == ANONYMOUS
    }
}

/// Returns the address of the sender of a request. Behind a trusted proxy, which is on this machine, it is
/// the one that the proxy added last.
pub fn sender_address(PeerAddress(peer): PeerAddress, headers: &HeaderMap, trust_proxy: bool) -> IpAddr {
    let is_proxy = trust_proxy && peer.is_loopback();
    network(if is_proxy { forwarded_address(headers).unwrap_or(peer) } else { peer })
}

/// Returns the last address of `X-Forwarded-For`: the one that the proxy saw. Those before it are what the
/// client or other proxies claim. Some proxies add a port.
fn forwarded_address(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    let without_port = || last.parse::<SocketAddr>().ok().map(|address| address.ip());
    let address = last.trim_start_matches('[').trim_end_matches(']').parse().ok();
    address.or_else(without_port)
}

/// Returns an IPv4 address as it is, and the /64 network of an IPv6 address.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => {
            let [a, b, c, d, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        whole => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sender(peer: &str, headers: &[(&'static str, &str)], trust_proxy: bool) -> String {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        sender_address(PeerAddress(peer.parse().unwrap()), &map, trust_proxy).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_on_this_machine_forwards_addresses() {
        let forwarded = [("x-forwarded-for", "10.9.9.9, 192.0.2.7")];
        let address = |peer, trusted| sender(peer, &forwarded, trusted);
        assert_eq!(address("127.0.0.1", true), "192.0.2.7", "what the client claims comes before");
        assert_eq!(address("127.0.0.1", false), "127.0.0.1");
        assert_eq!(address("198.51.100.1", true), "198.51.100.1");
        let forwarded = |list: &[&'static str]| {
            let headers: Vec<_> = list.iter().map(|each| ("x-forwarded-for", *each)).collect();
            sender("::1", &headers, true)
        };
        assert_eq!(forwarded(&["10.9.9.9", "10.8.8.8, 192.0.2.7"]), "192.0.2.7", "the last header counts");
        assert_eq!(forwarded(&["192.0.2.7:50123"]), "192.0.2.7");
        for address in ["2001:db8:1:2::3", "[2001:db8:1:2::3]", "10.9.9.9, [2001:db8:1:2::3]:50123"] {
            assert_eq!(forwarded(&[address]), "2001:db8:1:2::");
        }
        for nonsense in ["nobody", "", "192.0.2.7,", "192.0.2.7, unknown", "for=192.0.2.7"] {
            assert_eq!(forwarded(&[nonsense]), "::1", "{nonsense}");
        }
        let other = sender("127.0.0.1", &[("forwarded", "for=192.0.2.7")], true);
        assert_eq!(other, "127.0.0.1", "only the header that proxies set here");
    }

    #[test]
    fn addresses_of_an_ipv6_network_are_one() {
        let address = |peer| sender(peer, &[], false);
        assert_eq!(address("2001:db8:1:2::3"), address("2001:db8:1:2:9::1"));
        assert_ne!(address("2001:db8:1:2::3"), address("2001:db8:1:3::3"));
        assert_eq!(address("::ffff:192.0.2.7"), address("192.0.2.7"));
    }
}
