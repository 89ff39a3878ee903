//! The text form of players: an engine spec, `human`, or `PROTOCOL!COMMAND`.

use std::fmt;
use std::path::Path;

use plateau_core::Message;
use plateau_games::AnyVariant;
use plateau_games::engines::SEEDED;
use plateau_search::Settings;
use plateau_search::spec::Spec;

use crate::game::Control;
use crate::protocol::Protocol;
use crate::{phrases, process};

/// The spec of a human player.
const HUMAN: &str = "human";

/// The specification of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The name used in standings and logs.
    pub name: String,
    /// What kind of player it is.
    pub kind: PlayerKind,
}

/// The kinds of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// A built-in engine.
    Engine(Spec),
    /// A program that speaks a protocol.
    Program {
        /// The protocol.
        protocol: Protocol,
        /// The program and its arguments; never empty.
        command: Vec<String>,
    },
}

impl PlayerSpec {
    /// Parses `level:3`, `human` or `ugi!./bot --fast`. The command is split into words by
    /// the rules of the shell, including quotes.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let text = text.trim();
        let name = text.to_owned();
        if text.eq_ignore_ascii_case(HUMAN) {
            return Ok(Self { name, kind: PlayerKind::Human });
        }
        let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '-');
        match text.split_once('!') {
            Some((protocol, words)) if is_word(protocol) => {
                let unclosed = || phrases::UNCLOSED_QUOTE.message().with("text", text);
                let command = shlex::split(words).ok_or_else(unclosed)?;
                Self::program(protocol, command, Some(name))
            }
            _ => Ok(Self { name, kind: PlayerKind::Engine(Spec::parse(text)?) }),
        }
    }

    /// Creates the spec of a program; the default name is its text form.
    pub fn program(protocol: &str, command: Vec<String>, name: Option<String>) -> Result<Self, Message> {
        let protocol = Protocol::parse(protocol)?;
        if command.first().is_none_or(String::is_empty) {
            return Err(phrases::NO_COMMAND.message().with("protocol", protocol.name()));
        }
        let name = name.unwrap_or_else(|| format!("{}!{}", protocol.name(), command.join(" ")));
        Ok(Self { name, kind: PlayerKind::Program { protocol, command } })
    }

    /// Returns the spec with another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Returns an error if the player does not support the variant, or not with openings.
    pub fn check_variant(&self, variant: &dyn AnyVariant, openings: bool) -> Result<(), Message> {
        match &self.kind {
            PlayerKind::Human => Ok(()),
            PlayerKind::Engine(spec) => {
                variant.engine(spec, Settings { hash_mb: 1, ..Settings::default() }).map(drop)
            }
            PlayerKind::Program { protocol, .. } => protocol.check_variant(variant, openings),
        }
    }

    /// Returns an error if the program does not exist, relative to a directory.
    pub fn check_program(&self, directory: Option<&Path>) -> Result<(), Message> {
        let PlayerKind::Program { command, .. } = &self.kind else { return Ok(()) };
        let program = command.first().map(String::as_str).unwrap_or_default();
        process::find_program(program, directory).map_err(|error| {
            let current = || std::env::current_dir().unwrap_or_default();
            let directory = directory.map_or_else(current, Path::to_owned).display().to_string();
            let message =
                phrases::PROGRAM_NOT_FOUND.message().with("name", self.name.as_str()).with("program", program);
            message.with("directory", directory).with("reason", error.to_string())
        })
    }

    /// Returns an error if the player's protocol cannot express the limit.
    pub fn check_control(&self, control: Control) -> Result<(), Message> {
        match &self.kind {
            PlayerKind::Program { protocol, .. } => protocol.check_control(control),
            PlayerKind::Human | PlayerKind::Engine(_) => Ok(()),
        }
    }
}

/// Sets the seed of a randomised engine for one game, unless the spec has its own.
pub(crate) fn seeded(spec: &Spec, seed: u64) -> Spec {
    let randomised = SEEDED.contains(&spec.name.as_str());
    if randomised { spec.clone().or_set("seed", seed) } else { spec.clone() }
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
    fn specs_are_parsed() {
        assert_eq!(PlayerSpec::parse("Human").unwrap().kind, PlayerKind::Human);
        let engine = PlayerSpec::parse("level:3").unwrap();
        assert!(matches!(engine.kind, PlayerKind::Engine(spec) if spec.name == "level"));
        let bot = PlayerSpec::parse("oneshot!python3 'my bot.py'").unwrap();
        let command = vec!["python3".to_owned(), "my bot.py".to_owned()];
        assert_eq!(bot.kind, PlayerKind::Program { protocol: Protocol::Oneshot, command: command.clone() });
        let parts = PlayerSpec::program("oneshot", command, None).unwrap();
        assert_eq!(parts.name, "oneshot!python3 my bot.py");
        assert_eq!(parts.named("Bot").to_string(), "Bot");
    }

    #[test]
    fn invalid_specs_are_rejected() {
        let error = |text: &str| PlayerSpec::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("uci!./bot"),
            "unknown protocol 'uci'; available: ugi, oneshot, codingame, gomocup, gtp, nboard"
        );
        assert_eq!(error("ugi!"), "ugi! needs the command of a program, such as ugi!./bot");
        assert_eq!(error("ugi!'./bot"), "unclosed quote in 'ugi!'./bot'");
        let unsupported = |text: &str, game: &str, openings| {
            let variant = REGISTRY.variant(game).unwrap();
            PlayerSpec::parse(text).unwrap().check_variant(variant.as_ref(), openings).unwrap_err().to_string()
        };
        assert_eq!(unsupported("gtp!edax", "achi", false), "gtp supports othello, not achi");
        assert_eq!(
            unsupported("gomocup!rapfi", "morpion4", false),
            "gomocup supports five in a row only, such as morpion4:15x15x5, not morpion4"
        );
        assert_eq!(
            unsupported("codingame!./bot", "supermorpion", true),
            "codingame always starts from the empty board: set openings to random:plies=0"
        );
        let gtp = PlayerSpec::parse("gtp!edax").unwrap();
        let control = |text: &str| gtp.check_control(crate::control::parse(text).unwrap());
        assert_eq!(
            control("tc=0.5+1").unwrap_err().to_string(),
            "gtp sends time in whole seconds: use at least 1s"
        );
        assert!(control("time=999ms").is_err() && control("time=1s").is_ok() && control("depth=1").is_ok());
        let missing = PlayerSpec::parse("ugi!./no-such-bot").unwrap().check_program(Some(Path::new("/")));
        assert_eq!(
            missing.unwrap_err().to_string(),
            "cannot start the program of 'ugi!./no-such-bot': ./no-such-bot in /: No such file or directory (os error 2)"
        );
        assert_eq!(PlayerSpec::parse("ugi!bin/sh").unwrap().check_program(Some(Path::new("/"))), Ok(()));
        assert!(unsupported("alphabta", "achi", false).contains("alphabta"));
        for (text, game) in
            [("gomocup!x", "gomoku"), ("gtp!x", "othello"), ("oneshot!x", "achi"), ("ugi!x", "picaria:13")]
        {
            let variant = REGISTRY.variant(game).unwrap();
            PlayerSpec::parse(text).unwrap().check_variant(variant.as_ref(), true).unwrap();
        }
    }
}
