//! Questions about positions: what moves are worth, and how a search finds it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plateau_core::Lang;
use plateau_core::text::Argument;
use plateau_draw::tree::{self, Sketch, unfinished};
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_play::win_chance::{Annotation, win_chance};
use plateau_play::{json as play_json, value_text};
use plateau_search::spec::Spec;
use plateau_search::textbook::Algorithm;
use plateau_search::timing::parse_duration;
use plateau_search::{Analysis, Limits, NoTree, Scale, Settings, Stop, TreePlan, Unit, Value as Worth};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::wrappers::ReceiverStream;

use crate::app::App;
use crate::body::Said;
use crate::engines::{Right, for_reader, on_thread};
use crate::error::Error;
use crate::fields::{Fields, FromFields, needed};
use crate::place::{Opened, Place, short};
use crate::{limits, phrases};

/// A question about the value of a position.
pub struct Analyse {
    place: Place,
    every: bool,
    time: Option<String>,
    engine: Option<String>,
    played: Option<String>,
}

impl FromFields for Analyse {
    fn read(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            place: Place::read(fields)?,
            every: fields.flag("every")?.unwrap_or(false),
            time: fields.text("time")?,
            engine: fields.text("engine")?,
            played: fields.text("played")?,
        })
    }
}

/// What moves are worth, line by line.
pub async fn analyse(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Said(asked): Said<Analyse>,
) -> Result<Response, Error> {
    let Opened { variant, record } = asked.place.open(&app.registry)?;
    let time = asked.time.as_deref().map_or(Ok(limits::MOVE), time)?;
    let name = short(asked.engine.as_deref().unwrap_or("best"))?;
    let engine = variant.engine(&Spec::parse(name)?, Settings::default())?;
    if !engine.has_evaluation() {
        return Err(phrases::DOES_NOT_JUDGE.message().with("engine", name).into());
    }
    let played = match asked.played.as_deref() {
        Some(text) => Some(Played::new(variant.as_ref(), record.as_ref(), short(text)?)?),
        None => None,
    };
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    if let Some(finished) = value_text::finished(variant.as_ref(), record.as_ref()) {
        return Ok((kind, line(record.as_ref(), &finished.analysis, lang, true)).into_response());
    }
    let right = app.engines.ask().await?;
    let limits = Limits { multi_pv: asked.every, ..Limits::time(time) };
    let (lines, reader) = mpsc::channel(limits::BEHIND);
    let stop = limits.stop.clone();
    let (searching, searched) = oneshot::channel::<()>();
    let question = Question { record, played, limits, lines: lines.clone(), lang };
    tokio::spawn(async move {
        // The search ends when the reader goes, or the server does; and this with the
        // search, for the answer ends when nobody can add to it any more.
        tokio::select! {
            _ = searched => {}
            () = lines.closed() => {}
            () = app.closed() => {}
            () = stopped_after(2 * time) => {}
        }
        stop.raise();
    });
    tokio::spawn(on_thread(move || {
        let _searching = searching;
        question.answer(engine, right);
    }));
    Ok((kind, Body::from_stream(ReceiverStream::new(reader))).into_response())
}

/// A little more than a search should take: its own limit comes first.
async fn stopped_after(time: Duration) {
    tokio::time::sleep(time + limits::MOVE).await;
}

fn time(text: &str) -> Result<Duration, Error> {
    let time = parse_duration(short(text)?)?;
    if time > limits::QUESTION {
        let message = phrases::TIME_TOO_LONG.message().with("time", text);
        return Err(message.with("most", limits::QUESTION.as_secs()).into());
    }
    Ok(time)
}

type Line = Result<Bytes, std::convert::Infallible>;

/// The move that was made, to be judged as well.
struct Played {
    text: String,
    after: Box<dyn AnyRecord>,
    /// What is known of it without any search.
    over: Option<Analysis<String>>,
}

impl Played {
    fn new(variant: &dyn AnyVariant, record: &dyn AnyRecord, text: &str) -> Result<Self, Error> {
        let mut after = record.boxed_clone();
        let text = after.play(text)?;
        let over = value_text::finished(variant, after.as_ref()).map(|finished| finished.analysis);
        Ok(Self { text, after, over })
    }

    /// What it is worth to who made it: as much as the position if it was the best,
    /// else what a search of the same limits says.
    fn value(
        &self,
        found: &Analysis<String>,
        engine: &mut dyn AnyEngine,
        limits: &Limits,
    ) -> Option<(Worth, Unit)> {
        if found.moves.first().is_some_and(|best| best.mv == self.text) {
            return Some((found.value, found.unit));
        }
        let after = match &self.over {
            Some(over) => over.clone(),
            None => engine.analyse(self.after.as_ref(), limits, &mut |_| {}).ok()?,
        };
        Some((after.value.for_parent(), after.unit))
    }
}

struct Question {
    record: Box<dyn AnyRecord>,
    played: Option<Played>,
    limits: Limits,
    lines: mpsc::Sender<Line>,
    lang: Lang,
}

impl Question {
    fn answer(self, mut engine: Box<dyn AnyEngine>, _right: Right) {
        let record = self.record.as_ref();
        let found = engine.analyse(record, &self.limits, &mut |analysis| {
            // A reader that is behind will do with later lines.
            let _ = self.lines.try_send(Ok(line(record, analysis, self.lang, false)));
        });
        let Ok(found) = found else { return };
        let mut answer = answer(record, &found, self.lang, true);
        if let Some(played) = &self.played
            && let Some((value, unit)) = played.value(&found, engine.as_mut(), &self.limits)
        {
            let lost = win_chance(&found.value, found.unit) - win_chance(&value, unit);
            let mut told = play_json::described_value(record, &value, unit, self.lang);
            told["move"] = json!(played.text);
            told["lost"] = json!(lost.max(0.0));
            told["mark"] = json!(Annotation::from_loss(lost).map(Annotation::symbol));
            answer["played"] = told;
        }
        let _ = self.lines.blocking_send(Ok(written(&answer)));
    }
}

fn answer(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Lang, done: bool) -> Value {
    let mut answer = play_json::analysis(record, analysis, Some(lang));
    answer["done"] = json!(done);
    answer
}

fn written(answer: &Value) -> Bytes {
    format!("{answer}\n").into()
}

fn line(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Lang, done: bool) -> Bytes {
    written(&answer(record, analysis, lang, done))
}

/// A question about a textbook search.
pub struct Tree {
    place: Place,
    algorithm: Algorithm,
    depth: u64,
    nodes: Option<u64>,
    eval: Option<String>,
}

/// How to search.
const WAYS: [(&str, Algorithm); 3] =
    [("minimax", Algorithm::Minimax), ("negamax", Algorithm::Negamax), ("alphabeta", Algorithm::AlphaBeta)];

impl FromFields for Tree {
    fn read(fields: &Fields) -> Result<Self, Error> {
        let names = phrases::ONE_OF.message().with("names", WAYS.map(|(name, _)| name).join(", "));
        let way = |value: &Value| WAYS.iter().find(|(name, _)| value == name).map(|(_, way)| *way);
        Ok(Self {
            place: Place::read(fields)?,
            algorithm: needed(fields.field("algorithm", names, way)?, "algorithm")?,
            depth: needed(fields.number("depth")?, "depth")?,
            nodes: fields.number("nodes")?,
            eval: fields.text("eval")?,
        })
    }
}

/// The tree that a textbook search sees.
pub async fn tree(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Said(asked): Said<Tree>,
) -> Result<Response, Error> {
    let Opened { variant, record } = asked.place.open(&app.registry)?;
    let depth = depth(asked.depth)?;
    let nodes = asked.nodes.map_or(limits::SENT, |nodes| nodes as usize);
    if !(1..=tree::DRAWN).contains(&nodes) {
        return Err(phrases::BAD_NODES.message().with("most", Argument::Count(tree::DRAWN)).into());
    }
    let (algorithm, eval) = (asked.algorithm, evaluator(asked.eval)?);
    let drawn = for_reader(&app, move |stop| {
        let mut tree = record.tree(&plan(algorithm, depth, eval, stop)).map_err(no_tree)?;
        // Where every game ends, nobody judges it.
        if tree.scale() == Scale::Estimates && unfinished(tree.as_ref()).count == 0 {
            tree = record.tree(&plan(algorithm, depth, None, stop)).map_err(no_tree)?;
        }
        let title = format!("{} {}", variant.name(), record.position_text());
        let (tree, layout) = (tree.as_ref(), variant.layout());
        let sketch = Sketch { tree, layout, title: &title, lang, limit: nodes, breadth: None };
        let mut text = Vec::new();
        tree::json::write(&[sketch], &mut text).map_err(|error| Error::NotKept(error.to_string()))?;
        Ok(text)
    });
    let text = drawn.await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

fn depth(depth: u64) -> Result<u32, Error> {
    if (1..=limits::DEPTH.into()).contains(&depth) {
        return Ok(depth as u32);
    }
    Err(phrases::BAD_DEPTH.message().with("most", limits::DEPTH).into())
}

/// A search of its own size and depth that ends when nobody waits for it.
fn plan(algorithm: Algorithm, depth: u32, evaluator: Option<String>, stop: &Stop) -> TreePlan {
    let limit = limits::SEARCHED;
    TreePlan { algorithm, depth: Some(depth), evaluator, fold: false, limit, stop: stop.clone() }
}

/// Who judges games that go on at that depth; without one they count as even.
fn evaluator(name: Option<String>) -> Result<Option<String>, Error> {
    name.map(|name| short(&name).map(str::to_owned)).transpose()
}

fn no_tree(why: NoTree) -> Error {
    match why {
        NoTree::Wrong(message) => message.into(),
        NoTree::TooLarge => {
            phrases::TREE_TOO_LARGE.message().with("limit", Argument::Count(limits::SEARCHED)).into()
        }
        // Nobody hears it.
        NoTree::Stopped => Error::Closing,
    }
}

/// A question about the growth of both searches.
pub struct Counts {
    place: Place,
    depth: u64,
    eval: Option<String>,
}

impl FromFields for Counts {
    fn read(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            place: Place::read(fields)?,
            depth: needed(fields.number("depth")?, "depth")?,
            eval: fields.text("eval")?,
        })
    }
}

/// How many nodes each search visits at each depth, as far as both are soon
/// counted.
pub async fn counts(State(app): State<Arc<App>>, Said(asked): Said<Counts>) -> Result<Json<Value>, Error> {
    let Opened { record, .. } = asked.place.open(&app.registry)?;
    let (most, eval) = (depth(asked.depth)?, evaluator(asked.eval)?);
    let counted = for_reader(&app, move |stop| {
        let both = |depth| -> Result<Value, NoTree> {
            let full = record.count_tree(&plan(Algorithm::Minimax, depth, eval.clone(), stop))?;
            let pruned = record.count_tree(&plan(Algorithm::AlphaBeta, depth, eval.clone(), stop))?;
            Ok(json!({ "depth": depth, "minimax": full, "alphabeta": pruned }))
        };
        Ok((1..=most).map_while(|depth| both(depth).ok()).collect::<Vec<_>>())
    });
    Ok(Json(json!({ "rows": counted.await? })))
}
