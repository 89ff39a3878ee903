//! Runs engines on threads of their own, a limited number at once.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::{Lang, Player};
use plateau_games::AnyRecord;
use plateau_games::EngineSpec;
use plateau_play::runner::{SearchReport, run_search, spawn_task};
use plateau_play::{MoveLimits, Session, json as play_json};
use plateau_search::time::GameClock;
use plateau_search::{Analysis, Limits, Settings, Stop};
use serde_json::{Value as Json, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::AbortHandle;

use crate::app::App;
use crate::engine_pool::{EngineKey, EnginePool};
use crate::error::Error;
use crate::game_room::{GameRoom, GameState, SearchInfo};
use crate::{ServerLimits, api_json, limits, phrases};

/// The first updates of a search are published at once, later ones at most once
/// per `UPDATE_INTERVAL`, so that viewers don't fall behind.
const UNTHROTTLED_UPDATES: u32 = 8;
const UPDATE_INTERVAL: Duration = Duration::from_millis(50);

/// Limits the number of concurrent searches. Games and analyses have separate
/// threads, so that analyses don't delay games.
#[derive(Debug)]
pub struct EngineThreads {
    game_threads: Arc<Semaphore>,
    analysis_threads: Arc<Semaphore>,
    /// Analyses in progress and in the queue.
    analyses: Arc<Semaphore>,
    /// Cloned by every engine turn in progress; the reference count tells how many.
    turns: Arc<()>,
    max_turns: usize,
}

/// The permission to run one analysis.
pub struct AnalysisPermit {
    _thread: OwnedSemaphorePermit,
    _analysis: OwnedSemaphorePermit,
}

impl EngineThreads {
    /// Allows one thread per processor for games, and as many for analyses.
    pub fn new(limits: &ServerLimits) -> Self {
        let processors = thread::available_parallelism().map_or(2, usize::from).max(2);
        Self {
            game_threads: Arc::new(Semaphore::new(processors)),
            analysis_threads: Arc::new(Semaphore::new(processors)),
            analyses: Arc::new(Semaphore::new(processors + limits.queued_analyses)),
            turns: Arc::default(),
            max_turns: limits.engine_turns,
        }
    }

    /// Returns whether the maximum number of engine turns is in progress.
    pub fn is_full(&self) -> bool {
        Arc::strong_count(&self.turns) > self.max_turns
    }

    /// Waits for an analysis thread; returns an error if the queue is full.
    pub async fn acquire_analysis(&self) -> Result<AnalysisPermit, Error> {
        let too_many = || Error::TooMany(phrases::TOO_MANY_ENGINES.message());
        let analysis = Arc::clone(&self.analyses).try_acquire_owned().map_err(|_| too_many())?;
        let thread = Arc::clone(&self.analysis_threads).acquire_owned().await.map_err(|_| too_many())?;
        Ok(AnalysisPermit { _thread: thread, _analysis: analysis })
    }
}

/// Runs an analysis for a request. The search is stopped when the client
/// disconnects or the server shuts down.
pub async fn run_analysis<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&Stop) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let permit = app.engines.acquire_analysis().await?;
    let stop = Stop::new();
    // Axum drops this future when the client disconnects.
    let _guard = StopOnDrop(stop.clone());
    let result = run_on_thread(move || {
        let _permit = permit;
        work(&stop)
    });
    tokio::select! {
        result = result => result.unwrap_or(Err(Error::Internal)),
        () = app.shutdown_requested() => Err(Error::ShuttingDown),
    }
}

/// Sets a stop flag when it is dropped.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Runs a closure on a new thread. Returns `None` if it panics or the thread cannot
/// be created.
pub async fn run_on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = oneshot::channel();
    spawn_task(work, move |result| {
        // The receiver may be gone.
        let _ = sender.send(result.ok());
    })
    .ok()?;
    receiver.await.ok().flatten()
}

/// An engine's turn.
struct EngineTurn {
    session: Session,
    revision: u64,
    started: Instant,
    stop: Stop,
    /// Counts this turn, see [`EngineThreads`].
    _counted: Arc<()>,
}

/// Starts the engine that is to move; it plays its move when it has found one.
/// The turn pauses when the game is no longer watched.
pub fn start_turn(app: &Arc<App>, room: &Arc<GameRoom>, state: &GameState) -> Option<AbortHandle> {
    state.session.player_to_move().engine_spec()?;
    let (session, revision, started) = (state.session.clone(), state.revision, state.turn_started);
    let counted = Arc::clone(&app.engines.turns);
    let turn = EngineTurn { session, revision, started, stop: state.stop.clone(), _counted: counted };
    let (app, room) = (Arc::clone(app), Arc::clone(room));
    let unwatched_timeout = app.unwatched_timeout(state);
    let task = tokio::spawn(async move {
        let stop = turn.stop.clone();
        let (threads, search_room) = (Arc::clone(&app.engines.game_threads), Arc::clone(&room));
        let pool = Arc::clone(&app.engine_pool);
        let search = async {
            let permit = threads.acquire_owned().await.ok()?;
            let work = move || {
                let _permit = permit;
                find_move(&turn, &search_room, &pool)
            };
            run_on_thread(work).await.flatten()
        };
        let found = tokio::select! {
            found = search => found,
            () = app.shutdown_requested() => {
                stop.raise();
                return;
            }
            () = room.viewers.wait_until_unwatched(unwatched_timeout) => {
                app.restart_engine_turn(&room, revision).await;
                return;
            }
        };
        if let Some(text) = found {
            // In a task of its own, because the change aborts this one.
            tokio::spawn(async move { app.play_engine_move(&room, revision, &text).await });
        } else {
            // No thread or no memory; there may be later.
            tokio::time::sleep(limits::RETRY_DELAY).await;
            app.restart_engine_turn(&room, revision).await;
        }
    });
    Some(task.abort_handle())
}

/// Searches for the engine's move and publishes the progress.
fn find_move(turn: &EngineTurn, room: &GameRoom, pool: &EnginePool) -> Option<String> {
    let session = &turn.session;
    let record = session.record();
    let player = session.player_to_move();
    let settings = Settings::default();
    let key = EngineKey { game: room.id.clone(), side: record.turn(), spec: player.clone() };
    let create = || player.create_engine(session.variant().as_ref(), settings).ok().flatten().ok_or(());
    let mut lease = pool.lease(key, settings.hash_mb, create).ok()?;
    let clock = session
        .clock()
        .map(|clock| GameClock { left: clock.left.saturating_sub(turn.started.elapsed()), ..clock });
    let limits = MoveLimits {
        clock,
        engine_has_limits: player.engine_spec().is_some_and(EngineSpec::is_limited),
        default_time: Some(limits::DEFAULT_MOVE_TIME),
        max_time: Some(limits::MAX_MOVE_TIME),
        ..MoveLimits::default()
    };
    let limits = Limits { stop: turn.stop.clone(), ..limits.search_limits() };
    let (mut updates, mut last_update) = (0, Instant::now());
    let mut on_progress = |SearchReport { analysis, has_evaluation, .. }: SearchReport| {
        let is_due = updates < UNTHROTTLED_UPDATES || last_update.elapsed() >= UPDATE_INTERVAL;
        if has_evaluation && is_due {
            (updates, last_update) = (updates + 1, Instant::now());
            let json = [Lang::En, Lang::Fr].map(|lang| search_info_json(record, &analysis, lang));
            room.publish_search_info(SearchInfo { revision: turn.revision, json: Arc::new(json) });
        }
    };
    let report = run_search(lease.engine.as_mut(), record, &limits, &mut on_progress);
    // The state of an engine that panicked cannot be trusted.
    if report.is_ok() {
        pool.give_back(lease);
    } else {
        pool.discard(lease);
    }
    report.ok()?.analysis.moves.into_iter().next().map(|best| best.mv)
}

fn search_info_json(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Lang) -> Json {
    let best = analysis.moves.first();
    let side: Player = record.turn();
    json!({
        "by": api_json::side(side),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": analysis.time.as_secs_f64(),
        "best": best.map(|best| &best.mv),
        "line": best.map_or(&[][..], |best| &best.pv),
        "value": play_json::described_value(record, &analysis.value, analysis.unit, lang),
    })
}
