//! Typed moves.

use super::*;

/// Types a text, and Enter.
fn type_move(app: &mut App, text: &str) {
    press(app, &text.chars().map(key).collect::<Vec<_>>());
    press(app, &[KeyCode::Enter]);
}

fn last(app: &App) -> Option<String> {
    app.view().last_text
}

#[test]
fn moves_can_be_typed_in_every_notation_of_the_game() {
    for (game, moves, typed, played) in [
        ("connect4", "", "4", "4"),
        ("tictactoe", "", "5", "b2"),
        ("tictactoe", "", "c1", "c1"),
        ("supermorpion", "", "5 b2", "5 5"),
        ("supermorpion", "", "52", "5 2"),
        ("supermorpion", "5 5", "b3", "5 2"),
        ("othello", "", "f5", "f5"),
        ("othello", "", "F5", "f5"),
        ("othello:4", "b1 c1 d3 a1", "mpass", "pass"),
        ("morpion4", "", "2,3", "2,3"),
        ("morpion4", "", "c2", "2,3"),
        ("morpion4", "", "ml2", "2,12"),
        ("achi", "1 2 3 4 6 7 8 9", "1-5", "1-5"),
    ] {
        let mut app = app(game, moves, "human");
        type_move(&mut app, typed);
        assert_eq!(last(&app).as_deref(), Some(played), "{game} {typed}: {}", app.status);
        assert_eq!(app.dialog, Dialog::None);
    }
}

#[test]
fn letters_of_commands_start_a_move_with_a_digit_after_them() {
    // The letters a and h are also commands: values and hint.
    for (game, moves, typed, played) in
        [("tictactoe", "", "a3", "a3"), ("othello", "d3 c3 b3 d2 c4 b4 b5", "a3", "a3")]
    {
        let mut app = app(game, moves, "human");
        type_move(&mut app, typed);
        assert_eq!(last(&app).as_deref(), Some(played), "{game} {typed}: {}", app.status);
        assert!(!app.advice.is_shown, "the letter showed the values");
    }
    let mut hint = app("othello", "", "human");
    type_move(&mut hint, "h1");
    assert_eq!(hint.status, "h1 flips no disc");
    let mut values = app("connect4", "", "human");
    press(&mut values, &[key('a'), key('4')]);
    assert!(values.advice.is_shown, "no column of this game is called a");
    assert_eq!(values.dialog, Dialog::Move(TextField::new("4")));
}

#[test]
fn a_refused_move_is_explained_and_can_be_corrected() {
    let mut app = app("othello", "", "human");
    press(&mut app, &[key('f'), key('9')]);
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("your move: f9_"), "{screen}");
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.status.contains("'f9' is not a square of the board"), "{}", app.status);
    press(&mut app, &[KeyCode::Backspace, key('4'), KeyCode::Enter]);
    assert_eq!(app.status, "f4 flips no disc", "readable, but illegal");
    type_move(&mut app, "d3");
    assert_eq!(last(&app).as_deref(), Some("d3"), "a new move replaces the refused one");
    app.lang = Lang::Fr;
    press(&mut app, &[key('m'), key('z')]);
    assert!(draw_screen(&mut app, 80, 24).contains("votre coup : z_"));
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.status.contains("une case du plateau, de a1 à h8"), "{}", app.status);
}

#[test]
fn the_field_closes_without_a_move() {
    let mut app = app("connect4", "", "human");
    for keys in [
        &[key('4'), KeyCode::Esc][..],
        &[key('4'), KeyCode::Backspace, KeyCode::Backspace],
        &[key('m'), KeyCode::Enter],
        &[key('4'), KeyCode::Left],
    ] {
        press(&mut app, keys);
        assert_eq!((&app.dialog, app.session.record().ply()), (&Dialog::None, 0), "{keys:?}");
    }
    press(&mut app, &[key('4')]);
    click(&mut app, 0);
    assert_eq!(app.session.record().moves(), ["1"], "the mouse plays while a move is typed");
    press(&mut app, &[key('z')]);
    assert_eq!(app.dialog, Dialog::None, "no move of this game starts with z");
    let mut over = self::app("tictactoe", "1 4 2 5 3", "human");
    press(&mut over, &[key('9')]);
    assert_eq!(
        (over.status.as_str(), &over.dialog),
        ("the game is over, there is no move to play", &Dialog::None)
    );
}
