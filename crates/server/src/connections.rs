//! Accepts connections: a limited number at once, in total and per address, each with a limited
//! time to send its request and to read the response. Where a limit is reached, the connection
//! that has been idle longest gives way.

use std::sync::Arc;
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
use crate::limits;

mod busy_body;
mod registry;
mod write_timeout;

use busy_body::BusyBody;
use registry::{ConnectionSlot, Registry};
use write_timeout::WriteTimeout;

/// Delay after a failed `accept`, for example because no file descriptor is free.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Serves connections until the server shuts down, then waits for the open ones.
pub async fn serve(listener: &TcpListener, app: &Arc<App>, router: Router) {
    let registry = Registry::new(app.limits.connections, app.limits.connections_per_address);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // Without a slot the connection is closed at once.
                    if let Some(slot) = registry.admit(network(peer.ip())) {
                        let peer = PeerAddress(peer.ip());
                        tokio::spawn(serve_connection(stream, peer, Arc::clone(app), router.clone(), slot));
                    }
                }
                Err(_) => tokio::time::sleep(ACCEPT_RETRY_DELAY).await,
            },
            () = app.shutdown_requested() => break,
        }
    }
    registry.wait_until_empty().await;
}

/// Serves one connection. An event stream gives its slot back when it is upgraded
/// to a WebSocket: streams have a limit of their own.
async fn serve_connection(
    stream: TcpStream,
    peer: PeerAddress,
    app: Arc<App>,
    router: Router,
    slot: ConnectionSlot,
) {
    // Both options are optimisations, so errors don't matter.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(limits::SEND_BUFFER_BYTES);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(app.limits.read_timeout);
    let router = TowerToHyperService::new(router);
    let activity = slot.activity();
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        let busy = activity.busy();
        request.extensions_mut().insert(peer);
        let response = router.call(request);
        async move {
            let response: Response = response.await?;
            Ok::<_, std::convert::Infallible>(response.map(|body| Body::new(BusyBody::new(body, busy))))
        }
    });
    let stream = TokioIo::new(WriteTimeout::new(stream, app.limits.send_timeout));
    let mut connection = std::pin::pin!(http.serve_connection(stream, service).with_upgrades());
    // An error means that the client has gone or timed out: there is no one to report it to.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = slot.evicted() => {}
        () = app.shutdown_requested() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
