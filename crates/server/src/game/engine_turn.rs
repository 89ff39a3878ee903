//! The turn of an engine: waits for a thread, searches, and reports to the task of the game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plateau_core::Lang;
use plateau_games::EngineSpec;
use plateau_play::runner::{SearchReport, run_search};
use plateau_play::{MoveLimits, Session};
use plateau_search::time::GameClock;
use plateau_search::{Limits, Settings, Stop};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::api::game::Thought;
use crate::app::App;
use crate::client::Client;
use crate::engine_pool::{EngineKey, EnginePool};
use crate::engines::run_on_thread;
use crate::game::snapshot::SearchInfo;
use crate::game::state::GameState;
use crate::limits;

/// The first updates of a search are published at once, later ones at most once
/// per `UPDATE_INTERVAL`, so that viewers don't fall behind.
const UNTHROTTLED_UPDATES: u32 = 8;
const UPDATE_INTERVAL: Duration = Duration::from_millis(50);

/// The turn of an engine; dropping it cancels the search.
#[derive(Debug)]
pub struct EngineTurn {
    stop: Stop,
    events: mpsc::UnboundedReceiver<EngineEvent>,
    task: AbortHandle,
}

/// What an engine reports.
#[derive(Debug)]
pub enum EngineEvent {
    /// Search progress.
    Progress(SearchInfo),
    /// The move it chose; `None` if no thread or no memory was available. This is the last
    /// event.
    Finished(Option<String>),
}

impl EngineTurn {
    /// Starts the engine that is to move.
    pub fn start(app: &App, game: &str, state: &GameState, client: Client) -> Self {
        let (sender, events) = mpsc::unbounded_channel();
        let stop = Stop::new();
        let search = Search {
            game: game.to_owned(),
            session: state.session.clone(),
            started: state.turn_started,
            stop: stop.clone(),
            pool: Arc::clone(&app.engine_pool),
            events: sender.clone(),
        };
        let place = app.engines.enter_turn(client);
        let slice_stop = stop.clone();
        let task = tokio::spawn(async move {
            let search = async {
                // Without a place in the queue, the game tries again later.
                let (ticket, queue) = place?;
                let permit = ticket.await?;
                let mut found = std::pin::pin!(run_on_thread(move || {
                    let _permit = permit;
                    search.run()
                }));
                tokio::select! {
                    found = found.as_mut() => found.flatten(),
                    // Others wait: the engine plays the best move it has found.
                    () = queue.slice_is_over() => {
                        slice_stop.raise();
                        found.await.flatten()
                    }
                }
            };
            let found = search.await;
            // Fails if the turn was cancelled meanwhile.
            let _ = sender.send(EngineEvent::Finished(found));
        });
        Self { stop, events, task: task.abort_handle() }
    }

    /// Waits for the next event.
    pub async fn next_event(&mut self) -> EngineEvent {
        self.events.recv().await.unwrap_or(EngineEvent::Finished(None))
    }

    /// Makes the engine play the best move found so far.
    pub fn stop(&self) {
        self.stop.raise();
    }
}

impl Drop for EngineTurn {
    fn drop(&mut self) {
        self.stop.raise();
        self.task.abort();
    }
}

/// The search of a turn, on its own thread.
struct Search {
    game: String,
    session: Session,
    started: Instant,
    stop: Stop,
    pool: Arc<EnginePool>,
    events: mpsc::UnboundedSender<EngineEvent>,
}

impl Search {
    /// Searches for the engine's move and reports the progress.
    fn run(&self) -> Option<String> {
        let record = self.session.record();
        let player = self.session.player_to_move();
        let settings = Settings::default();
        let key = EngineKey { game: self.game.clone(), side: record.turn(), spec: player.clone() };
        let variant = self.session.variant().as_ref();
        let create = || player.create_engine(variant, settings).ok().flatten().ok_or(());
        let mut lease = self.pool.lease(key, settings.hash_mb, create).ok()?;
        let (mut updates, mut last_update) = (0, Instant::now());
        let mut on_progress = |SearchReport { analysis, has_evaluation, .. }: SearchReport| {
            let is_due = updates < UNTHROTTLED_UPDATES || last_update.elapsed() >= UPDATE_INTERVAL;
            if has_evaluation && is_due {
                (updates, last_update) = (updates + 1, Instant::now());
                let info = [Lang::En, Lang::Fr].map(|lang| Thought::new(record, &analysis, lang));
                let _ = self.events.send(EngineEvent::Progress(Arc::new(info)));
            }
        };
        let report = run_search(lease.engine.as_mut(), record, &self.limits(), &mut on_progress);
        // The state of an engine that panicked cannot be trusted.
        if report.is_ok() {
            self.pool.give_back(lease);
        } else {
            self.pool.discard(lease);
        }
        report.ok()?.analysis.moves.into_iter().next().map(|best| best.mv)
    }

    fn limits(&self) -> Limits {
        let clock = self.session.clock();
        let clock =
            clock.map(|clock| GameClock { left: clock.left.saturating_sub(self.started.elapsed()), ..clock });
        let engine = self.session.player_to_move().engine_spec();
        let limits = MoveLimits {
            clock,
            engine_has_limits: engine.is_some_and(EngineSpec::is_limited),
            default_time: Some(limits::DEFAULT_MOVE_TIME),
            max_time: Some(limits::MAX_MOVE_TIME),
            ..MoveLimits::default()
        };
        Limits { stop: self.stop.clone(), ..limits.search_limits() }
    }
}
