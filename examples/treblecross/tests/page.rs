//! The page plays a game that it has no specific code for.

#[path = "../../../crates/cli/tests/support/browser/mod.rs"]
mod browser;

use browser::page::Page;

#[test]
fn treblecross_can_be_played_by_clicks() {
    let mut page = Page::open(env!("CARGO_BIN_EXE_treblecross"), "");
    page.wait_until("document.querySelector('[data-card=treblecross]')");
    page.browser.click("[data-card=treblecross] [data-level='level:2']");
    let mut moves = 0;
    while page.wait_for_turn() {
        page.play(moves * 5);
        moves += 1;
        assert!(moves < 100, "the game does not end");
    }
    assert_ne!(page.text(".game-over .result"), "");
    page.evaluate("location.hash = '#/analyse?game=treblecross'");
    page.wait_until("document.querySelectorAll('.board .value').length > 2");
    page.evaluate("location.hash = '#/understand?game=treblecross&depth=2'");
    page.wait_until("document.querySelector('.node-counts td')");
    page.assert_no_errors();
}
