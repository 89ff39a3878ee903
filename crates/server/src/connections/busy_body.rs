//! A response body that keeps its connection busy until it is sent.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use super::registry::Busy;

/// A body that keeps its connection busy.
pub struct BusyBody {
    body: Body,
    _busy: Busy,
}

impl BusyBody {
    /// Wraps the body of a response.
    pub fn new(body: Body, busy: Busy) -> Self {
        Self { body, _busy: busy }
    }
}

impl HttpBody for BusyBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
