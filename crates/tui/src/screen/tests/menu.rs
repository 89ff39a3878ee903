//! The menu of games, new games, loaded games, and engines that move now.

use super::*;

#[test]
fn the_menu_starts_any_game_and_size_of_the_registry() {
    let mut app = app("connect4", "", "level:1");
    press(&mut app, &[key('G')]);
    let screen = draw_screen(&mut app, 80, 24);
    for text in ["> Connect Four", "< 7×6 >", "Othello", "< 8×8 >", "Type another size or options: _"] {
        assert!(screen.contains(text), "no '{text}': {screen}");
    }
    press(&mut app, &[KeyCode::Right, KeyCode::Enter]);
    assert_eq!((app.session.variant().name(), &app.dialog), ("connect4:6x5", &Dialog::None));
    press(&mut app, &[key('G')]);
    assert!(draw_screen(&mut app, 80, 24).contains("< 6×5 >"), "the menu opens at the current variant");
    press(&mut app, &[key('9'), key('x'), key('8'), KeyCode::Enter]);
    assert_eq!(app.session.variant().name(), "connect4:9x8");
    press(&mut app, &[key('G'), KeyCode::Down, KeyCode::Enter]);
    assert_eq!(app.session.variant().name(), "othello");
    press(&mut app, &[KeyCode::Enter]);
    wait(&mut app, |app| app.session.record().ply() == 2);
    press(&mut app, &[key('G'), KeyCode::Up, KeyCode::Enter]);
    assert_eq!(app.dialog, Dialog::Confirm(Action::Start("connect4".to_owned())), "moves would be lost");
    press(&mut app, &[key('y'), key('4'), KeyCode::Enter]);
    assert_eq!(app.session.record().moves(), ["4"]);
    wait(&mut app, |app| app.session.record().ply() == 2);
}

#[test]
fn a_size_that_does_not_exist_is_refused_in_the_menu() {
    let mut app = app("connect4", "", "human");
    press(&mut app, &[key('G'), key('9'), key('9'), KeyCode::Enter]);
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("'99' is not a size COLUMNSxROWS, both from 3 to 10"), "{screen}");
    press(&mut app, &[KeyCode::Esc, key('G'), key('3'), key('x'), key('3'), KeyCode::Enter]);
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("4 in a row does not fit on 3×3: choose 3 at most, as in"), "{screen}");
    assert!(!screen.contains("character"), "nobody typed that text: {screen}");
    app.lang = Lang::Fr;
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("Un alignement de 4 ne tient pas sur 3×3"), "{screen}");
    app.lang = Lang::En;
    press(&mut app, &[KeyCode::Esc]);
    assert_eq!((app.session.variant().name(), &app.dialog), ("connect4", &Dialog::None));
    let mut rules = app_with("tictactoe", "", ["human", "rules"], None, None);
    press(&mut rules, &[key('G'), KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Enter]);
    assert_eq!(rules.session.variant().name(), "tictactoe", "the engine cannot play the other game");
    assert!(rules.status.contains("'rules' plays only games won by a line"), "{}", rules.status);
}

#[test]
fn the_menu_fits_small_windows() {
    let mut app = app("picaria", "", "human");
    press(&mut app, &[key('G')]);
    for (width, height) in [(1, 1), (10, 3), (30, 10), (80, 24)] {
        let screen = draw_screen(&mut app, width, height);
        assert!(width < 30 || screen.contains("> Picaria"), "{screen}");
    }
    app.lang = Lang::Fr;
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("Jeux") && screen.contains("Puissance 4"), "{screen}");
}

#[test]
fn a_new_game_starts_after_one_that_ended_without_a_move() {
    let mut resigned = app("connect4", "", "human");
    press(&mut resigned, &[key('R'), key('y')]);
    assert!(resigned.session.finish().is_some());
    press(&mut resigned, &[key('n'), key('4'), KeyCode::Enter]);
    assert_eq!(resigned.session.record().moves(), ["4"], "{}", resigned.status);
    let mut late = app_with("tictactoe", "", ["human", "human"], Some("1s"), None);
    assert!(late.session.flag_if_late(Duration::from_secs(2)));
    late.game_changed();
    press(&mut late, &[key('n'), KeyCode::Enter]);
    assert_eq!(late.session.record().moves(), ["b2"]);
    let mut finished = app("tictactoe", "", "human");
    let over = finished.session.variant().open("xxxoo4 o").unwrap();
    finished.session.set_record(over);
    press(&mut finished, &[key('n')]);
    assert!(finished.session.finish().is_none(), "nothing can be played from a finished position");
}

#[test]
fn a_file_is_checked_before_moves_are_discarded() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("game.txt");
    let load = |app: &mut App| {
        press(app, &[key('l')]);
        press(app, &path.to_str().unwrap().chars().map(key).collect::<Vec<_>>());
        press(app, &[KeyCode::Enter]);
    };
    let mut app = app("connect4", "", "human");
    press(&mut app, &[key('4'), KeyCode::Enter]);
    load(&mut app);
    assert_eq!(app.dialog, Dialog::None);
    assert!(app.status.starts_with("cannot read "), "{}", app.status);
    std::fs::write(&path, "no game").unwrap();
    load(&mut app);
    assert!(app.dialog == Dialog::None && app.status.contains("is not a saved game"), "{}", app.status);
    std::fs::write(&path, "game: othello:4\nstart: start\nmoves: b1\n").unwrap();
    let text = REGISTRY.variant("othello:4").unwrap().start().text();
    std::fs::write(&path, text).unwrap();
    load(&mut app);
    assert!(matches!(app.dialog, Dialog::Confirm(Action::Load(_))), "{}", app.status);
    press(&mut app, &[key('y')]);
    assert_eq!(app.session.variant().name(), "othello:4", "a file of another game is played");
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.session.record().ply(), 1);
}

#[test]
fn an_engine_moves_now() {
    let mut app = app_with("othello", "", ["alphabeta:depth=60", "human"], None, None);
    wait(&mut app, App::can_move_now);
    for (lang, button) in [(Lang::En, "[! move now]"), (Lang::Fr, "[! jouer tout de suite]")] {
        app.lang = lang;
        assert!(draw_screen(&mut app, 80, 24).contains(button), "{button}");
    }
    let (button, _) = app.drawn.targets.button.unwrap();
    app.click(Position::new(button.x, button.y));
    wait(&mut app, |app| app.session.record().ply() == 1);
    press(&mut app, &[key('!')]);
    assert_eq!(app.status, "aucun moteur ne réfléchit");
}
