//! Tests of Achi: the board, every position of every variant, and error messages.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use plateau_core::layout::MovePath;
use plateau_core::{Lang, Layout, Outcome, Player, Position, Record, Symmetry, Variant};
use plateau_games::REGISTRY;
use plateau_games::achi::board::{Board, Move};
use plateau_games::achi::rules::{Ban, Blocked, Graph, Rules, Setup, points_of};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::game::Game;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::random_cases::{check_random_cases, random_text};

/// Returns the game from the registry.
fn achi() -> &'static Game {
    REGISTRY.game_of("achi").unwrap()
}

const STANDARD: Setup = Setup { graph: Graph::Nine, pieces: 4, blocked: Blocked::Loses, ban: Ban::Never };

/// Returns every position reachable under these rules.
pub fn every_position(setup: Setup) -> HashSet<Board> {
    let mut stack = vec![DropAndSlide::new(String::new(), setup).start()];
    let mut seen: HashSet<Board> = stack.iter().copied().collect();
    while let Some(board) = stack.pop() {
        stack.extend(board.legal_moves().map(|mv| board.after(mv)).filter(|&next| seen.insert(next)));
    }
    seen
}

/// Asserts for every position that its text parses back to it, and that a move is legal
/// exactly if it is generated.
pub fn check_every_position(setup: Setup) {
    let variant = DropAndSlide::new(String::new(), setup);
    let all = variant.all_moves();
    for board in every_position(setup) {
        assert_eq!(variant.parse(&variant.print(&board)), Ok(board));
        let generated: Vec<Move> = board.legal_moves().collect();
        assert_eq!(generated.len(), board.legal_moves().len());
        assert!(generated.is_sorted(), "moves must be sorted by their points");
        let legal: Vec<Move> = all.iter().copied().filter(|&mv| board.is_legal(mv)).collect();
        assert_eq!(generated, legal, "{}", variant.print(&board));
    }
}

/// Returns the error message for a rejected position.
pub fn rejected(game: &Game, options: &str, text: &str) -> String {
    game.with_options(options).unwrap().open(text).expect_err(text).to_string()
}

/// Returns the error message for a rejected move.
pub fn rejected_move(game: &Game, options: &str, position: &str, mv: &str) -> String {
    game.with_options(options).unwrap().open(position).unwrap().play(mv).expect_err(mv).to_string()
}

/// Asserts the neighbours, lines, edges and symmetries of a board.
pub fn check_graph(graph: Graph, neighbours: &str, lines: usize, edges: usize) {
    let rules = Rules::of(Setup { graph, ..STANDARD });
    assert_eq!(neighbours.split(" · ").count(), rules.points);
    for (point, expected) in (0..).zip(neighbours.split(" · ")) {
        let numbers: Vec<String> =
            points_of(rules.neighbours(point)).map(|end| (end + 1).to_string()).collect();
        assert_eq!(format!("{}:{}", point + 1, numbers.join(",")), expected);
    }
    let three = (0..=rules.full).filter(|set| set.count_ones() == 3 && rules.has_line(*set));
    assert_eq!(three.count(), lines);
    assert_eq!(rules.edges().len(), edges);
    for &symmetry in Symmetry::SQUARE {
        for point in 0..rules.points as u8 {
            let image =
                |set| points_of(set).fold(0, |image, p| image | 1 << rules.transform_point(p, symmetry));
            assert_eq!(
                image(rules.neighbours(point)),
                rules.neighbours(rules.transform_point(point, symmetry)),
                "{symmetry:?}"
            );
        }
    }
}

#[test]
fn the_board_has_the_right_edges_and_lines() {
    let neighbours = "1:2,4,5 · 2:1,3,5 · 3:2,5,6 · 4:1,5,7 · 5:1,2,3,4,6,7,8,9 · 6:3,5,9 · \
                  7:4,5,8 · 8:5,7,9 · 9:5,6,8";
    check_graph(Graph::Nine, neighbours, 8, 16);
}

#[test]
fn every_position_of_every_variant_is_consistent() {
    for pieces in [3, 4] {
        for blocked in [Blocked::Loses, Blocked::Passes, Blocked::Draws] {
            for ban in [Ban::Never, Ban::First] {
                check_every_position(Setup { pieces, blocked, ban, ..STANDARD });
            }
        }
    }
}

#[test]
fn a_blocked_player_loses_passes_or_draws() {
    let open = |options| achi().with_options(options).unwrap().open("1oxooxxxo x").unwrap();
    let outcome = |options| open(options).finish().map(|finish| finish.outcome);
    assert_eq!(outcome(""), Some(Outcome::win(Player::Second)));
    assert_eq!(outcome("draw"), Some(Outcome::Draw));
    assert_eq!(outcome("pass"), None);
    assert_eq!(open("").view().notes[0].text.to_string(), "black cannot move");
    let mut passing = open("pass");
    assert_eq!(passing.legal_moves(), ["pass"]);
    let view = passing.view();
    assert_eq!(view.moves[0].path, MovePath::button());
    assert_eq!(view.notes[0].text.to_string(), "black has no move and must pass");
    assert_eq!(passing.play("Pass").unwrap(), "pass");
    assert_eq!(passing.position_text(), "1oxooxxxo o");
    assert_eq!(passing.legal_moves(), ["2-1", "4-1", "5-1"]);
}

#[test]
fn both_players_are_never_blocked_at_once() {
    for pieces in [3, 4] {
        let blocked = |board: &&Board| board.is_blocked() && board.outcome().is_none();
        let positions = every_position(Setup { pieces, blocked: Blocked::Passes, ..STANDARD });
        let blocked: Vec<&Board> = positions.iter().filter(blocked).collect();
        assert_eq!(blocked.len(), if pieces == 4 { 12 } else { 0 });
        assert!(blocked.iter().all(|board| !board.after(Move::Pass).is_blocked()));
    }
}

#[test]
fn impossible_positions_are_rejected() {
    for (options, text, sentence) in [
        ("", "x8 x", "side to move, character 4: x has more pieces, so it cannot be x's turn"),
        ("", "xx7 o", "board: x has 2 pieces and o has 0; they can differ by at most one"),
        ("", "xxoxxooxo o", "board: x has 5 pieces, but each side has at most 4"),
        ("k3", "xxooxoxo1 x", "board: x has 4 pieces, but each side has at most 3"),
        ("", "xxxooo3 x", "board: both sides have a line, but the game ends with the first one"),
        ("", "xxxoo4 x", "side to move, character 8: x has more pieces, so it cannot be x's turn"),
        (
            "",
            "xxxoo1o2 x",
            "side to move, character 10: x has a line, so x moved last and it cannot be x's turn",
        ),
        (
            "nocentre",
            " 4x4 o",
            "board, character 3: the first piece of the game cannot be dropped on the centre, 5",
        ),
        ("", "x2 o", "board, character 3: found ' ', expected more cells: 9 in all, 3 so far"),
        (
            "",
            "x3z o",
            "board, character 3: found 'z', expected x, o, or a digit from 1 to 9 for that many empty cells",
        ),
        ("", "9", "side to move, character 2: found the end of the text, expected the side to move, x or o"),
    ] {
        assert_eq!(rejected(achi(), options, text), sentence, "{text}");
    }
    let variant = achi().with_options("nocentre").unwrap();
    assert!(variant.open("x3o4 x").is_ok() && variant.open("9 o").is_ok());
}

/// All pieces are placed; only 9 is empty, next to o's pieces on 6 and 8.
const SLIDING: &str = "oxoxxoxo1 o";

#[test]
fn unparsable_moves_report_what_is_expected() {
    let drop_or_slide = "a point, 1 to 9, or a slide from one to another such as 5-9";
    let or_pass = "a point, 1 to 9, a slide from one to another such as 5-9, or pass";
    let point = "a point of the board, 1 to 9";
    for (options, mv, at, found, expected) in [
        ("", "10", 1, "'10'", drop_or_slide),
        ("", " b2", 2, "'b2'", drop_or_slide),
        ("", "", 1, "the end of the text", drop_or_slide),
        ("pass", "0", 1, "'0'", or_pass),
        ("", "5-0", 3, "'0'", point),
        ("", "5 - 0", 5, "'0'", point),
        ("", "5-", 3, "the end of the text", point),
        ("", "-5", 1, "'-'", point),
        ("", "5-9-1", 3, "'9-1'", point),
    ] {
        let sentence = format!("move, character {at}: found {found}, expected {expected}");
        assert_eq!(rejected_move(achi(), options, "9 x", mv), sentence);
    }
}

#[test]
fn rejected_moves_report_the_reason() {
    let not_connected = "1 and 9 are not connected: from 1 a piece can slide to 2, 4, 5";
    let not_first = "the first piece of the game cannot be dropped on the centre, 5";
    for (options, position, mv, at, reason) in [
        ("", "4x4 o", "5", 0, "5 is taken"),
        ("", "4x4 o", "5-9", 0, "white still has pieces to drop: name an empty point, such as 1"),
        ("", "xxxoo4 o", "7", 0, "the game is over, there is no move to play"),
        ("", SLIDING, "9", 0, "all pieces of white are on the board: slide one, such as 6-9"),
        ("", SLIDING, "9-6", 1, "there is no piece on 9"),
        ("", SLIDING, " 5 - 9", 2, "the piece on 5 belongs to black, but white is to move"),
        ("", SLIDING, "6 - 5", 5, "5 is taken"),
        ("", SLIDING, "1-9", 3, not_connected),
        ("", SLIDING, "pass", 0, "you cannot pass in this game"),
        ("pass", SLIDING, "pass", 0, "white can't pass: there is a legal move, such as 6-9"),
        ("pass", "1oxooxxxo x", "3-1", 0, "black has no move and must pass"),
        ("nocentre", "9 x", "5", 0, not_first),
    ] {
        let place = if at > 0 { format!(", character {at}") } else { String::new() };
        let sentence = format!("move{place}: {reason}");
        assert_eq!(rejected_move(achi(), options, position, mv), sentence, "{position}, {mv}");
    }
    let variant = DropAndSlide::new(String::new(), STANDARD);
    let over = variant.parse("xxxoo4 o").unwrap();
    let error = variant.parse_move(&over, "1").unwrap_err();
    assert_eq!(error.to_string(), "move: the game is over, there is no move to play");
    let mut game = achi().with_options("").unwrap().open(SLIDING).unwrap();
    assert_eq!(
        game.play("1-9").unwrap_err().render(Lang::Fr),
        "coup, caractère 3 : 1 et 9 ne sont pas reliés : de 1 une pièce peut aller vers 2, 4, 5"
    );
}

#[test]
fn a_game_has_drops_then_slides_and_can_end_by_repetition() {
    let mut game = achi().with_options("k3").unwrap().start();
    assert_eq!(game.view().in_hand, Some([3, 3]));
    game.play_all("1 2 3 4 6 9").unwrap();
    assert_eq!(game.position_text(), "xoxo1x2o x");
    assert_eq!(game.view().in_hand, Some([0, 0]));
    game.play_all("1-5 9-8").unwrap();
    assert_eq!(game.view().last, [8, 7]);
    game.play_all("5-1 8-9 1-5 9-8 5-1 8-9").unwrap();
    let finish = game.finish().unwrap();
    assert_eq!(finish.to_string(), "draw repetition");
    assert!(game.undo());
    assert!(game.legal_moves().contains(&"8-9".to_owned()));

    let mut won = achi().with_options("").unwrap().start();
    won.play_all("5 1 2 4 8").unwrap();
    assert_eq!((won.finish().unwrap().to_string(), won.view().line), ("x".to_owned(), vec![1, 4, 7]));
}

#[test]
fn tapatan_is_achi_with_three_pieces() {
    let alias = REGISTRY.variant("tapatan").unwrap();
    assert_eq!(alias.name(), "achi:k3");
    assert_eq!(alias.traits().position_bytes, 16);
    assert!(achi().with_options("pass,draw").is_err());
}

#[test]
fn the_layout_has_nine_numbered_points() {
    let Layout { width, height, points, .. } = DropAndSlide::new(String::new(), STANDARD).layout();
    assert_eq!((width, height), (3.0, 3.0));
    let places: Vec<(&str, f32, f32)> = points.iter().map(|p| (p.name.as_str(), p.x, p.y)).collect();
    assert_eq!((places.len(), places[0], places[5]), (9, ("1", 0.5, 0.5), ("6", 2.5, 1.5)));
}

#[test]
fn is_legal_accepts_any_move() {
    let variant = DropAndSlide::new(String::new(), STANDARD);
    for text in ["9 x", SLIDING] {
        let board = variant.parse(text).unwrap();
        let points = || 0..=u8::MAX;
        let slides = points().flat_map(|from| points().map(move |to| Move::Slide { from, to }));
        let legal = points().map(Move::Drop).chain(slides).filter(|&mv| board.is_legal(mv));
        assert!(legal.eq(board.legal_moves()), "{text}");
        assert_eq!(variant.print_move(&board, Move::Slide { from: 0, to: u8::MAX }), "1-256");
    }
}

#[test]
fn arbitrary_text_never_panics() {
    check_random_cases(256, |rng| {
        let cells = random_letters(rng, "xo123456789", 3..=9);
        let text = format!("{cells} {}", random_letters(rng, "xo", 1..=1));
        let [from, to] = [(); 2].map(|()| random_letters(rng, "0123456789", 0..=2));
        let mv = match rng.random_range(0..4) {
            0 => format!("{from}{to}"),
            1 => format!("{from}-{to}"),
            _ => random_text(rng, "123456789-", 6),
        };
        for blocked in [Blocked::Loses, Blocked::Passes] {
            let variant = DropAndSlide::new(String::new(), Setup { blocked, ..STANDARD });
            if let Ok(board) = variant.parse(&text) {
                assert_eq!(variant.parse(&variant.print(&board)), Ok(board));
                let mut record = Record::from_position(variant.clone(), board);
                if let Ok(read) = record.play_text(&mv) {
                    assert!(board.is_legal(read));
                }
            }
        }
    });
}

/// Returns some letters of an alphabet.
fn random_letters(rng: &mut Xoshiro256PlusPlus, alphabet: &str, count: RangeInclusive<usize>) -> String {
    let letters = alphabet.as_bytes();
    let count = rng.random_range(count);
    (0..count).map(|_| char::from(letters[rng.random_range(0..letters.len())])).collect()
}
