//! `plateau serve`: the page in the browser, and `plateau` alone.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, io};

use clap::Args;
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_server::{Options, Server, ServerLimits};

use crate::arena::phrases::UNREADABLE;
use crate::{NAME, phrases};
use plateau_console::output::{Answer, complain};

/// Where the page is, unless it is told otherwise.
const BIND: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PORT: u16 = 7878;

/// Play, watch and analyse in the browser
///
/// Prints the address of the page, and answers there until Ctrl-C. Games are kept:
/// they go on after a restart. `plateau` without a command does the same.
#[derive(Debug, Args)]
pub struct Serve {
    /// Address to listen to; 0.0.0.0 lets other machines in
    #[arg(long, default_value_t = BIND)]
    bind: IpAddr,
    /// Port to listen to; 0 for any that is free
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Directory of the games; without it, plateau in the user's data directory (XDG)
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Database of a tournament to show at /tournament, while it is played too
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

impl Default for Serve {
    fn default() -> Self {
        Self { bind: BIND, port: PORT, data: None, tournament: None, open: false }
    }
}

/// Examples for the help text.
pub fn examples() -> Vec<String> {
    vec![
        "plateau serve".to_owned(),
        "plateau serve --port 8000 --open".to_owned(),
        "plateau serve --tournament cup.sqlite".to_owned(),
    ]
}

impl Serve {
    /// Listens; the answer is to serve.
    pub fn answer(self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let data = match self.data {
            Some(data) => data,
            None => data_directory(|name| env::var_os(name).map(PathBuf::from))
                .ok_or_else(|| phrases::NO_DATA_DIRECTORY.message())?,
        };
        if let Some(db) = &self.tournament {
            if let Err(error) = std::fs::metadata(db) {
                let message = UNREADABLE.message().with("file", db.display().to_string());
                return Err(message.with("reason", error.to_string()));
            }
            plateau_arena::store::Store::open_read_only(db)?;
        }
        let (limits, tournament) = (ServerLimits::default(), self.tournament);
        let shown = tournament.is_some();
        let options = Options { bind: self.bind, port: self.port, data, limits, tournament };
        let server = Server::open(registry, &options)?;
        Ok(Answer::Runs(Box::new(move || {
            let page = page(named(server.address()));
            let mut out = io::stdout();
            // Whoever started it may read no more; the page is there all the same.
            let also = if shown { format!("{page}tournament\n") } else { String::new() };
            let _ = write!(out, "{page}\n{also}").and_then(|()| out.flush());
            if let Some(warning) = open_to_others(server.address(), outside) {
                complain(NAME, &warning.render(lang));
            }
            if self.open {
                browse(&page);
            }
            server.run();
            Ok(())
        })))
    }
}

fn page(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// What to know of a page that is not for this machine alone. `outside` finds the
/// machine's own address.
fn open_to_others(address: SocketAddr, outside: impl FnOnce() -> Option<IpAddr>) -> Option<Message> {
    let ip = match address.ip() {
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => outside(),
        ip => Some(ip),
    };
    Some(match ip {
        Some(ip) => phrases::OPEN_AT.message().with("page", page(SocketAddr::new(ip, address.port()))),
        None => phrases::OPEN_TO_ALL.message().with("port", address.port()),
    })
}

/// The address of this machine that it would write to others from. Nothing is sent:
/// these are nobody's, kept for examples.
fn outside() -> Option<IpAddr> {
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

/// The address as a browser on this machine finds it.
fn named(address: SocketAddr) -> SocketAddr {
    let mut address = address;
    if address.ip().is_unspecified() {
        address.set_ip(BIND);
    }
    address
}

/// The program's part of the user's data directory, as the XDG base directories
/// say.
fn data_directory(set: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let own = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let home = || set("HOME").filter(|path| path.is_absolute()).map(|home| home.join(".local/share"));
    own.or_else(home).map(|data| data.join("plateau"))
}

/// Opens a page, where the system knows how.
fn browse(page: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = |command: &mut Command| {
        command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
    };
    // Its address is printed for those without.
    let _ = quiet(&mut Command::new(program));
}

#[cfg(test)]
mod tests {
    use plateau_console::live::PAGE;

    use super::*;

    #[test]
    fn data_go_where_the_user_keeps_them() {
        let directory = |set: &[(&str, &str)]| {
            data_directory(|name| set.iter().find(|(known, _)| *known == name).map(|set| set.1.into()))
        };
        assert_eq!(directory(&[]), None);
        assert_eq!(directory(&[("HOME", "/h")]), Some("/h/.local/share/plateau".into()));
        assert_eq!(directory(&[("HOME", "/h"), ("XDG_DATA_HOME", "/d")]), Some("/d/plateau".into()));
        assert_eq!(directory(&[("HOME", "/h"), ("XDG_DATA_HOME", "d")]), directory(&[("HOME", "/h")]));
    }

    #[test]
    fn the_page_is_where_it_is_looked_for() {
        assert_eq!(PAGE, format!("http://{}", SocketAddr::new(BIND, PORT)));
    }

    #[test]
    fn a_page_for_everybody_is_found_on_this_machine() {
        assert_eq!(named("0.0.0.0:80".parse().unwrap()).to_string(), "127.0.0.1:80");
        assert_eq!(named("[::1]:80".parse().unwrap()).to_string(), "[::1]:80");
    }

    #[test]
    fn a_page_for_everybody_says_so() {
        let own = || Some("10.0.0.7".parse().unwrap());
        let said = |address: &str, own: &dyn Fn() -> Option<IpAddr>| {
            open_to_others(address.parse().unwrap(), own).map(|said| said.to_string())
        };
        assert_eq!(said("127.0.0.1:80", &own), None);
        assert_eq!(said("[::1]:80", &own), None);
        let everywhere = said("0.0.0.0:80", &own).unwrap();
        assert!(everywhere.starts_with("other machines find it at http://10.0.0.7:80/: "), "{everywhere}");
        let there = said("192.168.1.2:80", &own).unwrap();
        assert!(there.starts_with("other machines find it at http://192.168.1.2:80/: "), "{there}");
        let unknown = said("[::]:80", &|| None).unwrap();
        assert!(unknown.starts_with("it listens on every address of this machine, port 80: "), "{unknown}");
    }
}
