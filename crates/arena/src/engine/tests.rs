//! Whole dialogues.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use super::{Setup, serve};

struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What it answers to lines.
fn dialogue(lines: &str) -> Vec<String> {
    dialogue_of(lines.as_bytes())
}

fn dialogue_of(lines: &[u8]) -> Vec<String> {
    let output = Arc::new(Mutex::new(Vec::new()));
    let setup = Setup { game: "tictactoe".to_owned(), engine: "best".to_owned() };
    serve(&plateau_games::REGISTRY, &setup, lines, Shared(Arc::clone(&output))).unwrap();
    let text = String::from_utf8(output.lock().unwrap().clone()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn it_introduces_itself_and_plays_every_game() {
    let said = dialogue("ugi\nisready\n");
    assert_eq!(said.first().map(String::as_str), Some("id name Plateau 0.1.0"));
    assert!(said.contains(&"option name Game type string default tictactoe".to_owned()), "{said:?}");
    assert_eq!(said[said.len() - 2..], ["ugiok", "readyok"]);
    for game in plateau_games::REGISTRY.games() {
        let said =
            dialogue(&format!("setoption name Game value {}\nposition startpos\ngo depth 1\n", game.id));
        let record = plateau_games::REGISTRY.variant(game.id).unwrap().start();
        let moves: Vec<String> = record.legal_moves().iter().map(|mv| mv.replace(' ', "")).collect();
        let best = said.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(moves.iter().any(|mv| mv == best), "{}: {said:?}", game.id);
        assert!(said[0].starts_with("info depth "), "{said:?}");
    }
}

#[test]
fn positions_and_questions_are_answered() {
    let said = dialogue(
        "position startpos moves 5 1\nquery p1turn\nquery gameover\nquery result\n\
         position fen xxxoo4 o\nquery result\nquery gameover\nquery p1turn\ngo\n\
         position startpos moves 5 5\nposition nowhere\nsetoption name Game value chess\n\
         query age\ngo depth x\nhello\n",
    );
    assert_eq!(
        said[..7],
        [
            "response true",
            "response false",
            "response none",
            "response p1win",
            "response true",
            "response false",
            "info string there is no move to find"
        ]
    );
    assert_eq!(said[7], "bestmove 0000");
    assert_eq!(said[8], "info string move: b2 is taken");
    assert_eq!(said[9], "info string 'nowhere' is not understood");
    assert!(said[10].starts_with("info string game, character 1: found 'chess'"), "{said:?}");
    assert_eq!(said.last().unwrap(), "info string 'hello' is not understood");
    // Who asks for a move gets one, were it none.
    assert_eq!(dialogue("go depth x\n"), ["info string 'x' is not a whole number", "bestmove 0000"]);
    assert_eq!(dialogue("go depth\n")[0], "info string after depth comes a whole number");
    assert!(
        dialogue("go nonsense\n")[0].starts_with("info string 'nonsense' limits no search: after go come ")
    );
    assert!(dialogue("go depth 1 movestogo 40\n").last().unwrap().starts_with("bestmove "));
    // What is no text is left out, and the next line heard.
    assert_eq!(
        dialogue_of(b"\xff\xfe\nisready\n"),
        ["info string a line that is no UTF-8 is left out", "readyok"]
    );
}

#[test]
fn it_wins_where_it_can_and_stops_when_told() {
    let said = dialogue("position fen xx1oo4 x\ngo movetime 1000\nquit\n");
    assert_eq!(said.last().unwrap(), "bestmove c3");
    // Without a limit it would think for ever.
    let said = dialogue("setoption name Game value supermorpion\nposition startpos\ngo\nstop\n");
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}
