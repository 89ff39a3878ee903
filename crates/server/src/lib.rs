//! The page and its server: play, watch, analyse and understand games in the
//! browser. `docs/api.md` describes what it answers. It knows no game by name:
//! hand it a registry.

mod app;
mod attention;
mod body;
mod change;
mod connections;
mod engines;
mod error;
mod events;
mod fields;
mod guard;
mod language;
mod limits;
pub mod phrases;
mod place;
mod routes;
mod secret;
mod show;
mod store;
mod stored;
mod table;
mod tournament;

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use plateau_core::Message;
use plateau_games::Registry;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::app::App;
use crate::store::Store;
use crate::tournament::Shown;

pub use crate::limits::Limits;

/// Where to listen, and where to keep games.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen to.
    pub bind: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The directory of the games.
    pub data: PathBuf,
    /// How much it holds.
    pub limits: Limits,
    /// The database of a tournament to show.
    pub tournament: Option<PathBuf>,
}

/// Files and connections that are not streams, at least.
const OTHER_FILES: usize = 128;

/// Of these, files.
const FILES: usize = 28;

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

/// Ends a server from any thread.
#[derive(Clone, Debug)]
pub struct Closer(watch::Sender<bool>);

impl Closer {
    /// Ends it: open streams are told, and what is asked from now on is refused.
    pub fn close(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Opens the games and the port; says in a sentence what can't be had.
    pub fn open(registry: &Registry, options: &Options) -> Result<Self, Message> {
        let Options { bind, port, data, limits, tournament } = options;
        let cannot = |error: std::io::Error| {
            let message = match error.kind() {
                ErrorKind::AddrInUse => phrases::PORT_TAKEN.message(),
                _ => phrases::CANNOT_LISTEN.message().with("reason", error.to_string()),
            };
            message.with("bind", bind.to_string()).with("port", *port)
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(cannot)?;
        let listener = runtime.block_on(TcpListener::bind((*bind, *port))).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let store = Store::open(data)?;
        // Every stream is an open file, and so is every other connection.
        let wanted = (limits.streams + limits.connections + OTHER_FILES) as u64;
        let files = rlimit::increase_nofile_limit(wanted).unwrap_or(1024) as usize;
        let streams = limits.streams.min(files.saturating_sub(OTHER_FILES));
        let connections = limits.connections.min(files.saturating_sub(streams + FILES)).max(1);
        let limits = Limits { streams, connections, ..*limits };
        let tournament = tournament.clone().map(Shown::new);
        let app = Arc::new(App::new(*registry, *bind, store, limits, tournament));
        Ok(Self { runtime, listener, address, app })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    pub fn closer(&self) -> Closer {
        Closer(self.app.closing())
    }

    /// Answers until it is closed, by its closer or by a signal to end.
    pub fn run(self) {
        let Self { runtime, listener, app, .. } = self;
        runtime.block_on(async {
            tokio::spawn(close_on_signal(Closer(app.closing())));
            tokio::spawn(beat(Arc::clone(&app)));
            let late = async {
                app.closed().await;
                tokio::time::sleep(limits::CLOSING).await;
            };
            let served = async {
                connections::serve(&listener, &app, routes::router(&app)).await;
                // Streams are not waited for above; each is told.
                let _told = app.streams.acquire_many(app.limits.streams as u32).await;
            };
            tokio::select! {
                () = served => {}
                () = late => {}
            }
            app.beat().await;
        });
        // Tasks end where they wait; engines that still think are not waited for.
        runtime.shutdown_timeout(limits::LAST);
    }
}

/// Writes running clocks down now and then.
async fn beat(app: Arc<App>) {
    let mut beats = tokio::time::interval(app.limits.beat);
    loop {
        beats.tick().await;
        app.beat().await;
    }
}

/// Ctrl-C and what asks politely to end.
async fn close_on_signal(closer: Closer) {
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
    closer.close();
}
