//! Complete UGI sessions.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use plateau_core::Lang;

use super::{UgiOptions, serve};

struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a session and returns the output lines.
fn session(lines: &str) -> Vec<String> {
    session_of_bytes(lines.as_bytes())
}

fn session_of_bytes(lines: &[u8]) -> Vec<String> {
    let output = Arc::new(Mutex::new(Vec::new()));
    let options = UgiOptions { game: "tictactoe".to_owned(), engine: "best".to_owned(), lang: Lang::En };
    serve(&plateau_games::REGISTRY, &options, lines, SharedOutput(Arc::clone(&output))).unwrap();
    let text = String::from_utf8(output.lock().unwrap().clone()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn ugi_identifies_and_plays_every_game() {
    let lines = session("ugi\nisready\n");
    assert_eq!(lines.first().map(String::as_str), Some("id name Plateau 0.1.0"));
    assert!(lines.contains(&"option name Game type string default tictactoe".to_owned()), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
    for game in plateau_games::REGISTRY.games() {
        let lines =
            session(&format!("setoption name Game value {}\nposition startpos\ngo depth 1\n", game.id));
        let record = plateau_games::REGISTRY.variant(game.id).unwrap().start();
        let moves: Vec<String> = record.legal_moves().iter().map(|mv| mv.replace(' ', "")).collect();
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(moves.iter().any(|mv| mv == best), "{}: {lines:?}", game.id);
        assert!(lines[0].starts_with("info depth "), "{lines:?}");
    }
}

#[test]
fn positions_and_queries_are_answered_and_errors_reported() {
    let lines = session(
        "position startpos moves 5 1\nquery p1turn\nquery gameover\nquery result\n\
         position fen xxxoo4 o\nquery result\nquery gameover\nquery p1turn\ngo\n\
         position startpos moves 5 5\nposition nowhere\nsetoption name Game value chess\n\
         query age\ngo depth x\nhello\n",
    );
    assert_eq!(
        lines[..7],
        [
            "response true",
            "response false",
            "response none",
            "response p1win",
            "response true",
            "response false",
            "info string no legal moves in this position"
        ]
    );
    assert_eq!(lines[7], "bestmove 0000");
    assert_eq!(lines[8], "info string move: b2 is taken");
    assert!(lines[9].starts_with("info string position must be followed by startpos or fen"), "{lines:?}");
    assert!(lines[10].starts_with("info string there is no game 'chess'; available: "), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "info string unknown command 'hello'");
    assert_eq!(lines[11], "info string the last position was invalid: send another one first");
    assert_eq!(session("query age\n"), ["info string unknown command 'age'"]);
    assert_eq!(
        session("position startpos moves 99\nquery gameover\ngo\n")[1..],
        [
            "info string the last position was invalid: send another one first",
            "info string the last position was invalid: send another one first",
            "bestmove 0000"
        ]
    );
    assert!(
        session("setoption name Foo value 3\n")[0]
            .starts_with("info string unknown option 'foo'; available: Game")
    );
    // Every `go` is answered by a `bestmove`.
    assert_eq!(session("go depth x\n"), ["info string 'x' is not a whole number", "bestmove 0000"]);
    assert_eq!(session("go depth\n")[0], "info string depth must be followed by a whole number");
    assert!(session("go nonsense\n")[0].starts_with("info string unknown limit 'nonsense': go accepts "));
    assert!(session("go depth 1 movestogo 40\n").last().unwrap().starts_with("bestmove "));
    // Invalid UTF-8 is skipped.
    assert_eq!(
        session_of_bytes(b"\xff\xfe\nisready\n"),
        ["info string ignored a line that is not valid UTF-8", "readyok"]
    );
}

#[test]
fn a_win_is_found_and_stop_ends_an_unlimited_search() {
    let lines = session("position fen xx1oo4 x\ngo movetime 1000\nquit\n");
    assert_eq!(lines.last().unwrap(), "bestmove c3");
    let lines = session("setoption name Game value supermorpion\nposition startpos\ngo\nstop\n");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
}
