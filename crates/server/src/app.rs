//! All the games at their tables, and the one place where they change.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use plateau_core::Lang;
use plateau_games::Registry;
use plateau_play::Session;
use serde_json::Value as Json;
use tokio::sync::{Semaphore, watch};

use crate::change::{self, Change};
use crate::engines::{self, Engines};
use crate::error::Error;
use crate::events::Picture;
use crate::limits::Limits;
use crate::store::{Kept, Store};
use crate::table::{State, Table};
use crate::{phrases, secret, stored};

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
    pub fn new(registry: Registry, bind: IpAddr, store: Store, limits: Limits) -> Self {
        Self {
            registry,
            bind,
            engines: Engines::new(limits.waiting),
            streams: Arc::new(Semaphore::new(limits.streams)),
            limits,
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

    /// Begins a game. Returns its table.
    pub async fn begin(
        self: &Arc<Self>,
        session: Session,
        seed: u64,
        control: Option<String>,
    ) -> Result<Arc<Table>, Error> {
        let no_dice = |error: getrandom::Error| Error::NotKept(error.to_string());
        let tokens = [secret::token().map_err(no_dice)?, secret::token().map_err(no_dice)?];
        let mut state = State::new(session, tokens, seed, control);
        state.revision = 1;
        let id = secret::name().map_err(no_dice)?;
        self.make_room()?;
        if !self.store.make_room(self.limits.kept).await.map_err(Error::NotKept)? {
            return Err(Error::TooMany(phrases::TOO_MANY_GAMES.say()));
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

    /// Puts a game at a table, unless somebody just did.
    async fn sit(self: &Arc<Self>, id: String, state: State) -> Arc<Table> {
        let made = Arc::new(Table::new(id.clone(), state));
        let table = Arc::clone(self.seated().entry(id).or_insert_with(|| Arc::clone(&made)));
        if Arc::ptr_eq(&table, &made) {
            let mut state = table.state.lock().await;
            self.go_on(&table, &mut state);
        }
        table
    }

    /// Forgets games that nobody looks at where there are too many.
    fn make_room(&self) -> Result<(), Error> {
        let mut tables = self.seated();
        if tables.len() >= self.limits.games {
            tables.retain(|_, table| !table.is_idle());
        }
        if tables.len() >= self.limits.games {
            return Err(Error::TooMany(phrases::TOO_MANY_GAMES.say()));
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
            let mut state = table.state.lock().await;
            let side = state.side_of(asker.token.as_deref())?;
            let request = format!("{} {} {}", side.letter(), change.name(), asker.request);
            if state.answered.contains(&request) {
                return Ok(table.json(&state, &app.registry, lang));
            }
            app.is_fresh(&table, &mut state, &asker, lang).await?;
            let mut next = state.clone();
            change.apply(&mut next, side)?;
            next.remember(request);
            app.keep(&table, &mut state, next).await?;
            Ok(table.json(&state, &app.registry, lang))
        };
        tokio::spawn(made).await.unwrap_or(Err(Error::Closing))
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
        if next.session.overstepped(next.elapsed()) {
            self.keep(table, state, next).await?;
        }
        if asker.revision != state.revision {
            return Err(Error::Stale(table.json(state, &self.registry, lang)));
        }
        Ok(())
    }

    /// Lets the engine that thinks play the best it has found.
    pub async fn stop(
        self: &Arc<Self>,
        table: &Arc<Table>,
        asker: &Asker,
        lang: Lang,
    ) -> Result<Json, Error> {
        let mut state = table.state.lock().await;
        let side = state.side_of(asker.token.as_deref())?;
        let request = format!("{} stop {}", side.letter(), asker.request);
        if !state.answered.contains(&request) {
            self.is_fresh(table, &mut state, asker, lang).await?;
            if state.session.finish().is_some() || state.session.mover().is_human() {
                return Err(phrases::NOT_THINKING.say().into());
            }
            state.stop.raise();
            state.remember(request);
        }
        Ok(table.json(&state, &self.registry, lang))
    }

    /// Plays an engine's move, unless the game has gone on without it.
    pub async fn play_engine(self: &Arc<Self>, table: &Arc<Table>, revision: u64, text: &str) {
        let mut state = table.state.lock().await;
        if state.revision != revision {
            return;
        }
        let mut next = state.clone();
        if !next.session.overstepped(next.elapsed()) && change::play_engine(&mut next, text).is_err() {
            return;
        }
        // A disk that is full is told to the next person who moves.
        let _ = self.keep(table, &mut state, next).await;
    }

    /// Ends a game whose clock has run out, unless it has gone on.
    async fn overstep(self: &Arc<Self>, table: &Arc<Table>, revision: u64) {
        let mut state = table.state.lock().await;
        let mut next = state.clone();
        if state.revision == revision && next.session.overstepped(next.elapsed()) {
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
        self.store.write(kept(&table.id, &next)).await.map_err(Error::NotKept)?;
        state.stop.raise();
        if let Some(timer) = state.timer.take() {
            timer.abort();
        }
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
            if state.session.finish().is_none() && state.control.is_some() {
                writes.push(self.store.write(kept(&table.id, &state)));
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
        state.timer = None;
        if state.session.finish().is_some() || self.is_closing() {
            return;
        }
        if let Some(left) = state.left() {
            let (app, table, revision) = (Arc::clone(self), Arc::clone(table), state.revision);
            let timer = tokio::spawn(async move {
                // A moment more, for overstepping is more than using all of it.
                tokio::time::sleep(left + std::time::Duration::from_millis(2)).await;
                // On its own, since the change ends this timer.
                tokio::spawn(async move { app.overstep(&table, revision).await });
            });
            state.timer = Some(timer.abort_handle());
        }
        if !state.session.mover().is_human() {
            engines::play(self, table, state);
        }
    }
}

/// A game as the store takes it.
fn kept(id: &str, state: &State) -> Kept {
    Kept {
        id: id.to_owned(),
        revision: state.revision,
        state: stored::write(state),
        over: state.session.finish().is_some(),
    }
}
