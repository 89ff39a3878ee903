//! A plan as the text that a store keeps.

use std::path::PathBuf;
use std::time::Duration;

use plateau_core::Message;
use serde::{Deserialize, Serialize};

use super::{Entrant, Named, PLAN_UNREADABLE, Plan};
use crate::control;
use crate::schedule::{Schedule, System};
use crate::stats::Sprt;
use crate::terms::Terms;

/// What is written of a plan.
#[derive(Serialize, Deserialize)]
struct Written {
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
    system: Named,
    rounds: Option<usize>,
    pairs: usize,
    sprt: Option<[f64; 4]>,
}

impl Plan {
    /// All that games follow from, as one text: a tournament goes on only where this
    /// is the same, with what tells the openings of a file apart.
    pub fn text(&self, openings: Option<u64>) -> String {
        let Terms { margin, memory, adjudicate, keep } = self.terms;
        let (system, rounds) = match self.schedule.system {
            System::RoundRobin => (Named::RoundRobin, None),
            System::Gauntlet => (Named::Gauntlet, None),
            System::Swiss { rounds } => (Named::Swiss, Some(rounds)),
            System::KnockOut => (Named::KnockOut, None),
        };
        let written = Written {
            game: self.game.clone(),
            players: self.players.clone(),
            control: control::print(&self.control),
            margin,
            memory,
            adjudicate,
            keep,
            openings: self.openings.clone(),
            digest: openings,
            seed: self.seed,
            system,
            rounds,
            pairs: self.schedule.pairs,
            sprt: self.sprt.map(|Sprt { elo0, elo1, alpha, beta }| [elo0, elo1, alpha, beta]),
        };
        // Nothing in it can't be written.
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// Reads what [`Plan::text`] writes.
    pub fn read(name: String, text: &str) -> Result<Self, Message> {
        let unreadable =
            |reason: serde_json::Error| PLAN_UNREADABLE.message().with("reason", reason.to_string());
        let written: Written = serde_json::from_str(text).map_err(unreadable)?;
        let Written { game, players, margin, memory, adjudicate, keep, openings, seed, pairs, .. } = written;
        let system = match written.system {
            Named::RoundRobin => System::RoundRobin,
            Named::Gauntlet => System::Gauntlet,
            Named::Swiss => System::Swiss { rounds: written.rounds.unwrap_or(1) },
            Named::KnockOut => System::KnockOut,
        };
        Ok(Self {
            name,
            game,
            schedule: Schedule { system, players: players.len(), pairs },
            players,
            control: control::parse(&written.control)?,
            terms: Terms { margin, memory, adjudicate, keep },
            openings,
            directory: PathBuf::new(),
            seed,
            sprt: written.sprt.map(|[elo0, elo1, alpha, beta]| Sprt { elo0, elo1, alpha, beta }),
        })
    }
}
