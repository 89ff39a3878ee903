//! Analysis of positions.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plateau_core::Lang;
use plateau_games::EngineSpec;
use plateau_games::time::parse_duration;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_play::runner::run_search;
use plateau_play::win_chance::{Annotation, SearchedValue, lost_chance};
use plateau_play::{json as play_json, value_text};
use plateau_search::{Analysis, Limits, Score, Settings};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use crate::access::{HintRules, JoinCode};
use crate::api::analysis::AnalysisLine;
use crate::app::App;
use crate::body::MergedBody;
use crate::client::Client;
use crate::engines::{AnalysisPermit, run_on_thread};
use crate::error::Error;
use crate::openapi::{BodyErrors, ErrorStatus};
use crate::position_request::{PositionRequest, ResolvedPosition, check_length};
use crate::{limits, phrases};

/// How to analyse a position.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AnalyseOptions {
    /// Whether to evaluate every move (`MultiPV`) or only the best.
    #[serde(default, rename = "every")]
    multi_pv: bool,
    /// The search time, such as `2s`; one second by default, at most ten.
    time: Option<String>,
    /// The engine; `best` by default.
    engine: Option<String>,
    /// A move to compare with the best one.
    played: Option<String>,
}

/// The body of a request to analyse a position.
pub type AnalyseRequest = MergedBody<PositionRequest, AnalyseOptions>;

/// Analyse a position and stream the progress, one JSON object per line
#[utoipa::path(post, path = "/api/analyse", request_body = inline(AnalyseRequest),
    security((), ("join_code" = [])), responses(
    (status = 200, description = "One analysis per line; the last is `done`.", body = AnalysisLine,
        content_type = "application/x-ndjson"),
    ErrorStatus<401>,
    BodyErrors,
    ErrorStatus<429>,
))]
pub async fn analyse(
    _: JoinCode,
    hints: HintRules,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    AnalyseRequest { base: position, options: request }: AnalyseRequest,
) -> Result<Response, Error> {
    let ResolvedPosition { variant, record } = position.resolve(&app.registry)?;
    hints.check(record.as_ref())?;
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
    let permit = app.engines.analysis(client, time).await?;
    // Only now: an engine may have large tables, and many requests may wait. The permit is with the
    // thread, which goes on if the client disconnects.
    let creation = run_on_thread(move || (variant.engine(&spec, Settings::default()), permit));
    let (engine, permit) = creation.await.ok_or(Error::Internal)?;
    let engine = engine?;
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
        // time and others wait. Ends with the search, because the response ends when all senders of
        // lines are dropped.
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

    /// Returns the value of the move for the side that played it, and the line after it: those of
    /// the position if it was the best move, else those of another search.
    fn evaluate(
        &self,
        analysis: &Analysis<String>,
        engine: &mut dyn AnyEngine,
        limits: &Limits,
    ) -> Option<(SearchedValue, Vec<String>)> {
        let position = SearchedValue::new(analysis);
        if let Some(best) = analysis.moves.first().filter(|best| best.mv == self.text) {
            return Some((position, best.pv.clone()));
        }
        let after = match &self.result {
            Some(result) => result.clone(),
            None => run_search(engine, self.record_after.as_ref(), limits, &mut |_| {}).ok()?.analysis,
        };
        let reply = after.moves.first().map_or(&[][..], |best| &best.pv);
        let line = std::iter::once(&self.text).chain(reply).cloned().collect();
        // No move is better than the best one.
        Some((SearchedValue::new(&after).for_parent().within(Score::LOWEST, position.value.upper), line))
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
    fn run(self, mut engine: Box<dyn AnyEngine>, _permit: AnalysisPermit) {
        let record = self.record.as_ref();
        let report = run_search(engine.as_mut(), record, &self.limits, &mut |report| {
            let line = to_line(&analysis_json(record, &report.analysis, self.lang, false));
            // A slow client misses lines; later ones replace them.
            let _ = self.lines.try_send(Ok(line));
        });
        let Ok(analysis) = report.map(|report| report.analysis) else { return };
        let mut last = analysis_json(record, &analysis, self.lang, true);
        if let Some(played) = &self.played
            && let Some((value, line)) = played.evaluate(&analysis, engine.as_mut(), &self.limits)
        {
            let lost = lost_chance(&SearchedValue::new(&analysis), &value);
            let mut json = play_json::described_value(record, &value.value, value.unit, self.lang);
            json["move"] = json!(played.text);
            json["lost"] = json!(lost);
            json["mark"] = json!(Annotation::from_loss(lost).map(Annotation::symbol));
            json["line"] = json!(line);
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
