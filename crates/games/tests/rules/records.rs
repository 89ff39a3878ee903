//! Stored records: names, positions at each ply, declared and withdrawn results.

use plateau_core::{Finish, Outcome, Player, Reason};
use plateau_games::REGISTRY;

#[test]
fn records_accept_any_name_of_the_game() {
    for name in ["connect4", "Connect4", "puissance4", "connect4:7x6", "connect-four"] {
        let text = format!("game: {name}\nstart: 4453\nmoves: 3 3\nresult: *\n");
        let record = REGISTRY.record(&text).unwrap();
        assert_eq!((record.variant_name(), record.ply()), ("connect4".to_owned(), 6), "{name}");
    }
    let error = REGISTRY.record("game: chess\nmoves: e4\n").unwrap_err().to_string();
    assert!(error.starts_with("there is no game 'chess'; available: "), "{error}");
}

#[test]
fn at_ply_returns_earlier_positions() {
    let mut game = REGISTRY.variant("tictactoe").unwrap().open("xo7 x").unwrap();
    game.play_all("b2 c1 a1").unwrap();
    assert_eq!(
        (game.start_text(), game.moves()),
        ("xo7 x".to_owned(), vec!["b2".into(), "c1".into(), "a1".into()])
    );
    let earlier = game.at_ply(1);
    assert_eq!((earlier.moves_text(), earlier.position_text()), ("b2".to_owned(), "xo2x4 o".to_owned()));
    assert_eq!(game.at_ply(9).position_text(), game.position_text());
    assert_eq!(game.ply(), 3, "at_ply must not change the game");
}

#[test]
fn results_are_declared_once_and_withdrawn() {
    let mut game = REGISTRY.variant("tictactoe").unwrap().start();
    let finish = |outcome, reason| Finish { outcome, reason };
    assert!(!game.declare(finish(Outcome::Draw, Reason::Resignation)), "a resignation cannot be a draw");
    assert!(!game.declare(finish(Outcome::by_difference(3), Reason::Time)), "this game has no margin");
    assert!(
        !game.declare(finish(Outcome::win(Player::First), Reason::Rules)),
        "the rules do not give this result"
    );
    let resigned = finish(Outcome::win(Player::Second), Reason::Resignation);
    assert!(game.declare(resigned) && !game.declare(resigned));
    assert!(game.text().ends_with("result: o resignation\n") && game.play("b2").is_err());
    game.reopen();
    assert_eq!(game.play("b2"), Ok("b2".to_owned()));
}
