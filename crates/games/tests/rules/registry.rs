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
        ("connect4:6x5x4", "6×5", "6×5"),
        ("connect4:7x6x5", "7×6, 5 in a row", "7×6, 5 alignés"),
        ("morpion4:15x15x5", "15×15, 5 in a row", "15×15, 5 alignés"),
        ("othello:8,discs", "only discs count", "seuls les pions comptent"),
        (
            "achi:k3,draw,nocentre",
            "three pieces, draw if a player is blocked, first piece not on the centre",
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
            "game options, character 10: found the end of the text, expected an option after the colon: a size COLUMNSxROWS, both from 3 to 10, or COLUMNSxROWSxK for K in a row, K from 3 to 6 instead of 4",
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

#[test]
fn the_length_of_a_line_is_left_out_of_the_name_when_it_is_four() {
    for (text, name) in [
        ("connect4:7x6", "connect4"),
        ("connect4:7x6x4", "connect4"),
        ("connect4:6x5x4", "connect4:6x5"),
        ("connect4:4x3", "connect4:4x3"),
        ("connect4:3x4x4", "connect4:3x4"),
        ("puissance4:7X6×5", "connect4:7x6x5"),
        ("connect4:3x3x3", "connect4:3x3x3"),
        ("connect4:10x10x6", "connect4:10x10x6"),
        ("morpion4:12x12x4", "morpion4"),
        ("morpion4:6x5x4", "morpion4:6x5x4"),
    ] {
        assert_eq!(REGISTRY.variant(text).unwrap().name(), name, "{text}");
    }
    let rules = |name| REGISTRY.game_of(name).unwrap().rules_of(name).render(Lang::En);
    assert!(rules("connect4:4x3").contains(" 4 of your pieces"), "{}", rules("connect4:4x3"));
    assert!(rules("connect4:7x6x5").contains(" 5 of your pieces"), "{}", rules("connect4:7x6x5"));
}

#[test]
fn stored_games_may_have_lines_that_do_not_fit() {
    let mut record = REGISTRY.record("game: morpion4:3x4x6\nmoves: 1,1 2,2\n").unwrap();
    assert_eq!(record.variant_name(), "morpion4:3x4x6");
    assert_eq!(REGISTRY.record(&record.text()).unwrap().text(), record.text());
    let variant = REGISTRY.stored_variant("morpion4:3x4x6").unwrap();
    let rules = REGISTRY.game_of(variant.name()).unwrap().rules_of(variant.name()).to_string();
    assert!(rules.contains('6'), "{rules}");
    while let Some(mv) = record.legal_moves().first() {
        record.play(mv).unwrap();
    }
    assert_eq!(record.finish().map(|finish| finish.to_string()).as_deref(), Some("draw"));
    assert!(REGISTRY.stored_variant("morpion4:3x4x7").is_err(), "out of range");
}

#[test]
fn a_line_that_does_not_fit_is_refused_with_one_that_does() {
    for (text, en, fr) in [
        (
            "connect4:3x3",
            "game options, character 10: 4 in a row does not fit on 3×3: choose 3 at most, as in connect4:3x3x3",
            "un alignement de 4 ne tient pas sur 3×3 : choisissez 3 au plus, comme dans connect4:3x3x3",
        ),
        (
            "connect4:5x5x6",
            "game options, character 10: 6 in a row does not fit on 5×5: choose 5 at most, as in connect4:5x5x5",
            "un alignement de 6 ne tient pas sur 5×5 : choisissez 5 au plus, comme dans connect4:5x5x5",
        ),
        (
            "puissance4:4x3x5",
            "game options, character 12: 5 in a row does not fit on 4×3: choose 4 at most, as in connect4:4x3x4",
            "un alignement de 5 ne tient pas sur 4×3 : choisissez 4 au plus, comme dans connect4:4x3x4",
        ),
        (
            "morpion4:3x3x4",
            "game options, character 10: 4 in a row does not fit on 3×3: choose 3 at most, as in morpion4:3x3x3",
            "un alignement de 4 ne tient pas sur 3×3 : choisissez 3 au plus, comme dans morpion4:3x3x3",
        ),
    ] {
        let error = REGISTRY.variant(text).unwrap_err();
        assert_eq!(error.to_string(), en);
        assert!(error.message().render(Lang::Fr).ends_with(fr), "{}", error.message().render(Lang::Fr));
    }
    for text in [
        "connect4:2x7",
        "connect4:7x11",
        "connect4:7x6x2",
        "connect4:7x6x7",
        "connect4:7",
        "connect4:7x6x4x4",
    ] {
        let error = REGISTRY.variant(text).unwrap_err().to_string();
        assert!(error.contains("expected a size COLUMNSxROWS, both from 3 to 10"), "{text}: {error}");
    }
    // Every size within the ranges is a game or is refused; none panics.
    for (game, largest) in [("connect4", 10), ("morpion4", 20)] {
        for (columns, rows, line) in
            (3..=largest).flat_map(|c| (3..=largest).flat_map(move |r| (3..=6).map(move |k| (c, r, k))))
        {
            let name = format!("{game}:{columns}x{rows}x{line}");
            assert_eq!(REGISTRY.variant(&name).is_ok(), line <= columns.max(rows), "{name}");
        }
    }
}
