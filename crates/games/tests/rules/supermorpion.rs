//! Notation, errors and the view of super-morpion.

use plateau_core::layout::Mark;
use plateau_core::{Lang, Outcome, Player, Position, Variant};

use plateau_games::supermorpion::SuperMorpion;
use plateau_games::{AnyRecord, REGISTRY};

const REFERENCE: &str = "6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o";

fn open(position: &str) -> Box<dyn AnyRecord> {
    REGISTRY.variant("supermorpion").unwrap().open(position).unwrap()
}

fn rejected(position: &str) -> String {
    REGISTRY.variant("supermorpion").unwrap().open(position).unwrap_err().to_string()
}

#[test]
fn the_reference_position_is_parsed() {
    let game = open(REFERENCE);
    assert_eq!(game.position_text(), REFERENCE);
    assert_eq!(game.turn(), Player::Second);
    let view = game.view();
    let marks: Vec<_> = view.marks.iter().map(|mark| (mark.region + 1, mark.owner)).collect();
    let [x, o] = [Some(Player::First), Some(Player::Second)];
    assert_eq!(marks, [(2, o), (3, o), (4, o), (5, x), (7, x)]);
    assert_eq!(view.playable, [0, 5, 7, 8], "grid 4 is won, so o can play in any open grid");
    assert_eq!(view.last, [66]);
}

#[test]
fn impossible_positions_are_rejected_with_a_reason() {
    let cases = [
        (
            "999999999 00",
            "side to move, character 13: found the end of the text, expected the side to move, x or o",
        ),
        ("99999999 00 x", "board, character 9: found ' ', expected more cells: 81 in all, 72 so far"),
        (
            "9999999999 00 x",
            "board, character 10: found '9', expected the end of the board after its 81 cells",
        ),
        (
            "99999999q 00 x",
            "board, character 9: found 'q', expected x, o, a digit for that many empty cells, or X or O for a won grid",
        ),
        (
            "1X99999998 00 x",
            "board, character 2: found 'X', expected x, o or a digit within grid 1: a capital letter stands for a whole grid",
        ),
        (
            "999999999 0 x",
            "last move, character 11: found '0', expected the last move, grid and cell from 1 to 9 each, or 00 for none",
        ),
        (
            "999999999 05 x",
            "last move, character 11: found '05', expected the last move, grid and cell from 1 to 9 each, or 00 for none",
        ),
        ("999999999 55 x", "last move, character 11: grid 5, cell 5 is empty, so it cannot be the last move"),
        ("x899999999 11 x", "side to move, character 15: x has more pieces, so it cannot be x's turn"),
        (
            "xo799999999 11 x",
            "last move, character 13: o moved last, but the piece on grid 1, cell 1 is not o's",
        ),
        (
            "X9oo7999999 11 x",
            "last move, character 13: grid 1 was won without o playing cell 1, so it cannot be the last move",
        ),
        (
            "xxx1o1ooo99999999 11 o",
            "board, character 1: both sides have a line in grid 1, but the first line closes it",
        ),
        ("xxx3xxx9ooo6oo799999 00 x", "board, character 1: the lines in grid 1 cannot come from one move"),
        (
            "X999999xxxxx49 00 o",
            "board: 5 x and 0 o outside the won grids are impossible: players move in turn",
        ),
        ("XXXOOO999 00 x", "board: both sides have a line, but the game ends with the first one"),
        (
            "XXXOO1ooo5999 00 x",
            "side to move, character 18: x has a line, so x moved last and it cannot be x's turn",
        ),
        ("XXXXXX999 00 o", "board: x has lines that cannot come from one last move"),
    ];
    for (position, sentence) in cases {
        assert_eq!(rejected(position), sentence, "{position}");
    }
}

#[test]
fn every_invalid_move_has_its_error_message() {
    let free = open(REFERENCE);
    let forced = open("4x499999999 15 o");
    let full = open("xxooxxxoo4x3o9999999 00 o");
    let over = open("OOOXX4x4x899 31 x");
    let cases = [
        (
            &free,
            "",
            "move, character 1: found the end of the text, expected a grid and a cell, such as 5 2 or 5 b3",
        ),
        (&free, "1 2 3", "move, character 1: found '1 2 3', expected a grid and a cell, such as 5 2 or 5 b3"),
        (&free, "0 5", "move, character 1: found '0', expected a grid from 1 to 9"),
        (&free, "é 5", "move, character 1: found 'é', expected a grid from 1 to 9"),
        (&free, "1 d4", "move, character 3: found 'd4', expected a cell, a1 to c3 or 1 to 9"),
        (&free, "b2", "move: o can play in any open grid: name it before the cell, such as 1 a3"),
        (&free, "5", "move: o can play in any open grid: name it before the cell, such as 1 1"),
        (&free, "5 1", "move: grid 5 is already won by x"),
        (&free, "1 7", "move: 1 7 is taken by x"),
        (&free, "1 a1", "move: 1 a1 is taken by x"),
        (&full, "1 1", "move: grid 1 is full"),
        (&forced, "4 1", "move: o must play in grid 5"),
        (&over, "9 9", "move: the game is over, there is no move to play"),
    ];
    for (game, text, sentence) in cases {
        assert_eq!(game.clone().play(text).unwrap_err().to_string(), sentence, "{text}");
    }
    for text in ["5 8", "58", "5 b1", "5b1", "b1", "8", " 5  B1 "] {
        assert_eq!(forced.clone().play(text), Ok("5 8".to_owned()), "{text}");
    }
}

#[test]
fn the_only_open_grid_need_not_be_named() {
    let mut game = open("XXOOOXXO9 00 x");
    assert_eq!(game.clone().play("b2"), Ok("9 5".to_owned()));
    assert_eq!(game.play("9 b2"), Ok("9 5".to_owned()));
}

#[test]
fn move_lists_pair_a_grid_with_its_cell() {
    for list in ["5 5 5 1 1 9", "55 51 19", "5 5; 5 1; 9", "5 b2 a3 c1"] {
        let mut game = open("start");
        game.play_all(list).unwrap();
        assert_eq!(game.moves_text(), "5 5; 5 1; 1 9", "{list}");
    }
}

#[test]
fn the_contents_of_a_won_grid_are_ignored() {
    let rules = SuperMorpion { most: false };
    let explicit = rules.parse("xxx1o1o2o899x89999 51 o").unwrap();
    let capital = rules.parse("Xo899x89999 51 o").unwrap();
    assert_eq!(explicit, capital);
    assert_eq!(explicit.key(), capital.key());
    assert_eq!(rules.print(&explicit), "Xo899x89999 51 o");
}

#[test]
fn equality_ignores_the_last_move_but_not_its_target_grid() {
    let rules = SuperMorpion { most: false };
    let [a, b, c] = ["xo7x8o8999999 11 o", "xo7x8o8999999 21 o", "xo7x8o8999999 00 o"]
        .map(|text| rules.parse(text).unwrap());
    assert_eq!((a, a.key()), (b, b.key()));
    assert_ne!(a, c);
    assert_ne!(a.key(), c.key());
}

#[test]
fn a_full_board_is_a_draw_or_won_by_most_grids() {
    let full = "xxooxxxoo";
    let tie = format!("XXOOO{full}X{full}X 00 o");
    let outcome = |variant: &str| {
        REGISTRY.variant(variant).unwrap().open(&tie).unwrap().finish().map(|finish| finish.outcome)
    };
    assert_eq!(outcome("supermorpion"), Some(Outcome::Draw));
    assert_eq!(outcome("supermorpion:most"), Some(Outcome::win(Player::First)));
}

#[test]
fn the_view_shows_the_cells_of_grids_won_during_the_game() {
    let mut game = open("start");
    game.play_all("1 1; 1 5; 5 1; 1 2; 2 1; 1 8").unwrap();
    let view = game.view();
    assert_eq!(view.marks, [Mark { region: 0, owner: Some(Player::Second) }]);
    assert_eq!(view.pieces[..9].iter().flatten().count(), 4);
    assert_eq!(game.position_text(), "Ox899x89999 18 x");
}

#[test]
fn accessible_cell_names_include_the_grid() {
    let layout = SuperMorpion { most: false }.layout();
    let point = layout.points.iter().find(|point| point.name == "5 2").unwrap();
    let words = point.words.as_ref().unwrap();
    assert_eq!(words.to_string(), "grid 5, cell 2");
    assert_eq!(words.render(Lang::Fr), "grille 5, case 2");
    assert_eq!(layout.regions[usize::from(point.region.unwrap())].name, "5");
}
