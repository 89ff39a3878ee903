//! Engine specs: `name:key=value,…`, for instance `alphabeta:depth=6`.

use std::fmt;
use std::num::IntErrorKind;

use plateau_core::Message;
use plateau_core::text::Argument;

use super::phrases;

/// An engine by name, with settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    text: String,
    /// The engine's name, in lower case.
    pub name: String,
    settings: Vec<(String, String)>,
}

impl EngineSpec {
    /// Parses a spec. `level:3` is short for `level:level=3`: a first setting
    /// without `=` is the value of the setting named like the engine.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name.is_empty() {
            return Err(phrases::NO_NAME.message());
        }
        let mut spec = Self { text: text.to_owned(), name: name.to_lowercase(), settings: Vec::new() };
        for (i, part) in rest.split(',').filter(|_| !rest.is_empty()).enumerate() {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => (key.trim(), value.trim()),
                None if i == 0 && !part.is_empty() => (spec.name.as_str(), part.trim()),
                Some((key, "")) if !key.is_empty() => {
                    return Err(phrases::NO_VALUE.message().with("spec", text).with("key", key));
                }
                None if !part.is_empty() => {
                    return Err(phrases::NO_VALUE.message().with("spec", text).with("key", part));
                }
                _ => return Err(phrases::NO_PAIR.message().with("spec", text).with("part", part)),
            };
            if spec.get(key).is_some() {
                return Err(phrases::DUPLICATE_KEY.message().with("spec", text).with("key", key));
            }
            let pair = (key.to_owned(), value.to_owned());
            spec.settings.push(pair);
        }
        Ok(spec)
    }

    /// Returns the value of a setting.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Sets a setting that is not set yet. [`Display`](fmt::Display) still prints
    /// the original text.
    #[must_use]
    pub fn with_default(mut self, key: &str, value: u64) -> Self {
        if self.get(key).is_none() {
            self.settings.push((key.to_owned(), value.to_string()));
        }
        self
    }

    /// Returns the value of a numeric setting, which must lie within a range.
    pub fn number(&self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, Message> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let too_large = match value.parse() {
            Ok(number) if range.contains(&number) => return Ok(Some(number)),
            Ok(_) => false,
            Err(error) => *error.kind() == IntErrorKind::PosOverflow,
        };
        // A limit of twenty digits only helps those who exceed it.
        let message = if *range.end() == u64::MAX && !too_large {
            phrases::INVALID_LARGE_VALUE.message()
        } else {
            phrases::INVALID_VALUE.message().with("most", Argument::Count(*range.end() as usize))
        };
        let message = message.with("spec", self.text.as_str()).with("key", key).with("value", value);
        Err(message.with("least", Argument::Count(*range.start() as usize)))
    }

    /// Returns the value of a setting whose values have names.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<Option<T>, Message> {
        let Some(value) = self.get(key) else { return Ok(None) };
        if let Some((_, choice)) = choices.iter().find(|(name, _)| *name == value) {
            return Ok(Some(*choice));
        }
        let names = choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let message = phrases::INVALID_CHOICE.message().with("spec", self.text.as_str()).with("key", key);
        Err(message.with("value", value).with("names", names))
    }

    /// Returns whether the spec itself limits the search, so that no other limit
    /// is needed.
    pub fn is_limited(&self) -> bool {
        self.name == "level" || ["depth", "nodes"].iter().any(|key| self.get(key).is_some())
    }

    /// Checks that only these settings are set.
    pub fn allow_only(&self, keys: &[&str]) -> Result<(), Message> {
        match self.settings.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            None => Ok(()),
            // A part without `=` was taken as a value; it may be a key without one.
            Some((key, part)) if *key == self.name => Err(if keys.contains(&part.as_str()) {
                phrases::NO_VALUE.message().with("spec", self.text.as_str()).with("key", part.as_str())
            } else if keys.is_empty() {
                let message = phrases::NO_SETTINGS.message().with("spec", self.text.as_str());
                message.with("part", part.as_str()).with("name", self.name.as_str())
            } else {
                let message = phrases::NO_KEY.message().with("spec", self.text.as_str());
                message.with("part", part.as_str()).with("keys", keys.join(", "))
            }),
            Some((key, _)) => {
                let message =
                    phrases::UNKNOWN_KEY.message().with("spec", self.text.as_str()).with("key", key.as_str());
                Err(if keys.is_empty() {
                    message.with("keys", &phrases::NO_KEYS)
                } else {
                    message.with("keys", keys.join(", "))
                })
            }
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_specs() {
        let spec = EngineSpec::parse("alphabeta:depth=6,eval=seed").unwrap();
        assert_eq!(
            (spec.name.as_str(), spec.get("depth"), spec.get("eval")),
            ("alphabeta", Some("6"), Some("seed"))
        );
        assert_eq!(spec.number("depth", 1..=99), Ok(Some(6)));
        assert_eq!(EngineSpec::parse("level:3").unwrap().number("level", 1..=8), Ok(Some(3)));
        assert_eq!(EngineSpec::parse("best").unwrap().get("depth"), None);
        let seeded = EngineSpec::parse("random").unwrap().with_default("seed", 7).with_default("seed", 8);
        assert_eq!((seeded.get("seed"), seeded.to_string().as_str()), (Some("7"), "random"));
    }

    #[test]
    fn invalid_specs_give_one_sentence_errors() {
        let parse = |text: &str| EngineSpec::parse(text).unwrap_err().to_string();
        assert_eq!(parse(""), "no engine given: write for instance best, level:3 or alphabeta:depth=6");
        assert_eq!(parse("a:b=1,c"), "in 'a:b=1,c', c has no value: write c=…");
        assert_eq!(parse("a:b="), "in 'a:b=', b has no value: write b=…");
        assert_eq!(parse("a:=1"), "in 'a:=1', '=1' is not a setting: write key=value");
        assert_eq!(parse("a:b=1,"), "in 'a:b=1,', '' is not a setting: write key=value");
        let allow_only = |text: &str, keys: &[&str]| {
            EngineSpec::parse(text).unwrap().allow_only(keys).unwrap_err().to_string()
        };
        assert_eq!(allow_only("a:b", &["b", "c"]), "in 'a:b', b has no value: write b=…");
        assert_eq!(
            allow_only("a:7", &["b", "c"]),
            "in 'a:7', '7' is not a setting: write key=value with one of the keys b, c"
        );
        assert_eq!(allow_only("a:7", &[]), "in 'a:7', '7' is not allowed: a has no settings");
        assert_eq!(parse("a:b=1,b=2"), "in 'a:b=1,b=2', b is set twice");
        let spec = EngineSpec::parse("alphabeta:depth=0,speed=9").unwrap();
        assert_eq!(
            spec.number("depth", 1..=99).unwrap_err().to_string(),
            "in 'alphabeta:depth=0,speed=9', depth is 0, but must be a whole number from 1 to 99"
        );
        let large = |value: &str, least| {
            let spec = EngineSpec::parse(&format!("mcts:seed={value}")).unwrap();
            spec.number("seed", least..=u64::MAX).unwrap_err().to_string()
        };
        assert_eq!(large("x", 0), "in 'mcts:seed=x', seed is x, but must be a whole number, 0 or more");
        assert_eq!(large("0", 1), "in 'mcts:seed=0', seed is 0, but must be a whole number, 1 or more");
        let leaf = EngineSpec::parse("mcts:leaf=net").unwrap();
        let choices = [("evaluation", 1), ("playout", 2)];
        assert_eq!(
            leaf.choice("leaf", &choices).unwrap_err().to_string(),
            "in 'mcts:leaf=net', leaf is net, but must be one of evaluation, playout"
        );
        assert_eq!(EngineSpec::parse("mcts:leaf=playout").unwrap().choice("leaf", &choices), Ok(Some(2)));
        let too_large = "99999999999999999999";
        assert!(large(too_large, 1).ends_with("from 1 to 18,446,744,073,709,551,615"));
        assert_eq!(
            spec.allow_only(&["depth", "eval"]).unwrap_err().to_string(),
            "in 'alphabeta:depth=0,speed=9', speed is not a setting of this engine (settings: depth, eval)"
        );
        assert!(spec.allow_only(&[]).unwrap_err().to_string().ends_with("(settings: none)"));
    }
}
