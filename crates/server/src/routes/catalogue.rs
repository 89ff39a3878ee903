//! The available games and opponents, and boards of positions without a stored
//! game.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plateau_core::{Lang, Message};
use plateau_games::engines::level::LEVELS;
use plateau_games::{AnyRecord, Game, Registry};
use serde_json::{Value, json};

use crate::app::App;
use crate::body::JsonBody;
use crate::client::Client;
use crate::error::Error;
use crate::fields::{Fields, FromFields};
use crate::position_request::{PositionRequest, ResolvedPosition, check_length};
use crate::{api_json, phrases};

/// Lists the games and opponents. The list never changes, and takes long to compute: it is
/// rendered once per language.
pub async fn catalogue(State(app): State<Arc<App>>, Extension(lang): Extension<Lang>) -> Response {
    let text = app.catalogues[lang as usize].get_or_init(|| render(&app.registry, lang).to_string().into());
    ([(header::CONTENT_TYPE, "application/json")], text.clone()).into_response()
}

fn render(registry: &Registry, lang: Lang) -> Value {
    let games: Vec<Value> = registry.games().iter().map(|game| game_entry(game, lang)).collect();
    let mut opponents = vec![json!({ "spec": "human", "name": phrases::HUMAN.template(lang) })];
    opponents.extend(LEVELS.map(|level| {
        let name = phrases::LEVEL.message().with("level", level).render(lang);
        json!({ "spec": format!("level:{level}"), "name": name })
    }));
    opponents.push(json!({ "spec": "best", "name": phrases::STRONGEST.template(lang) }));
    json!({ "version": env!("CARGO_PKG_VERSION"), "games": games, "opponents": opponents })
}

fn game_entry(game: &Game, lang: Lang) -> Value {
    let mut names: Vec<String> = vec![game.id.to_owned()];
    let lists = game.option_lists();
    // Canonical names, because some options equal the default.
    let variants = lists.iter().filter_map(|options| game.with_options(options).ok());
    for name in variants.map(|variant| variant.name().to_owned()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let sizes = game.sizes.iter().map(
        |sizes| json!({ "name": sizes.write(&sizes.standard()), "help": sizes.expected.template(lang) }),
    );
    let words = game.choices.iter().flat_map(|choice| choice.options);
    let words = words.map(|word| json!({ "name": word.name, "help": word.help.template(lang) }));
    let variants =
        names.iter().map(|name| json!({ "name": name, "label": api_json::label(game, name, lang) }));
    json!({
        "id": game.id,
        "name": game.name.template(lang),
        "summary": game.summary.template(lang),
        "rules": game.rules_of(game.id).render(lang),
        "variants": variants.collect::<Vec<_>>(),
        "options": sizes.chain(words).collect::<Vec<_>>(),
    })
}

/// Describes a variant and its board. That of a large board takes milliseconds, so it is cached.
pub async fn variant(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Path(name): Path<String>,
) -> Result<Response, Error> {
    let key = format!("{lang:?} variant {}", check_length(&name)?);
    let text = if let Some(text) = app.boards.get(&key) {
        text
    } else {
        let variant = app.registry.variant(&name)?;
        app.boards.insert(key, api_json::variant(&app.registry, variant.as_ref(), lang).to_string())
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response())
}

/// The body of a request for a board.
#[derive(Debug)]
pub struct ViewRequest {
    position: PositionRequest,
    ply: Option<u64>,
    tried_move: Option<String>,
}

impl FromFields for ViewRequest {
    fn from_fields(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            position: PositionRequest::from_fields(fields)?,
            ply: fields.number("ply")?,
            tried_move: fields.string("try")?,
        })
    }
}

/// Returns the board of a position that belongs to no stored game. Boards are computed on threads
/// of their own and cached: a large one takes longer than any other request.
pub async fn view(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Extension(client): Extension<Client>,
    JsonBody(request): JsonBody<ViewRequest>,
) -> Result<Response, Error> {
    let key = format!("{lang:?} {request:?}");
    let text = if let Some(text) = app.boards.get(&key) {
        text
    } else {
        let registry = app.registry;
        let text = app.engines.board(client, move || view_json(&registry, &request, lang)).await??;
        app.boards.insert(key, text)
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response())
}

fn view_json(registry: &Registry, request: &ViewRequest, lang: Lang) -> Result<String, Error> {
    let ResolvedPosition { variant, record } = request.position.resolve(registry)?;
    let earlier = request.ply.map(|ply| ply as usize).filter(|&ply| ply < record.ply());
    let earlier = earlier.map(|ply| record.at_ply(ply));
    let shown = earlier.as_ref().unwrap_or(&record);
    let refused = match &request.tried_move {
        Some(text) => why_illegal(shown.as_ref(), check_length(text)?),
        None => None,
    };
    let view = json!({
        "refused": refused.map(|reason| reason.render(lang)),
        "game": variant.name(),
        "start": record.start_text(),
        "moves": record.moves(),
        "ply": shown.ply(),
        "view": api_json::view(variant.as_ref(), shown.as_ref(), lang),
        "record": record.text(),
    });
    Ok(view.to_string())
}

/// Returns why a move is illegal, or `None` if it is legal.
fn why_illegal(record: &dyn AnyRecord, text: &str) -> Option<Message> {
    record.boxed_clone().play(text).err().map(|error| error.message_to_mover())
}
