//! Engines at work, each on a thread of its own and only so many at once.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::{Lang, Player};
use plateau_games::AnyRecord;
use plateau_play::{PlayerSpec, Session, json as play_json};
use plateau_search::spec::Spec;
use plateau_search::timing::GameClock;
use plateau_search::{Analysis, Budget, Limits, Settings, Stop};
use serde_json::{Value as Json, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::AbortHandle;

use crate::app::App;
use crate::error::Error;
use crate::table::{State, Table, Thought};
use crate::{limits, phrases, show};

/// The first thoughts of a search are told at once, later ones not more often
/// than this, so that no reader falls behind.
const FIRST_THOUGHTS: u32 = 8;
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(50);

/// Who may think at the same time. Questions don't keep games waiting.
#[derive(Debug)]
pub struct Engines {
    players: Arc<Semaphore>,
    questions: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    /// Every turn of a game holds one more of it.
    turns: Arc<()>,
    most_turns: usize,
}

/// The right to think.
pub struct Right {
    _thinks: OwnedSemaphorePermit,
    _waited: OwnedSemaphorePermit,
}

impl Engines {
    /// As many as there are processors, and so many that wait.
    pub fn new(limits: &crate::Limits) -> Self {
        let cores = thread::available_parallelism().map_or(2, usize::from).max(2);
        Self {
            players: Arc::new(Semaphore::new(cores)),
            questions: Arc::new(Semaphore::new(cores)),
            waiting: Arc::new(Semaphore::new(cores + limits.waiting)),
            turns: Arc::default(),
            most_turns: limits.turns,
        }
    }

    /// Whether as many turns wait or are thought about as may.
    pub fn are_busy(&self) -> bool {
        Arc::strong_count(&self.turns) > self.most_turns
    }

    /// The right to think about a question, once there is an engine free.
    pub async fn ask(&self) -> Result<Right, Error> {
        let too_many = || Error::TooMany(phrases::TOO_MANY_ENGINES.message());
        let waited = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| too_many())?;
        let thinks = Arc::clone(&self.questions).acquire_owned().await.map_err(|_| too_many())?;
        Ok(Right { _thinks: thinks, _waited: waited })
    }
}

/// Does work that somebody waits for. It is told to end when they go, or the server
/// does.
pub async fn for_reader<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&Stop) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let right = app.engines.ask().await?;
    let stop = Stop::new();
    let _gone = RaisedOnDrop(stop.clone());
    let done = on_thread(move || {
        let _right = right;
        work(&stop)
    });
    tokio::select! {
        done = done => done.unwrap_or(Err(Error::Broken)),
        () = app.closed() => Err(Error::Closing),
    }
}

/// A request whose reader goes is dropped, and this with it.
struct RaisedOnDrop(Stop);

impl Drop for RaisedOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Does work on a thread of its own. Nothing comes of work that panicked.
pub async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (done, result) = oneshot::channel();
    let work = move || {
        // Whoever asked may have gone.
        let _ = done.send(work());
    };
    thread::Builder::new().name("engine".to_owned()).spawn(work).ok()?;
    result.await.ok()
}

/// A move to be found.
struct Task {
    session: Session,
    spec: Spec,
    revision: u64,
    since: Instant,
    stop: Stop,
    _turn: Arc<()>,
}

/// Lets the engine that is to move find its move and play it, as long as somebody
/// looks at the game.
pub fn play(app: &Arc<App>, table: &Arc<Table>, state: &State) -> Option<AbortHandle> {
    let PlayerSpec::Engine(spec) = state.session.player_to_move().clone() else { return None };
    let (session, revision, since) = (state.session.clone(), state.revision, state.since);
    let turn = Arc::clone(&app.engines.turns);
    let task = Task { session, spec, revision, since, stop: state.stop.clone(), _turn: turn };
    let (app, table) = (Arc::clone(app), Arc::clone(table));
    let patience = app.patience(state);
    let thinker = tokio::spawn(async move {
        let stop = task.stop.clone();
        let (players, shown) = (Arc::clone(&app.engines.players), Arc::clone(&table));
        let found = async {
            let permit = players.acquire_owned().await.ok()?;
            let work = move || {
                let _permit = permit;
                find(&task, &shown)
            };
            on_thread(work).await.flatten()
        };
        let found = tokio::select! {
            found = found => found,
            () = app.closed() => {
                stop.raise();
                return;
            }
            () = table.attention.ended(patience) => {
                app.begin_again(&table, revision).await;
                return;
            }
        };
        if let Some(text) = found {
            // On its own, since the change ends this turn.
            tokio::spawn(async move { app.play_engine(&table, revision, &text).await });
        } else {
            // No thread or no memory for it: there may be later.
            tokio::time::sleep(limits::AGAIN).await;
            app.begin_again(&table, revision).await;
        }
    });
    Some(thinker.abort_handle())
}

/// The move an engine finds, told as it goes.
fn find(task: &Task, table: &Table) -> Option<String> {
    let session = &task.session;
    let record = session.record();
    let mut engine =
        session.player_to_move().create_engine(session.variant().as_ref(), Settings::default()).ok()??;
    let clock = session
        .clock()
        .map(|clock| GameClock { left: clock.left.saturating_sub(task.since.elapsed()), ..clock });
    let limits = limits_of(&task.spec, clock, task.stop.clone());
    let (mut told, mut last) = (0, Instant::now());
    let judges = engine.has_evaluation();
    let found = engine.analyse(record, &limits, &mut |analysis| {
        if judges && (told < FIRST_THOUGHTS || last.elapsed() >= BETWEEN_THOUGHTS) {
            (told, last) = (told + 1, Instant::now());
            let words = [Lang::En, Lang::Fr].map(|lang| thought(record, analysis, lang));
            table.think(Thought { revision: task.revision, words: Arc::new(words) });
        }
    });
    found.ok()?.moves.into_iter().next().map(|best| best.mv)
}

/// The limits of an engine's move. One that brings limits of its own may take
/// longer, but not for ever.
fn limits_of(spec: &Spec, clock: Option<GameClock>, stop: Stop) -> Limits {
    let own = if spec.is_limited() { limits::LONGEST_MOVE } else { limits::MOVE };
    let Budget { soft, hard } = clock.map_or(Budget::fixed(own), |clock| clock.budget());
    let time = Budget { soft: soft.min(limits::LONGEST_MOVE), hard: hard.min(limits::LONGEST_MOVE) };
    Limits { time: Some(time), stop, ..Limits::default() }
}

/// What an engine thinks, as JSON.
fn thought(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Lang) -> Json {
    let best = analysis.moves.first();
    let by: Player = record.turn();
    json!({
        "by": show::side(by),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": analysis.time.as_secs_f64(),
        "best": best.map(|best| &best.mv),
        "line": best.map_or(&[][..], |best| &best.line),
        "value": play_json::described_value(record, &analysis.value, analysis.unit, lang),
    })
}
