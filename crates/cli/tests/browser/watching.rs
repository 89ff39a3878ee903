//! Engines that play each other: at a pace, with pause and step, and in the arena.

use serde_json::json;

use crate::browser::page::Page;
use crate::open;

fn pieces(page: &mut Page) -> u64 {
    page.count(".board .piece")
}

#[test]
fn two_engines_play_at_a_pace_with_pause_and_step() {
    let mut page = open("");
    page.wait_until("document.querySelector('[data-watch=connect4]')");
    page.browser.click("[data-watch=connect4]");
    page.wait_until("document.querySelector('.replay [data-tool=run]')");
    page.wait_until("document.querySelectorAll('.board .piece').length === 2");
    page.browser.click("[data-tool=run]");
    page.wait_until("document.querySelector('.replay [data-tool=run]').title === 'Play'");
    let shown = pieces(&mut page);
    page.evaluate("new Promise(done => setTimeout(done, 1500))");
    assert_eq!(pieces(&mut page), shown, "nothing moves while it is paused");
    // A reload neither shows what is ahead nor goes on.
    page.evaluate("window.isOld = true");
    page.browser.call("Page.reload", &json!({})).unwrap();
    page.wait_until("!window.isOld && document.querySelector('.replay [data-tool=run]')?.title === 'Play'");
    page.wait_until(&format!("document.querySelectorAll('.board .piece').length === {shown}"));
    assert_eq!(page.moves().len() as u64, shown);
    page.browser.click("[data-tool=step]");
    page.wait_until(&format!("document.querySelectorAll('.board .piece').length === {}", shown + 1));
    page.evaluate("new Promise(done => setTimeout(done, 1200))");
    assert_eq!(pieces(&mut page), shown + 1, "one step is one move");
    assert_eq!(page.count("[data-tool=undo]:not([disabled]), [data-tool=resign]:not([disabled])"), 0);
    // To the end, quickly.
    page.evaluate("(() => { const pace = document.querySelector('[name=pace]'); pace.value = '300'; pace.dispatchEvent(new Event('change')); })()");
    page.browser.click("[data-tool=run]");
    page.wait_until("document.querySelector('.game-over')");
    let moves = page.moves().len() as u64;
    assert_eq!(pieces(&mut page), moves, "the result is shown after the last move");
    // A finished game can be replayed.
    page.browser.click("[data-tool=run]");
    page.wait_until("document.querySelectorAll('.board .piece').length < 4");
    page.assert_no_errors();
}

/// A step may still wait for its move when the game is started again.
#[test]
fn a_game_runs_on_after_a_step() {
    let mut page = open("#/play?game=supermorpion&first=level:8&second=level:8");
    for steps in [1, 2] {
        page.wait_until("document.querySelector('.replay [data-tool=run]')?.title === 'Pause'");
        page.browser.click("[data-tool=run]");
        page.wait_until("document.querySelector('.replay [data-tool=run]').title === 'Play'");
        assert!(!page.text(".status").contains("thinking"), "nothing is computed while it is paused");
        let shown = pieces(&mut page);
        for _ in 0..steps {
            page.browser.click("[data-tool=step]");
        }
        page.browser.click("[data-tool=run]");
        page.wait_until(&format!("document.querySelectorAll('.board .piece').length >= {}", shown + 3));
    }
    // A step in which the viewer goes elsewhere is given up.
    page.browser.click("[data-tool=run]");
    page.browser.click("[data-tool=step]");
    page.browser.click(".moves .move");
    page.wait_until("document.querySelectorAll('.board .piece').length === 1");
    page.evaluate("new Promise(done => setTimeout(done, 1500))");
    assert_eq!(pieces(&mut page), 1);
    page.assert_no_errors();
}

#[test]
fn the_thinking_of_an_opponent_is_shown_only_when_asked_for() {
    let mut page = open("#/play?game=othello&first=human&second=mcts:nodes=100000000");
    assert!(page.wait_for_turn());
    page.play(0);
    page.wait_until("document.querySelector('[data-tool=stop]')");
    page.evaluate("new Promise(done => setTimeout(done, 400))");
    assert_eq!(page.text(".status .message"), "Thinking…");
    assert_eq!(page.text("[data-tool=stop]"), "Move now");
    page.browser.click("[data-tool=thinking]");
    page.wait_until("document.querySelector('.status .message').textContent.includes('depth')");
    page.browser.click("[data-tool=thinking]");
    page.wait_until("document.querySelector('.status .message').textContent === 'Thinking…'");
    page.browser.click("[data-tool=stop]");
    page.wait_for_moves(2);
    page.assert_no_errors();
}

#[test]
fn a_reply_waits_until_the_move_has_landed() {
    let mut page = open("#/play?game=connect4&first=human&second=level:1");
    assert!(page.wait_for_turn());
    let reply = "new Promise(done => {
        const begun = performance.now();
        document.querySelector('.hit[data-name=\"d1\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
        const poll = () => document.querySelectorAll('.board .piece').length >= 2
            ? done(performance.now() - begun) : setTimeout(poll, 10);
        setTimeout(poll, 50);
    })";
    let waited = page.evaluate(reply).as_f64().unwrap();
    assert!(waited >= 390.0, "{waited} ms");
    // At once, if the player prefers that.
    page.browser.press("?");
    page.browser.click("dialog [name=reply]");
    page.browser.press("Escape");
    assert_eq!(page.evaluate("localStorage['plateau.reply']"), json!("\"now\""));
    page.assert_no_errors();
}

#[test]
fn a_tournament_is_started_from_the_page_and_stopped() {
    let mut page = open("#/arena");
    page.wait_until("document.querySelector('[data-tool=start-contest]')");
    let choose = |game: &str, pairs: u32| {
        format!(
            "(() => {{ const form = document.querySelector('.contest-form');
               form.game.value = '{game}'; form.pairs.value = '{pairs}'; form.player[2].value = 'level:1'; }})()"
        )
    };
    page.evaluate(&choose("othello", 10));
    page.browser.click("[data-tool=start-contest]");
    page.wait_until("document.querySelectorAll('.standings tbody tr').length === 3");
    page.wait_until("document.querySelector('.live-board .piece')");
    // Another person cannot start a second one, and is told why.
    let other = page.browser.new_context();
    let first = page.browser.visit(&format!("{}/#/arena", page.address), Some(&other));
    page.wait_until("document.querySelector('.live-board .piece')");
    assert_eq!(page.count("[data-tool=stop-contest]"), 0);
    page.browser.click("[data-tool=start-contest]");
    page.browser.wait_for("A tournament is already running");
    page.assert_no_errors_but("429");
    // The one who started it stops it.
    page.browser.switch_to(&first);
    let here = page.browser.visit(&format!("{}/#/arena", page.address), None);
    page.browser.switch_to(&here);
    page.browser.click_when_there("[data-tool=stop-contest]");
    page.wait_until("document.querySelector('[data-state=stopped]')");
    page.evaluate(&choose("tictactoe", 1));
    // A double click starts one tournament, and says nothing that stays.
    page.evaluate("(() => { const start = document.querySelector('[data-tool=start-contest]'); start.click(); start.click(); })()");
    page.wait_until("document.querySelector('[data-state=finished]')");
    assert_eq!(page.text(".page > .message"), "");
    page.wait_until("!document.querySelector('[data-tool=start-contest]').disabled");
    let points = page.evaluate("[...document.querySelectorAll('.standings td:nth-child(2)')].reduce((sum, cell) => sum + Number(cell.textContent), 0)");
    assert_eq!(points, json!(6), "six games");
    let result = page.text(".games-played li");
    assert!(["1–0", "0–1", "½–½"].iter().any(|score| result.contains(score)), "{result}");
    assert!(!page.text(".standings th[scope=row]").contains('.'), "no numbers that look like ranks");
    page.browser.click(".games-played button");
    page.wait_until("location.hash.startsWith('#/analyse')");
    page.assert_no_errors_but("429");
}
