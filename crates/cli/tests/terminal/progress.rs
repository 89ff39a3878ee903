//! Progress of long jobs on a terminal.

use crate::support::program::PLATEAU;
use crate::window::Window;

#[test]
fn a_search_shows_its_progress_until_the_result() {
    let window = Window::new();
    window.run(&format!("'{PLATEAU}' solve connect4:8x7"));
    let running = window.wait_for(" nodes/s");
    assert!(running.contains("depth "), "{running}");
    window.keys(&["C-c"]);
    let done = window.wait_for("left 130");
    assert!(done.contains("; stopped"), "{done}");
    assert_eq!(done.matches(" nodes/s").count(), 1, "only the result must be left: {done}");
}

#[test]
fn a_timed_search_shows_the_time_left() {
    let window = Window::new();
    window.run(&format!("'{PLATEAU}' best connect4:8x7 --time 4s"));
    window.wait_for("s left");
    let done = window.wait_for("left 0");
    assert!(!done.contains("s left"), "the bar must disappear: {done}");
}

#[test]
fn a_match_shows_games_rate_and_time_left() {
    let window = Window::new();
    let slow = "oneshot!sh -c 'sleep 0.2; echo none'";
    window.run(&format!(
        "'{PLATEAU}' match first \"{slow}\" --game tictactoe --games 20 --openings random:plies=0"
    ));
    let running = window.wait_for("/20 ");
    assert!(running.contains("/s  ") && running.contains(" left  +"), "{running}");
    window.keys(&["C-c"]);
    let done = window.wait_for("left 130");
    assert!(!done.contains("/20 "), "the bar must disappear: {done}");
}
