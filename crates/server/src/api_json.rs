//! JSON of variants, boards, results and players, as `docs/api.md` describes it.

use plateau_core::{Finish, Lang, Layout, Objective, Player};
use plateau_games::{AnyRecord, AnyVariant, Game, Registry};
use plateau_play::PlayerSpec;
use serde_json::{Value as Json, json};

use crate::phrases;

/// Returns the letter of a side.
pub fn side(player: Player) -> String {
    player.letter().to_string()
}

/// Returns the description of a variant, which never changes.
pub fn variant(registry: &Registry, variant: &dyn AnyVariant, lang: Lang) -> Json {
    let game = registry.game_of(variant.name());
    let objective = match variant.traits().objective {
        Objective::Distance => "distance",
        Objective::Margin => "margin",
    };
    let [x, o] = Player::BOTH.map(|player| variant.layout().player(player).label(lang));
    json!({
        "game": variant.name(),
        "id": game.map(|game| game.id),
        "title": title(registry, variant.name(), lang),
        "label": game.map(|game| label(game, variant.name(), lang)),
        "rules": game.map(|game| game.rules_of(variant.name()).render(lang)),
        "players": { "x": x, "o": o },
        "objective": objective,
        "start": variant.start().position_text(),
        "evaluators": variant.evaluators(),
        "layout": layout(variant.layout(), lang),
    })
}

/// Returns the display name of the game a variant belongs to.
pub fn title(registry: &Registry, variant: &str, lang: Lang) -> String {
    registry.game_of(variant).map_or_else(|| variant.to_owned(), |game| game.name.template(lang).to_owned())
}

/// Returns a short description of the options of a variant; empty for the standard one.
pub fn label(game: &Game, variant: &str, lang: Lang) -> String {
    let labels = game.labels_of(variant);
    labels.iter().map(|label| label.render(lang)).collect::<Vec<_>>().join(", ")
}

fn layout(layout: &Layout, lang: Lang) -> Json {
    let points = layout.points.iter().map(|point| {
        let words = point.words.as_ref().map(|words| words.render(lang));
        json!({ "name": point.name, "words": words, "x": point.x, "y": point.y, "region": point.region })
    });
    let regions = layout.regions.iter().map(|region| {
        json!({
            "name": region.name, "x": region.x, "y": region.y,
            "width": region.width, "height": region.height,
        })
    });
    let labels = layout.labels.iter().map(|label| json!({ "text": label.text, "x": label.x, "y": label.y }));
    json!({
        "width": layout.width, "height": layout.height,
        "ground": layout.background.name(), "form": layout.piece_style.name(), "motion": layout.animation.name(),
        "points": points.collect::<Vec<_>>(),
        "edges": layout.edges,
        "regions": regions.collect::<Vec<_>>(),
        "labels": labels.collect::<Vec<_>>(),
    })
}

/// Returns the state of a board.
pub fn view(variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> Json {
    let view = record.view();
    let moves = view
        .moves
        .iter()
        .map(|mv| json!({ "text": mv.text, "points": mv.path.points, "also": mv.path.also }));
    let marks = view.marks.iter().map(|mark| json!({ "region": mark.region, "owner": mark.owner.map(side) }));
    let last = view
        .last_text
        .as_ref()
        .map(|text| json!({ "text": text, "points": view.last, "turned": view.turned }));
    let tally = view.tally.map(
        |tally| json!({ "what": tally.what.template(lang), "x": tally.counts[0], "o": tally.counts[1] }),
    );
    json!({
        "pieces": view.pieces.iter().map(|piece| piece.map_or('.', Player::letter)).collect::<String>(),
        "turn": side(view.turn),
        "position": record.position_text(),
        "moves": moves.collect::<Vec<_>>(),
        "last": last,
        "playable": view.playable,
        "marks": marks.collect::<Vec<_>>(),
        "line": view.line,
        "region_line": view.region_line,
        "tally": tally,
        "in_hand": view.in_hand.map(|[x, o]| json!({ "x": x, "o": o })),
        "notes": view.notes.iter().map(|note| note.text.render(lang)).collect::<Vec<_>>(),
        "finish": view.finish.map(|end| finish(&end, variant.layout(), lang)),
    })
}

fn finish(finish: &Finish, layout: &Layout, lang: Lang) -> Json {
    // Records omit the reason of a game that ends by the rules; the API calls it "moves".
    let reason = finish.reason.name().unwrap_or("moves");
    json!({
        "winner": finish.outcome.winner().map(side),
        "reason": reason,
        "text": finish.message(layout).render(lang),
    })
}

/// Returns the spec and the display name of a player.
pub fn player(player: &PlayerSpec, lang: Lang) -> Json {
    let name = match player {
        PlayerSpec::Human => phrases::HUMAN.message(),
        PlayerSpec::Engine(spec) => match (spec.name.as_str(), spec.get("level")) {
            ("level", Some(level)) => phrases::LEVEL.message().with("level", level),
            ("best", _) => phrases::STRONGEST.message(),
            _ => player.label(),
        },
        PlayerSpec::Program { .. } => player.label(),
    };
    json!({ "spec": player.to_string(), "name": name.render(lang) })
}
