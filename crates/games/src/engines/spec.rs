//! How an opponent is written, everywhere the same: `name:key=value,…`.

use std::fmt;

use plateau_core::{Message, phrases};

phrases! {
    /// A spec without a name.
    NO_NAME = "spec.no-name", "an engine has a name, such as best, level:3 or alphabeta:depth=6", "un moteur a un nom, comme best, level:3 ou alphabeta:depth=6";
    /// A part that is not a key and a value.
    NO_PAIR = "spec.no-pair", "in '{spec}', '{part}' is not a setting: write key=value", "dans « {spec} », « {part} » n'est pas un réglage : écrire clé=valeur";
    /// A key alone.
    NO_VALUE = "spec.no-value", "in '{spec}', {key} has no value: write {key}=…", "dans « {spec} », {key} n'a pas de valeur : écrire {key}=…";
    /// A value alone, for an engine that has settings.
    BARE = "spec.bare", "in '{spec}', '{part}' is not a setting: write key=value, where key is one of {keys}", "dans « {spec} », « {part} » n'est pas un réglage : écrire clé=valeur, où la clé est l'une de {keys}";
    /// A setting of an engine that has none.
    BARE_NONE = "spec.bare-none", "in '{spec}', '{part}' is too much: {name} has no settings", "dans « {spec} », « {part} » est de trop : {name} n'a pas de réglages";
    /// A key given twice.
    TWICE = "spec.twice", "in '{spec}', {key} is set twice", "dans « {spec} », {key} est réglé deux fois";
    /// A key the engine has not.
    UNKNOWN_KEY = "spec.unknown-key", "in '{spec}', {key} is not a setting of this engine, which has {keys}", "dans « {spec} », {key} n'est pas un réglage de ce moteur, qui a {keys}";
    /// An engine without settings.
    NO_KEYS = "spec.no-keys", "none", "aucun";
    /// A value that can't be.
    BAD_VALUE = "spec.bad-value", "in '{spec}', {key} is {value}, but must be {expected}", "dans « {spec} », {key} vaut {value}, mais doit être {expected}";
    /// What a number must be.
    FROM_TO = "spec.from-to", "a whole number from {least} to {most}", "un nombre entier de {least} à {most}";
    /// What a name must be.
    ONE_OF = "spec.one-of", "one of {names}", "l'une de {names}";
}

/// A name and settings, each at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    text: String,
    /// The engine's name.
    pub name: String,
    settings: Vec<(String, String)>,
}

impl Spec {
    /// Reads a spec. `level:3` is short for `level:level=3`: a part without `=`
    /// right after the name is the setting of that name.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name.is_empty() {
            return Err(NO_NAME.message());
        }
        let mut spec = Self { text: text.to_owned(), name: name.to_lowercase(), settings: Vec::new() };
        for (i, part) in rest.split(',').filter(|_| !rest.is_empty()).enumerate() {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => (key.trim(), value.trim()),
                None if i == 0 && !part.is_empty() => (spec.name.as_str(), part.trim()),
                Some((key, "")) if !key.is_empty() => {
                    return Err(NO_VALUE.message().with("spec", text).with("key", key));
                }
                None if !part.is_empty() => {
                    return Err(NO_VALUE.message().with("spec", text).with("key", part));
                }
                _ => return Err(NO_PAIR.message().with("spec", text).with("part", part)),
            };
            if spec.get(key).is_some() {
                return Err(TWICE.message().with("spec", text).with("key", key));
            }
            let pair = (key.to_owned(), value.to_owned());
            spec.settings.push(pair);
        }
        Ok(spec)
    }

    /// A setting's value.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The same with a setting, unless it has that one. Its text stays as it
    /// was written.
    #[must_use]
    pub fn or_set(mut self, key: &str, value: u64) -> Self {
        if self.get(key).is_none() {
            self.settings.push((key.to_owned(), value.to_string()));
        }
        self
    }

    /// A setting that is a whole number within a range.
    pub fn number(&self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, Message> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(self
                .bad_value(key, FROM_TO.message().with("least", *range.start()).with("most", *range.end()))),
        }
    }

    /// The error of a value that can't be.
    pub fn bad_value(&self, key: &str, expected: impl Into<Expected>) -> Message {
        let value = self.get(key).unwrap_or_default();
        let message =
            BAD_VALUE.message().with("spec", self.text.as_str()).with("key", key).with("value", value);
        match expected.into() {
            Expected::Said(expected) => message.with("expected", expected),
            Expected::Listed(names) => match names.as_slice() {
                [only] => message.with("expected", *only),
                names => message.with("expected", ONE_OF.message().with("names", names.join(", "))),
            },
        }
    }

    /// Whether the engine brings limits of its own, so that it needs no other.
    pub fn is_limited(&self) -> bool {
        self.name == "level" || ["depth", "nodes"].iter().any(|key| self.get(key).is_some())
    }

    /// Holds the spec to the settings an engine has.
    pub fn only(&self, keys: &[&str]) -> Result<(), Message> {
        match self.settings.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            None => Ok(()),
            // A part without `=`: perhaps a key that lacks its value.
            Some((key, part)) if *key == self.name => Err(if keys.contains(&part.as_str()) {
                NO_VALUE.message().with("spec", self.text.as_str()).with("key", part.as_str())
            } else if keys.is_empty() {
                let message = BARE_NONE.message().with("spec", self.text.as_str());
                message.with("part", part.as_str()).with("name", self.name.as_str())
            } else {
                let message = BARE.message().with("spec", self.text.as_str());
                message.with("part", part.as_str()).with("keys", keys.join(", "))
            }),
            Some((key, _)) => {
                let message =
                    UNKNOWN_KEY.message().with("spec", self.text.as_str()).with("key", key.as_str());
                Err(if keys.is_empty() {
                    message.with("keys", &NO_KEYS)
                } else {
                    message.with("keys", keys.join(", "))
                })
            }
        }
    }
}

/// What a value must be.
pub enum Expected {
    /// In words.
    Said(Message),
    /// One of these names.
    Listed(Vec<&'static str>),
}

impl From<Message> for Expected {
    fn from(message: Message) -> Self {
        Self::Said(message)
    }
}

impl From<Vec<&'static str>> for Expected {
    fn from(names: Vec<&'static str>) -> Self {
        Self::Listed(names)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read() {
        let spec = Spec::parse("alphabeta:depth=6,eval=seed").unwrap();
        assert_eq!(
            (spec.name.as_str(), spec.get("depth"), spec.get("eval")),
            ("alphabeta", Some("6"), Some("seed"))
        );
        assert_eq!(spec.number("depth", 1..=99), Ok(Some(6)));
        assert_eq!(Spec::parse("level:3").unwrap().number("level", 1..=8), Ok(Some(3)));
        assert_eq!(Spec::parse("best").unwrap().get("depth"), None);
        let seeded = Spec::parse("random").unwrap().or_set("seed", 7).or_set("seed", 8);
        assert_eq!((seeded.get("seed"), seeded.to_string().as_str()), (Some("7"), "random"));
    }

    #[test]
    fn bad_specs_are_refused_in_a_sentence() {
        let parse = |text: &str| Spec::parse(text).unwrap_err().to_string();
        assert_eq!(parse(""), "an engine has a name, such as best, level:3 or alphabeta:depth=6");
        assert_eq!(parse("a:b=1,c"), "in 'a:b=1,c', c has no value: write c=…");
        assert_eq!(parse("a:b="), "in 'a:b=', b has no value: write b=…");
        assert_eq!(parse("a:=1"), "in 'a:=1', '=1' is not a setting: write key=value");
        assert_eq!(parse("a:b=1,"), "in 'a:b=1,', '' is not a setting: write key=value");
        let only = |text: &str, keys: &[&str]| Spec::parse(text).unwrap().only(keys).unwrap_err().to_string();
        assert_eq!(only("a:b", &["b", "c"]), "in 'a:b', b has no value: write b=…");
        assert_eq!(
            only("a:7", &["b", "c"]),
            "in 'a:7', '7' is not a setting: write key=value, where key is one of b, c"
        );
        assert_eq!(only("a:7", &[]), "in 'a:7', '7' is too much: a has no settings");
        assert_eq!(parse("a:b=1,b=2"), "in 'a:b=1,b=2', b is set twice");
        let spec = Spec::parse("alphabeta:depth=0,speed=9").unwrap();
        assert_eq!(
            spec.number("depth", 1..=99).unwrap_err().to_string(),
            "in 'alphabeta:depth=0,speed=9', depth is 0, but must be a whole number from 1 to 99"
        );
        assert_eq!(
            spec.only(&["depth", "eval"]).unwrap_err().to_string(),
            "in 'alphabeta:depth=0,speed=9', speed is not a setting of this engine, which has depth, eval"
        );
        assert!(spec.only(&[]).unwrap_err().to_string().ends_with("which has none"));
    }
}
