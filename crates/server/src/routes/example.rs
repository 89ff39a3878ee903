//! A short game to look at: how a variant is played, in a few pictures.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use plateau_games::AnyVariant;
use plateau_games::EngineSpec;
use plateau_search::{Limits, Settings, Stop};
use serde_json::{Value, json};

use crate::app::App;
use crate::engines::for_reader;
use crate::error::Error;
use crate::place::short;

/// How much each side may think: one sees farther, so that somebody wins.
const NODES: [u64; 2] = [3_000, 30];

/// Where a game that does not end is left.
const MOVES: usize = 80;

/// The moves of a game, the same each time.
pub async fn example(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Json<Value>, Error> {
    let variant = app.registry.variant(short(&name)?)?;
    let moves = for_reader(&app, move |stop| play(variant.as_ref(), stop)).await?;
    Ok(Json(json!({ "moves": moves })))
}

fn play(variant: &dyn AnyVariant, stop: &Stop) -> Result<Vec<String>, Error> {
    let mut engine =
        variant.engine(&EngineSpec::parse("best")?, Settings { hash_mb: 1, ..Settings::default() })?;
    let mut record = variant.start();
    while record.finish().is_none() && record.ply() < MOVES && !stop.is_raised() {
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(NODES[record.ply() % 2]) };
        let found = engine.analyse(record.as_ref(), &limits, &mut |_| {})?;
        let Some(best) = found.moves.first() else { break };
        record.play(&best.mv)?;
    }
    Ok(record.moves())
}
