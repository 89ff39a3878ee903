//! Looking up games by name and options.

use std::collections::BTreeSet;

use plateau_core::Lang;
use plateau_games::REGISTRY;

#[test]
fn variant_labels_are_unique() {
    let label = |name: &str, lang| {
        let variant = REGISTRY.variant(name).unwrap();
        let labels = REGISTRY.game_of(name).unwrap().labels_of(variant.name());
        labels.iter().map(|label| label.render(lang)).collect::<Vec<_>>().join(", ")
    };
    for (name, en, fr) in [
        ("tictactoe", "", ""),
        ("connect4:7x6", "", ""),
        ("connect4:6x5", "6×5", "6×5"),
        ("morpion4:15x15x5", "15×15, 5 in a row", "15×15, 5 alignés"),
        ("othello:8,discs", "only discs count", "seuls les pions comptent"),
        (
            "achi:k3,draw,nocentre",
            "three pieces, a blocked player draws, first piece not on the centre",
            "trois pièces, nulle si un joueur est bloqué, première pièce hors du centre",
        ),
    ] {
        assert_eq!((label(name, Lang::En).as_str(), label(name, Lang::Fr).as_str()), (en, fr), "{name}");
    }
    // No two variants of a game have the same label.
    for game in REGISTRY.games() {
        let lists = game.option_lists();
        let names: BTreeSet<String> =
            lists.iter().map(|options| game.with_options(options).unwrap().name().to_owned()).collect();
        let labels: BTreeSet<String> = names.iter().map(|name| label(name, Lang::En)).collect();
        assert_eq!(labels.len(), names.len(), "{names:?} {labels:?}");
    }
}

#[test]
fn explicit_options_override_those_of_an_alias() {
    let name = |text| {
        REGISTRY.variant(text).map(|variant| variant.name().to_owned()).map_err(|error| error.to_string())
    };
    assert_eq!(name("tapatan:nocentre"), Ok("achi:k3,nocentre".to_owned()));
    assert_eq!(name("GOMOKU:19x19x5"), Ok("morpion4:19x19x5".to_owned()));
    assert_eq!(name("Othello:DISCS,6"), Ok("othello:6,discs".to_owned()));
    let ids = REGISTRY.games().iter().map(|game| game.id).collect::<Vec<_>>().join(", ");
    for (text, sentence) in [
        (
            "connect4:",
            "game options, character 10: found the end of the text, expected an option after the colon: a size COLUMNSxROWS, both from 4 to 10",
        ),
        (
            "achi:k3,,nocentre",
            "game options, character 9: found ',', expected one of k3, pass, draw, nocentre",
        ),
        ("achi:k3,k3", "game options, character 9: k3 is given twice"),
        ("achi:pass,draw", "game options, character 11: pass and draw cannot be combined"),
        (" Chess", &format!("there is no game 'Chess'; available: {ids}")),
        ("Connect", "there is no game 'Connect'; did you mean connect4?"),
        ("tictacto", "there is no game 'tictacto'; did you mean tictactoe?"),
    ] {
        assert_eq!(name(text), Err(sentence.to_owned()));
    }
}
