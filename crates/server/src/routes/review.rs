//! Reviews of games.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plateau_core::Lang;
use plateau_games::{AnyEngine, EngineSpec};
use plateau_play::review::{
    LINE_SCHEMA, Review, ReviewPlan, ReviewProgress, Stage, accuracy_json, position_json,
};
use plateau_search::{Settings, Stop};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::wrappers::ReceiverStream;

use crate::access::JoinCode;
use crate::api::review::ReviewLine;
use crate::app::App;
use crate::body::JsonBody;
use crate::client::Client;
use crate::engines::{AnalysisPermit, run_on_thread};
use crate::error::Error;
use crate::limits;
use crate::openapi::{BodyErrors, ErrorStatus};
use crate::position_request::{PositionRequest, ResolvedPosition};

/// Review a game and stream the progress, one JSON object per line
#[utoipa::path(post, path = "/api/review", request_body = PositionRequest,
    security((), ("join_code" = [])), responses(
    (status = 200, description = "The positions judged anew, in each line; the last is `done`.", body = ReviewLine,
        content_type = "application/x-ndjson"),
    ErrorStatus<401>,
    BodyErrors,
    ErrorStatus<429>,
))]
pub async fn review(
    _: JoinCode,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    JsonBody(game): JsonBody<PositionRequest>,
) -> Result<Response, Error> {
    let ResolvedPosition { variant, record } = game.resolve(&app.registry)?;
    app.played_positions.check_game(record.as_ref()).map_err(Error::Forbidden)?;
    let permit = app.engines.review(client).await?;
    let review = Review::new(variant.as_ref(), record.as_ref());
    // Only now: an engine may have large tables, and many requests may wait.
    let engine = run_on_thread(move || variant.engine(&EngineSpec::parse("best")?, Settings::default()));
    let engine = engine.await.ok_or(Error::Internal)??;
    let slice_is_over = permit.slice_is_over();
    let (lines, receiver) = mpsc::channel(limits::EVENT_BUFFER);
    let plan = ReviewPlan::progressive(Stop::new());
    let (stop, finish_early) = (plan.stop.clone(), plan.finish_early.clone());
    let (finish_sender, mut finished) = oneshot::channel::<()>();
    let job = ReviewJob { review, plan, lines: lines.clone(), lang };
    tokio::spawn(async move {
        // While others wait for a review, everyone gets the rough judgement only.
        let give_way = async {
            slice_is_over.await;
            finish_early.raise();
            std::future::pending::<()>().await;
        };
        // Stops the review when the client disconnects, the server shuts down, or it takes too long.
        // Ends with the review, because the response ends when all senders of lines are dropped.
        tokio::select! {
            _ = &mut finished => {}
            () = lines.closed() => {}
            () = app.shutdown_requested() => {}
            () = give_way => {}
            () = tokio::time::sleep(limits::MAX_REVIEW_TIME) => {}
        }
        stop.raise();
    });
    tokio::spawn(run_on_thread(move || {
        let _finish_sender = finish_sender;
        job.run(engine, permit);
    }));
    let content_type = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((content_type, Body::from_stream(ReceiverStream::new(receiver))).into_response())
}

/// A running review.
struct ReviewJob {
    review: Review,
    plan: ReviewPlan,
    lines: mpsc::Sender<Result<Bytes, Infallible>>,
    lang: Lang,
}

impl ReviewJob {
    fn run(mut self, mut engine: Box<dyn AnyEngine>, _permit: AnalysisPermit) {
        let (lines, lang) = (self.lines, self.lang);
        // The positions that the client doesn't know yet.
        let mut pending = BTreeSet::new();
        let mut last_stage = Stage::Rough;
        let mut send_progress = |review: &Review, progress: ReviewProgress<'_>| {
            pending.extend(progress.changed);
            last_stage = progress.stage;
            // A slow client gets the positions in a later line.
            if let Ok(place) = lines.try_reserve() {
                let line = line_json(review, &pending, progress.stage, lang);
                place.send(Ok(to_line(line, progress.share, false)));
                pending.clear();
            }
        };
        if self.review.run(engine.as_mut(), &self.plan, &mut send_progress).is_err() {
            return;
        }
        let line = line_json(&self.review, &pending, last_stage, lang);
        let _ = lines.blocking_send(Ok(to_line(line, 1.0, true)));
    }
}

/// Returns a line with these positions.
fn line_json(review: &Review, plies: &BTreeSet<usize>, stage: Stage, lang: Lang) -> Value {
    let positions: Vec<Value> = plies
        .iter()
        .filter_map(|&ply| Some(position_json(review, ply, review.positions()[ply].as_ref()?, lang)))
        .collect();
    json!({
        "schema": LINE_SCHEMA,
        "game": review.record().variant_name(),
        "plies": review.record().ply(),
        "stage": match stage {
            Stage::Rough => "rough",
            Stage::Deep => "deep",
        },
        "settled": review.is_complete(),
        "accuracy": accuracy_json(review),
        "positions": positions,
    })
}

fn to_line(mut json: Value, share: f64, is_last: bool) -> Bytes {
    json["share"] = json!(share);
    json["done"] = json!(is_last);
    format!("{json}\n").into()
}
