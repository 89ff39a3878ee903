//! A tournament that another program plays, for those who watch.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plateau_arena::live_page::{self, Page};
use plateau_core::{Lang, Message};
use plateau_games::Registry;

/// A page so old is made anew: many may watch, and each page reads all games.
const AGE: Duration = Duration::from_secs(1);

/// A page, and when it was made.
type Made = HashMap<(Page, Lang), (Instant, Vec<u8>)>;

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
    pub fn page(&self, registry: &Registry, page: Page, lang: Lang) -> Result<Vec<u8>, Message> {
        // Who waits gets the page that is being made.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, html)) = made.get(&(page, lang)).filter(|(when, _)| when.elapsed() < AGE) {
            return Ok(html.clone());
        }
        let html = live_page::render(registry, &self.db, page, lang)?;
        made.insert((page, lang), (Instant::now(), html.clone()));
        Ok(html)
    }
}
