//! All the games at their tables, and the one place where they change.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plateau_core::{Lang, Player};
use plateau_games::Registry;
use plateau_play::{PlayerSpec, Session};
use plateau_search::timing::TimeControl;
use serde_json::Value as Json;
use tokio::sync::{Semaphore, watch};

use crate::change::{self, Change};
use crate::engines::{self, Engines};
use crate::error::Error;
use crate::events::Picture;
use crate::limits::Limits;
use crate::store::{Kept, Store};
use crate::table::{State, Table};
use crate::tournament::Shown;
use crate::{limits, phrases, secret, stored};

/// What all requests share.
#[derive(Debug)]
pub struct App {
    /// The games there are.
    pub registry: Registry,
    /// The address that is listened to.
    pub bind: IpAddr,
    /// Who may think.
    pub engines: Engines,
    /// Who may watch.
    pub streams: Arc<Semaphore>,
    /// How much there may be.
    pub limits: Limits,
    /// The tournament that is shown, if there is one.
    pub tournament: Option<Shown>,
    store: Store,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    closing: watch::Sender<bool>,
}

/// Who asks for a change, having seen what, and by which name.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The token of a seat.
    pub token: Option<String>,
    /// The revision that was seen.
    pub revision: u64,
    /// The request's own name.
    pub request: String,
}

impl App {
    /// No game yet.
    pub fn new(
        registry: Registry,
        bind: IpAddr,
        store: Store,
        limits: Limits,
        tournament: Option<Shown>,
    ) -> Self {
        Self {
            registry,
            bind,
            engines: Engines::new(&limits),
            streams: Arc::new(Semaphore::new(limits.streams)),
            limits,
            tournament,
            store,
            tables: Mutex::default(),
            closing: watch::Sender::new(false),
        }
    }

    /// What ends streams and searches once it is true.
    pub fn closing(&self) -> watch::Sender<bool> {
        self.closing.clone()
    }

    /// Whether the server ends.
    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Returns when the server ends.
    pub async fn closed(&self) {
        // The sender lives as long as this.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }

    /// Begins a game, which may be one that others play elsewhere. Returns its table.
    pub async fn begin(
        self: &Arc<Self>,
        session: Session,
        seed: u64,
        control: Option<String>,
        live: Option<[PlayerSpec; 2]>,
    ) -> Result<Arc<Table>, Error> {
        let tokens = [secret::token().map_err(no_dice)?, secret::token().map_err(no_dice)?];
        let mut state = State::new(session, tokens, seed, control);
        state.live = live;
        self.begin_with(state).await
    }

    async fn begin_with(self: &Arc<Self>, mut state: State) -> Result<Arc<Table>, Error> {
        state.revision = 1;
        self.may_think(&state)?;
        let id = secret::name().map_err(no_dice)?;
        self.make_room()?;
        if !self.store.make_room(self.limits.kept).await.map_err(Error::NotKept)? {
            return Err(Error::TooMany(phrases::TOO_MANY_GAMES.message()));
        }
        self.store.write(kept(&id, &state)).await.map_err(Error::NotKept)?;
        Ok(self.sit(id, state).await)
    }

    /// The table of a game, from memory or from disk.
    pub async fn table(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Error> {
        if let Some(table) = self.seated().get(id) {
            return Ok(Arc::clone(table));
        }
        if !secret::is_name(id) {
            return Err(Error::NoSuchGame);
        }
        let text = self.store.read(id).await.map_err(Error::NotKept)?.ok_or(Error::NoSuchGame)?;
        let state = stored::read(&self.registry, &text).map_err(|error| Error::NotKept(error.0))?;
        self.make_room()?;
        Ok(self.sit(id.to_owned(), state).await)
    }

    fn seated(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a game at a table, unless somebody just did. Nobody gets hold of it
    /// before it runs.
    async fn sit(self: &Arc<Self>, id: String, state: State) -> Arc<Table> {
        let made = Arc::new(Table::new(id.clone(), state));
        let mut state = made.state.lock().await;
        let table = Arc::clone(self.seated().entry(id).or_insert_with(|| Arc::clone(&made)));
        if Arc::ptr_eq(&table, &made) {
            self.go_on(&table, &mut state);
        }
        table
    }

    /// Refuses a person's change that would have one engine more think than can.
    fn may_think(&self, next: &State) -> Result<(), Error> {
        if next.awaits_engine() && self.engines.are_busy() {
            return Err(Error::TooMany(phrases::TOO_MANY_ENGINES.message()));
        }
        Ok(())
    }

    /// Forgets games that nobody looks at where there are too many.
    fn make_room(&self) -> Result<(), Error> {
        let mut tables = self.seated();
        if tables.len() >= self.limits.games {
            tables.retain(|_, table| !table.is_idle());
        }
        if tables.len() >= self.limits.games {
            return Err(Error::TooMany(phrases::TOO_MANY_GAMES.message()));
        }
        Ok(())
    }

    /// Makes a change that a seat asks for, and answers the game. It is made to
    /// its end even if the one who asked goes away.
    pub async fn change(
        self: &Arc<Self>,
        table: Arc<Table>,
        asker: Asker,
        change: Change,
        lang: Lang,
    ) -> Result<Json, Error> {
        let app = Arc::clone(self);
        let made = async move {
            table.attention.look();
            let mut state = table.state.lock().await;
            let side = state.side_of(asker.token.as_deref())?;
            let request = format!("{} {} {}", side.letter(), change.name(), asker.request);
            if state.answered.contains(&request) {
                return Ok(table.json(&state, &app.registry, lang));
            }
            app.is_fresh(&table, &mut state, &asker, lang).await?;
            let mut next = state.clone();
            change.apply(&mut next, side)?;
            // Who has a seat takes nothing.
            if matches!(change, Change::Take) && next.taken == state.taken {
                return Ok(table.json(&state, &app.registry, lang));
            }
            // A game that goes on again has none after it.
            if next.session.finish().is_none() {
                next.next = None;
            }
            if !state.awaits_engine() {
                app.may_think(&next)?;
            }
            next.remember(request);
            app.keep(&table, &mut state, next).await?;
            Ok(table.json(&state, &app.registry, lang))
        };
        done(tokio::spawn(made)).await
    }

    /// Holds a request to the game as it is. A clock that ran out meanwhile ends
    /// the game first.
    async fn is_fresh(
        self: &Arc<Self>,
        table: &Arc<Table>,
        state: &mut State,
        asker: &Asker,
        lang: Lang,
    ) -> Result<(), Error> {
        let mut next = state.clone();
        if next.overstepped() {
            self.keep(table, state, next).await?;
        }
        if asker.revision != state.revision {
            return Err(Error::Stale(table.json(state, &self.registry, lang)));
        }
        Ok(())
    }

    /// Lets the engine that thinks play the best it has found.
    pub async fn stop(self: &Arc<Self>, table: Arc<Table>, asker: Asker, lang: Lang) -> Result<Json, Error> {
        let app = Arc::clone(self);
        let made = async move {
            table.attention.look();
            let mut state = table.state.lock().await;
            let side = state.side_of(asker.token.as_deref())?;
            let request = format!("{} stop {}", side.letter(), asker.request);
            if !state.answered.contains(&request) {
                app.is_fresh(&table, &mut state, &asker, lang).await?;
                if !state.awaits_engine() {
                    return Err(phrases::NOT_THINKING.message().into());
                }
                app.wake(&table, &mut state);
                state.stop.raise();
                state.remember(request);
            }
            Ok(table.json(&state, &app.registry, lang))
        };
        done(tokio::spawn(made)).await
    }

    /// Begins the game after one that is over, for the same people with sides swapped:
    /// who holds a seat's token has that of the other side there. Whoever asks first
    /// begins it, and all who look are told.
    pub async fn again(self: &Arc<Self>, table: Arc<Table>, asker: Asker, lang: Lang) -> Result<Json, Error> {
        let app = Arc::clone(self);
        let made = async move {
            table.attention.look();
            let mut state = table.state.lock().await;
            state.side_of(asker.token.as_deref())?;
            if state.session.finish().is_none() {
                return Err(phrases::NOT_OVER.message().into());
            }
            if state.next.is_none() {
                let [x, o] = Player::BOTH.map(|player| state.session.player(player).clone());
                let variant = Arc::clone(state.session.variant());
                let control = state.control.as_deref().map(TimeControl::parse).transpose()?;
                let session = Session::new(Arc::clone(&variant), variant.start(), [o, x], control);
                let [first, second] = state.tokens.clone();
                let seed = getrandom::u64().map_err(no_dice)?;
                let mut after = State::new(session, [second, first], seed, state.control.clone());
                after.taken = [state.taken[1], state.taken[0]];
                let begun = app.begin_with(after).await?;
                let mut next = state.clone();
                next.next = Some(begun.id.clone());
                app.keep(&table, &mut state, next).await?;
            }
            Ok(table.json(&state, &app.registry, lang))
        };
        done(tokio::spawn(made)).await
    }

    /// Plays an engine's move, unless the game has gone on without it. A disk that
    /// takes nothing is asked again.
    pub async fn play_engine(self: &Arc<Self>, table: &Arc<Table>, revision: u64, text: &str) {
        loop {
            {
                let mut state = table.state.lock().await;
                let mut next = state.clone();
                if state.revision != revision {
                    return;
                }
                // At the bound of moves it is a draw.
                let moved = next.overstepped() || change::play_any(&mut next, text).is_ok();
                if !moved && !next.session.adjudicate_draw() {
                    return;
                }
                if self.keep(table, &mut state, next).await.is_ok() {
                    return;
                }
            }
            tokio::select! {
                () = tokio::time::sleep(limits::AGAIN) => {}
                () = self.closed() => return,
            }
        }
    }

    /// Ends a game whose clock has run out, unless it has gone on.
    async fn overstep(self: &Arc<Self>, table: &Arc<Table>, revision: u64) {
        let mut state = table.state.lock().await;
        let mut next = state.clone();
        if state.revision == revision && next.overstepped() {
            let _ = self.keep(table, &mut state, next).await;
        }
    }

    /// Writes a change to disk, and only then shows it.
    async fn keep(
        self: &Arc<Self>,
        table: &Arc<Table>,
        state: &mut State,
        mut next: State,
    ) -> Result<(), Error> {
        next.revision += 1;
        next.resume();
        self.store.write(kept(&table.id, &next)).await.map_err(Error::NotKept)?;
        state.halt();
        *state = next;
        table.announce(Picture::of(state));
        self.go_on(table, state);
        Ok(())
    }

    /// Writes down how far clocks have run, so that little is lost of a turn when
    /// the server is.
    pub async fn beat(&self) {
        let tables: Vec<Arc<Table>> = self.seated().values().cloned().collect();
        let mut writes = Vec::new();
        for table in tables {
            // One that is being changed is written anyway.
            let Ok(state) = table.state.try_lock() else { continue };
            let runs = state.session.finish().is_none() && state.paused.is_none();
            if runs && state.control.is_some() {
                writes.push(self.store.write(Kept { changed: false, ..kept(&table.id, &state) }));
            }
        }
        for write in writes {
            // A disk that is full is told to the next person who moves.
            let _ = write.await;
        }
    }

    /// Whatever happens next by itself: an engine thinks, a clock runs.
    fn go_on(self: &Arc<Self>, table: &Arc<Table>, state: &mut State) {
        state.stop = plateau_search::Stop::new();
        (state.timer, state.thinker) = (None, None);
        state.resume();
        if state.session.finish().is_some() || self.is_closing() {
            return;
        }
        if state.awaits_engine() && !table.attention.is_paid(self.patience(state)) {
            state.paused = Some(Instant::now());
            return;
        }
        if let Some(left) = state.left() {
            let (app, table, revision) = (Arc::clone(self), Arc::clone(table), state.revision);
            let timer = tokio::spawn(async move {
                // A moment more, for overstepping is more than using all of it.
                tokio::time::sleep(left + Duration::from_millis(2)).await;
                // On its own, since the change ends this timer.
                tokio::spawn(async move { app.overstep(&table, revision).await });
            });
            state.timer = Some(timer.abort_handle());
        }
        state.thinker = engines::play(self, table, state);
    }

    /// How long an engine thinks about a game that nobody looks at: against a person,
    /// who may come back, for a while.
    pub fn patience(&self, state: &State) -> Duration {
        if state.session.has_human() { self.limits.attention } else { Duration::ZERO }
    }

    /// Goes on with a game that somebody looks at again.
    pub fn wake(self: &Arc<Self>, table: &Arc<Table>, state: &mut State) {
        if state.paused.is_some() && table.attention.is_paid(self.patience(state)) {
            self.go_on(table, state);
        }
    }

    /// Begins an engine's turn again if somebody looks; else the game pauses.
    pub async fn begin_again(self: &Arc<Self>, table: &Arc<Table>, revision: u64) {
        let mut state = table.state.lock().await;
        if state.revision == revision {
            // The turn itself asks for it, and need not be ended.
            state.thinker = None;
            state.halt();
            self.go_on(table, &mut state);
        }
    }
}

fn no_dice(error: getrandom::Error) -> Error {
    Error::NotKept(error.to_string())
}

/// What a change on a task of its own comes to.
async fn done<T>(task: tokio::task::JoinHandle<Result<T, Error>>) -> Result<T, Error> {
    task.await.unwrap_or_else(|error| Err(if error.is_panic() { Error::Broken } else { Error::Closing }))
}

/// A game as the store takes it.
fn kept(id: &str, state: &State) -> Kept {
    Kept {
        id: id.to_owned(),
        revision: state.revision,
        state: stored::write(state),
        over: state.session.finish().is_some(),
        changed: true,
    }
}
