//! The boards of games in progress, as SVG.

use plateau_core::{Lang, Player, phrases};
use plateau_draw::svg::{self, escape_xml};

use crate::store::LiveGame;
use crate::tournament::Tournament;

phrases! {
    /// Heading: games in progress.
    IN_PROGRESS = "boards.in-progress", "In progress", "En cours";
    /// Number of a game and of its moves.
    MOVES = "boards.moves", "Game {number}, moves: {count}", "Partie {number}, coups : {count}";
}

/// Draws the boards under a heading, with the side to move marked. Returns an empty text if
/// there are no games in progress.
pub fn draw(tournament: &Tournament<'_>, live_games: &[LiveGame], lang: Lang) -> String {
    let is_over = |game: &LiveGame| {
        tournament.games().any(|finished| (finished.pair, finished.game) == (game.pair, game.game))
    };
    let games = live_games.iter().filter(|game| !is_over(game));
    let boards: String = games.filter_map(|game| board(tournament, game, lang)).collect();
    if boards.is_empty() {
        return boards;
    }
    format!("<h2>{}</h2>\n<div class=\"boards\">\n{boards}</div>\n", IN_PROGRESS.template(lang))
}

fn board(tournament: &Tournament<'_>, game: &LiveGame, lang: Lang) -> Option<String> {
    let (plan, variant) = (tournament.plan(), tournament.variant());
    let mut record = variant.start();
    // Published moves are always legal.
    game.moves.iter().try_for_each(|mv| record.play(mv).map(drop)).ok()?;
    let number = 2 * game.pair + u64::from(game.game) + 1;
    let caption = MOVES.message().with("number", number).with("count", game.moves.len()).render(lang);
    let picture = svg::board(variant.layout(), &record.view(), &caption);
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
        escape_xml(&caption)
    ))
}
