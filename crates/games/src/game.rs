//! The description of a game for the registry, and the options after its name.

use plateau_core::{Field, Message, NotationError, Phrase};

use crate::erased::AnyVariant;
use crate::phrases;
use crate::sizes::Sizes;

/// A registered game.
#[derive(Debug)]
pub struct Game {
    /// The name in commands, for instance `connect4`.
    pub id: &'static str,
    /// Other names in commands.
    pub aliases: &'static [Alias],
    /// The display name.
    pub name: &'static Phrase,
    /// One sentence about the game.
    pub summary: &'static Phrase,
    /// The rules in a few sentences. [`rules_of`](Self::rules_of) replaces `{columns}`,
    /// `{rows}` and `{k}` by the numbers of a variant.
    pub rules: &'static Phrase,
    /// The sizes of the board, if there are several.
    pub sizes: Option<Sizes>,
    /// The other options.
    pub choices: &'static [Choice],
    /// Options of variants that lists and tests include, besides the default one.
    pub presets: &'static [&'static str],
    /// Positions and depths for `plateau bench`.
    pub bench: &'static [(&'static str, u32)],
    /// All phrases of the game.
    pub phrases: &'static [&'static Phrase],
    /// Creates the variant with the options given.
    pub variant: fn(&VariantOptions) -> Box<dyn AnyVariant>,
}

/// Another name of a game, with the options it implies.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// The options, as after the colon of a variant's name.
    pub options: &'static str,
}

impl Alias {
    /// Creates an alias without options.
    pub const fn plain(name: &'static str) -> Self {
        Self { name, options: "" }
    }
}

/// Mutually exclusive options.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The options.
    pub options: &'static [GameOption],
    /// The option that is in force if none is given.
    pub default: Option<&'static str>,
}

/// An option of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// The word that selects it.
    pub name: &'static str,
    /// A short label.
    pub label: &'static Phrase,
    /// A description.
    pub help: &'static Phrase,
}

/// The validated options of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantOptions {
    name: String,
    size: Vec<u32>,
    /// The options that are not defaults, in canonical order.
    options: Vec<&'static str>,
}

/// Options as given: a size with its offset in the text, and at most one option of each choice.
struct ParsedOptions {
    size: Option<(usize, Vec<u32>)>,
    options: Vec<Option<&'static str>>,
}

impl ParsedOptions {
    fn none(game: &Game) -> Self {
        Self { size: None, options: vec![None; game.choices.len()] }
    }
}

impl VariantOptions {
    /// Returns the canonical name of the variant.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Returns the numbers of the size; empty for a game without sizes.
    pub fn size(&self) -> &[u32] {
        &self.size
    }

    /// Returns whether an option is given that is not a default.
    pub fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }
}

impl Game {
    /// Creates the variant with these options, written as after the colon of a name.
    pub fn with_options(&self, options: &str) -> Result<Box<dyn AnyVariant>, NotationError> {
        let parsed = if options.is_empty() { ParsedOptions::none(self) } else { self.parse(options)? };
        self.check_size(&parsed)?;
        Ok((self.variant)(&self.validated(parsed)))
    }

    /// Creates the variant with these options and with those of `base` that they do not
    /// replace.
    pub fn with_options_over(&self, base: &str, options: &str) -> Result<Box<dyn AnyVariant>, NotationError> {
        let parsed = self.parse_over(base, options)?;
        self.check_size(&parsed)?;
        Ok((self.variant)(&self.validated(parsed)))
    }

    /// Like [`with_options_over`](Self::with_options_over), for a stored game: the line may be
    /// too long for the board, as earlier versions allowed.
    pub(crate) fn with_stored_options(
        &self,
        base: &str,
        options: &str,
    ) -> Result<Box<dyn AnyVariant>, NotationError> {
        Ok((self.variant)(&self.validated(self.parse_over(base, options)?)))
    }

    /// Parses options and adds those of `base` that they do not replace.
    fn parse_over(&self, base: &str, options: &str) -> Result<ParsedOptions, NotationError> {
        let mut parsed = if base.is_empty() { ParsedOptions::none(self) } else { self.parse(base)? };
        if options.is_empty() {
            let expected = phrases::OPTIONS_EMPTY.message().with("expected", self.expected(""));
            return Err(NotationError::unexpected(Field::Options, 0, "", expected));
        }
        let over = self.parse(options)?;
        parsed.size = over.size.or(parsed.size);
        for (slot, option) in parsed.options.iter_mut().zip(over.options) {
            *slot = option.or(*slot);
        }
        Ok(parsed)
    }

    /// Checks that a line fits on the board.
    fn check_size(&self, parsed: &ParsedOptions) -> Result<(), NotationError> {
        let (Some(sizes), Some((at, size))) = (&self.sizes, &parsed.size) else { return Ok(()) };
        sizes.check(self.id, size).map_err(|reason| NotationError::wrong(Field::Options, reason).at(*at))
    }

    /// Returns the rules of a variant by its canonical name, with the numbers of its size.
    pub fn rules_of(&self, name: &str) -> Message {
        let options = name.split_once(':').map_or("", |(_, options)| options);
        let parsed = self.parse(options).unwrap_or_else(|_| ParsedOptions::none(self));
        match &self.sizes {
            Some(sizes) => sizes.fill_in(self.rules, &self.validated(parsed).size),
            None => self.rules.message(),
        }
    }

    /// Returns a label for each option of a variant by its canonical name.
    pub fn labels_of(&self, name: &str) -> Vec<Message> {
        let options = name.split_once(':').map_or("", |(_, options)| options);
        let Ok(parsed) = self.parse(options) else { return Vec::new() };
        let given = self.validated(parsed);
        let size = self.sizes.as_ref().filter(|sizes| sizes.standard() != given.size);
        let size = size.map(|sizes| sizes.label(&given.size));
        let options = self.choices.iter().flat_map(|choice| choice.options);
        let labels = options.filter(|option| given.has(option.name)).map(|option| option.label.message());
        size.into_iter().chain(labels).collect()
    }

    /// Returns every combination of options, and the presets. Tests loop over them.
    pub fn option_lists(&self) -> Vec<String> {
        let mut lists: Vec<Vec<&str>> = vec![Vec::new()];
        for choice in self.choices {
            let longer: Vec<Vec<&str>> = lists
                .iter()
                .flat_map(|list| {
                    choice.options.iter().map(|option| [list.as_slice(), &[option.name]].concat())
                })
                .collect();
            lists.extend(longer);
        }
        let mut texts: Vec<String> = lists.iter().map(|list| list.join(",")).collect();
        texts.extend(self.presets.iter().map(|&preset| preset.to_owned()));
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// Parses options, without a check whether a line fits on the board.
    fn parse(&self, options: &str) -> Result<ParsedOptions, NotationError> {
        let mut parsed = ParsedOptions::none(self);
        let mut at = 0;
        for word in options.split(',') {
            if let Some((slot, known)) = self.find_option(word) {
                if let Some(first) = parsed.options[slot].replace(known) {
                    let reason = if first == known {
                        phrases::OPTION_TWICE.message().with("word", known)
                    } else {
                        phrases::OPTIONS_CLASH.message().with("first", first).with("second", known)
                    };
                    return Err(NotationError::wrong(Field::Options, reason).at(at));
                }
            } else {
                let Some(size) = self.sizes.as_ref().and_then(|sizes| sizes.parse(word)) else {
                    return Err(NotationError::unexpected(Field::Options, at, word, self.expected(word)));
                };
                if parsed.size.replace((at, size)).is_some() {
                    return Err(NotationError::wrong(Field::Options, phrases::SIZE_TWICE.message()).at(at));
                }
            }
            at += word.chars().count() + 1;
        }
        Ok(parsed)
    }

    /// Adds the default size, removes default options, and composes the canonical name.
    fn validated(&self, parsed: ParsedOptions) -> VariantOptions {
        let standard = self.sizes.as_ref().map_or_else(Vec::new, Sizes::standard);
        let size = parsed.size.map_or_else(|| standard.clone(), |(_, size)| size);
        let options: Vec<&'static str> = parsed
            .options
            .into_iter()
            .zip(self.choices)
            .filter_map(|(option, choice)| option.filter(|&option| choice.default != Some(option)))
            .collect();
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.sizes.iter().filter(|_| size != standard).map(|sizes| sizes.write(&size)));
        parts.extend(options.iter().map(|&option| option.to_owned()));
        let name = match parts.as_slice() {
            [] => self.id.to_owned(),
            _ => format!("{}:{}", self.id, parts.join(",")),
        };
        VariantOptions { name, size, options }
    }

    /// Finds an option by name, in either case. Returns the index of its choice too.
    fn find_option(&self, name: &str) -> Option<(usize, &'static str)> {
        self.choices.iter().enumerate().find_map(|(slot, choice)| {
            let option = choice.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
            option.map(|option| (slot, option.name))
        })
    }

    /// Returns the part of an error message that describes valid options.
    fn expected(&self, found: &str) -> Message {
        let options = self.choices.iter().flat_map(|choice| choice.options);
        let words: Vec<&str> = options.map(|option| option.name).collect();
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
