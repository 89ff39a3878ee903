//! Pages of a tournament that another process plays.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plateau_arena::live_page::{self, Page};
use plateau_core::{Lang, Message};
use plateau_games::Registry;

/// Rendered pages, with the time of rendering.
type PageCache = HashMap<(Page, Lang), (Instant, Vec<u8>)>;

/// Renders the pages of a tournament from its database, and caches them.
#[derive(Debug)]
pub struct TournamentPages {
    database: PathBuf,
    max_age: Duration,
    cache: Mutex<PageCache>,
}

impl TournamentPages {
    /// Shows the tournament of a database, which need not exist yet. Pages are cached
    /// for `max_age`.
    pub fn new(database: PathBuf, max_age: Duration) -> Self {
        Self { database, max_age, cache: Mutex::default() }
    }

    /// Returns a page, from the cache if it is recent enough.
    pub fn page(&self, registry: &Registry, page: Page, lang: Lang) -> Result<Vec<u8>, Message> {
        // Held while rendering, so that concurrent requests share one page.
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, html)) = cache.get(&(page, lang)).filter(|(time, _)| time.elapsed() < self.max_age) {
            return Ok(html.clone());
        }
        let html = live_page::render(registry, &self.database, page, lang)?;
        cache.insert((page, lang), (Instant::now(), html.clone()));
        Ok(html)
    }
}
