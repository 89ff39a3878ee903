//! Several people in several windows, and live games from the terminal.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::json;

use crate::browser::page::Page;
use crate::browser::server::Server;
use crate::open;
use crate::support::Directory;
use crate::support::program::PLATEAU;

/// The second player has joined.
const OPPONENT_JOINED: &str =
    "document.querySelector('[data-seat=o] option:checked')?.textContent === 'Your opponent'";

/// Returns the invitation that is shown beside the board.
fn invitation(page: &mut Page) -> String {
    page.wait_until("document.querySelector('.invitation input')");
    let link = page.evaluate("document.querySelector('.invitation input').value");
    link.as_str().unwrap().to_owned()
}

#[test]
fn two_players_and_a_spectator_share_a_game() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human");
    page.wait_for_turn();
    page.browser.click("[data-tool=share]");
    page.wait_until("document.querySelector('.dialog .field input')");
    let watching = page.evaluate("document.querySelector('.dialog .field input').value");
    let watching = watching.as_str().unwrap();
    page.browser.click("[data-invite=o]");
    page.wait_until("!document.querySelector('dialog')");
    let invitation = &invitation(&mut page);
    assert!(invitation.contains("seat=o") && !watching.contains("token"));
    let first = page.evaluate("location.href");
    let here = page.browser.visit(first.as_str().unwrap(), None);
    let guest = page.browser.new_context();
    let there = page.browser.visit(invitation, Some(&guest));
    let crowd = page.browser.new_context();
    let watcher = page.browser.visit(watching, Some(&crowd));
    page.wait_until("document.querySelector('.board .hit')");
    page.browser.switch_to(&here);
    page.wait_until(OPPONENT_JOINED);
    for (made, point) in ["a1", "b2", "a2", "c2"].into_iter().enumerate() {
        page.browser.switch_to(if made % 2 == 0 { &here } else { &there });
        page.wait_until("document.querySelector('.board[data-interactive=true]')");
        page.click_point(point);
        for session in [&here, &there, &watcher] {
            page.browser.switch_to(session);
            page.wait_for_moves(made + 1);
        }
    }
    // A spectator cannot click on the board.
    assert_eq!(page.count(".hit.legal"), 0);
    // An invitation works once: whoever opens it later watches.
    let late = page.browser.new_context();
    page.browser.visit(invitation, Some(&late));
    page.browser.wait_for("This invitation has already been used.");
    assert_eq!(page.count(".hit.legal"), 0);
    // Whoever has taken the seat keeps it, also by opening the link again.
    page.browser.visit(invitation, Some(&guest));
    page.wait_for_moves(4);
    assert_eq!(page.text("[data-seat=o] option:checked"), "You");
    // Between people there are no hints.
    for session in [&here, &there, &watcher] {
        page.browser.switch_to(session);
        assert_eq!(page.count("[data-tool=hint][disabled], [data-tool=values][disabled]"), 2);
    }
    // An undo needs the consent of the opponent.
    page.browser.switch_to(&there);
    page.browser.press("u");
    page.browser.switch_to(&here);
    page.wait_until("document.querySelector('[data-tool=accept]')");
    page.browser.click("[data-tool=accept] + button");
    page.browser.switch_to(&there);
    page.browser.wait_for("Your opponent declined. The game goes on.");
    page.browser.press("u");
    page.browser.switch_to(&here);
    page.wait_until("document.querySelector('[data-tool=accept]')");
    page.browser.click("[data-tool=accept]");
    for session in [&here, &there, &watcher] {
        page.browser.switch_to(session);
        page.wait_for_moves(3);
    }
    // A rematch is offered to the opponent and to the spectator.
    page.browser.switch_to(&there);
    page.browser.click("[data-tool=resign]");
    page.browser.click("[data-answer=yes]");
    page.browser.switch_to(&here);
    page.wait_until("document.querySelector('.game-over [data-tool=again]')");
    assert_eq!(page.count("[data-tool=undo]:not([disabled]), [data-tool=redo]:not([disabled])"), 0);
    let old = page.evaluate("location.hash");
    page.browser.click("[data-tool=again]");
    page.wait_until(&format!("location.hash !== {old}"));
    page.wait_until("document.querySelector('.board[data-interactive=false]')");
    page.browser.wait_for("Waiting for your friend to join the rematch");
    for (session, words, open) in [(&there, "Join the rematch", true), (&watcher, "Watch the rematch", false)]
    {
        page.browser.switch_to(session);
        page.browser.wait_for("The rematch has started, with sides swapped.");
        assert_eq!(page.text("[data-tool=again]"), words);
        page.browser.click("[data-tool=again]");
        page.wait_for_moves(0);
        page.wait_until(&format!("document.querySelector('.board[data-interactive={open}]')"));
    }
    page.browser.switch_to(&there);
    page.click_point("a1");
    page.browser.switch_to(&here);
    page.wait_for_moves(1);
    page.wait_until("document.querySelector('.board[data-interactive=true]')");
    page.assert_no_errors();
}

/// Selects a player for a seat.
fn choose(page: &mut Page, side: &str, player: &str) {
    page.evaluate(&format!(
        "(() => {{ const seat = document.querySelector('[data-side={side}] select');
           seat.focus();
           seat.value = '{player}';
           seat.dispatchEvent(new Event('change')); }})()"
    ));
}

#[test]
fn a_guest_can_be_invited_to_play_an_engine() {
    let mut page = open("#/play?game=othello&first=mcts:nodes=100000000&second=level:1");
    page.wait_until("document.querySelector('[data-tool=thinking]')");
    choose(&mut page, "x", "invite");
    let invitation = invitation(&mut page);
    assert!(invitation.contains("seat=x"), "{invitation}");
    let guest = page.browser.new_context();
    page.browser.visit(&invitation, Some(&guest));
    assert!(page.wait_for_turn());
    page.play(0);
    page.wait_for_moves(2);
    page.assert_no_errors();
}

#[test]
fn nobody_is_replaced_between_two_people() {
    let mut page = open("");
    let address = format!("{}/#/play?game=tictactoe&first=human&second=human", page.address);
    let here = page.browser.visit(&address, None);
    assert!(page.wait_for_turn());
    choose(&mut page, "o", "invite");
    let invitation = invitation(&mut page);
    let guest = page.browser.new_context();
    let there = page.browser.visit(&invitation, Some(&guest));
    page.browser.switch_to(&here);
    page.browser.wait_for("Your opponent has joined.");
    assert_eq!(page.text("[data-seat=o] option:checked"), "Your opponent");
    for seat in ["x", "o"] {
        page.wait_until(&format!("document.querySelector('[data-seat={seat}]').disabled"));
    }
    // Another program may do it: the opponent is told.
    page.evaluate(
        "(async () => {
            const [{ request, submitChange }, { loadTokens }] = await Promise.all([import('/lib/api.js'), import('/lib/store.js')]);
            const id = /[0-9a-z]{8,}/.exec(location.hash)[0];
            const { revision } = await request('games/' + id);
            await submitChange(id, 'seats', { first: 'level:1', second: 'human', revision }, loadTokens(id).x);
        })()",
    );
    page.browser.switch_to(&there);
    page.browser.wait_for("An engine now plays for your opponent.");
    page.assert_no_errors();
}

#[test]
fn an_invalid_invitation_is_explained() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human");
    assert!(page.wait_for_turn());
    let game = page.evaluate("location.href");
    let stranger = page.browser.new_context();
    for token in ["deadbeef", "abc%E2%80%A6", ""] {
        let link = format!("{}?seat=o&token={token}", game.as_str().unwrap());
        page.browser.visit(&link, Some(&stranger));
        page.browser.wait_for("This invitation is not valid for this game.");
    }
    page.assert_no_errors();
}

#[test]
fn a_guest_can_replace_an_engine() {
    let mut page = open("");
    let address = |page: &Page, seats: &str| format!("{}/#/play?game=tictactoe&{seats}", page.address);
    let here = page.browser.visit(&address(&page, "first=human&second=level:1"), None);
    assert!(page.wait_for_turn());
    page.play(0);
    page.wait_for_moves(2);
    // Invite from the player menu, to the engine's seat.
    choose(&mut page, "o", "invite");
    let link = invitation(&mut page);
    assert!(link.contains("seat=o"), "{link}");
    let guest = page.browser.new_context();
    let there = page.browser.visit(&link, Some(&guest));
    page.wait_for_moves(2);
    page.browser.switch_to(&here);
    page.wait_until(OPPONENT_JOINED);
    assert!(page.wait_for_turn());
    page.play(0);
    page.browser.switch_to(&there);
    assert!(page.wait_for_turn());
    // The same where the engine has the first seat.
    page.browser.visit(&address(&page, "first=level:1&second=human"), None);
    page.wait_for_moves(1);
    page.browser.click("[data-tool=share]");
    page.browser.click("[data-invite=x]");
    let link = invitation(&mut page);
    assert!(link.contains("seat=x"), "{link}");
    page.browser.click("[data-tool=undo]");
    page.wait_for_moves(0);
    page.browser.visit(&link, Some(&guest));
    assert!(page.wait_for_turn());
    assert_eq!(page.text("[data-seat=x] option:checked"), "You");
    assert_eq!(page.text("[data-seat=o] option:checked"), "Your opponent");
    page.assert_no_errors();
}

#[test]
fn a_seat_taken_meanwhile_does_not_lose_the_move() {
    let mut page = open("");
    page.wait_until("document.querySelector('.game-card')");
    let place = "#/play?game=tictactoe&first=human&second=human";
    page.evaluate(&format!("{CUT_EVENTS} location.hash = '{place}'"));
    page.wait_until("document.querySelector('[data-game=tictactoe][aria-pressed=true]')");
    assert!(page.wait_for_turn());
    let take = |request: &str, revision: u32| {
        format!(
            "(async () => {{
               const id = location.hash.split('/')[2];
               const token = JSON.parse(localStorage.getItem('plateau.seats'))[id].o;
               const answer = await fetch(`/api/games/${{id}}/take`, {{
                 method: 'POST',
                 headers: {{ 'Content-Type': 'application/json', Authorization: 'Bearer ' + token }},
                 body: JSON.stringify({{ request: '{request}', revision: {revision} }}),
               }});
               return [answer.status, (await answer.json()).revision ?? null];
             }})()"
        )
    };
    assert_eq!(page.evaluate(&take("first-guest-of-this-test", 1)), json!([200, 2]));
    // The invitation works once.
    assert_eq!(page.evaluate(&take("second-guest-of-this-test", 2)), json!([403, null]));
    page.click_point("b2");
    page.wait_for_moves(1);
    // The second guest was refused; the move was refused once, then sent again.
    let refused: Vec<_> = page.browser.errors().iter().map(|error| error["entry"]["text"].clone()).collect();
    let conflict = "Failed to load resource: the server responded with a status of 409 (Conflict)";
    let forbidden = "Failed to load resource: the server responded with a status of 403 (Forbidden)";
    assert_eq!(refused, [forbidden, conflict]);
}

#[test]
fn a_move_made_on_an_outdated_board_is_not_played() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human&moves=a1.b1");
    page.wait_for_moves(2);
    page.evaluate(
        "(() => { const real = fetch;
           const waiting = new Promise(done => { window.release = done; });
           window.fetch = async (...all) => { await waiting; return real(...all); }; })()",
    );
    page.browser.press("u");
    page.click_point("c3");
    page.evaluate("release()");
    page.browser.wait_for("The position has changed. Please try again.");
    page.wait_for_moves(1);
    page.assert_no_errors();
}

/// A live game of tic-tac-toe at the terminal, opened in the centre, and a tab that watches it.
struct LiveGame {
    game: Child,
    /// Kept open as long as the game runs.
    _output: BufReader<ChildStdout>,
    link: String,
    tab: String,
}

impl LiveGame {
    /// Kills the terminal program.
    fn leave(&mut self) {
        self.game.kill().unwrap();
        self.game.wait().unwrap();
    }
}

fn watch_live_game(page: &mut Page, second: &str) -> LiveGame {
    let live = format!("--live={}", page.address);
    let mut game = Command::new(PLATEAU)
        .args(["play", "tictactoe", "--second", second, "--lang", "en", &live])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(game.stdout.take().unwrap());
    let mut lines = output.by_ref().lines().map_while(Result::ok);
    let link =
        lines.find_map(|line| Some(line.split_once("watch this game at ")?.1.trim().to_owned())).unwrap();
    game.stdin.as_mut().unwrap().write_all(b"5\n").unwrap();
    let tab = page.browser.visit(&link, None);
    LiveGame { game, _output: output, link, tab }
}

#[test]
fn a_live_game_names_its_engine_and_can_be_analysed() {
    let mut page = open("");
    let mut game = watch_live_game(&mut page, "level:2");
    page.wait_for_moves(2);
    assert_eq!(page.text("[data-seat=o] option:checked"), "Easy (level 2)");
    page.browser.press("v");
    page.wait_until("document.querySelectorAll('.board .value').length === 7");
    game.leave();
    page.assert_no_errors();
}

#[test]
fn a_join_code_is_asked_for_once() {
    let data = Directory::new();
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" \"$@\" --join-code tulip-7", PLATEAU]);
    let server = Server::start_with(command, data.path(), "0").unwrap();
    let mut page = Page::on(&server, "#/play?game=tictactoe&first=human&second=level:1");
    for code in ["rose", "tulip-7"] {
        page.wait_until("document.querySelector('.dialog input[name=code]')?.value === ''");
        page.browser.click(".dialog input[name=code]");
        page.browser.type_in(code);
        page.browser.click(".dialog button[type=submit]");
    }
    assert!(page.wait_for_turn());
    page.evaluate("location.reload()");
    assert!(page.wait_for_turn());
    assert_eq!(page.count(".dialog"), 0);
    page.assert_no_errors_but("401 (Unauthorized)");
}

#[test]
fn eight_tabs_play_at_once() {
    let place = "#/play?game=tictactoe&first=human&second=level:1";
    let mut page = open(place);
    let address = format!("{}/{place}", page.address);
    let tabs: Vec<String> = (0..8).map(|_| page.browser.visit(&address, None)).collect();
    for round in 1..=2 {
        for tab in &tabs {
            page.browser.switch_to(tab);
            assert!(page.wait_for_turn());
            page.play(round);
        }
        // Every tab receives the answer of its own engine.
        for tab in &tabs {
            page.browser.switch_to(tab);
            page.wait_until(&format!(
                "document.querySelectorAll('.moves .move').length === {} || document.querySelector('.game-over')",
                2 * round
            ));
        }
    }
    page.assert_no_errors();
}

/// Makes the page miss all events from now on.
const CUT_EVENTS: &str = "window.Real = WebSocket;
    window.WebSocket = class { static CONNECTING = 0; constructor() { window.cut = this; } close() {} };";

const LEFT: &str = "Game abandoned: the player has left.";

#[test]
fn an_abandoned_live_game_is_marked_after_reconnecting() {
    let mut page = open("");
    let mut game = watch_live_game(&mut page, "human");
    page.wait_for_moves(1);
    assert_eq!(page.text(".status .message"), "o to move · You are watching this game.");
    // A spectator who missed the event learns of it on reconnecting.
    page.evaluate(&format!("{CUT_EVENTS} location.hash = '#/understand'"));
    page.wait_until("!document.querySelector('.moves .move')");
    page.evaluate("history.back()");
    page.wait_for_moves(1);
    page.wait_until("window.cut");
    game.leave();
    // A spectator who comes later sees it at once.
    page.browser.visit(&game.link, None);
    page.browser.wait_for(LEFT);
    page.browser.switch_to(&game.tab);
    assert_eq!(page.text(".status .message"), "o to move · You are watching this game.");
    page.evaluate("window.WebSocket = Real; cut.onclose()");
    page.browser.wait_for(LEFT);
    assert_eq!(page.text(".status .message"), LEFT);
    assert_eq!(page.text("#announcer"), LEFT);
    page.assert_no_errors();
}

#[test]
fn an_abandoned_live_game_is_marked_while_watched() {
    let mut page = open("");
    let mut game = watch_live_game(&mut page, "human");
    page.wait_for_moves(1);
    game.leave();
    page.browser.wait_for(LEFT);
    assert_eq!(page.text("#announcer"), LEFT);
    page.assert_no_errors();
}
