//! Extracts the JSON body of a request, within limits on size and time.

mod deserializer;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use plateau_core::Message;
use plateau_core::text::Argument;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};
use tokio::time::timeout;
use tokio_stream::StreamExt;
use utoipa::openapi::schema::{AllOfBuilder, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use self::deserializer::from_object;
use crate::app::App;
use crate::error::Error;
use crate::{limits, phrases};

/// Extracts and parses a JSON body.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let object = read_object(request, app).await?;
        from_object(&object).map(Self).map_err(invalid_body)
    }
}

/// Extracts a JSON body that has the fields of two types, as `#[serde(flatten)]` would. That
/// attribute forgets which field is invalid.
#[derive(Debug)]
pub struct MergedBody<A, B> {
    /// The fields that several requests share.
    pub base: A,
    /// The fields of this request.
    pub options: B,
}

impl<A: ToSchema, B: ToSchema> PartialSchema for MergedBody<A, B> {
    fn schema() -> RefOr<Schema> {
        let parts = [A::name(), B::name()].map(Ref::from_schema_name);
        parts.into_iter().fold(AllOfBuilder::new(), AllOfBuilder::item).into()
    }
}

impl<A: ToSchema, B: ToSchema> ToSchema for MergedBody<A, B> {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((A::name().into(), A::schema()));
        schemas.push((B::name().into(), B::schema()));
        A::schemas(schemas);
        B::schemas(schemas);
    }
}

impl<A: DeserializeOwned, B: DeserializeOwned> FromRequest<Arc<App>> for MergedBody<A, B> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let object = read_object(request, app).await?;
        let options = from_object(&object).map_err(invalid_body)?;
        let base = from_object(&object).map_err(invalid_body)?;
        Ok(Self { base, options })
    }
}

/// Reads the JSON object of a request.
async fn read_object(request: Request, app: &App) -> Result<Map<String, Json>, Error> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_json = content_type.is_some_and(is_json);
    let reading = timeout(app.limits.read_timeout, read(request.into_body()));
    let bytes = reading.await.map_err(|_| Error::RequestTimeout)??;
    if !is_json {
        return Err(Error::NotJson);
    }
    match serde_json::from_slice(&bytes) {
        Ok(Json::Object(object)) => Ok(object),
        Ok(_) => Err(invalid_body(phrases::NOT_AN_OBJECT.message())),
        Err(error) => {
            let reason = phrases::JSON_SYNTAX.message().with("line", error.line());
            Err(invalid_body(reason.with("column", error.column())))
        }
    }
}

fn invalid_body(reason: Message) -> Error {
    Error::BadRequest(phrases::INVALID_BODY.message().with("reason", reason))
}

/// Returns whether a content type is JSON in UTF-8, the only encoding of JSON.
fn is_json(content_type: &str) -> bool {
    let mut parts = content_type.split(';').map(str::trim);
    let is_json = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
    let parameters = parts.filter_map(|parameter| parameter.split_once('='));
    let mut charsets = parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    is_json && charsets.all(|(_, set)| set.trim().trim_matches('"').eq_ignore_ascii_case("utf-8"))
}

/// Reads a body. A body above the limit is read to the end, up to
/// [`limits::MAX_DRAINED_BYTES`], and discarded: a client that is cut off while
/// sending never reads the error.
async fn read(body: Body) -> Result<Vec<u8>, Error> {
    let mut stream = body.into_data_stream();
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Error::BadRequest(phrases::MALFORMED_REQUEST.message()))?;
        length += chunk.len();
        if length <= limits::MAX_BODY_BYTES {
            bytes.extend_from_slice(&chunk);
        } else if length > limits::MAX_DRAINED_BYTES {
            break;
        }
    }
    if length > limits::MAX_BODY_BYTES {
        return Err(Error::TooLarge(
            phrases::BODY_TOO_LARGE.message().with("max", Argument::Count(limits::MAX_BODY_BYTES / 1024)),
        ));
    }
    Ok(bytes)
}
