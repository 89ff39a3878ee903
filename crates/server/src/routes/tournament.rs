//! The tournament that is shown.

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

/// The page brings its style and its code with it, and asks for nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How it stands.
pub async fn standing(app: State<Arc<App>>, lang: Extension<Lang>) -> Result<Response, Error> {
    page(app, lang, Page::Standings).await
}

/// All its games.
pub async fn replay(app: State<Arc<App>>, lang: Extension<Lang>) -> Result<Response, Error> {
    page(app, lang, Page::Replay).await
}

async fn page(app: State<Arc<App>>, lang: Extension<Lang>, part: Page) -> Result<Response, Error> {
    let (State(app), Extension(lang)) = (app, lang);
    let made = spawn_blocking(move || {
        let shown = app.tournament.as_ref().ok_or(Error::NoSuchPage)?;
        shown.page(&app.registry, part, lang).map_err(Error::NoTournament)
    });
    let page = made.await.map_err(|_| Error::Broken)??;
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    Ok((headers, page).into_response())
}
