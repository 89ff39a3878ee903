//! A short example game that shows how a variant is played.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plateau_games::AnyVariant;
use plateau_games::EngineSpec;
use plateau_search::{Limits, Settings, Stop};
use serde_json::{Value, json};

use crate::access::JoinCode;
use crate::app::App;
use crate::client::Client;
use crate::engines::run_analysis;
use crate::error::Error;
use crate::position_request::check_length;

/// Node limits of the two sides. They differ so that one side wins.
const NODES: [u64; 2] = [3_000, 30];

/// Maximum number of moves.
const MAX_MOVES: usize = 80;

/// Returns the moves of an example game, the same at each request.
pub async fn example(
    _: JoinCode,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Json<Value>, Error> {
    let variant = app.registry.variant(check_length(&name)?)?;
    let moves = run_analysis(&app, client, move |stop| play(variant.as_ref(), stop)).await?;
    Ok(Json(json!({ "moves": moves })))
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
