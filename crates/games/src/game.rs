//! What a game tells about itself, and the options after its name.

use std::ops::RangeInclusive;

use plateau_core::{Field, Message, NotationError, Phrase};

use crate::erased::AnyVariant;
use crate::phrases;

/// A registered game.
#[derive(Debug)]
pub struct Game {
    /// Its name in commands, for instance `connect4`.
    pub id: &'static str,
    /// Other names for it.
    pub aliases: &'static [Alias],
    /// What people call it.
    pub name: &'static Phrase,
    /// What it is about, in a sentence.
    pub summary: &'static Phrase,
    /// How it is played, in a few sentences; where they name numbers of the size,
    /// `{columns}`, `{rows}` and `{k}`, [`rules_of`](Self::rules_of) fills them in.
    pub rules: &'static Phrase,
    /// The sizes its board may have, if it has a choice.
    pub sizes: Option<Sizes>,
    /// The other options.
    pub choices: &'static [Choice],
    /// Options worth a place of their own in lists and tests, besides none.
    pub presets: &'static [&'static str],
    /// Positions and depths for the workload that checks the search.
    pub bench: &'static [(&'static str, u32)],
    /// All that the game says to people.
    pub phrases: &'static [&'static Phrase],
    /// Makes the variant of the options chosen.
    pub variant: fn(&Chosen) -> Box<dyn AnyVariant>,
}

/// Another name of a game, perhaps with options of its own.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// The options it stands for.
    pub options: &'static str,
}

impl Alias {
    /// A name that stands for the game without options.
    pub const fn plain(name: &'static str) -> Self {
        Self { name, options: "" }
    }
}

/// The sizes of a board, written `6x7`: columns × rows, and what else follows.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// The least and the greatest of each number.
    pub ranges: &'static [RangeInclusive<u32>],
    /// The size without an option.
    pub standard: &'static [u32],
    /// What would be right, for a size that is not.
    pub expected: &'static Phrase,
    /// A size in a few words, with `{columns}`, `{rows}` and `{k}`.
    pub label: &'static Phrase,
}

/// Options of which at most one can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The options.
    pub words: &'static [Word],
    /// The option that is the same as none.
    pub default: Option<&'static str>,
}

/// An option written as a word.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub text: &'static str,
    /// What it changes, in a few words.
    pub label: &'static Phrase,
    /// What it changes.
    pub help: &'static Phrase,
}

/// The options of a game as they were chosen: valid, in canonical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    name: String,
    size: Vec<u32>,
    words: Vec<&'static str>,
}

/// Options as they were written: a size, and a word of each choice.
struct Picked {
    size: Option<Vec<u32>>,
    words: Vec<Option<&'static str>>,
}

impl Picked {
    fn none(game: &Game) -> Self {
        Self { size: None, words: vec![None; game.choices.len()] }
    }
}

impl Chosen {
    /// The canonical name of the variant.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// The numbers of the size; none for a game without sizes.
    pub fn size(&self) -> &[u32] {
        &self.size
    }

    /// Whether an option was chosen; defaults never are.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }
}

impl Game {
    /// The variant with these options, written as after the colon of a name.
    pub fn with_options(&self, options: &str) -> Result<Box<dyn AnyVariant>, NotationError> {
        let picked = if options.is_empty() { Picked::none(self) } else { self.pick(options)? };
        Ok((self.variant)(&self.chosen(picked)))
    }

    /// The variant with these options, and with those of `base` that they do
    /// not replace.
    pub fn with_options_over(&self, base: &str, options: &str) -> Result<Box<dyn AnyVariant>, NotationError> {
        let mut picked = if base.is_empty() { Picked::none(self) } else { self.pick(base)? };
        if options.is_empty() {
            let expected = phrases::OPTIONS_EMPTY.message().with("expected", self.expected(""));
            return Err(NotationError::unexpected(Field::Options, 0, "", expected));
        }
        let over = self.pick(options)?;
        picked.size = over.size.or(picked.size);
        for (slot, word) in picked.words.iter_mut().zip(over.words) {
            *slot = word.or(*slot);
        }
        Ok((self.variant)(&self.chosen(picked)))
    }

    /// How a variant of it is played, by its name: the rules with its own numbers.
    pub fn rules_of(&self, name: &str) -> Message {
        let options = name.split_once(':').map_or("", |(_, options)| options);
        let picked = self.pick(options).unwrap_or_else(|_| Picked::none(self));
        sized(self.rules, &self.chosen(picked).size)
    }

    /// What sets a variant of it apart, by its name: a few words for each option;
    /// nothing for the game without any.
    pub fn labels_of(&self, name: &str) -> Vec<Message> {
        let options = name.split_once(':').map_or("", |(_, options)| options);
        let Ok(picked) = self.pick(options) else { return Vec::new() };
        let chosen = self.chosen(picked);
        let size = self.sizes.as_ref().filter(|sizes| sizes.standard != chosen.size);
        let size = size.map(|sizes| sized(sizes.label, &chosen.size));
        let words = self.choices.iter().flat_map(|choice| choice.words);
        let words = words.filter(|word| chosen.has(word.text)).map(|word| word.label.message());
        size.into_iter().chain(words).collect()
    }

    /// Every list of options that is worth a test: none, the presets, and every
    /// combination of words.
    pub fn option_lists(&self) -> Vec<String> {
        let mut lists: Vec<Vec<&str>> = vec![Vec::new()];
        for choice in self.choices {
            let longer: Vec<Vec<&str>> = lists
                .iter()
                .flat_map(|list| choice.words.iter().map(|word| [list.as_slice(), &[word.text]].concat()))
                .collect();
            lists.extend(longer);
        }
        let mut texts: Vec<String> = lists.iter().map(|list| list.join(",")).collect();
        texts.extend(self.presets.iter().map(|&preset| preset.to_owned()));
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// Reads options.
    fn pick(&self, options: &str) -> Result<Picked, NotationError> {
        let mut picked = Picked::none(self);
        let mut at = 0;
        for word in options.split(',') {
            if let Some((slot, known)) = self.find_word(word) {
                if let Some(first) = picked.words[slot].replace(known) {
                    let reason = if first == known {
                        phrases::OPTION_TWICE.message().with("word", known)
                    } else {
                        phrases::OPTIONS_CLASH.message().with("first", first).with("second", known)
                    };
                    return Err(NotationError::wrong(Field::Options, reason).at(at));
                }
            } else {
                let read = self.sizes.as_ref().and_then(|sizes| read_size(sizes, word));
                let Some(read) = read else {
                    return Err(NotationError::unexpected(Field::Options, at, word, self.expected(word)));
                };
                if picked.size.replace(read).is_some() {
                    return Err(NotationError::wrong(Field::Options, phrases::SIZE_TWICE.message()).at(at));
                }
            }
            at += word.chars().count() + 1;
        }
        Ok(picked)
    }

    /// What was picked, with what goes without saying, and the canonical name.
    fn chosen(&self, picked: Picked) -> Chosen {
        let standard: Vec<u32> = self.sizes.iter().flat_map(|sizes| sizes.standard).copied().collect();
        let size = picked.size.unwrap_or_else(|| standard.clone());
        let words: Vec<&'static str> = picked
            .words
            .into_iter()
            .zip(self.choices)
            .filter_map(|(word, choice)| word.filter(|&word| choice.default != Some(word)))
            .collect();
        let mut parts: Vec<String> = Vec::new();
        if size != standard {
            parts.push(write_size(&size));
        }
        parts.extend(words.iter().map(|&word| word.to_owned()));
        let name = match parts.as_slice() {
            [] => self.id.to_owned(),
            _ => format!("{}:{}", self.id, parts.join(",")),
        };
        Chosen { name, size, words }
    }

    fn find_word(&self, word: &str) -> Option<(usize, &'static str)> {
        self.choices.iter().enumerate().find_map(|(slot, choice)| {
            choice
                .words
                .iter()
                .find(|known| known.text.eq_ignore_ascii_case(word))
                .map(|known| (slot, known.text))
        })
    }

    /// What would be right in place of an unknown option.
    fn expected(&self, found: &str) -> Message {
        let words: Vec<&str> =
            self.choices.iter().flat_map(|choice| choice.words).map(|word| word.text).collect();
        match &self.sizes {
            Some(sizes) if words.is_empty() || found.starts_with(|c: char| c.is_ascii_digit()) => {
                sizes.expected.message()
            }
            Some(sizes) => {
                phrases::OPTIONS_OR.message().with("words", words.join(", ")).with("size", sizes.expected)
            }
            None if words.is_empty() => phrases::OPTIONS_NONE.message(),
            None => phrases::OPTIONS_KNOWN.message().with("words", words.join(", ")),
        }
    }
}

/// A phrase with the numbers of a size.
fn sized(phrase: &'static Phrase, size: &[u32]) -> Message {
    let numbers = ["columns", "rows", "k"].into_iter().zip(size);
    numbers.fold(phrase.message(), |words, (name, &number)| words.with(name, number))
}

/// The numbers of a size such as `6x7`, if it is one and in range.
fn read_size(sizes: &Sizes, word: &str) -> Option<Vec<u32>> {
    let numbers: Vec<u32> = word
        .split(['x', 'X', '×'])
        .map(|number| number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok()).flatten())
        .collect::<Option<_>>()?;
    let fits = numbers.len() == sizes.ranges.len()
        && numbers.iter().zip(sizes.ranges).all(|(number, range)| range.contains(number));
    fits.then_some(numbers)
}

/// A size as it is written in a name.
pub fn write_size(size: &[u32]) -> String {
    size.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}
