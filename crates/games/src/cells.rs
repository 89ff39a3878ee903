//! Reading and writing of boards as text, shared by the games whose cells are
//! `x`, `o` and runs of empty cells.

use plateau_core::variant::split_list;
use plateau_core::{Field, Message, NotationError, Phrase, Player};

use crate::phrases;

/// A word of a text, with the character it begins at.
pub type Word<'t> = (usize, &'t str);

/// What stands in a cell.
pub type Cell = Option<Player>;

/// How a run of empty cells is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// By single digits; adjacent ones add up.
    Digits,
    /// By one decimal number.
    Numbers,
}

/// The length of a text in characters, which is what errors count in.
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// The words of a text that are separated by spaces.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    for word in text.split(char::is_whitespace) {
        if !word.is_empty() {
            words.push((at, word));
        }
        at += length(word) + 1;
    }
    words
}

/// The fields of a text, asked for one by one so that the first that is wrong
/// is the one an error speaks of.
#[derive(Debug)]
pub struct Fields<'t> {
    text: &'t str,
    words: std::vec::IntoIter<Word<'t>>,
}

impl<'t> Fields<'t> {
    /// The words of a text.
    pub fn of(text: &'t str) -> Self {
        Self { text, words: words(text).into_iter() }
    }

    /// The next field, with what is expected of it.
    pub fn next(&mut self, field: Field, expected: &'static Phrase) -> Result<Word<'t>, NotationError> {
        let missing = || NotationError::unexpected(field, length(self.text), "", expected.message());
        self.words.next().ok_or_else(missing)
    }

    /// The side to move, which is the last field.
    pub fn side_at_the_end(&mut self) -> Result<(usize, Player), NotationError> {
        let word = self.next(Field::Side, &phrases::EXPECTED_SIDE)?;
        let player = side(word)?;
        match self.words.next() {
            None => Ok((word.0, player)),
            Some((at, extra)) => {
                Err(NotationError::unexpected(Field::Position, at, extra, phrases::EXPECTED_END.message()))
            }
        }
    }
}

/// A position of two fields, board and side to move: what `read` makes of the
/// board, and the side with its place. Errors say what really stands there.
pub fn board_and_side<'t, T>(
    text: &'t str,
    read: impl FnOnce(Word<'t>) -> Result<T, NotationError>,
) -> Result<(T, Side), NotationError> {
    let mut fields = Fields::of(text);
    let board = fields.next(Field::Board, &phrases::EXPECTED_BOARD)?;
    let board = read(board).map_err(|error| error.located_in(text))?;
    let (at, turn) = fields.side_at_the_end()?;
    Ok((board, Side { at, turn }))
}

/// The side to move, and the character that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The character.
    pub at: usize,
    /// The side.
    pub turn: Player,
}

/// Reads the side to move.
pub fn side((at, text): Word<'_>) -> Result<Player, NotationError> {
    let mut letters = text.chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(NotationError::unexpected(Field::Side, at, text, phrases::EXPECTED_SIDE.message())),
    }
}

/// What a piece of a board's text stands for.
enum Token {
    Piece(Player),
    Empty(usize),
}

/// The tokens of a row of cells, each with its place and length in characters.
fn tokens(
    (begin, text): Word<'_>,
    runs: Runs,
    most: usize,
) -> impl Iterator<Item = Result<(usize, usize, Token), NotationError>> {
    let letters: Vec<char> = text.chars().collect();
    let mut next = 0;
    std::iter::from_fn(move || {
        let first = *letters.get(next)?;
        let at = begin + next;
        let wrong =
            |found: String, expected| Err(NotationError::unexpected(Field::Board, at, found, expected));
        if first.is_ascii_digit() {
            let width = match runs {
                Runs::Digits => 1,
                Runs::Numbers => letters[next..].iter().take_while(|c| c.is_ascii_digit()).count(),
            };
            let digits: String = letters[next..next + width].iter().collect();
            next += width;
            return Some(match number(&digits).map(|run| run as usize) {
                Some(run) if 0 < run && run <= most => Ok((at, width, Token::Empty(run))),
                _ => wrong(digits, phrases::EXPECTED_RUN.message().with("most", most)),
            });
        }
        next += 1;
        Some(match first {
            'x' => Ok((at, 1, Token::Piece(Player::First))),
            'o' => Ok((at, 1, Token::Piece(Player::Second))),
            other => wrong(
                other.to_string(),
                match runs {
                    Runs::Digits => phrases::EXPECTED_CELL_DIGIT.message(),
                    Runs::Numbers => phrases::EXPECTED_CELL_NUMBER.message(),
                },
            ),
        })
    })
}

/// Reads exactly `size` cells; `too_few` and `too_many` say what would be right.
fn read_cells(
    word: Word<'_>,
    size: usize,
    runs: Runs,
    too_few: impl Fn(usize) -> Message,
    too_many: impl Fn() -> Message,
) -> Result<Vec<Cell>, NotationError> {
    let (begin, text) = word;
    let most = if runs == Runs::Digits { 9 } else { size };
    let mut cells = Vec::with_capacity(size);
    for token in tokens(word, runs, most) {
        let (at, width, token) = token?;
        let more = match token {
            Token::Piece(_) => 1,
            Token::Empty(run) => run,
        };
        if cells.len() + more > size {
            let found: String = text.chars().skip(at - begin).take(width).collect();
            return Err(NotationError::unexpected(Field::Board, at, found, too_many()));
        }
        let cell = match token {
            Token::Piece(player) => Some(player),
            Token::Empty(_) => None,
        };
        cells.resize(cells.len() + more, cell);
    }
    if cells.len() < size {
        let end = begin + length(text);
        return Err(NotationError::unexpected(Field::Board, end, "", too_few(cells.len())));
    }
    Ok(cells)
}

/// Reads a board of `size` cells in a row, runs by digits.
pub fn read_board(word: Word<'_>, size: usize) -> Result<Vec<Cell>, NotationError> {
    read_cells(
        word,
        size,
        Runs::Digits,
        |read| phrases::TOO_FEW_CELLS.message().with("read", read).with("size", size),
        || phrases::TOO_MANY_CELLS.message().with("size", size),
    )
}

/// Reads a board of rows separated by `/`, from the top, runs by numbers.
pub fn read_rows((begin, text): Word<'_>, width: usize, height: usize) -> Result<Vec<Cell>, NotationError> {
    let mut cells = Vec::with_capacity(width * height);
    let mut at = begin;
    let mut rows = 0;
    for row in text.split('/') {
        if rows == height {
            let end = phrases::TOO_MANY_ROWS.message().with("size", height);
            return Err(NotationError::unexpected(Field::Board, at - 1, "/", end));
        }
        rows += 1;
        cells.extend(read_cells(
            (at, row),
            width,
            Runs::Numbers,
            |read| phrases::ROW_TOO_SHORT.message().with("read", read).with("row", rows).with("size", width),
            || phrases::ROW_TOO_LONG.message().with("row", rows).with("size", width),
        )?);
        at += length(row) + 1;
    }
    if rows < height {
        let more = phrases::TOO_FEW_ROWS.message().with("row", rows + 1).with("size", height);
        return Err(NotationError::unexpected(Field::Board, begin + length(text), "", more));
    }
    Ok(cells)
}

/// Writes cells, empty ones as runs; runs by digits are cut at nine.
pub fn write_cells(cells: impl IntoIterator<Item = Cell>, runs: Runs) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let flush = |text: &mut String, empty: &mut usize| {
        while *empty > 0 {
            let run = if runs == Runs::Digits { (*empty).min(9) } else { *empty };
            text.push_str(&run.to_string());
            *empty -= run;
        }
    };
    for cell in cells {
        match cell {
            None => empty += 1,
            Some(player) => {
                flush(&mut text, &mut empty);
                text.push(player.letter());
            }
        }
    }
    flush(&mut text, &mut empty);
    text
}

/// Writes rows separated by `/`, from the top.
pub fn write_rows(cells: &[Cell], width: usize) -> String {
    let rows: Vec<String> =
        cells.chunks(width).map(|row| write_cells(row.iter().copied(), Runs::Numbers)).collect();
    rows.join("/")
}

/// The rule of games in which the sides place pieces in turn, whoever began:
/// the counts differ by one at most, and the side to move never has more.
pub fn check_counts([x, o]: [u32; 2], Side { at, turn }: Side) -> Result<(), NotationError> {
    if x.abs_diff(o) > 1 {
        let reason = phrases::COUNTS_APART.message().with("x", x).with("o", o);
        return Err(NotationError::wrong(Field::Board, reason));
    }
    let [mover, waiting] = if turn == Player::First { [x, o] } else { [o, x] };
    if mover > waiting {
        let reason = phrases::MOVER_HAS_MORE.message().with("player", turn.letter());
        return Err(NotationError::wrong(Field::Side, reason).at(at));
    }
    Ok(())
}

/// How many pieces each side has.
pub fn counts(cells: &[Cell]) -> [u32; 2] {
    Player::BOTH.map(|player| cells.iter().filter(|&&cell| cell == Some(player)).count() as u32)
}

/// The rule of games won by a line: one side at most has one, and it moved
/// last. Returns the winner.
pub fn check_winner(has_line: [bool; 2], Side { at, turn }: Side) -> Result<Option<Player>, NotationError> {
    match has_line {
        [false, false] => Ok(None),
        [true, true] => Err(NotationError::wrong(Field::Board, phrases::BOTH_HAVE_LINES.message())),
        _ if has_line[turn.index()] => {
            let reason = phrases::WINNER_TO_MOVE.message().with("player", turn.letter());
            Err(NotationError::wrong(Field::Side, reason).at(at))
        }
        _ => Ok(Some(turn.other())),
    }
}

/// The error of lines that no single last move of this player can have made.
pub fn lines_apart(player: Player) -> NotationError {
    NotationError::wrong(Field::Board, phrases::LINES_APART.message().with("player", player.letter()))
}

/// Why a cell can't be played: another piece stands there.
pub fn taken(cell: impl Into<String>) -> NotationError {
    NotationError::wrong(Field::Move, phrases::CELL_TAKEN.message().with("cell", cell.into()))
}

/// The error of a move in a finished game.
pub fn game_over() -> NotationError {
    NotationError::wrong(Field::Move, plateau_core::phrases::GAME_OVER.message())
}

/// The words of a list of moves, a word joined with the next where `opens` says
/// that it is the first half of a move. Semicolons, where there are any, are the
/// only separators.
pub fn paired_moves(text: &str, opens: impl Fn(&str, &str) -> bool) -> Vec<Word<'_>> {
    let parts = split_list(text);
    if text.contains(';') {
        return parts;
    }
    let byte = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut moves: Vec<Word<'_>> = Vec::new();
    let mut rest = parts.into_iter().peekable();
    while let Some((at, word)) = rest.next() {
        let whole = match rest.next_if(|(_, next)| opens(word, next)) {
            // Both words and what separates them, as one slice.
            Some((_, second)) => &text[byte(word)..byte(second) + second.len()],
            None => word,
        };
        moves.push((at, whole));
    }
    moves
}

/// The character at which a cell is written in a board's text; rows, where there
/// are any, are separated by `/`.
pub fn character_of((begin, text): Word<'_>, runs: Runs, cell: usize) -> usize {
    let letters: Vec<char> = text.chars().collect();
    let (mut passed, mut i) = (0, 0);
    while i < letters.len() {
        let width = match letters[i] {
            '/' => {
                i += 1;
                continue;
            }
            c if c.is_ascii_digit() && runs == Runs::Numbers => {
                letters[i..].iter().take_while(|c| c.is_ascii_digit()).count()
            }
            _ => 1,
        };
        let run: String = letters[i..i + width].iter().collect();
        passed += number(&run).map_or(1, |run| run as usize);
        if passed > cell {
            break;
        }
        i += width;
    }
    begin + i
}

/// A decimal number without a sign or a leading zero, small enough for any board.
pub fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    let plain = digits && (text.len() == 1 || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

/// A column letter, `a` for 0, in either case.
pub fn column(letter: char) -> Option<u32> {
    letter.is_ascii_alphabetic().then(|| u32::from(letter.to_ascii_lowercase()) - u32::from('a'))
}

/// The letter of a column from 0.
pub fn column_letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

/// A cell written as a column letter and a row number: the column from 0 and
/// the row as written.
pub fn algebraic(text: &str) -> Option<(u32, u32)> {
    let letter = text.chars().next()?;
    Some((column(letter)?, number(&text[letter.len_utf8()..])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence<T: std::fmt::Debug>(result: Result<T, NotationError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn boards_round_trip() {
        let cells = read_board((0, "x21o11xo"), 9).unwrap();
        assert_eq!(write_cells(cells, Runs::Digits), "x3o2xo");
        let rows = read_rows((0, "10/4x5/9o"), 10, 3).unwrap();
        assert_eq!(write_rows(&rows, 10), "10/4x5/9o");
        assert_eq!(write_cells(vec![None; 13], Runs::Digits), "94");
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        assert_eq!(
            sentence(read_board((0, "x2q"), 9)),
            "board, character 3: found 'q', expected x, o, or a digit from 1 to 9 for that many empty cells"
        );
        assert_eq!(
            sentence(read_board((2, "x2"), 9)),
            "board, character 5: found the end of the text, expected more cells: 9 in all, 3 so far"
        );
        assert_eq!(
            sentence(read_board((0, "x9"), 9)),
            "board, character 2: found '9', expected the end of the board after its 9 cells"
        );
        assert_eq!(
            sentence(read_rows((0, "7/8"), 7, 2)),
            "board, character 3: found '8', expected a number of empty cells from 1 to 7"
        );
        assert_eq!(
            sentence(read_rows((0, "7/7/7"), 7, 2)),
            "board, character 4: found '/', expected the end of the board after its 2 rows"
        );
        assert_eq!(
            sentence(read_rows((0, "7"), 7, 2)),
            "board, character 2: found the end of the text, expected a / and row 2: the board has 2 rows"
        );
        assert_eq!(
            sentence(board_and_side("9", |word| read_board(word, 9))),
            "side to move, character 2: found the end of the text, expected the side to move, x or o"
        );
        let read = |text| sentence(board_and_side(text, |word| read_board(word, 9)));
        assert_eq!(read("9 x x"), "position, character 5: found 'x', expected nothing more");
        assert_eq!(read("xo 7 x"), "board, character 3: found ' ', expected more cells: 9 in all, 2 so far");
        assert_eq!(read(""), "board, character 1: found the end of the text, expected the board");
    }

    #[test]
    fn a_cell_is_found_in_its_text() {
        assert_eq!(character_of((0, "x21o11xo"), Runs::Digits, 4), 3);
        assert_eq!(character_of((3, "10/4x5/9o"), Runs::Numbers, 14), 7);
        assert_eq!(character_of((0, "10/4x5/9o"), Runs::Numbers, 29), 8);
    }

    #[test]
    fn huge_runs_are_refused_without_allocating() {
        assert!(read_rows((0, "99999999999999999999"), 7, 1).is_err());
        assert!(read_board((0, &"9".repeat(100_000)), 9).is_err());
    }
}
