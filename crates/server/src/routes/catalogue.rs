//! The available games and opponents, and boards of positions without a stored
//! game.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plateau_core::{Lang, Message};
use plateau_games::engines::level::LEVELS;
use plateau_games::{AnyRecord, AnyVariant, EngineSpec, Game, Registry};
use plateau_search::{Limits, Settings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::variant::{VariantDescription, label};
use crate::api::view::BoardView;
use crate::api::{NamedPlayer, to_text};
use crate::app::App;
use crate::body::MergedBody;
use crate::client::Client;
use crate::error::Error;
use crate::openapi::{BodyErrors, ErrorStatus};
use crate::phrases;
use crate::position_request::{PositionRequest, ResolvedPosition, check_length};

/// The least and the largest number of moves on the picture of a game.
const SAMPLE_PLIES: (usize, usize) = (4, 14);

/// The size of the search for each of them.
const SAMPLE_NODES: u64 = 300;

/// The games and opponents of a server.
#[derive(Debug, Serialize, ToSchema)]
struct Catalogue {
    /// The version of the server.
    version: &'static str,
    games: Vec<CatalogueGame>,
    opponents: Vec<NamedPlayer>,
}

/// A game of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
struct CatalogueGame {
    /// The name of its standard variant.
    id: &'static str,
    /// The display name.
    name: &'static str,
    summary: &'static str,
    rules: String,
    variants: Vec<CatalogueVariant>,
    /// The options that make other variants.
    options: Vec<CatalogueOption>,
    /// A board with a few moves played, for a picture of the game.
    #[schema(required)]
    sample: Option<BoardView>,
}

/// A variant of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
struct CatalogueVariant {
    name: String,
    /// What distinguishes it from others of its game; empty for the standard one.
    label: String,
}

/// An option of a game.
#[derive(Debug, Serialize, ToSchema)]
struct CatalogueOption {
    name: String,
    help: &'static str,
}

/// List the games and opponents
#[utoipa::path(get, path = "/api/catalogue", responses(
    (status = 200, description = "The games and opponents.", body = Catalogue),
))]
// The list never changes, and takes long to compute: it is rendered once per language.
pub async fn catalogue(State(app): State<Arc<App>>, Extension(lang): Extension<Lang>) -> Response {
    let text = app.catalogues[lang as usize].get_or_init(|| to_text(&describe(&app.registry, lang)).into());
    ([(header::CONTENT_TYPE, "application/json")], text.clone()).into_response()
}

fn describe(registry: &Registry, lang: Lang) -> Catalogue {
    let opponent = |spec: String, name| NamedPlayer { spec, name };
    let mut opponents = vec![opponent("human".to_owned(), phrases::HUMAN.template(lang).to_owned())];
    opponents.extend(LEVELS.map(|level| {
        let name = phrases::LEVEL.message().with("level", level).render(lang);
        opponent(format!("level:{level}"), name)
    }));
    opponents.push(opponent("best".to_owned(), phrases::STRONGEST.template(lang).to_owned()));
    let games = registry.games().iter().map(|game| game_entry(game, lang)).collect();
    Catalogue { version: env!("CARGO_PKG_VERSION"), games, opponents }
}

fn game_entry(game: &Game, lang: Lang) -> CatalogueGame {
    let mut names: Vec<String> = vec![game.id.to_owned()];
    let lists = game.option_lists();
    // Canonical names, because some options equal the default.
    let variants = lists.iter().filter_map(|options| game.with_options(options).ok());
    for name in variants.map(|variant| variant.name().to_owned()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let sizes = game.sizes.iter().map(|sizes| CatalogueOption {
        name: sizes.write(&sizes.standard()),
        help: sizes.expected.template(lang),
    });
    let words = game.choices.iter().flat_map(|choice| choice.options);
    let words =
        words.map(|word| CatalogueOption { name: word.name.to_owned(), help: word.help.template(lang) });
    let variants = names.iter().map(|name| {
        let label = label(game, name, lang);
        CatalogueVariant { name: name.clone(), label }
    });
    CatalogueGame {
        id: game.id,
        name: game.name.template(lang),
        summary: game.summary.template(lang),
        rules: game.rules_of(game.id).render(lang),
        variants: variants.collect(),
        options: sizes.chain(words).collect(),
        sample: sample(game, lang),
    }
}

/// Returns the board after the first moves of a quick game.
fn sample(game: &Game, lang: Lang) -> Option<BoardView> {
    let variant = game.with_options("").ok()?;
    let plies = (variant.layout().points.len() / 5).clamp(SAMPLE_PLIES.0, SAMPLE_PLIES.1);
    let record = quick_game(variant.as_ref(), plies).unwrap_or_else(|_| variant.start());
    Some(BoardView::new(variant.as_ref(), record.as_ref(), lang))
}

/// Plays moves of a search that is too small to take time.
fn quick_game(variant: &dyn AnyVariant, plies: usize) -> Result<Box<dyn AnyRecord>, Message> {
    let settings = Settings { hash_mb: 1, ..Settings::default() };
    let mut engine = variant.engine(&EngineSpec::parse("alphabeta")?, settings)?;
    let mut record = variant.start();
    while record.ply() < plies && record.finish().is_none() {
        let analysis = engine.analyse(record.as_ref(), &Limits::nodes(SAMPLE_NODES), &mut |_| {})?;
        let Some(best) = analysis.moves.first() else { break };
        record.play(&best.mv)?;
    }
    Ok(record)
}

/// Describe a variant and its board, which never change
#[utoipa::path(get, path = "/api/variants/{name}", params(
    ("name" = String, Path, description = "The name of the variant, such as `connect4:6x7`."),
), responses(
    (status = 200, description = "The variant.", body = VariantDescription),
    ErrorStatus<413>,
    ErrorStatus<422>,
))]
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
        app.boards.insert(key, to_text(&VariantDescription::new(&app.registry, variant.as_ref(), lang)))
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response())
}

/// Which board of a game to show.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ViewOptions {
    /// The number of moves after which to show the board; all by default.
    ply: Option<u64>,
    /// A move whose legality is asked for.
    #[serde(rename = "try")]
    tried_move: Option<String>,
}

/// The body of a request for a board.
pub type ViewRequest = MergedBody<PositionRequest, ViewOptions>;

/// The board of a position.
#[derive(Debug, Serialize, ToSchema)]
struct ShownBoard {
    /// The canonical name of the variant.
    game: String,
    /// The position before the first move.
    start: String,
    /// The moves.
    moves: Vec<String>,
    /// The number of moves before the board.
    ply: usize,
    view: BoardView,
    /// The game record.
    record: String,
    /// Why the move of `try` is illegal; `null` if it is legal, or none was asked for.
    #[schema(required)]
    refused: Option<String>,
}

/// Show the board of a position without a stored game
#[utoipa::path(post, path = "/api/view", request_body = inline(ViewRequest), responses(
    (status = 200, description = "The board.", body = ShownBoard),
    BodyErrors,
    ErrorStatus<429>,
))]
// Boards are computed on threads of their own and cached: a large one takes longer than any
// other request.
pub async fn view(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Extension(client): Extension<Client>,
    request: ViewRequest,
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
    let ResolvedPosition { variant, record } = request.base.resolve(registry)?;
    let earlier = request.options.ply.map(|ply| ply as usize).filter(|&ply| ply < record.ply());
    let earlier = earlier.map(|ply| record.at_ply(ply));
    let shown = earlier.as_ref().unwrap_or(&record);
    let refused = match &request.options.tried_move {
        Some(text) => why_illegal(shown.as_ref(), check_length(text)?),
        None => None,
    };
    Ok(to_text(&ShownBoard {
        game: variant.name().to_owned(),
        start: record.start_text(),
        moves: record.moves(),
        ply: shown.ply(),
        view: BoardView::new(variant.as_ref(), shown.as_ref(), lang),
        record: record.text(),
        refused: refused.map(|reason| reason.render(lang)),
    }))
}

/// Returns why a move is illegal, or `None` if it is legal.
fn why_illegal(record: &dyn AnyRecord, text: &str) -> Option<Message> {
    record.boxed_clone().play(text).err().map(|error| error.message_to_mover())
}
