//! Tests of the full screen on a virtual terminal.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use plateau_console::live::LiveGame;
use plateau_core::Lang;
use plateau_draw::text::Style;
use plateau_games::time::parse_time_control;
use plateau_games::{AnyVariant, REGISTRY};
use plateau_play::{PlayerSpec, Session};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use tempfile::TempDir;

use super::app::{App, ExitRequest, Services};
use super::controls::{Action, Dialog};
use super::draw::draw;
use super::text_field::TextField;
use crate::autosave::Autosave;
use crate::engine_limits::EngineLimits;

mod boards;
mod failing;
mod keys;
mod menu;
mod typed_moves;

fn app(game: &str, moves: &str, second: &str) -> App {
    app_with(game, moves, ["human", second], None, None)
}

/// Creates the screen of a game with a clock and a file.
fn app_with(game: &str, moves: &str, seats: [&str; 2], clock: Option<&str>, path: Option<PathBuf>) -> App {
    let variant: Arc<dyn AnyVariant> = REGISTRY.variant(game).unwrap().into();
    let mut record = variant.start();
    record.play_all(moves).unwrap();
    let seats = seats.map(|text| PlayerSpec::parse(text).unwrap().with_seed(1));
    let autosave = Autosave::new(path, record.as_ref());
    let clock = clock.map(|text| parse_time_control(text).unwrap());
    let session = Session::new(variant, record, seats, clock);
    let services = Services { autosave, live: LiveGame::default(), programs: failing::programs() };
    App::new(session, REGISTRY, EngineLimits::default(), 1, services, Lang::En).unwrap()
}

/// Draws a window of this size and returns its text.
fn draw_screen(app: &mut App, width: u16, height: u16) -> String {
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

/// Clicks on a point.
fn click(app: &mut App, point: usize) {
    draw_screen(app, 80, 24);
    let (x, y) = app.drawn.targets.points[point];
    app.click(Position::new(app.drawn.targets.board.x + x, app.drawn.targets.board.y + y));
}

/// Ticks until a condition holds.
#[track_caller]
fn wait(app: &mut App, until: impl Fn(&App) -> bool) {
    for _ in 0..6000 {
        app.tick().unwrap();
        if until(app) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("timed out: {}", app.status);
}

/// Calls a function for every variant of every game.
fn for_every_variant(test: impl Fn(&dyn AnyVariant)) {
    for game in REGISTRY.games() {
        for options in game.option_lists() {
            test(game.with_options(&options).unwrap().as_ref());
        }
    }
}

#[test]
fn a_small_window_shows_a_message_and_can_grow_again() {
    let mut app = app("supermorpion", "", "human");
    for (width, height) in [(1, 1), (20, 5), (40, 24), (80, 10)] {
        let screen = draw_screen(&mut app, width, height);
        assert!(width < 20 || screen.contains("This window is too"), "{screen}");
        app.click(Position::new(0, 0));
    }
    assert!(draw_screen(&mut app, 200, 60).contains("to move"));
}

#[test]
fn a_game_can_be_played_by_keyboard() {
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
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("Game over: x wins"), "{screen}");
    assert!(screen.contains("1. b2  b3"), "{screen}");
    press(&mut app, &[key('n'), key('R')]);
    assert_eq!(app.dialog, Dialog::Confirm(Action::Resign));
    press(&mut app, &[key('y')]);
    assert!(draw_screen(&mut app, 80, 24).contains("o wins"));
    press(&mut app, &[key('q')]);
    assert!(app.exit_request == Some(ExitRequest::Quit));
}

#[test]
fn pieces_and_columns_can_be_played_by_mouse() {
    let mut achi = app("achi", "1 2 3 4 6 7 8 9", "human");
    click(&mut achi, 0);
    assert_eq!(achi.cursor.selected, Some(0));
    click(&mut achi, 4);
    assert_eq!(achi.session.record().moves().last().map(String::as_str), Some("1-5"));
    let mut connect4 = app("connect4", "", "human");
    for point in [0, 1, 0, 1, 0, 1, 0] {
        click(&mut connect4, point);
    }
    assert_eq!(connect4.session.record().moves_text(), "1 2 1 2 1 2 1");
    assert!(draw_screen(&mut connect4, 80, 24).contains("Game over: red wins"));
}

#[test]
fn passing_works_by_key_and_by_button() {
    // Find a position in which a pass is the only move.
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
    let moves = (0..500).find_map(passes).expect("a game with a pass");
    let mut by_key = app("othello:4", &moves, "human");
    press(&mut by_key, &[key('p')]);
    assert_eq!(by_key.view().last_text.as_deref(), Some("pass"));
    let mut by_mouse = app("othello:4", &moves, "human");
    assert!(draw_screen(&mut by_mouse, 80, 24).contains("[p pass]"));
    let (button, _) = by_mouse.drawn.targets.button.unwrap();
    by_mouse.click(Position::new(button.x + 1, button.y));
    assert_eq!(by_mouse.view().last_text.as_deref(), Some("pass"));
}

#[test]
fn an_engine_replies_and_gives_hints_and_values() {
    let mut app = app("tictactoe", "", "best");
    press(&mut app, &[KeyCode::Enter]);
    wait(&mut app, |app| app.session.record().ply() == 2);
    assert!(app.status.contains(" nodes, "), "{}", app.status);
    press(&mut app, &[key('h')]);
    wait(&mut app, |app| app.status.starts_with("hint: "));
    press(&mut app, &[key('a')]);
    wait(&mut app, |app| app.advice.values.as_ref().is_some_and(|values| values.moves.len() == 7));
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("Values for x") && screen.contains("draw"), "{screen}");
    press(&mut app, &[key('u')]);
    assert_eq!(app.session.record().ply(), 0, "the reply of the engine must be undone, too");
}

#[test]
fn opponents_can_be_changed_and_rules_shown() {
    let mut app = app("tictactoe", "", "level:3");
    press(&mut app, &[key('o'), KeyCode::Right, KeyCode::Up, KeyCode::Right, KeyCode::Enter]);
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("x: level:1") && screen.contains("o: level:4"), "{screen}");
    wait(&mut app, |app| app.session.finish().is_some());
    press(&mut app, &[key('?')]);
    assert_eq!(app.dialog, Dialog::Rules);
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("your signs in a row"), "{screen}");
    press(&mut app, &[key(' ')]);
    assert_eq!(app.dialog, Dialog::None);
    let mut gomoku = self::app("morpion4:15x15x5", "", "human");
    press(&mut gomoku, &[key('?')]);
    let screen = draw_screen(&mut gomoku, 80, 24);
    assert!(screen.contains("empty cell. 5 or"), "{screen}");
}

#[test]
fn games_can_be_saved_and_loaded() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("game.txt");
    let mut app = app("connect4", "4 4", "human");
    let name = |app: &mut App, c: char, name: &str| {
        press(app, &[key(c)]);
        press(app, &name.chars().map(key).collect::<Vec<_>>());
        press(app, &[KeyCode::Enter]);
    };
    name(&mut app, 's', path.to_str().unwrap());
    assert!(app.status.starts_with("game saved to "), "{}", app.status);
    press(&mut app, &[key('n')]);
    assert_eq!(app.session.record().ply(), 0);
    name(&mut app, 'l', path.to_str().unwrap());
    assert_eq!(app.session.record().moves_text(), "4 4");
    std::fs::remove_file(&path).unwrap();
    name(&mut app, 'l', path.to_str().unwrap());
    assert!(app.status.starts_with("cannot read "), "{}", app.status);
}

#[test]
fn discarding_moves_needs_a_confirmation() {
    let mut app = app("connect4", "", "human");
    press(&mut app, &[key('n')]);
    assert_eq!(app.dialog, Dialog::None, "there are no moves to discard");
    press(&mut app, &[KeyCode::Enter]);
    for (c, action) in [('n', Action::New), ('q', Action::Quit), ('R', Action::Resign)] {
        press(&mut app, &[key(c)]);
        assert_eq!(app.dialog, Dialog::Confirm(action));
        assert!(draw_screen(&mut app, 80, 24).contains("(y/n)"));
        press(&mut app, &[key('n')]);
        assert_eq!((app.session.record().ply(), app.exit_request), (1, None), "{c}");
        assert!(app.session.finish().is_none(), "{c}");
    }
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("game.txt").display().to_string();
    std::fs::write(&path, app.session.record().text()).unwrap();
    press(&mut app, &[key('l')]);
    press(&mut app, &path.chars().map(key).collect::<Vec<_>>());
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.dialog, Dialog::Confirm(Action::Load(path)));
    app.lang = Lang::Fr;
    press(&mut app, &[key('z'), key('n'), key('o')]);
    assert_eq!(app.session.record().ply(), 0, "o means yes in French");
    app.key(KeyEvent::new(key('c'), KeyModifiers::CONTROL));
    assert!(app.exit_request == Some(ExitRequest::Interrupt), "Ctrl-C needs no confirmation");
}

#[test]
fn autosave_starts_with_the_first_move() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("game.txt");
    let people = ["human", "human"];
    let mut app = app_with("connect4", "4", people, None, Some(path.clone()));
    assert!(!path.exists(), "nothing was played yet");
    press(&mut app, &[KeyCode::Enter]);
    let text = |moves: &str| std::fs::read_to_string(&path).unwrap().contains(&format!("moves: {moves}\n"));
    assert!(text("4 4"));
    press(&mut app, &[key('n'), key('y')]);
    assert!(text("4 4"), "a new game is not saved before its first move");
    press(&mut app, &[KeyCode::Enter, key('q')]);
    assert!(text("4") && app.exit_request == Some(ExitRequest::Quit), "saved moves need no confirmation");
    // Another game is overwritten only after a confirmation.
    let mut other = app_with("connect4", "1 2 3", people, None, None);
    press(&mut other, &[key('s')]);
    press(&mut other, &path.to_str().unwrap().chars().map(key).collect::<Vec<_>>());
    press(&mut other, &[KeyCode::Enter]);
    assert!(matches!(other.dialog, Dialog::Confirm(Action::Save(_))) && text("4"));
    press(&mut other, &[key('y')]);
    assert!(text("1 2 3"));
}

#[test]
fn an_unwritable_file_is_reported_until_it_can_be_written() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("later/game.txt");
    let seats = ["human", "first"];
    let mut app = app_with("tictactoe", "", seats, None, Some(path.clone()));
    press(&mut app, &[KeyCode::Enter]);
    wait(&mut app, |app| app.session.record().ply() == 2);
    let is_reported = |app: &mut App| {
        let screen = draw_screen(app, 200, 24);
        screen.contains("cannot write ") && screen.contains("plays a3")
    };
    assert!(is_reported(&mut app), "beside the move of the engine");
    std::fs::create_dir(path.parent().unwrap()).unwrap();
    press(&mut app, &[KeyCode::Up, KeyCode::Enter]);
    assert!(!is_reported(&mut app) && path.exists());
}

#[test]
fn clocks_stop_at_zero_and_are_not_cut_by_long_names() {
    let engine = "mcts:nodes=1000000,seed=123456789,eval=plateau";
    let mut app = app_with("supermorpion", "", ["human", engine], Some("1s"), None);
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("… 0:01"), "{screen}");
    assert!(app.session.flag_if_late(Duration::from_secs(2)));
    app.game_changed();
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("x: human 0:00") && screen.contains("o wins (on time)"), "{screen}");
}

#[test]
fn the_final_count_is_shown() {
    // Black owns all discs, and the empty squares count, too.
    let mut app = app("othello:4", "", "human");
    let variant = REGISTRY.variant("othello:4").unwrap();
    app.session.set_record(variant.open("XX-X-XXXXXXXXXX- O").unwrap());
    let screen = draw_screen(&mut app, 80, 24);
    assert!(screen.contains("black wins by 16") && screen.contains("counted for black: 3"), "{screen}");
}

#[test]
fn values_that_do_not_fit_are_counted() {
    let mut morpion4 = app("morpion4", "6,6 7,7", "human");
    press(&mut morpion4, &[key('a')]);
    wait(&mut morpion4, |app| app.advice.values.as_ref().is_some_and(|values| values.moves.len() == 142));
    let screen = draw_screen(&mut morpion4, 80, 24);
    let rows = screen.lines().filter(|line| line.contains(',') && line.contains("about")).count();
    assert!(screen.contains(&format!("… {} more", 142 - rows)), "{rows}: {screen}");
    let mut small = app("tictactoe", "5 1", "human");
    press(&mut small, &[key('a')]);
    wait(&mut small, |app| app.advice.values.is_some());
    let screen = draw_screen(&mut small, 80, 24);
    assert!(screen.contains("Values for x") && screen.contains("1. b2  a3"), "{screen}");
}

#[test]
fn board_and_panel_stay_near_each_other_in_a_tall_window() {
    let mut app = app("tictactoe", "", "human");
    let screen = draw_screen(&mut app, 100, 60);
    let row = |text: &str| screen.lines().position(|line| line.contains(text)).unwrap();
    assert!(row("└").abs_diff(row("x to move")) < 22, "{screen}");
}

#[test]
fn keys_do_not_reset_the_clock() {
    let mut app = app_with("tictactoe", "", ["human", "human"], Some("1h"), None);
    let used = Duration::from_millis(30);
    wait(&mut app, |app| app.elapsed() >= used);
    press(&mut app, &[key('o'), KeyCode::Enter, key('?'), KeyCode::Esc, key('a'), key('a')]);
    assert!(app.elapsed() >= used);
    press(&mut app, &[KeyCode::Enter]);
    let left = app.session.time_left(plateau_core::Player::First).unwrap();
    assert!(left + used <= Duration::from_hours(1), "{left:?}");
}

#[test]
fn engines_are_not_charged_for_late_polls() {
    // The engine replies at once, but is polled only when its clock would have run out.
    let mut app = app_with("tictactoe", "", ["first", "human"], Some("1s"), None);
    app.tick().unwrap();
    while app.elapsed() <= Duration::from_secs(1) {
        std::thread::yield_now();
    }
    wait(&mut app, |app| app.session.record().ply() == 1 || app.session.finish().is_some());
    assert!(app.session.finish().is_none(), "{}", app.status);
}

#[test]
fn a_hint_does_not_hide_the_values() {
    let mut app = app("tictactoe", "", "human");
    press(&mut app, &[key('a'), key('h')]);
    assert!(app.advice.is_shown);
    wait(&mut app, |app| app.status.starts_with("hint: "));
    assert!(app.advice.is_shown && app.advice.values.is_some());
}

#[test]
fn the_hint_agrees_with_the_values() {
    let mut app = app("connect4", "4 4 4 3", "human");
    press(&mut app, &[key('h')]);
    wait(&mut app, |app| app.status.starts_with("hint: "));
    let agrees = |app: &App| {
        let best = &app.advice.values.as_ref().unwrap().moves[0].mv;
        app.status.starts_with(&format!("hint: {best} ("))
    };
    assert!(agrees(&app));
    let cursor = app.cursor.point;
    press(&mut app, &[key('a')]);
    wait(&mut app, |app| {
        assert!(agrees(app), "{}", app.status);
        !app.is_analysing()
    });
    assert_eq!(app.cursor.point, cursor, "an updated hint must not move the cursor");
    press(&mut app, &[key('p')]);
    app.tick().unwrap();
    assert_eq!(app.status, "you cannot pass in this game", "the hint must not replace a newer message");
}
