//! Reviews on the page: after a game, of a pasted game, and trying again.

use serde_json::json;

use crate::open;

/// A game of tic-tac-toe that o loses by the first reply; x then makes no mistake.
const GAME: &str = "game=tictactoe&moves=b2.b3.a3.c1.a1.a2.c3";

/// Whether the review on the page is finished.
const DONE: &str = "document.querySelector('.review[aria-busy=false]')";

#[test]
fn a_finished_game_is_reviewed_and_a_mistake_tried_again() {
    let mut page = open(&format!("#/analyse?{GAME}&seat=o"));
    page.wait_until(DONE);
    // The result, not the value of a position without moves.
    assert_eq!(page.text(".status strong"), "You lost in 3 moves");
    assert_eq!(page.evaluate("document.querySelector('.verdict').offsetParent"), json!(null));
    let whole = page.text(".side");
    assert!(!whole.contains("in 0") && !whole.contains("depth 0"), "{whole}");
    // One's own row comes first.
    let rows = page.evaluate("[...document.querySelectorAll('.accuracy-table tbody tr')].map(row => row.innerText.split(/\\s+/).join(' '))");
    assert_eq!(rows, json!(["You 19 % 0 0 1", "x 100 % 0 0 0"]));
    let mistake = page.text(".mistakes .mistake");
    assert!(mistake.starts_with("?? 1. You played b3 (loses in 6). Best was "), "{mistake}");
    assert_eq!(page.evaluate("document.querySelector('.plot').classList.contains('rough')"), false);
    // The position of the mistake, with an arrow for the best move.
    page.browser.click(".mistakes .mistake");
    page.wait_until("document.querySelectorAll('.board .piece').length === 1");
    page.wait_until("document.querySelector('.best-arrow circle')");
    assert_eq!(page.count(".best-arrow .head"), 0, "a piece that is placed comes from nowhere");
    page.browser.click(".mistakes .try-again");
    page.wait_until("document.querySelector('.trial')");
    assert_eq!(page.text(".trial h2"), "Your turn: find a better move than b3");
    assert_eq!(page.count(".best-arrow, .mistakes"), 0, "the answer is not given away");
    assert_eq!(page.count(".board .value"), 0);
    // Another edge loses as well, and the answer to it is shown.
    page.click_point("b1");
    page.browser.wait_for("Not b1 (loses in 6): the answer is");
    assert_eq!(page.count(".board .piece"), 1, "the position is there again");
    // Any corner keeps the draw.
    page.click_point("c1");
    page.browser.wait_for("Right: c1 (draw).");
    assert!(page.text("#announcer").contains("Right"));
    page.browser.click("[data-action=end]");
    page.wait_until("!document.querySelector('.trial')");
    page.assert_no_errors();
}

/// Red was lost early, and then let Yellow complete an open row of three.
#[test]
fn a_loss_at_once_is_found_among_ones_mistakes() {
    let mut page = open("#/analyse?game=connect4&moves=1.4.2.4.1.6.7.5.6.3&seat=x");
    page.wait_until(DONE);
    assert_eq!(page.text(".status strong"), "You lost in 5 moves");
    let worst = page.text(".mistakes li:first-child .mistake");
    assert!(
        worst.starts_with(
            "? 5. You played column 6 (loses in 2). That lost at once: column 3 held out longer (loses in "
        ),
        "{worst}"
    );
    assert_eq!(page.text(".moves [data-ply='9']"), "6?");
    page.browser.click("[data-tool=first-mistake]");
    page.wait_until("document.querySelector('.trial')");
    assert!(page.text(".trial h2").starts_with("Your turn: find a better move than column "));
    page.assert_no_errors();
}

#[test]
fn a_side_without_moves_has_no_accuracy() {
    let mut page = open("#/analyse?game=tictactoe&moves=b2&seat=x");
    page.wait_until(DONE);
    assert_eq!(page.text("[data-side=o] .accuracy"), "–");
    assert_eq!(page.text("[data-side=x] .accuracy"), "100 %");
    page.assert_no_errors();
}

#[test]
fn an_address_of_a_game_is_as_short_as_it_can_be() {
    let mut page = open("#/analyse?game=connect4&position=7/7/7/7/7/7+x&moves=4.4&ply=2");
    page.wait_for_moves(2);
    page.wait_until("location.hash === '#/analyse?game=connect4&moves=4.4'");
    page.assert_no_errors();
}

#[test]
fn the_end_of_a_game_has_its_review() {
    let mut page = open("#/play?game=tictactoe&first=human&second=human&moves=b2.b3.a3.c1.a1.a2");
    page.wait_for_moves(6);
    page.click_point("c3");
    page.wait_until("document.querySelector('.game-over .review[aria-busy=false]')");
    assert_eq!(page.text(".game-over [data-side=x] .accuracy"), "100 %");
    page.browser.click(".game-over .try-again");
    page.wait_until("document.querySelector('.trial')");
    assert!(page.evaluate("location.hash").as_str().unwrap().contains("try=1"));
    page.assert_no_errors();
}

#[test]
fn values_are_coloured_from_the_best_to_the_worst() {
    let mut page = open("#/analyse?game=tictactoe&moves=b2");
    page.wait_until("document.querySelectorAll('.board .value').length === 8");
    let quality = |page: &mut crate::browser::page::Page, mv: &str| {
        page.evaluate(&format!("document.querySelector('.value[data-move={mv}]').classList.value"))
    };
    for (mv, class) in [("a1", "q-best"), ("c3", "q-best"), ("b1", "q-blunder"), ("a2", "q-blunder")] {
        let classes = quality(&mut page, mv);
        assert!(classes.as_str().unwrap().contains(class), "{mv}: {classes}");
    }
    assert_eq!(page.count(".board .best-ring"), 4);
    // Estimates are win chances.
    page.evaluate("location.hash = '#/analyse?game=othello&moves=f5'");
    page.wait_until("document.querySelectorAll('.board .value.estimated').length === 3");
    let text = page.text(".value.estimated");
    assert!(text.starts_with('≈') && text.ends_with("\u{a0}%"), "{text}");
    page.wait_until("/^≈\\s(Black|White) \\d+\\s%/.test(document.querySelector('.verdict')?.textContent)");
    page.assert_no_errors();
}

#[test]
fn a_review_works_by_keyboard_in_french_on_a_phone() {
    let mut page = open(&format!("#/analyse?{GAME}"));
    page.wait_until("document.querySelector('.review')");
    page.browser.click("#language");
    page.browser.resize(390, 844);
    page.browser.wait_for("Précision");
    page.wait_until(DONE);
    assert_eq!(page.text(".accuracy-table th[scope=col]"), "Précision ?");
    page.assert_fits();
    page.evaluate("document.querySelector('.mistakes .try-again').focus()");
    page.browser.press("Enter");
    page.wait_until(
        "document.querySelector('.trial h2')?.textContent === 'À vous de jouer : trouvez mieux que b3'",
    );
    page.assert_fits();
    page.click_point("b1");
    page.browser.wait_for("Pas b1 (perd en 6)");
    page.browser.click("[data-action=end]");
    page.wait_until("document.querySelector('.about')");
    page.browser.click(".about");
    page.browser.wait_for("lichess.org/page/accuracy");
    page.browser.press("Escape");
    let small = page.evaluate(
        "[...document.querySelectorAll('button, select')].filter(each => each.offsetParent
           && (each.offsetHeight < 44 || each.offsetWidth < 44)).map(each => each.outerHTML)",
    );
    assert_eq!(small, json!([]), "targets smaller than a finger");
    page.assert_no_errors();
}

#[test]
fn a_tapped_mistake_shows_the_board_on_a_phone() {
    let mut page = open(&format!("#/analyse?{GAME}&seat=o"));
    page.browser.resize(390, 600);
    page.wait_until(DONE);
    let top = "document.querySelector('.board').getBoundingClientRect().top";
    for button in [".mistakes .mistake", ".mistakes .try-again"] {
        page.evaluate("scrollTo(0, document.body.scrollHeight)");
        page.wait_until(&format!("{top} < -1"));
        page.browser.click(button);
        page.wait_until(&format!(
            "{top} >= -1 && document.querySelector('.board').getBoundingClientRect().bottom <= innerHeight + 1"
        ));
    }
    page.wait_until("document.querySelector('.trial')");
    page.assert_no_errors();
}

#[test]
fn a_tried_move_is_shown_with_all_that_it_changes() {
    let mut page = open("#/analyse?game=othello&moves=f5.d6.c3.d3&ply=2&try=2");
    page.wait_until("document.querySelector('.trial') && document.querySelector('.board .hit.legal')");
    // The position after each is asked for, and its discs are turned while the move is judged.
    page.evaluate(
        "(() => { const board = document.querySelector('.board'); window.seen = new Set();
           new MutationObserver(() => window.seen.add(board.querySelectorAll('.piece').length
             + '/' + document.querySelector('.trial h2').textContent)).observe(board, { subtree: true, childList: true }); })()",
    );
    page.click_point("c5");
    page.wait_until("[...window.seen].some(each => each.startsWith('7/Checking'))");
    page.assert_no_errors();
}

#[test]
fn understand_opens_at_the_first_step_of_its_example() {
    let mut page = open("#/understand");
    page.wait_until("document.querySelector('.node-counts td')");
    assert!(page.text("[data-algorithm=minimax] header span").starts_with("1 of 49 nodes visited"));
    assert_eq!(page.count(".intro p"), 3);
    let legend = page.text(".legend");
    for word in ["x to move: takes the largest", "o to move: takes the smallest", "window", "cut"] {
        assert!(legend.contains(word), "{legend}");
    }
    let shown = "[...document.querySelectorAll('.panel')].filter(each => each.offsetParent).map(each => each.dataset.algorithm)";
    assert_eq!(page.evaluate(shown), json!(["minimax", "alphabeta"]));
    page.browser.resize(390, 844);
    page.wait_until("innerWidth === 390");
    assert_eq!(page.evaluate(shown), json!(["minimax"]), "one at a time");
    page.browser.click("[data-tree=alphabeta]");
    assert_eq!(page.evaluate(shown), json!(["alphabeta"]));
    page.assert_fits();
    page.browser.press("n");
    assert!(page.text("[data-algorithm=alphabeta] header span").starts_with("2 of"));
    // A game that was played before doesn't change it.
    page.evaluate("location.hash = '#/play?game=othello&first=human&second=human&moves=f5'");
    page.wait_for_moves(1);
    page.browser.click("#views a[href*=understand]");
    page.wait_until("document.querySelector('[aria-pressed=true][data-preset=draw]')");
    page.assert_no_errors();
}
