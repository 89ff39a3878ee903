//! Boards in windows of any size, and the words beside them.

use plateau_draw::text::{Spacing, largest_spacing};

use super::*;

#[test]
fn every_board_fits_in_80_by_24_in_both_languages() {
    for_every_variant(|variant| {
        let mut app = app(variant.name(), "", "human");
        for (lang, quit) in [(Lang::En, "q quit"), (Lang::Fr, "q quitter")] {
            app.lang = lang;
            let screen = draw_screen(&mut app, 80, 24);
            assert!(screen.contains(quit), "{}: {screen}", variant.name());
            assert!(app.drawn.targets.cell.is_some(), "{}: {screen}", variant.name());
        }
    });
    let mut largest = app("morpion4:20x20x5", "", "human");
    assert!(draw_screen(&mut largest, 80, 24).contains("20  · ·"));
}

#[test]
fn clicks_hit_every_point_in_windows_of_any_size() {
    for_every_variant(|variant| {
        // It is the engine's turn, so that clicks only move the cursor.
        let mut app = app_with(variant.name(), "", ["first", "human"], None, None);
        for (width, height) in [(80, 24), (200, 60)] {
            draw_screen(&mut app, width, height);
            let (corner, cell) = (app.drawn.targets.board, app.drawn.targets.cell.unwrap());
            for (point, (x, y)) in app.drawn.targets.points.clone().into_iter().enumerate() {
                let [left, top, right, bottom] = cell.around((i32::from(x), i32::from(y)));
                for (x, y) in [(i32::from(x), i32::from(y)), (left, top), (right, bottom)] {
                    app.cursor.point = u16::MAX;
                    app.click(Position::new(corner.x + x as u16, corner.y + y as u16));
                    assert_eq!(usize::from(app.cursor.point), point, "{} {width}", variant.name());
                }
            }
        }
    });
}

#[test]
fn boards_grow_with_the_window() {
    let size = |game: &str, width, height| {
        let mut app = app(game, "", "human");
        let screen = draw_screen(&mut app, width, height);
        assert!(screen.contains("to move"), "{game}: {screen}");
        let points = &app.drawn.targets.points;
        let last = |of: fn(&(u16, u16)) -> u16| points.iter().map(of).max().unwrap();
        (last(|point| point.0), last(|point| point.1))
    };
    for game in
        ["tictactoe", "supermorpion", "morpion4", "gomoku", "connect4", "othello", "achi", "picaria:13"]
    {
        let (small, large) = (size(game, 80, 24), size(game, 200, 60));
        assert!(2 * large.0 >= 3 * small.0 && 2 * large.1 >= 3 * small.1, "{game}: {small:?} {large:?}");
    }
    assert_eq!(size("connect4", 60, 20), (13, 5), "a small window has a small board");
    let variant = REGISTRY.variant("connect4").unwrap();
    let spacing = |room| largest_spacing(variant.layout(), &variant.start().view(), room);
    assert_eq!(
        [spacing((28, 14)), spacing((29, 14)), spacing((1000, 1000))],
        [None, Some(Spacing::Large(1)), Some(Spacing::Large(9))]
    );
}

#[test]
fn large_boards_show_pieces_the_last_move_and_the_winning_line() {
    let mut connect4 = app("connect4", "1 2 1 2 1 2 1", "human");
    let screen = draw_screen(&mut connect4, 200, 60);
    assert!(screen.contains("┃(█████████████████)┃"), "{screen}");
    assert!(screen.contains("┃  ▄█████████████▄  ┃  ▄████▀▀▀▀▀████▄  │"), "{screen}");
    let mut grids = app("supermorpion", "5 1; 1 5; 5 2; 2 5; 5 3", "human");
    let screen = draw_screen(&mut grids, 200, 60);
    assert!(screen.contains("│ ██████▄                         ▄██████ │"), "a won grid: {screen}");
}

#[test]
fn the_cursor_starts_on_a_legal_square_for_the_human() {
    for seats in [["human", "first"], ["first", "human"]] {
        let mut app = app_with("othello", "", seats, None, None);
        wait(&mut app, |app| app.session.player_to_move().is_human());
        let before = app.session.record().ply();
        press(&mut app, &[KeyCode::Enter]);
        assert_eq!(app.session.record().ply(), before + 1, "{}", app.status);
        let cursor = app.cursor.point;
        wait(&mut app, |app| app.session.player_to_move().is_human());
        assert_eq!(app.cursor.point, cursor, "it then stays where the player left it");
    }
}

#[test]
fn words_agree_with_the_pieces() {
    let mut othello = app("othello", "", "level:1");
    let screen = draw_screen(&mut othello, 80, 24);
    for text in ["> ● black (x): human", "○ white (o): level:1", "Your turn (black)", "Discs: ● 2, ○ 2"]
    {
        assert!(screen.contains(text), "no '{text}': {screen}");
    }
    othello.lang = Lang::Fr;
    let french = draw_screen(&mut othello, 80, 24);
    for text in ["● Noirs (x) : humain", "À vous de jouer (Noirs)"] {
        assert!(french.contains(text), "no '{text}': {french}");
    }
    let mut people = app("othello", "", "human");
    assert!(draw_screen(&mut people, 80, 24).contains("Black to move"));
    people.lang = Lang::Fr;
    assert!(draw_screen(&mut people, 80, 24).contains("Aux Noirs de jouer"));
    let mut connect4 = app("connect4", "", "human");
    assert!(draw_screen(&mut connect4, 80, 24).contains("> ● red (x): human"));
}

#[test]
fn passes_are_offered_where_they_are_legal_and_read_naturally() {
    let moves = "b1 c1 d3 a1";
    let mut app = app("othello:4", moves, "human");
    for (lang, button) in [(Lang::En, "[p pass]"), (Lang::Fr, "[p passer]")] {
        app.lang = lang;
        assert!(draw_screen(&mut app, 80, 24).contains(button), "{button}");
    }
    press(&mut app, &[key('p')]);
    assert!(!draw_screen(&mut app, 80, 24).contains("[p "), "the next move is no pass");
    for (lang, text) in [(Lang::En, "Black passes (1 node, "), (Lang::Fr, "Les Noirs passent (1 nœud, ")] {
        let mut app = app_with("othello:4", moves, ["first", "human"], None, None);
        app.lang = lang;
        wait(&mut app, |app| app.session.player_to_move().is_human());
        assert!(app.status.starts_with(text), "{}", app.status);
    }
}
