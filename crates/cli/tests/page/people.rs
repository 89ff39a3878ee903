//! Several windows at once.

use crate::browser::page::Page;
use crate::open;

#[test]
fn two_people_and_one_who_watches() {
    let mut page = open("people", "#/play?game=tictactoe&first=human&second=human");
    page.wait_for_turn();
    page.browser.click("[data-tool=share]");
    let link = |page: &mut Page, index: usize| {
        let value =
            page.evaluate(&format!("document.querySelectorAll('.sheet .field input')[{index}].value"));
        value.as_str().unwrap().to_owned()
    };
    let (invitation, watching) = (link(&mut page, 0), link(&mut page, 1));
    assert!(invitation.contains("seat=o") && !watching.contains("token"));
    page.browser.click(".sheet .field button");
    page.browser.click(".sheet .close");
    page.wait_until("!document.querySelector('dialog')");
    let first = page.evaluate("location.href");
    let here = page.browser.visit(first.as_str().unwrap(), None);
    let guest = page.browser.person();
    let there = page.browser.visit(&invitation, Some(&guest));
    let crowd = page.browser.person();
    let watcher = page.browser.visit(&watching, Some(&crowd));
    page.wait_until("document.querySelector('.board .hit')");
    for (made, point) in ["a1", "b2", "a2", "c2"].into_iter().enumerate() {
        page.browser.turn_to(if made % 2 == 0 { &here } else { &there });
        page.wait_until("document.querySelector('.board[data-open=true]')");
        page.click_point(point);
        for session in [&here, &there, &watcher] {
            page.browser.turn_to(session);
            page.wait_for_moves(made + 1);
        }
    }
    // Who watches has nothing to click on.
    assert_eq!(page.count(".hit.live"), 0);
    // The other is asked before a move is taken back.
    page.browser.turn_to(&there);
    page.browser.press("u");
    page.browser.turn_to(&here);
    page.wait_until("document.querySelector('[data-tool=accept]')");
    page.browser.click("[data-tool=accept]");
    for session in [&here, &there, &watcher] {
        page.browser.turn_to(session);
        page.wait_for_moves(3);
    }
    page.no_errors();
}

#[test]
fn eight_tabs_of_one_browser_all_move() {
    let place = "#/play?game=tictactoe&first=human&second=level:1";
    let mut page = open("tabs", place);
    let address = format!("{}/{place}", page.address);
    let tabs: Vec<String> = (0..8).map(|_| page.browser.visit(&address, None)).collect();
    for round in 1..=2 {
        for tab in &tabs {
            page.browser.turn_to(tab);
            assert!(page.wait_for_turn());
            page.play(round);
        }
        // Every engine's answer comes to its own tab.
        for tab in &tabs {
            page.browser.turn_to(tab);
            page.wait_until(&format!(
                "document.querySelectorAll('.moves .move').length === {} || document.querySelector('.end')",
                2 * round
            ));
        }
    }
    page.no_errors();
}
