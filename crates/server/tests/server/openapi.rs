//! Checks `openapi.json` against the real routes.

use serde_json::Value as Json;

use crate::harness::TestServer;

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
