//! Messages of `sm-bot`, in English and French.

use plateau_core::phrases;

phrases! {
    /// A time that is not a number.
    NOT_SECONDS = "bot.not-seconds", "'{found}' is not a number of seconds, such as 900 or 0.5", "« {found} » n'est pas un nombre de secondes, comme 900 ou 0.5";
    /// No last move.
    NO_LAST_MOVE = "bot.no-last-move", "none", "aucun";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
