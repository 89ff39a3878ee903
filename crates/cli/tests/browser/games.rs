//! Games against engines, by mouse and keyboard.

use serde_json::json;

use crate::{games, open};

/// More moves than any of the games can take.
const MAX_MOVES: usize = 400;

#[test]
fn every_game_can_be_played_to_the_end_by_clicks() {
    let mut page = open("");
    // Without the pause before each reply.
    let media = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    page.browser.call("Emulation.setEmulatedMedia", &media).unwrap();
    for game in games() {
        page.evaluate(&format!("location.hash = '#/play?game={game}&first=human&second=level:1'"));
        page.wait_until(&format!("document.querySelector('[data-game={game}][aria-pressed=true]')"));
        page.wait_until("document.querySelector('.board[data-interactive=true]')");
        // A sequence that visits different moves.
        let mut pick = 7;
        let mut made = 0;
        while page.wait_for_turn() {
            pick = (pick * 31 + 17) % 1009;
            page.play(pick);
            made += 1;
            assert!(made < MAX_MOVES, "{game} does not end");
        }
        assert_ne!(page.text(".game-over .result"), "", "{game} shows no result");
        page.assert_no_errors();
    }
}

#[test]
fn forced_grid_is_highlighted_and_other_grids_explain_the_refusal() {
    let mut page = open("#/play?game=supermorpion&first=human&second=human");
    page.wait_for_turn();
    assert_eq!(page.count(".board .playable"), 9);
    let names =
        page.evaluate("[...document.querySelectorAll('.board .region')].map(name => name.textContent)");
    assert_eq!(names, json!(["1", "2", "3", "4", "5", "6", "7", "8", "9"]));
    let label = "document.querySelector('[data-name=\"5 1\"]').getAttribute('aria-label')";
    assert_eq!(page.evaluate(label), "grid 5, cell 1, empty, legal move");
    page.click_point("5 1");
    page.wait_for_moves(1);
    assert_eq!(page.text("#announcer"), "x plays grid 5, cell 1; o must play in grid 1");
    assert_eq!(page.evaluate("document.querySelector('.move').title"), "grid 5, cell 1");
    assert_eq!(page.count(".board .playable"), 1);
    assert_eq!(page.count(".board .resting"), 8);
    assert_eq!(page.count(".board .dot"), 9);
    page.click_point("5 2");
    page.wait_until("document.querySelector('.status.urgent')");
    assert_eq!(page.moves(), ["5 1"]);
    assert_eq!(page.text(".status .message"), "You must play in grid 1");
    page.click_point("1 5");
    page.wait_for_moves(2);
    assert_eq!(page.count(".status.urgent"), 0);
    page.assert_no_errors();
}

#[test]
fn moving_a_piece_takes_two_clicks() {
    // All pieces are on the board and nobody has a line.
    let mut page = open("#/play?game=achi&first=human&second=human&moves=1.3.2.4.6.5.7.8");
    page.wait_for_turn();
    let before = page.moves().len();
    page.browser.click(".board .source");
    page.wait_until("document.querySelector('.board .source.selected')");
    assert_eq!(page.moves().len(), before, "one click only selects the piece");
    assert!(page.count(".board .dot") > 0);
    page.browser.press("Escape");
    page.play(0);
    assert_eq!(page.moves().len(), before + 1);
    page.assert_no_errors();
}

#[test]
fn undo_cancels_a_running_search() {
    let mut page = open("#/play?game=othello&first=human&second=best:book=off");
    page.wait_for_turn();
    page.play(0);
    let first = page.moves()[0].clone();
    page.wait_until("document.querySelector('[data-tool=stop]')");
    page.browser.click("[data-tool=undo]");
    page.wait_for_moves(0);
    page.wait_until("document.querySelector('.board[data-interactive=true]')");
    page.play(1);
    let second = page.moves()[0].clone();
    assert_ne!(first, second);
    page.wait_until("document.querySelector('[data-tool=stop]')");
    page.browser.click("[data-tool=stop]");
    page.wait_for_moves(2);
    assert_eq!(page.moves()[0], second, "the engine answered the move that was undone");
    page.assert_no_errors();
}

#[test]
fn a_game_can_be_played_by_keyboard_alone() {
    let mut page = open("#/play?game=tictactoe&first=human&second=level:1");
    page.wait_for_turn();
    let mut tabs = 0;
    while page.evaluate("document.activeElement.classList.contains('board')") == json!(false) {
        page.browser.press("Tab");
        tabs += 1;
        assert!(tabs < 60, "Tab never reaches the board");
    }
    // The cursor starts in the centre; move it to the top left corner.
    page.browser.press("ArrowUp");
    page.browser.press("ArrowLeft");
    page.browser.press("Enter");
    page.wait_for_moves(2);
    assert_eq!(page.moves()[0], "a3");
    let spoken = page.text("#announcer");
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
    page.assert_no_errors();
}

#[test]
fn reloading_resumes_the_game() {
    let mut page = open("#/play?game=connect4&first=human&second=level:1");
    page.wait_for_turn();
    page.play(3);
    page.wait_for_moves(2);
    let (moves, place) = (page.moves(), page.evaluate("location.hash"));
    page.evaluate("window.beforeReload = true");
    page.browser.call("Page.reload", &json!({})).unwrap();
    page.wait_until("!window.beforeReload");
    page.wait_for_moves(2);
    assert_eq!((page.moves(), page.evaluate("location.hash")), (moves.clone(), place));
    // A new tab offers to continue it.
    let address = page.address.clone();
    page.browser.visit(&address, None);
    page.wait_until("document.querySelector('[data-continue] .board')");
    assert!(page.text("[data-continue]").contains("Your turn"));
    page.browser.click("[data-continue]");
    page.wait_for_moves(2);
    assert_eq!(page.moves(), moves);
    page.wait_for_turn();
    page.play(3);
    page.assert_no_errors();
}

#[test]
fn undo_redo_hint_resign_and_rematch_work() {
    let mut page = open("#/play?game=connect4&first=human&second=level:1");
    page.wait_for_turn();
    page.play(3);
    page.wait_for_moves(2);
    let moves = page.moves();
    page.browser.click("[data-tool=undo]");
    page.wait_for_moves(0);
    page.browser.click("[data-tool=redo]");
    page.wait_for_moves(2);
    assert_eq!(page.moves(), moves);
    // A hint marks the board and shows the principal variation.
    page.wait_for_turn();
    page.browser.click("[data-tool=hint]");
    page.wait_until("document.querySelector('.board .hint')");
    let status = page.text(".status .message");
    assert!(status.starts_with("Hint: ") && status.contains(", then ") && status.contains(" · "), "{status}");
    page.browser.click("[data-tool=resign]");
    page.browser.click(".actions .primary");
    page.wait_until("document.querySelector('.game-over .result')");
    assert_eq!(
        (page.text(".game-over .result"), page.text(".how")),
        ("You lost".into(), "You resigned.".into())
    );
    page.browser.click("[data-tool=again]");
    // The rematch swaps sides, so the engine moves first.
    page.wait_for_moves(1);
    let seats = page.evaluate("[...document.querySelectorAll('.seat select')].map(each => each.value)");
    assert_eq!(seats, json!(["level:1", "human"]));
    page.wait_for_turn();
    let place = page.evaluate("location.hash");
    page.browser.click("[data-tool=new]");
    page.wait_until(&format!("location.hash !== {place}"));
    page.assert_no_errors();
}

#[test]
fn focus_is_kept_and_moves_are_numbered_consistently() {
    // 1... b3 loses: only a corner answers the centre.
    let place = "#/play?game=tictactoe&first=human&second=human&moves=b2.b3.a3";
    let mut page = open(place);
    page.wait_for_moves(3);
    page.browser.click("[data-ply='2']");
    page.wait_until("document.querySelector('[data-ply=\"2\"][aria-current]')");
    assert_eq!(page.focus(), "2");
    let status = page.text(".status .message");
    assert!(status.starts_with("Earlier position, after move 1 by o"), "{status}");
    page.browser.click("[data-tool=undo]");
    page.wait_for_moves(2);
    assert_eq!(page.focus(), "undo");
    page.browser.click("[data-tool=undo]");
    page.wait_for_moves(1);
    page.browser.click("[data-tool=undo]");
    page.wait_for_moves(0);
    let on_board = page.evaluate("document.activeElement.matches('.board')");
    assert_eq!(on_board, true, "focus moves to the board when nothing is left to undo");
    for point in ["b2", "b3", "a3", "a2", "c1"] {
        page.wait_until("document.querySelector('.board[data-interactive=true]')");
        let before = page.moves().len();
        page.click_point(point);
        page.wait_for_moves(before + 1);
    }
    page.wait_until("document.querySelector('.mistake')");
    let status = page.text(".mistake");
    assert!(status.starts_with("?? 1. o played b3 ("), "{status}");
    assert_eq!(page.text(".moves li:has(.mark) .count"), "1");
    page.browser.click("[data-seat=o]");
    page.browser.press("Escape");
    page.evaluate(
        "(() => { const seat = document.querySelector('[data-seat=o]'); seat.focus(); seat.value = 'level:1';
           seat.dispatchEvent(new Event('change')); })()",
    );
    page.wait_for_moves(0);
    assert_eq!(page.focus(), "o", "focus stays on the seat whose player was changed");
    // Choose another game, by its chip and in the dialog.
    page.browser.click("[data-game=connect4]");
    page.wait_until("document.querySelector('[data-game=connect4][aria-pressed=true]')");
    assert_eq!(page.focus(), "connect4");
    page.browser.click(".chip.more");
    page.wait_until("document.querySelector('dialog [data-variant]')");
    let variant = "[data-variant='achi:k3,draw,nocentre']";
    assert_eq!(
        page.text(variant),
        "three pieces, draw if a player is blocked, first piece not on the centre"
    );
    page.browser.click(variant);
    page.wait_until("document.querySelector('[data-game=achi][aria-pressed=true]')");
    assert_eq!(page.evaluate("document.activeElement.matches('.chip.more')"), true);
    assert_eq!(
        page.text(".chip.more i"),
        "three pieces, draw if a player is blocked, first piece not on the centre"
    );
    page.assert_no_errors();
}

#[test]
fn a_clock_that_ran_out_stays_at_zero() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human");
    page.wait_for_turn();
    page.evaluate("localStorage.setItem('plateau.tc', '\"700ms\"')");
    page.browser.click("[data-tool=new]");
    page.wait_until("document.querySelector('.game-over .result')?.textContent === 'o wins (on time)'");
    let clocks = "[...document.querySelectorAll('.clock')].map(clock => clock.textContent)";
    assert_eq!(page.evaluate(clocks), json!(["0:00", "0.7"]));
    page.wait_until("document.querySelector('.game-over .review[aria-busy=false]')");
    assert_eq!(page.evaluate(clocks), json!(["0:00", "0.7"]), "the clocks stop at the end of the game");
    page.assert_no_errors();
}

#[test]
fn any_engine_can_be_chosen_by_its_spec() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human");
    page.wait_for_turn();
    let choose = "(() => {
        const select = document.querySelector('[data-side=o] select');
        select.value = 'other';
        select.dispatchEvent(new Event('change'));
    })()";
    page.evaluate(choose);
    page.browser.type_in("mcts:nodes=many");
    page.browser.press("Enter");
    page.wait_until("document.querySelector('.status.urgent')");
    let status = page.text(".status .message");
    assert!(status.contains("nodes"), "{status}");
    // The invalid spec stays in the field for correction.
    assert_eq!(page.evaluate("document.activeElement.value"), "mcts:nodes=many");
    page.evaluate("document.activeElement.select()");
    page.browser.type_in("mcts:nodes=50");
    page.browser.press("Enter");
    page.wait_until("document.querySelector('[data-side=o] select')?.value.startsWith('mcts:nodes=50')");
    page.wait_for_turn();
    page.play(0);
    page.wait_for_moves(2);
    page.assert_no_errors_but("422");
}
