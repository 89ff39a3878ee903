//! Player specs: how a player is written, parsed and validated.

use std::fmt;

use plateau_core::Message;
use plateau_core::error::excerpt;
use plateau_games::EngineSpec;
use plateau_games::engines::catalogue::EngineInfo;
use plateau_games::{AnyEngine, AnyVariant};
use plateau_search::Settings;

use crate::phrases;
use crate::protocol::Protocol;

/// The spec of a human player.
const HUMAN: &str = "human";

/// A player: a human, a built-in engine or an external program.
///
/// The text form is `human`, an engine spec such as `level:3`, or `PROTOCOL!COMMAND`
/// such as `ugi!./bot --fast`. [`Display`](fmt::Display) writes what
/// [`parse`](Self::parse) reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// A human.
    Human,
    /// A built-in engine.
    Engine(EngineSpec),
    /// An external program.
    Program {
        /// The protocol it speaks.
        protocol: Protocol,
        /// The executable and its arguments; never empty.
        command: Vec<String>,
    },
}

impl PlayerSpec {
    /// Parses `human` (or « humain »), an engine spec or `PROTOCOL!COMMAND`. The command is split into
    /// words as a POSIX shell would, but no shell is run.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let text = text.trim();
        if [HUMAN, phrases::HUMAN.fr].iter().any(|name| text.eq_ignore_ascii_case(name)) {
            return Ok(Self::Human);
        }
        match split_program(text) {
            Some((protocol, command)) => {
                let protocol = Protocol::parse(protocol)?;
                let unclosed = || phrases::UNCLOSED_QUOTE.message().with("text", text);
                Self::program(protocol, shlex::split(command).ok_or_else(unclosed)?)
            }
            None if let Some(spec) = spaced_engine(text) => {
                let message = phrases::ENGINE_WITH_SPACE.message().with("text", excerpt(text));
                Err(message.with("spec", spec))
            }
            None if is_command(text) => {
                let message = phrases::PROGRAM_WITHOUT_PROTOCOL.message().with("text", excerpt(text));
                Err(message.with("protocols", Protocol::names()))
            }
            None => Ok(Self::Engine(EngineSpec::parse(text)?)),
        }
    }

    /// Parses a player that runs inside this process, a human or a built-in engine, and
    /// seeds the engine as [`with_seed`](Self::with_seed) does. External programs are an
    /// error: a text from the network must never start one.
    pub fn parse_builtin(text: &str, seed: u64) -> Result<Self, Message> {
        let not_allowed = || phrases::PROGRAM_NOT_ALLOWED.message().with("text", text.trim());
        if is_command(text.trim()) && spaced_engine(text.trim()).is_none() {
            return Err(not_allowed());
        }
        match Self::parse(text)? {
            Self::Program { .. } => Err(not_allowed()),
            player => Ok(player.with_seed(seed)),
        }
    }

    /// Creates an external program from its parts; the command must not be empty.
    pub fn program(protocol: Protocol, command: Vec<String>) -> Result<Self, Message> {
        if command.first().is_none_or(String::is_empty) {
            return Err(phrases::NO_COMMAND.message().with("protocol", protocol.name()));
        }
        Ok(Self::Program { protocol, command })
    }

    /// Gives a randomized engine this seed unless its spec already names one. Other
    /// players stay as they are.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        match self {
            Self::Engine(spec) => Self::Engine(seeded(spec, seed)),
            other => other,
        }
    }

    /// Whether the player is a human.
    pub fn is_human(&self) -> bool {
        *self == Self::Human
    }

    /// Returns the spec of a built-in engine.
    pub fn engine_spec(&self) -> Option<&EngineSpec> {
        match self {
            Self::Engine(spec) => Some(spec),
            Self::Human | Self::Program { .. } => None,
        }
    }

    /// Checks that the player can play a variant, and, if `from_openings`, games that
    /// start from opening positions.
    pub fn check_variant(&self, variant: &dyn AnyVariant, from_openings: bool) -> Result<(), Message> {
        match self {
            Self::Human => Ok(()),
            Self::Engine(spec) => {
                variant.engine(spec, Settings { hash_mb: 1, ..Settings::default() }).map(drop)
            }
            Self::Program { protocol, .. } => protocol.check_variant(variant, from_openings),
        }
    }

    /// Creates the engine of this player; `None` for a human. An external program is an
    /// error, because only the arena runs those.
    pub fn create_engine(
        &self,
        variant: &dyn AnyVariant,
        settings: Settings,
    ) -> Result<Option<Box<dyn AnyEngine>>, Message> {
        match self {
            Self::Human => Ok(None),
            Self::Engine(spec) => variant.engine(spec, settings).map(Some),
            Self::Program { .. } => {
                Err(phrases::PROGRAM_NOT_ALLOWED.message().with("text", self.to_string()))
            }
        }
    }

    /// Returns the name to show to people, in their language.
    pub fn label(&self) -> Message {
        match self {
            Self::Human => phrases::HUMAN.message(),
            other => phrases::PLAYER_SPEC.message().with("spec", other.to_string()),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad(HUMAN),
            Self::Engine(spec) => f.pad(&spec.to_string()),
            Self::Program { protocol, command } => {
                let words = command.iter().map(String::as_str);
                // Only a NUL byte cannot be quoted, and no command can hold one.
                let command = shlex::try_join(words).unwrap_or_else(|_| command.join(" "));
                f.pad(&format!("{protocol}!{command}"))
            }
        }
    }
}

/// Gives the spec of a randomized engine this seed unless it already names one.
pub fn seeded(spec: EngineSpec, seed: u64) -> EngineSpec {
    let has_seed = EngineInfo::find(&spec.name).is_some_and(|info| info.has_setting("seed"));
    if has_seed { spec.with_default("seed", seed) } else { spec }
}

/// Splits `PROTOCOL!COMMAND`. A text whose part before the `!` is not a single word is an
/// engine spec.
fn split_program(text: &str) -> Option<(&str, &str)> {
    let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '-');
    text.split_once('!').filter(|(protocol, _)| is_word(protocol))
}

/// Returns the spec that a text such as `level 3` probably stands for: the name of an engine,
/// separated from its settings by a space.
fn spaced_engine(text: &str) -> Option<String> {
    let (name, settings) = text.split_once(char::is_whitespace)?;
    let info = EngineInfo::find(name)?;
    let is_setting = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '=');
    let settings: Vec<&str> = settings.split([' ', ',', ':']).filter(|word| !word.is_empty()).collect();
    settings.iter().all(is_setting).then(|| format!("{}:{}", info.name, settings.join(",")))
}

/// Returns whether a text without a protocol looks like the command of a program: no engine has
/// such a name. The settings of an engine may name a file.
fn is_command(text: &str) -> bool {
    let name = text.split(':').next().unwrap_or_default().trim();
    split_program(text).is_none()
        && EngineInfo::find(name).is_none()
        && (text.contains(['/', '\\']) || name.contains(|c: char| c.is_whitespace() || c == '.'))
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    fn parse(text: &str) -> PlayerSpec {
        PlayerSpec::parse(text).unwrap()
    }

    #[test]
    fn parse_reads_humans_engines_and_programs() {
        assert_eq!(parse(" Human "), PlayerSpec::Human);
        assert_eq!(parse("level:3").engine_spec().map(|spec| spec.name.as_str()), Some("level"));
        let command = vec!["python3".to_owned(), "my bot.py".to_owned()];
        let bot = PlayerSpec::Program { protocol: Protocol::Oneshot, command };
        assert_eq!(parse("OneShot!python3 'my bot.py'"), bot);
    }

    #[test]
    fn display_round_trips_through_parse() {
        for text in [
            "human",
            "best",
            "level:3",
            "alphabeta:depth=6,eval=even",
            "mcts:eval=../x.net",
            "ugi!./bot --fast",
        ] {
            assert_eq!(parse(text).to_string(), text);
        }
        for text in ["oneshot!python3 'my bot.py' \"\"", "gtp!edax -q \"it's\""] {
            assert_eq!(parse(&parse(text).to_string()), parse(text), "{text}");
        }
        assert_eq!(format!("{:>7}|{:<6}|", parse("human"), parse("best")), "  human|best  |");
    }

    #[test]
    fn parse_errors_say_what_to_write() {
        let error = |text: &str| PlayerSpec::parse(text).unwrap_err().to_string();
        assert_eq!(error("oneshto!./bot"), "there is no protocol 'oneshto'; did you mean oneshot?");
        assert_eq!(
            error("stdio!./bot"),
            "there is no protocol 'stdio'; available: ugi, oneshot, codingame, gomocup, gtp, nboard"
        );
        for command in ["python3 bot.py", "./bot", "bot.py", "C:\\bot.exe"] {
            assert_eq!(
                error(command),
                format!(
                    "'{command}' looks like a program: write its protocol first, as in 'oneshot!{command}'; protocols: ugi, oneshot, codingame, gomocup, gtp, nboard"
                )
            );
        }
        let spaced = |text, spec| {
            assert_eq!(
                error(text),
                format!("'{text}': settings of an engine follow a colon; did you mean {spec}?")
            );
        };
        spaced("level 3", "level:3");
        spaced("mcts seed=1, nodes=9", "mcts:seed=1,nodes=9");
        assert!(error("first ./bot").contains("looks like a program"));
        assert_eq!(error("ugi!"), "ugi! needs the command of a program, such as ugi!./bot");
        assert_eq!(error("ugi!''"), "ugi! needs the command of a program, such as ugi!./bot");
        assert_eq!(error("ugi!'./bot"), "'ugi!'./bot' has an unclosed quote");
        assert!(error("level:3,3").contains("level:3,3"));
    }

    #[test]
    fn parse_builtin_refuses_external_programs() {
        assert_eq!(
            PlayerSpec::parse_builtin("ugi!./bot", 1).unwrap_err().to_string(),
            "external programs such as 'ugi!./bot' play in `plateau play`, `match` and `tournament` only; choose human or a built-in engine"
        );
        let bare = PlayerSpec::parse_builtin("./bot", 1).unwrap_err().to_string();
        assert!(bare.starts_with("external programs such as './bot' play in "), "{bare}");
        let spaced = PlayerSpec::parse_builtin("level 3", 1).unwrap_err().to_string();
        assert!(spaced.ends_with("did you mean level:3?"), "{spaced}");
        assert_eq!(PlayerSpec::parse_builtin("human", 1), Ok(PlayerSpec::Human));
    }

    #[test]
    fn seeds_apply_to_randomized_engines_without_one() {
        let seed = |text: &str| {
            let player = PlayerSpec::parse_builtin(text, 9).unwrap();
            player.engine_spec().and_then(|spec| spec.get("seed")).map(str::to_owned)
        };
        assert_eq!(seed("human"), None);
        assert_eq!(seed("best"), None, "it is deterministic");
        assert_eq!(seed("level:3").as_deref(), Some("9"));
        assert_eq!(seed("random:seed=4").as_deref(), Some("4"));
        let player = PlayerSpec::parse_builtin("level:3", 9).unwrap();
        assert_eq!(player.to_string(), "level:3", "an added seed is not printed");
        assert_eq!(player.label().to_string(), "level:3");
    }

    #[test]
    fn check_variant_and_create_engine_agree_with_the_kind_of_player() {
        let variant = REGISTRY.variant("achi").unwrap();
        let check = |text: &str| parse(text).check_variant(variant.as_ref(), true);
        assert_eq!(check("human"), Ok(()));
        assert_eq!(check("ugi!./bot"), Ok(()));
        assert!(check("alphabta").unwrap_err().to_string().contains("alphabta"));
        assert!(check("gtp!edax").is_err());
        let engine = |text: &str| parse(text).create_engine(variant.as_ref(), Settings::default());
        assert!(engine("human").unwrap().is_none());
        assert!(engine("random").unwrap().is_some());
        assert!(engine("ugi!./bot").is_err());
    }
}
