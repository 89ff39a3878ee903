//! The page, in a real browser: every game by clicks, analysis and trees that say
//! what the command line says, two people and a watcher, keys, French, phones.

mod browser;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use browser::Browser;
use serde_json::{Value, json};

const GAMES: [&str; 7] = ["tictactoe", "supermorpion", "morpion4", "connect4", "othello", "achi", "picaria"];

/// More moves than any of these games takes.
const MOVES: usize = 400;

/// A server with a browser at its page, gone when it is dropped.
struct Page {
    directory: PathBuf,
    server: Child,
    address: String,
    browser: Browser,
}

impl Page {
    /// Opens a place of the page, `#/…`.
    fn open(name: &str, place: &str) -> Self {
        let name = format!("page-{name}-{}", std::process::id());
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir(&directory).unwrap();
        let mut server = Command::new(env!("CARGO_BIN_EXE_plateau"))
            .args(["serve", "--port", "0", "--data"])
            .arg(directory.join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let start = line.find("http://").unwrap_or_else(|| panic!("an address in {line:?}"));
        let address = line[start..].split_whitespace().next().unwrap().trim_end_matches('/').to_owned();
        let mut browser = Browser::start(&directory.join("profile"));
        browser.visit(&format!("{address}/{place}"), None);
        Self { directory, server, address, browser }
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression).unwrap()
    }

    fn text(&mut self, selector: &str) -> String {
        let value = self.evaluate(&format!("document.querySelector({selector:?})?.textContent"));
        value.as_str().unwrap_or_default().to_owned()
    }

    fn count(&mut self, selector: &str) -> u64 {
        self.evaluate(&format!("document.querySelectorAll({selector:?}).length")).as_u64().unwrap()
    }

    fn wait_until(&mut self, condition: &str) {
        self.browser.wait_until(condition);
    }

    /// Waits until it is one's turn on the board, or the game is over.
    fn wait_for_turn(&mut self) -> bool {
        self.wait_until("document.querySelector('.board[data-open=true], .end')");
        self.count(".end") == 0
    }

    /// The moves of the list.
    fn moves(&mut self) -> Vec<String> {
        let moves =
            self.evaluate("[...document.querySelectorAll('.moves .move')].map(m => m.firstChild.data)");
        serde_json::from_value(moves).unwrap()
    }

    fn wait_for_moves(&mut self, count: usize) {
        self.wait_until(&format!("document.querySelectorAll('.moves .move').length === {count}"));
    }

    /// Clicks on a point by its name.
    fn click_point(&mut self, name: &str) {
        self.browser.click(&format!(".hit[aria-label^=\"{name},\"]"));
    }

    /// Makes a move by clicks: a button, or one of the dots, for which a piece
    /// may have to be picked up first. `pick` chooses among them.
    fn play(&mut self, pick: usize) {
        let before = self.moves().len();
        if self.count(".beside [data-move]") > 0 {
            self.browser.click(".beside [data-move]");
        } else {
            if self.count(".board .dot") == 0 {
                let sources = usize::try_from(self.count(".board .source")).unwrap();
                assert!(sources > 0, "there is something to click on");
                self.mark(".board .source", pick % sources);
                self.browser.click("#pick");
            }
            let dots = usize::try_from(self.count(".board .dot")).unwrap();
            assert!(dots > 0, "a piece can go somewhere");
            self.mark(".board .dot", pick % dots);
            self.browser.click("#pick");
        }
        self.wait_until(&format!("document.querySelectorAll('.moves .move').length > {before}"));
    }

    /// Gives one of several elements a name to click on.
    fn mark(&mut self, selector: &str, index: usize) {
        self.evaluate(&format!(
            "(() => {{
               document.getElementById('pick')?.removeAttribute('id');
               document.querySelectorAll({selector:?})[{index}].id = 'pick';
             }})()"
        ));
    }

    fn no_errors(&self) {
        assert_eq!(self.browser.errors(), &[] as &[Value]);
    }

    /// No part of the page is wider than it.
    fn fits(&mut self) {
        let widths = self.evaluate("[document.documentElement.scrollWidth, innerWidth]");
        assert!(widths[0].as_u64() <= widths[1].as_u64(), "{widths} at {}", self.evaluate("location.hash"));
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

fn plateau(args: &[&str]) -> (String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_plateau")).args(args).output().unwrap();
    assert!(done.status.success(), "{done:?}");
    (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

#[test]
fn every_game_is_played_to_its_end_by_clicks() {
    let mut page = Page::open("games", "");
    for game in GAMES {
        page.evaluate(&format!("location.hash = '#/play?game={game}&first=human&second=level:1'"));
        page.wait_until(&format!("document.querySelector('[data-game={game}][aria-pressed=true]')"));
        page.wait_until("document.querySelector('.board[data-open=true]')");
        // Any choice will do, as long as it varies.
        let mut pick = 7;
        let mut made = 0;
        while page.wait_for_turn() {
            pick = (pick * 31 + 17) % 1009;
            page.play(pick);
            made += 1;
            assert!(made < MOVES, "{game} ends");
        }
        assert_ne!(page.text(".end .result"), "", "{game} says how it ended");
        page.no_errors();
    }
}

#[test]
fn a_forced_grid_is_lit_and_other_grids_say_why_not() {
    let mut page = Page::open("forced", "#/play?game=supermorpion&first=human&second=human");
    page.wait_for_turn();
    assert_eq!(page.count(".board .lit"), 9);
    page.click_point("5 1");
    page.wait_for_moves(1);
    assert_eq!(page.count(".board .lit"), 1);
    assert_eq!(page.count(".board .closed"), 8);
    assert_eq!(page.count(".board .dot"), 9);
    page.click_point("5 2");
    page.wait_until("document.querySelector('.status.urgent')");
    assert_eq!(page.moves(), ["5 1"]);
    let said = page.text(".status .words");
    assert!(said.contains("grid 1"), "{said}");
    page.click_point("1 5");
    page.wait_for_moves(2);
    assert_eq!(page.count(".status.urgent"), 0);
    page.no_errors();
}

#[test]
fn a_slide_takes_two_clicks() {
    // Every piece is placed, and no line is made.
    let mut page = Page::open("slides", "#/play?game=achi&first=human&second=human&moves=1.3.2.4.6.5.7.8");
    page.wait_for_turn();
    let before = page.moves().len();
    page.mark(".board .source", 0);
    page.browser.click("#pick");
    page.wait_until("document.querySelector('.board .source.held')");
    assert_eq!(page.moves().len(), before, "one click only picks up");
    assert!(page.count(".board .dot") > 0);
    page.browser.press("Escape");
    page.mark(".board .source", 0);
    page.play(0);
    assert_eq!(page.moves().len(), before + 1);
    page.no_errors();
}

#[test]
fn undo_in_the_middle_of_a_thought() {
    let mut page = Page::open("undo", "#/play?game=othello&first=human&second=best");
    page.wait_for_turn();
    page.play(0);
    let first = page.moves()[0].clone();
    page.wait_until("document.querySelector('[data-tool=stop]')");
    page.browser.click("[data-tool=undo]");
    page.wait_for_moves(0);
    page.wait_until("document.querySelector('.board[data-open=true]')");
    page.play(1);
    let second = page.moves()[0].clone();
    assert_ne!(first, second);
    page.wait_until("document.querySelector('[data-tool=stop]')");
    page.browser.click("[data-tool=stop]");
    page.wait_for_moves(2);
    assert_eq!(page.moves()[0], second, "the answer to what was taken back never came");
    page.no_errors();
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
    let mut page = Page::open("values", "");
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
    let mut page = Page::open("trees", "#/understand");
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
    // Step by step: the slider counts what has been visited.
    page.browser.press("Home");
    assert!(page.text("[data-algorithm=minimax] header span").starts_with("1 of 238"));
    page.browser.press("n");
    assert!(page.text("[data-algorithm=minimax] header span").starts_with("2 of 238"));
    page.no_errors();
}

#[test]
fn two_people_and_one_who_watches() {
    let mut page = Page::open("people", "#/play?game=tictactoe&first=human&second=human");
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
fn a_reload_resumes_the_game() {
    let mut page = Page::open("reload", "#/play?game=connect4&first=human&second=level:1");
    page.wait_for_turn();
    page.play(3);
    page.wait_for_moves(2);
    let (moves, place) = (page.moves(), page.evaluate("location.hash"));
    page.browser.ask("Page.reload", &json!({})).unwrap();
    page.wait_for_moves(2);
    assert_eq!((page.moves(), page.evaluate("location.hash")), (moves.clone(), place));
    // So does opening the page anew.
    let address = page.address.clone();
    page.browser.visit(&address, None);
    page.wait_for_moves(2);
    assert_eq!(page.moves(), moves);
    page.wait_for_turn();
    page.play(3);
    page.no_errors();
}

#[test]
fn by_keys_alone() {
    let mut page = Page::open("keys", "#/play?game=tictactoe&first=human&second=level:1");
    page.wait_for_turn();
    let mut tabs = 0;
    while page.evaluate("document.activeElement.classList.contains('board')") == json!(false) {
        page.browser.press("Tab");
        tabs += 1;
        assert!(tabs < 60, "the board can be reached");
    }
    // The ring begins in the middle and goes to the corner.
    page.browser.press("ArrowUp");
    page.browser.press("ArrowLeft");
    page.browser.press("Enter");
    page.wait_for_moves(2);
    assert_eq!(page.moves()[0], "a3");
    let spoken = page.text("#spoken");
    assert!(spoken.starts_with("o plays"), "{spoken}");
    page.browser.press("u");
    page.wait_for_moves(0);
    page.browser.press("r");
    page.wait_for_moves(2);
    page.browser.press("v");
    page.wait_until("document.querySelectorAll('.board .value').length === 7");
    page.browser.press("h");
    page.wait_until("document.querySelector('.board .hint')");
    page.browser.press("?");
    page.wait_until("document.querySelector('dialog kbd')");
    page.browser.press("Escape");
    page.browser.press("n");
    page.wait_for_moves(0);
    page.no_errors();
}

#[test]
fn in_french() {
    let mut page = Page::open("french", "");
    let agent = page.evaluate("navigator.userAgent");
    let french = json!({ "userAgent": agent, "acceptLanguage": "fr" });
    page.browser.ask("Emulation.setUserAgentOverride", &french).unwrap();
    page.browser.ask("Page.reload", &json!({})).unwrap();
    page.browser.wait_for("Annuler");
    page.wait_for_turn();
    assert_eq!(page.evaluate("document.documentElement.lang"), "fr");
    page.click_point("5 1");
    page.wait_for_moves(2);
    let said = page.text(".status .words");
    assert!(said.contains("grille"), "{said}");
    for view in ["#/analyse?game=tictactoe", "#/understand"] {
        page.evaluate(&format!("location.hash = '{view}'"));
        page.browser.wait_for(if view.contains("analyse") { "exact" } else { "sur 49 visités" });
    }
    page.browser.click("#language");
    page.browser.wait_for("of 49 visited");
    page.no_errors();
}

#[test]
fn a_phone_never_scrolls_sideways() {
    let mut page = Page::open("phone", "");
    page.browser.resize(360, 740);
    for game in GAMES {
        page.evaluate(&format!("location.hash = '#/play?game={game}&first=human&second=level:1'"));
        page.wait_until(&format!("document.querySelector('[data-game={game}][aria-pressed=true]')"));
        page.wait_until("document.querySelector('.board[data-open=true]')");
        page.play(0);
        page.fits();
    }
    for view in ["#/analyse?game=othello&moves=f5.d6", "#/understand", "#/play"] {
        page.evaluate(&format!("location.hash = '{view}'"));
        page.wait_until("document.querySelector('.verdict small, .growth td, .seats')");
        page.fits();
    }
    let small = page.evaluate(
        "[...document.querySelectorAll('button, select')].filter(each => each.offsetParent
           && (each.offsetHeight < 44 || each.offsetWidth < 44)).map(each => each.outerHTML)",
    );
    assert_eq!(small, json!([]), "every target is large enough for a finger");
    page.no_errors();
}
