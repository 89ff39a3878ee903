//! Boards that look like their games: what is shown under the pointer, dragging, themes.

use serde_json::{Value, json};

use crate::browser::page::Page;
use crate::open;

/// Returns the middle of the first element that matches, in pixels.
fn middle(page: &mut Page, selector: &str) -> [f64; 2] {
    let place = page.evaluate(&format!(
        "(() => {{
           const box = document.querySelector({selector:?}).getBoundingClientRect();
           return [box.left + box.width / 2, box.top + box.height / 2];
         }})()"
    ));
    serde_json::from_value(place).unwrap()
}

fn point(name: &str) -> String {
    format!(".hit[data-name=\"{name}\"]")
}

fn mouse(page: &mut Page, kind: &str, [x, y]: [f64; 2], pressed: bool) {
    let button = if kind == "mouseMoved" && !pressed { "none" } else { "left" };
    let event = json!({
        "type": kind, "x": x, "y": y, "button": button, "buttons": i32::from(pressed), "clickCount": 1,
    });
    page.browser.call("Input.dispatchMouseEvent", &event).unwrap();
}

/// Presses on a point, moves to another in two steps and releases there.
fn drag(page: &mut Page, from: &str, to: &str) {
    let [start, end] = [from, to].map(|name| middle(page, &point(name)));
    let half_way = [f64::midpoint(start[0], end[0]), f64::midpoint(start[1], end[1])];
    mouse(page, "mouseMoved", start, false);
    mouse(page, "mousePressed", start, true);
    mouse(page, "mouseMoved", half_way, true);
    mouse(page, "mouseMoved", end, true);
    mouse(page, "mouseReleased", end, false);
}

/// Touches a point, moves to another and lifts the finger there.
fn touch_drag(page: &mut Page, from: &str, to: &str) {
    let [start, end] = [from, to].map(|name| middle(page, &point(name)));
    let half_way = [f64::midpoint(start[0], end[0]), f64::midpoint(start[1], end[1])];
    for (kind, places) in [
        ("touchStart", vec![start]),
        ("touchMove", vec![half_way]),
        ("touchMove", vec![end]),
        ("touchEnd", vec![]),
    ] {
        let points: Vec<Value> = places.iter().map(|[x, y]| json!({ "x": x, "y": y })).collect();
        page.browser
            .call("Input.dispatchTouchEvent", &json!({ "type": kind, "touchPoints": points }))
            .unwrap();
    }
}

fn game(variant: &str, moves: &str) -> Page {
    let mut page = open(&format!("#/play?game={variant}&first=human&second=human&moves={moves}"));
    page.wait_for_turn();
    page
}

#[test]
fn a_disc_waits_above_its_column_and_shows_where_it_will_land() {
    let mut page = game("connect4", "4.4");
    let place = middle(&mut page, &point("d6"));
    mouse(&mut page, "mouseMoved", place, false);
    page.wait_until("document.querySelector('.board .waiting')");
    let landing = middle(&mut page, &point("d3"));
    let [waiting, ghost] = [".board .waiting", ".board .ghost"].map(|shown| middle(&mut page, shown));
    let rack = page.evaluate("document.querySelector('.board .foreground').getBoundingClientRect().top");
    assert!(waiting[1] < rack.as_f64().unwrap(), "above the rack");
    assert!((waiting[0] - landing[0]).abs() < 3.0, "{waiting:?} {landing:?}");
    assert!((ghost[0] - landing[0]).hypot(ghost[1] - landing[1]) < 4.0, "{ghost:?} {landing:?}");
    mouse(&mut page, "mouseMoved", [5.0, 5.0], false);
    page.wait_until("!document.querySelector('.board .waiting, .board .ghost')");
    // The rack is in front of its discs.
    let layers = page.evaluate(
        "[...document.querySelector('.board').children].map(layer => layer.getAttribute('class'))
           .filter(name => name === 'pieces' || name === 'foreground')",
    );
    assert_eq!(layers, json!(["pieces", "foreground"]));
    page.assert_no_errors();
}

#[test]
fn pieces_are_dragged_to_their_points() {
    let mut page = game("achi", "5.1.2.8.3.7.9.6");
    drag(&mut page, "5", "1");
    page.browser.wait_for("Black");
    assert_eq!(page.moves().len(), 8, "an occupied point is no target");
    drag(&mut page, "5", "4");
    page.wait_for_moves(9);
    assert_eq!(page.moves()[8], "5-4");
    assert_eq!(page.count(".board .carried, .board .raised"), 0);
    // A click raises a piece and lights its ways.
    page.wait_until("document.querySelectorAll('.board .source').length > 0");
    page.click_point("6");
    page.wait_until("document.querySelector('.board .piece.raised')");
    assert!(page.count(".board .way") > 0);
    page.click_point("5");
    page.wait_for_moves(10);
    page.assert_no_errors();
}

#[test]
fn discs_and_stones_are_dragged_too_and_a_release_outside_plays_nothing() {
    let mut page = game("connect4", "4");
    drag(&mut page, "a3", "c3");
    page.wait_for_moves(2);
    assert_eq!(page.moves(), ["4", "3"]);
    let start = middle(&mut page, &point("a3"));
    mouse(&mut page, "mousePressed", start, true);
    mouse(&mut page, "mouseMoved", [5.0, 300.0], true);
    mouse(&mut page, "mouseReleased", [5.0, 300.0], false);
    let mut stones = game("gomoku", "");
    stones.browser.resize(390, 844);
    stones.wait_until("document.querySelector('.board').dataset.touch === 'drag'");
    touch_drag(&mut stones, "3,3", "8,8");
    stones.wait_for_moves(1);
    assert_eq!(stones.moves(), ["8,8"]);
    assert_eq!(page.moves().len(), 2);
    page.assert_no_errors();
    stones.assert_no_errors();
}

#[test]
fn the_colours_of_boards_are_the_viewers_choice_and_stay() {
    let mut page = game("othello", "f5");
    let colour = "getComputedStyle(document.querySelector('.board')).getPropertyValue('--x-fill').trim()";
    let natural = page.evaluate(colour);
    assert_eq!(page.evaluate("document.querySelector('#boards').getAttribute('aria-pressed')"), "false");
    page.browser.click("#boards");
    page.wait_until("document.querySelector('#boards').getAttribute('aria-pressed') === 'true'");
    // Black stays black.
    assert_eq!(page.evaluate(colour), "#000000");
    assert_ne!(natural, "#000000");
    page.evaluate("window.isOld = true");
    page.browser.call("Page.reload", &json!({})).unwrap();
    page.wait_until("!window.isOld && document.querySelector('.board[data-interactive=true]')");
    assert_eq!(page.evaluate(colour), "#000000", "after a reload");
    page.browser.click("#boards");
    page.wait_until("document.querySelector('#boards').getAttribute('aria-pressed') === 'false'");
    assert_eq!(page.evaluate(colour), natural);
    page.assert_no_errors();
}

#[test]
fn cells_are_numbered_where_moves_are_written_with_numbers() {
    let mut page = game("supermorpion", "5+5");
    let place = middle(&mut page, &point("5 6"));
    mouse(&mut page, "mouseMoved", place, false);
    page.wait_until("document.querySelector('.board .cell-number.here')?.textContent === '6'");
    assert_eq!(page.count(".board .hover .cell-number"), 8, "of the empty cells");
    page.assert_no_errors();
}

#[test]
fn the_sides_have_the_names_of_their_colours() {
    let mut page = game("connect4", "4.1.4.1.4.1");
    page.browser.wait_for("Red");
    page.browser.click("#language");
    page.browser.wait_for("Rouges");
    page.click_point("d6");
    page.browser.wait_for("Les Rouges gagnent");
    assert_eq!(page.count(".board .won-ring"), 4);
    page.assert_no_errors();
}

/// The winning disc falls first; then the line and the rings appear.
#[test]
fn the_winning_line_waits_until_the_disc_has_landed() {
    let mut page = game("connect4", "4.1.4.1.4.1");
    let seen = page.evaluate(
        "new Promise(done => {
           const shown = () => ['.stroke', '.won-ring'].map(each => {
             const element = document.querySelector('.board ' + each);
             return element && getComputedStyle(element).visibility === 'visible';
           });
           document.querySelector('.hit[data-name=\"d6\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
           const moving = () => document.getAnimations().some(each => each.effect.target?.closest?.('.pieces'));
           const early = [];
           const poll = () => {
             if (moving()) { early.push(...shown()); requestAnimationFrame(poll); }
             else if (document.querySelector('.board .stroke')) setTimeout(() => done([early.some(each => each), shown()]), 100);
             else requestAnimationFrame(poll);
           };
           requestAnimationFrame(() => requestAnimationFrame(poll));
         })",
    );
    assert_eq!(seen, json!([false, [true, true]]));
    page.assert_no_errors();
}

#[test]
fn red_is_never_blue() {
    let mut page = game("connect4", "4");
    let is_red = "(() => { const [r, g, b] = getComputedStyle(document.querySelector('.board'))
        .getPropertyValue('--x-fill').match(/[0-9a-f]{2}/g).map(each => parseInt(each, 16)); return r > 2 * g && r > 2 * b; })()";
    for contrast in ["false", "true"] {
        for theme in ["light", "dark"] {
            let is_dark = page.evaluate("document.documentElement.classList.contains('dark')");
            if is_dark != json!(theme == "dark") {
                page.browser.click("#theme");
            }
            assert_eq!(page.evaluate(is_red), json!(true), "contrast {contrast}, {theme}");
        }
        page.browser.click("#boards");
    }
    page.assert_no_errors();
}
