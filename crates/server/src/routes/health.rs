//! Health checks and metrics, for those who operate the server.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::phrases;

/// Returns whether a path is a health check. Those are answered whatever the `Host` is: a
/// balancer or a container asks by an address of its own, and learns nothing but yes or no.
pub fn is_health_check(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz")
}

/// Answers as long as the process does.
pub async fn alive() -> &'static str {
    "ok\n"
}

/// Answers whether games can be read and the server is not shutting down.
pub async fn ready(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    if app.is_shutting_down() {
        return (StatusCode::SERVICE_UNAVAILABLE, "shutting down\n");
    }
    match app.store.load("").await {
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "database not readable\n"),
    }
}

/// Returns the metrics, to this machine only unless the server is configured otherwise. A request
/// that a proxy forwards comes from elsewhere.
pub async fn metrics(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let is_local = client.address.is_loopback() && !headers.contains_key("x-forwarded-for");
    if !is_local && !app.access.public_metrics {
        return Err(Error::Forbidden(phrases::METRICS_NOT_PUBLIC.message()));
    }
    let content_type = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((content_type, app.metrics.text(&app)).into_response())
}
