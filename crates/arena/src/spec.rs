//! How players are named: an engine of ours, `human`, or `PROTOCOL!COMMAND`.

use std::fmt;
use std::path::Path;

use plateau_core::Message;
use plateau_games::AnyVariant;
use plateau_games::EngineSpec;
use plateau_games::engines::SEEDED;
use plateau_search::Settings;

use crate::game::Control;
use crate::protocol::Protocols;
use crate::{command, phrases, process};

/// The word for a person.
const HUMAN: &str = "human";

/// A player by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// What tables and logs call it.
    pub name: String,
    /// What it is.
    pub kind: PlayerKind,
}

/// What a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// An engine of ours.
    Engine(EngineSpec),
    /// A program that speaks a protocol.
    Program {
        /// What it speaks.
        protocol: Protocols,
        /// The program and its arguments; never empty.
        command: Vec<String>,
    },
}

impl PlayerSpec {
    /// Reads `level:3`, `human` or `ugi!./bot --fast`. The command is split into
    /// words as a shell does it, quotes included.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let text = text.trim();
        let name = text.to_owned();
        if text.eq_ignore_ascii_case(HUMAN) {
            return Ok(Self { name, kind: PlayerKind::Human });
        }
        let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '-');
        match text.split_once('!') {
            Some((protocol, words)) if is_word(protocol) => {
                let unclosed = || phrases::UNCLOSED.message().with("text", text);
                let command = command::split(words).ok_or_else(unclosed)?;
                Self::program(protocol, command, Some(name))
            }
            _ => Ok(Self { name, kind: PlayerKind::Engine(EngineSpec::parse(text)?) }),
        }
    }

    /// A program from its parts; without a name it is called by what would name it
    /// on a command line.
    pub fn program(protocol: &str, command: Vec<String>, name: Option<String>) -> Result<Self, Message> {
        let protocol = Protocols::named(protocol)?;
        if command.first().is_none_or(String::is_empty) {
            return Err(phrases::NO_COMMAND.message().with("protocol", protocol.name()));
        }
        let name = name.unwrap_or_else(|| format!("{}!{}", protocol.name(), command.join(" ")));
        Ok(Self { name, kind: PlayerKind::Program { protocol, command } })
    }

    /// The same under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Whether it can play a variant, from openings if there are any; else why not.
    pub fn fits(&self, variant: &dyn AnyVariant, openings: bool) -> Result<(), Message> {
        match &self.kind {
            PlayerKind::Human => Ok(()),
            PlayerKind::Engine(spec) => {
                variant.engine(spec, Settings { hash_mb: 1, ..Settings::default() }).map(drop)
            }
            PlayerKind::Program { protocol, .. } => protocol.fits(variant, openings),
        }
    }

    /// Whether its program is there, seen from a directory; else why not.
    pub fn is_there(&self, directory: Option<&Path>) -> Result<(), Message> {
        let PlayerKind::Program { command, .. } = &self.kind else { return Ok(()) };
        let program = command.first().map(String::as_str).unwrap_or_default();
        process::find(program, directory).map_err(|error| {
            let here = || std::env::current_dir().unwrap_or_default();
            let directory = directory.map_or_else(here, Path::to_owned).display().to_string();
            let message =
                phrases::NOT_THERE.message().with("name", self.name.as_str()).with("program", program);
            message.with("directory", directory).with("reason", error.to_string())
        })
    }

    /// Whether it can be told a limit; else why not.
    pub fn hears(&self, control: Control) -> Result<(), Message> {
        match &self.kind {
            PlayerKind::Program { protocol, .. } => protocol.tells(control),
            PlayerKind::Human | PlayerKind::Engine(_) => Ok(()),
        }
    }
}

/// The spec of an engine for one game: its dice are those of the game, unless it
/// brings its own.
pub(crate) fn seeded(spec: &EngineSpec, seed: u64) -> EngineSpec {
    let rolls = SEEDED.contains(&spec.name.as_str());
    if rolls { spec.clone().with_default("seed", seed) } else { spec.clone() }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    #[test]
    fn players_are_read() {
        assert_eq!(PlayerSpec::parse("Human").unwrap().kind, PlayerKind::Human);
        let engine = PlayerSpec::parse("level:3").unwrap();
        assert!(matches!(engine.kind, PlayerKind::Engine(spec) if spec.name == "level"));
        let bot = PlayerSpec::parse("oneshot!python3 'my bot.py'").unwrap();
        let command = vec!["python3".to_owned(), "my bot.py".to_owned()];
        assert_eq!(bot.kind, PlayerKind::Program { protocol: Protocols::Oneshot, command: command.clone() });
        let parts = PlayerSpec::program("oneshot", command, None).unwrap();
        assert_eq!(parts.name, "oneshot!python3 my bot.py");
        assert_eq!(parts.named("Bot").to_string(), "Bot");
    }

    #[test]
    fn what_is_no_player_is_told() {
        let wrong = |text: &str| PlayerSpec::parse(text).unwrap_err().to_string();
        assert_eq!(
            wrong("uci!./bot"),
            "the protocol 'uci' is not known; there are ugi, oneshot, codingame, gomocup, gtp, nboard"
        );
        assert_eq!(wrong("ugi!"), "after ugi! comes the command of a program, such as ugi!./bot");
        assert_eq!(wrong("ugi!'./bot"), "in 'ugi!'./bot', a quote does not end");
        let misfit = |text: &str, game: &str, openings| {
            let variant = REGISTRY.variant(game).unwrap();
            PlayerSpec::parse(text).unwrap().fits(variant.as_ref(), openings).unwrap_err().to_string()
        };
        assert_eq!(misfit("gtp!edax", "achi", false), "gtp is spoken for othello, not for achi");
        assert_eq!(
            misfit("gomocup!rapfi", "morpion4", false),
            "gomocup knows five in a row only, and morpion4 is another game; morpion4:15x15x5 is one it knows"
        );
        assert_eq!(
            misfit("codingame!./bot", "supermorpion", true),
            "codingame begins from the empty board: play it without openings"
        );
        let gtp = PlayerSpec::parse("gtp!edax").unwrap();
        let unheard = |text: &str| gtp.hears(crate::control::parse(text).unwrap());
        assert_eq!(
            unheard("tc=0.5+1").unwrap_err().to_string(),
            "gtp counts time in whole seconds: give one at least"
        );
        assert!(unheard("time=999ms").is_err() && unheard("time=1s").is_ok() && unheard("depth=1").is_ok());
        let missing = PlayerSpec::parse("ugi!./no-such-bot").unwrap().is_there(Some(Path::new("/")));
        assert_eq!(
            missing.unwrap_err().to_string(),
            "the program of 'ugi!./no-such-bot' can't be started: ./no-such-bot, seen from /: No such file or directory (os error 2)"
        );
        assert_eq!(PlayerSpec::parse("ugi!bin/sh").unwrap().is_there(Some(Path::new("/"))), Ok(()));
        assert!(misfit("alphabta", "achi", false).contains("alphabta"));
        for (text, game) in
            [("gomocup!x", "gomoku"), ("gtp!x", "othello"), ("oneshot!x", "achi"), ("ugi!x", "picaria:13")]
        {
            let variant = REGISTRY.variant(game).unwrap();
            PlayerSpec::parse(text).unwrap().fits(variant.as_ref(), true).unwrap();
        }
    }
}
