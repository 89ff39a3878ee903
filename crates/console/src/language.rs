//! The language of the output.

use clap::ValueEnum;
use plateau_core::Lang;

/// A language as `--lang` names it.
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

/// The language of the output, and whether `--lang` chose it.
#[derive(Clone, Copy, Debug)]
pub struct OutputLanguage {
    /// The language of messages.
    pub lang: Lang,
    requested: Option<Lang>,
}

impl OutputLanguage {
    /// Uses the requested language, or else the default.
    pub fn new(requested: Option<Language>, default: Lang) -> Self {
        let requested = requested.map(Lang::from);
        Self { lang: requested.unwrap_or(default), requested }
    }

    /// Returns the language of output that programs read: English, whatever the locale,
    /// unless `--lang` chose another.
    pub fn for_programs(self) -> Lang {
        self.requested.unwrap_or(Lang::En)
    }
}

/// Returns the language of the locale: French or, for any other, English.
pub fn from_environment() -> Lang {
    from_variables(|name| std::env::var(name).ok())
}

/// The first variable that is set decides, as for other programs.
fn from_variables(value: impl Fn(&str) -> Option<String>) -> Lang {
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
    fn the_first_variable_set_decides() {
        let lang = |set: &[(&str, &str)]| {
            from_variables(|name| set.iter().find(|(known, _)| *known == name).map(|set| set.1.to_owned()))
        };
        assert_eq!(lang(&[]), Lang::En);
        assert_eq!(lang(&[("LANG", "fr_FR.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "C")]), Lang::En);
        assert_eq!(lang(&[("LANG", "C"), ("LC_MESSAGES", "fr"), ("LC_ALL", "")]), Lang::Fr);
    }
}
