//! The programs from a directory that can't be written, without a home and without
//! an environment: everything works, or says in one sentence what it needs.
#![cfg(target_os = "linux")]

use std::process::{Command, Output, Stdio};

/// Nobody can write here, not even root.
const NOWHERE: &str = "/proc/self";

fn run(program: &str, args: &[&str]) -> Output {
    Command::new(program)
        .args(args)
        .env_clear()
        .envs([("HOME", NOWHERE), ("TMPDIR", NOWHERE), ("LANG", "C")])
        .current_dir(NOWHERE)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn what_writes_no_file_works() {
    let plateau = env!("CARGO_BIN_EXE_plateau");
    for (program, args) in [
        (plateau, &["games"][..]),
        (plateau, &["show", "othello"]),
        (plateau, &["best", "tictactoe"]),
        (plateau, &["analyse", "tictactoe", "1o11o1oxx x"]),
        (plateau, &["solve", "achi"]),
        (plateau, &["tree", "tictactoe", "--depth", "1"]),
        (plateau, &["tree", "tictactoe", "--depth", "1", "--format", "png"]),
        (plateau, &["perft", "connect4", "4"]),
        (plateau, &["play", "tictactoe", "--first", "best", "--second", "level:1"]),
        (plateau, &["completions", "bash"]),
        (env!("CARGO_BIN_EXE_tttree"), &["1o11o1oxx x"]),
        (env!("CARGO_BIN_EXE_sm-bot"), &["start", "0"]),
    ] {
        let done = run(program, args);
        assert!(done.status.success() && !done.stdout.is_empty(), "{args:?}: {done:?}");
    }
}

#[test]
fn what_writes_a_file_says_that_it_cannot() {
    let plateau = env!("CARGO_BIN_EXE_plateau");
    for (args, code, file) in [
        (&["show", "othello", "-o", "board.png"][..], 1, "board.png"),
        (&["tree", "tictactoe", "--depth", "1", "-o", "tree.html"], 1, "tree.html"),
        (&["man", "man1"], 1, "man1/plateau.1"),
    ] {
        let done = run(plateau, args);
        let errors = String::from_utf8(done.stderr).unwrap();
        let last = errors.lines().last().unwrap_or_default();
        assert_eq!(done.status.code(), Some(code), "{args:?}: {errors}");
        assert!(last.starts_with(&format!("plateau: {file} can't be written: ")), "{errors}");
    }
    // The page keeps games, and says where it can't.
    let done = run(plateau, &[]);
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!((done.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(errors.contains("another directory is chosen by --data"), "{errors}");
    let done = run(plateau, &["play", "tictactoe", "--first", "first", "--save", "game.txt"]);
    assert!(done.status.success(), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stdout).contains("\ngame.txt can't be written: "), "{done:?}");
    let done = run(env!("CARGO_BIN_EXE_sm-refresh"), &["--depth", "1"]);
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success() && errors.lines().count() == 1, "{errors}");
    assert!(errors.starts_with("sm-refresh: ") && errors.contains("g.dot can't be written: "), "{errors}");
}
