//! Pages of a tournament that another process plays.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plateau_arena::live_page::{self, Page};
use plateau_core::{Lang, Message};
use plateau_games::Registry;

/// How long a rendered page is reused. Rendering reads all games of the
/// tournament, and many viewers may poll the page.
const MAX_PAGE_AGE: Duration = Duration::from_secs(1);

/// Rendered pages, with the time of rendering.
type PageCache = HashMap<(Page, Lang), (Instant, Vec<u8>)>;

/// Renders the pages of a tournament from its database, and caches them.
#[derive(Debug)]
pub struct TournamentPages {
    database: PathBuf,
    cache: Mutex<PageCache>,
}

impl TournamentPages {
    /// Shows the tournament of a database, which need not exist yet.
    pub fn new(database: PathBuf) -> Self {
        Self { database, cache: Mutex::default() }
    }

    /// Returns a page, from the cache if it is recent.
    pub fn page(&self, registry: &Registry, page: Page, lang: Lang) -> Result<Vec<u8>, Message> {
        // Held while rendering, so that concurrent requests share one page.
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, html)) = cache.get(&(page, lang)).filter(|(time, _)| time.elapsed() < MAX_PAGE_AGE) {
            return Ok(html.clone());
        }
        let html = live_page::render(registry, &self.database, page, lang)?;
        cache.insert((page, lang), (Instant::now(), html.clone()));
        Ok(html)
    }
}
