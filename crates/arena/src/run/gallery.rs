//! Games that are being played, for who looks on from another program.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plateau_core::Message;

use crate::store::{Id, InPlay, Store};

/// How often the games in play are looked at.
const LOOK: Duration = Duration::from_millis(500);

/// A game that is over sooner is not shown: it would be gone before it is seen.
const LASTING: Duration = Duration::from_secs(1);

/// How often the same games are shown again, so that they are known to be in play still.
const BEAT: Duration = Duration::from_secs(4);

/// What a worker plays, and since when.
#[derive(Debug, Default)]
pub struct Board(Mutex<Option<(InPlay, Instant)>>);

impl Board {
    fn now(&self) -> MutexGuard<'_, Option<(InPlay, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game begins.
    pub fn begin(&self, game: InPlay) {
        *self.now() = Some((game, Instant::now()));
    }

    /// A move of it is made.
    pub fn moved(&self, mv: &str) {
        if let Some((game, _)) = &mut *self.now() {
            game.moves.push(mv.to_owned());
        }
    }

    /// It is over.
    pub fn end(&self) {
        *self.now() = None;
    }

    fn lasting(&self) -> Option<InPlay> {
        self.now().as_ref().filter(|(_, since)| since.elapsed() >= LASTING).map(|(game, _)| game.clone())
    }
}

/// The boards of all workers, and what was shown of them.
#[derive(Debug)]
pub struct Gallery<'b> {
    boards: &'b [Board],
    shown: Vec<InPlay>,
    looked: Instant,
    wrote: Instant,
}

impl<'b> Gallery<'b> {
    /// A gallery of which nothing was shown.
    pub fn new(boards: &'b [Board]) -> Self {
        let now = Instant::now();
        Self { boards, shown: Vec::new(), looked: now, wrote: now }
    }

    /// Shows what is in play, if it is time to.
    pub fn show(&mut self, store: &mut Store, id: Id) -> Result<(), Message> {
        if self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.looked = Instant::now();
        let games: Vec<InPlay> = self.boards.iter().filter_map(Board::lasting).collect();
        let is_known = games == self.shown && (games.is_empty() || self.wrote.elapsed() < BEAT);
        if is_known { Ok(()) } else { self.write(games, store, id) }
    }

    /// Takes down what was shown.
    pub fn close(mut self, store: &mut Store, id: Id) -> Result<(), Message> {
        if self.shown.is_empty() { Ok(()) } else { self.write(Vec::new(), store, id) }
    }

    fn write(&mut self, games: Vec<InPlay>, store: &mut Store, id: Id) -> Result<(), Message> {
        store.show(id, &games)?;
        (self.shown, self.wrote) = (games, Instant::now());
        Ok(())
    }
}
