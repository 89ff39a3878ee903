//! Games of the WTHOR database: files of a header of 16 bytes, and 68 bytes for each game.

use std::path::Path;

use plateau_core::{Position, Variant};
use plateau_games::othello::{Board, Othello, PASS};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Bytes of a file before its games.
const HEADER_BYTES: usize = 16;

/// Bytes of a game: 8 about the players and the result, then a byte for each move.
const GAME_BYTES: usize = 68;

/// Bytes of a game before its moves.
const GAME_HEADER_BYTES: usize = 8;

/// The moves of a game, each as ten times the row plus the column, counted from 1; 0 after the
/// end. Passes are left out.
pub type Moves = Vec<u8>;

/// Reads the games of all `.wtb` files of a folder, in the order of their names.
pub fn read_folder(folder: &str) -> Result<Vec<Moves>, String> {
    let wrong = |error: std::io::Error| format!("{folder} cannot be read: {error}");
    let entries = std::fs::read_dir(folder).map_err(wrong)?.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    let mut names: Vec<_> = entries.iter().map(std::fs::DirEntry::file_name).collect();
    names.retain(|name| name.to_string_lossy().ends_with(".wtb"));
    names.sort();
    let mut games = Vec::new();
    for name in names {
        let bytes = std::fs::read(Path::new(folder).join(name)).map_err(wrong)?;
        let body = bytes.get(HEADER_BYTES..).unwrap_or_default();
        games.extend(body.chunks_exact(GAME_BYTES).map(|game| game[GAME_HEADER_BYTES..].to_vec()));
    }
    if games.is_empty() { Err(format!("{folder} has no games in .wtb files")) } else { Ok(games) }
}

/// Returns unfinished positions with this many empty squares from randomly chosen games.
pub fn endings(games: &[Moves], count: usize, empty: u32) -> Vec<Board<8>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(empty.into());
    let mut boards = Vec::new();
    // Few games end early or are cut short.
    for _ in 0..100 * count {
        if boards.len() == count {
            break;
        }
        boards.extend(ending(&games[rng.random_range(0..games.len())], empty));
    }
    boards
}

/// Plays a game until this many squares are empty.
fn ending(moves: &Moves, empty: u32) -> Option<Board<8>> {
    let mut board = Othello::<8>::default().start();
    for &mv in moves {
        if board.must_pass() {
            board = board.after(PASS);
        }
        if board.empty().count_ones() == empty {
            return board.outcome().is_none().then_some(board);
        }
        let square = (mv / 10).checked_sub(1)? * 8 + (mv % 10).checked_sub(1)?;
        board = board.play(square)?;
    }
    None
}
