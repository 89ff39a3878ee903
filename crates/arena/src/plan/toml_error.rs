//! Errors in the file of a tournament, in our own words and in both languages. The parser
//! describes them in English only, but always in the same form.

use plateau_core::error::excerpt;
use plateau_core::similar::nearest;
use plateau_core::text::Argument;
use plateau_core::{Message, phrases};

phrases! {
    /// A setting that does not exist, and a similar one.
    SETTING_SIMILAR = "plan.setting-similar", "there is no setting '{found}'; did you mean {similar}?", "le réglage « {found} » n'existe pas ; vouliez-vous dire {similar} ?";
    /// A setting that does not exist.
    SETTING_UNKNOWN = "plan.setting-unknown", "there is no setting '{found}'; available: {names}", "le réglage « {found} » n'existe pas ; réglages disponibles : {names}";
    /// A value that does not exist.
    VALUE_UNKNOWN = "plan.value-unknown", "'{found}' is not possible here; possible values: {names}", "« {found} » n'est pas possible ici ; valeurs possibles : {names}";
    /// A missing setting.
    SETTING_MISSING = "plan.setting-missing", "the setting {name} is missing", "le réglage {name} manque";
    /// A value of the wrong type.
    WRONG_TYPE = "plan.wrong-type", "found {found}, expected {expected}", "trouvé : {found} ; attendu : {expected}";
    /// Expected: a number.
    A_NUMBER = "plan.a-number", "a whole number", "un nombre entier";
    /// Expected: a switch.
    A_SWITCH = "plan.a-switch", "true or false", "true ou false";
    /// Expected: a text.
    A_TEXT = "plan.a-text", "a text in quotes", "un texte entre guillemets";
    /// Expected or found: a list.
    A_LIST = "plan.a-list", "a list", "une liste";
    /// Found: a table.
    A_TABLE = "plan.a-table", "a table", "une table";
    /// Any other error.
    NOT_TOML = "plan.not-toml", "this is not valid TOML ({text})", "ce n'est pas du TOML valide ({text})";
}

/// Returns the reason of an error of the TOML parser.
pub fn reason(text: &str) -> Message {
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    if let ("unknown field ", [found, names @ ..]) = (before(text, '`'), quoted.as_slice()) {
        let message = match nearest(found, names.iter().copied()) {
            Some(similar) => SETTING_SIMILAR.message().with("similar", similar),
            None => SETTING_UNKNOWN.message().with("names", names.join(", ")),
        };
        return message.with("found", excerpt(found));
    }
    match (before(text, '`'), quoted.as_slice()) {
        ("unknown variant ", [found, names @ ..]) => {
            VALUE_UNKNOWN.message().with("found", excerpt(found)).with("names", names.join(", "))
        }
        ("missing field ", [name]) => SETTING_MISSING.message().with("name", *name),
        _ => wrong_type(text).unwrap_or_else(|| NOT_TOML.message().with("text", text.replace('\n', ", "))),
    }
}

fn before(text: &str, mark: char) -> &str {
    text.split(mark).next().unwrap_or_default()
}

/// Reads `invalid type: string "two", expected u64` and the like.
fn wrong_type(text: &str) -> Option<Message> {
    let rest = text.strip_prefix("invalid type: ").or_else(|| text.strip_prefix("invalid value: "))?;
    let (found, expected) = rest.split_once(", expected ")?;
    let found: Argument = match found {
        "sequence" => (&A_LIST).into(),
        "map" => (&A_TABLE).into(),
        // The value follows the name of its type, in quotes of its own.
        found => match found.find(['`', '"']) {
            Some(start) => found[start..].trim_matches('`').into(),
            None => found.into(),
        },
    };
    let expected: Argument = match expected.trim() {
        "u64" | "usize" => (&A_NUMBER).into(),
        "a boolean" => (&A_SWITCH).into(),
        "a string" => (&A_TEXT).into(),
        "a sequence" => (&A_LIST).into(),
        other => other.into(),
    };
    Some(WRONG_TYPE.message().with("found", found).with("expected", expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    // The tests of tournament files compare the errors of the real parser.
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(ALL), Vec::<String>::new());
    }
}
