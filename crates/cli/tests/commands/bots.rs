//! `plateau play` against external programs, at the prompt.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output};

use crate::support::program::{PLATEAU, piped, refuses};
use crate::support::{Directory, sleeping, unique_seconds, wait_until};

/// A bot that always plays the top left corner, which is legal once.
const CORNER: &str = "oneshot!sh -c 'echo a3'";

/// A bot that does not answer.
const SILENT: &str = "oneshot!sh -c 'exec sleep 9'";

fn play(args: &[&str], typed: &str) -> Output {
    let mut child = start(args);
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn start(args: &[&str]) -> Child {
    let mut command = piped(PLATEAU, &[&["play"][..], args].concat());
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).spawn().unwrap()
}

#[track_caller]
fn has(text: &[u8], part: &str) {
    let text = String::from_utf8_lossy(text);
    assert!(text.contains(part), "no '{part}' in:\n{text}");
}

#[test]
fn a_bot_plays_either_side() {
    let bot = "oneshot!python3 bots/python/bot.py";
    let done = play(&["supermorpion", "--first", bot, "--second", "human"], "resign\n");
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    has(&done.stdout, "\nx plays 1 5 (");
    has(&done.stdout, "Game over: x wins (resignation)\n");
    let done = play(&["tictactoe", "--second", CORNER, "--tc", "1m+1s", "--lang", "fr"], "b2\nabandonner\n");
    has(&done.stdout, "o, oneshot!sh -c 'echo a3'. Tapez");
    has(&done.stdout, "\no joue a3 (0,");
    has(&done.stdout, "Partie terminée : o gagne (abandon)\n");
}

#[test]
fn a_ugi_bot_takes_up_the_game_after_an_undo() {
    let engine = format!("ugi!'{PLATEAU}' engine --engine first");
    let done = play(&["tictactoe", "--second", &engine, "--depth", "1"], "b2\nundo\na3\nc1\nquit\n");
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    // The first legal move of each position.
    let text = String::from_utf8(done.stdout).unwrap();
    let moves: Vec<&str> = text.lines().filter(|line| line.starts_with("o plays ")).collect();
    assert!(
        matches!(moves[..], [first, second, third]
        if first.starts_with("o plays a3 (") && second.starts_with("o plays b3 (") && third.starts_with("o plays c3 (")),
        "{text}"
    );
}

#[test]
fn a_bot_that_fails_is_explained_and_the_game_goes_on() {
    let directory = Directory::new();
    let file = directory.file("game.txt");
    let done = play(&["tictactoe", "--second", CORNER, "--save", &file], "b2\nc1\nb1\nundo\nc3\n\nquit\n");
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    let asked = "\npress Enter to retry, or type undo, save FILE or quit: ";
    has(&done.stdout, &format!("\noneshot!sh -c 'echo a3' played the illegal move 'a3'{asked}b1\n"));
    has(&done.stdout, &format!("it is the turn of oneshot!sh -c 'echo a3'{asked}undo\n"));
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("\nmoves: b2 a3 c3\n"), "{saved}");
    for (bot, sentence) in [
        ("oneshot!sh -c 'echo why >&2; exit 3'", "exited (code 3); its last error message: why\n"),
        ("oneshot!sh -c 'echo hello'", "answered 'hello', which is not a move\n"),
        ("ugi!sh -c 'exit 0'", "exited (code 0)\n"),
        (SILENT, "gave no answer within 0.2 s\n"),
    ] {
        let done = play(&["tictactoe", "--second", bot, "--time", "100ms"], "b2\n");
        has(&done.stdout, &format!("\n{bot} {sentence}"));
        // The end of the input leaves the game with the failure.
        assert_eq!(done.status.code(), Some(1), "{bot}");
        assert_eq!(String::from_utf8_lossy(&done.stderr), format!("plateau: {bot} {sentence}"));
    }
    let done = play(&["tictactoe", "--second", CORNER, "--lang", "fr"], "a3\nquitter\n");
    has(&done.stdout, "a joué le coup illégal « a3 »\nEntrée pour réessayer, ou tapez annuler, ");
    // Two programs play, so no human can choose how to continue.
    let done =
        play(&["tictactoe", "--first", CORNER, "--second", CORNER, "--save", &directory.file("2")], "");
    assert_eq!(done.status.code(), Some(1));
    has(&done.stderr, "played the illegal move 'a3'\n");
    has(&std::fs::read(directory.file("2")).unwrap(), "\nmoves: a3\n");
}

#[test]
fn a_bot_that_is_too_slow_loses_on_its_clock() {
    let done = play(&["tictactoe", "--second", SILENT, "--tc", "200ms"], "b2\n");
    assert!(done.status.success(), "{done:?}");
    has(&done.stdout, "Game over: x wins (on time)\n");
}

#[test]
fn bots_that_cannot_play_are_refused_before_the_game() {
    let directory = std::fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    let done = play(&["tictactoe", "--second", "oneshot!./nobody"], "");
    assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0));
    let expected = format!(
        "plateau: cannot start the program of 'oneshot!./nobody': ./nobody in {}: no such file or directory\n",
        directory.display()
    );
    assert_eq!(String::from_utf8_lossy(&done.stderr), expected);
    refuses(&["play", "achi", "--second", "gtp!sh"], "the protocol gtp only plays othello, not achi");
    refuses(
        &["play", "othello", "--second", "gtp!sh", "--time", "500ms"],
        "gtp sends time in whole seconds: use at least 1s",
    );
    let done = play(&["supermorpion", "--moves", "5 5; 5 1; 1 1", "--second", "codingame!sh"], "");
    has(&done.stderr, "the protocol codingame only plays from the start of a game");
}

/// A bot that starts a process in a session of its own, and never answers.
fn hanging_bot(seconds: &str) -> String {
    format!("oneshot!sh -c 'setsid sleep {seconds} & exec sleep {seconds}'")
}

#[test]
fn bots_and_their_descendants_end_with_the_game() {
    for (signal, code) in [("TERM", 15), ("INT", 2)] {
        let seconds = unique_seconds();
        let mut child = start(&["tictactoe", "--first", &hanging_bot(&seconds), "--second", "human"]);
        wait_until("the bot to start", || sleeping(&seconds) == 2);
        assert!(
            Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success()
        );
        assert_eq!(child.wait().unwrap().signal(), Some(code));
        assert_eq!(sleeping(&seconds), 0, "{signal}");
    }
    // The time is up: the bot is killed, and nothing of it is left when the game goes on.
    let seconds = unique_seconds();
    let mut child =
        start(&["tictactoe", "--first", &hanging_bot(&seconds), "--second", "human", "--time", "300ms"]);
    let mut output = child.stdout.take().unwrap();
    let mut text = Vec::new();
    while !text.ends_with(b"quit: ") {
        let mut byte = [0];
        output.read_exact(&mut byte).unwrap();
        text.push(byte[0]);
    }
    assert_eq!(sleeping(&seconds), 0);
    child.stdin.take().unwrap().write_all(b"quit\n").unwrap();
    assert!(child.wait().unwrap().success());
}
