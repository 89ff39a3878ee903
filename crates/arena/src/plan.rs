//! The plan of a tournament. `file` parses the TOML file, `json` is the stored form.

mod file;
mod json;
#[cfg(test)]
mod tests;
mod toml_error;

use std::path::PathBuf;

use plateau_core::{Message, phrases};
use plateau_games::AnyVariant;
use plateau_play::{PlayerSpec, Protocol};
use serde::{Deserialize, Serialize};

use crate::game::Control;
use crate::openings::Openings;
use crate::schedule::Schedule;
use crate::stats::Sprt;
use crate::tournament_settings::TournamentSettings;

phrases! {
    /// The file is not a tournament.
    PLAN_UNREADABLE = "plan.unreadable", "invalid tournament: {reason}", "tournoi invalide : {reason}";
    /// A line of the file is invalid.
    PLAN_LINE = "plan.line", "line {line}: {reason}", "ligne {line} : {reason}";
    /// Too few players.
    PLAN_PLAYERS = "plan.players", "a tournament needs at least two players, this one has {count}", "un tournoi demande au moins deux joueurs, celui-ci en a {count}";
    /// Duplicate names.
    PLAN_SAME_NAME = "plan.same-name", "two players are called '{name}': rename one of them", "deux joueurs s'appellent « {name} » : renommez l'un d'eux";
    /// A player that is neither an engine nor a program.
    PLAN_PLAYER_KIND = "plan.who", "the player '{name}' needs either engine = \"level:3\" or protocol = \"ugi\" and command = [\"./bot\"]", "le joueur « {name} » doit avoir soit engine = \"level:3\", soit protocol = \"ugi\" et command = [\"./bot\"]";
    /// Several limits.
    PLAN_LIMITS = "plan.limits", "use only one of tc, time, depth and nodes", "utilisez un seul paramètre parmi tc, time, depth et nodes";
    /// Pairs or rounds out of range.
    PLAN_PAIRS = "plan.pairs", "pairs and rounds must be between 1 and {most}", "pairs et rounds doivent être compris entre 1 et {most}";
    /// Concurrency of 0.
    PLAN_CONCURRENCY = "plan.concurrency", "concurrency must be at least 1", "concurrency doit être au moins 1";
    /// Empty name, or control characters in it.
    PLAN_NAME = "plan.name", "a name must not be empty or contain control characters", "un nom ne doit pas être vide ni contenir de caractères de contrôle";
    /// Rounds in a system other than Swiss.
    PLAN_ROUNDS = "plan.rounds", "rounds applies to Swiss tournaments only", "rounds ne s'applique qu'aux tournois suisses";
}

/// The source of a player, as written in a file or on a command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerSource {
    /// A player spec in one word: an engine, or `PROTOCOL!COMMAND`.
    Spec(String),
    /// A program with the words of its command line.
    Program {
        /// The name of the protocol.
        protocol: String,
        /// The program and its arguments.
        command: Vec<String>,
    },
}

/// A named player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name used in standings and logs.
    pub name: String,
    /// What plays under this name.
    #[serde(rename = "who")]
    pub source: PlayerSource,
}

impl Entrant {
    /// Parses the player spec.
    pub fn spec(&self) -> Result<PlayerSpec, Message> {
        match &self.source {
            PlayerSource::Spec(text) => PlayerSpec::parse(text),
            PlayerSource::Program { protocol, command } => {
                PlayerSpec::program(Protocol::parse(protocol)?, command.clone())
            }
        }
    }
}

/// The plan of a tournament. Together with the results so far it determines every game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name, which identifies the tournament in a store.
    pub name: String,
    /// The canonical name of the variant.
    pub game: String,
    /// The players.
    pub players: Vec<Entrant>,
    /// The limit on each move.
    pub control: Control,
    /// The other settings of all games.
    pub settings: TournamentSettings,
    /// The openings: `random:plies=4`, or the name of a file.
    pub openings: String,
    /// The directory that file names and commands are relative to.
    pub directory: PathBuf,
    /// The seed of openings and randomised players.
    pub seed: u64,
    /// The tournament system.
    pub schedule: Schedule,
    /// An SPRT that can end a match of two players early.
    pub sprt: Option<Sprt>,
}

/// The default limit on moves.
pub const DEFAULT_CONTROL: &str = "tc=1m+1s";

/// The default openings.
pub const DEFAULT_OPENINGS: &str = "random:plies=4";

/// The maximum number of pairs per meeting, and of rounds.
pub const MAX_PAIRS: u64 = 1_000_000;

/// The names of the systems in files and stores.
#[derive(Clone, Copy, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum SystemName {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

impl Plan {
    /// Parses or reads the openings.
    pub fn openings(&self, variant: &dyn AnyVariant) -> Result<Openings, Message> {
        Openings::parse(&self.openings, &self.directory, variant, self.seed)
    }

    /// Returns an error if the plan is invalid.
    fn check(&self) -> Result<(), Message> {
        self.settings.check()?;
        if self.players.len() < 2 {
            return Err(PLAN_PLAYERS.message().with("count", self.players.len()));
        }
        let names = self.players.iter().map(|player| &player.name).chain([&self.name]);
        if names.into_iter().any(|name| name.trim().is_empty() || name.contains(plateau_core::is_control)) {
            return Err(PLAN_NAME.message());
        }
        for (i, player) in self.players.iter().enumerate() {
            player.spec()?;
            if self.players[..i].iter().any(|other| other.name == player.name) {
                return Err(PLAN_SAME_NAME.message().with("name", player.name.as_str()));
            }
        }
        Ok(())
    }
}
