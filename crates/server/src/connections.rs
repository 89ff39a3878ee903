//! Accepts connections: a limited number at once, in total and per address, each with a limited
//! time to send its request and to read the response. Where a limit is reached, the connection
//! that has waited longest for its client is closed. Requests take turns on the processors.

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
use crate::client::{PeerAddress, network};
use crate::fair_queue::FairQueue;
use crate::limits;
use crate::routes::Played;

mod bodies;
mod registry;
mod turns;
mod write_timeout;

use bodies::{RequestBody, ResponseBody, Work};
use registry::{Activity, Registry};
use turns::{InTurn, PlayerCredit};
use write_timeout::WriteTimeout;

/// Delay after a failed `accept`, for example because no file descriptor is free.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// What all connections share.
#[derive(Clone)]
struct Shared {
    app: Arc<App>,
    router: Router,
    turns: FairQueue,
    credit: Arc<PlayerCredit>,
}

/// Serves connections until the server shuts down, then waits for the open ones.
pub async fn serve(listener: &TcpListener, app: &Arc<App>, router: Router) {
    let registry = Registry::new(app.limits.connections, app.limits.connections_per_address);
    let turns = FairQueue::new(processors_in_turn(), usize::MAX, usize::MAX);
    let shared = Shared { app: Arc::clone(app), router, turns, credit: Arc::default() };
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // Without a slot the connection is closed at once.
                    if let Some(slot) = registry.admit(network(peer.ip())) {
                        let peer = PeerAddress(peer.ip());
                        let connection = serve_connection(stream, peer, shared.clone(), slot.activity());
                        tokio::spawn(async move {
                            tokio::select! {
                                () = connection => {}
                                // At once: its place is taken already.
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

/// Returns how many processors answer requests in turn: all but one, which is left to changes of games.
fn processors_in_turn() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get() - 1).max(1)
}

/// Serves one connection. It ends when it is upgraded to a WebSocket: streams have a limit of their own.
async fn serve_connection(stream: TcpStream, peer: PeerAddress, shared: Shared, activity: Activity) {
    // Both options are optimisations, so errors don't matter.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(limits::SEND_BUFFER_BYTES);
    let Shared { app, router, turns, credit } = shared;
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(app.limits.read_timeout);
    let router = TowerToHyperService::new(router);
    let io = TokioIo::new(WriteTimeout::new(stream, app.limits.send_timeout, activity.clone()));
    let service = service_fn(|mut request: hyper::Request<hyper::body::Incoming>| {
        let client = app.clients.identify(peer, request.headers());
        request.extensions_mut().insert(client);
        let skips_queue = credit.skips_queue(request.method(), request.uri().path(), client);
        let work = Work::new(activity.clone());
        let request = request.map(|body| RequestBody::new(body, work.clone()));
        activity.set_client(client);
        let handler = router.call(request);
        let response = InTurn::new(handler, client, (!skips_queue).then(|| turns.clone()));
        let credit = Arc::clone(&credit);
        async move {
            let response: Response = response.await?;
            if response.extensions().get::<Played>().is_some() {
                credit.add(client);
            }
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
