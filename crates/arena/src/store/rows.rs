//! Converts pairings and games to and from table rows.

use std::time::Duration;

use plateau_core::Player;
use rusqlite::{Row, Transaction};

use super::{LiveGame, Pairing};
use crate::game::Ending;
use crate::stored_game::{StoredGame, ending_text, parse_fault};

/// Inserts a pairing.
pub fn insert_pairing(transaction: &Transaction<'_>, id: i64, pairing: &Pairing) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached("INSERT INTO pairs VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let [first, second] = pairing.players.map(|player| player as i64);
    // Moves can contain spaces, but no semicolons.
    insert.execute((id, pairing.number as i64, first, second, pairing.opening.join(";")))?;
    Ok(())
}

/// Inserts a game in progress with the current Unix time.
pub fn insert_live_game(
    transaction: &Transaction<'_>,
    id: i64,
    game: &LiveGame,
    now: i64,
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached("INSERT INTO boards VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    let [first, second] = game.players.map(|player| player as i64);
    insert.execute((id, game.pair as i64, game.game, first, second, game.moves.join(";"), now))?;
    Ok(())
}

/// Reads a game in progress, with the columns of `Store::live_games`.
pub fn read_live_game(row: &Row<'_>) -> rusqlite::Result<LiveGame> {
    let players = [player(row, 2)?, player(row, 3)?];
    Ok(LiveGame { pair: row.get::<_, i64>(0)? as u64, game: row.get(1)?, players, moves: moves(row, 4)? })
}

/// Reads a pairing, with the columns of `Store::pairings`.
pub fn read_pairing(row: &Row<'_>) -> rusqlite::Result<Pairing> {
    let players = [player(row, 1)?, player(row, 2)?];
    Ok(Pairing { number: row.get::<_, i64>(0)? as u64, players, opening: moves(row, 3)? })
}

fn moves(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<String>> {
    let text: String = row.get(column)?;
    Ok(text.split(';').filter(|mv| !mv.is_empty()).map(str::to_owned).collect())
}

fn player(row: &Row<'_>, column: usize) -> rusqlite::Result<usize> {
    row.get::<_, i64>(column).map(|player| player as usize)
}

/// Inserts a game.
pub fn insert_game(transaction: &Transaction<'_>, id: i64, game: &StoredGame) -> rusqlite::Result<()> {
    let (ending, side, detail) = ending_text(&game.ending);
    let mut insert = transaction
        .prepare_cached("INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")?;
    let [first, second] = game.players.map(|player| player as i64);
    let [first_micros, second_micros] = game.times.map(|time| time.as_micros() as i64);
    insert.execute((
        id,
        game.pair as i64,
        game.game,
        first,
        second,
        game.winner.map(|winner| winner.letter().to_string()),
        ending,
        side.map(|side| side.letter().to_string()),
        detail,
        first_micros,
        second_micros,
        &game.record,
    ))?;
    Ok(())
}

/// Reads a game, with the columns of `Store::games`.
pub fn read_game(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let side = |column: usize| -> rusqlite::Result<Option<Player>> {
        let letter: Option<String> = row.get(column)?;
        Ok(letter.and_then(|letter| Player::from_letter(letter.chars().next()?)))
    };
    let (ending, detail): (String, Option<String>) = (row.get(5)?, row.get(7)?);
    let fault = side(6)?.zip(parse_fault(&ending, &detail.unwrap_or_default()));
    let ending = match fault {
        Some((side, fault)) => Ending::Fault(side, fault),
        None if ending == "adjudicated" => Ending::Adjudicated,
        None => Ending::Rules,
    };
    let time = |column: usize| row.get::<_, i64>(column).map(|micros| Duration::from_micros(micros as u64));
    Ok(StoredGame {
        pair: row.get::<_, i64>(0)? as u64,
        game: row.get(1)?,
        players: [player(row, 2)?, player(row, 3)?],
        winner: side(4)?,
        ending,
        times: [time(8)?, time(9)?],
        record: row.get(10)?,
    })
}
