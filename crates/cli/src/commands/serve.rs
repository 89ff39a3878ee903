//! `plateau serve`: the page in the browser. Also `plateau` without a command.

mod allocator;
mod logging;
mod settings;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, io};

use clap::Args;
use plateau_console::args::{bind_address, host_name, join_code, port};
use plateau_console::output::{Output, print_error};
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_play::{ReportedError, io_error};
use plateau_server::{Access, Options, Server};

use self::logging::{LogFormat, LogLevel};
use self::settings::Settings;
use crate::arena::phrases::CANNOT_READ_FILE;
use crate::{NAME, phrases};

/// The default address.
const BIND: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The default port.
const PORT: u16 = 7878;

/// Play, watch and analyse in the browser
///
/// Prints the address of the page and serves it until Ctrl-C. Games are stored and continue
/// after a restart. This is also what `plateau` does without a command.
#[derive(Debug, Default, Args)]
pub struct Serve {
    /// Address to listen on: localhost, or 0.0.0.0 to accept other machines [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS", value_parser = bind_address)]
    bind: Option<IpAddr>,
    /// Port to listen on; 0 chooses a free one [default: 7878]
    #[arg(long, value_parser = port)]
    port: Option<u16>,
    /// Directory for the games [default: plateau in the XDG data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Tournament database to show at /tournament, also while it is being played
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Host name of the server, such as that of a proxy in front of it; can be repeated
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    public_name: Vec<String>,
    /// Take the address of clients from the proxy in front, which runs on this machine
    #[arg(long)]
    trust_proxy: bool,
    /// Code that people must enter to create games and to run engines
    #[arg(long, value_name = "CODE", value_parser = join_code)]
    join_code: Option<String>,
    /// Let other machines read /metrics
    #[arg(long)]
    public_metrics: bool,
    /// What to log on standard error
    #[arg(long, value_name = "LEVEL")]
    log: Option<LogLevel>,
    /// How to log
    #[arg(long, value_name = "FORMAT")]
    log_format: Option<LogFormat>,
    /// File with settings; options come before them
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// Returns examples for the help text.
pub fn examples() -> Vec<String> {
    vec![
        "plateau serve".to_owned(),
        "plateau serve --port 8000 --open".to_owned(),
        "plateau serve --tournament cup.sqlite".to_owned(),
        "plateau serve --bind 0.0.0.0 --join-code tulip-7".to_owned(),
    ]
}

impl Serve {
    /// Starts to listen, and serves when the output runs.
    pub fn run(self, registry: &Registry, lang: Lang) -> Result<Output, ReportedError> {
        allocator::restart_with_settings();
        let settings = self.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
        let data = games_directory(self.data.or(settings.data))?;
        let tournament = self.tournament.or(settings.tournament);
        if let Some(db) = &tournament {
            if let Err(error) = std::fs::metadata(db) {
                let message = CANNOT_READ_FILE.message().with("file", db.display().to_string());
                return Err(message.with("reason", io_error::reason(&error)).into());
            }
            plateau_arena::store::Store::open_read_only(db)?;
        }
        let log_format = self.log_format.or(settings.log_format).unwrap_or_default();
        logging::start(self.log.or(settings.log).unwrap_or_default(), log_format);
        let limits = settings.limits.to_server_limits();
        let has_tournament = tournament.is_some();
        let access = Access {
            public_names: [settings.public_name, self.public_name].concat(),
            join_code: self.join_code.or(settings.join_code),
            trust_proxy: self.trust_proxy || settings.trust_proxy,
            public_metrics: self.public_metrics || settings.public_metrics,
        };
        let (bind, port) =
            (self.bind.or(settings.bind).unwrap_or(BIND), self.port.or(settings.port).unwrap_or(PORT));
        let options = Options { bind, port, data, limits, tournament, access };
        let server = Server::open(registry, &options)?;
        let data = options.data.display().to_string();
        Ok(Output::Run(Box::new(move || {
            let page = page(local_address(server.address()));
            let mut out = io::stdout();
            // A closed pipe does not stop the server.
            let also = if has_tournament { format!("{page}tournament\n") } else { String::new() };
            let _ = write!(out, "{page}\n{also}").and_then(|()| out.flush());
            tracing::info!(version = env!("CARGO_PKG_VERSION"), address = %server.address(), data, "started");
            let warnings = public_warning(server.address(), own_address).into_iter().chain(server.warnings());
            for warning in warnings {
                let warning = warning.render(lang);
                match log_format {
                    LogFormat::Text => print_error(NAME, &warning),
                    // Programs that read the log expect one object per line.
                    LogFormat::Json => tracing::error!("{warning}"),
                }
            }
            if self.open {
                open_browser(&page);
            }
            server.run();
            tracing::info!("stopped");
            Ok(())
        })))
    }
}

fn page(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// Returns a warning if other machines can reach the server. `own_address` finds the address
/// of this machine.
fn public_warning(address: SocketAddr, own_address: impl FnOnce() -> Option<IpAddr>) -> Option<Message> {
    let ip = match address.ip() {
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => own_address(),
        ip => Some(ip),
    };
    Some(match ip {
        Some(ip) => phrases::PUBLIC_ADDRESS.message().with("page", page(SocketAddr::new(ip, address.port()))),
        None => phrases::PUBLIC_PORT.message().with("port", address.port()),
    })
}

/// Returns the address from which this machine reaches others. Nothing is sent: connecting
/// a UDP socket only chooses a route, here to addresses reserved for documentation.
fn own_address() -> Option<IpAddr> {
    let others: [IpAddr; 2] =
        [Ipv4Addr::new(192, 0, 2, 1).into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into()];
    others.into_iter().find_map(|other| {
        let any: IpAddr =
            if other.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
        let socket = UdpSocket::bind((any, 0)).ok()?;
        socket.connect((other, 9)).ok()?;
        let own = socket.local_addr().ok()?.ip();
        Some(own).filter(|own| !own.is_unspecified() && !own.is_loopback())
    })
}

/// Returns the address for a browser on this machine.
fn local_address(address: SocketAddr) -> SocketAddr {
    let mut address = address;
    if address.ip().is_unspecified() {
        address.set_ip(BIND);
    }
    address
}

/// Returns the directory of the games: the one that is given, or the default one.
pub fn games_directory(given: Option<PathBuf>) -> Result<PathBuf, Message> {
    let default = || data_directory(|name| env::var_os(name).map(PathBuf::from));
    given.or_else(default).ok_or_else(|| phrases::NO_DATA_DIRECTORY.message())
}

/// Returns the data directory of the program, as the XDG base directory specification says.
fn data_directory(set: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let own = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let home = || set("HOME").filter(|path| path.is_absolute()).map(|home| home.join(".local/share"));
    own.or_else(home).map(|data| data.join("plateau"))
}

/// Opens a page in the default browser.
fn open_browser(page: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = |command: &mut Command| {
        command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
    };
    // Without a browser, the user opens the printed address.
    let _ = quiet(&mut Command::new(program));
}

#[cfg(test)]
mod tests {
    use plateau_console::live::DEFAULT_ADDRESS;

    use super::*;

    #[test]
    fn data_directory_follows_xdg() {
        let directory = |set: &[(&str, &str)]| {
            data_directory(|name| set.iter().find(|(known, _)| *known == name).map(|set| set.1.into()))
        };
        assert_eq!(directory(&[]), None);
        assert_eq!(directory(&[("HOME", "/h")]), Some("/h/.local/share/plateau".into()));
        assert_eq!(directory(&[("HOME", "/h"), ("XDG_DATA_HOME", "/d")]), Some("/d/plateau".into()));
        assert_eq!(directory(&[("HOME", "/h"), ("XDG_DATA_HOME", "d")]), directory(&[("HOME", "/h")]));
    }

    #[test]
    fn live_games_use_the_default_address() {
        assert_eq!(DEFAULT_ADDRESS, format!("http://{}", SocketAddr::new(BIND, PORT)));
    }

    #[test]
    fn a_public_server_has_a_local_address() {
        assert_eq!(local_address("0.0.0.0:80".parse().unwrap()).to_string(), "127.0.0.1:80");
        assert_eq!(local_address("[::1]:80".parse().unwrap()).to_string(), "[::1]:80");
    }

    #[test]
    fn a_public_server_prints_a_warning() {
        let own = || Some("10.0.0.7".parse().unwrap());
        let warning = |address: &str, own: &dyn Fn() -> Option<IpAddr>| {
            public_warning(address.parse().unwrap(), own).map(|warning| warning.to_string())
        };
        assert_eq!(warning("127.0.0.1:80", &own), None);
        assert_eq!(warning("[::1]:80", &own), None);
        let everywhere = warning("0.0.0.0:80", &own).unwrap();
        assert!(everywhere.starts_with("other machines can open http://10.0.0.7:80/: "), "{everywhere}");
        let there = warning("192.168.1.2:80", &own).unwrap();
        assert!(there.starts_with("other machines can open http://192.168.1.2:80/: "), "{there}");
        let unknown = warning("[::]:80", &|| None).unwrap();
        assert!(unknown.starts_with("listening on all addresses, port 80: "), "{unknown}");
    }
}
