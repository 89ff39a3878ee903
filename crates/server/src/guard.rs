//! What every request passes: who may ask, in which language, and what every
//! answer says about itself.

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

/// No code, style, picture or connection but our own, and no frame around us.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// Answers in the language of the request, if it may ask at all.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let lang = language::of_request(request.uri(), request.headers());
    let api = request.uri().path().starts_with("/api/");
    request.extensions_mut().insert(lang);
    let mut response = if is_foreign(request.headers(), app.bind) {
        Error::Foreign.said(lang)
    } else if app.is_closing() && api {
        Error::Closing.said(lang)
    } else {
        let response = unbroken(next.run(request)).await;
        match response.extensions().get::<Error>() {
            Some(error) => error.said(lang),
            // A refusal of the framework, in its own words.
            None if api && response.status().is_client_error() => {
                Error::Unreadable(phrases::NOT_UNDERSTOOD.message()).said(lang)
            }
            None => response,
        }
    };
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
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

/// An answer, also where a handler panics: one request's fault is told to it alone.
async fn unbroken(answer: impl Future<Output = Response>) -> Response {
    let mut answer = pin!(answer);
    poll_fn(|context| {
        // What panicked is dropped, and looked at no more.
        catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)))
            .unwrap_or_else(|_| Poll::Ready(Error::Broken.into_response()))
    })
    .await
}

/// Whether a request comes from another page. On a loopback address it must also
/// name this machine, since any name can be made to lead here.
fn is_foreign(headers: &HeaderMap, bind: IpAddr) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_known = |host: &str| {
        let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        let name = name.map_or(host, |(name, _)| name).trim_matches(['[', ']']);
        name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
    };
    if bind.is_loopback() && !host.is_some_and(is_known) {
        return true;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let from = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    from.is_none() || from != host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let response = runtime.block_on(unbroken(async { panic!("on purpose") }));
        assert_eq!(response.status(), 500);
        assert!(matches!(response.extensions().get(), Some(Error::Broken)));
    }

    #[test]
    fn other_pages_and_other_names_are_foreign() {
        let foreign = |bind: &str, host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            is_foreign(&headers, bind.parse().unwrap())
        };
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST", "[::1]:80", "127.0.0.1"] {
            assert!(!foreign("127.0.0.1", host, None), "{host}");
            assert!(!foreign("127.0.0.1", host, Some(&format!("http://{host}"))), "{host}");
            assert!(foreign("127.0.0.1", host, Some("http://example.org")), "{host}");
            assert!(foreign("127.0.0.1", host, Some("null")), "{host}");
        }
        assert!(foreign("127.0.0.1", "localhost:7878", Some("http://localhost:3000")));
        assert!(foreign("127.0.0.1", "example.org:7878", None));
        assert!(foreign("::1", "example.org", Some("http://example.org")));
        assert!(!foreign("0.0.0.0", "example.org", Some("https://example.org")));
        assert!(foreign("0.0.0.0", "example.org", Some("https://example.com")));
        assert!(is_foreign(&HeaderMap::new(), "127.0.0.1".parse().unwrap()));
    }
}
