//! Connections: so many at once, and each must say in time what it wants.

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

/// How long to wait where a connection can't be taken, as for want of descriptors.
const PAUSE: Duration = Duration::from_millis(200);

/// Answers until the server ends, and then those that still ask. Who comes while
/// there is no room waits.
pub async fn serve(listener: &TcpListener, app: &Arc<App>, router: Router) {
    let most = app.limits.connections;
    let room = Arc::new(Semaphore::new(most));
    while let Some(permit) = next(&room, app).await {
        tokio::select! {
            taken = listener.accept() => match taken {
                Ok((stream, _)) => {
                    tokio::spawn(answer(stream, Arc::clone(app), router.clone(), permit));
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            },
            () = app.closed() => break,
        }
    }
    let _all = room.acquire_many(most as u32).await;
}

/// Room for one more; none when the server ends.
async fn next(room: &Arc<Semaphore>, app: &App) -> Option<OwnedSemaphorePermit> {
    tokio::select! {
        permit = Arc::clone(room).acquire_owned() => permit.ok(),
        () = app.closed() => None,
    }
}

/// Answers one connection. A stream of events leaves its room here to others: there
/// is a bound of its own for those.
async fn answer(stream: TcpStream, app: Arc<App>, router: Router, _room: OwnedSemaphorePermit) {
    // Only slower without, and only larger.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(limits::SENDING_BUFFER);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(app.limits.reading);
    let service = TowerToHyperService::new(router);
    let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    // Whoever breaks off or says nothing is not told of it.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = app.closed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
