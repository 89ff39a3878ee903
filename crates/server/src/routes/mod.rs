//! What can be asked, by path.

mod catalogue;
mod example;
mod games;
mod page;
mod questions;
mod tournament;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{get, post};

use crate::app::App;
use crate::error::Error;
use crate::guard::guard;

/// All paths.
pub fn router(app: &Arc<App>) -> Router {
    Router::new()
        .route("/api/catalogue", get(catalogue::catalogue))
        .route("/api/variants/{name}", get(catalogue::variant))
        .route("/api/variants/{name}/example", get(example::example))
        .route("/api/view", post(catalogue::view))
        .route("/api/games", post(games::begin))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/events", get(games::events))
        .route("/api/games/{id}/{change}", post(games::change))
        .route("/api/analyse", post(questions::analyse))
        .route("/api/tree", post(questions::tree))
        .route("/api/counts", post(questions::counts))
        .route("/api/openapi.json", get(openapi))
        .route("/tournament", get(tournament::standing))
        .route("/tournament/replay", get(tournament::replay))
        .fallback(page::file)
        .method_not_allowed_fallback(async || Error::WrongMethod)
        .layer(from_fn_with_state(Arc::clone(app), guard))
        .with_state(Arc::clone(app))
}

/// The interface, for programs.
const OPENAPI: &str = include_str!("openapi.json");

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_described() {
        let described: serde_json::Value = serde_json::from_str(OPENAPI).unwrap();
        let paths = described["paths"].as_object().unwrap();
        let source = include_str!("mod.rs");
        let routes = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let routes: Vec<&str> = routes.filter(|route| route.starts_with("/api/")).collect();
        assert!(routes.len() > 10, "{routes:?}");
        for route in routes {
            let is_it = |path: &&String| {
                route == *path || route.strip_suffix("{change}").is_some_and(|start| path.starts_with(start))
            };
            assert!(paths.keys().find(is_it).is_some(), "{route} is not described");
        }
        let changes = include_str!("games.rs").split("match name.as_str() {").nth(1).unwrap();
        let changes = changes.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\" =>"));
        let mut changes: Vec<String> = changes.map(|(name, _)| format!("/api/games/{{id}}/{name}")).collect();
        assert_eq!(changes.len(), 9, "{changes:?}");
        changes.push("/api/games/{id}/events".to_owned());
        changes.sort_unstable();
        let known: Vec<&String> = paths.keys().filter(|path| path.starts_with("/api/games/{id}/")).collect();
        assert_eq!(known, changes.iter().collect::<Vec<_>>());
        assert_eq!(described["info"]["version"], env!("CARGO_PKG_VERSION"));
    }
}
