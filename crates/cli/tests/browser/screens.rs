//! Languages, window sizes and colour themes.

use serde_json::json;

use crate::browser::page::Page;
use crate::{games, open};

#[test]
fn the_page_speaks_french() {
    let mut page = open("#/play?game=supermorpion&first=human&second=level:1");
    let agent = page.evaluate("navigator.userAgent");
    let french = json!({ "userAgent": agent, "acceptLanguage": "fr" });
    page.browser.call("Emulation.setUserAgentOverride", &french).unwrap();
    page.browser.call("Page.reload", &json!({})).unwrap();
    page.browser.wait_for("Annuler");
    page.wait_for_turn();
    assert_eq!(page.evaluate("document.documentElement.lang"), "fr");
    page.click_point("5 1");
    page.wait_for_moves(2);
    let status = page.text(".status .message");
    assert!(status.contains("grille"), "{status}");
    for view in ["#/analyse?game=tictactoe", "#/understand"] {
        page.evaluate(&format!("location.hash = '{view}'"));
        page.browser.wait_for(if view.contains("analyse") { "exact" } else { "nœuds visités sur 49" });
    }
    page.browser.click("#language");
    page.browser.wait_for("of 49 nodes visited");
    page.assert_no_errors();
}

#[test]
fn a_phone_never_scrolls_sideways() {
    let mut page = open("");
    page.browser.resize(360, 740);
    for game in games() {
        page.evaluate(&format!("location.hash = '#/play?game={game}&first=human&second=level:1'"));
        page.wait_until(&format!("document.querySelector('[data-game={game}][aria-pressed=true]')"));
        page.wait_until("document.querySelector('.board[data-interactive=true]')");
        page.play(0);
        page.assert_fits();
    }
    for (view, shown) in [
        ("#/analyse?game=othello&moves=f5.d6", ".verdict small"),
        ("#/understand", ".node-counts td"),
        ("#/my-games", ".my-games .board"),
        ("#/arena", ".contest-form button"),
        ("#/", ".game-card .board"),
    ] {
        page.evaluate(&format!("location.hash = '{view}'"));
        page.wait_until(&format!("document.querySelector('{shown}')"));
        page.assert_fits();
        let small = page.evaluate(
            "[...document.querySelectorAll('button, select, a.button')].filter(each => each.offsetParent
               && (each.offsetHeight < 44 || each.offsetWidth < 44)).map(each => each.outerHTML)",
        );
        assert_eq!(small, json!([]), "targets smaller than a finger in {view}");
    }
    page.assert_no_errors();
}

#[test]
fn showing_values_does_not_move_the_board() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human");
    page.wait_for_turn();
    let place = "JSON.stringify(document.querySelector('.board').getBoundingClientRect())";
    for (width, height) in [(390, 844), (1280, 800), (2560, 1300)] {
        page.browser.resize(width, height);
        page.wait_until(&format!("innerWidth === {width}"));
        let before = page.evaluate(place);
        page.browser.press("v");
        page.wait_until("document.querySelectorAll('.board .value').length === 9");
        assert_eq!(page.evaluate(place), before, "the board moved at {width}×{height}");
        page.browser.press("v");
        page.wait_until("!document.querySelector('.board .value')");
    }
    // On a wide screen the panel stays near the board.
    let beyond = page.evaluate("innerWidth - document.querySelector('.side').getBoundingClientRect().right");
    assert!(beyond.as_f64() > Some(200.0), "{beyond}");
    page.assert_no_errors();
}

#[test]
fn only_the_panel_scrolls_at_the_end_of_a_game() {
    let place = "#/play?game=tictactoe&first=human&second=human&moves=b2.a2.a1.c3.c1.b1.a3";
    let mut page = open(place);
    page.browser.resize(1280, 600);
    page.wait_until("document.querySelector('.plot .curve') && document.querySelector('.mistake')");
    let scrolls = "['.column', '.moves'].map(each => document.querySelector(each))
        .map(each => each.scrollHeight > each.clientHeight)";
    assert_eq!(page.evaluate(scrolls), json!([true, false]));
    page.assert_no_errors();
}

#[test]
fn dark_mode_keeps_contrast() {
    let mut page = open("#/play?game=supermorpion&first=human&second=level:1");
    page.wait_for_turn();
    let brightness = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3)
        .reduce((sum, part) => sum + Number(part) / 765, 0)";
    let mut screenshots = Vec::new();
    for (scheme, is_dark) in [("light", false), ("dark", true)] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        page.browser.call("Emulation.setEmulatedMedia", &media).unwrap();
        page.wait_until(&format!("({brightness} < 0.5) === {is_dark}"));
        let paper = page.evaluate(brightness).as_f64().unwrap();
        let ink = page.evaluate(&brightness.replace("backgroundColor", "color")).as_f64().unwrap();
        assert!((paper - ink).abs() > 0.6, "{scheme}: {paper} under {ink}");
        screenshots.push(page.browser.screenshot());
    }
    assert!(screenshots.iter().all(|image| image.len() > 10_000) && screenshots[0] != screenshots[1]);
    page.assert_no_errors();
}

#[test]
#[ignore = "writes the screenshots of the documentation, for docs/pictures/make"]
fn documentation_screenshots() {
    let whole_review = "document.querySelector('.plot .curve')?.getAttribute('d').split('L').length === 14
        && document.querySelector('.review[aria-busy=false]') && document.querySelectorAll('.board .value').length === 6";
    let boards = "document.querySelectorAll('.board').length >= 7";
    for (name, theme) in [("boards", ""), ("boards-dark", "dark"), ("boards-contrast", "contrast")] {
        let mut page = open("");
        page.browser.resize(1280, 880);
        page.wait_until(boards);
        for (button, wanted) in [("#theme", "dark"), ("#boards", "contrast")] {
            if theme == wanted {
                page.browser.click(button);
            }
        }
        page.wait_until("document.getAnimations().length === 0");
        save_screenshot(&mut page, name);
    }
    for (name, place, shown) in [
        (
            "play",
            "play?game=supermorpion&moves=5+5.5+1.1+5.5+3.3+5.5+2.2+2.2+5.8+8.8+5.4+4",
            "document.querySelector('.board[data-interactive=true]')",
        ),
        ("analyse", "analyse?game=connect4&moves=4.4.4.4.2.4.4.5.3.2.5.3.1&ply=9", whole_review),
        (
            "understand",
            "understand?game=tictactoe&position=1o11o1oxx+x&depth=9&step=22",
            "document.querySelectorAll('.node-counts td').length > 8",
        ),
    ] {
        let mut page = open(&format!("#/{place}"));
        page.wait_until(shown);
        page.wait_until("document.getAnimations().length === 0");
        save_screenshot(&mut page, name);
    }
}

fn save_screenshot(page: &mut Page, name: &str) {
    let image = page.browser.screenshot();
    std::fs::write(std::env::temp_dir().join(format!("{name}.png.base64")), image).unwrap();
}
