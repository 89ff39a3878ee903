//! What there is, and boards without a game that is kept.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plateau_core::{Lang, Message};
use plateau_games::engines::level::LEVELS;
use plateau_games::game::write_size;
use plateau_games::{AnyRecord, Game};
use serde_json::{Value, json};

use crate::app::App;
use crate::body::Said;
use crate::error::Error;
use crate::fields::{Fields, FromFields};
use crate::place::{Place, short};
use crate::{phrases, show};

/// The games and opponents there are.
pub async fn catalogue(State(app): State<Arc<App>>, Extension(lang): Extension<Lang>) -> Json<Value> {
    let games: Vec<Value> = app.registry.games().iter().map(|game| entry(game, lang)).collect();
    let mut opponents = vec![json!({ "spec": "human", "name": phrases::PERSON.template(lang) })];
    opponents.extend(LEVELS.map(|level| {
        let name = phrases::LEVEL.message().with("level", level).render(lang);
        json!({ "spec": format!("level:{level}"), "name": name })
    }));
    opponents.push(json!({ "spec": "best", "name": phrases::STRONGEST.template(lang) }));
    Json(json!({ "version": env!("CARGO_PKG_VERSION"), "games": games, "opponents": opponents }))
}

fn entry(game: &Game, lang: Lang) -> Value {
    let mut names: Vec<String> = vec![game.id.to_owned()];
    let lists = game.option_lists();
    // The canonical name, for some options are the same as none.
    let others = lists.iter().filter_map(|options| game.with_options(options).ok());
    for name in others.map(|variant| variant.name().to_owned()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let sizes = game
        .sizes
        .iter()
        .map(|sizes| json!({ "name": write_size(sizes.standard), "help": sizes.expected.template(lang) }));
    let words = game.choices.iter().flat_map(|choice| choice.words);
    let words = words.map(|word| json!({ "name": word.text, "help": word.help.template(lang) }));
    json!({
        "id": game.id,
        "name": game.name.template(lang),
        "summary": game.summary.template(lang),
        "rules": game.rules_of(game.id).render(lang),
        "variants": names.iter().map(|name| json!({ "name": name, "label": show::label(game, name, lang) })).collect::<Vec<_>>(),
        "options": sizes.chain(words).collect::<Vec<_>>(),
    })
}

/// How a variant looks.
pub async fn variant(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Path(name): Path<String>,
) -> Result<Json<Value>, Error> {
    let variant = app.registry.variant(short(&name)?)?;
    Ok(Json(show::variant(&app.registry, variant.as_ref(), lang)))
}

/// A board asked for.
pub struct Look {
    place: Place,
    ply: Option<u64>,
    tried: Option<String>,
}

impl FromFields for Look {
    fn read(fields: &Fields) -> Result<Self, Error> {
        Ok(Self { place: Place::read(fields)?, ply: fields.number("ply")?, tried: fields.text("try")? })
    }
}

/// A board without a game that is kept.
pub async fn view(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Said(look): Said<Look>,
) -> Result<Json<Value>, Error> {
    let opened = look.place.open(&app.registry)?;
    let (variant, record) = (opened.variant, opened.record);
    let shown =
        look.ply.map(|ply| ply as usize).filter(|&ply| ply < record.ply()).map(|ply| record.at_ply(ply));
    let shown = shown.as_ref().unwrap_or(&record);
    let refused = match &look.tried {
        Some(text) => refused(shown.as_ref(), short(text)?),
        None => None,
    };
    Ok(Json(json!({
        "refused": refused.map(|why| why.render(lang)),
        "game": variant.name(),
        "start": record.start_text(),
        "moves": record.moves(),
        "ply": shown.ply(),
        "view": show::view(variant.as_ref(), shown.as_ref(), lang),
        "record": record.text(),
    })))
}

/// Why a move can't be made.
fn refused(record: &dyn AnyRecord, text: &str) -> Option<Message> {
    record.boxed_clone().play(text).err().map(|error| error.short_message())
}
