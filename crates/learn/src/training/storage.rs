//! Where a training stores finished work, and what its files contain.

use std::time::Duration;

use plateau_core::Message;

use crate::features::Shape;
use crate::net::Net;
use crate::net_file::{NetFile, checksum};
use crate::played_game::PlayedGame;
use crate::report::GenerationReport;

/// Where a training stores finished work.
pub trait Storage {
    /// Returns the bytes of a file, or `None` if there is none of this name.
    fn load(&self, name: &str) -> Option<Vec<u8>>;
    /// Stores a file, all of it or nothing.
    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<(), Message>;
}

/// Loads the report of a generation and the net that its games led to. Returns `None` if they are
/// not stored, damaged, or of another game.
pub fn load_generation(
    generation: u32,
    game: &str,
    shape: &Shape,
    storage: &dyn Storage,
) -> Option<(GenerationReport, Net)> {
    let bytes = load_checked(&generation_file(generation), storage)?;
    let end = bytes.windows(2).position(|pair| pair == b"\n\n")? + 2;
    let report = GenerationReport::parse(std::str::from_utf8(&bytes[..end]).ok()?)?;
    let file = NetFile::parse(&bytes[end..], game, shape).ok()?;
    (report.generation == generation).then_some((report, file.net))
}

/// Stores the report of a generation and the file of its net.
pub fn save_generation(
    report: &GenerationReport,
    file: &NetFile,
    storage: &mut dyn Storage,
) -> Result<(), Message> {
    let mut bytes = report.text().into_bytes();
    bytes.extend(file.to_bytes());
    save_checked(&generation_file(report.generation), bytes, storage)
}

/// Loads some games. Returns `None` if they are not stored or damaged.
pub fn load_games(generation: u32, file: usize, storage: &dyn Storage) -> Option<Vec<PlayedGame>> {
    let bytes = load_checked(&games_file(generation, file), storage)?;
    let mut rest = bytes.as_slice();
    let mut games = Vec::new();
    while !rest.is_empty() {
        games.push(PlayedGame::read(&mut rest)?);
    }
    Some(games)
}

/// Stores some games.
pub fn save_games(
    generation: u32,
    file: usize,
    games: &[PlayedGame],
    storage: &mut dyn Storage,
) -> Result<(), Message> {
    let mut bytes = Vec::new();
    for game in games {
        game.write(&mut bytes);
    }
    save_checked(&games_file(generation, file), bytes, storage)
}

/// Returns whether the storage has anything that a training computed.
pub fn has_games(storage: &dyn Storage) -> bool {
    [games_file(1, 0), generation_file(1)].iter().any(|name| storage.load(name).is_some())
}

/// Loads a file without its checksum. Returns `None` if it is not stored or damaged.
fn load_checked(name: &str, storage: &dyn Storage) -> Option<Vec<u8>> {
    let mut bytes = storage.load(name)?;
    let (contents, sum) = bytes.split_last_chunk()?;
    if checksum(contents) != u64::from_le_bytes(*sum) {
        return None;
    }
    bytes.truncate(contents.len());
    Some(bytes)
}

/// Stores a file with its checksum.
fn save_checked(name: &str, mut bytes: Vec<u8>, storage: &mut dyn Storage) -> Result<(), Message> {
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    storage.save(name, &bytes)
}

/// How long a generation that was stopped has taken: part of the times in the report, and of
/// nothing else.
pub struct Unfinished {
    /// The generation.
    pub generation: u32,
    /// The time since the training was started or resumed.
    pub time: Duration,
}

impl Unfinished {
    const FILE: &'static str = "unfinished";

    /// Adds the time to what is stored.
    pub fn save(&self, storage: &mut dyn Storage) -> Result<(), Message> {
        let time = self.time + Self::time_of(self.generation, storage);
        storage.save(Self::FILE, format!("{} {}", self.generation, time.as_secs_f64()).as_bytes())
    }

    /// Returns the time that a generation has taken before the training was resumed.
    pub fn time_of(generation: u32, storage: &dyn Storage) -> Duration {
        let stored = storage.load(Self::FILE).and_then(|bytes| String::from_utf8(bytes).ok());
        let time = stored.and_then(|text| {
            let (number, seconds) = text.split_once(' ')?;
            let seconds = seconds.parse().ok().filter(|_| number.parse() == Ok(generation))?;
            Duration::try_from_secs_f64(seconds).ok()
        });
        time.unwrap_or_default()
    }
}

/// Returns the name of the file of a generation.
pub fn generation_file(generation: u32) -> String {
    format!("generation-{generation:04}")
}

fn games_file(generation: u32, number: usize) -> String {
    format!("games-{generation:04}-{number:04}")
}
