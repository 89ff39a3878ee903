//! The fields of a request, and what is said of one that can't be read.

use plateau_core::Message;
use serde_json::{Map, Value as Json};

use crate::error::Error;
use crate::phrases;

/// What a body says, read field by field.
pub trait FromFields: Sized {
    /// Reads it, or says which field is wrong and what would be right.
    fn read(fields: &Fields) -> Result<Self, Error>;
}

/// The fields of a body. One that is `null` is none.
#[derive(Debug)]
pub struct Fields(Map<String, Json>);

impl Fields {
    /// Those of a text, which must be a JSON object.
    pub fn of(bytes: &[u8]) -> Result<Self, Error> {
        match serde_json::from_slice(bytes) {
            Ok(Json::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(unreadable(phrases::NO_OBJECT.message())),
            Err(error) => {
                let reason = phrases::NO_JSON.message().with("line", error.line());
                Err(unreadable(reason.with("column", error.column())))
            }
        }
    }

    /// A text.
    pub fn text(&self, name: &'static str) -> Result<Option<String>, Error> {
        self.field(name, phrases::A_TEXT.message(), |value| value.as_str().map(str::to_owned))
    }

    /// A whole number that is not negative.
    pub fn number(&self, name: &'static str) -> Result<Option<u64>, Error> {
        self.field(name, phrases::A_NUMBER.message(), Json::as_u64)
    }

    /// True or false.
    pub fn flag(&self, name: &'static str) -> Result<Option<bool>, Error> {
        self.field(name, phrases::A_FLAG.message(), Json::as_bool)
    }

    /// A field of a kind of its own, which is told in words.
    pub fn field<T>(
        &self,
        name: &'static str,
        kind: Message,
        read: impl FnOnce(&Json) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(value) = self.0.get(name).filter(|value| !value.is_null()) else { return Ok(None) };
        let wrong = || unreadable(phrases::FIELD_WRONG.message().with("field", name).with("kind", kind));
        read(value).map(Some).ok_or_else(wrong)
    }
}

/// A field that can't be done without.
pub fn needed<T>(field: Option<T>, name: &'static str) -> Result<T, Error> {
    field.ok_or_else(|| unreadable(phrases::FIELD_MISSING.message().with("field", name)))
}

fn unreadable(reason: Message) -> Error {
    Error::Unreadable(phrases::UNREADABLE.message().with("reason", reason))
}
