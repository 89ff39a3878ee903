//! What is said of the two sides of a game.

use plateau_core::text::Argument;
use plateau_core::{Lang, Layout, Message, Player};
use plateau_games::{AnyVariant, Registry};

use crate::phrases;

/// What people call the game, and its name here.
pub fn title(registry: &Registry, variant: &dyn AnyVariant, lang: Lang) -> String {
    match registry.game_of(variant.name()) {
        Some(game) if game.name.template(lang) != variant.name() => {
            phrases::TITLE.message().with("name", game.name).with("variant", variant.name()).render(lang)
        }
        _ => variant.name().to_owned(),
    }
}

/// A side, with its letter on the board where that is not its name.
pub fn player(layout: &Layout, player: Player, lang: Lang) -> Message {
    let name = layout.player(player);
    if name.template(lang) == player.letter().to_string() {
        name.message()
    } else {
        phrases::PLAYER.message().with("name", name).with("letter", player.letter())
    }
}

/// Something for each side, `First` before `Second`.
pub fn both(layout: &Layout, [a, b]: [impl Into<Argument>; 2], lang: Lang) -> Message {
    let [first, second] = Player::BOTH.map(|side| player(layout, side, lang));
    phrases::BOTH.message().with("first", first).with("a", a).with("second", second).with("b", b)
}
