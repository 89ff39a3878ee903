//! Notation, errors and geometry of m,n,k.

use plateau_games::{AnyRecord, REGISTRY};

fn open(variant: &str, position: &str) -> Box<dyn AnyRecord> {
    REGISTRY.variant(variant).unwrap().open(position).unwrap()
}

#[test]
fn impossible_positions_are_rejected_with_a_reason() {
    let cases = [
        ("5/5/5/5 x", "board, character 8: found ' ', expected a / and row 5: the board has 5 rows"),
        ("5/5/5/5/4 x", "board, character 10: found ' ', expected more cells: 5 in row 5, 4 so far"),
        ("5/5/5/5/xxxxxx x", "board, character 14: found 'x', expected the end of row 5 after its 5 cells"),
        ("5/5/5/5/06 x", "board, character 9: found '06', expected a number of empty cells from 1 to 5"),
        ("xx3/5/5/5/5 o", "board: x has 2 pieces and o has 0; they can differ by at most one"),
        ("xxxx1/oooo1/5/5/5 x", "board: both sides have a line, but the game ends with the first one"),
        (
            "xxxx1/ooo2/o4/5/5 x",
            "side to move, character 19: x has a line, so x moved last and it cannot be x's turn",
        ),
        ("xxxx1/ooo2/ooo2/o4/xxxx1 o", "board: x has lines that cannot come from one last move"),
    ];
    for (position, sentence) in cases {
        let error = REGISTRY.variant("morpion4:5x5x4").unwrap().open(position).unwrap_err();
        assert_eq!(error.to_string(), sentence, "{position}");
    }
}

#[test]
fn moves_accept_row_and_column_or_column_letter_and_row() {
    for text in ["2,11", " 2 , 11 ", "2 11", "k2", "K2"] {
        assert_eq!(open("morpion4", "start").play(text), Ok("2,11".to_owned()), "{text}");
    }
    let mut game = open("morpion4", "start");
    game.play_all("6,6 f7 6,7").unwrap();
    assert_eq!(game.position_text(), "12/12/12/12/12/5xx5/5o6/12/12/12/12/12 o");
    for text in ["0,1", "1,0", "13,1", "1,13", "m1", "a13", "", "1", ",", "1,2,3", "-1,2", "é1"] {
        let error = game.play(text).unwrap_err().to_string();
        assert!(
            error.ends_with("row,column from 1,1 to 12,12, or a column letter and the row, a1 to l12"),
            "{text}: {error}"
        );
    }
    assert_eq!(game.play("f7").unwrap_err().to_string(), "move: 7,6 is taken");
}

#[test]
fn k_or_more_in_any_direction_win_but_not_across_the_edge() {
    for variant in ["morpion4", "morpion4:6x6x4", "morpion4:15x15x4", "morpion4:20x20x4", "morpion4:20x4x4"] {
        let over = |moves: &str| {
            let mut game = open(variant, "start");
            game.play_all(moves).unwrap();
            game.finish().is_some()
        };
        assert!(over("1,1 2,1 1,2 2,2 1,3 2,3 1,4"), "{variant}: horizontal");
        assert!(over("1,1 1,2 2,1 2,2 3,1 3,2 4,1"), "{variant}: vertical");
        assert!(over("1,1 1,2 2,2 1,3 3,3 1,4 4,4"), "{variant}: diagonal");
        assert!(over("1,4 1,1 2,3 1,2 3,2 1,3 4,1"), "{variant}: anti-diagonal");
        assert!(!over("1,1 2,1 1,2 2,2 1,3 2,3"), "{variant}: three are not enough");
    }
    // Two at the end of a row and two at the start of the next do not form a line.
    let mut game = open("morpion4:6x6x4", "start");
    game.play_all("1,5 4,1 1,6 4,2 2,1 5,5 2,2").unwrap();
    assert!(game.finish().is_none());
    // Filling the gap makes five in a row; the view highlights all of them.
    let mut game = open("morpion4:6x6x4", "start");
    game.play_all("1,1 6,1 1,2 6,2 1,4 6,4 1,5 6,5 1,3").unwrap();
    assert_eq!(game.view().line, [0, 1, 2, 3, 4]);
}

#[test]
fn gomoku_is_an_alias_of_15x15x5() {
    assert_eq!(REGISTRY.variant("gomoku").unwrap().name(), "morpion4:15x15x5");
    assert_eq!(REGISTRY.variant("gomoku:19x19x5").unwrap().name(), "morpion4:19x19x5");
    let error = REGISTRY.variant("gomoku:21x15x5").unwrap_err().to_string();
    assert_eq!(
        error,
        "game options, character 8: found '21x15x5', expected a size COLUMNSxROWSxK, columns and rows from 3 to 20, K from 3 to 6"
    );
}
