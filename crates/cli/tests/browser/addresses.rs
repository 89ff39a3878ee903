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
        ("#/play/00000000000000000000", "game not found"),
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
