//! Every view, in both colour schemes, against the rules of axe-core.

use std::path::Path;

use serde_json::{Value, json};

use crate::browser::page::Page;
use crate::open;

/// The rules, installed by `crates/server/page/check`.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/page/node_modules/axe-core/axe.min.js");

/// Returns the serious and critical findings, each with the elements it is about.
fn findings(page: &mut Page) -> Value {
    page.evaluate(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(node => node.html.slice(0, 200) + ' ' + node.failureSummary)]))",
    )
}

#[test]
fn no_view_has_serious_findings() {
    let axe = std::fs::read_to_string(Path::new(AXE)).expect("crates/server/page/check installs axe-core");
    let mut page = open("#/play?game=tictactoe&first=human&second=level:1");
    page.browser.evaluate(&axe).unwrap();
    assert!(page.wait_for_turn());
    page.play(0);
    for (view, shown, then) in [
        ("#/", ".game-card .board", ""),
        ("#/", ".game-card .board", "[data-more=connect4]"),
        ("#/", ".game-card .board", "[data-rules=tictactoe]"),
        ("#/play?game=supermorpion&first=human&second=level:1", ".board[data-interactive=true]", ""),
        ("#/play?game=connect4&first=human&second=level:1&moves=1.2.1.2.1.2.1", ".game-over", ""),
        ("#/play?game=othello&invite=o", ".invitation", ""),
        ("#/play?game=achi&first=level:1&second=level:1", ".replay", ""),
        ("#/analyse?game=tictactoe&moves=b2.b3", ".verdict small", ""),
        ("#/analyse?game=connect4&moves=1.4.2.4.1.6.7.5.6.3&seat=x", "[data-tool=first-mistake]", ""),
        ("#/analyse?game=tictactoe&moves=b2.b3.a3.c1.a1.a2.c3&seat=o&ply=1&try=1", ".trial", ""),
        ("#/understand", ".node-counts td", ""),
        ("#/my-games", ".my-games .board", ""),
        ("#/arena", ".contest-form button", ""),
        ("#/arena", ".contest-form button", "#help"),
    ] {
        for scheme in ["light", "dark"] {
            let media = json!({ "features": [
                { "name": "prefers-color-scheme", "value": scheme }, { "name": "prefers-reduced-motion", "value": "reduce" },
            ] });
            page.browser.call("Emulation.setEmulatedMedia", &media).unwrap();
            page.evaluate(&format!("location.hash = '{view}'"));
            page.wait_until(&format!("document.querySelector('{shown}')"));
            if !then.is_empty() {
                page.browser.click(then);
                page.wait_until("document.querySelector('dialog')");
            }
            page.wait_until("document.getAnimations().every(each => each.playState === 'finished')");
            assert_eq!(findings(&mut page), json!([]), "{view} {then} {scheme}");
            page.evaluate("document.querySelector('dialog')?.close()");
        }
    }
    let foreign = "performance.getEntriesByType('resource').map(({ name }) => name).filter(name => !name.startsWith(location.origin))";
    assert_eq!(page.evaluate(foreign), json!([]), "requests to others");
    // The rules find what is wrong.
    page.evaluate("document.querySelector('main').append(document.createElement('button'))");
    assert_eq!(findings(&mut page)[0][0], "button-name");
    page.assert_no_errors();
}
