//! Names of games and players in messages.

use plateau_core::text::Argument;
use plateau_core::{Lang, Layout, Message, Player};
use plateau_draw::text::piece_glyph;
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

/// Returns the name of a player, with its piece on the board where that differs: « les Noirs
/// (●) ».
pub fn player(layout: &Layout, player: Player, unicode: bool, lang: Lang) -> Message {
    let name = layout.player(player);
    let piece = piece_glyph(layout.piece_style(), player, unicode).to_string();
    if name.template(lang) == piece {
        name.message()
    } else {
        phrases::PLAYER.message().with("name", name).with("letter", piece)
    }
}

/// Returns the name of a player and its piece on the board where that differs, for use in
/// brackets: « Noirs, ● » or « Noirs, x ».
pub fn player_and_piece(layout: &Layout, player: Player, unicode: bool, lang: Lang) -> String {
    let name = layout.player(player).label(lang);
    let piece = piece_glyph(layout.piece_style(), player, unicode).to_string();
    if name == piece {
        piece
    } else {
        phrases::PLAYER_AND_PIECE.message().with("name", name).with("piece", piece).render(lang)
    }
}

/// Returns the entry of a legend: the piece on the board if it is not the letter of the
/// player, and the [`player_label`].
pub fn legend(layout: &Layout, player: Player, unicode: bool, lang: Lang) -> String {
    let (piece, label) =
        (piece_glyph(layout.piece_style(), player, unicode), player_label(layout, player, lang));
    if piece == player.letter() { label } else { format!("{piece} {label}") }
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

/// Returns a value for each player, with their pieces on the board if those are not letters,
/// or their names.
pub fn both_players(
    layout: &Layout,
    [first, second]: [impl Into<Argument>; 2],
    unicode: bool,
    lang: Lang,
) -> Message {
    let [x, o] = Player::BOTH.map(|player| {
        let piece = piece_glyph(layout.piece_style(), player, unicode);
        if piece == player.letter() { player_label(layout, player, lang) } else { piece.to_string() }
    });
    phrases::BOTH.message().with("first", x).with("a", first).with("second", o).with("b", second)
}

/// Renders a message with a capital at its start. The letter of a player stays as it is on the
/// board.
pub fn sentence(message: &Message, lang: Lang) -> String {
    let text = message.render(lang);
    let first_word = text.split_whitespace().next().unwrap_or("");
    if Player::BOTH.iter().any(|player| first_word == player.letter().to_string()) {
        return text;
    }
    let mut rest = text.chars();
    rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(game: &str) -> Layout {
        plateau_games::REGISTRY.variant(game).unwrap().layout().clone()
    }

    #[test]
    fn names_and_pieces_agree_with_the_board() {
        for (game, unicode, expected) in [
            ("tictactoe", true, ["x", "x"]),
            ("connect4", true, ["● red (x)", "red, ●"]),
            ("connect4", false, ["red (x)", "red, x"]),
            ("othello", true, ["● black (x)", "black, ●"]),
            ("othello", false, ["black (x)", "black, x"]),
        ] {
            let layout = layout(game);
            let (player, lang) = (Player::First, Lang::En);
            let texts =
                [legend(&layout, player, unicode, lang), player_and_piece(&layout, player, unicode, lang)];
            assert_eq!(texts, expected, "{game} {unicode}");
        }
        assert_eq!(legend(&layout("othello"), Player::Second, true, Lang::Fr), "○ Blancs (o)");
        let count = |unicode| both_players(&layout("othello"), [2, 3], unicode, Lang::En).to_string();
        assert_eq!([count(true), count(false)], ["● 2, ○ 3", "black (x) 2, white (o) 3"]);
        let turn = |lang| player(&layout("othello"), Player::First, true, lang).render(lang);
        assert_eq!([turn(Lang::En), turn(Lang::Fr)], ["black (●)", "les Noirs (●)"]);
    }

    #[test]
    fn sentences_start_with_a_capital_but_letters_stay() {
        plateau_core::phrases! { MOVES = "test.moves", "{player} moves", "{player} {player:joue|jouent}"; }
        let say = |game: &str, lang| {
            let player = layout(game).player(Player::Second);
            sentence(&MOVES.message().with("player", player), lang)
        };
        assert_eq!(say("othello", Lang::En), "White moves");
        assert_eq!(say("othello", Lang::Fr), "Les Blancs jouent");
        assert_eq!(say("tictactoe", Lang::Fr), "o joue");
    }
}
