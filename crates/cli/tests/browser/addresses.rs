//! Links typed by hand, right and wrong.

use crate::open;

#[test]
fn links_accept_moves_in_each_games_notation() {
    let mut page = open("?game=connect4&moves=4453&first=human&second=human");
    page.wait_for_moves(4);
    for (place, count) in
        [("#/analyse?game=connect4&moves=445", 3), ("#/analyse?game=connect4&position=44532", 5)]
    {
        page.evaluate(&format!("location.hash = '{place}'"));
        page.wait_until(&format!("document.querySelectorAll('.board .piece').length === {count}"));
        page.wait_for_moves(count);
    }
    page.evaluate("location.hash = '#/understand?game=othello&moves=f5d6c3&depth=2'");
    page.wait_until("document.querySelectorAll('.small-board .piece').length === 7");
    page.assert_no_errors();
}

#[test]
fn an_invalid_link_shows_the_reason_and_a_playable_board() {
    let mut page = open("#/play?game=connect4&moves=4459");
    for (place, why) in [
        ("", "9"),
        ("#/play/00000000000000000000", "This game does not exist any more."),
        ("#/play?game=chess", "chess"),
        ("#/play?game=othello&first=chess", "chess"),
        ("#/play?game=<script>alert(1)</script>", "<script>"),
        ("#/analyse?game=connect4&moves=4.9.3", "9"),
        ("#/analyse?game=tictactoe&position=nonsense", "found 'n'"),
        ("#/analyse?game=<img src=x onerror=alert(1)>", "<img"),
        ("#/understand?game=tictactoe&position=nonsense", "found 'n'"),
        ("#/understand?game=tictactoe&moves=b2.b2", "b2"),
    ] {
        if !place.is_empty() {
            page.evaluate(&format!("location.hash = {place:?}"));
        }
        page.wait_until(&format!("document.querySelector('.message')?.textContent.includes({why:?})"));
        page.wait_until("document.querySelector('.board .hit.legal')");
        assert_eq!(page.count("main script, main img, .status img"), 0, "{place}");
    }
    // The board that is left can be played on.
    page.evaluate("location.hash = '#/play?game=tictactoe&moves=b2.b2&first=human&second=human'");
    page.wait_until("document.querySelector('[data-game=tictactoe][aria-pressed=true]')");
    page.wait_until("document.querySelector('.board[data-interactive=true]')");
    page.play(0);
    page.assert_no_errors_but("4");
}

#[test]
fn a_dead_link_creates_no_game() {
    let mut page = open("#/play/deadbeefdeadbeefdead");
    page.browser.wait_for("This game does not exist any more.");
    assert_eq!(
        page.evaluate("location.hash"),
        "#/play/deadbeefdeadbeefdead",
        "the person sees what was wrong"
    );
    assert_eq!(page.count(".board .hit"), 0);
    page.browser.click("[data-tool=choose]");
    page.wait_until("document.querySelectorAll('.game-card .board').length === 7");
    page.assert_no_errors_but("404");
}

#[test]
fn an_impossible_size_shows_the_usual_one_and_a_sentence() {
    let mut page = open("#/analyse?game=gomoku:20x20");
    for (place, game) in [("", "morpion4"), ("#/play?game=connect4:3x3", "connect4")] {
        if !place.is_empty() {
            page.evaluate(&format!("location.hash = {place:?}"));
        }
        page.wait_until(&format!("document.querySelector('[data-game={game}][aria-pressed=true]')"));
        page.wait_until("document.querySelector('.status.urgent strong')");
        let message = page.text(".status strong");
        assert!(message.starts_with(char::is_uppercase), "{message}");
    }
    page.assert_no_errors_but("422");
}

#[test]
fn pasted_text_that_cannot_be_read_is_explained() {
    let mut page = open("#/analyse?game=connect4");
    page.wait_until("document.querySelector('.board .hit')");
    let paste = |text: &str| {
        format!(
            "(() => {{ document.querySelector('.paste textarea').value = {text}; document.querySelector('.paste button').click(); }})()"
        )
    };
    page.evaluate(&paste("'<b>hello</b>'"));
    page.browser.wait_for("This is no position, no list of moves and no record of Connect Four");
    assert!(page.text(".status .details").contains("found '<'"), "the reason, in small");
    page.evaluate(&paste("'4'.repeat(40000)"));
    page.browser.wait_for("This text is too long: at most 32,000 characters can be read");
    // Nothing that long was sent.
    page.assert_no_errors_but("422");
    page.browser.click("#language");
    page.wait_until("document.querySelector('.board .hit')");
    page.evaluate(&paste("'?'"));
    page.browser.wait_for("Ce n'est ni une position, ni une liste de coups, ni une partie de Puissance 4");
}
