//! Messages of `sm-bot`, in English and French.

use plateau_core::phrases;

phrases! {
    /// What is left of a clock.
    EXPECTED_SECONDS = "bot.expected-seconds", "'{found}' is no number of seconds, such as 900 or 0.5", "« {found} » n'est pas un nombre de secondes, comme 900 ou 0.5";
    /// A last move that there is not.
    NO_MOVE = "bot.no-move", "none", "aucun";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
