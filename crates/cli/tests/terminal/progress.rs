//! The progress line of a search on a terminal.

use crate::support::program::PLATEAU;
use crate::window::Window;

#[test]
fn a_search_shows_its_progress_until_the_result() {
    let window = Window::new();
    window.run(&format!("'{PLATEAU}' solve connect4:8x7"));
    let running = window.wait_for(" nodes, ");
    assert!(running.lines().any(|line| line.contains(" s  depth ")), "{running}");
    window.keys(&["C-c"]);
    let done = window.wait_for("left 130");
    assert!(done.contains("; stopped"), "{done}");
    assert!(!done.contains(" s  depth "), "the progress line must be erased: {done}");
}
