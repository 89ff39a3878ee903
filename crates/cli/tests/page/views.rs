//! Analysing and understanding.

use std::process::Command;

use serde_json::{Value, json};

use crate::browser::page::Page;
use crate::open;

/// What the command line answers, and says on the side.
fn plateau(args: &[&str]) -> (String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_plateau")).args(args).output().unwrap();
    assert!(done.status.success(), "{done:?}");
    (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

/// A value as the board writes it.
fn written(value: &Value) -> String {
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
fn values_on_the_board_are_those_of_analyse() {
    let mut page = open("values", "");
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
            assert_eq!(page.text(&selector), written(entry), "{game} {position} {mv}");
        }
    }
    page.no_errors();
}

#[test]
fn trees_have_the_counts_of_the_command_line() {
    let mut page = open("trees", "#/understand");
    for position in ["1o11o1oxx x", "x21o11xo o"] {
        let file = page.directory.join("tree.html");
        let (_, said) =
            plateau(&["tree", "tictactoe", position, "--lang", "en", "-o", file.to_str().unwrap()]);
        let query = position.replace(' ', "+");
        page.evaluate(&format!("location.hash = '#/understand?game=tictactoe&position={query}&depth=9'"));
        page.wait_until(&format!(
            "document.querySelector('[aria-pressed=true][data-preset]') && location.hash.includes('{query}')"
        ));
        let counts: Vec<&str> =
            said.split(|sign: char| !sign.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
        // Trees and table arrive one after the other.
        for (algorithm, count) in ["minimax", "alphabeta"].into_iter().zip(&counts) {
            let selector = format!("[data-algorithm={algorithm}] header span");
            page.wait_until(&format!("document.querySelector({selector:?})?.dataset.visited === '{count}'"));
        }
        page.wait_until(&format!(
            "document.querySelector('.growth tbody tr:last-child td:nth-child(2)')?.textContent === '{}'",
            counts[0]
        ));
        // The last row of the table is the whole search.
        let row = page.evaluate(
            "[...document.querySelectorAll('.growth tbody tr:last-child td')].map(d => d.textContent)",
        );
        assert_eq!([&row[1], &row[2]], [&json!(counts[0]), &json!(counts[1])]);
    }
    // Numbers are written in one way, also in the library's sentences.
    page.evaluate("location.hash = '#/understand?game=tictactoe&position=4x4+o&depth=9'");
    page.browser.wait_for(" of 55,505 nodes are drawn");
    page.wait_until("document.querySelectorAll('.growth tbody tr').length === 8");
    let shown = page.evaluate("document.querySelector('.understand').innerText.match(/[0-9]{4,}/g)");
    assert_eq!(shown, json!(null));
    // However much there is to say above them, the trees stand side by side.
    let tops = page.evaluate("[...document.querySelectorAll('canvas.tree')].map(each => each.offsetTop)");
    assert_eq!(tops[0], tops[1]);
    page.browser.click("[data-preset=loss]");
    page.wait_until(
        "document.querySelector('[data-algorithm=minimax] header span')?.dataset.visited === '238'",
    );
    assert_eq!(page.focus(), "loss");
    // Step by step: the slider counts what has been visited.
    page.browser.press("Home");
    assert!(page.text("[data-algorithm=minimax] header span").starts_with("1 of 238"));
    page.browser.press("n");
    assert!(page.text("[data-algorithm=minimax] header span").starts_with("2 of 238"));
    page.no_errors();
}

/// Pastes a text on the analysing view.
fn paste(page: &mut Page, text: &str) {
    page.evaluate(&format!(
        "(() => {{
           document.querySelector('.paste textarea').value = {text:?};
           document.querySelector('.paste button').click();
         }})()"
    ));
}

#[test]
fn positions_and_records_are_pasted_varied_and_shared() {
    let mut page = open("paste", "#/analyse?game=connect4");
    page.wait_until("document.querySelector('.board .hit')");
    paste(&mut page, "7/7/7/7/3o3/2oxx2 x");
    page.wait_until("document.querySelectorAll('.board .piece').length === 4");
    paste(&mut page, "game: tictactoe\nstart: 9 x\nmoves: b2 b3 a3\nresult: *\n");
    page.wait_for_moves(3);
    // The first answer loses, and is marked by who judges.
    page.wait_until("document.querySelector('.moves .move:has(.mark)')");
    assert_eq!(page.text(".moves .move:has(.mark)"), "b3??");
    page.browser.click("[data-tool=back]");
    page.browser.click("[data-tool=back]");
    page.wait_until("document.querySelectorAll('.board .piece').length === 1");
    page.click_point("a1");
    page.wait_until("document.querySelector('.variation')");
    assert_eq!(page.moves(), ["b2", "a1"]);
    assert!(page.text(".variation").starts_with("Variation at move 1 of o"));
    page.browser.click("[data-tool=share]");
    let link = page.evaluate("document.querySelector('.sheet .field input').value");
    let position = page.evaluate("document.querySelectorAll('.sheet .field input')[1].value");
    page.browser.click(".sheet .close");
    page.browser.click(".variation button");
    page.wait_for_moves(3);
    // Whoever opens the link sees the variation.
    let other = page.browser.person();
    page.browser.visit(link.as_str().unwrap(), Some(&other));
    page.wait_for_moves(2);
    assert_eq!(page.moves(), ["b2", "a1"]);
    page.browser.click("[data-tool=share]");
    assert_eq!(page.evaluate("document.querySelectorAll('.sheet .field input')[1].value"), position);
    page.no_errors_but("422");
}
