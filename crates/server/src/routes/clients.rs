//! The ids of clients that are no browsers.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::JoinCode;
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::openapi::ErrorStatus;
use crate::phrases;

/// The id of a client.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewClient {
    /// What to send in the header `X-Client` from now on, for a day. It belongs to the address of the
    /// request. A request with a valid id gets the same one, renewed.
    client: String,
}

/// Get a client id, which gives a program shares of its own
///
/// Browsers get theirs as a cookie. All requests of an address without an id count as one client.
#[utoipa::path(post, path = "/api/clients", operation_id = "create_client",
    security((), ("join_code" = [])), responses(
    (status = 201, description = "The id.", body = NewClient),
    ErrorStatus<401>,
    ErrorStatus<429>,
))]
pub async fn create(
    _: JoinCode,
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<NewClient>), Error> {
    let too_many = |delay| Error::TooMany(phrases::TOO_MANY_CLIENTS.message(), delay);
    let client = app.clients.issue(client.address, &headers).map_err(too_many)?;
    Ok((StatusCode::CREATED, Json(NewClient { client })))
}
