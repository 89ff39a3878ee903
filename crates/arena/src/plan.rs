//! A tournament before it is played: `file` reads what a file says of it, `text` is what
//! a store keeps.

mod file;
#[cfg(test)]
mod tests;
mod text;

use std::path::PathBuf;

use plateau_core::{Message, phrases};
use plateau_games::AnyVariant;
use serde::{Deserialize, Serialize};

use crate::game::Control;
use crate::openings::Openings;
use crate::schedule::Schedule;
use crate::spec::PlayerSpec;
use crate::stats::Sprt;
use crate::terms::Terms;

phrases! {
    /// A file that is no tournament.
    PLAN_UNREADABLE = "plan.unreadable", "this is no tournament: {reason}", "ce n'est pas un tournoi : {reason}";
    /// A line of a file that is no tournament.
    PLAN_LINE = "plan.line", "line {line}: this is no tournament: {reason}", "ligne {line} : ce n'est pas un tournoi : {reason}";
    /// Too few players.
    PLAN_PLAYERS = "plan.players", "a tournament has two players at least, and this one has {count}", "un tournoi a deux joueurs au moins, et celui-ci en a {count}";
    /// Players that can't be told apart.
    PLAN_SAME_NAME = "plan.same-name", "two players are called '{name}': give one of them another name", "deux joueurs s'appellent « {name} » : donnez un autre nom à l'un d'eux";
    /// A player without a program.
    PLAN_WHO = "plan.who", "the player '{name}' needs either engine = \"level:3\" or protocol = \"ugi\" and command = [\"./bot\"]", "le joueur « {name} » demande soit engine = \"level:3\", soit protocol = \"ugi\" et command = [\"./bot\"]";
    /// Two limits.
    PLAN_LIMITS = "plan.limits", "moves are limited by one of tc, time, depth and nodes, not by several", "les coups sont limités par un seul de tc, time, depth et nodes";
    /// Nothing to play.
    PLAN_PAIRS = "plan.pairs", "pairs and rounds are whole numbers from 1 to {most}", "pairs et rounds sont des nombres entiers de 1 à {most}";
    /// No game at once.
    PLAN_CONCURRENCY = "plan.concurrency", "concurrency is a whole number of games at once, from 1 on", "concurrency est un nombre entier de parties à la fois, à partir de 1";
    /// A name that can't be shown.
    PLAN_NAME = "plan.name", "a name is a line of one letter at least, without control characters", "un nom est une ligne d'une lettre au moins, sans caractères de contrôle";
    /// A setting of another system.
    PLAN_ROUNDS = "plan.rounds", "only a Swiss tournament has rounds", "seul un tournoi suisse a des rondes (rounds)";
}

/// Whoever plays, as a file or a command line says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// In one word: an engine of ours, or `PROTOCOL!COMMAND`.
    Spec(String),
    /// A program, with the words of its command line.
    Program {
        /// What it speaks.
        protocol: String,
        /// The program and its arguments.
        command: Vec<String>,
    },
}

/// Somebody who plays, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// What tables call it.
    pub name: String,
    /// Who it is.
    pub who: Who,
}

impl Entrant {
    /// The player, under its name.
    pub fn spec(&self) -> Result<PlayerSpec, Message> {
        let spec = match &self.who {
            Who::Spec(text) => PlayerSpec::parse(text)?,
            Who::Program { protocol, command } => PlayerSpec::program(protocol, command.clone(), None)?,
        };
        Ok(spec.named(self.name.as_str()))
    }
}

/// A tournament: every game of it follows from this and from the results before.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What it is called, and its key in a store.
    pub name: String,
    /// The canonical name of the variant.
    pub game: String,
    /// Who plays.
    pub players: Vec<Entrant>,
    /// What limits their moves.
    pub control: Control,
    /// What else holds for all games.
    pub terms: Terms,
    /// How pairs begin: `random:plies=4`, or the name of a file.
    pub openings: String,
    /// The directory that such a file is seen from.
    pub directory: PathBuf,
    /// What openings and dice follow from.
    pub seed: u64,
    /// Who meets whom.
    pub schedule: Schedule,
    /// A test that may end it early; only where two play.
    pub sprt: Option<Sprt>,
}

/// What limits moves unless a tournament says otherwise.
pub const DEFAULT_CONTROL: &str = "tc=1m+1s";

/// How pairs begin unless a tournament says otherwise.
pub const DEFAULT_OPENINGS: &str = "random:plies=4";

/// The most pairs of a meeting, and the most rounds.
pub const MOST_PAIRS: u64 = 1_000_000;

/// A system by its name, as files and stores write it.
#[derive(Clone, Copy, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Named {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

impl Plan {
    /// Its openings.
    pub fn openings(&self, variant: &dyn AnyVariant) -> Result<Openings, Message> {
        Openings::parse(&self.openings, &self.directory, variant, self.seed)
    }

    /// Refuses what can't be played.
    fn check(&self) -> Result<(), Message> {
        self.terms.check()?;
        if self.players.len() < 2 {
            return Err(PLAN_PLAYERS.message().with("count", self.players.len()));
        }
        let names = self.players.iter().map(|player| &player.name).chain([&self.name]);
        if names.into_iter().any(|name| name.trim().is_empty() || name.contains(char::is_control)) {
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
