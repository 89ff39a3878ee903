//! User-visible text in English and French.
//!
//! A [`Phrase`] is declared next to the code that uses it, with a key and both languages, so
//! that no translation can be missing. A [`Message`] is a phrase with its parameters.

use std::fmt;

/// A language of the user interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

/// A text with `{name}` placeholders for parameters.
///
/// French verbs agree with their subject: `{player:gagne|gagnent}` expands to the second
/// form if the parameter is a phrase in the plural, such as « les Noirs ».
///
/// # Examples
///
/// ```
/// use plateau_core::{Lang, Phrase};
///
/// static OCCUPIED: Phrase = Phrase {
///     key: "game.occupied",
///     en: "{cell} is occupied",
///     fr: "{cell} est occupé",
/// };
/// assert_eq!(OCCUPIED.parameters(Lang::En), ["cell"]);
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Its identifier, for instance `connect4.floating`.
    pub key: &'static str,
    /// The English template.
    pub en: &'static str,
    /// The French template.
    pub fr: &'static str,
}

impl Phrase {
    /// Returns the template in a language.
    pub const fn template(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }

    /// Returns the template without the article of a French plural, as in labels: « Noirs »
    /// instead of « les Noirs ».
    pub fn label(&self, lang: Lang) -> &'static str {
        let template = self.template(lang);
        if lang == Lang::Fr { template.strip_prefix(PLURAL).unwrap_or(template) } else { template }
    }

    /// Returns the distinct parameter names, in the order of a language's template.
    pub fn parameters(&self, lang: Lang) -> Vec<&'static str> {
        let mut names = Vec::new();
        for piece in self.template(lang).split('{').skip(1) {
            if let Some((placeholder, _)) = piece.split_once('}') {
                let (name, _) = placeholder.split_once(':').unwrap_or((placeholder, ""));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Creates a message; add its parameters by [`with`](Message::with).
    pub const fn message(&'static self) -> Message {
        Message { phrase: self, arguments: Vec::new() }
    }
}

/// Declares the phrases of a module as statics, and a list of them as `ALL` for
/// `text::phrase_errors`.
#[macro_export]
macro_rules! phrases {
    ($($(#[$meta:meta])* $name:ident = $key:literal, $en:literal, $fr:literal;)*) => {
        $(
            $(#[$meta])*
            pub static $name: $crate::Phrase = $crate::Phrase { key: $key, en: $en, fr: $fr };
        )*
        /// Every phrase of this module.
        #[allow(dead_code, reason = "not every module tests its phrases")]
        pub static ALL: &[&$crate::Phrase] = &[$(&$name),*];
    };
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Text that is the same in every language, such as a move.
    Text(String),
    /// A number with a decimal point, rendered as a comma in French.
    Decimal(String),
    /// An integer, rendered with digit grouping.
    Count(usize),
    /// Another message, rendered in the same language.
    Message(Message),
}

impl Argument {
    /// Formats a number with this many decimal places.
    pub fn decimal(number: f64, places: usize) -> Self {
        Self::Decimal(format!("{number:.places$}"))
    }

    fn render(&self, lang: Lang) -> String {
        match self {
            Self::Decimal(number) if lang == Lang::Fr => number.replace('.', ","),
            Self::Text(text) | Self::Decimal(text) => text.clone(),
            Self::Count(number) => grouped(*number, lang),
            Self::Message(message) => message.render(lang),
        }
    }

    /// Returns whether this is a French plural. A text, such as the name of a file, never
    /// is.
    fn is_plural(&self, lang: Lang) -> bool {
        lang == Lang::Fr && matches!(self, Self::Message(message) if message.render(lang).starts_with(PLURAL))
    }
}

/// Formats an integer with its digits in groups of three, as people read it.
pub fn grouped(number: usize, lang: Lang) -> String {
    let separator = match lang {
        Lang::En => ",",
        // A narrow no-break space.
        Lang::Fr => "\u{202f}",
    };
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push_str(separator);
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

/// A phrase with its parameters. `Display` renders English.
///
/// # Examples
///
/// ```
/// use plateau_core::Lang;
///
/// plateau_core::phrases! {
///     /// A cell that is not empty.
///     OCCUPIED = "game.occupied", "{cell} is occupied", "{cell} est occupé";
/// }
///
/// let message = OCCUPIED.message().with("cell", "b2");
/// assert_eq!(message.to_string(), "b2 is occupied");
/// assert_eq!(message.render(Lang::Fr), "b2 est occupé");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    phrase: &'static Phrase,
    arguments: Vec<(&'static str, Argument)>,
}

impl Message {
    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Argument>) -> Self {
        self.arguments.push((name, value.into()));
        self
    }

    /// Returns the key of the phrase.
    pub const fn key(&self) -> &'static str {
        self.phrase.key
    }

    /// Renders the message in a language. Missing parameters stay as placeholders.
    pub fn render(&self, lang: Lang) -> String {
        let mut words = String::new();
        let mut rest = self.phrase.template(lang);
        while let Some((before, after)) = rest.split_once('{') {
            words.push_str(before);
            let Some((placeholder, tail)) = after.split_once('}') else {
                words.push('{');
                rest = after;
                break;
            };
            let (name, forms) = placeholder.split_once(':').unwrap_or((placeholder, ""));
            match (self.argument(name), forms.split_once('|')) {
                (Some(argument), Some((singular, plural))) => {
                    words.push_str(if argument.is_plural(lang) { plural } else { singular });
                }
                (Some(argument), None) => {
                    let text = argument.render(lang);
                    if argument.is_plural(lang) {
                        push_plural(&mut words, &text);
                    } else {
                        words.push_str(&text);
                    }
                }
                (None, _) => words.extend(["{", placeholder, "}"]),
            }
            rest = tail;
        }
        words + rest
    }

    fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|(known, _)| *known == name).map(|(_, argument)| argument)
    }
}

impl From<&'static Phrase> for Message {
    fn from(phrase: &'static Phrase) -> Self {
        phrase.message()
    }
}

/// The start of a French plural.
const PLURAL: &str = "les ";

/// Appends a French plural and contracts its article with the preposition before it:
/// « à les Noirs » becomes « aux Noirs », « de les Noirs » becomes « des Noirs ».
fn push_plural(words: &mut String, text: &str) {
    let noun = text.strip_prefix(PLURAL).unwrap_or(text);
    for (preposition, article) in [("à ", "aux "), ("de ", "des ")] {
        if let Some(before) = words.strip_suffix(preposition)
            && !before.ends_with(char::is_alphabetic)
        {
            words.truncate(before.len());
            words.extend([article, noun]);
            return;
        }
    }
    words.push_str(text);
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.render(Lang::En))
    }
}

/// Checks a list of phrases, for tests: both languages must have the same parameters,
/// balanced braces and some text, and keys must be unique. Returns one line per error.
pub fn phrase_errors(phrases: &[&Phrase]) -> Vec<String> {
    let mut errors = Vec::new();
    for (i, phrase) in phrases.iter().enumerate() {
        let [mut en, mut fr] = [Lang::En, Lang::Fr].map(|lang| phrase.parameters(lang));
        en.sort_unstable();
        fr.sort_unstable();
        if en != fr {
            errors.push(format!("{}: parameters {en:?} in English, {fr:?} in French", phrase.key));
        }
        let unbalanced = |text: &str| text.matches('{').count() != text.matches('}').count();
        if unbalanced(phrase.en) || unbalanced(phrase.fr) {
            errors.push(format!("{}: unbalanced braces", phrase.key));
        }
        let placeholders = phrase.fr.split('{').skip(1).filter_map(|piece| piece.split_once('}'));
        if placeholders.map(|(inside, _)| inside).any(|inside| inside.contains(':') != inside.contains('|')) {
            errors.push(format!("{}: a placeholder needs two forms, {{name:singular|plural}}", phrase.key));
        }
        if phrase.en.is_empty() || phrase.fr.is_empty() {
            errors.push(format!("{}: empty text", phrase.key));
        }
        if phrases[..i].iter().any(|other| other.key == phrase.key) {
            errors.push(format!("{}: duplicate key", phrase.key));
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    phrases! {
        TAKEN = "test.taken", "cell {cell} holds {piece}", "{piece} occupe la case {cell}";
        STONE = "test.stone", "a stone", "une pierre";
        BROKEN = "test.broken", "cell {cell}", "case {case}";
        ONE_FORM = "test.one-form", "{player} wins", "{player} {player:gagne}";
        BLACK = "test.black", "black", "les Noirs";
        WINS = "test.wins", "{player} wins", "{player} {player:gagne|gagnent}";
        NAMED = "test.named", "command {player}", "commande {player}";
        TURN = "test.turn", "{player} to move after {player}'s pass", "à {player} de jouer après la passe de {player}";
    }

    #[test]
    fn messages_render_in_both_languages() {
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
    fn french_agrees_with_a_plural() {
        let render = |phrase: &'static Phrase, player: Argument| {
            let message = phrase.message().with("player", player);
            [Lang::En, Lang::Fr].map(|lang| message.render(lang))
        };
        assert_eq!(render(&WINS, "x".into()), ["x wins", "x gagne"]);
        assert_eq!(render(&WINS, (&BLACK).into()), ["black wins", "les Noirs gagnent"]);
        assert_eq!(render(&TURN, "x".into())[1], "à x de jouer après la passe de x");
        assert_eq!(render(&TURN, (&BLACK).into())[1], "aux Noirs de jouer après la passe des Noirs");
        assert_eq!(render(&TURN, "les x".into())[1], "à les x de jouer après la passe de les x", "a text");
        assert_eq!(render(&NAMED, (&BLACK).into())[1], "commande les Noirs", "not the preposition « de »");
        assert_eq!([Lang::En, Lang::Fr].map(|lang| BLACK.label(lang)), ["black", "Noirs"]);
        assert_eq!(WINS.message().render(Lang::Fr), "{player} {player:gagne|gagnent}");
    }

    #[test]
    fn phrase_errors_finds_mismatches_and_duplicates() {
        assert_eq!(phrase_errors(&[&TAKEN, &STONE, &WINS]), Vec::<String>::new());
        assert_eq!(phrase_errors(&[&BROKEN]).len(), 1);
        assert_eq!(phrase_errors(&[&ONE_FORM]).len(), 1);
        assert_eq!(phrase_errors(&[&STONE, &STONE]).len(), 1);
        assert_eq!(ALL.len(), 8);
    }
}
