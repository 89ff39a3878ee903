//! Reads the fields of a JSON body one by one, so that an error names the field
//! and what it must be.

use plateau_core::Message;
use serde_json::{Map, Value as Json};

use crate::error::Error;
use crate::phrases;

/// A request body that can be built from its fields.
pub trait FromFields: Sized {
    /// Reads the fields; the error names the invalid one and what it must be.
    fn from_fields(fields: &Fields) -> Result<Self, Error>;
}

/// The fields of a JSON object. A `null` field counts as missing.
#[derive(Debug)]
pub struct Fields(Map<String, Json>);

impl Fields {
    /// Parses a JSON object.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        match serde_json::from_slice(bytes) {
            Ok(Json::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(invalid_body(phrases::NOT_AN_OBJECT.message())),
            Err(error) => {
                let reason = phrases::JSON_SYNTAX.message().with("line", error.line());
                Err(invalid_body(reason.with("column", error.column())))
            }
        }
    }

    /// Reads a string.
    pub fn string(&self, name: &'static str) -> Result<Option<String>, Error> {
        self.field(name, phrases::A_STRING.message(), |value| value.as_str().map(str::to_owned))
    }

    /// Reads a non-negative integer.
    pub fn number(&self, name: &'static str) -> Result<Option<u64>, Error> {
        self.field(name, phrases::A_NUMBER.message(), Json::as_u64)
    }

    /// Reads a boolean.
    pub fn boolean(&self, name: &'static str) -> Result<Option<bool>, Error> {
        self.field(name, phrases::A_BOOLEAN.message(), Json::as_bool)
    }

    /// Reads a field of another type, described to the client by `expected`.
    pub fn field<T>(
        &self,
        name: &'static str,
        expected: Message,
        read: impl FnOnce(&Json) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(value) = self.0.get(name).filter(|value| !value.is_null()) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| {
            invalid_body(phrases::INVALID_FIELD.message().with("field", name).with("expected", expected))
        })
    }
}

/// Returns the value of a required field.
pub fn required<T>(field: Option<T>, name: &'static str) -> Result<T, Error> {
    field.ok_or_else(|| invalid_body(phrases::MISSING_FIELD.message().with("field", name)))
}

fn invalid_body(reason: Message) -> Error {
    Error::BadRequest(phrases::INVALID_BODY.message().with("reason", reason))
}
