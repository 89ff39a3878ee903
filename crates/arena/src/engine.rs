//! The engine's side of UGI: reads lines, thinks, and answers, for every game of a
//! registry. `plateau engine` is this on standard input and output.

mod lines;
#[cfg(test)]
mod tests;
mod thinker;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use plateau_core::{Message, NotationError, Outcome, Player};
use plateau_games::EngineSpec;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_search::Settings;
use plateau_search::transposition::TranspositionTable;

use crate::phrases;
use lines::{limits, number};
use thinker::Thinker;

/// The move of those that have none.
const NO_MOVE: &str = "0000";

/// What an engine is set to before it is told otherwise.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game, perhaps with options.
    pub game: String,
    /// The engine.
    pub engine: String,
}

impl Setup {
    /// Whether there is such a game and such an engine.
    pub fn check(&self, registry: &Registry) -> Result<(), Message> {
        let variant = registry.variant(&self.game)?;
        variant.engine(&EngineSpec::parse(&self.engine)?, Settings::default()).map(drop)
    }
}

/// Speaks UGI until `quit`, or until the input ends and the last search with it.
pub fn serve<W: Write + Send + 'static>(
    registry: &Registry,
    setup: &Setup,
    input: impl BufRead,
    output: W,
) -> Result<(), Ended> {
    let mut host = Host::new(*registry, setup, output)?;
    for line in input.split(b'\n') {
        let line = line.map_err(Ended::Unread)?;
        let heard = match str::from_utf8(&line) {
            Ok(line) => host.hear(line),
            Err(_) => Err(phrases::ENGINE_BYTES.message().into()),
        };
        match heard {
            Ok(true) => {}
            Ok(false) => {
                host.thinker.stop();
                return Ok(());
            }
            Err(Wrong::Io(error)) => return Err(Ended::Io(error)),
            Err(Wrong::Said(message)) => host.say(&format!("info string {message}")).map_err(Ended::Io)?,
        }
    }
    host.thinker.wait();
    Ok(())
}

/// Why an engine can't go on.
#[derive(Debug)]
pub enum Ended {
    /// Its lines can't be written.
    Io(io::Error),
    /// What it is told can't be read.
    Unread(io::Error),
    /// It is set to what is not there.
    Setup(Message),
}

/// Why a line is not obeyed.
enum Wrong {
    Io(io::Error),
    Said(Message),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Message> for Wrong {
    fn from(message: Message) -> Self {
        Self::Said(message)
    }
}

impl From<NotationError> for Wrong {
    fn from(error: NotationError) -> Self {
        Self::Said(error.into())
    }
}

struct Host<W> {
    registry: Registry,
    output: Arc<Mutex<W>>,
    variant: Arc<dyn AnyVariant>,
    /// None after a position that can't be.
    record: Option<Box<dyn AnyRecord>>,
    thinker: Thinker,
}

impl<W: Write + Send + 'static> Host<W> {
    fn new(registry: Registry, setup: &Setup, output: W) -> Result<Self, Ended> {
        let variant: Arc<dyn AnyVariant> =
            registry.variant(&setup.game).map_err(|error| Ended::Setup(error.into()))?.into();
        let mut host = Self {
            registry,
            output: Arc::new(Mutex::new(output)),
            record: Some(variant.start()),
            thinker: Thinker::new(&setup.engine),
            variant,
        };
        host.thinker.prepare(&*host.variant).map_err(Ended::Setup)?;
        Ok(host)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    /// Obeys a line; whether to go on.
    fn hear(&mut self, line: &str) -> Result<bool, Wrong> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "ugi" => self.introduce()?,
            "isready" => self.ready()?,
            "setoption" => {
                self.thinker.stop();
                self.set(rest)?;
            }
            "uginewgame" => {
                self.thinker.stop();
                self.record = Some(self.variant.start());
                self.thinker.new_game();
            }
            "position" => {
                self.thinker.stop();
                self.record = None;
                self.record = Some(self.position(rest)?);
            }
            "go" => {
                self.thinker.stop();
                self.go(rest)?;
            }
            "stop" => self.thinker.stop(),
            "query" => self.answer(rest.trim())?,
            "quit" => return Ok(false),
            _ => return Err(phrases::ENGINE_UNREAD.message().with("line", crate::fault::short(line)).into()),
        }
        Ok(true)
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let (most, thinker) = (TranspositionTable::MEGABYTES.end(), &self.thinker);
        let lines = [
            format!("id name Plateau {version}"),
            "id author the authors of Plateau".to_owned(),
            format!("option name Game type string default {}", self.variant.name()),
            format!("option name Engine type string default {}", thinker.spec),
            format!("option name Seed type string default {}", thinker.seed),
            format!("option name Threads type spin default {} min 1 max 256", thinker.settings.threads),
            format!("option name Hash type spin default {} min 1 max {most}", thinker.settings.hash_mb),
            "ugiok".to_owned(),
        ];
        self.say(&lines.join("\n"))
    }

    /// Sets `name NAME value VALUE`.
    fn set(&mut self, rest: &str) -> Result<(), Wrong> {
        let unread = || phrases::ENGINE_UNREAD.message().with("line", crate::fault::short(rest));
        let named = rest.trim().strip_prefix("name ").ok_or_else(unread)?;
        let (name, value) = named.split_once(" value ").ok_or_else(unread)?;
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        match name.as_str() {
            "game" => {
                self.variant = self.registry.variant(value)?.into();
                self.record = Some(self.variant.start());
            }
            "engine" => {
                let before = std::mem::replace(&mut self.thinker.spec, value.to_owned());
                if let Err(error) = self.thinker.prepare(&*self.variant) {
                    self.thinker.spec = before;
                    return Err(error.into());
                }
            }
            "seed" => self.thinker.seed = number(value)?,
            "threads" => self.thinker.settings.threads = (number(value)? as usize).clamp(1, 256),
            "hash" => {
                let range = TranspositionTable::MEGABYTES;
                self.thinker.settings.hash_mb = (number(value)? as usize).clamp(*range.start(), *range.end());
            }
            _ => return Err(unread().into()),
        }
        self.thinker.new_game();
        Ok(())
    }

    /// Says that it is ready once it is: the first move must not pay for the table.
    fn ready(&mut self) -> Result<(), Wrong> {
        let ready = self.thinker.ready(&*self.variant);
        self.say("readyok")?;
        Ok(ready?)
    }

    /// Reads `startpos` or `fen TEXT`, and perhaps `moves LIST`.
    fn position(&self, rest: &str) -> Result<Box<dyn AnyRecord>, Wrong> {
        let unread = || phrases::ENGINE_UNREAD.message().with("line", crate::fault::short(rest));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let cut = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = (&words[..cut], words.get(cut + 1..).unwrap_or_default());
        let mut record = match place {
            ["startpos"] => self.variant.start(),
            ["fen", text @ ..] if !text.is_empty() => self.variant.open(&text.join(" "))?,
            _ => return Err(unread().into()),
        };
        for mv in moves {
            record.play(mv)?;
        }
        Ok(record)
    }

    /// Begins to think. Who asks waits for a move, whatever is wrong.
    fn go(&mut self, rest: &str) -> Result<(), Wrong> {
        let begun = match self.record.clone().filter(|record| record.finish().is_none()) {
            None => Err(phrases::ENGINE_OVER.message()),
            Some(record) => limits(rest, record.as_ref()).and_then(|limits| {
                self.thinker.ready(&*self.variant)?;
                self.thinker.go(record, limits, &self.output)
            }),
        };
        if let Err(message) = begun {
            self.say(&format!("info string {message}\nbestmove {NO_MOVE}"))?;
        }
        Ok(())
    }

    fn answer(&self, what: &str) -> Result<(), Wrong> {
        let record = self.record.clone().unwrap_or_else(|| self.variant.start());
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
            _ => return Err(phrases::ENGINE_UNREAD.message().with("line", crate::fault::short(what)).into()),
        };
        Ok(self.say(&format!("response {answer}"))?)
    }
}

fn say(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}
