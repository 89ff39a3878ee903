//! The start screen, and the games of this browser.

use serde_json::json;

use crate::browser::page::Page;
use crate::{games, open};

#[test]
fn every_game_is_one_click_from_its_first_move() {
    let mut page = open("");
    for game in games() {
        page.wait_until("document.querySelectorAll('.game-card .board').length === 7");
        assert_eq!(page.count(&format!("[data-card={game}] .levels a")), 4);
        assert!(page.count(&format!("[data-card={game}] .board .piece")) > 0, "the picture shows a game");
        page.browser.click(&format!("[data-card={game}] [data-level='level:2']"));
        page.wait_until("document.querySelector('.board[data-interactive=true]')");
        assert_eq!(page.text(".status strong").split(':').next(), Some("Your turn"));
        assert!(page.evaluate("document.title").as_str().unwrap().starts_with("● Your turn – "));
        page.play(0);
        page.evaluate("document.querySelector('#brand').click()");
    }
    page.assert_no_errors();
}

#[test]
fn a_card_has_rules_levels_and_sizes() {
    let mut page = open("");
    page.wait_until("document.querySelector('[data-rules=othello]')");
    page.browser.click("[data-rules=othello]");
    page.wait_until("document.querySelectorAll('dialog figure .board').length === 3");
    assert!(page.text("dialog").contains("flip") && page.count("dialog kbd") == 0);
    page.browser.press("Escape");
    page.browser.click("[data-more=othello]");
    page.wait_until("document.querySelectorAll('dialog [data-opponent]').length === 9");
    page.browser.click("dialog [data-variant='othello:6']");
    page.browser.click("dialog [data-clock='3m+2s']");
    page.browser.click("dialog [data-opponent='level:1']");
    page.wait_until("document.querySelectorAll('.board .hit').length === 36");
    page.wait_until("document.querySelectorAll('.clock').length === 2");
    assert_eq!(page.text("[data-seat=o] option:checked"), "Beginner (level 1)");
    page.assert_no_errors();
}

#[test]
fn the_opponent_is_changed_by_one_click() {
    let mut page = open("#/play?game=connect4&first=human&second=level:2");
    assert!(page.wait_for_turn());
    page.play(3);
    page.wait_for_moves(2);
    assert_eq!(page.text(".opponent-picker [aria-pressed=true]"), "Easy");
    page.browser.click(".opponent-picker [data-opponent='level:4']");
    page.wait_until(
        "document.querySelector('.opponent-picker [aria-pressed=true]').textContent === 'Medium'",
    );
    assert_eq!(page.moves().len(), 2, "the game goes on");
    page.assert_no_errors();
}

/// Plays the first free point until the game is over.
fn play_to_the_end(page: &mut Page) {
    while page.wait_for_turn() {
        page.play(0);
    }
}

#[test]
fn a_finished_game_is_listed_and_never_what_one_lands_on() {
    let mut page = open("#/play?game=tictactoe&first=human&second=level:1");
    play_to_the_end(&mut page);
    let result = page.text(".game-over .result");
    assert!(
        ["You won in ", "You lost in ", "Draw after "].iter().any(|start| result.starts_with(start)),
        "{result}"
    );
    let address = page.address.clone();
    page.browser.visit(&address, None);
    page.wait_until("document.querySelectorAll('.game-card .board').length === 7");
    assert_eq!(page.count("[data-continue], .game-over"), 0);
    page.evaluate("location.hash = '#/play?game=othello&first=human&second=level:1'");
    assert!(page.wait_for_turn());
    page.play(0);
    page.wait_for_moves(2);
    page.evaluate("location.hash = '#/my-games'");
    page.wait_until("document.querySelectorAll('.my-games .board').length === 2");
    let outcome = page.text("li:has(.outcome:not(:empty)):last-child .outcome");
    assert!(["Won", "Lost", "Draw"].contains(&outcome.as_str()), "{outcome}");
    assert_eq!(page.text(".my-games li:first-child .outcome"), "In progress");
    // Filter by game.
    page.browser.click("[data-filter=tictactoe]");
    page.wait_until("document.querySelectorAll('.my-games li').length === 1");
    assert!(page.text(".my-games li").contains("Beginner (level 1)"));
    // The record and the picture.
    let record = page.evaluate(
        "JSON.stringify(Object.values(JSON.parse(localStorage['plateau.games'])).map(game => game.record))",
    );
    assert!(record.as_str().unwrap().contains("game: tictactoe"));
    page.evaluate(
        "HTMLAnchorElement.prototype.click = function () { window.saved = [this.download, this.href]; }",
    );
    page.browser.click("[data-do=picture]");
    page.wait_until("window.saved");
    let name = page.evaluate("saved[0]");
    let stem = name.as_str().unwrap().strip_suffix(".png");
    assert!(stem.is_some_and(|stem| stem.starts_with("tictactoe-")), "{name}");
    // Review, then delete with a confirmation.
    page.browser.click("[data-do=review]");
    page.wait_until("document.querySelector('.verdict')");
    page.evaluate("history.back()");
    page.wait_until("document.querySelectorAll('.my-games li').length === 2");
    page.browser.click("[data-filter=tictactoe]");
    page.browser.click("[data-do=delete]");
    page.browser.click("[data-confirm=false]");
    assert_eq!(page.count(".my-games li"), 1);
    page.browser.click("[data-do=delete]");
    page.browser.click("[data-confirm=true]");
    // The other game is shown, as no filter is left.
    page.wait_until("document.querySelector('.my-games li h2')?.textContent === 'Othello'");
    assert_eq!(page.count(".my-games li"), 1);
    page.assert_no_errors();
}

#[test]
fn the_result_is_on_screen_without_scrolling_on_a_phone() {
    let mut page = open("#/play?game=connect4&first=human&second=level:1&moves=1.2.1.2.1.2");
    page.browser.resize(390, 844);
    assert!(page.wait_for_turn());
    page.click_point("a1");
    page.wait_until("document.querySelector('.game-over .result')");
    assert_eq!(
        (page.text(".game-over .result"), page.text(".how")),
        ("You won in 4 moves".into(), "4 in a row".into())
    );
    for part in [".result", "[data-tool=again]", "[data-tool=analyse]"] {
        let bottom = page.evaluate(&format!(
            "document.querySelector('{part}').getBoundingClientRect().bottom <= innerHeight"
        ));
        assert_eq!(bottom, json!(true), "{part}");
    }
    assert_eq!(page.evaluate("scrollY"), json!(0));
    assert!(page.evaluate("document.title").as_str().unwrap().starts_with("You won in 4 moves"));
    page.assert_no_errors();
}

#[test]
fn the_start_screen_speaks_french_and_works_by_keyboard() {
    let mut page = open("");
    page.wait_until("document.querySelector('[data-level]')");
    page.browser.click("#language");
    page.browser.wait_for("Choisissez un jeu");
    page.wait_until("document.querySelectorAll('.game-card .board').length === 7");
    assert_eq!(page.text("[data-card=connect4] h2"), "Puissance 4");
    let levels = page.evaluate(
        "[...document.querySelectorAll('[data-card=connect4] .levels a')].map(each => each.textContent)",
    );
    assert_eq!(levels, json!(["Facile", "Moyen", "Difficile", "Imbattable"]));
    let mut tabs = 0;
    while page.evaluate("document.activeElement.matches('[data-card=tictactoe] [data-level]')")
        == json!(false)
    {
        page.browser.press("Tab");
        tabs += 1;
        assert!(tabs < 40, "Tab never reaches the first level");
    }
    page.browser.press("Enter");
    page.browser.wait_for("À vous de jouer");
    page.assert_no_errors();
}

#[test]
fn games_that_were_only_opened_are_not_listed() {
    let mut page = open("#/play?game=connect4&first=human&second=level:1");
    assert!(page.wait_for_turn());
    for game in ["othello", "achi", "tictactoe"] {
        page.browser.click(&format!("[data-game={game}]"));
        page.wait_until(&format!("document.querySelector('[data-game={game}][aria-pressed=true]')"));
        assert!(page.wait_for_turn());
    }
    page.evaluate("location.hash = '#/my-games'");
    page.browser.wait_for("You have not played yet.");
    assert_eq!(page.count(".my-games li"), 0);
    page.assert_no_errors();
}
