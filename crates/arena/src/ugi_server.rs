//! The engine's side of the Universal Game Interface: reads commands, searches, and answers,
//! for every game of a registry. `plateau engine` runs it on standard input and output.

mod engine;
mod syntax;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use plateau_core::{Lang, Message, NotationError, Outcome, Player};
use plateau_games::EngineSpec;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_search::Settings;
use plateau_search::transposition::TranspositionTable;

use crate::fault::excerpt;
use crate::phrases;
use engine::UgiEngine;
use syntax::{parse_go, parse_number};

/// The `bestmove` of a position without legal moves.
const NO_MOVE: &str = "0000";

/// The initial values of the options `Game` and `Engine`.
#[derive(Clone, Debug)]
pub struct UgiOptions {
    /// The game, optionally with its own options.
    pub game: String,
    /// The engine spec.
    pub engine: String,
    /// The language of messages for people, which UGI sends as `info string`.
    pub lang: Lang,
}

impl UgiOptions {
    /// Returns an error if the game or the engine does not exist.
    pub fn check(&self, registry: &Registry) -> Result<(), Message> {
        let variant = registry.variant(&self.game)?;
        variant.engine(&EngineSpec::parse(&self.engine)?, Settings::default()).map(drop)
    }
}

/// Runs a UGI session until `quit`, or until the input and the last limited search end.
pub fn serve<W: Write + Send + 'static>(
    registry: &Registry,
    options: &UgiOptions,
    input: impl BufRead,
    output: W,
) -> Result<(), UgiError> {
    let mut session = UgiSession::new(*registry, options, output)?;
    for line in input.split(b'\n') {
        let line = line.map_err(UgiError::Input)?;
        let executed = match str::from_utf8(&line) {
            Ok(line) => session.execute(line),
            Err(_) => Err(phrases::UGI_INVALID_UTF8.message().into()),
        };
        match executed {
            Ok(Flow::Continue) => {}
            Ok(Flow::Quit) => {
                session.engine.stop();
                return Ok(());
            }
            Err(CommandError::Io(error)) => return Err(UgiError::Output(error)),
            Err(CommandError::Invalid(message)) => {
                let message = message.render(options.lang);
                session.write_line(&format!("info string {message}")).map_err(UgiError::Output)?;
            }
        }
    }
    session.engine.finish();
    Ok(())
}

/// Why a session failed.
#[derive(Debug, thiserror::Error)]
pub enum UgiError {
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[source] io::Error),
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Input(#[source] io::Error),
    /// The initial game or engine does not exist.
    #[error("{0}")]
    Options(Message),
}

/// Whether to continue after a command.
enum Flow {
    Continue,
    Quit,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{0}")]
    Invalid(Message),
}

impl From<Message> for CommandError {
    fn from(message: Message) -> Self {
        Self::Invalid(message)
    }
}

impl From<NotationError> for CommandError {
    fn from(error: NotationError) -> Self {
        Self::Invalid(error.into())
    }
}

fn unknown_command(line: &str) -> Message {
    phrases::UGI_UNKNOWN_COMMAND.message().with("line", excerpt(line))
}

/// The state of a session.
struct UgiSession<W> {
    registry: Registry,
    output: Arc<Mutex<W>>,
    lang: Lang,
    variant: Arc<dyn AnyVariant>,
    /// The current game; `None` after an invalid `position` command.
    record: Option<Box<dyn AnyRecord>>,
    engine: UgiEngine,
}

impl<W: Write + Send + 'static> UgiSession<W> {
    fn new(registry: Registry, options: &UgiOptions, output: W) -> Result<Self, UgiError> {
        let variant: Arc<dyn AnyVariant> =
            registry.variant(&options.game).map_err(|error| UgiError::Options(error.into()))?.into();
        let mut session = Self {
            registry,
            output: Arc::new(Mutex::new(output)),
            lang: options.lang,
            record: Some(variant.start()),
            engine: UgiEngine::new(&options.engine),
            variant,
        };
        session.engine.create(&*session.variant).map_err(UgiError::Options)?;
        Ok(session)
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        write_line(&self.output, line)
    }

    /// Executes a command.
    fn execute(&mut self, line: &str) -> Result<Flow, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "ugi" => self.identify()?,
            "isready" => self.is_ready()?,
            "setoption" => {
                self.engine.stop();
                self.set_option(rest)?;
            }
            "uginewgame" => {
                self.engine.stop();
                self.record = Some(self.variant.start());
                self.engine.new_game();
            }
            "position" => {
                self.engine.stop();
                self.record = None;
                self.record = Some(self.parse_position(rest)?);
            }
            "go" => {
                self.engine.stop();
                self.go(rest)?;
            }
            "stop" => self.engine.stop(),
            "query" => self.query(rest.trim())?,
            "quit" => return Ok(Flow::Quit),
            _ => return Err(unknown_command(line).into()),
        }
        Ok(Flow::Continue)
    }

    /// Answers `ugi`.
    fn identify(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let (max_hash, engine) = (TranspositionTable::MEGABYTES.end(), &self.engine);
        let lines = [
            format!("id name Plateau {version}"),
            "id author the authors of Plateau".to_owned(),
            format!("option name Game type string default {}", self.variant.name()),
            format!("option name Engine type string default {}", engine.spec),
            format!("option name Seed type string default {}", engine.seed),
            format!("option name Threads type spin default {} min 1 max 256", engine.settings.threads),
            format!("option name Hash type spin default {} min 1 max {max_hash}", engine.settings.hash_mb),
            "ugiok".to_owned(),
        ];
        self.write_line(&lines.join("\n"))
    }

    /// Executes `setoption name NAME value VALUE`.
    fn set_option(&mut self, rest: &str) -> Result<(), CommandError> {
        let malformed = || phrases::UGI_SETOPTION.message();
        let named = rest.trim().strip_prefix("name ").ok_or_else(malformed)?;
        let (name, value) = named.split_once(" value ").ok_or_else(malformed)?;
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        match name.as_str() {
            "game" => {
                self.variant = self.registry.variant(value)?.into();
                self.record = Some(self.variant.start());
            }
            "engine" => {
                let previous = std::mem::replace(&mut self.engine.spec, value.to_owned());
                if let Err(error) = self.engine.create(&*self.variant) {
                    self.engine.spec = previous;
                    return Err(error.into());
                }
            }
            "seed" => self.engine.seed = parse_number(value)?,
            "threads" => self.engine.settings.threads = (parse_number(value)? as usize).clamp(1, 256),
            "hash" => {
                let range = TranspositionTable::MEGABYTES;
                self.engine.settings.hash_mb =
                    (parse_number(value)? as usize).clamp(*range.start(), *range.end());
            }
            _ => return Err(phrases::UGI_UNKNOWN_OPTION.message().with("name", excerpt(&name)).into()),
        }
        self.engine.new_game();
        Ok(())
    }

    /// Answers `isready` once the engine is created: the first move must not include the
    /// time to allocate the transposition table.
    fn is_ready(&mut self) -> Result<(), CommandError> {
        let ready = self.engine.ensure_created(&*self.variant);
        self.write_line("readyok")?;
        Ok(ready?)
    }

    /// Parses `startpos` or `fen TEXT`, optionally followed by `moves LIST`.
    fn parse_position(&self, rest: &str) -> Result<Box<dyn AnyRecord>, CommandError> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let cut = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start, moves) = (&words[..cut], words.get(cut + 1..).unwrap_or_default());
        let mut record = match start {
            ["startpos"] => self.variant.start(),
            ["fen", text @ ..] if !text.is_empty() => self.variant.open(&text.join(" "))?,
            _ => return Err(phrases::UGI_POSITION.message().into()),
        };
        for mv in moves {
            record.play(mv)?;
        }
        Ok(record)
    }

    /// Starts a search. Answers `bestmove` even on errors, since the caller waits for it.
    fn go(&mut self, rest: &str) -> Result<(), CommandError> {
        let started = match self.record.clone() {
            None => Err(phrases::UGI_NO_POSITION.message()),
            Some(record) if record.finish().is_some() => Err(phrases::UGI_NO_LEGAL_MOVE.message()),
            Some(record) => parse_go(rest, record.as_ref()).and_then(|limits| {
                self.engine.ensure_created(&*self.variant)?;
                self.engine.start(record, limits, &self.output, self.lang)
            }),
        };
        if let Err(message) = started {
            let message = message.render(self.lang);
            self.write_line(&format!("info string {message}\nbestmove {NO_MOVE}"))?;
        }
        Ok(())
    }

    /// Answers `query gameover`, `query p1turn` and `query result`.
    fn query(&self, what: &str) -> Result<(), CommandError> {
        let record = self.record.as_ref().ok_or_else(|| phrases::UGI_NO_POSITION.message())?;
        let finish = record.finish();
        let answer = match what {
            "gameover" => finish.is_some().to_string(),
            "p1turn" => (record.turn() == Player::First).to_string(),
            "result" => match finish.map(|finish| finish.outcome) {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win { winner: Player::First, .. }) => "p1win",
                Some(Outcome::Win { winner: Player::Second, .. }) => "p2win",
            }
            .to_owned(),
            _ => return Err(unknown_command(what).into()),
        };
        Ok(self.write_line(&format!("response {answer}"))?)
    }
}

fn write_line(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}
