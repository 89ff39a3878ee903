//! Playing a friend by an invitation: who is here, and leaving.

use serde_json::json;

use crate::browser::page::Page;
use crate::open;

/// A game with an invitation that was not opened yet, in a new page.
fn invite(game: &str) -> (Page, String) {
    let mut page = open("");
    page.wait_until("document.querySelector('[data-friend]')");
    page.browser.click(&format!("[data-card={game}] [data-friend]"));
    page.wait_until("document.querySelector('.invitation input')");
    let link = page.evaluate("document.querySelector('.invitation input').value");
    (page, link.as_str().unwrap().to_owned())
}

/// Opens a link as another person, and returns the tab.
fn visit_as_another(page: &mut Page, link: &str) -> String {
    let person = page.browser.new_context();
    page.browser.visit(link, Some(&person))
}

fn status(page: &mut Page) -> String {
    page.text(".status strong")
}

#[test]
fn the_inviter_waits_and_plays_one_side_only() {
    let (mut page, link) = invite("tictactoe");
    assert!(link.contains("seat=o"), "{link}");
    assert_eq!(status(&mut page), "Waiting for your opponent");
    assert_eq!(page.count(".invitation button.primary"), 1, "one button copies the link");
    assert_eq!(page.count("[data-tool=resign]:not([disabled])"), 0, "nobody is there to win");
    assert_eq!(page.text("[data-seat=o] option:checked"), "Your friend (invited)");
    assert_eq!(page.count("[data-tool=hint][disabled], [data-tool=values][disabled]"), 2);
    page.click_point("b2");
    page.wait_for_moves(1);
    assert_eq!(page.count(".hit.legal"), 0, "the other side is not the inviter's");
    page.click_point("a1");
    page.wait_until("document.querySelector('.status.urgent')");
    assert_eq!(page.moves().len(), 1);
    let host = page.browser.visit(&format!("{}/#/", page.address), None);
    // The game waits on the start screen, too.
    page.wait_until("document.querySelector('[data-continue] .board')");
    assert!(page.text("[data-continue]").contains("Waiting for your opponent"));
    page.browser.click("[data-continue]");
    page.wait_for_moves(1);
    visit_as_another(&mut page, &link);
    page.wait_until("document.querySelector('.board[data-interactive=true]')");
    assert_eq!(status(&mut page), "Your turn");
    assert_eq!(page.count("[data-tool=hint][disabled], [data-tool=values][disabled]"), 2);
    // A third person watches.
    visit_as_another(&mut page, &link);
    page.browser.wait_for("This invitation has already been used.");
    assert_eq!(page.count(".hit.legal, .invitation"), 0);
    // The note goes, and says whose turn it is again.
    page.wait_until("document.querySelector('.status strong').textContent === 'o to move'");
    page.browser.wait_for("You are watching this game.");
    page.browser.switch_to(&host);
    page.wait_until("!document.querySelector('.invitation')");
    page.wait_until("document.querySelector('.status strong').textContent === 'Your opponent\\'s turn'");
    page.assert_no_errors();
}

#[test]
fn players_see_each_other_leave_and_return() {
    let (mut page, link) = invite("tictactoe");
    let host = page.browser.visit(link.split('?').next().unwrap(), None);
    page.wait_until("document.querySelector('.invitation')");
    let person = page.browser.new_context();
    let guest = page.browser.visit(&link, Some(&person));
    page.wait_until("document.querySelector('.presence.here')");
    let place = page.evaluate("location.href");
    page.browser.switch_to(&host);
    page.wait_until("document.querySelector('.presence.here')");
    page.browser.switch_to(&guest);
    page.browser.close_tab();
    page.browser.switch_to(&host);
    page.browser.wait_for("Your opponent has left");
    assert_eq!(page.evaluate("document.querySelector('.presence').className"), "presence left");
    page.browser.visit(place.as_str().unwrap(), Some(&person));
    page.wait_until("document.querySelector('.hit')");
    page.browser.switch_to(&host);
    page.browser.wait_for("Your opponent is here");
    page.wait_until("document.querySelector('.presence.here')");
    page.assert_no_errors();
}

#[test]
fn leaving_a_game_with_a_person_is_confirmed() {
    let (mut page, link) = invite("connect4");
    let host = page.browser.visit(link.split('?').next().unwrap(), None);
    page.wait_until("document.querySelector('.invitation')");
    // Nobody waits yet: leaving asks nothing.
    page.evaluate("location.hash = '#/my-games'");
    page.wait_until("document.querySelector('.my-games li')");
    page.evaluate("history.back()");
    page.wait_until("document.querySelector('.invitation')");
    let guest = visit_as_another(&mut page, &link);
    page.wait_until("document.querySelector('.hit')");
    page.browser.switch_to(&host);
    page.wait_until("!document.querySelector('.invitation')");
    let place = page.evaluate("location.hash");
    for way in ["[href='#/arena']", "#brand", "[data-game=othello]", "[data-tool=new]"] {
        page.browser.click(way);
        page.wait_until("document.querySelector('dialog.question')");
        page.browser.click("[data-confirm=false]");
        page.wait_until("!document.querySelector('dialog')");
        assert_eq!(page.evaluate("location.hash"), place, "{way}");
    }
    // A reload leaves nothing: the seat is kept.
    let asks = "(() => { const event = new Event('beforeunload', { cancelable: true });
        return !window.dispatchEvent(event); })()";
    assert_eq!(page.evaluate(asks), json!(false));
    page.browser.click("[href='#/arena']");
    page.wait_until("document.querySelector('dialog.question')");
    page.browser.click("[data-confirm=true]");
    page.wait_until("document.querySelector('.contest-form')");
    // At the end of the game nothing is asked.
    page.evaluate(&format!("location.hash = {place}"));
    page.wait_until("document.querySelector('[data-seat]')");
    page.browser.switch_to(&guest);
    page.wait_until("document.querySelector('.presence.here')");
    page.browser.switch_to(&host);
    page.click_point("d1");
    page.wait_for_moves(1);
    page.browser.click("[data-tool=resign]");
    page.browser.click("[data-answer=yes]");
    page.wait_until("document.querySelector('.game-over')");
    page.browser.click("[href='#/arena']");
    page.wait_until("document.querySelector('.contest-form')");
    page.assert_no_errors();
}

/// One who stays after the browser's Back button still finds the page before by it.
#[test]
fn staying_keeps_the_history() {
    let (mut page, link) = invite("tictactoe");
    let host = page.browser.visit(&format!("{}/#/my-games", page.address), None);
    page.wait_until("document.querySelector('.my-games li')");
    page.browser.click("[data-do=open]");
    page.wait_until("document.querySelector('.invitation')");
    let place = page.evaluate("location.hash");
    visit_as_another(&mut page, &link);
    page.wait_until("document.querySelector('.hit')");
    page.browser.switch_to(&host);
    page.wait_until("document.querySelector('.presence.here')");
    let entries = page.evaluate("history.length");
    for answer in ["false", "false", "true"] {
        page.evaluate("history.back()");
        page.wait_until("document.querySelector('dialog.question')");
        page.wait_until(&format!("location.hash === {place}"));
        assert_eq!(page.evaluate("history.length"), entries);
        page.browser.click(&format!("[data-confirm={answer}]"));
        page.wait_until("!document.querySelector('dialog')");
    }
    page.wait_until("location.hash === '#/my-games' && document.querySelector('.my-games li')");
    // The game is still the next page, and is left without a question once it is over.
    page.evaluate("history.forward()");
    page.wait_until("document.querySelector('.presence.here')");
    assert_eq!(page.evaluate("location.hash"), place);
    page.assert_no_errors();
}

#[test]
fn an_invitation_can_be_cancelled() {
    let (mut page, link) = invite("tictactoe");
    page.click_point("b2");
    page.wait_for_moves(1);
    page.browser.click("[data-tool=cancel-invitation]");
    page.wait_until("document.querySelector('.start-cards .game-card')");
    assert_eq!(page.count("[data-continue]"), 0, "it is forgotten");
    visit_as_another(&mut page, &link);
    page.wait_until("document.querySelector('.game-over')");
    assert_eq!(page.count(".hit.legal"), 0);
    page.assert_no_errors();
}
