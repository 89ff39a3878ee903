//! The sizes of a board: how a name gives them, and what fits.

use std::ops::RangeInclusive;

use plateau_core::{Message, Phrase};

use crate::phrases;

/// The sizes of a board, written as `6x7`. Names, questions and menus all read this
/// description.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// The numbers, in the order of a name.
    pub numbers: &'static [SizeNumber],
    /// The part of an error message that describes a valid size.
    pub expected: &'static Phrase,
}

/// One number of a size.
#[derive(Clone, Debug)]
pub struct SizeNumber {
    /// What it measures.
    pub dimension: Dimension,
    /// The numbers that are allowed.
    pub range: RangeInclusive<u32>,
    /// The default.
    pub standard: u32,
    /// Whether a name may leave out the number where it is standard; canonical names and
    /// labels then do. All numbers after it must be optional, too.
    pub is_optional: bool,
}

impl SizeNumber {
    /// Creates a number that every name gives.
    pub const fn new(dimension: Dimension, range: RangeInclusive<u32>, standard: u32) -> Self {
        Self { dimension, range, standard, is_optional: false }
    }

    /// Lets names leave out the number where it is standard.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }
}

/// What a number of a size measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// The columns of the board.
    Columns,
    /// The rows of the board.
    Rows,
    /// The pieces in a row that win.
    Line,
}

impl Dimension {
    /// Returns the name to show to people.
    pub const fn name(self) -> &'static Phrase {
        match self {
            Self::Columns => &phrases::SIZE_COLUMNS,
            Self::Rows => &phrases::SIZE_ROWS,
            Self::Line => &phrases::SIZE_LINE,
        }
    }

    /// Returns the parameter of phrases that it fills in.
    const fn parameter(self) -> &'static str {
        match self {
            Self::Columns => "columns",
            Self::Rows => "rows",
            Self::Line => "k",
        }
    }
}

impl Sizes {
    /// Returns the default size.
    pub fn standard(&self) -> Vec<u32> {
        self.numbers.iter().map(|number| number.standard).collect()
    }

    /// Writes a size as in a variant's canonical name.
    pub fn write(&self, size: &[u32]) -> String {
        write_size(self.without_optional(size))
    }

    /// Returns a label such as `6×5` or `15×15, 5 in a row`.
    pub fn label(&self, size: &[u32]) -> Message {
        let has_line = self
            .numbers
            .iter()
            .zip(self.without_optional(size))
            .any(|(number, _)| number.dimension == Dimension::Line);
        let phrase = if has_line { &phrases::SIZE_AND_LINE_LABEL } else { &phrases::SIZE_LABEL };
        self.fill_in(phrase, size)
    }

    /// Inserts the numbers of a size into a phrase, as `{columns}`, `{rows}` and `{k}`.
    pub fn fill_in(&self, phrase: &'static Phrase, size: &[u32]) -> Message {
        let numbers = self.numbers.iter().map(|number| number.dimension.parameter()).zip(size);
        numbers.fold(phrase.message(), |message, (name, &number)| message.with(name, number))
    }

    /// Returns the range of the next number of a size whose first numbers are given: a line
    /// must fit on the board. The range is empty if no line fits. `None` if all are given.
    pub fn next_range(&self, given: &[u32]) -> Option<RangeInclusive<u32>> {
        let number = self.numbers.get(given.len())?;
        let (least, most) = (*number.range.start(), *number.range.end());
        let board = self.numbers.iter().zip(given).filter(|(side, _)| side.dimension != Dimension::Line);
        let longest = board.map(|(_, &side)| side).max().filter(|_| number.dimension == Dimension::Line);
        Some(least..=longest.map_or(most, |longest| most.min(longest)))
    }

    /// Checks numbers that are in their ranges against each other. The error names a variant
    /// of the game with this id that fits.
    pub fn check(&self, id: &str, size: &[u32]) -> Result<(), Message> {
        for (i, &number) in size.iter().enumerate() {
            let Some(range) = self.next_range(&size[..i]) else { break };
            let most = *range.end();
            if number > most {
                let (phrase, fitting) = if range.is_empty() {
                    (&phrases::BOARD_TOO_SMALL, self.standard())
                } else {
                    (&phrases::LINE_TOO_LONG, [&size[..i], &[most], &size[i + 1..]].concat())
                };
                let fitting = format!("{id}:{}", write_size(&fitting));
                return Err(self.fill_in(phrase, size).with("most", most).with("fitting", fitting));
            }
        }
        Ok(())
    }

    /// Removes the last numbers of a size as far as names leave them out.
    fn without_optional<'s>(&self, size: &'s [u32]) -> &'s [u32] {
        let required = self.required();
        let is_standard =
            size.iter().zip(self.numbers).skip(required).all(|(&n, number)| n == number.standard);
        if is_standard { &size[..required.min(size.len())] } else { size }
    }

    /// Returns the count of numbers that every name gives.
    fn required(&self) -> usize {
        self.numbers.iter().take_while(|number| !number.is_optional).count()
    }

    /// Parses a size such as `6x7`. Returns `None` if a number is out of range.
    pub(crate) fn parse(&self, word: &str) -> Option<Vec<u32>> {
        let mut size: Vec<u32> = word
            .split(['x', 'X', '×'])
            .map(|number| number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok()).flatten())
            .collect::<Option<_>>()?;
        if size.len() >= self.required() {
            size.extend(self.numbers.iter().skip(size.len()).map(|number| number.standard));
        }
        let fits = size.len() == self.numbers.len()
            && size.iter().zip(self.numbers).all(|(n, number)| number.range.contains(n));
        fits.then_some(size)
    }
}

/// Writes all numbers of a size.
pub fn write_size(size: &[u32]) -> String {
    size.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}
