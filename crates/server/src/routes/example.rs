//! A short example game that shows how a variant is played.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plateau_games::AnyVariant;
use plateau_games::EngineSpec;
use plateau_search::{Limits, Settings, Stop};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::JoinCode;
use crate::app::App;
use crate::client::Client;
use crate::engines::run_analysis;
use crate::error::Error;
use crate::openapi::ErrorStatus;
use crate::position_request::check_length;

/// Node limits of the two sides. They differ so that one side wins.
const NODES: [u64; 2] = [3_000, 30];

/// Maximum number of moves.
const MAX_MOVES: usize = 80;

/// A short example game.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExampleGame {
    moves: Vec<String>,
}

/// Get a short example game of a variant
#[utoipa::path(get, path = "/api/variants/{name}/example", params(
    ("name" = String, Path, description = "The name of the variant, such as `connect4:6x7`."),
), security((), ("join_code" = [])), responses(
    (status = 200, description = "The moves, the same at each request.", body = ExampleGame),
    ErrorStatus<401>,
    ErrorStatus<413>,
    ErrorStatus<422>,
    ErrorStatus<429>,
))]
pub async fn example(
    _: JoinCode,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Json<ExampleGame>, Error> {
    let variant = app.registry.variant(check_length(&name)?)?;
    let moves = run_analysis(&app, client, move |stop| play(variant.as_ref(), stop)).await?;
    Ok(Json(ExampleGame { moves }))
}

fn play(variant: &dyn AnyVariant, stop: &Stop) -> Result<Vec<String>, Error> {
    let mut engine =
        variant.engine(&EngineSpec::parse("best")?, Settings { hash_mb: 1, ..Settings::default() })?;
    let mut record = variant.start();
    while record.finish().is_none() && record.ply() < MAX_MOVES && !stop.is_raised() {
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(NODES[record.ply() % 2]) };
        let analysis = engine.analyse(record.as_ref(), &limits, &mut |_| {})?;
        let Some(best) = analysis.moves.first() else { break };
        record.play(&best.mv)?;
    }
    Ok(record.moves())
}
