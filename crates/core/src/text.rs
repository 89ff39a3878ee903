//! What a person reads: a phrase in English and in French, with its parameters.
//!
//! Phrases live beside the code that says them. They carry both languages, so
//! that none can be missing, and a key, so that programs can tell them apart.

use std::fmt;

/// A language people read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

/// A sentence or a word with `{name}` where a parameter goes.
#[derive(Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Its name for programs, for instance `connect4.floating`.
    pub key: &'static str,
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

impl Phrase {
    /// The template in a language.
    pub const fn template(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }

    /// The names of the parameters, in the order of a language, each once.
    pub fn parameters(&self, lang: Lang) -> Vec<&'static str> {
        let mut names = Vec::new();
        for piece in self.template(lang).split('{').skip(1) {
            if let Some((name, _)) = piece.split_once('}')
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
        names
    }

    /// A message that says this phrase; parameters follow by
    /// [`with`](Message::with).
    pub const fn message(&'static self) -> Message {
        Message { phrase: self, arguments: Vec::new() }
    }
}

/// Declares the phrases of a module as constants, and all of them as `ALL`,
/// for the test that holds every phrase to both languages.
#[macro_export]
macro_rules! phrases {
    ($($(#[$meta:meta])* $name:ident = $key:literal, $en:literal, $fr:literal;)*) => {
        $(
            $(#[$meta])*
            pub static $name: $crate::Phrase = $crate::Phrase { key: $key, en: $en, fr: $fr };
        )*
        /// Every phrase of this module.
        #[allow(dead_code, reason = "a module may have no test over its phrases")]
        pub static ALL: &[&$crate::Phrase] = &[$(&$name),*];
    };
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Words that are the same in every language, such as a move.
    Text(String),
    /// A number with a decimal point, which is a comma in French.
    Decimal(String),
    /// How many there are, the digits of large ones in groups.
    Count(usize),
    /// Words that are to be said in the reader's language.
    Message(Message),
}

impl Argument {
    /// A number with so many decimals.
    pub fn decimal(number: f64, places: usize) -> Self {
        Self::Decimal(format!("{number:.places$}"))
    }
}

/// A number with its digits in groups of three, as people write it.
fn grouped(number: usize, lang: Lang) -> String {
    let between = match lang {
        Lang::En => ",",
        // Narrow, and no end of a line.
        Lang::Fr => "\u{202f}",
    };
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push_str(between);
        }
        text.push(digit);
    }
    text
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<&'static Phrase> for Argument {
    fn from(phrase: &'static Phrase) -> Self {
        Self::Message(phrase.message())
    }
}

macro_rules! plain_arguments {
    ($($kind:ty)*) => {
        $(impl From<$kind> for Argument {
            fn from(value: $kind) -> Self {
                Self::Text(value.to_string())
            }
        })*
    };
}

plain_arguments!(char u8 u16 u32 u64 usize i32);

/// A phrase with its parameters. Its `Display` is English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    phrase: &'static Phrase,
    arguments: Vec<(&'static str, Argument)>,
}

impl Message {
    /// With a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Argument>) -> Self {
        self.arguments.push((name, value.into()));
        self
    }

    /// The key of the phrase.
    pub const fn key(&self) -> &'static str {
        self.phrase.key
    }

    /// The words in a language. A parameter that was not given stays as it is
    /// written in the phrase.
    pub fn render(&self, lang: Lang) -> String {
        let mut words = String::new();
        let mut rest = self.phrase.template(lang);
        while let Some((before, after)) = rest.split_once('{') {
            words.push_str(before);
            let Some((name, tail)) = after.split_once('}') else {
                words.push('{');
                rest = after;
                break;
            };
            match self.arguments.iter().find(|(known, _)| *known == name) {
                Some((_, Argument::Decimal(number))) if lang == Lang::Fr => {
                    words.push_str(&number.replace('.', ","));
                }
                Some((_, Argument::Text(text) | Argument::Decimal(text))) => words.push_str(text),
                Some((_, Argument::Count(number))) => words.push_str(&grouped(*number, lang)),
                Some((_, Argument::Message(message))) => words.push_str(&message.render(lang)),
                None => words.extend(["{", name, "}"]),
            }
            rest = tail;
        }
        words + rest
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.render(Lang::En))
    }
}

/// What is wrong with a list of phrases: a language that lacks a parameter of
/// the other, an empty text, or a key used twice. Empty when all is well.
pub fn faults(phrases: &[&Phrase]) -> Vec<String> {
    let mut faults = Vec::new();
    for (i, phrase) in phrases.iter().enumerate() {
        let [mut en, mut fr] = [Lang::En, Lang::Fr].map(|lang| phrase.parameters(lang));
        en.sort_unstable();
        fr.sort_unstable();
        if en != fr {
            faults.push(format!("{}: parameters {en:?} in English, {fr:?} in French", phrase.key));
        }
        let unbalanced = |text: &str| text.matches('{').count() != text.matches('}').count();
        if unbalanced(phrase.en) || unbalanced(phrase.fr) {
            faults.push(format!("{}: a brace is open", phrase.key));
        }
        if phrase.en.is_empty() || phrase.fr.is_empty() {
            faults.push(format!("{}: no words", phrase.key));
        }
        if phrases[..i].iter().any(|other| other.key == phrase.key) {
            faults.push(format!("{}: the key is used twice", phrase.key));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    phrases! {
        TAKEN = "test.taken", "cell {cell} holds {piece}", "{piece} occupe la case {cell}";
        STONE = "test.stone", "a stone", "une pierre";
        BROKEN = "test.broken", "cell {cell}", "case {case}";
    }

    #[test]
    fn a_message_speaks_both_languages() {
        let message = TAKEN.message().with("cell", 4).with("piece", &STONE);
        assert_eq!(message.to_string(), "cell 4 holds a stone");
        assert_eq!(message.render(Lang::Fr), "une pierre occupe la case 4");
        assert_eq!(TAKEN.message().render(Lang::En), "cell {cell} holds {piece}");
        let number = TAKEN.message().with("cell", Argument::decimal(1.5, 2)).with("piece", "1.5");
        assert_eq!(number.to_string(), "cell 1.50 holds 1.5");
        assert_eq!(number.render(Lang::Fr), "1.5 occupe la case 1,50");
        for (count, en, fr) in [
            (0, "0", "0"),
            (999, "999", "999"),
            (1_000, "1,000", "1\u{202f}000"),
            (549_946, "549,946", "549\u{202f}946"),
            (12_345_678, "12,345,678", "12\u{202f}345\u{202f}678"),
        ] {
            let message = TAKEN.message().with("cell", Argument::Count(count)).with("piece", "x");
            assert_eq!(message.to_string(), format!("cell {en} holds x"));
            assert_eq!(message.render(Lang::Fr), format!("x occupe la case {fr}"));
        }
    }

    #[test]
    fn faults_are_found() {
        assert_eq!(faults(&[&TAKEN, &STONE]), Vec::<String>::new());
        assert_eq!(faults(&[&BROKEN]).len(), 1);
        assert_eq!(faults(&[&STONE, &STONE]).len(), 1);
        assert_eq!(ALL.len(), 3);
    }
}
