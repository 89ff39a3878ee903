//! Games by name, with their options.

use plateau_games::REGISTRY;

#[test]
fn options_given_go_over_those_of_an_alias() {
    let name = |text| {
        REGISTRY.variant(text).map(|variant| variant.name().to_owned()).map_err(|error| error.to_string())
    };
    assert_eq!(name("tapatan:nocentre"), Ok("achi:k3,nocentre".to_owned()));
    assert_eq!(name("GOMOKU:19x19x5"), Ok("morpion4:19x19x5".to_owned()));
    assert_eq!(name("Othello:DISCS,6"), Ok("othello:6,discs".to_owned()));
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
        ("achi:pass,draw", "game options, character 11: pass and draw can't both be chosen"),
        (
            " Chess",
            "game, character 2: found 'Chess', expected one of tictactoe, supermorpion, morpion4, connect4, othello, achi, picaria",
        ),
        (
            "Connect",
            "game, character 1: found 'Connect', expected connect4, or another of tictactoe, supermorpion, morpion4, connect4, othello, achi, picaria",
        ),
    ] {
        assert_eq!(name(text), Err(sentence.to_owned()));
    }
}
