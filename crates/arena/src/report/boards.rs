//! The boards of the games that are in play.

use plateau_core::{Lang, Player, phrases};
use plateau_draw::svg::{self, escape_xml};

use crate::run::Tournament;
use crate::store::InPlay;

phrases! {
    /// A heading.
    IN_PLAY = "boards.in-play", "In play", "En cours";
    /// How far a game is.
    MOVES = "boards.moves", "game {number}, moves: {count}", "partie {number}, coups : {count}";
}

/// A heading and the boards, the side to move marked; nothing where no game is in play.
pub fn draw(tournament: &Tournament<'_>, in_play: &[InPlay], lang: Lang) -> String {
    let is_over =
        |game: &InPlay| tournament.games().any(|kept| (kept.pair, kept.game) == (game.pair, game.game));
    let games = in_play.iter().filter(|game| !is_over(game));
    let boards: String = games.filter_map(|game| board(tournament, game, lang)).collect();
    if boards.is_empty() {
        return boards;
    }
    format!("<h2>{}</h2>\n<div class=\"boards\">\n{boards}</div>\n", IN_PLAY.template(lang))
}

fn board(tournament: &Tournament<'_>, game: &InPlay, lang: Lang) -> Option<String> {
    let (plan, variant) = (tournament.plan(), tournament.variant());
    let mut record = variant.start();
    // What was shown is what was played.
    game.moves.iter().try_for_each(|mv| record.play(mv).map(drop)).ok()?;
    let number = 2 * game.pair + u64::from(game.game) + 1;
    let about = MOVES.message().with("number", number).with("count", game.moves.len()).render(lang);
    let picture = svg::board(variant.layout(), &record.view(), &about);
    let [first, second] = Player::BOTH.map(|side| {
        let turn = if record.turn() == side { " class=\"turn\"" } else { "" };
        let name = &plan.players.get(game.players[side.index()])?.name;
        let piece = variant.layout().player(side).template(lang);
        Some(format!("<span{turn}>{} ({})</span>", escape_xml(name), escape_xml(piece)))
    });
    let (first, second) = (first?, second?);
    Some(format!(
        "<figure>{picture}<figcaption>{first} – {second}<br>\
         <span class=\"quiet\">{}</span></figcaption></figure>\n",
        escape_xml(&about)
    ))
}
