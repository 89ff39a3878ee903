//! Game collections of the WTHOR database: a header of 16 bytes, and 68 bytes for each game.
//!
//! ```text
//! header   4–7 the number of games, 12 the size of the board (0 means 8),
//!          14 the empty squares E of the theoretical score, 0 if there is none
//! game     7 the theoretical score: the discs of black if both sides play perfectly as
//!          soon as E squares are empty; 8–67 the moves, each as ten times the row plus the
//!          column, counted from 1; 0 after the end. Passes are left out.
//! ```

use plateau_core::{Message, Player, Position, Variant};
use plateau_learn::played_game::{InitialGames, PlayedGame, Ply, PlyTarget, result_for};
use plateau_search::Score;

use super::board::{Board, PASS};
use super::{Othello, phrases};

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;

/// Where the moves of a game begin.
const FIRST_MOVE: usize = 8;

/// The byte of a game with its theoretical score: the discs of black.
const THEORETICAL_SCORE: usize = 7;

/// The squares of the board, which the theoretical score divides.
const SQUARES: i32 = 64;

/// Reads the games of a file. Those that were not played to the end are counted as unfinished.
pub fn read(bytes: &[u8]) -> Result<InitialGames, Message> {
    let (header, body) =
        bytes.split_first_chunk::<HEADER_BYTES>().ok_or_else(|| phrases::NOT_WTHOR.message())?;
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    if !matches!(header[12], 0 | 8) || count == 0 {
        return Err(phrases::NOT_WTHOR.message());
    }
    if Some(body.len()) != count.checked_mul(GAME_BYTES) {
        return Err(phrases::WTHOR_LENGTH.message().with("games", count).with("found", bytes.len()));
    }
    let solved_empty = Some(u32::from(header[14])).filter(|&empty| empty > 0);
    let mut found = InitialGames::default();
    for (number, game) in (1..).zip(body.chunks_exact(GAME_BYTES)) {
        if i32::from(game[THEORETICAL_SCORE]) > SQUARES {
            let message = phrases::WTHOR_SCORE.message().with("number", number);
            return Err(message.with("found", usize::from(game[THEORETICAL_SCORE])));
        }
        match played_game(game, solved_empty) {
            Ok(Some(game)) => found.games.push(game),
            Ok(None) => found.unfinished += 1,
            Err(ply) => {
                return Err(phrases::WTHOR_MOVE.message().with("number", number).with("move", ply));
            }
        }
    }
    Ok(found)
}

/// Plays a game. Returns `None` if it was not played to the end, or the number of its first illegal
/// move. With a theoretical score, this is the result of all moves before it.
fn played_game(game: &[u8], solved_empty: Option<u32>) -> Result<Option<PlayedGame>, usize> {
    let mut board: Board<8> = Othello::default().start();
    let mut plies = Vec::new();
    let mut solved_empty = solved_empty;
    for (number, &code) in (1_usize..).zip(game[FIRST_MOVE..].iter().take_while(|&&code| code != 0)) {
        if board.must_pass() {
            plies.push(Ply { choice: 0, target: PlyTarget::Result });
            board.play_unchecked(PASS);
        }
        let square = square(code).ok_or(number)?;
        let choice = board.legal_moves().position(|mv| mv == square).ok_or(number)?;
        let is_solved = solved_empty.is_some_and(|empty| board.empty().count_ones() == empty);
        let target = if is_solved {
            solved_empty = None;
            PlyTarget::Explored(theoretical_value(game, board.turn()))
        } else {
            PlyTarget::Result
        };
        plies.push(Ply { choice: choice as u16, target });
        board.play_unchecked(square);
    }
    let finished = board.outcome().map(|outcome| {
        let result = result_for(outcome, Player::First, Board::<8>::OBJECTIVE);
        PlayedGame { plies, result }
    });
    Ok(finished)
}

/// Returns the square of a move.
fn square(code: u8) -> Option<u8> {
    let [row, column] = [code / 10, code % 10];
    let is_on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    is_on_board.then(|| 8 * (row - 1) + column - 1)
}

/// Returns the theoretical score for a side, in hundredths of a disc.
fn theoretical_value(game: &[u8], side: Player) -> i32 {
    let margin = 2 * i32::from(game[THEORETICAL_SCORE]) - SQUARES;
    Score::UNIT * if side == Player::First { margin } else { -margin }
}

#[cfg(test)]
mod tests {
    use plateau_learn::played_game::Targets;

    use super::*;

    /// The shortest game: white has no discs left after nine moves.
    const SHORT: [u8; 9] = [65, 46, 35, 66, 57, 64, 75, 56, 53];

    fn file(games: &[&[u8]]) -> Vec<u8> {
        let mut bytes = vec![20, 1, 1, 1, games.len() as u8, 0, 0, 0, 0, 0, 0xe8, 7, 8, 0, 57, 0];
        for moves in games {
            let mut game = [0; GAME_BYTES];
            (game[6], game[7]) = (64, 30);
            game[FIRST_MOVE..][..moves.len()].copy_from_slice(moves);
            bytes.extend(game);
        }
        bytes
    }

    fn error(bytes: &[u8]) -> String {
        read(bytes).unwrap_err().to_string()
    }

    #[test]
    fn games_are_read_with_their_theoretical_scores() {
        let found = read(&file(&[&SHORT, &SHORT[..4]])).unwrap();
        assert_eq!((found.games.len(), found.unfinished), (1, 1));
        let game = &found.games[0];
        assert_eq!(game.result, 64);
        // With 57 empty squares, white is to move: it would win by 4.
        let targets = Targets { objective: Board::<8>::OBJECTIVE, unit: 1_000, result_share: 0.3 };
        let targets = game.targets(game.plies.len(), Some(Player::First), &targets, &|_| true);
        let expected = [-0.4, 0.4, -0.4, 0.4, 6.4, -6.4, 6.4, -6.4, 6.4];
        for (target, expected) in targets.into_iter().zip(expected) {
            assert!((target.unwrap() - expected).abs() < 1e-4, "{target:?} {expected}");
        }
    }

    #[test]
    fn damaged_files_are_refused_by_one_sentence() {
        let bytes = file(&[&SHORT, &SHORT]);
        let not_wthor = "this is not a WTHOR file of games on 8×8";
        assert_eq!(error(&bytes[..10]), not_wthor);
        assert_eq!(error(&[&bytes[..12], &[10], &bytes[13..]].concat()), not_wthor);
        assert_eq!(
            error(&bytes[..bytes.len() - 1]),
            "it is damaged or incomplete: its header says 2 games of 68 bytes, but it has 151 bytes"
        );
        let mut score = bytes.clone();
        score[16 + THEORETICAL_SCORE] = 65;
        assert_eq!(error(&score), "game 1 is damaged: its theoretical score is 65 discs of 64");
        let illegal = "game 2 is damaged: its move 3 is illegal";
        for code in [11, 99, 255, 65] {
            let mut moves = SHORT;
            moves[2] = code;
            assert_eq!(error(&file(&[&SHORT, &moves])), illegal, "{code}");
        }
    }
}
