//! Deserializes a request body from its JSON object. Errors name the field and what it must be,
//! in both languages, where those of `serde_json` are one English text.

use std::fmt::{self, Display};

use plateau_core::Message;
use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value as Json};

use crate::phrases;

/// Reads a type from the fields of an object. A `null` field counts as missing, and fields
/// that the type does not have are ignored. Returns the reason if a field is missing or invalid.
pub fn from_object<T: DeserializeOwned>(object: &Map<String, Json>) -> Result<T, Message> {
    T::deserialize(ObjectDeserializer(object)).map_err(|FieldError(reason)| reason)
}

/// Why an object cannot be deserialized.
#[derive(Debug)]
struct FieldError(Message);

impl Display for FieldError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl std::error::Error for FieldError {}

impl serde::de::Error for FieldError {
    /// An error of a type's own. Those of wrong types never get here: [`FieldValue`] knows
    /// which type it was asked for.
    fn custom<T: Display>(reason: T) -> Self {
        Self(phrases::INVALID_FIELDS.message().with("reason", reason.to_string()))
    }

    fn missing_field(field: &'static str) -> Self {
        Self(phrases::MISSING_FIELD.message().with("field", field))
    }
}

/// Deserializes structs from an object.
struct ObjectDeserializer<'de>(&'de Map<String, Json>);

impl<'de> Deserializer<'de> for ObjectDeserializer<'de> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let present = self.0.iter().filter(|(_, value)| !value.is_null());
        let fields = present.map(|(name, value)| (name.as_str(), FieldValue { name, value }));
        visitor.visit_map(MapDeserializer::new(fields))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Deserializes the value of a field.
#[derive(Clone, Copy)]
struct FieldValue<'de> {
    name: &'de str,
    value: &'de Json,
}

impl FieldValue<'_> {
    fn must_be(self, expected: Message) -> FieldError {
        FieldError(phrases::INVALID_FIELD.message().with("field", self.name).with("expected", expected))
    }
}

impl<'de> Deserializer<'de> for FieldValue<'de> {
    type Error = FieldError;

    /// Deserializes the one type that takes several: a string, or a list of strings.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let not_a_list = || self.must_be(phrases::A_LIST.message());
        match self.value {
            Json::String(text) => visitor.visit_borrowed_str(text),
            Json::Array(list) => {
                let items = list.iter().map(|value| FieldValue { value, ..self });
                visitor.visit_seq(SeqDeserializer::new(items)).map_err(|_: FieldError| not_a_list())
            }
            _ => Err(not_a_list()),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let text = self.value.as_str().ok_or_else(|| self.must_be(phrases::A_STRING.message()))?;
        visitor.visit_borrowed_str(text)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let number = self.value.as_u64().ok_or_else(|| self.must_be(phrases::A_NUMBER.message()))?;
        visitor.visit_u64(number)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let flag = self.value.as_bool().ok_or_else(|| self.must_be(phrases::A_BOOLEAN.message()))?;
        visitor.visit_bool(flag)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        let name = self.value.as_str().filter(|name| names.contains(name));
        let one_of = || self.must_be(phrases::ONE_OF.message().with("names", names.join(", ")));
        let name: StrDeserializer<'_, FieldError> = name.ok_or_else(one_of)?.into_deserializer();
        visitor.visit_enum(name)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_some(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier
    }
}

impl<'de> IntoDeserializer<'de, FieldError> for FieldValue<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Lang;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Fields {
        name: String,
        number: Option<u64>,
        #[serde(default)]
        flag: bool,
        kind: Option<Kind>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Small,
        Large,
    }

    fn read(json: Json) -> Result<Fields, String> {
        let Json::Object(object) = json else { panic!("not an object") };
        from_object(&object).map_err(|reason| reason.render(Lang::En))
    }

    #[test]
    fn null_counts_as_missing_and_unknown_fields_are_ignored() {
        let fields = json!({ "name": "a", "number": null, "flag": null, "more": { "deep": [1] } });
        let expected = Fields { name: "a".to_owned(), number: None, flag: false, kind: None };
        assert_eq!(read(fields), Ok(expected));
        assert_eq!(read(json!({ "name": null })), Err("\"name\" is missing".to_owned()));
    }

    #[test]
    fn errors_name_the_field_and_what_it_must_be() {
        let error = |field: &str, value: Json| {
            let mut fields = json!({ "name": "a" });
            fields[field] = value;
            read(fields).unwrap_err()
        };
        assert_eq!(error("name", json!(["a"])), "\"name\" must be a string");
        for value in [json!(-1), json!(1.5), json!("1"), json!(1e30)] {
            assert_eq!(error("number", value), "\"number\" must be a non-negative integer");
        }
        assert_eq!(error("flag", json!("true")), "\"flag\" must be true or false");
        for value in [json!("huge"), json!(1), json!({ "small": null })] {
            assert_eq!(error("kind", value), "\"kind\" must be one of small, large");
        }
    }
}
