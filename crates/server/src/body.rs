//! The body of a request: JSON of a bounded size.

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use crate::error::Error;
use crate::{limits, phrases};

/// What a body says.
pub struct Said<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Said<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
        let is_json = kind.trim().eq_ignore_ascii_case("application/json");
        let bytes = timeout(limits::READING, read(request.into_body())).await.map_err(|_| Error::Slow)??;
        if !is_json {
            return Err(Error::NotJson);
        }
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| Error::Unreadable(phrases::UNREADABLE.say().with("reason", error.to_string())))
    }
}

/// The bytes of a body. Of one that is too large the rest is thrown away as it
/// comes: who is cut off while sending never reads the answer.
async fn read(body: Body) -> Result<Vec<u8>, Error> {
    let mut stream = body.into_data_stream();
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(chunk) = stream.next().await {
        let cut_off = |_| Error::Unreadable(phrases::NOT_UNDERSTOOD.say());
        let chunk = chunk.map_err(cut_off)?;
        length += chunk.len();
        if length <= limits::BODY {
            bytes.extend_from_slice(&chunk);
        } else if length > limits::DRAINED {
            break;
        }
    }
    if length > limits::BODY {
        return Err(Error::TooLarge(phrases::TOO_LARGE.say().with("most", limits::BODY / 1024)));
    }
    Ok(bytes)
}
