//! The routes of the server.

mod admin;
mod analysis;
mod arena;
pub mod assets;
mod catalogue;
mod changes;
mod clients;
mod example;
mod games;
pub mod health;
mod picture;
mod review;
mod tournament;
pub mod tree;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::to_text;
use crate::app::App;
use crate::error::Error;
use crate::middleware::handle_request;
use crate::openapi;

/// Returns the router of the server.
pub fn router(app: &Arc<App>) -> Router {
    let (api, _) = api_routes().split_for_parts();
    api.route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/tournament", get(tournament::standings))
        .route("/tournament/replay", get(tournament::replay))
        .fallback(assets::file)
        .method_not_allowed_fallback(async || Error::MethodNotAllowed)
        .layer(from_fn_with_state(Arc::clone(app), handle_request))
        .with_state(Arc::clone(app))
}

/// An extension of responses to requests that created or changed a game.
#[derive(Clone, Copy, Debug)]
pub struct Played;

/// Returns the routes of the API with their description.
fn api_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(openapi::without_paths())
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(catalogue::variant))
        .routes(routes!(example::example))
        .routes(routes!(catalogue::view))
        .routes(routes!(picture::picture))
        .routes(routes!(clients::create))
        .routes(routes!(games::create))
        .routes(routes!(games::get))
        .routes(routes!(games::events))
        .routes(routes!(changes::play))
        .routes(routes!(changes::undo))
        .routes(routes!(changes::redo))
        .routes(routes!(changes::answer))
        .routes(routes!(changes::resign))
        .routes(routes!(changes::seats))
        .routes(routes!(changes::join))
        .routes(routes!(changes::rematch))
        .routes(routes!(changes::stop))
        .routes(routes!(analysis::analyse))
        .routes(routes!(review::review))
        .routes(routes!(tree::tree))
        .routes(routes!(tree::counts))
        .routes(routes!(arena::get, arena::start))
        .routes(routes!(arena::stop))
        .routes(routes!(admin::list))
        .routes(routes!(admin::delete))
        .routes(routes!(admin::close))
        .routes(routes!(admin::backup))
        .routes(routes!(description))
}

/// Get this description
#[utoipa::path(get, path = "/api/openapi.json", operation_id = "describe_api", responses(
    (status = 200, description = "OpenAPI 3.1.", body = Object),
))]
async fn description() -> Response {
    static TEXT: LazyLock<Bytes> = LazyLock::new(|| {
        let (_, mut description) = api_routes().split_for_parts();
        openapi::complete(&mut description);
        to_text(&description).into()
    });
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone()).into_response()
}

#[cfg(test)]
mod tests {
    use plateau_draw::tree::MAX_DRAWN_NODES;
    use serde_json::Value as Json;

    use super::*;
    use crate::limits;

    #[test]
    fn the_description_has_the_limits_of_the_server() {
        let description: Json = serde_json::from_str(&to_text(api_routes().get_openapi())).unwrap();
        let limit = |schema: &str, field: &str, name: &str| {
            let limit = &description["components"]["schemas"][schema]["properties"][field][name];
            limit.as_u64().unwrap_or_else(|| panic!("{schema} {field} {name}")) as usize
        };
        assert_eq!(limit("TreeSearchOptions", "depth", "maximum"), limits::MAX_TREE_DEPTH as usize);
        assert_eq!(limit("CountOptions", "depth", "maximum"), limits::MAX_TREE_DEPTH as usize);
        assert_eq!(limit("TreeSearchOptions", "nodes", "maximum"), MAX_DRAWN_NODES);
        assert_eq!(limit("ChangeFields", "request", "maxLength"), limits::MAX_REQUEST_ID_LENGTH);
        assert_eq!(limit("ChangeFields", "stream", "maxLength"), limits::MAX_REQUEST_ID_LENGTH);
        assert_eq!(limit("CreateOptions", "request", "maxLength"), limits::MAX_REQUEST_ID_LENGTH);
        assert_eq!(limit("CreateOptions", "request", "minLength"), limits::MIN_SECRET_ID_LENGTH);
    }
}
