//! The page offers a game it has never heard of, and plays it by clicks.

#[path = "../../../crates/cli/tests/browser/mod.rs"]
mod browser;

use browser::page::Page;

#[test]
fn treblecross_is_played_by_clicks() {
    let mut page = Page::open(env!("CARGO_BIN_EXE_treblecross"), "treblecross", "");
    let mut made = 0;
    while page.wait_for_turn() {
        page.play(made * 5);
        made += 1;
        assert!(made < 100, "it ends");
    }
    assert_ne!(page.text(".end .result"), "");
    page.evaluate("location.hash = '#/analyse?game=treblecross'");
    page.wait_until("document.querySelectorAll('.board .value').length > 2");
    page.evaluate("location.hash = '#/understand?game=treblecross&depth=2'");
    page.wait_until("document.querySelector('.growth td')");
    page.no_errors();
}
