//! Parsing and printing of positions and moves.

use plateau_core::{Field, Message, NotationError, Phrase, Player, Position};

use super::board::{Board, PASS};
use super::grid::Grid;
use super::{PLAYERS, phrases};
use crate::cells::{self, Span};
use crate::phrases::{CANNOT_PASS, YOU_CANNOT_PASS, YOU_MUST_PASS};

/// The spellings of a pass; the first is printed. A spelling comes before its prefixes.
pub const PASSES: [&str; 4] = ["pass", "ps", "pa", "--"];

/// Parses a position: a letter for each square, a space, the side to move.
pub fn parse<const N: usize>(text: &str, discs_only: bool) -> Result<Board<N>, NotationError> {
    let (discs, side) = cells::board_and_side(text, |word| {
        let discs = parse_discs::<N>(word)?;
        check_reachable::<N>(word.0, discs[0] | discs[1])?;
        Ok(discs)
    })?;
    Ok(Board::new(discs, side.turn, discs_only))
}

/// Parses the discs of both sides.
fn parse_discs<const N: usize>((start, text): Span<'_>) -> Result<[u64; 2], NotationError> {
    let count = cells::length(text);
    let wrong_count = |index: usize| {
        let reason = phrases::WRONG_COUNT.message().with("size", N * N).with("count", count);
        Err(NotationError::wrong(Field::Board, reason).at(start + index))
    };
    let mut squares = Grid::<N>::squares();
    let mut discs = [0; 2];
    for (index, letter) in text.chars().enumerate() {
        let Some(square) = squares.next() else {
            return wrong_count(index);
        };
        match (letter, Player::from_letter(letter)) {
            (_, Some(player)) => discs[player.index()] |= 1 << square,
            ('-', _) => {}
            _ => {
                let expected = phrases::EXPECTED_DISC.message();
                return Err(NotationError::unexpected(Field::Board, start + index, letter, expected));
            }
        }
    }
    if squares.next().is_some() { wrong_count(count) } else { Ok(discs) }
}

/// Checks that the centre is taken and all discs are connected to it: discs are never
/// removed, and each is placed next to another.
fn check_reachable<const N: usize>(start: usize, taken: u64) -> Result<(), NotationError> {
    let first_of = |set: u64| (set != 0).then(|| set.trailing_zeros() as u8);
    let wrong = |square: u8, phrase: &'static Phrase| {
        let reason = phrase.message().with("square", Grid::<N>::name(square));
        Err(NotationError::wrong(Field::Board, reason).at(start + usize::from(Grid::<N>::index(square))))
    };
    if let Some(square) = first_of(Grid::<N>::CENTRE & !taken) {
        return wrong(square, &phrases::CENTRE_EMPTY);
    }
    match first_of(taken & !Grid::<N>::connected_to_centre(taken)) {
        Some(square) => wrong(square, &phrases::DISC_DISCONNECTED),
        None => Ok(()),
    }
}

/// Prints a position.
pub fn print<const N: usize>(board: &Board<N>) -> String {
    let capital = |player: Player| player.letter().to_ascii_uppercase();
    let mut text: String = pieces(board).map(|piece| piece.map_or('-', capital)).collect();
    text.extend([' ', capital(board.turn())]);
    text
}

/// Returns the contents of all squares, in reading order.
pub fn pieces<const N: usize>(board: &Board<N>) -> impl Iterator<Item = Option<Player>> {
    let discs = Player::BOTH.map(|player| board.discs(player));
    Grid::<N>::squares()
        .map(move |square| Player::BOTH.into_iter().find(|player| discs[player.index()] >> square & 1 != 0))
}

/// Parses a legal move; the error says why a move is illegal.
pub fn parse_move<const N: usize>(board: &Board<N>, text: &str) -> Result<u8, NotationError> {
    let text = text.trim();
    let pass = PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text));
    let square = Grid::<N>::parse(text);
    let Some(mv) = pass.then_some(PASS).or(square) else {
        let last = Grid::<N>::name((N * 9 - 9) as u8);
        let expected = phrases::EXPECTED_MOVE.message().with("last", last);
        return Err(NotationError::unexpected(Field::Move, 0, text, expected));
    };
    if board.is_legal(mv) {
        return Ok(mv);
    }
    let Some(other) = board.legal_moves().next() else {
        return Err(cells::game_over());
    };
    let player = PLAYERS[board.turn().index()];
    Err(if other == PASS {
        let reason = phrases::MUST_PASS.message().with("player", player);
        NotationError::illegal_move(reason, YOU_MUST_PASS.message())
    } else if mv == PASS {
        let example = |message: Message| message.with("move", print_move::<N>(other));
        let reason = example(CANNOT_PASS.message()).with("player", player);
        NotationError::illegal_move(reason, example(YOU_CANNOT_PASS.message()))
    } else if board.taken() >> mv & 1 != 0 {
        cells::taken(Grid::<N>::name(mv))
    } else {
        let reason = phrases::FLIPS_NOTHING.message().with("square", Grid::<N>::name(mv));
        NotationError::wrong(Field::Move, reason)
    })
}

/// Prints a move.
pub fn print_move<const N: usize>(mv: u8) -> String {
    if mv == PASS { PASSES[0].to_owned() } else { Grid::<N>::name(mv) }
}

#[cfg(test)]
mod tests {
    use plateau_core::{Lang, Variant};

    use super::*;
    use crate::othello::Othello;

    const STANDARD: Othello<8> = Othello { discs_only: false };

    /// The first position of the FFO endgame test suite.
    const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

    fn start<const N: usize>() -> Board<N> {
        Othello::<N>::default().start()
    }

    #[test]
    fn the_initial_position_has_four_moves() {
        let text = "---------------------------OX------XO--------------------------- X";
        assert_eq!(STANDARD.print(&start()), text);
        assert_eq!(STANDARD.parse(&text.to_lowercase()), Ok(start()));
        let moves: Vec<String> = start::<8>().legal_moves().map(Grid::<8>::name).collect();
        assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
        assert_eq!(Othello::<4>::default().print(&start()), "-----OX--XO----- X");
    }

    #[test]
    fn an_ffo_position_round_trips() {
        let board = STANDARD.parse(FFO_40).unwrap();
        assert_eq!(STANDARD.print(&board), FFO_40);
        assert_eq!(board.empty().count_ones(), 20);
        let mut moves: Vec<String> = board.legal_moves().map(Grid::<8>::name).collect();
        moves.sort_unstable();
        assert_eq!(moves, ["a2", "a6", "b1", "c1", "c6", "c7", "d7", "d8", "f7", "g7"]);
    }

    #[test]
    fn position_errors_name_the_place_and_the_expected_text() {
        let four = Othello::<4>::default();
        for (text, sentence) in [
            (
                "-----OX--Xo---.- X",
                "board, character 15: found '.', expected X for black, O for white or - for an empty square",
            ),
            (
                "é----OX--XO----- X",
                "board, character 1: found 'é', expected X for black, O for white or - for an empty square",
            ),
            (
                "-----OX--XO---- X",
                "board, character 16: the board must have 16 letters, one for each square, but has 15",
            ),
            (
                " -----OX--XO----XO X",
                "board, character 18: the board must have 16 letters, one for each square, but has 17",
            ),
            (
                "-----OX--XO-----",
                "side to move, character 17: found the end of the text, expected the side to move, x or o",
            ),
            (
                "-----OX--XO----- black",
                "side to move, character 18: found 'black', expected the side to move, x or o",
            ),
            ("-----OX--XO----- X X", "position, character 20: found 'X', expected nothing more"),
            ("", "board, character 1: found the end of the text, expected the board"),
            (
                "-----OX--X------ X",
                "board, character 11: c3 is empty, but the four centre squares are always taken",
            ),
        ] {
            assert_eq!(four.parse(text).unwrap_err().to_string(), sentence, "{text}");
        }
        // h1 and a2 are adjacent bits, but not neighbours on the board.
        let apart = "-------XXX-------X---------OX------XO--------------------------- X";
        let error = STANDARD.parse(apart).unwrap_err();
        assert_eq!(error.to_string(), "board, character 8: the disc on h1 is not connected to the centre");
        assert_eq!(error.render(Lang::Fr), "plateau, caractère 8 : le pion en h1 n'est pas relié au centre");
        assert_eq!(
            STANDARD.parse(&FFO_40[1..]).unwrap_err().to_string(),
            "board, character 64: the board must have 64 letters, one for each square, but has 63"
        );
    }

    #[test]
    fn a_pass_is_legal_only_without_other_moves() {
        let four = Othello::<4>::default();
        let board = four.parse("OOO--XX--XXX---- x").unwrap();
        assert!(board.must_pass() && board.legal_moves().eq([PASS]));
        for text in ["pass", "PASS", "ps", "pa", "--", " Pass "] {
            assert_eq!(four.parse_move(&board, text), Ok(PASS), "{text}");
        }
        let sentence = |board: &Board<4>, text: &str| four.parse_move(board, text).unwrap_err().to_string();
        assert_eq!(sentence(&board, "a4"), "move: black has no move and must pass");
        let waiting = board.after(PASS);
        assert_eq!(waiting.turn(), Player::Second);
        assert!(!waiting.is_legal(PASS) && waiting.outcome().is_none());
        assert_eq!(sentence(&start(), "b2"), "move: b2 is taken");
        assert_eq!(sentence(&start(), "a1"), "move: a1 flips no disc");
        let unreadable = "move, character 1: found 'e1', expected a square of the board, a1 to d4, or pass";
        assert_eq!(sentence(&start(), "e1"), unreadable);
    }
}
