//! The bodies of requests and responses, which tell when the server works on one: from the end of a
//! request to the end of its response. A client that is slow to send must not keep its place.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};

use super::registry::{Activity, Busy};

/// The work on one request.
#[derive(Clone)]
pub struct Work {
    activity: Activity,
    /// Set when the request has arrived.
    busy: Arc<OnceLock<Busy>>,
}

impl Work {
    /// Describes the work on a request, which has not arrived yet.
    pub fn new(activity: Activity) -> Self {
        Self { activity, busy: Arc::default() }
    }

    /// Makes the connection busy.
    pub fn start(&self) {
        self.busy.get_or_init(|| self.activity.busy());
    }
}

/// The body of a request: the work starts at its end.
pub struct RequestBody {
    body: Incoming,
    work: Work,
}

impl RequestBody {
    /// Wraps a body.
    pub fn new(body: Incoming, work: Work) -> Self {
        if body.is_end_stream() {
            work.start();
        }
        Self { body, work }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(None) = frame {
            self.work.start();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a response: the work ends with it.
pub struct ResponseBody {
    body: Body,
    _work: Work,
}

impl ResponseBody {
    /// Wraps a body.
    pub fn new(body: Body, work: Work) -> Self {
        work.start();
        Self { body, _work: work }
    }
}

impl HttpBody for ResponseBody {
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
