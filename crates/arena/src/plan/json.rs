//! The stored form of a plan.

use std::path::PathBuf;
use std::time::Duration;

use plateau_core::Message;
use serde::{Deserialize, Serialize};

use super::{Entrant, PLAN_UNREADABLE, Plan, SystemName};
use crate::control;
use crate::schedule::{Schedule, System};
use crate::stats::Sprt;
use crate::tournament_settings::TournamentSettings;

/// The fields of the stored form. Their names and order must not change: a tournament can be
/// resumed only if the text is identical.
#[derive(Serialize, Deserialize)]
struct StoredPlan {
    game: String,
    players: Vec<Entrant>,
    control: String,
    margin: Duration,
    memory: Option<u64>,
    adjudicate: bool,
    keep: bool,
    openings: String,
    digest: Option<u64>,
    seed: u64,
    system: SystemName,
    rounds: Option<usize>,
    pairs: usize,
    sprt: Option<[f64; 4]>,
}

impl Plan {
    /// Serialises everything that determines the games, including a hash of the openings of
    /// a file. A tournament can be resumed only if this text is the same.
    pub fn to_json(&self, openings_digest: Option<u64>) -> String {
        let TournamentSettings { margin, memory_mb, adjudicate, keep_running } = self.settings;
        let (system, rounds) = match self.schedule.system {
            System::RoundRobin => (SystemName::RoundRobin, None),
            System::Gauntlet => (SystemName::Gauntlet, None),
            System::Swiss { rounds } => (SystemName::Swiss, Some(rounds)),
            System::KnockOut => (SystemName::KnockOut, None),
        };
        let stored = StoredPlan {
            game: self.game.clone(),
            players: self.players.clone(),
            control: control::print(&self.control),
            margin,
            memory: memory_mb,
            adjudicate,
            keep: keep_running,
            openings: self.openings.clone(),
            digest: openings_digest,
            seed: self.seed,
            system,
            rounds,
            pairs: self.schedule.pairs,
            sprt: self.sprt.map(|Sprt { elo0, elo1, alpha, beta }| [elo0, elo1, alpha, beta]),
        };
        // Serialising these types does not fail.
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Parses the text of [`Plan::to_json`].
    pub fn from_json(name: String, text: &str) -> Result<Self, Message> {
        let invalid =
            |reason: serde_json::Error| PLAN_UNREADABLE.message().with("reason", reason.to_string());
        let stored: StoredPlan = serde_json::from_str(text).map_err(invalid)?;
        let StoredPlan { game, players, margin, memory, adjudicate, keep, openings, seed, pairs, .. } =
            stored;
        let system = match stored.system {
            SystemName::RoundRobin => System::RoundRobin,
            SystemName::Gauntlet => System::Gauntlet,
            SystemName::Swiss => System::Swiss { rounds: stored.rounds.unwrap_or(1) },
            SystemName::KnockOut => System::KnockOut,
        };
        Ok(Self {
            name,
            game,
            schedule: Schedule { system, players: players.len(), pairs },
            players,
            control: control::parse(&stored.control)?,
            settings: TournamentSettings { margin, memory_mb: memory, adjudicate, keep_running: keep },
            openings,
            directory: PathBuf::new(),
            seed,
            sprt: stored.sprt.map(|[elo0, elo1, alpha, beta]| Sprt { elo0, elo1, alpha, beta }),
        })
    }
}
