//! The body of a request: JSON of a bounded size.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use plateau_core::text::Argument;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use crate::app::App;
use crate::error::Error;
use crate::fields::{Fields, FromFields};
use crate::{limits, phrases};

/// What a body says.
pub struct Said<T>(pub T);

impl<T: FromFields> FromRequest<Arc<App>> for Said<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(is_json);
        let reading = timeout(app.limits.reading, read(request.into_body()));
        let bytes = reading.await.map_err(|_| Error::Slow)??;
        if !is_json {
            return Err(Error::NotJson);
        }
        T::read(&Fields::of(&bytes)?).map(Self)
    }
}

/// Whether a content type is that of JSON, which is always UTF-8.
fn is_json(kind: &str) -> bool {
    let mut parts = kind.split(';').map(str::trim);
    let is_json = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
    let parameters = parts.filter_map(|parameter| parameter.split_once('='));
    let mut charsets = parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    is_json && charsets.all(|(_, set)| set.trim().trim_matches('"').eq_ignore_ascii_case("utf-8"))
}

/// The bytes of a body. Of one that is too large the rest is thrown away as it
/// comes: who is cut off while sending never reads the answer.
async fn read(body: Body) -> Result<Vec<u8>, Error> {
    let mut stream = body.into_data_stream();
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(chunk) = stream.next().await {
        let cut_off = |_| Error::Unreadable(phrases::NOT_UNDERSTOOD.message());
        let chunk = chunk.map_err(cut_off)?;
        length += chunk.len();
        if length <= limits::BODY {
            bytes.extend_from_slice(&chunk);
        } else if length > limits::DRAINED {
            break;
        }
    }
    if length > limits::BODY {
        return Err(Error::TooLarge(
            phrases::TOO_LARGE.message().with("most", Argument::Count(limits::BODY / 1024)),
        ));
    }
    Ok(bytes)
}
