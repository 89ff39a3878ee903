//! A tournament as it stands while another program plays it, as a page.

use std::path::Path;

use plateau_core::{Lang, Message, phrases};
use plateau_games::Registry;

use crate::plan::Plan;
use crate::report;
use crate::run::Tournament;
use crate::store::Store;
use crate::table::Table;

phrases! {
    /// Nothing was begun.
    NO_TOURNAMENT = "live.none", "there is no tournament in {file} yet", "il n'y a pas encore de tournoi dans {file}";
}

/// What a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// How it stands; it loads itself again until the tournament is over.
    Standing,
    /// All games so far, to replay.
    Replay,
}

/// The page of the tournament that was begun last in a database.
pub fn page(registry: &Registry, db: &Path, part: Part, lang: Lang) -> Result<Vec<u8>, Message> {
    let none = || NO_TOURNAMENT.message().with("file", db.display().to_string());
    if !db.exists() {
        return Err(none());
    }
    let store = Store::read(db)?;
    let (id, name, text) = store.last()?.ok_or_else(none)?;
    let plan = Plan::read(name, &text)?;
    let variant = registry.variant(&plan.game)?;
    // Before the games that are over: one that ends meanwhile is told once.
    let in_play = store.in_play(id)?;
    let tournament = Tournament::kept(&plan, &*variant, &store, id)?;
    let (table, mut page) = (Table::of(&tournament), Vec::new());
    let written = match part {
        Part::Standing => report::live(&tournament, &table, &in_play, lang, &mut page),
        Part::Replay => report::write(&tournament, &table, lang, &mut page),
    };
    // Memory takes all that is written.
    written.map(|()| page).map_err(|_| none())
}
