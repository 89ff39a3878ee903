//! Parses the TOML file of a tournament.

use std::path::Path;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::Registry;
use plateau_games::time::parse_duration;
use serde::Deserialize;

use super::{
    DEFAULT_CONTROL, DEFAULT_OPENINGS, Entrant, MAX_PAIRS, PLAN_CONCURRENCY, PLAN_LIMITS, PLAN_LINE,
    PLAN_PAIRS, PLAN_PLAYER_KIND, PLAN_ROUNDS, PLAN_UNREADABLE, Plan, PlayerSource, SystemName, toml_error,
};
use crate::control;
use crate::schedule::{Schedule, System};
use crate::tournament_settings::TournamentSettings;

/// The fields of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Option<String>,
    game: String,
    #[serde(default)]
    system: SystemName,
    pairs: Option<u64>,
    rounds: Option<u64>,
    tc: Option<String>,
    time: Option<String>,
    depth: Option<u64>,
    nodes: Option<u64>,
    #[serde(rename = "time-margin", alias = "margin")]
    time_margin: Option<String>,
    #[serde(rename = "memory-limit", alias = "memory")]
    memory_limit: Option<u64>,
    #[serde(default)]
    adjudicate: bool,
    #[serde(default, rename = "keep-running", alias = "keep")]
    keep_running: bool,
    openings: Option<String>,
    #[serde(default = "one")]
    seed: u64,
    concurrency: Option<usize>,
    #[serde(default, rename = "player")]
    players: Vec<PlayerEntry>,
}

const fn one() -> u64 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerEntry {
    name: Option<String>,
    engine: Option<String>,
    protocol: Option<String>,
    command: Option<Vec<String>>,
}

impl Plan {
    /// Parses the TOML text of a tournament and returns the plan and the number of
    /// concurrent games it asks for. The name defaults to the stem of the file name.
    pub fn parse(registry: &Registry, text: &str, path: &Path) -> Result<(Self, Option<usize>), Message> {
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let message =
                line.map_or_else(|| PLAN_UNREADABLE.message(), |line| PLAN_LINE.message().with("line", line));
            message.with("reason", toml_error::reason(error.message()))
        })?;
        let variant = registry.variant(&file.game)?;
        let limits = [
            file.tc.map(|tc| format!("tc={tc}")),
            file.time.map(|time| format!("time={time}")),
            file.depth.map(|depth| format!("depth={depth}")),
            file.nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        let mut limits = limits.into_iter().flatten();
        let control = control::parse(&limits.next().unwrap_or_else(|| DEFAULT_CONTROL.to_owned()))?;
        if limits.next().is_some() {
            return Err(PLAN_LIMITS.message());
        }
        let margin = file.time_margin.as_deref().map(parse_duration).transpose()?;
        let settings = TournamentSettings {
            margin: margin.unwrap_or(TournamentSettings::default().margin),
            memory_mb: file.memory_limit,
            adjudicate: file.adjudicate,
            keep_running: file.keep_running,
        };
        let players = file.players.into_iter().map(PlayerEntry::entrant).collect::<Result<Vec<_>, _>>()?;
        let numbers = [file.pairs, file.rounds];
        if numbers.iter().flatten().any(|number| !(1..=MAX_PAIRS).contains(number)) {
            return Err(PLAN_PAIRS.message().with("most", Argument::Count(MAX_PAIRS as usize)));
        }
        if file.concurrency == Some(0) {
            return Err(PLAN_CONCURRENCY.message());
        }
        let [pairs, rounds] = numbers.map(|number| number.map(|number| number as usize));
        let system = match file.system {
            SystemName::Swiss => {
                System::Swiss { rounds: rounds.unwrap_or_else(|| default_rounds(players.len())) }
            }
            _ if rounds.is_some() => return Err(PLAN_ROUNDS.message()),
            SystemName::RoundRobin => System::RoundRobin,
            SystemName::Gauntlet => System::Gauntlet,
            SystemName::KnockOut => System::KnockOut,
        };
        let plan = Self {
            name: file.name.unwrap_or_else(stem),
            game: variant.name().to_owned(),
            schedule: Schedule { system, players: players.len(), pairs: pairs.unwrap_or(1) },
            players,
            control,
            settings,
            openings: file.openings.unwrap_or_else(|| DEFAULT_OPENINGS.to_owned()),
            directory: path.with_file_name(""),
            seed: file.seed,
            sprt: None,
        };
        plan.check()?;
        Ok((plan, file.concurrency))
    }
}

/// Returns the number of Swiss rounds after which at most one player is unbeaten if no game
/// is drawn.
fn default_rounds(players: usize) -> usize {
    players.next_power_of_two().trailing_zeros().max(1) as usize
}

impl PlayerEntry {
    fn entrant(self) -> Result<Entrant, Message> {
        let Self { name, engine, protocol, command } = self;
        let (default_name, source) = match (engine, protocol, command) {
            (Some(engine), None, None) => (engine.clone(), PlayerSource::Spec(engine)),
            (None, Some(protocol), Some(command)) if !command.is_empty() => {
                (format!("{protocol}!{}", command.join(" ")), PlayerSource::Program { protocol, command })
            }
            _ => return Err(PLAN_PLAYER_KIND.message().with("name", name.unwrap_or_default())),
        };
        Ok(Entrant { name: name.unwrap_or(default_name), source })
    }
}
