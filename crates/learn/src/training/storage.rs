//! Where a training stores finished work, and what its files contain.

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
    let bytes = storage.load(&generation_file(generation))?;
    let end = bytes.windows(2).position(|pair| pair == b"\n\n")? + 2;
    let report = GenerationReport::parse(std::str::from_utf8(&bytes[..end]).ok()?)?;
    let file = NetFile::parse(&bytes[end..], game, shape).ok()?;
    Some((report, file.net))
}

/// Stores the report of a generation and the file of its net.
pub fn save_generation(
    report: &GenerationReport,
    file: &NetFile,
    storage: &mut dyn Storage,
) -> Result<(), Message> {
    let mut bytes = report.text().into_bytes();
    bytes.extend(file.to_bytes());
    storage.save(&generation_file(report.generation), &bytes)
}

/// Loads some games. Returns `None` if they are not stored or damaged.
pub fn load_games(generation: u32, file: usize, storage: &dyn Storage) -> Option<Vec<PlayedGame>> {
    let bytes = storage.load(&games_file(generation, file))?;
    let (mut rest, sum) = bytes.split_last_chunk()?;
    if checksum(rest) != u64::from_le_bytes(*sum) {
        return None;
    }
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
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    storage.save(&games_file(generation, file), &bytes)
}

fn generation_file(generation: u32) -> String {
    format!("generation-{generation:04}")
}

fn games_file(generation: u32, number: usize) -> String {
    format!("games-{generation:04}-{number:04}")
}
