//! Who may use the server: the host names it answers to, the join code and the admin token.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use plateau_core::error::excerpt;
use plateau_games::AnyRecord;

use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::rate_limit::{Rate, RateLimit};
use crate::recent_clients::RecentClients;
use crate::{limits, phrases, tokens};

/// The header with the join code.
const JOIN_CODE_HEADER: &str = "x-join-code";

/// Who may use a server, as it is configured.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Host names of the server, such as that of a proxy in front of it. Without a name, it is
    /// reached by its IP address or as `localhost`.
    pub public_names: Vec<String>,
    /// The code that is needed to create games and to run analyses.
    pub join_code: Option<String>,
    /// Whether `X-Forwarded-For` of a proxy on this machine has the address of the client.
    pub trust_proxy: bool,
    /// Whether other machines may read the metrics.
    pub public_metrics: bool,
}

/// Checks that a request is meant for this server and comes from its own page.
///
/// A page of another site cannot choose its `Host`: the browser sends the name of that site,
/// also if that name points to this machine (DNS rebinding). Addresses are no such names.
pub fn check_origin(access: &Access, bind: IpAddr, uri: &Uri, headers: &HeaderMap) -> Result<(), Error> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
        return Err(Error::BadRequest(phrases::ONE_HOST.message()));
    };
    if uri.authority().is_some_and(|authority| authority.as_str() != host) {
        return Err(Error::BadRequest(phrases::ONE_HOST.message()));
    }
    if !is_own_host(access, bind, host) {
        return Err(Error::Forbidden(phrases::UNKNOWN_HOST.message().with("host", excerpt(host_name(host)))));
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin_host = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    if origin_host == Some(host) { Ok(()) } else { Err(Error::CrossOrigin) }
}

/// Returns the name in a `Host` header, without the port.
fn host_name(host: &str) -> &str {
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    name.map_or(host, |(name, _)| name).trim_matches(['[', ']'])
}

fn is_own_host(access: &Access, bind: IpAddr, host: &str) -> bool {
    let name = host_name(host);
    let is_address = |ip: IpAddr| ip.is_loopback() || !bind.is_loopback();
    name.eq_ignore_ascii_case("localhost")
        || name.parse().is_ok_and(is_address)
        || access.public_names.iter().any(|public| public.eq_ignore_ascii_case(name))
}

/// Whether a request was accepted with the right join code, which its handler finds out.
#[derive(Clone, Debug, Default)]
pub struct SentJoinCode(Arc<AtomicBool>);

impl SentJoinCode {
    /// Returns whether the right code was sent.
    pub fn is_right(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Extracted by requests that need the join code, if the server has one.
pub struct JoinCode;

impl FromRequestParts<Arc<App>> for JoinCode {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let Some(expected) = &app.access.join_code else { return Ok(Self) };
        let given = parts.headers.get(JOIN_CODE_HEADER).and_then(|code| code.to_str().ok());
        // No guess, but how a browser finds out that a code is needed.
        let given = given.ok_or(Error::JoinCode)?;
        // The middleware adds it to every request.
        let client = *parts.extensions.get::<Client>().ok_or(Error::Internal)?;
        let is_right = tokens::tokens_equal(expected, given);
        app.join_code_guesses.check(client, is_right)?;
        if !is_right {
            return Err(Error::JoinCode);
        }
        if let Some(sent) = parts.extensions.get::<SentJoinCode>() {
            sent.0.store(true, Ordering::Relaxed);
        }
        Ok(Self)
    }
}

/// Limits how often an address may send a wrong join code. When it may not, the right code is refused
/// as well, because the answer would tell it apart; but not from a client with an id who has sent it
/// before, so that guesses keep nobody of the same address from playing.
#[derive(Debug)]
pub struct JoinCodeGuesses {
    wrong_codes: RateLimit,
    /// The clients with an id who know the code.
    clients: Mutex<RecentClients<()>>,
}

impl JoinCodeGuesses {
    /// Creates the limit. No client is known yet.
    pub fn new(rate: Rate) -> Self {
        let clients = Mutex::new(RecentClients::new(limits::REMEMBERED_CLIENTS));
        Self { wrong_codes: RateLimit::new(rate, None), clients }
    }

    /// Returns an error if the client must wait before its next guess.
    fn check(&self, client: Client, is_right: bool) -> Result<(), Error> {
        let too_many = |delay| Error::TooMany(phrases::TOO_MANY_JOIN_CODES.message(), delay);
        if !is_right {
            return self.wrong_codes.take(client).map_err(too_many);
        }
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.get(client).is_none() {
            self.wrong_codes.check(client).map_err(too_many)?;
        }
        if !client.is_anonymous() {
            clients.set(client, ());
        }
        Ok(())
    }
}

/// Extracted by requests that need the admin token.
pub struct Administrator;

impl FromRequestParts<Arc<App>> for Administrator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let given = bearer_token(&parts.headers);
        if given.is_some_and(|given| tokens::tokens_equal(&app.admin_token, &given)) {
            return Ok(Self);
        }
        Err(Error::NotAdministrator)
    }
}

/// Extracted by analyses of positions, which are always open to the administrator.
pub struct HintRules {
    app: Arc<App>,
    is_administrator: bool,
}

impl HintRules {
    /// Returns an error if the position is being played by two people.
    pub fn check(&self, record: &dyn AnyRecord) -> Result<(), Error> {
        if self.is_administrator {
            return Ok(());
        }
        self.app.played_positions.check(record).map_err(Error::Forbidden)
    }
}

impl FromRequestParts<Arc<App>> for HintRules {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let is_administrator = Administrator::from_request_parts(parts, app).await.is_ok();
        Ok(Self { app: Arc::clone(app), is_administrator })
    }
}

/// Returns the token of the `Authorization` header.
pub fn bearer_token(headers: &HeaderMap) -> Option<String> {
    let token = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    token.strip_prefix("Bearer ").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a request; returns the key of the error.
    fn check(bind: &str, public: &[&str], headers: &[(&'static str, &str)]) -> Result<(), &'static str> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let public_names = public.iter().map(|&name| name.to_owned()).collect();
        let access = Access { public_names, ..Access::default() };
        check_origin(&access, bind.parse().unwrap(), &Uri::from_static("/"), &map)
            .map_err(|error| error.key())
    }

    const LOOPBACK: &str = "127.0.0.1";
    const ANY: &str = "0.0.0.0";
    const UNKNOWN: Result<(), &str> = Err("server.unknown-host");
    const OTHER: Result<(), &str> = Err("server.cross-origin");

    #[test]
    fn origins_other_than_the_host_are_refused() {
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST", "[::1]:80", "127.0.0.1"] {
            let own = format!("http://{host}");
            assert_eq!(check(LOOPBACK, &[], &[("host", host)]), Ok(()), "{host}");
            assert_eq!(check(LOOPBACK, &[], &[("host", host), ("origin", &own)]), Ok(()), "{host}");
            for origin in ["http://example.org", "null", "http://localhost:3000"] {
                assert_eq!(check(LOOPBACK, &[], &[("host", host), ("origin", origin)]), OTHER, "{host}");
            }
        }
    }

    #[test]
    fn names_must_be_known_also_where_all_addresses_are_bound() {
        assert_eq!(check(LOOPBACK, &[], &[("host", "example.org:7878")]), UNKNOWN);
        assert_eq!(check(ANY, &[], &[("host", "example.org")]), UNKNOWN);
        assert_eq!(check(ANY, &["school.example"], &[("host", "example.org")]), UNKNOWN);
        assert_eq!(check(LOOPBACK, &[], &[("host", "192.168.1.7:7878")]), UNKNOWN, "not bound there");
        for (bind, host) in [
            (ANY, "192.168.1.7:7878"),
            (ANY, "localhost"),
            (LOOPBACK, "School.example"),
            (ANY, "school.example:80"),
        ] {
            assert_eq!(check(bind, &["school.example"], &[("host", host)]), Ok(()), "{bind} {host}");
        }
        let proxied = [("host", "school.example"), ("origin", "https://school.example")];
        assert_eq!(check(LOOPBACK, &["school.example"], &proxied), Ok(()));
    }

    #[test]
    fn clients_who_send_the_code_are_remembered_however_many_come_after() {
        let guesses = JoinCodeGuesses::new(Rate { burst: 4, interval: std::time::Duration::from_hours(1) });
        let client = |id| Client { address: [127, 0, 0, 1].into(), id };
        for id in 0..limits::REMEMBERED_CLIENTS as u64 + 9 {
            assert!(guesses.check(client(id), true).is_ok());
            assert!(guesses.check(client(0), true).is_ok());
        }
        let wrong = (1..9).filter(|id| guesses.check(client(*id), false).is_ok()).count();
        assert_eq!(wrong, 4, "no guess is left");
        assert!(guesses.check(client(0), true).is_ok() && guesses.check(client(5_000), true).is_ok());
        assert!(guesses.check(client(1), true).is_err(), "the longest inactive is forgotten");
    }

    #[test]
    fn a_request_names_its_host_once() {
        const ONE: Result<(), &str> = Err("server.one-host");
        assert_eq!(check(LOOPBACK, &[], &[]), ONE);
        assert_eq!(check(LOOPBACK, &[], &[("host", "localhost"), ("host", "localhost")]), ONE);
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "localhost".parse().unwrap());
        let absolute = Uri::from_static("http://example.org/");
        let checked = check_origin(&Access::default(), LOOPBACK.parse().unwrap(), &absolute, &headers);
        assert_eq!(checked.map_err(|error| error.key()), ONE);
    }
}
