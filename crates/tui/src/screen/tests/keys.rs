//! File names, and keys and choices without effect.

use super::*;

#[test]
fn file_names_are_suggested_and_edited() {
    let typed = |app: &App| match &app.dialog {
        Dialog::Save(field) | Dialog::Load(field) => field.text.clone(),
        other => panic!("{other:?}"),
    };
    let control = |app: &mut App, c| app.key(KeyEvent::new(key(c), KeyModifiers::CONTROL));
    let mut app = app("tictactoe", "", "human");
    app.lang = Lang::Fr;
    press(&mut app, &[key('s')]);
    assert_eq!(typed(&app), "partie.txt");
    press(&mut app, &[KeyCode::Esc]);
    app.lang = Lang::En;
    press(&mut app, &[key('l'), KeyCode::Backspace, key('x')]);
    assert_eq!(typed(&app), "game.txx", "a corrected suggestion is kept");
    control(&mut app, 'u');
    let name = |text: &str| text.chars().map(key).collect::<Vec<_>>();
    press(&mut app, &name("/a b/c"));
    for left in ["/a b/", "/a ", "/", ""] {
        control(&mut app, 'w');
        assert_eq!(typed(&app), left);
    }
    press(&mut app, &name("/nowhere/y"));
    press(&mut app, &[KeyCode::Enter, key('s')]);
    assert_eq!(typed(&app), "/nowhere/y", "the last name must be suggested");
    press(&mut app, &[key('z')]);
    assert_eq!(typed(&app), "z", "typing must replace the suggestion");
}

#[test]
fn illegal_choices_are_explained() {
    for (game, moves, point, reason) in [
        ("tictactoe", "b2", 4, "b2 is taken"),
        ("supermorpion", "5 5", 0, "you must play in grid 5"),
        ("connect4:4x4", "1 1 1 1", 0, "column 1 is full"),
        ("othello", "", 0, "a1 flips no disc"),
        ("othello:4", "b1 c1 d3 a1", 3, "you have no move and must pass"),
        ("achi", "1 2 3", 0, "1 is taken"),
        ("tictactoe", "1 4 2 5 3", 8, "the game is over, there is no move to play"),
    ] {
        let mut app = app(game, moves, "human");
        click(&mut app, point);
        assert_eq!(app.status, reason, "{game} {moves}");
    }
    let mut achi = app("achi", "1 2 3 4 6 7 8 9", "human");
    click(&mut achi, 1);
    assert!(achi.status.starts_with("black has no pieces left to drop") || achi.status.contains("such as"));
    click(&mut achi, 0);
    click(&mut achi, 1);
    assert_eq!((achi.status.as_str(), achi.cursor.selected), ("2 is taken", None));
}

#[test]
fn notes_talk_to_the_only_human() {
    for (opponent, note) in [("first", "You must play in grid 1"), ("human", "x must play in grid 1")] {
        let mut app = app("supermorpion", "5 5 5 1", opponent);
        let screen = draw_screen(&mut app, 80, 24);
        assert!(screen.contains(note), "{screen}");
    }
    let mut french = app("supermorpion", "5 5 5 1", "first");
    french.lang = Lang::Fr;
    let screen = draw_screen(&mut french, 80, 24);
    assert!(screen.contains("Vous devez jouer dans la grille 1"), "{screen}");
}

#[test]
fn names_of_points_are_valid_notation() {
    for game in REGISTRY.games() {
        for options in game.option_lists() {
            let variant = game.with_options(&options).unwrap();
            for point in &variant.layout().points {
                // Either a legal move or one that is refused with a reason.
                let refused = variant.start().play(&point.name).err();
                let read = refused.is_none_or(|error| error.found.is_none());
                assert!(read, "{}: {}", variant.name(), point.name);
            }
        }
    }
}

#[test]
fn keys_without_effect_explain_why() {
    let over = "the game is over, there is no move to play";
    let mut ended = app("tictactoe", "1 4 2 5 3", "human");
    for c in ['h', 'a', 'p', 'R'] {
        ended.status.clear();
        press(&mut ended, &[key(c)]);
        assert_eq!(
            (ended.status.as_str(), ended.advice.is_shown, &ended.dialog),
            (over, false, &Dialog::None),
            "{c}"
        );
    }
    let mut waiting = app_with("tictactoe", "", ["best", "human"], None, None);
    for c in ['h', 'p', 'R'] {
        waiting.status.clear();
        press(&mut waiting, &[key(c)]);
        assert_eq!(waiting.status, "it is the engine's turn", "{c}");
    }
    let mut open = app("othello", "", "human");
    press(&mut open, &[key('p')]);
    assert!(open.status.starts_with("you can't pass: you have a legal move, such as "), "{}", open.status);
    let mut never = app("connect4", "", "human");
    press(&mut never, &[key('p')]);
    assert_eq!(never.status, "you cannot pass in this game");
}

#[test]
fn games_between_engines_can_be_stepped_through() {
    let mut app = app_with("tictactoe", "", ["first", "first"], None, None);
    press(&mut app, &[key('u')]);
    assert_eq!(app.status, "there are no more moves");
    wait(&mut app, |app| app.session.finish().is_some());
    let moves = app.session.record().moves();
    press(&mut app, &[key('u'), key('u')]);
    assert!(app.status.starts_with("the engines are paused"), "{}", app.status);
    // Longer than the pause after which an engine that is not paused would move.
    wait(&mut app, |app| app.elapsed() > Duration::from_millis(400));
    assert_eq!(app.session.record().moves(), moves[..moves.len() - 2], "the engines must not move");
    press(&mut app, &[key('r'), key('r')]);
    assert_eq!((app.session.record().moves(), app.session.finish().is_some()), (moves, true));
    press(&mut app, &[key('r')]);
    assert_eq!(app.status, "there are no more moves");
}
