//! Games as they are kept: under any name, at any ply, ended and reopened.

use plateau_core::{Finish, Outcome, Player, Reason};
use plateau_games::REGISTRY;

#[test]
fn a_record_is_read_under_any_name_of_its_game() {
    for name in ["connect4", "Connect4", "puissance4", "connect4:7x6", "connect-four"] {
        let text = format!("game: {name}\nstart: 4453\nmoves: 3 3\nresult: *\n");
        let record = REGISTRY.record(&text).unwrap();
        assert_eq!((record.variant_name(), record.ply()), ("connect4".to_owned(), 6), "{name}");
    }
    let error = REGISTRY.record("game: chess\nmoves: e4\n").unwrap_err().to_string();
    assert!(error.starts_with("game, character 7: found 'chess', expected one of "), "{error}");
}

#[test]
fn a_game_is_seen_at_every_ply() {
    let mut game = REGISTRY.variant("tictactoe").unwrap().open("xo7 x").unwrap();
    game.play_all("b2 c1 a1").unwrap();
    assert_eq!(
        (game.start_text(), game.moves()),
        ("xo7 x".to_owned(), vec!["b2".into(), "c1".into(), "a1".into()])
    );
    let earlier = game.at_ply(1);
    assert_eq!((earlier.moves_text(), earlier.position_text()), ("b2".to_owned(), "xo2x4 o".to_owned()));
    assert_eq!(game.at_ply(9).position_text(), game.position_text());
    assert_eq!(game.ply(), 3, "looking back changes nothing");
}

#[test]
fn an_end_is_declared_once_and_withdrawn() {
    let mut game = REGISTRY.variant("tictactoe").unwrap().start();
    let end = |outcome, reason| Finish { outcome, reason };
    assert!(!game.declare(end(Outcome::Draw, Reason::Resignation)), "nobody resigns a draw");
    assert!(!game.declare(end(Outcome::by_difference(3), Reason::Time)), "this game has no margin");
    assert!(!game.declare(end(Outcome::win(Player::First), Reason::Rules)), "the moves don't say so");
    let resigned = end(Outcome::win(Player::Second), Reason::Resignation);
    assert!(game.declare(resigned) && !game.declare(resigned));
    assert!(game.text().ends_with("result: o resignation\n") && game.play("b2").is_err());
    game.reopen();
    assert_eq!(game.play("b2"), Ok("b2".to_owned()));
}
