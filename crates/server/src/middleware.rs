//! Middleware of every request: origin check, language, localized errors and
//! security headers.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::access::{SentJoinCode, check_origin};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::fair_queue::Permit;
use crate::routes::assets::accepts_html;
use crate::routes::health::is_health_check;
use crate::{language, phrases};

/// The default policy: resources and connections of this origin only, no framing.
const CONTENT_SECURITY_POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// Checks a request, runs its handler, and completes the response.
pub async fn handle_request(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    // Without the query: tokens are sent in headers, but a link may have one.
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let lang = language::from_request(request.uri(), request.headers());
    let is_api = request.uri().path().starts_with("/api/");
    request.extensions_mut().insert(lang);
    // Every connection adds it.
    let client = request.extensions().get::<Client>().copied();
    // Programs that ignore cookies use up no ids: only a browser gets one, when it opens the page. Where a join code
    // is needed, it gets one when it sends that: browsers add `Origin` to each POST request.
    let opens_page = method == Method::GET && path == "/" && accepts_html(request.headers());
    let is_browser_post = method == Method::POST && request.headers().contains_key(header::ORIGIN);
    let join_code = SentJoinCode::default();
    request.extensions_mut().insert(join_code.clone());
    let renewed = client.and_then(|client| app.clients.renewed_cookie(client.address, request.headers()));
    let checked = check_origin(&app.access, app.bind, request.uri(), request.headers());
    let refused = |error: &Error| {
        app.metrics.add_refusal(error.key());
        error.localized_response(lang)
    };
    let mut response = if let Err(error) = checked
        && !is_health_check(&path)
    {
        refused(&error)
    } else if app.is_shutting_down() && is_api {
        refused(&Error::ShuttingDown)
    } else {
        let _turn = match client.filter(|_| takes_turns(&method, &path)) {
            Some(client) => wait_for_turn(&app, client).await,
            None => None,
        };
        let response = catch_panic(next.run(request)).await;
        match response.extensions().get::<Error>() {
            Some(error) => refused(error),
            // A rejection by the framework has a plain-text body: replace it.
            None if is_api && response.status().is_client_error() => {
                refused(&Error::BadRequest(phrases::MALFORMED_REQUEST.message()))
            }
            None => response,
        }
    };
    let wants_id = match app.access.join_code {
        None => opens_page,
        Some(_) => is_browser_post && join_code.is_right(),
    };
    if !response.status().is_client_error() {
        let newcomer = client.filter(|client| wants_id && client.is_anonymous());
        let cookie = renewed.or_else(|| app.clients.new_cookie(newcomer?.address));
        response.headers_mut().extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
    }
    let address = client.map_or_else(|| "-".to_owned(), |client| client.address.to_string());
    let (status, time) = (response.status().as_u16(), started.elapsed());
    app.metrics.record_request(&path, time);
    tracing::debug!(%method, path = %path.escape_debug(), status, ms = time.as_millis() as u64, client = %address, "request");
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

/// Returns whether a request waits for its turn, so that many of one address delay no others. Moves
/// and streams come first, what needs an engine has queues of its own, and administration may
/// take long. A request with a body must not hold a turn until the body has arrived: where it needs one,
/// its handler waits.
fn takes_turns(method: &Method, path: &str) -> bool {
    let is_stream = path.ends_with("/events");
    let needs_engine = path.ends_with("/example");
    !(method == Method::POST
        || is_stream
        || needs_engine
        || is_health_check(path)
        || path.starts_with("/api/admin/"))
}

/// Waits until a client may have a request answered.
pub async fn wait_for_turn(app: &App, client: Client) -> Option<Permit> {
    app.requests.enter(client)?.await
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_streams_never_wait_for_other_requests() {
        let waits = |method: Method, path| takes_turns(&method, path);
        for path in ["/", "/api/catalogue", "/api/variants/othello", "/api/games/0", "/main.js"] {
            assert!(waits(Method::GET, path), "{path}");
        }
        for path in ["/api/games", "/api/games/0/move", "/api/games/0/take", "/api/analyse", "/api/view"] {
            assert!(!waits(Method::POST, path), "{path}");
        }
        for path in ["/api/games/0/events", "/healthz", "/api/variants/othello/example", "/api/admin/backup"]
        {
            assert!(!waits(Method::GET, path), "{path}");
        }
    }

    #[test]
    fn panic_in_a_handler_becomes_an_internal_error() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let response = runtime.block_on(catch_panic(async { panic!("on purpose") }));
        assert_eq!(response.status(), 500);
        assert!(matches!(response.extensions().get(), Some(Error::Internal)));
    }
}
