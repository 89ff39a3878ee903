//! A tournament that another program plays, for those who watch.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plateau_arena::live::{self, Part};
use plateau_core::{Lang, Message};
use plateau_games::Registry;

/// A page so old is made anew: many may watch, and each page reads all games.
const AGE: Duration = Duration::from_secs(1);

/// A page, and when it was made.
type Made = HashMap<(Part, Lang), (Instant, Vec<u8>)>;

/// The database of a tournament, and its pages.
#[derive(Debug)]
pub struct Shown {
    db: PathBuf,
    made: Mutex<Made>,
}

impl Shown {
    /// The tournament of a database, which may come to be later.
    pub fn new(db: PathBuf) -> Self {
        Self { db, made: Mutex::default() }
    }

    /// A page of it.
    pub fn page(&self, registry: &Registry, part: Part, lang: Lang) -> Result<Vec<u8>, Message> {
        // Who waits gets the page that is being made.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, page)) = made.get(&(part, lang)).filter(|(when, _)| when.elapsed() < AGE) {
            return Ok(page.clone());
        }
        let page = live::page(registry, &self.db, part, lang)?;
        made.insert((part, lang), (Instant::now(), page.clone()));
        Ok(page)
    }
}
