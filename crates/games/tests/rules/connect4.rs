//! Notation, errors and geometry of Connect Four.

use plateau_core::Player;
use plateau_games::REGISTRY;

fn rejected(variant: &str, position: &str) -> String {
    REGISTRY.variant(variant).unwrap().open(position).unwrap_err().to_string()
}

#[test]
fn impossible_positions_are_rejected_with_a_reason() {
    let cases = [
        (
            "7/7/7/7/x6/7 o",
            "board, character 9: the piece in column 1, row 2 from the bottom has an empty cell below it",
        ),
        ("7/7/7/7/7/xxx4 o", "board: x has 3 pieces and o has 0; they can differ by at most one"),
        ("7/7/7/7/7/x6 x", "side to move, character 14: x has more pieces, so it cannot be x's turn"),
        ("7/7/x5o/x5o/x5o/x5o x", "board: both sides have a line, but the game ends with the first one"),
        (
            "7/7/x6/x5o/x5o/xo4o x",
            "side to move, character 21: x has a line, so x moved last and it cannot be x's turn",
        ),
        ("7/7/x5x/x5x/xoo1o1x/xoo1oox o", "board: x has lines that cannot come from one last move"),
        ("7/7/7/7/7 x", "board, character 10: found ' ', expected a / and row 6: the board has 6 rows"),
        ("7/7/7/7/7/8 x", "board, character 11: found '8', expected a number of empty cells from 1 to 7"),
        ("7/7/7/7/7/7 q", "side to move, character 13: found 'q', expected the side to move, x or o"),
    ];
    for (position, sentence) in cases {
        assert_eq!(rejected("connect4", position), sentence, "{position}");
    }
}

#[test]
fn a_cell_name_selects_its_column() {
    let variant = REGISTRY.variant("connect4:4x4").unwrap();
    for point in &variant.layout().points {
        let mut game = variant.start();
        let column = (point.x + 0.5) as u32;
        assert_eq!(game.play(&point.name).as_deref(), Ok(column.to_string().as_str()), "{}", point.name);
    }
    let mut game = variant.start();
    game.play_all("1 1 1 1").unwrap();
    assert_eq!(game.play("a2").unwrap_err().to_string(), "move: column 1 is full");
    for name in ["e1", "a0", "a5", "a", "é1"] {
        assert!(game.play(name).unwrap_err().found.is_some(), "{name}");
    }
}

#[test]
fn a_position_can_be_given_as_moves() {
    let game = REGISTRY.variant("connect4").unwrap().open("4453").unwrap();
    assert_eq!(game.position_text(), "7/7/7/7/3o3/2oxx2 x");
    assert_eq!((game.ply(), game.moves_text().as_str()), (4, "4 4 5 3"));
    assert_eq!(rejected("connect4", "44444448"), "move, character 7: column 4 is full");
    assert_eq!(rejected("connect4", "48"), "move, character 2: found '8', expected a column from 1 to 7");
    assert_eq!(
        rejected("connect4", "12121213"),
        "move, character 8: the game is over, there is no move to play"
    );
}

#[test]
fn zero_means_column_ten_in_a_sequence() {
    let wide = REGISTRY.variant("connect4:10x4").unwrap();
    for list in ["0012", "10 10 1 2", "10;0;1;2"] {
        let mut game = wide.start();
        game.play_all(list).unwrap();
        assert_eq!(game.moves_text(), "10 10 1 2", "{list}");
    }
    // As a position, every digit is a column, also on this board.
    for (text, moves) in [("10", "1 10"), ("100", "1 10 10"), ("0", "10")] {
        assert_eq!(wide.open(text).unwrap().moves_text(), moves);
    }
    let mut game = REGISTRY.variant("connect4").unwrap().start();
    let error = game.play_all("10").unwrap_err().to_string();
    assert_eq!(error, "move, character 2: found '0', expected a column from 1 to 7");
    assert_eq!(game.ply(), 0, "an invalid list must play no move");
}

#[test]
fn every_size_finds_lines_in_all_directions_but_not_across_the_edge() {
    for (columns, rows) in [(4, 4), (7, 6), (8, 7), (10, 4), (4, 10), (10, 10)] {
        let variant = REGISTRY.variant(&format!("connect4:{columns}x{rows}")).unwrap();
        let over = |moves: &str| {
            let mut game = variant.start();
            game.play_all(moves).unwrap();
            game.finish().is_some()
        };
        assert!(over("1 2 1 2 1 2 1"), "vertical");
        assert!(over("1 1 2 2 3 3 4"), "horizontal");
        assert!(over("1 2 2 3 3 4 3 4 4 1 4"), "diagonal");
        assert!(over("4 3 3 2 2 1 2 1 1 4 1"), "anti-diagonal");
        assert!(!over("1 2 1 2 1 2"), "three are not enough");
    }
    // Two at the top of a column and two at the bottom of the next do not form a line.
    let game = REGISTRY.variant("connect4:4x4").unwrap().open("x3/x3/ox2/oxoo o").unwrap();
    assert!(game.finish().is_none());
}

#[test]
fn other_lengths_win_and_one_stone_less_does_not() {
    for (columns, rows, line) in [(3, 3, 3), (10, 10, 3), (5, 5, 5), (7, 6, 5), (6, 6, 6), (10, 10, 6)] {
        let name = format!("connect4:{columns}x{rows}x{line}");
        let variant = REGISTRY.variant(&name).unwrap();
        let vertical = "1 2 ".repeat(line - 1);
        let columns = (1..line).flat_map(|column| [column.to_string(), column.to_string()]);
        let horizontal = columns.collect::<Vec<_>>().join(" ");
        for (moves, last) in [(vertical, 1), (horizontal, line)] {
            let mut game = variant.start();
            game.play_all(&moves).unwrap();
            assert!(game.finish().is_none(), "{name} {moves}");
            game.play_all(&last.to_string()).unwrap();
            assert!(game.finish().is_some(), "{name} {moves} {last}");
            assert_eq!(game.view().line.len(), line, "{name} {moves} {last}");
        }
    }
    // Four in a row fit on three rows only along a row.
    let mut game = REGISTRY.variant("connect4:4x3").unwrap().start();
    game.play_all("1 1 2 2 3 3").unwrap();
    assert_eq!(game.position_text(), "4/ooo1/xxx1 x");
    game.play_all("4").unwrap();
    assert_eq!(game.finish().and_then(|finish| finish.outcome.winner()), Some(Player::First));
}

#[test]
fn every_cell_of_a_column_is_clickable() {
    let mut game = REGISTRY.variant("connect4").unwrap().start();
    game.play_all("4").unwrap();
    let view = game.view();
    let fourth = view.moves.iter().find(|mv| mv.text == "4").unwrap();
    assert_eq!(fourth.path.points, [31]);
    assert_eq!(fourth.path.also, [38, 24, 17, 10, 3]);
    game.play_all("5 4 5 4 5 4").unwrap();
    let mut line = game.view().line;
    line.sort_unstable();
    assert_eq!(line, [17, 24, 31, 38]);
}
