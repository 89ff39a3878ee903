//! Parsing and printing of boards whose cells are `x`, `o` and runs of empty cells.

use plateau_core::bits::Bits;
use plateau_core::variant::split_list;
use plateau_core::{Field, Message, NotationError, Phrase, Player};

use crate::phrases;

/// A part of a text, with the index of its first character.
pub type Span<'t> = (usize, &'t str);

/// The contents of a cell.
pub type Cell = Option<Player>;

/// How a run of empty cells is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// As digits; adjacent ones add up.
    Digits,
    /// As one decimal number.
    Numbers,
}

/// Writes the contents of a board as [`Variant::contents`](plateau_core::Variant::contents)
/// does, from the stones of both sides. `point` returns the point of a bit.
#[inline]
pub fn write_contents<B: Bits>(out: &mut [u8], stones: [B; 2], point: impl Fn(u32) -> usize) {
    out.fill(0);
    for (code, stones) in (1..).zip(stones) {
        stones.ones().for_each(|bit| out[point(bit)] = code);
    }
}

/// Returns the length of a text in characters, the unit of error positions.
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// Splits a text at spaces.
pub fn words(text: &str) -> Vec<Span<'_>> {
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

/// The fields of a text, parsed one after another so that errors name the first wrong one.
#[derive(Debug)]
pub struct Fields<'t> {
    text: &'t str,
    words: std::vec::IntoIter<Span<'t>>,
}

impl<'t> Fields<'t> {
    /// Splits a text into fields.
    pub fn new(text: &'t str) -> Self {
        Self { text, words: words(text).into_iter() }
    }

    /// Returns the next field. `expected` describes it in the error if it is missing.
    pub fn next(&mut self, field: Field, expected: &'static Phrase) -> Result<Span<'t>, NotationError> {
        let missing = || NotationError::unexpected(field, length(self.text), "", expected.message());
        self.words.next().ok_or_else(missing)
    }

    /// Parses the side to move, which must be the last field.
    pub fn last_side(&mut self) -> Result<(usize, Player), NotationError> {
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

/// Parses a position of two fields: the board, with `parse_board`, and the side to move.
pub fn board_and_side<'t, T>(
    text: &'t str,
    parse_board: impl FnOnce(Span<'t>) -> Result<T, NotationError>,
) -> Result<(T, Side), NotationError> {
    let mut fields = Fields::new(text);
    let board = fields.next(Field::Board, &phrases::EXPECTED_BOARD)?;
    let board = parse_board(board).map_err(|error| error.located_in(text))?;
    let (at, turn) = fields.last_side()?;
    Ok((board, Side { at, turn }))
}

/// The side to move, and where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The index of its character.
    pub at: usize,
    /// The side.
    pub turn: Player,
}

/// Parses the side to move.
pub fn side((at, text): Span<'_>) -> Result<Player, NotationError> {
    let mut letters = text.chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(NotationError::unexpected(Field::Side, at, text, phrases::EXPECTED_SIDE.message())),
    }
}

/// A token of a board's text: a piece or a run of empty cells.
enum Token {
    Piece(Player),
    Empty(usize),
}

/// Splits a row of cells into tokens, each with its position and length in characters.
fn tokens(
    (start, text): Span<'_>,
    runs: Runs,
    most: usize,
) -> impl Iterator<Item = Result<(usize, usize, Token), NotationError>> {
    let letters: Vec<char> = text.chars().collect();
    let mut next = 0;
    std::iter::from_fn(move || {
        let first = *letters.get(next)?;
        let at = start + next;
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

/// Parses exactly `size` cells. `too_few` and `too_many` describe what was expected.
fn read_cells(
    word: Span<'_>,
    size: usize,
    runs: Runs,
    too_few: impl Fn(usize) -> Message,
    too_many: impl Fn() -> Message,
) -> Result<Vec<Cell>, NotationError> {
    let (start, text) = word;
    let most = if runs == Runs::Digits { 9 } else { size };
    let mut cells = Vec::with_capacity(size);
    for token in tokens(word, runs, most) {
        let (at, width, token) = token?;
        let more = match token {
            Token::Piece(_) => 1,
            Token::Empty(run) => run,
        };
        if cells.len() + more > size {
            let found: String = text.chars().skip(at - start).take(width).collect();
            return Err(NotationError::unexpected(Field::Board, at, found, too_many()));
        }
        let cell = match token {
            Token::Piece(player) => Some(player),
            Token::Empty(_) => None,
        };
        cells.resize(cells.len() + more, cell);
    }
    if cells.len() < size {
        let end = start + length(text);
        return Err(NotationError::unexpected(Field::Board, end, "", too_few(cells.len())));
    }
    Ok(cells)
}

/// Parses a board of `size` cells, with runs as digits.
pub fn read_board(word: Span<'_>, size: usize) -> Result<Vec<Cell>, NotationError> {
    read_cells(
        word,
        size,
        Runs::Digits,
        |read| phrases::TOO_FEW_CELLS.message().with("read", read).with("size", size),
        || phrases::TOO_MANY_CELLS.message().with("size", size),
    )
}

/// Parses a board of rows from the top, separated by `/`, with runs as numbers.
pub fn read_rows((start, text): Span<'_>, width: usize, height: usize) -> Result<Vec<Cell>, NotationError> {
    let mut cells = Vec::with_capacity(width * height);
    let mut at = start;
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
        return Err(NotationError::unexpected(Field::Board, start + length(text), "", more));
    }
    Ok(cells)
}

/// Writes cells, empty ones as runs. Runs as digits are split at nine.
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

/// Writes rows from the top, separated by `/`.
pub fn write_rows(cells: &[Cell], width: usize) -> String {
    let rows: Vec<String> =
        cells.chunks(width).map(|row| write_cells(row.iter().copied(), Runs::Numbers)).collect();
    rows.join("/")
}

/// Checks the numbers of pieces in a game in which the sides place pieces in turn: they differ
/// by at most one, and the side to move does not have more. Either side may have begun.
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

/// Counts the pieces of each side.
pub fn counts(cells: &[Cell]) -> [u32; 2] {
    Player::BOTH.map(|player| cells.iter().filter(|&&cell| cell == Some(player)).count() as u32)
}

/// Checks that at most one side has a line and that it moved last. Returns the winner.
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

/// Creates the error for lines that one last move cannot have made.
pub fn lines_apart(player: Player) -> NotationError {
    NotationError::wrong(Field::Board, phrases::LINES_APART.message().with("player", player.letter()))
}

/// Creates the error for a move to a cell that is taken.
pub fn taken(cell: impl Into<String>) -> NotationError {
    NotationError::wrong(Field::Move, phrases::CELL_TAKEN.message().with("cell", cell.into()))
}

/// Creates the error for a move in a finished game.
pub fn game_over() -> NotationError {
    NotationError::wrong(Field::Move, plateau_core::phrases::GAME_OVER.message())
}

/// Splits a list of moves, joining a word with the next if `is_first_half` returns true for
/// them. If the list contains semicolons, they are the only separators.
pub fn paired_moves(text: &str, is_first_half: impl Fn(&str, &str) -> bool) -> Vec<Span<'_>> {
    let parts = split_list(text);
    if text.contains(';') {
        return parts;
    }
    let byte = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut moves: Vec<Span<'_>> = Vec::new();
    let mut rest = parts.into_iter().peekable();
    while let Some((at, word)) = rest.next() {
        let whole = match rest.next_if(|(_, next)| is_first_half(word, next)) {
            // Both words and the separator between them, as one slice.
            Some((_, second)) => &text[byte(word)..byte(second) + second.len()],
            None => word,
        };
        moves.push((at, whole));
    }
    moves
}

/// Returns the index of the character at which a cell is written in a board's text.
pub fn character_of((start, text): Span<'_>, runs: Runs, cell: usize) -> usize {
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
    start + i
}

/// Parses a decimal number of at most four digits, without a sign or a leading zero.
pub fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    let plain = digits && (text.len() == 1 || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

/// Parses a column letter in either case; `a` is column 0.
pub fn column(letter: char) -> Option<u32> {
    letter.is_ascii_alphabetic().then(|| u32::from(letter.to_ascii_lowercase()) - u32::from('a'))
}

/// Returns the letter of a column; column 0 is `a`.
pub fn column_letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

/// Parses a cell such as `d1`. Returns the column, from 0, and the row as written.
pub fn algebraic(text: &str) -> Option<(u32, u32)> {
    let letter = text.chars().next()?;
    Some((column(letter)?, number(&text[letter.len_utf8()..])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_text<T: std::fmt::Debug>(result: Result<T, NotationError>) -> String {
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
    fn errors_name_the_place_and_the_expected_text() {
        assert_eq!(
            error_text(read_board((0, "x2q"), 9)),
            "board, character 3: found 'q', expected x, o, or a digit from 1 to 9 for that many empty cells"
        );
        assert_eq!(
            error_text(read_board((2, "x2"), 9)),
            "board, character 5: found the end of the text, expected more cells: 9 in all, 3 so far"
        );
        assert_eq!(
            error_text(read_board((0, "x9"), 9)),
            "board, character 2: found '9', expected the end of the board after its 9 cells"
        );
        assert_eq!(
            error_text(read_rows((0, "7/8"), 7, 2)),
            "board, character 3: found '8', expected a number of empty cells from 1 to 7"
        );
        assert_eq!(
            error_text(read_rows((0, "7/7/7"), 7, 2)),
            "board, character 4: found '/', expected the end of the board after its 2 rows"
        );
        assert_eq!(
            error_text(read_rows((0, "7"), 7, 2)),
            "board, character 2: found the end of the text, expected a / and row 2: the board has 2 rows"
        );
        assert_eq!(
            error_text(board_and_side("9", |word| read_board(word, 9))),
            "side to move, character 2: found the end of the text, expected the side to move, x or o"
        );
        let read = |text| error_text(board_and_side(text, |word| read_board(word, 9)));
        assert_eq!(read("9 x x"), "position, character 5: found 'x', expected nothing more");
        assert_eq!(read("xo 7 x"), "board, character 3: found ' ', expected more cells: 9 in all, 2 so far");
        assert_eq!(read(""), "board, character 1: found the end of the text, expected the board");
    }

    #[test]
    fn character_of_finds_the_cell_in_its_text() {
        assert_eq!(character_of((0, "x21o11xo"), Runs::Digits, 4), 3);
        assert_eq!(character_of((3, "10/4x5/9o"), Runs::Numbers, 14), 7);
        assert_eq!(character_of((0, "10/4x5/9o"), Runs::Numbers, 29), 8);
    }

    #[test]
    fn huge_runs_are_rejected_without_allocating() {
        assert!(read_rows((0, "99999999999999999999"), 7, 1).is_err());
        assert!(read_board((0, &"9".repeat(100_000)), 9).is_err());
    }
}
