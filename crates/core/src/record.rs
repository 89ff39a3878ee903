//! Game records: start, moves, repetitions and result, with a text format.
//!
//! ```text
//! game: connect4:6x7
//! start: 6/6/6/6/6/6/6 x
//! moves: 3 3 4
//! result: *
//! # clock: 15m+30s
//! ```
//!
//! A line that starts with `#` is a note, either `# name: value` or free text: the players,
//! the clock, the time of each move. Notes do not affect the game, so every reader accepts
//! the notes of every writer; [`RecordText::notes`] returns them.

use std::fmt;

use crate::error::{Field, NotationError};
use crate::layout::Layout;
use crate::outcome::{Objective, Outcome, Player};
use crate::phrases;
use crate::position::Position;
use crate::text::{Message, Phrase};
use crate::variant::{Move, Variant};

/// The number of occurrences of a position that makes the game a draw.
pub const REPETITIONS_TO_DRAW: usize = 3;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The rules: a line, a full board, no legal move.
    Rules,
    /// Threefold repetition.
    Repetition,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// A player broke the rules or left the game.
    Forfeit,
    /// A referee decided the game.
    Adjudication,
}

impl Reason {
    const NAMED: [(Self, &'static str, &'static Phrase); 5] = [
        (Self::Repetition, "repetition", &phrases::BY_REPETITION),
        (Self::Resignation, "resignation", &phrases::BY_RESIGNATION),
        (Self::Time, "time", &phrases::BY_TIME),
        (Self::Forfeit, "forfeit", &phrases::BY_FORFEIT),
        (Self::Adjudication, "adjudication", &phrases::BY_ADJUDICATION),
    ];

    /// Returns the name in records and JSON; `None` for [`Rules`](Self::Rules), which is not
    /// written.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(reason, ..)| *reason == self).map(|(_, name, _)| *name)
    }

    /// Whether the moves alone determine it.
    pub const fn follows_from_moves(self) -> bool {
        matches!(self, Self::Rules | Self::Repetition)
    }
}

/// How and why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finish {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// Why the game ended.
    pub reason: Reason,
}

impl Finish {
    /// Returns the result in words, with the side names of a layout.
    pub fn message(&self, layout: &Layout) -> Message {
        let result = match self.outcome {
            Outcome::Draw => phrases::DRAW.message(),
            Outcome::Win { winner, margin: None } => {
                phrases::WINS.message().with("player", layout.player(winner))
            }
            Outcome::Win { winner, margin: Some(margin) } => {
                phrases::WINS_BY.message().with("player", layout.player(winner)).with("margin", margin.get())
            }
        };
        match Reason::NAMED.iter().find(|(reason, ..)| *reason == self.reason) {
            Some((_, _, why)) => phrases::BECAUSE.message().with("result", result).with("reason", *why),
            None => result,
        }
    }

    /// Parses a result such as `x`, `o+6` or `draw repetition`; `*` is `None`.
    fn parse(text: &str) -> Result<Option<Self>, NotationError> {
        let unreadable =
            || NotationError::unexpected(Field::Result, 0, text, phrases::EXPECTED_RESULT.message());
        let mut words = text.split_whitespace();
        let outcome = match words.next().ok_or_else(unreadable)? {
            "*" => None,
            "draw" => Some(Outcome::Draw),
            win => {
                let (letter, margin) = win.split_once('+').map_or((win, None), |(l, m)| (l, Some(m)));
                let winner = match letter {
                    "x" => Player::First,
                    "o" => Player::Second,
                    _ => return Err(unreadable()),
                };
                let plain = |m: &str| m.bytes().all(|b| b.is_ascii_digit()).then(|| m.parse().ok()).flatten();
                let margin = margin.map(|m| plain(m).ok_or_else(unreadable)).transpose()?;
                Some(Outcome::Win { winner, margin })
            }
        };
        let reason = match words.next() {
            None => Reason::Rules,
            Some(word) => Reason::NAMED.iter().find(|(_, name, _)| *name == word).ok_or_else(unreadable)?.0,
        };
        match (outcome, reason, words.next()) {
            (None, Reason::Rules, None) => Ok(None),
            (Some(outcome), reason, None) => Ok(Some(Self { outcome, reason })),
            _ => Err(unreadable()),
        }
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            Outcome::Draw => f.write_str("draw")?,
            Outcome::Win { winner, margin: None } => write!(f, "{}", winner.letter())?,
            Outcome::Win { winner, margin: Some(margin) } => write!(f, "{}+{margin}", winner.letter())?,
        }
        match self.reason.name() {
            Some(name) => write!(f, " {name}"),
            None => Ok(()),
        }
    }
}

/// A game from its start to the current position. Unlike a position it knows the moves, the
/// repetitions, and a declared result such as a resignation.
#[derive(Clone, Debug)]
pub struct Record<V: Variant> {
    variant: V,
    /// The start and the position after each move; never empty.
    positions: Vec<V::Position>,
    moves: Vec<Move<V>>,
    declared: Option<Finish>,
}

impl<V: Variant> Record<V> {
    /// Creates a game from the initial position of a variant.
    pub fn new(variant: V) -> Self {
        let start = variant.start();
        Self::from_position(variant, start)
    }

    /// Creates a game from a position.
    pub fn from_position(variant: V, start: V::Position) -> Self {
        Self { variant, positions: vec![start], moves: Vec::new(), declared: None }
    }

    /// Creates a game from user input: `start`, a position, or, in games that have them, a
    /// transcript of moves.
    pub fn open(variant: V, text: &str) -> Result<Self, NotationError> {
        if text.trim().eq_ignore_ascii_case("start") {
            return Ok(Self::new(variant));
        }
        if let Some(moves) = variant.split_transcript(text) {
            let mut record = Self::new(variant);
            record.play_list(&moves)?;
            return Ok(record);
        }
        let start = variant.parse(text)?;
        Ok(Self::from_position(variant, start))
    }

    /// Returns the variant.
    pub fn variant(&self) -> &V {
        &self.variant
    }

    /// Returns the position the game started from.
    pub fn start(&self) -> &V::Position {
        &self.positions[0]
    }

    /// Returns the current position.
    pub fn position(&self) -> &V::Position {
        &self.positions[self.moves.len()]
    }

    /// Returns the start and the position after each move.
    pub fn positions(&self) -> &[V::Position] {
        &self.positions
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move<V>] {
        &self.moves
    }

    /// Returns the last move and the position before it.
    pub fn last_move(&self) -> Option<(&V::Position, Move<V>)> {
        let mv = *self.moves.last()?;
        Some((&self.positions[self.moves.len() - 1], mv))
    }

    /// Returns how often the current position has occurred, including now.
    pub fn repetitions(&self) -> usize {
        if V::Position::CYCLIC {
            self.positions.iter().filter(|&position| position == self.position()).count()
        } else {
            1
        }
    }

    /// Returns how the game ended, or `None` while it is in progress.
    pub fn finish(&self) -> Option<Finish> {
        if let Some(outcome) = self.position().outcome() {
            return Some(Finish { outcome, reason: Reason::Rules });
        }
        if self.repetitions() >= REPETITIONS_TO_DRAW {
            return Some(Finish { outcome: Outcome::Draw, reason: Reason::Repetition });
        }
        self.declared
    }

    /// Ends the game by something other than its moves, such as a resignation. Returns
    /// `false` if the game is already over or the result is impossible.
    pub fn declare(&mut self, finish: Finish) -> bool {
        let margin_fits = finish.outcome.margin() == 0 || V::Position::OBJECTIVE == Objective::Margin;
        let has_winner = finish.outcome != Outcome::Draw || finish.reason != Reason::Resignation;
        let is_possible =
            self.finish().is_none() && !finish.reason.follows_from_moves() && margin_fits && has_winner;
        if is_possible {
            self.declared = Some(finish);
        }
        is_possible
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move<V>) -> Result<(), NotationError> {
        if self.finish().is_some() {
            return Err(NotationError::wrong(Field::Move, phrases::GAME_OVER.message()));
        }
        let position = self.position();
        let next = position.play(mv).ok_or_else(|| {
            let text = self.variant.print_move(position, mv);
            NotationError::wrong(Field::Move, phrases::NOT_LEGAL.message().with("move", text))
        })?;
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Parses and plays a move.
    pub fn play_text(&mut self, text: &str) -> Result<Move<V>, NotationError> {
        if self.finish().is_some() {
            return Err(NotationError::wrong(Field::Move, phrases::GAME_OVER.message()));
        }
        let mv = self.variant.parse_move(self.position(), text)?;
        self.play(mv)?;
        Ok(mv)
    }

    /// Plays a list of moves, or none of them if one is illegal.
    pub fn play_all(&mut self, list: &str) -> Result<(), NotationError> {
        self.play_list(&self.variant.split_moves(list))
    }

    fn play_list(&mut self, list: &[(usize, &str)]) -> Result<(), NotationError> {
        let before = self.moves.len();
        for (index, &(begin, text)) in list.iter().enumerate() {
            if let Err(error) = self.play_text(text) {
                self.moves.truncate(before);
                self.positions.truncate(before + 1);
                // An error about the whole move gets the offset of the move in the list.
                let at = Some(error.at.unwrap_or(0) + begin);
                return Err(NotationError { at, move_number: Some(index + 1), ..error });
            }
        }
        Ok(())
    }

    /// Withdraws a declared result, so that the game continues.
    pub fn reopen(&mut self) {
        self.declared = None;
    }

    /// Takes back the last move and any declared result.
    pub fn undo(&mut self) -> Option<Move<V>> {
        self.reopen();
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// Returns the game up to a ply, or all of it if it is shorter.
    #[must_use]
    pub fn at_ply(&self, ply: usize) -> Self {
        let mut earlier = self.clone();
        while earlier.moves.len() > ply {
            earlier.undo();
        }
        earlier
    }

    /// Returns the moves as a list that [`play_all`](Self::play_all) accepts.
    pub fn moves_text(&self) -> String {
        let texts: Vec<String> = self
            .moves
            .iter()
            .zip(&self.positions)
            .map(|(&mv, position)| self.variant.print_move(position, mv))
            .collect();
        let has_spaces = texts.iter().any(|text| text.contains(' '));
        texts.join(if has_spaces { "; " } else { " " })
    }

    /// Parses the text format. Its `game` must be the canonical name of this variant.
    pub fn parse(variant: V, text: &str) -> Result<Self, NotationError> {
        let lines = RecordText::read(text)?;
        let (at, game) = lines.game;
        if game != variant.name() {
            let reason =
                phrases::RECORD_OTHER_GAME.message().with("found", game).with("expected", variant.name());
            return Err(NotationError::wrong(Field::Record, reason).at(at));
        }
        Self::from_text(variant, &lines)
    }

    /// Creates a game from the lines of a record, ignoring the variant they name.
    pub fn from_text(variant: V, lines: &RecordText<'_>) -> Result<Self, NotationError> {
        let mut record = match lines.start {
            Some((at, start)) => Self::open(variant, start).map_err(|error| error.shifted(at))?,
            None => Self::new(variant),
        };
        if let Some((at, moves)) = lines.moves {
            record.play_all(moves).map_err(|error| error.shifted(at))?;
        }
        if let Some((at, result)) = lines.result {
            record.apply_result(result).map_err(|error| error.shifted(at))?;
        }
        Ok(record)
    }

    /// Checks the result line against the moves, and declares a result that the moves cannot
    /// show.
    fn apply_result(&mut self, result: &str) -> Result<(), NotationError> {
        let claimed = Finish::parse(result)?;
        if claimed == self.finish() || claimed.is_some_and(|finish| self.declare(finish)) {
            return Ok(());
        }
        let found = self.finish().map_or_else(|| "*".to_owned(), |finish| finish.to_string());
        let reason = phrases::RESULT_DIFFERS.message().with("said", result).with("found", found);
        Err(NotationError::wrong(Field::Result, reason).at(0))
    }
}

impl<V: Variant> fmt::Display for Record<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}", self.variant.name())?;
        writeln!(f, "start: {}", self.variant.print(self.start()))?;
        writeln!(f, "moves: {}", self.moves_text())?;
        match self.finish() {
            Some(finish) => writeln!(f, "result: {finish}"),
            None => writeln!(f, "result: *"),
        }
    }
}

/// The lines of a record, each value with its character offset.
#[derive(Clone, Copy, Debug)]
pub struct RecordText<'t> {
    /// The name of the variant.
    pub game: (usize, &'t str),
    start: Option<(usize, &'t str)>,
    moves: Option<(usize, &'t str)>,
    result: Option<(usize, &'t str)>,
    text: &'t str,
}

/// The first character of a note.
const NOTE: char = '#';

impl<'t> RecordText<'t> {
    /// The line names.
    const NAMES: [&'static str; 4] = ["game", "start", "moves", "result"];

    /// Parses the lines, in any order and with notes anywhere between them.
    pub fn read(text: &'t str) -> Result<Self, NotationError> {
        let mut values: [Option<(usize, &'t str)>; 4] = [None; 4];
        let mut begin = 0;
        for line in text.split('\n') {
            if !line.trim().is_empty() && note(line).is_none() {
                let (slot, value) = Self::read_line(begin, line)?;
                if values[slot].replace(value).is_some() {
                    let reason = phrases::RECORD_DUPLICATE_LINE.message().with("name", Self::NAMES[slot]);
                    return Err(NotationError::wrong(Field::Record, reason).at(begin));
                }
            }
            begin += line.chars().count() + 1;
        }
        let [game, start, moves, result] = values;
        let missing = || phrases::RECORD_MISSING_LINE.message().with("name", Self::NAMES[0]);
        let game = game.ok_or_else(|| NotationError::wrong(Field::Record, missing()))?;
        Ok(Self { game, start, moves, result, text })
    }

    /// Returns the notes of the form `name: value`, in order. Names may repeat. Free-text
    /// notes are skipped.
    pub fn notes(&self) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.text.split('\n').filter_map(note).filter_map(|note| {
            let (name, value) = note.split_once(':')?;
            Some((name.trim(), value.trim()))
        })
    }

    /// Parses one line into its index in [`NAMES`](Self::NAMES) and its value.
    fn read_line(begin: usize, line: &'t str) -> Result<(usize, (usize, &'t str)), NotationError> {
        let known = |(name, rest): (&str, &'t str)| {
            let slot = Self::NAMES.iter().position(|&known| known == name.trim())?;
            let lead = rest.chars().take_while(|c| c.is_whitespace()).count();
            Some((slot, (begin + name.chars().count() + 1 + lead, rest.trim())))
        };
        line.split_once(':').and_then(known).ok_or_else(|| {
            NotationError::unexpected(
                Field::Record,
                begin,
                line.trim(),
                phrases::RECORD_EXPECTED_LINE.message(),
            )
        })
    }
}

/// Returns the text of a note, or `None` if the line is not a note.
fn note(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix(NOTE)
}

/// Formats a note as a line of a record. Control characters, which could end the line, become
/// spaces.
pub fn note_line(name: &str, value: &str) -> String {
    let single_line = |text: &str| text.replace(|c: char| c.is_control(), " ");
    format!("{NOTE} {}: {}\n", single_line(name).replace(':', " "), single_line(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_do_not_affect_the_game() {
        let text = format!(
            "# a note: first\ngame: any\n  #second\nresult: *\n{}{}",
            note_line("clock", "15m+30s"),
            note_line("a: name", "two\nlines: of it"),
        );
        let lines = RecordText::read(&text).unwrap();
        assert_eq!(lines.game, (22, "any"));
        let notes: Vec<_> = lines.notes().collect();
        assert_eq!(
            notes,
            [("a note", "first"), ("clock", "15m+30s"), ("a  name", "two lines: of it")],
            "free text is skipped"
        );
        assert!(RecordText::read("game: any\nclock: 15m").is_err(), "unknown lines are errors");
        assert!(RecordText::read("# game: any").is_err(), "a note is not a game line");
    }

    #[test]
    fn results_round_trip() {
        for text in ["x", "o", "draw", "x+6", "o+10 adjudication", "draw repetition", "o time", "x forfeit"] {
            let finish = Finish::parse(text).unwrap().unwrap();
            assert_eq!(finish.to_string(), text);
        }
        assert_eq!(Finish::parse("*"), Ok(None));
        for text in ["", "y", "x+", "x+0", "x++6", "x-3", "draw because", "* time", "x time time"] {
            assert!(Finish::parse(text).is_err(), "{text}");
        }
    }
}
