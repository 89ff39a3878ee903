//! The web server of Plateau: the page, its HTTP API (`docs/api.md`) and live
//! events. Games come from a registry; the crate names none of them.

mod access;
mod address_file;
mod admin_token;
mod api;
mod app;
mod arena;
mod board_cache;
mod body;
mod client;
mod client_ids;
mod connections;
mod engine_pool;
mod engines;
mod error;
mod events;
mod fair_queue;
mod game;
mod language;
mod limits;
mod metrics;
mod middleware;
mod openapi;
pub mod phrases;
mod played_positions;
mod position_request;
mod rate_limit;
mod recent_clients;
mod routes;
mod shares;
mod slots;
mod store;
mod stored_records;
mod tokens;
mod tournament;

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::Registry;
use plateau_play::{ReportedError, io_error};
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::address_file::AddressFile;
use crate::app::App;
use crate::store::GameStore;

pub use crate::access::Access;
pub use crate::address_file::read as read_address;
pub use crate::admin_token::read as read_admin_token;
pub use crate::limits::ServerLimits;
pub use crate::rate_limit::Rate;
pub use crate::store::{backup_stopped, write_backup};
pub use crate::stored_records::stored_records;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port to listen on; 0 for any free port.
    pub port: u16,
    /// The directory in which games are stored.
    pub data: PathBuf,
    /// Limits on games, streams, connections and times.
    pub limits: ServerLimits,
    /// The database of a tournament to show.
    pub tournament: Option<PathBuf>,
    /// Who may use the server.
    pub access: Access,
}

/// File descriptors reserved for everything that is not an event stream.
const RESERVED_DESCRIPTORS: usize = 128;

/// The part of [`RESERVED_DESCRIPTORS`] that is not for connections, but for the
/// database, the listener and other files.
const FILE_DESCRIPTORS: usize = 28;

/// A server that is bound to its port; [`run`](Self::run) serves requests.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    _address_file: AddressFile,
}

/// Shuts a server down from any thread.
#[derive(Clone, Debug)]
pub struct ShutdownHandle(watch::Sender<bool>);

impl ShutdownHandle {
    /// Starts the shutdown: open streams receive a `closing` event, and new requests
    /// are refused.
    pub fn shutdown(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Binds the port and opens the database.
    pub fn open(registry: &Registry, options: &Options) -> Result<Self, ReportedError> {
        let Options { bind, port, data, limits, .. } = options;
        let listen_error = |error: std::io::Error| {
            let message = match error.kind() {
                ErrorKind::AddrInUse => phrases::PORT_IN_USE.message(),
                _ => phrases::CANNOT_LISTEN.message().with("reason", io_error::reason(&error)),
            };
            ReportedError::from(message.with("bind", bind.to_string()).with("port", *port))
        };
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(listen_error)?;
        let listener = {
            let _context = runtime.enter();
            listen((*bind, *port).into()).map_err(listen_error)?
        };
        let address = listener.local_addr().map_err(listen_error)?;
        let store = GameStore::open(data, registry)?;
        let admin_token = admin_token::load_or_create(data)?;
        let address_file = AddressFile::write(data, address)?;
        let app = App::new(*registry, options, fit_to_descriptors(*limits), store, admin_token);
        Ok(Self { runtime, listener, address, app: Arc::new(app), _address_file: address_file })
    }

    /// Returns the address the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns what the operator should know about the games: those that are damaged.
    pub fn warnings(&self) -> Vec<Message> {
        let damaged = self.app.store.damaged_at_start();
        if damaged.is_empty() {
            return Vec::new();
        }
        let games = damaged.iter().map(|game| format!("{} ({})", game.id, game.reason)).collect::<Vec<_>>();
        let message = phrases::DAMAGED_GAMES.message().with("number", Argument::Count(games.len()));
        vec![message.with("games", games.join(", "))]
    }

    /// Returns a handle that shuts the server down.
    pub fn shutdown_handle(&self) -> ShutdownHandle {
        ShutdownHandle(self.app.shutdown_sender())
    }

    /// Serves requests until a shutdown handle or a signal stops the server.
    pub fn run(self) {
        let handle = self.shutdown_handle();
        let Self { runtime, listener, app, _address_file, .. } = self;
        runtime.block_on(async {
            tokio::spawn(shutdown_on_signal(handle));
            let shutdown_timeout = async {
                app.shutdown_requested().await;
                tokio::time::sleep(limits::SHUTDOWN_TIMEOUT).await;
            };
            let serve = async {
                connections::serve(&listener, &app, routes::router(&app)).await;
                // Waits for the streams, which send their last event.
                while app.streams.in_use() > 0 {
                    tokio::time::sleep(limits::SHUTDOWN_POLL).await;
                }
            };
            tokio::select! {
                () = serve => {}
                () = shutdown_timeout => {}
            }
            app.close_games().await;
        });
        // Aborts the remaining tasks; engine threads are detached.
        runtime.shutdown_timeout(limits::TASK_SHUTDOWN_TIMEOUT);
    }
}

/// Binds an address and listens.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A restarted server gets its port although old connections are still being closed.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(limits::ACCEPT_BACKLOG)
}

/// Raises the limit of open files as far as needed, and lowers the limits of
/// streams and connections to what the system allows.
fn fit_to_descriptors(limits: ServerLimits) -> ServerLimits {
    let needed = (limits.streams + limits.connections + RESERVED_DESCRIPTORS) as u64;
    let available = rlimit::increase_nofile_limit(needed).unwrap_or(1024) as usize;
    let streams = limits.streams.min(available.saturating_sub(RESERVED_DESCRIPTORS));
    let connections = limits.connections.min(available.saturating_sub(streams + FILE_DESCRIPTORS)).max(1);
    ServerLimits { streams, connections, ..limits }
}

/// Shuts down on SIGINT (Ctrl-C) or SIGTERM.
async fn shutdown_on_signal(handle: ShutdownHandle) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return;
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        return;
    }
    handle.shutdown();
}
