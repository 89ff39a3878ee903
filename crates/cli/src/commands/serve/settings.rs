//! The settings of a server in a TOML file, for services that are started without a command line.

use std::fs;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plateau_console::args::{bind_address, host_name, join_code};
use plateau_core::Message;
use plateau_play::io_error;
use plateau_server::{Rate, ServerLimits};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::logging::{LogFormat, LogLevel};
use crate::phrases;

/// The settings of a file. Options of the command line come before them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Settings {
    /// The address to listen on.
    #[serde(deserialize_with = "address")]
    pub bind: Option<IpAddr>,
    /// The port to listen on.
    pub port: Option<u16>,
    /// The directory for the games.
    pub data: Option<PathBuf>,
    /// The tournament to show.
    pub tournament: Option<PathBuf>,
    /// Host names of the server.
    #[serde(deserialize_with = "names")]
    pub public_name: Vec<String>,
    /// Whether a proxy on this machine passes on the addresses of clients.
    pub trust_proxy: bool,
    /// The join code.
    #[serde(deserialize_with = "code")]
    pub join_code: Option<String>,
    /// Whether other machines may read the metrics.
    pub public_metrics: bool,
    /// What to log.
    pub log: Option<LogLevel>,
    /// How to log.
    pub log_format: Option<LogFormat>,
    /// Limits other than the default ones.
    pub limits: Limits,
}

/// Declares the limits of a file, each with the name that it has in [`ServerLimits`].
macro_rules! limits {
    ($($name:ident),+) => {
        /// Limits that a file may set.
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct Limits {
            $($name: Option<usize>,)+
            new_games_at_once: Option<NonZeroU32>,
            new_games_per_minute: Option<NonZeroU32>,
            new_clients_at_once: Option<NonZeroU32>,
            new_clients_per_minute: Option<NonZeroU32>,
        }

        impl Limits {
            /// Returns the limits of a server.
            pub fn to_server_limits(&self) -> ServerLimits {
                let mut limits = ServerLimits::default();
                $(if let Some(limit) = self.$name { limits.$name = limit; })+
                set_rate(&mut limits.game_rate, self.new_games_at_once, self.new_games_per_minute);
                set_rate(&mut limits.client_rate, self.new_clients_at_once, self.new_clients_per_minute);
                limits
            }
        }
    };
}

fn set_rate(rate: &mut Rate, at_once: Option<NonZeroU32>, per_minute: Option<NonZeroU32>) {
    if let Some(at_once) = at_once {
        rate.burst = at_once.get();
    }
    if let Some(per_minute) = per_minute {
        rate.interval = Duration::from_mins(1) / per_minute.get();
    }
}

limits!(
    stored_games,
    games_in_memory,
    games_in_memory_per_address,
    streams,
    streams_per_address,
    connections,
    connections_per_address,
    engine_turns,
    engine_turns_per_address,
    queued_analyses,
    queued_analyses_per_address,
    idle_engines,
    idle_hash_mb
);

impl Settings {
    /// Reads a file.
    pub fn read(file: &Path) -> Result<Self, Message> {
        let failure = || phrases::BAD_SETTINGS.message().with("file", file.display().to_string());
        let text =
            fs::read_to_string(file).map_err(|error| failure().with("reason", io_error::reason(&error)))?;
        toml::from_str(&text).map_err(|error| {
            let line = 1 + error.span().map_or(0, |span| text[..span.start].matches('\n').count());
            let reason = phrases::AT_LINE.message().with("line", line).with("reason", error.message());
            failure().with("reason", reason)
        })
    }
}

fn address<'d, D: Deserializer<'d>>(input: D) -> Result<Option<IpAddr>, D::Error> {
    bind_address(&String::deserialize(input)?).map(Some).map_err(D::Error::custom)
}

fn names<'d, D: Deserializer<'d>>(input: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::<String>::deserialize(input)?;
    names.iter().map(|name| host_name(name)).collect::<Result<_, _>>().map_err(D::Error::custom)
}

fn code<'d, D: Deserializer<'d>>(input: D) -> Result<Option<String>, D::Error> {
    join_code(&String::deserialize(input)?).map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, String> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("plateau.toml");
        fs::write(&file, text).unwrap();
        Settings::read(&file).map_err(|error| error.to_string().replace(&file.display().to_string(), "FILE"))
    }

    #[test]
    fn the_settings_that_are_shipped_are_valid() {
        let settings = read(include_str!("../../../../../deploy/plateau.toml")).unwrap();
        assert!(settings.trust_proxy && settings.data.is_some());
        assert_eq!(settings.limits.to_server_limits(), ServerLimits::default(), "it names the defaults");
    }

    #[test]
    fn limits_are_set_one_by_one() {
        let limits = read("port = 80\n[limits]\nstreams = 7\n").unwrap().limits.to_server_limits();
        assert_eq!(limits, ServerLimits { streams: 7, ..ServerLimits::default() });
        let text = "[limits]\nnew-games-at-once = 9\nnew-clients-per-minute = 120";
        let limits = read(text).unwrap().limits.to_server_limits();
        let default = ServerLimits::default();
        assert_eq!(limits.game_rate, Rate { burst: 9, ..default.game_rate });
        assert_eq!(limits.client_rate, Rate { interval: Duration::from_millis(500), ..default.client_rate });
    }

    #[test]
    fn wrong_settings_are_explained_with_their_line() {
        for (text, reason) in [
            ("\nprot = 80", "line 2: unknown field `prot`"),
            ("port = 80\nbind = \"here\"", "line 2: "),
            ("port = 100000", "line 1: "),
            ("port =", "line 1: "),
            ("[limits]\ngames = 1", "line 2: unknown field `games`"),
            ("[limits]\nnew-games-per-minute = 0", "line 2: "),
            ("log = \"loud\"", "line 1: unknown variant `loud`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(&format!("cannot use the settings in FILE: {reason}")), "{error}");
        }
        assert!(Settings::read(Path::new("/nowhere")).is_err());
    }
}
