//! The full screen without a terminal.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use plateau_core::Lang;
use plateau_draw::text::Style;
use plateau_games::{AnyVariant, REGISTRY};
use plateau_play::{PlayerSpec, Session};
use plateau_search::time::TimeControl;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::app::{App, Wish};
use super::draw::draw;
use super::input::{Deed, Dialog};
use plateau_console::live::Live;

use crate::autosave::Keeper;
use crate::engine_limits::Thinking;

mod keys;

fn app(game: &str, moves: &str, second: &str) -> App {
    kept(game, moves, ["human", second], None, None)
}

/// A game kept in a file, with a clock.
fn kept(game: &str, moves: &str, seats: [&str; 2], clock: Option<&str>, path: Option<PathBuf>) -> App {
    let variant: Arc<dyn AnyVariant> = REGISTRY.variant(game).unwrap().into();
    let mut record = variant.start();
    record.play_all(moves).unwrap();
    let seats = seats.map(|text| PlayerSpec::parse_builtin(text, 1).unwrap());
    let keeper = Keeper::new(path, record.as_ref());
    let clock = clock.map(|text| TimeControl::parse(text).unwrap());
    let session = Session::new(variant, record, seats, clock);
    App::new(session, REGISTRY, Thinking::default(), 1, (keeper, Live::default()), Lang::En).unwrap()
}

/// What is seen in a window of this size.
fn seen(app: &mut App, width: u16, height: u16) -> String {
    let style = Style { unicode: true, colour: true, width: None };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, app, style)).unwrap();
    terminal.backend().to_string()
}

fn press(app: &mut App, keys: &[KeyCode]) {
    for &key in keys {
        app.key(KeyEvent::new(key, KeyModifiers::NONE));
    }
}

fn key(c: char) -> KeyCode {
    KeyCode::Char(c)
}

/// Clicks where a point was drawn.
fn click(app: &mut App, point: usize) {
    seen(app, 80, 24);
    let (x, y) = app.places.points[point];
    app.click(Position::new(app.places.board.x + x, app.places.board.y + y));
}

/// Waits for an engine.
fn wait(app: &mut App, until: impl Fn(&App) -> bool) {
    for _ in 0..6000 {
        app.tick().unwrap();
        if until(app) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the engine never answered");
}

#[test]
fn every_board_is_whole_at_80_by_24() {
    for game in REGISTRY.games() {
        for options in game.option_lists().iter().map(String::as_str).chain(["15x15x5"]) {
            let Ok(variant) = game.with_options(options) else { continue };
            let mut app = app(variant.name(), "", "human");
            let picture = plateau_draw::text::board_as(
                variant.layout(),
                &app.view(),
                // What the panel leaves.
                Style { unicode: true, colour: false, width: Some(52) },
            );
            let screen = seen(&mut app, 80, 24);
            for line in picture.lines().filter(|line| !line.is_empty()) {
                let cut: String = line.trim().chars().take(60).collect();
                assert!(screen.contains(&cut), "{}: no '{cut}' in\n{screen}", variant.name());
            }
            app.lang = Lang::Fr;
            let french = seen(&mut app, 80, 24);
            assert!(screen.contains("q quit") && french.contains("q quitter"), "{screen}{french}");
        }
    }
}

#[test]
fn a_small_window_gets_a_sentence_and_is_left_again() {
    let mut app = app("supermorpion", "", "human");
    for (width, height) in [(1, 1), (20, 5), (40, 24), (80, 10)] {
        let screen = seen(&mut app, width, height);
        assert!(width < 20 || screen.contains("This window is too"), "{screen}");
        app.click(Position::new(0, 0));
    }
    assert!(seen(&mut app, 200, 60).contains("to move"));
}

#[test]
fn a_game_by_keys() {
    let mut app = app("tictactoe", "", "human");
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.session.record().moves(), ["b2"]);
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.status, "b2 is taken");
    press(&mut app, &[KeyCode::Up, KeyCode::Enter, KeyCode::Left, KeyCode::Enter]);
    assert_eq!(app.session.record().moves(), ["b2", "b3", "a3"]);
    press(&mut app, &[key('u')]);
    assert_eq!(app.session.record().moves(), ["b2", "b3"]);
    press(&mut app, &[key('r'), KeyCode::Down, KeyCode::Enter]);
    press(&mut app, &[KeyCode::Down, KeyCode::Right, KeyCode::Right, KeyCode::Enter]);
    let screen = seen(&mut app, 80, 24);
    assert!(screen.contains("Game over: x wins"), "{screen}");
    assert!(screen.contains("1. b2  b3"), "{screen}");
    press(&mut app, &[key('n'), key('R')]);
    assert_eq!(app.dialog, Dialog::Sure(Deed::Resign));
    press(&mut app, &[key('y')]);
    assert!(seen(&mut app, 80, 24).contains("o wins"));
    press(&mut app, &[key('q')]);
    assert!(app.wish == Wish::Quit);
}

#[test]
fn slides_and_columns_by_mouse() {
    let mut achi = app("achi", "1 2 3 4 6 7 8 9", "human");
    click(&mut achi, 0);
    assert_eq!(achi.picked, Some(0));
    click(&mut achi, 4);
    assert_eq!(achi.session.record().moves().last().map(String::as_str), Some("1-5"));
    let mut connect4 = app("connect4", "", "human");
    for point in [0, 1, 0, 1, 0, 1, 0] {
        click(&mut connect4, point);
    }
    assert_eq!(connect4.session.record().moves_text(), "1 2 1 2 1 2 1");
    assert!(seen(&mut connect4, 80, 24).contains("Game over: x wins"));
}

#[test]
fn a_pass_is_a_key_or_a_button() {
    // A game that a side can only pass in.
    let variant = REGISTRY.variant("othello:4").unwrap();
    let passes = |number: usize| {
        let mut record = variant.start();
        while record.finish().is_none() {
            let moves = record.legal_moves();
            if moves == ["pass"] {
                return Some(record.moves_text());
            }
            record.play(&moves[(record.ply() * 7 + number * (record.ply() + 1)) % moves.len()]).unwrap();
        }
        None
    };
    let moves = (0..500).find_map(passes).expect("a pass");
    let mut by_key = app("othello:4", &moves, "human");
    press(&mut by_key, &[key('p')]);
    assert_eq!(by_key.view().last_text.as_deref(), Some("pass"));
    let mut by_mouse = app("othello:4", &moves, "human");
    assert!(seen(&mut by_mouse, 80, 24).contains("[pass]"));
    let button = by_mouse.places.button.unwrap();
    by_mouse.click(Position::new(button.x + 1, button.y));
    assert_eq!(by_mouse.view().last_text.as_deref(), Some("pass"));
}

#[test]
fn an_engine_answers_and_gives_hints_and_values() {
    let mut app = app("tictactoe", "", "best");
    press(&mut app, &[KeyCode::Enter]);
    wait(&mut app, |app| app.session.record().ply() == 2);
    assert!(app.status.contains(" nodes, "), "{}", app.status);
    press(&mut app, &[key('h')]);
    wait(&mut app, |app| app.status.starts_with("hint: "));
    press(&mut app, &[key('a')]);
    wait(&mut app, |app| app.values.as_ref().is_some_and(|values| values.moves.len() == 7));
    let screen = seen(&mut app, 80, 24);
    assert!(screen.contains("values for x") && screen.contains("draw"), "{screen}");
    press(&mut app, &[key('u')]);
    assert_eq!(app.session.record().ply(), 0, "the engine's answer is taken back too");
}

#[test]
fn opponents_are_changed_and_rules_told() {
    let mut app = app("tictactoe", "", "level:3");
    press(&mut app, &[key('o'), KeyCode::Right, KeyCode::Up, KeyCode::Right, KeyCode::Enter]);
    let screen = seen(&mut app, 80, 24);
    assert!(screen.contains("x: level:1") && screen.contains("o: level:4"), "{screen}");
    wait(&mut app, |app| app.session.finish().is_some());
    press(&mut app, &[key('?')]);
    assert_eq!(app.dialog, Dialog::Rules);
    let screen = seen(&mut app, 80, 24);
    assert!(screen.contains("Three of one's own in a row"), "{screen}");
    press(&mut app, &[key(' ')]);
    assert_eq!(app.dialog, Dialog::None);
    let mut gomoku = self::app("morpion4:15x15x5", "", "human");
    press(&mut gomoku, &[key('?')]);
    let screen = seen(&mut gomoku, 80, 24);
    assert!(screen.contains("row of 5 or more"), "{screen}");
}

#[test]
fn games_are_saved_and_loaded() {
    let path = std::env::temp_dir().join(format!("plateau-screen-{}", std::process::id()));
    let mut app = app("connect4", "4 4", "human");
    let name = |app: &mut App, c: char, name: &str| {
        press(app, &[key(c)]);
        press(app, &name.chars().map(key).collect::<Vec<_>>());
        press(app, &[KeyCode::Enter]);
    };
    name(&mut app, 's', path.to_str().unwrap());
    assert!(app.status.starts_with("the game is in "), "{}", app.status);
    press(&mut app, &[key('n')]);
    assert_eq!(app.session.record().ply(), 0);
    name(&mut app, 'l', path.to_str().unwrap());
    assert_eq!(app.session.record().moves_text(), "4 4");
    std::fs::remove_file(&path).unwrap();
    name(&mut app, 'l', path.to_str().unwrap());
    assert!(app.status.contains("can't be read"), "{}", app.status);
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plateau-screen-{name}-{}", std::process::id()))
}

#[test]
fn what_would_be_lost_is_asked_about() {
    let mut app = app("connect4", "", "human");
    press(&mut app, &[key('n')]);
    assert_eq!(app.dialog, Dialog::None, "there is nothing to lose");
    press(&mut app, &[KeyCode::Enter]);
    for (c, deed) in [('n', Deed::New), ('q', Deed::Quit), ('R', Deed::Resign)] {
        press(&mut app, &[key(c)]);
        assert_eq!(app.dialog, Dialog::Sure(deed));
        assert!(seen(&mut app, 80, 24).contains("(y/n)"));
        press(&mut app, &[key('n')]);
        assert_eq!((app.session.record().ply(), app.wish == Wish::Quit), (1, false), "{c}");
        assert!(app.session.finish().is_none(), "{c}");
    }
    press(&mut app, &[key('l'), KeyCode::Enter]);
    assert_eq!(app.dialog, Dialog::Sure(Deed::Load("game.txt".to_owned())));
    app.lang = Lang::Fr;
    press(&mut app, &[key('z'), key('n'), key('o')]);
    assert_eq!(app.session.record().ply(), 0, "oui");
    app.key(KeyEvent::new(key('c'), KeyModifiers::CONTROL));
    assert!(app.wish == Wish::Interrupt, "Ctrl-C asks nothing");
}

#[test]
fn a_kept_file_is_written_from_the_first_move_on() {
    let path = file("kept");
    let people = ["human", "human"];
    let mut app = kept("connect4", "4", people, None, Some(path.clone()));
    assert!(!path.exists(), "nothing was played");
    press(&mut app, &[KeyCode::Enter]);
    let text = |moves: &str| std::fs::read_to_string(&path).unwrap().contains(&format!("moves: {moves}\n"));
    assert!(text("4 4"));
    press(&mut app, &[key('n'), key('y')]);
    assert!(text("4 4"), "the new game has no move yet");
    press(&mut app, &[KeyCode::Enter, key('q')]);
    assert!(text("4") && app.wish == Wish::Quit, "what is in the file is not lost");
    // A game that is another is not written over unasked.
    let mut other = kept("connect4", "1 2 3", people, None, None);
    press(&mut other, &[key('s')]);
    press(&mut other, &path.to_str().unwrap().chars().map(key).collect::<Vec<_>>());
    press(&mut other, &[KeyCode::Enter]);
    assert!(matches!(other.dialog, Dialog::Sure(Deed::Save(_))) && text("4"));
    press(&mut other, &[key('y')]);
    assert!(text("1 2 3"));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_file_that_cannot_be_written_is_told_until_it_can() {
    let path = file("later").join("game.txt");
    let seats = ["human", "first"];
    let mut app = kept("tictactoe", "", seats, None, Some(path.clone()));
    press(&mut app, &[KeyCode::Enter]);
    wait(&mut app, |app| app.session.record().ply() == 2);
    let told = |app: &mut App| {
        let screen = seen(app, 200, 24);
        screen.contains("can't be written") && screen.contains("plays a3")
    };
    assert!(told(&mut app), "beside what the engine did");
    std::fs::create_dir(path.parent().unwrap()).unwrap();
    press(&mut app, &[KeyCode::Up, KeyCode::Enter]);
    assert!(!told(&mut app) && path.exists());
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn a_lost_clock_stands_still_and_a_long_name_leaves_it_whole() {
    let engine = "mcts:nodes=1000000,seed=123456789,eval=plateau";
    let mut app = kept("supermorpion", "", ["human", engine], Some("1s"), None);
    let screen = seen(&mut app, 80, 24);
    assert!(screen.contains("… 0:01"), "{screen}");
    assert!(app.session.flag_if_late(Duration::from_secs(2)));
    app.changed();
    let screen = seen(&mut app, 80, 24);
    assert!(screen.contains("x: human 0:00") && screen.contains("o wins (time)"), "{screen}");
}

#[test]
fn what_is_said_at_the_end_is_seen() {
    // White has all that is on the board.
    let mut app = app("othello:4", "", "human");
    let variant = REGISTRY.variant("othello:4").unwrap();
    app.session.set_record(variant.open("XX-X-XXXXXXXXXX- O").unwrap());
    let screen = seen(&mut app, 80, 24);
    assert!(screen.contains("black wins by 16") && screen.contains("count for black: 3"), "{screen}");
}

#[test]
fn values_say_how_many_more_there_are() {
    let mut morpion4 = app("morpion4", "6,6 7,7", "human");
    press(&mut morpion4, &[key('a')]);
    wait(&mut morpion4, |app| app.values.as_ref().is_some_and(|values| values.moves.len() == 142));
    let screen = seen(&mut morpion4, 80, 24);
    let rows = screen.lines().filter(|line| line.contains(',') && line.contains("about")).count();
    assert!(screen.contains(&format!("… {} more", 142 - rows)), "{rows}: {screen}");
    let mut small = app("tictactoe", "5 1", "human");
    press(&mut small, &[key('a')]);
    wait(&mut small, |app| app.values.is_some());
    let screen = seen(&mut small, 80, 24);
    assert!(screen.contains("values for x") && screen.contains("1. b2  a3"), "{screen}");
}

#[test]
fn board_and_panel_stay_together_in_a_tall_window() {
    let mut app = app("tictactoe", "", "human");
    let screen = seen(&mut app, 100, 60);
    let row = |text: &str| screen.lines().position(|line| line.contains(text)).unwrap();
    assert!(row("a b c").abs_diff(row("x to move")) < 22, "{screen}");
}

#[test]
fn no_key_turns_the_clock_back() {
    let mut app = kept("tictactoe", "", ["human", "human"], Some("1h"), None);
    std::thread::sleep(Duration::from_millis(30));
    press(&mut app, &[key('o'), KeyCode::Enter, key('?'), KeyCode::Esc, key('a'), key('a')]);
    assert!(app.elapsed() >= Duration::from_millis(30));
    press(&mut app, &[KeyCode::Enter]);
    let left = app.session.time_left(plateau_core::Player::First).unwrap();
    assert!(left <= Duration::from_hours(1) - Duration::from_millis(30), "{left:?}");
}

#[test]
fn an_engine_is_not_charged_for_our_delay() {
    // Its answer is there at once; it is looked at much later.
    let mut app = kept("tictactoe", "", ["first", "human"], Some("1s"), None);
    app.tick().unwrap();
    std::thread::sleep(Duration::from_millis(1_200));
    app.tick().unwrap();
    assert_eq!(app.session.record().ply(), 1);
    assert!(app.session.finish().is_none(), "{}", app.status);
}

#[test]
fn a_hint_leaves_the_values_on() {
    let mut app = app("tictactoe", "", "human");
    press(&mut app, &[key('a'), key('h')]);
    assert!(app.overlay);
    wait(&mut app, |app| app.status.starts_with("hint: "));
    assert!(app.overlay && app.values.is_some());
}

#[test]
fn a_hint_and_the_values_never_disagree() {
    let mut app = app("connect4", "4 4 4 3", "human");
    press(&mut app, &[key('h')]);
    wait(&mut app, |app| app.status.starts_with("hint: "));
    let agrees = |app: &App| {
        let best = &app.values.as_ref().unwrap().moves[0].mv;
        app.status.starts_with(&format!("hint: {best} ("))
    };
    assert!(agrees(&app));
    let cursor = app.cursor;
    press(&mut app, &[key('a')]);
    for _ in 0..30 {
        std::thread::sleep(Duration::from_millis(10));
        app.tick().unwrap();
        assert!(agrees(&app), "{}", app.status);
    }
    assert_eq!(app.cursor, cursor, "only the first one moves the cursor");
    press(&mut app, &[key('p')]);
    app.tick().unwrap();
    assert_eq!(app.status, "there is no pass here", "what is said stays");
}
