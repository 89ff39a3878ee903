//! The options of Othello.

use plateau_games::{Game, REGISTRY};

/// Returns the game from the registry.
fn othello() -> &'static Game {
    REGISTRY.game_of("othello").unwrap()
}

#[test]
fn names_include_the_options() {
    for (options, name) in [
        ("", "othello"),
        ("8", "othello"),
        ("8,discs", "othello:discs"),
        ("4", "othello:4"),
        ("discs,6", "othello:6,discs"),
    ] {
        assert_eq!(othello().with_options(options).unwrap().name(), name);
    }
    assert_eq!(
        othello().with_options("5").unwrap_err().to_string(),
        "game options, character 1: found '5', expected one of 4, 6, 8, discs"
    );
}
