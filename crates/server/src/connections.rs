//! Accepts connections: a limited number at once, in total and per address, each with a limited
//! time to send its request and to read the response. Where a limit is reached, the connection
//! that has waited longest for its client gives way. Connections take turns on the processors.

use std::convert::Infallible;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};

use crate::app::App;
use crate::client::{Client, PeerAddress, network};
use crate::fair_queue::FairQueue;
use crate::limits;
use crate::routes::Played;

mod bodies;
mod registry;
mod turns;
mod write_timeout;

use bodies::{RequestBody, ResponseBody, Work};
use registry::{Activity, Registry};
use turns::{Conduct, InTurn};
use write_timeout::WriteTimeout;

/// Delay after a failed `accept`, for example because no file descriptor is free.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Serves connections until the server shuts down, then waits for the open ones.
pub async fn serve(listener: &TcpListener, app: &Arc<App>, router: Router) {
    let registry = Registry::new(app.limits.connections, app.limits.connections_per_address);
    let turns = FairQueue::new(processors_in_turn(), usize::MAX, usize::MAX);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // Without a slot the connection is closed at once.
                    let address = network(peer.ip());
                    if let Some(slot) = registry.admit(address) {
                        let (peer, conduct) = (PeerAddress(peer.ip()), Arc::new(Conduct::new(address)));
                        let (app, router) = (Arc::clone(app), router.clone());
                        let shared = Arc::clone(&conduct);
                        let connection =
                            serve_connection(stream, peer, app, router, slot.activity(), shared);
                        let connection = InTurn::new(connection, conduct, turns.clone());
                        tokio::spawn(async move {
                            tokio::select! {
                                () = connection => {}
                                // At once: its turn may be far off, and its place is taken already.
                                () = slot.evicted() => {}
                            }
                        });
                    }
                }
                Err(_) => tokio::time::sleep(ACCEPT_RETRY_DELAY).await,
            },
            () = app.shutdown_requested() => break,
        }
    }
    registry.wait_until_empty().await;
}

/// Returns how many processors serve connections in turn: all but one, which is left to those who play.
fn processors_in_turn() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get() - 1).max(1)
}

/// Serves one connection. It ends when it is upgraded to a WebSocket: streams have a limit of their own.
async fn serve_connection(
    stream: TcpStream,
    peer: PeerAddress,
    app: Arc<App>,
    router: Router,
    activity: Activity,
    conduct: Arc<Conduct>,
) {
    // Both options are optimisations, so errors don't matter.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(limits::SEND_BUFFER_BYTES);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(app.limits.read_timeout);
    let router = TowerToHyperService::new(router);
    let io = TokioIo::new(WriteTimeout::new(stream, app.limits.send_timeout, activity.clone()));
    let trust_proxy = app.access.trust_proxy;
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        let work = Work::new(activity.clone());
        let request = request.map(|body| RequestBody::new(body, work.clone()));
        let conduct = Arc::clone(&conduct);
        conduct.set_address(Client::new(peer, request.headers(), trust_proxy).address);
        let response = router.call(request);
        async move {
            conduct.start_request().await;
            let response: Response = response.await?;
            conduct.end_request(response.extensions().get::<Played>().is_some());
            Ok::<_, Infallible>(response.map(|body| Body::new(ResponseBody::new(body, work))))
        }
    });
    let mut connection = std::pin::pin!(http.serve_connection(io, service).with_upgrades());
    // An error means that the client has gone or timed out: there is no one to report it to.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = app.shutdown_requested() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
