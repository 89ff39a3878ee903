//! The language the program answers in.

use clap::ValueEnum;
use plateau_core::Lang;

/// A language as it is named on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// French
    Fr,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Fr => Self::Fr,
        }
    }
}

/// The language spoken, and whether it was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Speech {
    /// What people are spoken to in.
    pub lang: Lang,
    asked: Option<Lang>,
}

impl Speech {
    /// The language asked for, or another.
    pub fn new(asked: Option<Language>, or: Lang) -> Self {
        let asked = asked.map(Lang::from);
        Self { lang: asked.unwrap_or(or), asked }
    }

    /// The words in what programs read: the same everywhere, unless a language was
    /// asked for.
    pub fn for_programs(self) -> Lang {
        self.asked.unwrap_or(Lang::En)
    }
}

/// The language of the environment: French where it says so, else English.
pub fn of_environment() -> Lang {
    of_variables(|name| std::env::var(name).ok())
}

/// The first of these variables that is set decides, as everywhere.
fn of_variables(value: impl Fn(&str) -> Option<String>) -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(value).find(|text| !text.is_empty());
    match set {
        Some(locale) if locale.starts_with("fr") => Lang::Fr,
        _ => Lang::En,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let lang = |set: &[(&str, &str)]| {
            of_variables(|name| set.iter().find(|(known, _)| *known == name).map(|set| set.1.to_owned()))
        };
        assert_eq!(lang(&[]), Lang::En);
        assert_eq!(lang(&[("LANG", "fr_FR.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "C")]), Lang::En);
        assert_eq!(lang(&[("LANG", "C"), ("LC_MESSAGES", "fr"), ("LC_ALL", "")]), Lang::Fr);
    }
}
