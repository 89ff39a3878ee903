//! The routes of the server.

mod admin;
mod analysis;
mod assets;
mod catalogue;
mod example;
mod games;
pub mod health;
mod tournament;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, delete, get, post};

use crate::app::App;
use crate::error::Error;
use crate::middleware::handle_request;

/// Returns the router of the server.
pub fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for (path, handler) in api_routes() {
        router = router.route(path, handler);
    }
    router
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/tournament", get(tournament::standings))
        .route("/tournament/replay", get(tournament::replay))
        .fallback(assets::file)
        .method_not_allowed_fallback(async || Error::MethodNotAllowed)
        .layer(from_fn_with_state(Arc::clone(app), handle_request))
        .with_state(Arc::clone(app))
}

/// Returns the routes of the API, which `openapi.json` describes.
fn api_routes() -> [(&'static str, MethodRouter<Arc<App>>); 16] {
    [
        ("/api/catalogue", get(catalogue::catalogue)),
        ("/api/variants/{name}", get(catalogue::variant)),
        ("/api/variants/{name}/example", get(example::example)),
        ("/api/view", post(catalogue::view)),
        ("/api/games", post(games::create)),
        ("/api/games/{id}", get(games::get)),
        ("/api/games/{id}/events", get(games::events)),
        (GAME_CHANGE_PATH, post(games::change)),
        ("/api/analyse", post(analysis::analyse)),
        ("/api/tree", post(analysis::tree)),
        ("/api/counts", post(analysis::counts)),
        ("/api/admin/games", get(admin::list)),
        ("/api/admin/games/{id}", delete(admin::delete)),
        ("/api/admin/games/{id}/close", post(admin::close)),
        ("/api/admin/backup", get(admin::backup)),
        ("/api/openapi.json", get(openapi)),
    ]
}

/// The path of all changes to a game.
const GAME_CHANGE_PATH: &str = "/api/games/{id}/{change}";

/// The description of the API, in the format of the `OpenAPI` specification.
const OPENAPI: &str = include_str!("openapi.json");

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn openapi_describes_exactly_the_api_routes() {
        let description: serde_json::Value = serde_json::from_str(OPENAPI).unwrap();
        let described: BTreeSet<String> = description["paths"].as_object().unwrap().keys().cloned().collect();
        let mut routes: BTreeSet<String> =
            api_routes().into_iter().map(|(path, _)| path.to_owned()).collect();
        assert!(routes.remove(GAME_CHANGE_PATH));
        for (name, _) in games::ChangeKind::NAMED {
            routes.insert(GAME_CHANGE_PATH.replace("{change}", name));
        }
        assert_eq!(described, routes);
        assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    }
}
