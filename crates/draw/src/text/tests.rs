use plateau_core::layout::{Background, LabelSide, Mark, Point, Region};
use plateau_core::{Layout, Player, View};

use super::board;

/// Creates a view with these pieces only: `x`, `o`, any other character for empty.
fn view(pieces: &str) -> View {
    View {
        pieces: pieces.chars().map(Player::from_letter).collect(),
        turn: Player::First,
        moves: Vec::new(),
        last: Vec::new(),
        turned: Vec::new(),
        playable: Vec::new(),
        marks: Vec::new(),
        line: Vec::new(),
        region_line: Vec::new(),
        last_text: None,
        tally: None,
        in_hand: None,
        notes: Vec::new(),
        finish: None,
    }
}

#[track_caller]
fn assert_picture(layout: &Layout, view: &View, picture: &[&str]) {
    let drawn = board(layout, view);
    assert_eq!(drawn.lines().collect::<Vec<_>>(), picture, "\n{drawn}");
}

/// Creates a grid with numbered columns and rows.
fn numbered(columns: u32, rows: u32) -> Layout {
    let mut layout = Layout::grid(columns, rows, |column, row| format!("{},{}", row + 1, column + 1));
    for column in 0..columns {
        layout.label_column(column, &(column + 1).to_string(), LabelSide::TopOrLeft);
    }
    for row in 0..rows {
        layout.label_row(row, &(row + 1).to_string(), LabelSide::TopOrLeft);
    }
    layout
}

/// Creates nine regions of nine cells, numbered region by region.
fn nine_squares() -> Layout {
    let mut layout = Layout::grid(0, 0, |_, _| String::new());
    for region in 0..9_u16 {
        let (left, top) = (f32::from(region % 3) * 3.25, f32::from(region / 3) * 3.25);
        let name = (region + 1).to_string();
        layout.regions.push(Region { name, x: left, y: top, width: 3.0, height: 3.0 });
        for cell in 0..9_u16 {
            layout.points.push(Point {
                name: format!("{} {}", region + 1, cell + 1),
                words: None,
                x: left + f32::from(cell % 3) + 0.5,
                y: top + f32::from(cell / 3) + 0.5,
                region: Some(region),
            });
        }
    }
    (layout.width, layout.height) = (9.5, 9.5);
    layout
}

/// Creates points 1 to 9 in a square, with four more between them if `half`, and lines.
fn points(half: bool, edges: &[[u16; 2]]) -> Layout {
    let mut layout = Layout::grid(3, 3, |column, row| (row * 3 + column + 1).to_string());
    layout.background = Background::Lines;
    let between = [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (2.0, 2.0)];
    for (number, (x, y)) in (10..).zip(between).filter(|_| half) {
        layout.points.push(Point { name: number.to_string(), words: None, x, y, region: None });
    }
    layout.edges = edges.iter().map(|[a, b]| [a - 1, b - 1]).collect();
    layout
}

/// The horizontal and vertical edges of the four squares.
const SIDES: [[u16; 2]; 12] =
    [[1, 2], [2, 3], [4, 5], [5, 6], [7, 8], [8, 9], [1, 4], [4, 7], [2, 5], [5, 8], [3, 6], [6, 9]];
/// The diagonals through the centre, and the others.
const THROUGH_CENTRE: [[u16; 2]; 4] = [[1, 5], [5, 9], [3, 5], [5, 7]];
const AROUND_CENTRE: [[u16; 2]; 4] = [[2, 4], [2, 6], [4, 8], [8, 6]];

#[test]
fn boards_show_pieces_last_move_and_winning_line() {
    let variant = plateau_games::REGISTRY.variant("tictactoe").unwrap();
    let mut game = variant.start();
    assert_picture(variant.layout(), &game.view(), &["3  . . .", "2  . . .", "1  . . .", "   a b c"]);
    game.play_all("b2 a3").unwrap();
    assert_picture(variant.layout(), &game.view(), &["3 (o). .", "2  . x .", "1  . . .", "   a b c"]);
    game.play_all("a1 b3 c3").unwrap();
    assert_picture(variant.layout(), &game.view(), &["3  o o(X)", "2  . X .", "1  X . .", "   a b c"]);
}

#[test]
fn two_digit_labels_widen_the_columns() {
    let mut view = view(&"...x.o......".repeat(3));
    view.last = vec![11];
    assert_picture(
        &numbered(12, 3),
        &view,
        &[
            "   1  2  3  4  5  6  7  8  9 10 11 12",
            "1  .  .  .  x  .  o  .  .  .  .  . (.)",
            "2  .  .  .  x  .  o  .  .  .  .  .  .",
            "3  .  .  .  x  .  o  .  .  .  .  .  .",
        ],
    );
}

#[test]
fn the_largest_board_fits_in_80_columns() {
    let picture = board(&numbered(20, 20), &view(&".".repeat(400)));
    assert_eq!(picture.lines().count(), 21);
    assert!(picture.lines().all(|line| line.chars().count() <= 80));
    assert!(picture.ends_with("20  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"));
}

#[test]
fn labels_are_drawn_on_their_side() {
    let mut layout = Layout::grid(3, 2, |_, _| String::new());
    layout.label_column(1, "b", LabelSide::BottomOrRight);
    layout.label_row(0, "first", LabelSide::BottomOrRight);
    layout.label_row(1, "2", LabelSide::TopOrLeft);
    assert_picture(&layout, &view("x..oo."), &["   x . .  first", "2  o o .", "     b"]);
}

#[test]
fn last_move_does_not_shift_the_board() {
    let layout = Layout::grid(3, 1, |_, _| String::new());
    let mut view = view("xo.");
    assert_picture(&layout, &view, &[" x o ."]);
    view.last = vec![0];
    assert_picture(&layout, &view, &["(x)o ."]);
}

#[test]
fn regions_show_frames_names_owners_and_the_playable_one() {
    let mut view = view(&("x.o......".to_owned() + &".........".repeat(8)));
    view.marks = vec![
        Mark { region: 1, owner: Some(Player::First) },
        Mark { region: 3, owner: Some(Player::Second) },
        Mark { region: 8, owner: None },
    ];
    view.playable = vec![4];
    view.last = vec![4];
    view.pieces[72..].copy_from_slice(&self::view("xoxxoxoxo").pieces);
    assert_picture(
        &nine_squares(),
        &view,
        &[
            "+---1---+---2---+---3---+",
            "| x . o | X   X | . . . |",
            "| .(.). |   X   | . . . |",
            "| . . . | X   X | . . . |",
            "+---4---####5####---6---+",
            "| O O O # . . . # . . . |",
            "| O   O # . . . # . . . |",
            "| O O O # . . . # . . . |",
            "+---7---####8####---9---+",
            "| . . . | . . . | x o x |",
            "| . . . | . . . | x o x |",
            "| . . . | . . . | o x o |",
            "+-------+-------+-------+",
        ],
    );
}

#[test]
fn regions_are_not_highlighted_when_all_open_ones_are_playable() {
    let mut view = view(&".".repeat(81));
    view.marks = vec![Mark { region: 0, owner: Some(Player::Second) }];
    view.playable = (1..9).collect();
    assert!(!board(&nine_squares(), &view).contains('#'));
    view.playable = (2..9).collect();
    assert!(board(&nine_squares(), &view).contains('#'));
}

#[test]
fn winning_regions_are_highlighted() {
    let mut view = view(&".".repeat(81));
    view.marks = [2, 4, 6].map(|region| Mark { region, owner: Some(Player::Second) }).to_vec();
    view.region_line = vec![2, 4, 6];
    let picture = board(&nine_squares(), &view);
    let crossbar: Vec<&str> = picture.lines().skip(4).take(2).collect();
    assert_eq!(crossbar, ["+---4---####5#######6####", "| . . . # O O O # . . . |"], "\n{picture}");
}

#[test]
fn labels_are_outside_region_frames() {
    let mut layout = nine_squares();
    layout.regions.truncate(1);
    layout.points.truncate(9);
    (layout.width, layout.height) = (3.0, 3.0);
    layout.label_column(0, "a", LabelSide::BottomOrRight);
    layout.label_row(0, "3", LabelSide::TopOrLeft);
    let picture = ["  +---1---+", "3 | . . . |", "  | . x . |", "  | . . . |", "  +-------+", "    a"];
    assert_picture(&layout, &view("....x...."), &picture);
}

#[test]
fn points_on_lines_show_their_names() {
    let star = points(false, &[&SIDES[..], &THROUGH_CENTRE].concat());
    let mut view = view("x...o....");
    view.last = vec![0, 4];
    assert_picture(&star, &view, &["x1---2---3", " | \\ | / |", " 4-(o5)--6", " | / | \\ |", " 7---8---9"]);
}

#[test]
fn crossing_diagonals_widen_the_board() {
    let all = points(false, &[&SIDES[..], &THROUGH_CENTRE, &AROUND_CENTRE].concat());
    let mut view = view("xxxo.o...");
    view.line = vec![0, 1, 2];
    assert_picture(
        &all,
        &view,
        &[
            "X1----X2----X3",
            " | \\ / | \\ / |",
            " | / \\ | / \\ |",
            "o4-----5----o6",
            " | \\ / | \\ / |",
            " | / \\ | / \\ |",
            " 7-----8-----9",
        ],
    );
}

#[test]
fn points_between_points_widen_the_board() {
    let centres = [(10, [1, 2, 4, 5]), (11, [2, 3, 5, 6]), (12, [4, 5, 7, 8]), (13, [5, 6, 8, 9])];
    let spokes: Vec<[u16; 2]> =
        centres.iter().flat_map(|(centre, corners)| corners.map(|corner| [corner, *centre])).collect();
    let mut view = view("x........o..x");
    view.last = vec![12];
    assert_picture(
        &points(true, &[&SIDES[..], &spokes].concat()),
        &view,
        &[
            "x1-------2-------3",
            " | \\   / | \\   / |",
            " | o10   |  11   |",
            " | /   \\ | /   \\ |",
            " 4-------5-------6",
            " | \\   / | \\   / |",
            " |  12   |(x13)  |",
            " | /   \\ | /   \\ |",
            " 7-------8-------9",
        ],
    );
}

#[test]
fn unicode_style_uses_box_drawing_and_discs() {
    let variant = plateau_games::REGISTRY.variant("supermorpion").unwrap();
    let mut game = variant.start();
    game.play_all("5 1; 1 5; 5 2; 2 5; 5 3").unwrap();
    let style = super::Style { unicode: true, ..Default::default() };
    let drawn = super::board_with_style(variant.layout(), &game.view(), style);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "  ┌───1───┬───2───┏━━━3━━━┓", "\n{drawn}");
    assert_eq!(lines[1], "3 │ · · · │ · · · ┃ · · · ┃", "\n{drawn}");
    assert_eq!(lines[4], "  ├───4───┼───5───┗━━━6━━━┛", "\n{drawn}");
    assert_eq!(lines[12], "  └───────┴───────┴───────┘", "\n{drawn}");
    let variant = plateau_games::REGISTRY.variant("connect4").unwrap();
    let mut game = variant.start();
    game.play_all("4 4").unwrap();
    let drawn = super::board_with_style(variant.layout(), &game.view(), style);
    assert!(drawn.contains('●') && drawn.contains("(○)"), "\n{drawn}");
}

#[test]
fn colours_do_not_change_the_text() {
    for game in plateau_games::REGISTRY.games() {
        let variant = game.with_options("").unwrap();
        let mut record = variant.start();
        while let Some(mv) = record.legal_moves().pop().filter(|_| record.ply() < 12) {
            record.play(&mv).unwrap();
        }
        let style = super::Style { colour: true, ..Default::default() };
        let drawn = super::board_with_style(variant.layout(), &record.view(), style);
        // A colour sequence starts with ESC and ends with m.
        let bare: String = drawn
            .split('\u{1b}')
            .enumerate()
            .map(|(i, part)| if i == 0 { part } else { part.split_once('m').unwrap().1 })
            .collect();
        assert!(drawn.contains('\u{1b}'));
        assert_eq!(bare, board(variant.layout(), &record.view()), "{}", game.id);
    }
}

#[test]
fn narrow_widths_use_close_spacing() {
    let variant = plateau_games::REGISTRY.variant("morpion4:12x4x4").unwrap();
    let mut record = variant.start();
    record.play_all("b2 l3 c3 k4").unwrap();
    let board = |width| {
        super::board_with_style(
            variant.layout(),
            &record.view(),
            super::Style { width, ..Default::default() },
        )
    };
    let wide = board(None);
    assert_eq!(board(Some(80)), wide);
    let widest = wide.lines().map(|line| line.chars().count()).max().unwrap() as u16;
    assert_eq!(board(Some(widest)), wide);
    let drawn = board(Some(widest - 1));
    assert_eq!(
        drawn,
        concat!(
            "                     1 1 1\n",
            "   1 2 3 4 5 6 7 8 9 0 1 2\n",
            "1  . . . . . . . . . . . .\n",
            "2  . x . . . . . . . . . .\n",
            "3  . . x . . . . . . . . o\n",
            "4  . . . . . . . . . .(o).\n",
        )
    );
    assert_eq!(board(Some(3)), drawn, "there is no closer spacing");
    assert_eq!(usize::from(super::min_width(variant.layout(), &record.view())), 27);
}
