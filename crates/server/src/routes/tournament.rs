//! The pages of a tournament.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plateau_arena::live_page::Page;
use plateau_core::Lang;
use tokio::task::spawn_blocking;

use crate::app::App;
use crate::error::Error;

/// Allows the inline style and script of the page, and nothing else.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Serves the standings.
pub async fn standings(app: State<Arc<App>>, lang: Extension<Lang>) -> Result<Response, Error> {
    page(app, lang, Page::Standings).await
}

/// Serves the replay of all games.
pub async fn replay(app: State<Arc<App>>, lang: Extension<Lang>) -> Result<Response, Error> {
    page(app, lang, Page::Replay).await
}

async fn page(app: State<Arc<App>>, lang: Extension<Lang>, part: Page) -> Result<Response, Error> {
    let (State(app), Extension(lang)) = (app, lang);
    let rendering = spawn_blocking(move || {
        let pages = app.tournament.as_ref().ok_or(Error::NotFound)?;
        pages.page(&app.registry, part, lang).map_err(Error::NoTournament)
    });
    let page = rendering.await.map_err(|_| Error::Internal)??;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    ];
    Ok((headers, page).into_response())
}
