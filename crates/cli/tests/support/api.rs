//! Requests to the API of a server.

use serde_json::Value as Json;

/// Sends a request to the API of a page. Returns `None` where the server is gone.
pub fn api(page: &str, path: &str, token: &str, body: Option<&Json>) -> Option<Json> {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let url = format!("{page}/api/{path}");
    let answer = match body {
        None => agent.get(url).call(),
        Some(body) => {
            let request = agent.post(url).header("Content-Type", "application/json");
            request.header("Authorization", format!("Bearer {token}")).send(body.to_string())
        }
    };
    serde_json::from_str(&answer.ok()?.body_mut().read_to_string().ok()?).ok()
}

/// Returns the moves of a game in an answer.
pub fn moves_of(game: &Json) -> Vec<String> {
    let moves = game["moves"].as_array().expect("a game");
    moves.iter().map(|mv| mv["text"].as_str().unwrap().to_owned()).collect()
}
