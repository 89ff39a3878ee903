//! Checks every response that a test receives, and every event, against the `OpenAPI`
//! description of the server. Nothing that is sent may be undescribed.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value as Json, json};
use ureq::http::HeaderMap;

use crate::harness::{Response, TestServer};

/// The description of the API, and the validators of its schemas.
pub struct Contract {
    description: Json,
    validators: Mutex<HashMap<String, Validator>>,
}

/// Returns the contract. All servers have the same one, so the first use asks a server of its own
/// for it, which has no limits that a test has set.
pub fn contract() -> &'static Contract {
    static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
        let description = TestServer::start().send("GET", "/api/openapi.json", "", &[]).json();
        Contract { description, validators: Mutex::default() }
    });
    &CONTRACT
}

impl Contract {
    /// Checks a response. Paths and methods that are not described are not checked here.
    #[track_caller]
    pub fn check(&self, method: &str, path: &str, Response { status, headers, text }: &Response) {
        let path = path.split('?').next().unwrap_or_default();
        let Some(operation) = self.operation(method, path) else { return };
        let response = format!("{operation}/responses/{status}");
        let place = format!("{method} {path} {status}");
        let pointer = self.resolve(&response).unwrap_or_else(|| panic!("{place} is not described: {text}"));
        let contents = &self.at(&pointer)["content"];
        let Some(kinds) = contents.as_object().filter(|kinds| !kinds.is_empty()) else { return };
        let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        assert!(kinds.contains_key(kind), "{place} has the content type {kind}");
        let schema = format!("{pointer}/content/{}/schema", kind.replace('/', "~1"));
        match kind {
            "application/json" => self.validate(&schema, text, &place),
            "application/x-ndjson" => text.lines().for_each(|line| self.validate(&schema, line, &place)),
            _ => {}
        }
    }

    /// Checks an event.
    #[track_caller]
    pub fn check_event(&self, text: &str) {
        self.validate("/components/schemas/GameEvent", text, "event");
    }

    /// Checks a body that the server has accepted: the description allows it too.
    #[track_caller]
    pub fn check_request(&self, method: &str, path: &str, body: &str) {
        let Some(operation) = self.operation(method, path.split('?').next().unwrap_or_default()) else {
            return;
        };
        let schema = format!("{operation}/requestBody/content/application~1json/schema");
        if self.description.pointer(&schema).is_some() {
            self.validate_as(&schema, body, &format!("the body of {method} {path}"), false);
        }
    }

    fn at(&self, pointer: &str) -> &Json {
        self.description.pointer(pointer).expect("a pointer into the description")
    }

    /// Follows a reference; returns `None` if there is nothing at a pointer.
    fn resolve(&self, pointer: &str) -> Option<String> {
        let reference = self.description.pointer(pointer)?.get("$ref").and_then(Json::as_str);
        reference.map_or_else(|| Some(pointer.to_owned()), |reference| self.resolve(&reference[1..]))
    }

    /// Returns the pointer to the description of an operation.
    fn operation(&self, method: &str, path: &str) -> Option<String> {
        let method = method.to_ascii_lowercase();
        let matches = |template: &str| {
            let parts = template.split('/').zip(path.split('/'));
            template.split('/').count() == path.split('/').count()
                && parts.into_iter().all(|(expected, part)| expected.starts_with('{') || expected == part)
        };
        let paths = self.description["paths"].as_object()?;
        let (template, _) =
            paths.iter().find(|(template, item)| matches(template) && item.get(&method).is_some())?;
        Some(format!("/paths/{}/{method}", template.replace('/', "~1")))
    }

    #[track_caller]
    fn validate(&self, schema: &str, text: &str, place: &str) {
        self.validate_as(schema, text, place, true);
    }

    /// Validates a JSON text; a `strict` one has no fields that are not described.
    #[track_caller]
    fn validate_as(&self, schema: &str, text: &str, place: &str, strict: bool) {
        let json: Json = serde_json::from_str(text).unwrap_or_else(|_| panic!("{place}: {text}"));
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let validator = validators.entry(schema.to_owned()).or_insert_with(|| {
            let (mut components, mut schema) =
                (self.description["components"].clone(), self.at(schema).clone());
            if strict {
                forbid_undescribed_fields(&mut components, &self.description);
                forbid_undescribed_fields(&mut schema, &self.description);
            }
            let root = json!({ "components": components, "allOf": [schema] });
            jsonschema::validator_for(&root).expect("a valid schema")
        });
        let errors: Vec<String> = validator
            .iter_errors(&json)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        drop(validators);
        assert!(errors.is_empty(), "{place}: {}\n{text}", errors.join("\n"));
    }
}

/// Makes every object schema refuse fields that it does not describe. Parts of an `allOf` refuse
/// them together, so references there are replaced by what they refer to.
fn forbid_undescribed_fields(json: &mut Json, description: &Json) {
    match json {
        Json::Object(fields) => {
            let is_object = fields.get("properties").is_some_and(Json::is_object);
            if let Some(parts) = fields.get_mut("allOf").and_then(Json::as_array_mut) {
                for part in parts {
                    if let Some(reference) = part.get("$ref").and_then(Json::as_str) {
                        let schema = description.pointer(&reference[1..]);
                        *part = schema.unwrap_or_else(|| panic!("{reference} is not described")).clone();
                    }
                    let fields = part.as_object_mut().expect("an object schema");
                    fields.values_mut().for_each(|field| forbid_undescribed_fields(field, description));
                }
                fields.insert("unevaluatedProperties".to_owned(), json!(false));
                return;
            }
            fields.values_mut().for_each(|field| forbid_undescribed_fields(field, description));
            if is_object {
                fields.insert("unevaluatedProperties".to_owned(), json!(false));
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| forbid_undescribed_fields(item, description)),
        _ => {}
    }
}

#[test]
#[should_panic(expected = "is not valid under any of the schemas")]
fn undescribed_fields_are_refused() {
    contract().check_event(r#"{"event":"closing","more":1}"#);
}

#[test]
#[should_panic(expected = "is not described")]
fn undescribed_statuses_are_refused() {
    let response = Response { status: 418, headers: HeaderMap::default(), text: String::new() };
    contract().check("GET", "/api/catalogue", &response);
}
