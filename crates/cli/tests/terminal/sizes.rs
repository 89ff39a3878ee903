//! The full screen as a player uses it, in a small and in a large window.

use crate::support::Directory;
use crate::window::Window;

/// The widths and heights of the windows.
const SIZES: [(&str, &str); 2] = [("80", "24"), ("200", "60")];

/// Returns the column and row of each label below a board with numbered columns.
fn labels(screen: &str, count: usize) -> Vec<(usize, usize)> {
    let numbers: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    let is_row = |line: &str| line.split_whitespace().take(count).eq(numbers.iter().map(String::as_str));
    let (row, line) = screen.lines().enumerate().find(|(_, line)| is_row(line)).expect("labels");
    let characters: Vec<char> = line.chars().collect();
    let starts = (0..characters.len()).filter(|&x| characters[x].is_ascii_digit());
    starts.take(count).map(|x| (x, row)).collect()
}

#[test]
fn a_game_is_chosen_from_the_menu_and_played_by_typing_and_by_mouse() {
    let directory = Directory::new();
    let mut distances = Vec::new();
    for size in SIZES {
        // Without a game, the menu opens first.
        let window = Window::play_in(size, "--second human");
        window.wait_for("> tic-tac-toe");
        window.keys(&["Down", "Down", "Down", "Enter"]);
        window.wait_for("Connect Four (connect4)");
        let screen = window.wait_without("Enter: play, Esc: cancel");
        assert!(screen.contains("m type a move") && screen.contains("> ● red (x): human"), "{screen}");
        assert!(!screen.contains("p pass"), "this game has no passes: {screen}");
        // A move is typed, and an error explained.
        window.keys(&["4"]);
        window.wait_for("your move: 4_");
        window.keys(&["Enter"]);
        window.wait_for("1. 4");
        window.keys(&["9", "Enter"]);
        window.wait_for("is not a column");
        window.keys(&["BSpace", "3", "Enter"]);
        let screen = window.wait_for("1. 4  3");
        // The board grows, and clicks hit its columns.
        let labels = labels(&screen, 7);
        distances.push(labels[1].0 - labels[0].0);
        let (x, y) = labels[6];
        window.click(x, y - 2);
        window.wait_for("2. 7");
        // A file that cannot be loaded is reported, and no moves are discarded.
        window.keys(&["l"]);
        window.write(&directory.file("missing"));
        window.keys(&["Enter"]);
        let screen = window.wait_for("cannot read");
        assert!(!screen.contains("(y/n)") && screen.contains("2. 7"), "{screen}");
        // A new game starts after one that ended without a move.
        window.keys(&["n", "y"]);
        window.wait_without("1. 4");
        window.keys(&["R", "y"]);
        window.wait_for("Game over: yellow wins (resignation)");
        window.keys(&["n", "5", "Enter"]);
        window.wait_for("1. 5");
        // Another size is typed in the menu.
        window.keys(&["G"]);
        window.wait_for("> Connect Four");
        window.write("9x8");
        window.wait_for("< 9x8 >");
        window.keys(&["Enter"]);
        window.wait_for("(y/n)");
        window.keys(&["y"]);
        window.wait_for("connect4:9x8");
        window.keys(&["q"]);
        window.wait_for("left 0");
    }
    assert_eq!(distances, [4, 20], "columns are far apart in a large window");
}

#[test]
fn othello_starts_on_a_legal_square_and_words_agree_with_the_discs() {
    for size in SIZES {
        let window = Window::play_in(size, "othello --second human");
        let screen = window.wait_for("Black to move");
        for text in ["> ● black (x): human", "○ white (o): human", "Discs: ● 2, ○ 2"] {
            assert!(screen.contains(text), "no '{text}': {screen}");
        }
        assert!(!screen.contains("p pass"), "no pass is legal: {screen}");
        window.keys(&["Enter"]);
        window.wait_for("1. d3");
        // A pass is offered where it is legal, and a pass of an engine reads naturally.
        window.play_next("othello:4 --moves 'b1 c1 d3 a1' --second human");
        window.wait_for("[p pass]");
        window.keys(&["p"]);
        window.wait_for("pass\n");
        window.wait_without("[p pass]");
        window.play_next("othello:4 --moves 'b1 c1 d3 a1' --first first --second human");
        window.wait_for("Black passes (1 node");
        window.play_next("othello:4 --moves 'b1 c1 d3 a1' --second human --lang fr");
        let screen = window.wait_for("[p passer]");
        assert!(screen.contains("Aux Noirs de jouer") && screen.contains("● Noirs (x) : humain"), "{screen}");
        window.play_next("othello:4 --moves 'b1 c1 d3 a1' --first first --second human --lang fr");
        window.wait_for("Les Noirs passent (1 nœud");
    }
}

#[test]
fn an_engine_moves_now() {
    for size in SIZES {
        let window = Window::play_in(size, "othello --first best:book=off --second human --time 1h");
        window.wait_for("[! move now]");
        window.keys(&["!"]);
        window.wait_for("Your turn (white)");
        window.wait_without("[! move now]");
    }
}
