//! Messages about engine specs, table sizes and time controls.

use plateau_core::phrases;

phrases! {
    /// A spec without an engine name.
    NO_NAME = "spec.no-name", "no engine given: write for instance best, level:3 or alphabeta:depth=6", "aucun moteur indiqué : écrivez par exemple best, level:3 ou alphabeta:depth=6";
    /// A part that is not `key=value`.
    NO_PAIR = "spec.no-pair", "in '{spec}', '{part}' is not a setting: write key=value", "dans « {spec} », « {part} » n'est pas un réglage : écrivez clé=valeur";
    /// A key without a value.
    NO_VALUE = "spec.no-value", "in '{spec}', {key} has no value: write {key}=…", "dans « {spec} », {key} n'a pas de valeur : écrivez {key}=…";
    /// A value without a key, for an engine that has settings.
    NO_KEY = "spec.bare", "in '{spec}', '{part}' is not a setting: write key=value with one of the keys {keys}", "dans « {spec} », « {part} » n'est pas un réglage : écrivez clé=valeur, avec une des clés {keys}";
    /// A value for an engine that has no settings.
    NO_SETTINGS = "spec.bare-none", "in '{spec}', '{part}' is not allowed: {name} has no settings", "dans « {spec} », « {part} » n'est pas accepté : {name} n'a aucun réglage";
    /// A key that occurs twice.
    DUPLICATE_KEY = "spec.twice", "in '{spec}', {key} is set twice", "dans « {spec} », {key} est réglé deux fois";
    /// A key that the engine does not have.
    UNKNOWN_KEY = "spec.unknown-key", "in '{spec}', {key} is not a setting of this engine (settings: {keys})", "dans « {spec} », {key} n'est pas un réglage de ce moteur (réglages : {keys})";
    /// The list of keys of an engine without settings.
    NO_KEYS = "spec.no-keys", "none", "aucun";
    /// An invalid value.
    INVALID_VALUE = "spec.bad-value", "in '{spec}', {key} is {value}, but must be a whole number from {least} to {most}", "dans « {spec} », {key} vaut {value}, mais doit être un nombre entier de {least} à {most}";

    /// A table larger than the available memory.
    TABLE_TOO_LARGE = "memory.table-too-large", "a table of {asked} MB does not fit into memory: {available} MB are free", "une table de {asked} Mo ne tient pas en mémoire : {available} Mo sont libres";
    /// A table larger than the process may allocate.
    TABLE_REFUSED = "memory.table-not-given", "a table of {asked} MB does not fit into memory: the system refused the allocation", "une table de {asked} Mo ne tient pas en mémoire : le système a refusé l'allocation";

    /// An invalid duration.
    INVALID_DURATION = "time.expected-duration", "'{found}' is not a duration: write 1s, 0.5s, 500ms, 15m or 1h, up to a year", "« {found} » n'est pas une durée : écrivez 1s, 0.5s, 500ms, 15m ou 1h, un an au plus";
    /// An invalid time control.
    INVALID_TIME_CONTROL = "time.expected-control", "'{found}' is not a time control: write 15m or 15m+30s", "« {found} » n'est pas une cadence : écrivez 15m ou 15m+30s";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_exists_in_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
