//! The engine's side of UGI: reads lines, thinks, and answers, for every game of a
//! registry. `plateau engine` is this on standard input and output.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use plateau_core::{Message, NotationError, Outcome, Player};
use plateau_games::{AnyEngine, AnyRecord, AnyVariant, Registry};
use plateau_search::spec::Spec;
use plateau_search::table::Table;
use plateau_search::timing::GameClock;
use plateau_search::{Analysis, Budget, Limits, Settings, Stop};

use crate::phrases;
use crate::spec::seeded;

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
        variant.engine(&Spec::parse(&self.engine)?, Settings::default()).map(drop)
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
    for line in input.lines() {
        match host.hear(&line.map_err(Ended::Io)?) {
            Ok(true) => {}
            Ok(false) => {
                host.stop();
                return Ok(());
            }
            Err(Wrong::Io(error)) => return Err(Ended::Io(error)),
            Err(Wrong::Said(message)) => host.say(&format!("info string {message}")).map_err(Ended::Io)?,
        }
    }
    host.wait();
    Ok(())
}

/// Why an engine can't go on.
#[derive(Debug)]
pub enum Ended {
    /// Its lines can't be read or written.
    Io(io::Error),
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

/// A search on a thread of its own, which gives the engine back.
struct Search {
    stop: Stop,
    limited: bool,
    thread: JoinHandle<Box<dyn AnyEngine>>,
}

struct Host<W> {
    registry: Registry,
    output: Arc<Mutex<W>>,
    variant: Arc<dyn AnyVariant>,
    /// None after a position that can't be.
    record: Option<Box<dyn AnyRecord>>,
    spec: String,
    seed: u64,
    settings: Settings,
    engine: Option<Box<dyn AnyEngine>>,
    search: Option<Search>,
}

impl<W: Write + Send + 'static> Host<W> {
    fn new(registry: Registry, setup: &Setup, output: W) -> Result<Self, Ended> {
        let variant: Arc<dyn AnyVariant> =
            registry.variant(&setup.game).map_err(|error| Ended::Setup(error.into()))?.into();
        let mut host = Self {
            registry,
            output: Arc::new(Mutex::new(output)),
            record: Some(variant.start()),
            variant,
            spec: setup.engine.clone(),
            seed: 0,
            settings: Settings::default(),
            engine: None,
            search: None,
        };
        host.made().map_err(Ended::Setup)?;
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
                self.stop();
                self.set(rest)?;
            }
            "uginewgame" => {
                self.stop();
                self.record = Some(self.variant.start());
                self.engine = None;
            }
            "position" => {
                self.stop();
                self.record = None;
                self.record = Some(self.position(rest)?);
            }
            "go" => {
                self.stop();
                self.go(rest)?;
            }
            "stop" => self.stop(),
            "query" => self.answer(rest.trim())?,
            "quit" => return Ok(false),
            _ => return Err(phrases::ENGINE_UNREAD.say().with("line", crate::fault::short(line)).into()),
        }
        Ok(true)
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let most = Table::MEGABYTES.end();
        let lines = [
            format!("id name Plateau {version}"),
            "id author the authors of Plateau".to_owned(),
            format!("option name Game type string default {}", self.variant.name()),
            format!("option name Engine type string default {}", self.spec),
            format!("option name Seed type string default {}", self.seed),
            format!("option name Threads type spin default {} min 1 max 256", self.settings.threads),
            format!("option name Hash type spin default {} min 1 max {most}", self.settings.table),
            "ugiok".to_owned(),
        ];
        self.say(&lines.join("\n"))
    }

    /// Sets `name NAME value VALUE`.
    fn set(&mut self, rest: &str) -> Result<(), Wrong> {
        let unread = || phrases::ENGINE_UNREAD.say().with("line", crate::fault::short(rest));
        let named = rest.trim().strip_prefix("name ").ok_or_else(unread)?;
        let (name, value) = named.split_once(" value ").ok_or_else(unread)?;
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        match name.as_str() {
            "game" => {
                self.variant = self.registry.variant(value)?.into();
                self.record = Some(self.variant.start());
            }
            "engine" => {
                let before = std::mem::replace(&mut self.spec, value.to_owned());
                if let Err(error) = self.made() {
                    self.spec = before;
                    return Err(error.into());
                }
            }
            "seed" => self.seed = number(value)?,
            "threads" => self.settings.threads = (number(value)? as usize).clamp(1, 256),
            "hash" => {
                let range = Table::MEGABYTES;
                self.settings.table = (number(value)? as usize).clamp(*range.start(), *range.end());
            }
            _ => return Err(unread().into()),
        }
        self.engine = None;
        Ok(())
    }

    /// Says that it is ready once it is: the first move must not pay for the table.
    fn ready(&mut self) -> Result<(), Wrong> {
        let made = if self.engine.is_none() && self.search.is_none() { self.made() } else { Ok(()) };
        self.say("readyok")?;
        Ok(made?)
    }

    /// Makes the engine.
    fn made(&mut self) -> Result<(), Message> {
        let spec = seeded(&Spec::parse(&self.spec)?, self.seed);
        self.engine = Some(self.variant.engine(&spec, self.settings)?);
        Ok(())
    }

    /// Reads `startpos` or `fen TEXT`, and perhaps `moves LIST`.
    fn position(&self, rest: &str) -> Result<Box<dyn AnyRecord>, Wrong> {
        let unread = || phrases::ENGINE_UNREAD.say().with("line", crate::fault::short(rest));
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

    /// Begins to think.
    fn go(&mut self, rest: &str) -> Result<(), Wrong> {
        let Some(record) = self.record.clone().filter(|record| record.finish().is_none()) else {
            self.say(&format!("bestmove {NO_MOVE}"))?;
            return Err(phrases::ENGINE_OVER.say().into());
        };
        let limits = limits(rest, record.as_ref());
        let made = if self.engine.is_none() { self.made() } else { Ok(()) };
        // Who asked waits for a move, whatever is wrong.
        let (limits, mut engine) = match (limits, made, self.engine.take()) {
            (Ok(limits), Ok(()), Some(engine)) => (limits, engine),
            (limits, made, engine) => {
                self.engine = engine;
                self.say(&format!("bestmove {NO_MOVE}"))?;
                return Err(limits.err().or(made.err()).unwrap_or_else(|| phrases::ENGINE_OVER.say()).into());
            }
        };
        let output = Arc::clone(&self.output);
        let stop = limits.stop.clone();
        let limited = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
        let limited = limited || Spec::parse(&self.spec).is_ok_and(|spec| spec.is_limited());
        let thread = thread::spawn(move || {
            let judges = engine.judges();
            let found = engine.analyse(record.as_ref(), &limits, &mut |analysis| {
                // Who drives it may be gone; it is told so by its input.
                let _ = say(&output, &info(analysis, judges));
            });
            let best = found.ok().and_then(|analysis| {
                let _ = say(&output, &info(&analysis, judges));
                analysis.moves.first().map(|best| best.mv.replace(' ', ""))
            });
            let _ = say(&output, &format!("bestmove {}", best.as_deref().unwrap_or(NO_MOVE)));
            engine
        });
        self.search = Some(Search { stop, limited, thread });
        Ok(())
    }

    /// Ends the search that goes on; its answer is said.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.raise();
            self.engine = search.thread.join().ok();
        }
    }

    /// Waits for a search that ends by itself, and ends one that does not.
    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            if !search.limited {
                search.stop.raise();
            }
            let _ = search.thread.join();
        }
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
            _ => return Err(phrases::ENGINE_UNREAD.say().with("line", crate::fault::short(what)).into()),
        };
        Ok(self.say(&format!("response {answer}"))?)
    }
}

impl<W> Drop for Host<W> {
    fn drop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.raise();
            let _ = search.thread.join();
        }
    }
}

fn say(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

fn number(text: &str) -> Result<u64, Message> {
    text.parse().map_err(|_| phrases::ENGINE_NUMBER.say().with("found", crate::fault::short(text)))
}

/// The limits of a `go`; without any it thinks until it is told to stop.
fn limits(rest: &str, record: &dyn AnyRecord) -> Result<Limits, Message> {
    let mut limits = Limits::default();
    let (mut left, mut increments) = ([None; 2], [Duration::ZERO; 2]);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            continue;
        }
        let value = number(words.next().unwrap_or_default())?;
        let time = Duration::from_millis(value);
        match word {
            "p1time" => left[0] = Some(time),
            "p2time" => left[1] = Some(time),
            "p1inc" => increments[0] = time,
            "p2inc" => increments[1] = time,
            "movetime" => {
                let spare = (time / 20).min(Duration::from_millis(20));
                limits.time = Some(Budget::fixed(time.saturating_sub(spare)));
            }
            "depth" => limits.depth = Some(value.clamp(1, u32::MAX.into()) as u32),
            "nodes" => limits.nodes = Some(value.max(1)),
            _ => {}
        }
    }
    let side = record.turn().index();
    if let Some(left) = left[side] {
        let clock = GameClock { left, increment: increments[side], moves_to_go: record.moves_to_go() };
        limits.time = Some(clock.budget());
    }
    Ok(limits)
}

/// What is known, in one line.
fn info(analysis: &Analysis<String>, judges: bool) -> String {
    let millis = analysis.time.as_millis();
    let speed = analysis.nodes as f64 / analysis.time.as_secs_f64().max(1e-6);
    let score = analysis.value.estimate;
    let worth = match score.plies() {
        _ if !judges => String::new(),
        Some(plies) if score.is_win() => format!(" score mate {}", plies.div_ceil(2)),
        Some(plies) => format!(" score mate -{}", plies.div_ceil(2)),
        None => format!(" score cp {}", score.number()),
    };
    let Analysis { depth, nodes, .. } = analysis;
    let mut line = format!("info depth {depth} nodes {nodes} time {millis} nps {speed:.0}{worth}");
    if let Some(best) = analysis.moves.first() {
        line.push_str(" pv");
        for mv in &best.line {
            line.push(' ');
            line.push_str(&mv.replace(' ', ""));
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What it answers to lines.
    fn dialogue(lines: &str) -> Vec<String> {
        let output = Arc::new(Mutex::new(Vec::new()));
        let setup = Setup { game: "tictactoe".to_owned(), engine: "best".to_owned() };
        serve(&plateau_games::REGISTRY, &setup, lines.as_bytes(), Shared(Arc::clone(&output))).unwrap();
        let text = String::from_utf8(output.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn it_introduces_itself_and_plays_every_game() {
        let said = dialogue("ugi\nisready\n");
        assert_eq!(said.first().map(String::as_str), Some("id name Plateau 0.1.0"));
        assert!(said.contains(&"option name Game type string default tictactoe".to_owned()), "{said:?}");
        assert_eq!(said[said.len() - 2..], ["ugiok", "readyok"]);
        for game in plateau_games::REGISTRY.games() {
            let said =
                dialogue(&format!("setoption name Game value {}\nposition startpos\ngo depth 1\n", game.id));
            let record = plateau_games::REGISTRY.variant(game.id).unwrap().start();
            let moves: Vec<String> = record.legal_moves().iter().map(|mv| mv.replace(' ', "")).collect();
            let best = said.last().unwrap().strip_prefix("bestmove ").unwrap();
            assert!(moves.iter().any(|mv| mv == best), "{}: {said:?}", game.id);
            assert!(said[0].starts_with("info depth "), "{said:?}");
        }
    }

    #[test]
    fn positions_and_questions_are_answered() {
        let said = dialogue(
            "position startpos moves 5 1\nquery p1turn\nquery gameover\nquery result\n\
             position fen xxxoo4 o\nquery result\nquery gameover\nquery p1turn\ngo\n\
             position startpos moves 5 5\nposition nowhere\nsetoption name Game value chess\n\
             query age\ngo depth x\nhello\n",
        );
        assert_eq!(
            said[..7],
            [
                "response true",
                "response false",
                "response none",
                "response p1win",
                "response true",
                "response false",
                "bestmove 0000"
            ]
        );
        assert_eq!(said[7], "info string there is no move to find");
        assert_eq!(said[8], "info string move: b2 is taken");
        assert_eq!(said[9], "info string 'nowhere' is not understood");
        assert!(said[10].starts_with("info string game, character 1: found 'chess'"), "{said:?}");
        assert_eq!(said.last().unwrap(), "info string 'hello' is not understood");
        // Who asks for a move gets one, were it none.
        assert_eq!(dialogue("go depth x\n"), ["bestmove 0000", "info string 'x' is not a whole number"]);
    }

    #[test]
    fn it_wins_where_it_can_and_stops_when_told() {
        let said = dialogue("position fen xx1oo4 x\ngo movetime 1000\nquit\n");
        assert_eq!(said.last().unwrap(), "bestmove c3");
        // Without a limit it would think for ever.
        let said = dialogue("setoption name Game value supermorpion\nposition startpos\ngo\nstop\n");
        assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
    }
}
