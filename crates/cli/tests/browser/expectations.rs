//! What a newcomer expects: reconnection, confirmations, looking back, the browser's back
//! button, and announcements for screen readers.

use serde_json::json;

use crate::browser::page::Page;
use crate::browser::server::Server;
use crate::open;
use crate::support::Directory;
use crate::support::program::PLATEAU;

#[test]
fn the_page_reconnects_when_the_server_comes_back() {
    let data = Directory::new();
    let server = Server::start(PLATEAU, data.path());
    let mut page = Page::on(&server, "#/play?game=tictactoe&first=human&second=human");
    page.wait_for_turn();
    page.play(0);
    let port = server.port().to_owned();
    drop(server);
    page.browser.press("u");
    page.browser.wait_for("The server is not responding.");
    let _server = Server::restart(PLATEAU, data.path(), &port);
    page.wait_until("!document.querySelector('.status.urgent')");
    assert!(page.text(".status .message").starts_with("o to move"));
    page.browser.press("u");
    page.wait_for_moves(0);
}

#[test]
fn a_move_that_could_not_be_sent_is_asked_for_again() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human");
    page.wait_for_turn();
    page.evaluate("(() => { window.realFetch = fetch; window.fetch = async () => { throw new TypeError('offline'); }; })()");
    page.click_point("b2");
    page.browser.wait_for("The server is not responding. Trying again…");
    page.evaluate("window.fetch = window.realFetch");
    page.browser.wait_for("Your move was not sent. Play it again.");
    assert_eq!(page.count(".board .piece"), 0);
    page.click_point("b2");
    page.wait_for_moves(1);
    assert_eq!(page.count(".status.urgent"), 0);
    page.assert_no_errors();
}

#[test]
fn a_confirmation_stays_until_it_is_answered() {
    let mut page = open("#/play?game=othello&first=human&second=level:4");
    page.wait_for_turn();
    assert_eq!(page.text(".seat .side-word"), "Black", "the colour is named");
    page.play(0);
    page.browser.click("[data-tool=resign]");
    page.wait_for_moves(2);
    page.browser.press("v");
    assert_eq!(page.text(".status .message"), "Resign this game?");
    page.browser.click("[data-answer=no]");
    assert!(!page.text(".status .message").contains("Resign"));
    page.browser.click("[data-tool=resign]");
    page.browser.click("[data-answer=yes]");
    page.wait_until("document.querySelector('.game-over .result')");
    page.assert_no_errors();
}

#[test]
fn clicking_during_the_engines_turn_shows_a_message_that_disappears() {
    let mut page = open("#/play?game=othello&first=human&second=mcts:nodes=100000000");
    page.wait_for_turn();
    page.play(0);
    page.wait_until("document.querySelector('[data-tool=stop]')");
    assert_eq!(page.evaluate("document.querySelector('[data-tool=hint]').disabled"), true);
    page.browser.click_nth(".board .hit", 0);
    page.browser.wait_for("It's White's turn.");
    page.wait_until("!document.querySelector('.status.urgent')");
    page.assert_no_errors();
}

#[test]
fn looking_back_shows_the_values_of_that_position() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human&moves=b2.b3.a3");
    page.wait_for_moves(3);
    let left = "document.querySelector('.board').getBoundingClientRect().left";
    let before = page.evaluate(left);
    page.browser.press("v");
    page.wait_until("document.querySelectorAll('.board .value').length === 6");
    assert_eq!(page.evaluate(left), before, "the board must not move");
    page.browser.click("[data-ply='2']");
    page.wait_until("document.querySelectorAll('.board .value').length === 7");
    assert_eq!(page.text(".status .message"), "Earlier position, after move 1 by o · x to move");
    assert_eq!(page.evaluate("document.querySelector('.seat.turn').dataset.side"), "x");
    page.wait_until("document.querySelector('.eval-bar').title === 'x wins in 5'");
    page.click_point("a1");
    page.browser.wait_for("You are viewing an earlier position");
    page.browser.click(".actions button");
    page.wait_until("document.querySelectorAll('.board .value').length === 6");
    assert_eq!(page.moves().len(), 3);
    page.assert_no_errors();
}

#[test]
fn the_back_button_returns_to_the_previous_game() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human&moves=b2.b3.a3");
    page.wait_for_moves(3);
    let place = page.evaluate("location.hash");
    page.browser.click("[data-game=connect4]");
    page.wait_until("document.querySelector('[data-game=connect4][aria-pressed=true]')");
    assert_eq!(page.text("#announcer"), "New game: Connect Four; Red to move");
    let second = page.evaluate("location.hash");
    page.browser.click("[data-tool=new]");
    page.wait_until(&format!("location.hash !== {second}"));
    page.evaluate("history.go(-2)");
    page.wait_for_moves(3);
    assert_eq!(page.evaluate("location.hash"), place);
    // An undo is announced, too.
    page.browser.press("u");
    page.wait_for_moves(2);
    assert_eq!(page.text("#announcer"), "Undone: a3; x to move");
    page.assert_no_errors();
}

#[test]
fn a_lone_player_can_undo_in_quick_succession() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human&moves=b2.b3.a3.a2");
    page.wait_for_moves(4);
    // The invitation was copied, but nobody has joined.
    page.browser.click("[data-tool=share]");
    page.browser.click(".dialog .field button");
    page.browser.click(".dialog .close");
    page.evaluate("'uuuuuu'.split('').forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))");
    page.wait_for_moves(0);
    assert_eq!(page.count(".status.urgent"), 0);
    page.evaluate("'rrr'.split('').forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))");
    page.wait_for_moves(3);
    page.wait_until("document.querySelector('.board[data-interactive=true]')");
    // The same against an engine.
    page.evaluate("location.hash = '#/play?game=othello&first=human&second=level:1'");
    page.wait_until("document.querySelector('[data-game=othello][aria-pressed=true]')");
    for count in [2, 4, 6] {
        page.wait_for_turn();
        page.play(0);
        page.wait_until(&format!("document.querySelectorAll('.moves .move').length >= {count}"));
    }
    page.wait_for_turn();
    page.evaluate("'uuuuu'.split('').forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))");
    page.wait_for_moves(0);
    assert_eq!(page.count(".status.urgent"), 0);
    page.assert_no_errors();
}

#[test]
fn on_a_phone_estimates_are_marked_and_text_stays_readable() {
    let mut page = open("#/play?game=supermorpion&first=human&second=human");
    page.browser.resize(360, 740);
    page.wait_for_turn();
    page.browser.press("v");
    page.wait_until("document.querySelectorAll('.board .value.estimated').length > 9");
    let texts = page.evaluate(
        "[...document.querySelectorAll('.board .value.estimated')].map(value => value.textContent)",
    );
    assert!(texts.as_array().unwrap().iter().all(|text| text.as_str().unwrap().contains('≈')), "{texts}");
    let smallest = "Math.min(...[...document.querySelectorAll('.board .value text')].map(text =>
        text.getAttribute('font-size') * text.getScreenCTM().a))";
    let size = page.evaluate(smallest).as_f64().unwrap();
    assert!(size >= 8.0, "{size} pixels");
    page.evaluate("location.hash = '#/play?game=morpion4:19x19x5&first=human&second=human'");
    page.wait_until("document.querySelectorAll('.board .hit').length === 361");
    page.wait_until("document.querySelector('.eval-bar:not([hidden], .unknown)')");
    assert_eq!(page.count(".board .value"), 0, "values do not fit on a board this large");
    assert!(page.count(".board .dot") > 300, "legal moves are still marked");
    page.assert_no_errors();
}

#[test]
fn help_lists_the_keys_of_the_current_view() {
    let mut page = open("#/understand");
    page.wait_until("document.querySelector('.node-counts td')");
    page.browser.press("?");
    page.wait_until("document.querySelector('dialog kbd')");
    let keys = page.text(".keys");
    assert!(keys.contains("Next step of the search") && !keys.contains("Hint"), "{keys}");
    page.browser.press("Escape");
    page.evaluate("location.hash = '#/analyse?game=tictactoe'");
    page.wait_until("document.querySelector('.paste button')");
    page.browser.click(".paste button");
    page.browser.wait_for("Type or paste a position");
    page.browser.press("?");
    page.wait_until("document.querySelector('dialog kbd')");
    let keys = page.text(".keys");
    assert!(keys.contains("Previous move") && !keys.contains("Undo"), "{keys}");
    page.assert_no_errors();
}

#[test]
fn the_chosen_evaluation_is_used_at_the_leaves() {
    let mut page = open("#/understand?game=othello&depth=2");
    let root = "document.querySelector('[data-algorithm=minimax] .description')?.textContent";
    page.wait_until("document.querySelector('.node-counts td')");
    page.browser.click("[data-tool=last]");
    page.browser.click("[data-algorithm=minimax] canvas.tree");
    page.wait_until(&format!("/value [+−]/.test({root})"));
    let evaluations = page
        .evaluate("[...document.querySelectorAll('label:nth-of-type(2) option')].map(each => each.value)");
    assert_eq!(evaluations.as_array().unwrap().last(), Some(&json!("none")));
    page.evaluate("location.hash = '#/understand?game=othello&depth=2&eval=none&step=99'");
    page.wait_until(&format!("/value 0/.test({root})"));
    page.assert_no_errors();
}
