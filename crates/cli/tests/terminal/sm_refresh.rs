//! `sm-refresh` in a terminal of 80 × 24.

use crate::support::Directory;
use crate::support::program::SM_REFRESH;
use crate::window::Window;

fn play(directory: &Directory, args: &str) -> Window {
    let window = Window::new();
    window.run(&format!("'{SM_REFRESH}' --dir '{}' --depth 1 {args}", directory.path().display()));
    window
}

/// Waits for a text and the prompt below it, which is printed last.
#[track_caller]
fn wait_for_turn(window: &Window, text: &str) -> String {
    window.wait_until(text, |screen| screen.contains(text) && screen.trim_end().ends_with("o>"))
}

/// Checks that a whole turn is on the screen, once, and nothing of the turns before.
#[track_caller]
fn shows_one_turn(screen: &str) {
    assert!(screen.lines().next().unwrap().contains("─1─"), "the top must be visible:\n{screen}");
    assert_eq!(screen.matches("─9─").count(), 1, "{screen}");
    assert_eq!(screen.matches("o>").count(), 1, "{screen}");
    assert!(screen.trim_end().lines().count() <= 24, "{screen}");
}

#[test]
fn the_screen_is_cleared_between_moves() {
    let directory = Directory::new();
    let window = play(&directory, "--start '4x499999999 15 o'");
    let screen = window.wait_for("o>");
    shows_one_turn(&screen);
    for part in ["large board", "grid 5", "legal moves: a3 "] {
        assert!(screen.contains(part), "{part}:\n{screen}");
    }
    window.keys(&["a1", "Enter"]);
    let screen = wait_for_turn(&window, "x plays 7 ");
    shows_one_turn(&screen);
    assert!(!screen.contains("grid 5"), "{screen}");
    window.keys(&["undo", "Enter"]);
    let screen = wait_for_turn(&window, "grid 5");
    shows_one_turn(&screen);
    assert!(!screen.contains("x plays"), "{screen}");
    window.keys(&["quit", "Enter"]);
    window.wait_for("left 0");
}

/// The first lines stay while the computer makes the first move, and go with yours.
#[test]
fn the_first_turn_names_the_page() {
    let directory = Directory::new();
    let window = play(&directory, "");
    let screen = window.wait_for("o>");
    shows_one_turn(&screen);
    assert!(screen.contains("super-morpion: you are o\n"), "{screen}");
    // The path may be longer than a line.
    let page = format!("open {} in a browser", directory.file("refresh.html"));
    assert!(screen.replace(['\n', ' '], "").contains(&page.replace(' ', "")), "{screen}");
    window.keys(&["1 a1 and more", "Enter"]);
    let screen = wait_for_turn(&window, "is not a grid and a cell");
    shows_one_turn(&screen);
    assert!(screen.contains("x plays 5 ") && !screen.contains("you are o"), "{screen}");
}

#[test]
fn mistakes_hints_and_help_are_shown_with_the_board() {
    let directory = Directory::new();
    let window = play(&directory, "--start 'X9999999oo7 00 o'");
    shows_one_turn(&window.wait_for("o>"));
    for (typed, expected) in [
        ("1 b2", "grid 1 is already won by x"),
        ("9 a3", "9 a3 is taken by o"),
        ("hint", "hint: 9 c3 ("),
        ("help", "show the best move and its value"),
        ("board", "legal moves, grid and cell:"),
    ] {
        window.keys(&[typed, "Enter"]);
        shows_one_turn(&wait_for_turn(&window, expected));
    }
}

#[test]
fn the_french_screen_fits() {
    let directory = Directory::new();
    let window = play(&directory, "--lang fr");
    let screen = window.wait_for("o>");
    shows_one_turn(&screen);
    for part in ["grand plateau", "coups légaux : ", "à vous de jouer (o) : jouez dans la grille ", "quitter"]
    {
        assert!(screen.contains(part), "{part}:\n{screen}");
    }
    window.keys(&["aide", "Enter"]);
    shows_one_turn(&wait_for_turn(&window, "afficher le meilleur coup et sa valeur"));
    window.keys(&["quitter", "Enter"]);
    window.wait_for("left 0");
}
