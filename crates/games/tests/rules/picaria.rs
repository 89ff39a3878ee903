//! Tests of Picaria: the boards, every position of every variant, and error messages.

use plateau_core::{Layout, Variant};

use crate::achi::{check_every_position, check_graph, every_position, rejected, rejected_move};
use plateau_games::achi::board::Board;
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::{Game, REGISTRY};

/// Returns the game from the registry.
fn picaria() -> &'static Game {
    REGISTRY.game_of("picaria").unwrap()
}

fn setups() -> impl Iterator<Item = Setup> {
    [Graph::Diamond, Graph::Thirteen].into_iter().flat_map(|graph| {
        [Ban::Never, Ban::Always].map(|ban| Setup { graph, pieces: 3, blocked: Blocked::Loses, ban })
    })
}

#[test]
fn the_boards_have_the_right_edges_and_lines() {
    let nine = "1:2,4,5 · 2:1,3,4,5,6 · 3:2,5,6 · 4:1,2,5,7,8 · 5:1,2,3,4,6,7,8,9 · 6:2,3,5,8,9 · \
                7:4,5,8 · 8:4,5,6,7,9 · 9:5,6,8";
    check_graph(Graph::Diamond, nine, 8, 20);
    let thirteen = "1:2,4,10 · 2:1,3,5,10,11 · 3:2,6,11 · 4:1,5,7,10,12 · 5:2,4,6,8,10,11,12,13 · \
                    6:3,5,9,11,13 · 7:4,8,12 · 8:5,7,9,12,13 · 9:6,8,13 · \
                    10:1,2,4,5 · 11:2,3,5,6 · 12:4,5,7,8 · 13:5,6,8,9";
    check_graph(Graph::Thirteen, thirteen, 16, 28);
}

#[test]
fn every_position_of_every_variant_is_consistent() {
    setups().for_each(check_every_position);
}

#[test]
fn no_player_is_ever_blocked() {
    for setup in setups() {
        // Skip finished games.
        let has_no_line = |board: &&Board| board.stones().iter().all(|&own| !board.rules().has_line(own));
        assert!(every_position(setup).iter().filter(has_no_line).all(|board| !board.is_blocked()));
    }
}

#[test]
fn the_centre_is_banned_while_dropping() {
    let sentence = "there is a piece on the centre, 5, which stays empty until all pieces are on the board";
    assert_eq!(rejected(picaria(), "nocentre", "x3o4 x"), format!("board, character 3: {sentence}"));
    assert_eq!(rejected(picaria(), "13,nocentre", "xo11x8 o"), format!("board, character 5: {sentence}"));
    assert_eq!(rejected(picaria(), "nocentre", "xx1oxo3 o"), format!("board, character 5: {sentence}"));
    assert_eq!(
        rejected_move(picaria(), "nocentre", "xo7 x", "5"),
        "move: pieces cannot be dropped on the centre, 5"
    );
    let mut game = picaria().with_options("nocentre").unwrap().start();
    assert_eq!(game.view().notes[0].text.to_string(), "pieces cannot be dropped on the centre, 5");
    game.play_all("1 2 3 4 6 9 1-5").unwrap();
    assert_eq!(game.position_text(), "1oxoxx2o o");
    assert!(game.view().notes.is_empty(), "once all pieces are down, the centre is like any point");
}

#[test]
fn errors_mention_thirteen_points() {
    assert_eq!(
        rejected(picaria(), "13", "9 x"),
        "board, character 2: found ' ', expected more cells: 13 in all, 9 so far"
    );
    assert_eq!(rejected(picaria(), "13", "xxxxooo6 x"), "board: x has 4 pieces, but each side has at most 3");
    assert_eq!(
        rejected_move(picaria(), "13", "94 x", "14"),
        "move, character 1: found '14', expected a point, 1 to 13, or a slide from one to another such as 5-9"
    );
    assert_eq!(
        rejected_move(picaria(), "13", "xx1oxo7 o", "4-9"),
        "move: white still has pieces to drop: name an empty point, such as 3"
    );
    assert_eq!(
        rejected_move(picaria(), "13", "xxoo1o6x x", "13-7"),
        "move, character 4: 13 and 7 are not connected: from 13 a piece can slide to 5, 6, 8, 9"
    );
}

#[test]
fn thirteen_points_have_additional_lines() {
    let mut game = picaria().with_options("13").unwrap().start();
    assert_eq!(game.position_text(), "94 x");
    game.play_all("10 1 5 9 13").unwrap();
    assert_eq!(game.position_text(), "o3x3ox2x o");
    assert_eq!((game.finish().unwrap().to_string(), game.view().line), ("x".to_owned(), vec![4, 9, 12]));
}

#[test]
fn the_layout_places_the_four_crossings_between_the_rows() {
    let setup = Setup { graph: Graph::Thirteen, pieces: 3, blocked: Blocked::Loses, ban: Ban::Never };
    let Layout { width, height, points, edges, .. } = DropAndSlide::new(String::new(), setup).layout();
    assert_eq!((width, height, points.len(), edges.len()), (3.0, 3.0, 13, 28));
    let places: Vec<(&str, f32, f32)> = points[9..].iter().map(|p| (p.name.as_str(), p.x, p.y)).collect();
    assert_eq!(places, [("10", 1.0, 1.0), ("11", 2.0, 1.0), ("12", 1.0, 2.0), ("13", 2.0, 2.0)]);
}
