//! A web page about a tournament that another process may be playing.

use std::path::Path;

use plateau_core::{Lang, Message, phrases};
use plateau_games::Registry;

use crate::plan::Plan;
use crate::report;
use crate::standings::Standings;
use crate::store::Store;
use crate::tournament::Tournament;

phrases! {
    /// No tournament has been started.
    NO_TOURNAMENT = "live.none", "no tournament has been started in {file} yet", "aucun tournoi n'a encore commencé dans {file}";
}

/// The pages of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    /// The standings and the games in progress; reloads itself until the tournament is over.
    Standings,
    /// A viewer of all finished games.
    Replay,
}

/// Renders a page of the latest tournament in a database.
pub fn render(registry: &Registry, db: &Path, page: Page, lang: Lang) -> Result<Vec<u8>, Message> {
    let none = || NO_TOURNAMENT.message().with("file", db.display().to_string());
    if !db.exists() {
        return Err(none());
    }
    let store = Store::open_read_only(db)?;
    let (id, name, text) = store.latest()?.ok_or_else(none)?;
    let plan = Plan::from_json(name, &text)?;
    let variant = registry.stored_variant(&plan.game)?;
    // Read before the finished games, so that a game that ends in between is not lost.
    let live_games = store.live_games(id)?;
    let tournament = Tournament::load(&plan, &*variant, &store, id)?;
    let (standings, mut html) = (Standings::of(&tournament), Vec::new());
    let written = match page {
        Page::Standings => report::write_live(&tournament, &standings, &live_games, lang, &mut html),
        Page::Replay => report::write(&tournament, &standings, lang, &mut html),
    };
    // Writing to memory does not fail.
    written.map(|()| html).map_err(|_| none())
}
