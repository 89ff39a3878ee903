//! Messages about engine specs, table sizes and time controls.

use plateau_core::phrases;

phrases! {
    /// A spec without an engine name.
    NO_NAME = "spec.no-name", "an engine has a name, such as best, level:3 or alphabeta:depth=6", "un moteur a un nom, comme best, level:3 ou alphabeta:depth=6";
    /// A part that is not `key=value`.
    NO_PAIR = "spec.no-pair", "in '{spec}', '{part}' is not a setting: write key=value", "dans « {spec} », « {part} » n'est pas un réglage : écrire clé=valeur";
    /// A key without a value.
    NO_VALUE = "spec.no-value", "in '{spec}', {key} has no value: write {key}=…", "dans « {spec} », {key} n'a pas de valeur : écrire {key}=…";
    /// A value without a key, for an engine that has settings.
    NO_KEY = "spec.bare", "in '{spec}', '{part}' is not a setting: write key=value, where key is one of {keys}", "dans « {spec} », « {part} » n'est pas un réglage : écrire clé=valeur, où la clé est l'une de {keys}";
    /// A value for an engine that has no settings.
    NO_SETTINGS = "spec.bare-none", "in '{spec}', '{part}' is too much: {name} has no settings", "dans « {spec} », « {part} » est de trop : {name} n'a pas de réglages";
    /// A key that occurs twice.
    DUPLICATE_KEY = "spec.twice", "in '{spec}', {key} is set twice", "dans « {spec} », {key} est réglé deux fois";
    /// A key that the engine does not have.
    UNKNOWN_KEY = "spec.unknown-key", "in '{spec}', {key} is not a setting of this engine, which has {keys}", "dans « {spec} », {key} n'est pas un réglage de ce moteur, qui a {keys}";
    /// The list of keys of an engine without settings.
    NO_KEYS = "spec.no-keys", "none", "aucun";
    /// An invalid value.
    INVALID_VALUE = "spec.bad-value", "in '{spec}', {key} is {value}, but must be {expected}", "dans « {spec} », {key} vaut {value}, mais doit être {expected}";
    /// The expected range of a number.
    RANGE = "spec.from-to", "a whole number from {least} to {most}", "un nombre entier de {least} à {most}";
    /// The expected names.
    ONE_OF = "spec.one-of", "one of {names}", "l'une de {names}";

    /// A table larger than the available memory.
    TABLE_TOO_LARGE = "memory.table-too-large", "a table of {asked} MB does not fit: this machine has {available} MB free", "une table de {asked} Mo ne tient pas : cette machine a {available} Mo libres";
    /// A table larger than the process may allocate.
    TABLE_REFUSED = "memory.table-not-given", "a table of {asked} MB does not fit: there is not so much memory for this program", "une table de {asked} Mo ne tient pas : il n'y a pas tant de mémoire pour ce programme";

    /// An invalid duration.
    INVALID_DURATION = "time.expected-duration", "'{found}' is no duration of up to a year: write 1s, 0.5s, 500ms, 15m or 1h", "« {found} » n'est pas une durée d'un an au plus : écrire 1s, 0.5s, 500ms, 15m ou 1h";
    /// An invalid time control.
    INVALID_TIME_CONTROL = "time.expected-control", "'{found}' is no time control: write 15m or 15m+30s", "« {found} » n'est pas une cadence : écrire 15m ou 15m+30s";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_exists_in_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
