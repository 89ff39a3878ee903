//! Accepts connections: a limited number at once, each with a limited time to
//! send its request.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::app::App;
use crate::limits;

/// Delay after a failed `accept`, for example because no file descriptor is free.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Serves connections until the server shuts down, then waits for the open ones.
/// Connections above the limit wait to be accepted.
pub async fn serve(listener: &TcpListener, app: &Arc<App>, router: Router) {
    let max = app.limits.connections;
    let slots = Arc::new(Semaphore::new(max));
    while let Some(permit) = acquire_slot(&slots, app).await {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    tokio::spawn(serve_connection(stream, Arc::clone(app), router.clone(), permit));
                }
                Err(_) => tokio::time::sleep(ACCEPT_RETRY_DELAY).await,
            },
            () = app.shutdown_requested() => break,
        }
    }
    let _all = slots.acquire_many(max as u32).await;
}

/// Waits for a connection slot; returns `None` when the server shuts down.
async fn acquire_slot(slots: &Arc<Semaphore>, app: &App) -> Option<OwnedSemaphorePermit> {
    tokio::select! {
        permit = Arc::clone(slots).acquire_owned() => permit.ok(),
        () = app.shutdown_requested() => None,
    }
}

/// Serves one connection. An event stream gives its slot back when it is upgraded
/// to a WebSocket: streams have a limit of their own.
async fn serve_connection(stream: TcpStream, app: Arc<App>, router: Router, _slot: OwnedSemaphorePermit) {
    // Both options are optimisations, so errors don't matter.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(limits::SEND_BUFFER_BYTES);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(app.limits.read_timeout);
    let service = TowerToHyperService::new(router);
    let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    // An error means that the client has gone or timed out: there is no one to report it to.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = app.shutdown_requested() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
