//! Analysis of positions, and the trees of textbook searches.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plateau_core::Lang;
use plateau_core::text::Argument;
use plateau_draw::tree::{self, TreePicture, depth_limit_leaves};
use plateau_games::EngineSpec;
use plateau_games::time::parse_duration;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_games::{Scale, TreeError, TreeOptions};
use plateau_play::runner::run_search;
use plateau_play::win_chance::{Annotation, SearchedValue, lost_chance};
use plateau_play::{json as play_json, value_text};
use plateau_search::textbook::Algorithm;
use plateau_search::{Analysis, Limits, Score, Settings, Stop};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::wrappers::ReceiverStream;

use crate::access::JoinCode;
use crate::app::App;
use crate::body::JsonBody;
use crate::client::Client;
use crate::engines::{QuestionPermit, run_analysis, run_on_thread};
use crate::error::Error;
use crate::fields::{Fields, FromFields, required};
use crate::position_request::{PositionRequest, ResolvedPosition, check_length};
use crate::{limits, phrases};

/// The body of a request to analyse a position.
pub struct AnalyseRequest {
    position: PositionRequest,
    multi_pv: bool,
    time: Option<String>,
    engine: Option<String>,
    played: Option<String>,
}

impl FromFields for AnalyseRequest {
    fn from_fields(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            position: PositionRequest::from_fields(fields)?,
            multi_pv: fields.boolean("every")?.unwrap_or(false),
            time: fields.string("time")?,
            engine: fields.string("engine")?,
            played: fields.string("played")?,
        })
    }
}

/// Analyses a position and streams the progress, one JSON object per line.
pub async fn analyse(
    _: JoinCode,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> Result<Response, Error> {
    let ResolvedPosition { variant, record } = request.position.resolve(&app.registry)?;
    app.played_positions.check(record.as_ref()).map_err(Error::Forbidden)?;
    let time = request.time.as_deref().map_or(Ok(limits::DEFAULT_MOVE_TIME), parse_time)?;
    let name = check_length(request.engine.as_deref().unwrap_or("best"))?.to_owned();
    let spec = EngineSpec::parse(&name)?;
    let played = match request.played.as_deref() {
        Some(text) => Some(PlayedMove::new(variant.as_ref(), record.as_ref(), check_length(text)?)?),
        None => None,
    };
    let content_type = [(header::CONTENT_TYPE, "application/x-ndjson")];
    if let Some(finished) = value_text::finished(variant.as_ref(), record.as_ref()) {
        let line = to_line(&analysis_json(record.as_ref(), &finished.analysis, lang, true));
        return Ok((content_type, line).into_response());
    }
    let permit = app.engines.question(client, time).await?;
    // Only now: an engine may have large tables, and many requests may wait.
    let engine = run_on_thread(move || variant.engine(&spec, Settings::default()));
    let engine = engine.await.ok_or(Error::Internal)??;
    if !engine.has_evaluation() {
        return Err(phrases::NO_EVALUATION.message().with("engine", name).into());
    }
    let slice_is_over = permit.slice_is_over();
    let limits = Limits { multi_pv: request.multi_pv, ..Limits::time(time) };
    let (lines, receiver) = mpsc::channel(limits::EVENT_BUFFER);
    let stop = limits.stop.clone();
    let (finish_sender, finished) = oneshot::channel::<()>();
    let job = AnalysisJob { record, played, limits, lines: lines.clone(), lang };
    tokio::spawn(async move {
        // Stops the search when the client disconnects, the server shuts down, or it has had its
        // time and others wait. Ends
        // with the search, because the response ends when all senders of lines are dropped.
        tokio::select! {
            _ = finished => {}
            () = lines.closed() => {}
            () = app.shutdown_requested() => {}
            () = slice_is_over => {}
            () = tokio::time::sleep(overdue_after(time)) => {}
        }
        stop.raise();
    });
    tokio::spawn(run_on_thread(move || {
        let _finish_sender = finish_sender;
        job.run(engine, permit);
    }));
    Ok((content_type, Body::from_stream(ReceiverStream::new(receiver))).into_response())
}

/// Returns the time after which an analysis is stopped from outside, in case it
/// ignores its own limit. It may search twice, once for the move played.
fn overdue_after(time: Duration) -> Duration {
    2 * time + limits::DEFAULT_MOVE_TIME
}

fn parse_time(text: &str) -> Result<Duration, Error> {
    let time = parse_duration(check_length(text)?)?;
    if time > limits::MAX_ANALYSIS_TIME {
        let message = phrases::TIME_TOO_LONG.message().with("time", text);
        return Err(message.with("max", limits::MAX_ANALYSIS_TIME.as_secs()).into());
    }
    Ok(time)
}

/// A move of the game, to be compared with the best one.
struct PlayedMove {
    text: String,
    record_after: Box<dyn AnyRecord>,
    /// The result, if the move ends the game.
    result: Option<Analysis<String>>,
}

impl PlayedMove {
    fn new(variant: &dyn AnyVariant, record: &dyn AnyRecord, text: &str) -> Result<Self, Error> {
        let mut record_after = record.boxed_clone();
        let text = record_after.play(text)?;
        let result = value_text::finished(variant, record_after.as_ref()).map(|finished| finished.analysis);
        Ok(Self { text, record_after, result })
    }

    /// Returns the value of the move for the side that played it: that of the
    /// position if it was the best move, else that of another search.
    fn evaluate(
        &self,
        analysis: &Analysis<String>,
        engine: &mut dyn AnyEngine,
        limits: &Limits,
    ) -> Option<SearchedValue> {
        let position = SearchedValue::new(analysis);
        if analysis.moves.first().is_some_and(|best| best.mv == self.text) {
            return Some(position);
        }
        let after = match &self.result {
            Some(result) => result.clone(),
            None => run_search(engine, self.record_after.as_ref(), limits, &mut |_| {}).ok()?.analysis,
        };
        // No move is better than the best one.
        Some(SearchedValue::new(&after).for_parent().within(Score::LOWEST, position.value.upper))
    }
}

/// A running analysis.
struct AnalysisJob {
    record: Box<dyn AnyRecord>,
    played: Option<PlayedMove>,
    limits: Limits,
    lines: mpsc::Sender<Result<Bytes, std::convert::Infallible>>,
    lang: Lang,
}

impl AnalysisJob {
    fn run(self, mut engine: Box<dyn AnyEngine>, _permit: QuestionPermit) {
        let record = self.record.as_ref();
        let report = run_search(engine.as_mut(), record, &self.limits, &mut |report| {
            let line = to_line(&analysis_json(record, &report.analysis, self.lang, false));
            // A slow client misses lines; later ones replace them.
            let _ = self.lines.try_send(Ok(line));
        });
        let Ok(analysis) = report.map(|report| report.analysis) else { return };
        let mut last = analysis_json(record, &analysis, self.lang, true);
        if let Some(played) = &self.played
            && let Some(value) = played.evaluate(&analysis, engine.as_mut(), &self.limits)
        {
            let lost = lost_chance(&SearchedValue::new(&analysis), &value);
            let mut json = play_json::described_value(record, &value.value, value.unit, self.lang);
            json["move"] = json!(played.text);
            json["lost"] = json!(lost);
            json["mark"] = json!(Annotation::from_loss(lost).map(Annotation::symbol));
            last["played"] = json;
        }
        let _ = self.lines.blocking_send(Ok(to_line(&last)));
    }
}

fn analysis_json(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Lang, is_last: bool) -> Value {
    let mut json = play_json::analysis(record, analysis, Some(lang));
    json["done"] = json!(is_last);
    json
}

fn to_line(json: &Value) -> Bytes {
    format!("{json}\n").into()
}

/// The body of a request for the tree of a textbook search.
pub struct TreeRequest {
    position: PositionRequest,
    algorithm: Algorithm,
    depth: u64,
    nodes: Option<u64>,
    evaluator: Option<String>,
}

impl FromFields for TreeRequest {
    fn from_fields(fields: &Fields) -> Result<Self, Error> {
        let names = Algorithm::ALL.map(Algorithm::name).join(", ");
        let expected = phrases::ONE_OF.message().with("names", names);
        let parse = |value: &Value| Algorithm::ALL.into_iter().find(|algorithm| value == algorithm.name());
        Ok(Self {
            position: PositionRequest::from_fields(fields)?,
            algorithm: required(fields.field("algorithm", expected, parse)?, "algorithm")?,
            depth: required(fields.number("depth")?, "depth")?,
            nodes: fields.number("nodes")?,
            evaluator: fields.string("eval")?,
        })
    }
}

/// Returns the tree of a textbook search.
pub async fn tree(
    _: JoinCode,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    JsonBody(request): JsonBody<TreeRequest>,
) -> Result<Response, Error> {
    let ResolvedPosition { variant, record } = request.position.resolve(&app.registry)?;
    app.played_positions.check(record.as_ref()).map_err(Error::Forbidden)?;
    let depth = check_depth(request.depth)?;
    let nodes = request.nodes.map_or(limits::DEFAULT_TREE_NODES, |nodes| nodes as usize);
    if !(1..=tree::MAX_DRAWN_NODES).contains(&nodes) {
        return Err(phrases::INVALID_NODES
            .message()
            .with("max", Argument::Count(tree::MAX_DRAWN_NODES))
            .into());
    }
    let (algorithm, evaluator) = (request.algorithm, check_evaluator(request.evaluator)?);
    let json = run_analysis(&app, client, move |stop| {
        let mut tree = record.tree(&tree_options(algorithm, depth, evaluator, stop)).map_err(tree_error)?;
        // If every leaf is the end of a game, the evaluator was not used: show results.
        if tree.scale() == Scale::Estimates && depth_limit_leaves(tree.as_ref()).count == 0 {
            tree = record.tree(&tree_options(algorithm, depth, None, stop)).map_err(tree_error)?;
        }
        let title = format!("{} {}", variant.name(), record.position_text());
        let (tree, layout) = (tree.as_ref(), variant.layout());
        let sketch = TreePicture { tree, layout, title: &title, lang, limit: nodes, breadth: None };
        let mut text = Vec::new();
        tree::json::write(&[sketch], &mut text).map_err(|_| Error::Internal)?;
        Ok(text)
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], json.await?).into_response())
}

fn check_depth(depth: u64) -> Result<u32, Error> {
    if (1..=limits::MAX_TREE_DEPTH.into()).contains(&depth) {
        return Ok(depth as u32);
    }
    Err(phrases::INVALID_DEPTH.message().with("max", limits::MAX_TREE_DEPTH).into())
}

fn tree_options(algorithm: Algorithm, depth: u32, evaluator: Option<String>, stop: &Stop) -> TreeOptions {
    let limit = limits::MAX_TREE_SEARCH_NODES;
    TreeOptions {
        algorithm,
        depth: Some(depth),
        evaluator,
        fold_symmetry: false,
        max_nodes: limit,
        stop: stop.clone(),
    }
}

/// Checks the name of the evaluator of leaves; without one they count as draws.
fn check_evaluator(name: Option<String>) -> Result<Option<String>, Error> {
    name.map(|name| check_length(&name).map(str::to_owned)).transpose()
}

fn tree_error(error: TreeError) -> Error {
    match error {
        TreeError::Invalid(message) => message.into(),
        TreeError::TooLarge => {
            let limit = Argument::Count(limits::MAX_TREE_SEARCH_NODES);
            phrases::TREE_TOO_LARGE.message().with("limit", limit).into()
        }
        // Stopped by a disconnect or a shutdown: the client does not receive it.
        TreeError::Stopped => Error::ShuttingDown,
    }
}

/// The body of a request to compare node counts.
pub struct CountsRequest {
    position: PositionRequest,
    depth: u64,
    evaluator: Option<String>,
}

impl FromFields for CountsRequest {
    fn from_fields(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            position: PositionRequest::from_fields(fields)?,
            depth: required(fields.number("depth")?, "depth")?,
            evaluator: fields.string("eval")?,
        })
    }
}

/// Returns the nodes that minimax and alpha-beta visit at each depth, up to the
/// first depth that exceeds the node limit.
pub async fn counts(
    _: JoinCode,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    JsonBody(request): JsonBody<CountsRequest>,
) -> Result<Json<Value>, Error> {
    let ResolvedPosition { record, .. } = request.position.resolve(&app.registry)?;
    let (max_depth, evaluator) = (check_depth(request.depth)?, check_evaluator(request.evaluator)?);
    let rows = run_analysis(&app, client, move |stop| {
        let row = |depth| -> Result<Value, TreeError> {
            let plan = |algorithm| tree_options(algorithm, depth, evaluator.clone(), stop);
            let minimax = record.count_tree(&plan(Algorithm::Minimax))?;
            let alphabeta = record.count_tree(&plan(Algorithm::AlphaBeta))?;
            Ok(json!({ "depth": depth, "minimax": minimax, "alphabeta": alphabeta }))
        };
        Ok((1..=max_depth).map_while(|depth| row(depth).ok()).collect::<Vec<_>>())
    });
    Ok(Json(json!({ "rows": rows.await? })))
}
