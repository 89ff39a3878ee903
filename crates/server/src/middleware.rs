//! Middleware of every request: origin check, language, localized errors and
//! security headers.

use std::future::poll_fn;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::Error;
use crate::{language, phrases};

/// The default policy: resources and connections of this origin only, no framing.
const CONTENT_SECURITY_POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// Checks a request, runs its handler, and completes the response.
pub async fn handle_request(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let lang = language::from_request(request.uri(), request.headers());
    let is_api = request.uri().path().starts_with("/api/");
    request.extensions_mut().insert(lang);
    let mut response = if is_cross_origin(request.headers(), app.bind) {
        Error::CrossOrigin.localized_response(lang)
    } else if app.is_shutting_down() && is_api {
        Error::ShuttingDown.localized_response(lang)
    } else {
        let response = catch_panic(next.run(request)).await;
        match response.extensions().get::<Error>() {
            Some(error) => error.localized_response(lang),
            // A rejection by the framework has a plain-text body: replace it.
            None if is_api && response.status().is_client_error() => {
                Error::BadRequest(phrases::MALFORMED_REQUEST.message()).localized_response(lang)
            }
            None => response,
        }
    };
    let headers = response.headers_mut();
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::VARY, "Accept-Language"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Turns a panic of a handler into a 500 response, so that it fails this request only.
async fn catch_panic(response: impl Future<Output = Response>) -> Response {
    let mut response = pin!(response);
    poll_fn(|context| {
        // Unwind safe: a future that panicked is never polled again.
        catch_unwind(AssertUnwindSafe(|| response.as_mut().poll(context)))
            .unwrap_or_else(|_| Poll::Ready(Error::Internal.into_response()))
    })
    .await
}

/// Returns whether a request comes from another site. A server on a loopback
/// address also requires a loopback `Host`, against DNS rebinding.
fn is_cross_origin(headers: &HeaderMap, bind: IpAddr) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_loopback = |host: &str| {
        let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        let name = name.map_or(host, |(name, _)| name).trim_matches(['[', ']']);
        name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
    };
    if bind.is_loopback() && !host.is_some_and(is_loopback) {
        return true;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let origin_host = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    origin_host.is_none() || origin_host != host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_in_a_handler_becomes_an_internal_error() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let response = runtime.block_on(catch_panic(async { panic!("on purpose") }));
        assert_eq!(response.status(), 500);
        assert!(matches!(response.extensions().get(), Some(Error::Internal)));
    }

    #[test]
    fn other_origins_and_unknown_hosts_are_cross_origin() {
        let cross_origin = |bind: &str, host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            is_cross_origin(&headers, bind.parse().unwrap())
        };
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST", "[::1]:80", "127.0.0.1"] {
            assert!(!cross_origin("127.0.0.1", host, None), "{host}");
            assert!(!cross_origin("127.0.0.1", host, Some(&format!("http://{host}"))), "{host}");
            assert!(cross_origin("127.0.0.1", host, Some("http://example.org")), "{host}");
            assert!(cross_origin("127.0.0.1", host, Some("null")), "{host}");
        }
        assert!(cross_origin("127.0.0.1", "localhost:7878", Some("http://localhost:3000")));
        assert!(cross_origin("127.0.0.1", "example.org:7878", None));
        assert!(cross_origin("::1", "example.org", Some("http://example.org")));
        assert!(!cross_origin("0.0.0.0", "example.org", Some("https://example.org")));
        assert!(cross_origin("0.0.0.0", "example.org", Some("https://example.com")));
        assert!(is_cross_origin(&HeaderMap::new(), "127.0.0.1".parse().unwrap()));
    }
}
