//! The analysis view and the tree view.

use std::process::Command;

use serde_json::{Value, json};

use crate::browser::page::Page;
use crate::open;
use crate::support::Directory;
use crate::support::program::PLATEAU;

/// Runs `plateau` and returns its standard output and standard error.
fn plateau(args: &[&str]) -> (String, String) {
    let done = Command::new(PLATEAU).args(args).output().unwrap();
    assert!(done.status.success(), "{done:?}");
    (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

/// Formats a value as the board does.
fn formatted(value: &Value) -> String {
    let shape = match value["result"].as_str().unwrap() {
        "win" => "▲",
        "loss" => "▼",
        _ => "●",
    };
    let sign = |score: i64| match score {
        0 => "0".to_owned(),
        _ => format!("{}{}", if score > 0 { "+" } else { "−" }, score.abs()),
    };
    match (value["plies"].as_u64(), value["score"].as_i64()) {
        (Some(plies), None | Some(0)) => format!("{shape}in {plies}"),
        (Some(plies), Some(score)) => format!("{shape} {}in {plies}", sign(score)),
        (None, score) => format!("{shape} {}", sign(score.unwrap_or(0))),
    }
}

#[test]
fn values_on_the_board_match_plateau_analyse() {
    let mut page = open("");
    for (game, position) in [
        ("tictactoe", "x21o11xo o"),
        ("connect4", "xxox3/xxoox2/oooxo2/xxxoox1/xoooxxo/xxooxoo x"),
        ("othello:4", "start"),
    ] {
        let (answer, _) = plateau(&["analyse", game, position, "--json"]);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let query = position.replace(' ', "+");
        page.evaluate(&format!("location.hash = '#/analyse?game={game}&position={query}'"));
        let moves = answer["moves"].as_array().unwrap();
        page.wait_until(&format!(
            "document.querySelectorAll('.board .value:not(.estimated)').length === {}
             && document.querySelector('.verdict small')?.textContent === 'exact'",
            moves.len()
        ));
        for entry in moves {
            let mv = entry["move"].as_str().unwrap();
            let selector = format!(".value[data-move=\"{mv}\"]");
            assert_eq!(page.text(&selector), formatted(entry), "{game} {position} {mv}");
        }
    }
    page.assert_no_errors();
}

#[test]
fn tree_counts_match_plateau_tree() {
    let mut page = open("#/understand");
    for position in ["1o11o1oxx x", "x21o11xo o"] {
        let directory = Directory::new();
        let file = directory.path().join("tree.html");
        let (_, said) =
            plateau(&["tree", "tictactoe", position, "--lang", "en", "-o", file.to_str().unwrap()]);
        let query = position.replace(' ', "+");
        page.evaluate(&format!("location.hash = '#/understand?game=tictactoe&position={query}&depth=9'"));
        page.wait_until(&format!(
            "document.querySelector('[aria-pressed=true][data-preset]') && location.hash.includes('{query}')"
        ));
        let counts: Vec<&str> =
            said.split(|sign: char| !sign.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
        // The trees arrive before the table.
        for (algorithm, count) in ["minimax", "alphabeta"].into_iter().zip(&counts) {
            let selector = format!("[data-algorithm={algorithm}] header span");
            page.wait_until(&format!("document.querySelector({selector:?})?.dataset.visited === '{count}'"));
        }
        page.wait_until(&format!(
            "document.querySelector('.node-counts tbody tr:last-child td:nth-child(2)')?.textContent === '{}'",
            counts[0]
        ));
        // The last row of the table is the full depth.
        let row = page.evaluate(
            "[...document.querySelectorAll('.node-counts tbody tr:last-child td')].map(d => d.textContent)",
        );
        assert_eq!([&row[1], &row[2]], [&json!(counts[0]), &json!(counts[1])]);
    }
    // Large numbers have separators everywhere.
    page.evaluate("location.hash = '#/understand?game=tictactoe&position=4x4+o&depth=9'");
    page.browser.wait_for(" of 55,505 nodes are drawn");
    page.wait_until("document.querySelectorAll('.node-counts tbody tr').length === 8");
    let shown = page.evaluate("document.querySelector('.understand').innerText.match(/[0-9]{4,}/g)");
    assert_eq!(shown, json!(null));
    // The trees stay side by side whatever the headings above them.
    let tops = page.evaluate("[...document.querySelectorAll('canvas.tree')].map(each => each.offsetTop)");
    assert_eq!(tops[0], tops[1]);
    page.browser.click("[data-preset=loss]");
    page.wait_until(
        "document.querySelector('[data-algorithm=minimax] header span')?.dataset.visited === '238'",
    );
    assert_eq!(page.focus(), "loss");
    // The slider counts the visited nodes.
    page.browser.press("Home");
    assert!(page.text("[data-algorithm=minimax] header span").starts_with("1 of 238"));
    page.browser.press("n");
    assert!(page.text("[data-algorithm=minimax] header span").starts_with("2 of 238"));
    page.assert_no_errors();
}

/// Pastes a text into the analysis view.
fn paste(page: &mut Page, text: &str) {
    page.evaluate(&format!(
        "(() => {{
           document.querySelector('.paste textarea').value = {text:?};
           document.querySelector('.paste button').click();
         }})()"
    ));
}

#[test]
fn positions_and_records_can_be_pasted_varied_and_shared() {
    let mut page = open("#/analyse?game=connect4");
    page.wait_until("document.querySelector('.board .hit')");
    paste(&mut page, "7/7/7/7/3o3/2oxx2 x");
    page.wait_until("document.querySelectorAll('.board .piece').length === 4");
    paste(&mut page, "game: tictactoe\nstart: 9 x\nmoves: b2 b3 a3\nresult: *\n");
    page.wait_for_moves(3);
    // The first reply loses and is marked as a mistake.
    page.wait_until("document.querySelector('.moves .move:has(.mark)')");
    assert_eq!(page.text(".moves .move:has(.mark)"), "b3??");
    page.browser.click("[data-tool=back]");
    page.browser.click("[data-tool=back]");
    page.wait_until("document.querySelectorAll('.board .piece').length === 1");
    page.click_point("a1");
    page.wait_until("document.querySelector('.variation')");
    assert_eq!(page.moves(), ["b2", "a1"]);
    assert!(page.text(".variation").starts_with("Variation from move 1 (o)"));
    page.browser.click("[data-tool=share]");
    let link = page.evaluate("document.querySelector('.dialog .field input').value");
    let position = page.evaluate("document.querySelectorAll('.dialog .field input')[1].value");
    page.browser.click(".dialog .close");
    page.browser.click(".variation button");
    page.wait_for_moves(3);
    // The link opens the variation.
    let other = page.browser.new_context();
    page.browser.visit(link.as_str().unwrap(), Some(&other));
    page.wait_for_moves(2);
    assert_eq!(page.moves(), ["b2", "a1"]);
    page.browser.click("[data-tool=share]");
    assert_eq!(page.evaluate("document.querySelectorAll('.dialog .field input')[1].value"), position);
    page.assert_no_errors_but("422");
}
