//! Pictures of positions, to save.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plateau_core::Lang;
use plateau_draw::look::{BoardTheme, Scheme};
use plateau_draw::{png, svg};
use plateau_games::Registry;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::variant::title;
use crate::app::App;
use crate::body::MergedBody;
use crate::client::Client;
use crate::error::Error;
use crate::openapi::{BodyErrors, ErrorStatus};
use crate::position_request::{PositionRequest, ResolvedPosition};

/// Which board of a game to draw.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PictureOptions {
    /// The number of moves after which to draw the board; all by default.
    ply: Option<u64>,
    /// The colours of the board; natural by default.
    #[serde(default)]
    theme: ThemeName,
    /// The colours around it; light by default.
    #[serde(default)]
    scheme: SchemeName,
}

/// The colours of a board.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThemeName {
    /// Those of the materials of its game.
    #[default]
    Natural,
    /// High contrast.
    Contrast,
}

/// The colours around a board.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SchemeName {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The body of a request for a picture.
pub type PictureRequest = MergedBody<PositionRequest, PictureOptions>;

/// Draw the board of a position as PNG
#[utoipa::path(post, path = "/api/picture", operation_id = "draw_board", request_body = inline(PictureRequest),
    responses(
    (status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/png"),
    BodyErrors,
    ErrorStatus<429>,
))]
pub async fn picture(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Extension(client): Extension<Client>,
    request: PictureRequest,
) -> Result<Response, Error> {
    let registry = app.registry;
    let bytes = app.engines.board(client, move || draw(&registry, &request, lang)).await??;
    Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
}

fn draw(registry: &Registry, request: &PictureRequest, lang: Lang) -> Result<Vec<u8>, Error> {
    let ResolvedPosition { variant, record } = request.base.resolve(registry)?;
    let earlier = request.options.ply.map(|ply| ply as usize).filter(|&ply| ply < record.ply());
    let earlier = earlier.map(|ply| record.at_ply(ply));
    let shown = earlier.as_ref().unwrap_or(&record);
    let theme = match request.options.theme {
        ThemeName::Natural => BoardTheme::Natural,
        ThemeName::Contrast => BoardTheme::HighContrast,
    };
    let scheme = match request.options.scheme {
        SchemeName::Light => Scheme::Light,
        SchemeName::Dark => Scheme::Dark,
    };
    let title = title(registry, variant.name(), lang);
    let svg = svg::board_in(variant.layout(), &shown.view(), &title, (theme, scheme));
    Ok(png::render(&svg).map_err(|_| Error::Internal)?.bytes)
}
