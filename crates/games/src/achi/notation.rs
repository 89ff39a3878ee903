//! Parsing and printing of positions and moves.

use std::cmp::Ordering;

use plateau_core::intern::Interned;
use plateau_core::{Field, Message, NotationError, Player, Position};

use super::board::{Board, Move};
use super::rules::{Ban, Blocked, CENTRE, Rules, owner, points_of};
use super::{PLAYERS, phrases};
use crate::cells::{self, Cell, Runs};
use crate::phrases::{CANNOT_PASS, YOU_CANNOT_PASS, YOU_MUST_PASS};

/// Returns the name of a point: its number from 1.
pub fn point_name(point: u8) -> String {
    (u32::from(point) + 1).to_string()
}

/// Returns the contents of all points.
pub fn pieces(board: &Board) -> impl Iterator<Item = Cell> {
    let stones = board.stones();
    (0..board.rules().points).map(move |point| owner(stones, 1 << point))
}

/// Prints a position.
pub fn print(board: &Board) -> String {
    format!("{} {}", cells::write_cells(pieces(board), Runs::Digits), board.turn().letter())
}

/// Parses a position.
pub fn parse(rules: Interned<Rules>, text: &str) -> Result<Board, NotationError> {
    let points = rules.points;
    let ((span, read), side) =
        cells::board_and_side(text, |span| Ok((span, cells::read_board(span, points)?)))?;
    let counts = cells::counts(&read);
    let most = rules.setup.pieces;
    if let Some(player) = Player::BOTH.into_iter().find(|player| counts[player.index()] > most) {
        let reason = phrases::TOO_MANY_PIECES
            .message()
            .with("player", player.letter())
            .with("count", counts[player.index()])
            .with("most", most);
        return Err(NotationError::wrong(Field::Board, reason));
    }
    cells::check_counts(counts, side)?;
    let stones = Player::BOTH.map(|player| {
        (0..rules.points).filter(|&point| read[point] == Some(player)).fold(0, |set, point| set | 1 << point)
    });
    cells::check_winner(stones.map(|own| rules.has_line(own)), side)?;
    check_centre(&rules, stones, side.turn).map_err(|reason| {
        NotationError::wrong(Field::Board, reason).at(cells::character_of(
            span,
            Runs::Digits,
            usize::from(CENTRE),
        ))
    })?;
    Ok(Board::new(rules, stones, side.turn))
}

/// Checks that no forbidden drop on the centre was played, as far as the position shows it: a
/// later slide may have filled the centre.
fn check_centre(rules: &Rules, stones: [u16; 2], turn: Player) -> Result<(), Message> {
    let taken = stones[0] | stones[1];
    let all_dropped = rules.in_hand(stones) == [0, 0];
    // With equal numbers of pieces, the side to move began.
    let [first, second] = stones.map(u16::count_ones);
    let began = match first.cmp(&second) {
        Ordering::Greater => Player::First,
        Ordering::Less => Player::Second,
        Ordering::Equal => turn,
    };
    match rules.setup.ban {
        Ban::First if stones[began.index()] == 1 << CENTRE => Err(phrases::CENTRE_NOT_FIRST.message()),
        Ban::Always if taken & 1 << CENTRE != 0 && !all_dropped => Err(phrases::CENTRE_TOO_EARLY.message()),
        _ => Ok(()),
    }
}

/// Prints a move.
pub fn print_move(mv: Move) -> String {
    match mv {
        Move::Drop(point) => point_name(point),
        Move::Slide { from, to } => format!("{}-{}", point_name(from), point_name(to)),
        Move::Pass => "pass".to_owned(),
    }
}

/// Parses a legal move; the error says why a move is illegal.
pub fn parse_move(board: &Board, text: &str) -> Result<Move, NotationError> {
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let (mv, ends) = scan_move(&board.rules(), text.trim()).map_err(|error| error.shifted(indent))?;
    if board.is_legal(mv) { Ok(mv) } else { Err(illegal_move(board, mv, ends.map(|at| at + indent))) }
}

/// Parses a move without checking that it is legal. Returns the indices of the first
/// characters of both points too.
fn scan_move(rules: &Rules, text: &str) -> Result<(Move, [usize; 2]), NotationError> {
    let read = |name: &str| match cells::number(name) {
        Some(number) if (1..=rules.points as u32).contains(&number) => Some(number as u8 - 1),
        _ => None,
    };
    let unexpected = |at, found: &str, expected: Message| {
        NotationError::unexpected(Field::Move, at, found, expected.with("last", rules.points))
    };
    if text.eq_ignore_ascii_case("pass") {
        return Ok((Move::Pass, [0; 2]));
    }
    let Some((first, second)) = text.split_once('-') else {
        let expected = match rules.setup.blocked {
            Blocked::Passes => &phrases::EXPECTED_MOVE_OR_PASS,
            Blocked::Loses | Blocked::Draws => &phrases::EXPECTED_MOVE,
        };
        let point = read(text).ok_or_else(|| unexpected(0, text, expected.message()))?;
        return Ok((Move::Drop(point), [0; 2]));
    };
    let gap = second.chars().take_while(|c| c.is_whitespace()).count();
    let ends = [0, cells::length(first) + 1 + gap];
    // If the first point is missing, the error is about the dash; if the second is, about
    // the end of the text.
    let end = |at, name: &str, missing| {
        let found = if name.trim().is_empty() { missing } else { name.trim() };
        read(found).ok_or_else(|| unexpected(at, found, phrases::EXPECTED_POINT.message()))
    };
    Ok((Move::Slide { from: end(ends[0], first, "-")?, to: end(ends[1], second, "")? }, ends))
}

/// Returns why a move is illegal. `ends` are the positions of a slide's points in the text.
fn illegal_move(board: &Board, mv: Move, ends: [usize; 2]) -> NotationError {
    let wrong = |reason: Message| NotationError::wrong(Field::Move, reason);
    let player = PLAYERS[board.turn().index()];
    let example = || board.legal_moves().next().map(print_move).unwrap_or_default();
    if board.outcome().is_some() {
        return cells::game_over();
    }
    match mv {
        Move::Pass => match board.rules().setup.blocked {
            Blocked::Passes => NotationError::illegal_move(
                CANNOT_PASS.message().with("player", player).with("move", example()),
                YOU_CANNOT_PASS.message().with("move", example()),
            ),
            Blocked::Loses | Blocked::Draws => wrong(phrases::PASS_NEVER.message()),
        },
        _ if board.is_blocked() => {
            let reason = phrases::MUST_PASS.message().with("player", player);
            NotationError::illegal_move(reason, YOU_MUST_PASS.message())
        }
        Move::Drop(_) if !board.is_dropping() => {
            wrong(phrases::ALL_DROPPED.message().with("player", player).with("example", example()))
        }
        Move::Drop(point) if board.piece(point).is_some() => cells::taken(point_name(point)),
        Move::Drop(_) => wrong(match board.rules().setup.ban {
            Ban::First => phrases::CENTRE_NOT_FIRST.message(),
            Ban::Never | Ban::Always => phrases::CENTRE_BANNED.message(),
        }),
        Move::Slide { .. } if board.is_dropping() => {
            wrong(phrases::STILL_DROPPING.message().with("player", player).with("example", example()))
        }
        Move::Slide { from, to } => illegal_slide(board, [from, to], ends),
    }
}

fn illegal_slide(board: &Board, [from, to]: [u8; 2], ends: [usize; 2]) -> NotationError {
    let wrong = |reason: Message, at| NotationError::wrong(Field::Move, reason).at(at);
    match board.piece(from) {
        None => wrong(phrases::NO_PIECE.message().with("point", point_name(from)), ends[0]),
        Some(owner) if owner != board.turn() => {
            let reason = phrases::OPPONENTS_PIECE.message().with("point", point_name(from));
            let [owner, player] = [owner, board.turn()].map(|side| PLAYERS[side.index()]);
            wrong(reason.with("owner", owner).with("player", player), ends[0])
        }
        Some(_) if board.piece(to).is_some() => cells::taken(point_name(to)).at(ends[1]),
        Some(_) => {
            let connected: Vec<String> = points_of(board.rules().neighbours(from)).map(point_name).collect();
            let reason =
                phrases::NOT_CONNECTED.message().with("from", point_name(from)).with("to", point_name(to));
            wrong(reason.with("connected", connected.join(", ")), ends[1])
        }
    }
}
