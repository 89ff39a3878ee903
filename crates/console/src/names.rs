//! Names of games and players in messages.

use plateau_core::text::Argument;
use plateau_core::{Lang, Layout, Message, Player};
use plateau_games::{AnyVariant, Registry};

use crate::phrases;

/// Returns the title of a game: its name, and its id where that differs.
pub fn game_title(registry: &Registry, variant: &dyn AnyVariant, lang: Lang) -> String {
    match registry.game_of(variant.name()) {
        Some(game) if game.name.template(lang) != variant.name() => {
            phrases::TITLE.message().with("name", game.name).with("variant", variant.name()).render(lang)
        }
        _ => variant.name().to_owned(),
    }
}

/// Returns the name of a player, with its letter on the board where that differs.
pub fn player(layout: &Layout, player: Player, lang: Lang) -> Message {
    let name = layout.player(player);
    if name.template(lang) == player.letter().to_string() {
        name.message()
    } else {
        phrases::PLAYER.message().with("name", name).with("letter", player.letter())
    }
}

/// Returns the name of a player outside a sentence, with its letter on the board where that
/// differs: « Noirs (x) » instead of « les Noirs (x) ».
pub fn player_label(layout: &Layout, player: Player, lang: Lang) -> String {
    let (name, letter) = (layout.player(player).label(lang), player.letter().to_string());
    if name == letter {
        letter
    } else {
        phrases::PLAYER.message().with("name", name).with("letter", letter).render(lang)
    }
}

/// Returns a value for each player, with their names.
pub fn both_players(layout: &Layout, [first, second]: [impl Into<Argument>; 2], lang: Lang) -> Message {
    let [first_name, second_name] = Player::BOTH.map(|side| player_label(layout, side, lang));
    let message = phrases::BOTH.message().with("first", first_name).with("a", first);
    message.with("second", second_name).with("b", second)
}
