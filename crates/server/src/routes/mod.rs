//! What can be asked, by path.

mod catalogue;
mod example;
mod games;
mod page;
mod questions;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
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
        .fallback(page::file)
        .method_not_allowed_fallback(async || Error::WrongMethod)
        .layer(from_fn_with_state(Arc::clone(app), guard))
        .with_state(Arc::clone(app))
}
