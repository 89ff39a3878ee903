//! Checks the description of the API against the real routes. [`contract`](crate::contract) checks the
//! responses of all tests.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use crate::harness::{TestServer, two_humans};

/// Puts a value into each parameter of a path.
fn example_path(template: &str) -> String {
    template.replace("{name}", "tictactoe").replace("{id}", "00000000000000000000")
}

#[test]
fn routes_accept_exactly_the_described_methods() {
    let server = TestServer::start();
    let description = server.get("/api/openapi.json").ok();
    for (template, operations) in description["paths"].as_object().unwrap() {
        let path = example_path(template);
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let body = if matches!(method, "GET" | "DELETE") { "" } else { "{}" };
            let response = server.request(method, &path, body, &[("Content-Type", "application/json")]);
            let is_described = operations.get(method.to_ascii_lowercase()).is_some();
            assert_eq!(response.status != 405, is_described, "{method} {template}: {}", response.text);
            if is_described {
                let has_body = operations[method.to_ascii_lowercase()].get("requestBody").is_some();
                let plain = server.request(method, &path, "", &[("Content-Type", "text/plain")]);
                let is_before_body = matches!(plain.status, 401 | 404);
                assert_eq!(plain.status == 415, has_body && !is_before_body, "{method} {template} body");
                assert!(!response.text.contains("server.not-found"), "{method} {template} has no route");
            }
        }
    }
}

/// Collects all values of `$ref` in a description.
fn references(json: &Json) -> Vec<String> {
    match json {
        Json::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| match value.as_str() {
                Some(reference) if name == "$ref" => vec![reference.to_owned()],
                _ => references(value),
            })
            .collect(),
        Json::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn references_resolve() {
    let description = TestServer::start().get("/api/openapi.json").ok();
    let references = references(&description);
    assert!(!references.is_empty());
    for reference in references {
        assert!(description.pointer(&reference[1..]).is_some(), "{reference}");
    }
}

#[test]
fn operations_have_a_summary_an_id_and_the_common_parameters() {
    let description = TestServer::start().get("/api/openapi.json").ok();
    let mut ids = BTreeSet::new();
    for (path, operations) in description["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path}");
            assert!(ids.insert(operation["operationId"].as_str().unwrap().to_owned()), "{method} {path}");
            let parameters = operation["parameters"].as_array().unwrap();
            let has = |name: &str| {
                let reference = format!("#/components/parameters/{name}");
                parameters.iter().any(|parameter| parameter["$ref"] == reference)
            };
            assert!(["lang", "accept_language", "client"].into_iter().all(has), "{method} {path}");
        }
    }
    assert_eq!(ids.len(), 30, "{ids:?}");
    assert_eq!(description["info"]["title"], "Plateau");
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn a_position_is_a_game_or_a_record_and_revisions_are_not_negative() {
    let server = TestServer::start();
    let schemas = server.get("/api/openapi.json").ok()["components"]["schemas"].take();
    let forms: Vec<&Json> = schemas["PositionRequest"]["oneOf"].as_array().unwrap().iter().collect();
    let names = ["GamePosition", "GameRecord"].map(|name| format!("#/components/schemas/{name}"));
    assert!(forms.iter().map(|form| &form["$ref"]).eq(&names), "{forms:?}");
    assert_eq!(schemas["ChangeFields"]["properties"]["revision"]["minimum"], 0);
    let game = server.create_game(&two_humans("tictactoe"));
    let negative = json!({ "revision": -1, "request": "a", "move": "b2" });
    let error = game.send(&game.tokens[0], "move", &negative).assert_error(400, "server.invalid-body");
    assert_eq!(error["message"], "invalid request body: \"revision\" must be a non-negative integer");
    server.get(&game.path("/events")).assert_error(400, "server.malformed-request");
}
