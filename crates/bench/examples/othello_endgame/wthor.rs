//! Endings of games of the WTHOR database.

use std::path::Path;

use plateau_core::Position;
use plateau_games::othello::{Board, Othello, read_wthor};
use plateau_learn::played_game::PlayedGame;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Reads the finished games of all `.wtb` files of a folder, in the order of their names.
pub fn read_folder(folder: &str) -> Result<Vec<PlayedGame>, String> {
    let wrong = |error: std::io::Error| format!("{folder} cannot be read: {error}");
    let entries = std::fs::read_dir(folder).map_err(wrong)?.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    let mut names: Vec<_> = entries.iter().map(std::fs::DirEntry::file_name).collect();
    names.retain(|name| name.to_string_lossy().ends_with(".wtb"));
    names.sort();
    let mut games = Vec::new();
    for name in names {
        let bytes = std::fs::read(Path::new(folder).join(&name)).map_err(wrong)?;
        let read = read_wthor(&bytes).map_err(|error| format!("{}: {error}", name.display()))?;
        games.extend(read.games);
    }
    if games.is_empty() { Err(format!("{folder} has no games in .wtb files")) } else { Ok(games) }
}

/// Returns unfinished positions with this many empty squares from randomly chosen games.
pub fn endings(games: &[PlayedGame], count: usize, empty: u32) -> Vec<Board<8>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(empty.into());
    let is_wanted = |board: &Board<8>| board.empty().count_ones() == empty && !board.must_pass();
    let mut boards = Vec::new();
    // Few games end early.
    for _ in 0..100 * count {
        if boards.len() == count {
            break;
        }
        let game = &games[rng.random_range(0..games.len())];
        boards.extend(game.positions(&Othello::<8>::default()).into_iter().find(is_wanted));
    }
    debug_assert!(boards.iter().all(|board| board.outcome().is_none()), "positions before a move");
    boards
}
