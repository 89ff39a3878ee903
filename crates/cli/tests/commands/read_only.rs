//! The programs in a directory that cannot be written, without a home and an environment:
//! all commands work or explain in one sentence what they need.

use std::process::{Command, Output, Stdio};

use crate::support::program::{PLATEAU, SM_BOT, SM_REFRESH, TTTREE};

/// A directory that not even root can write to.
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
fn commands_that_write_no_file_work() {
    for (program, args) in [
        (PLATEAU, &["games"][..]),
        (PLATEAU, &["show", "othello"]),
        (PLATEAU, &["best", "tictactoe"]),
        (PLATEAU, &["analyse", "tictactoe", "1o11o1oxx x"]),
        (PLATEAU, &["solve", "achi"]),
        (PLATEAU, &["tree", "tictactoe", "--depth", "1"]),
        (PLATEAU, &["tree", "tictactoe", "--depth", "1", "--format", "png"]),
        (PLATEAU, &["perft", "connect4", "4"]),
        (PLATEAU, &["play", "tictactoe", "--first", "best", "--second", "level:1"]),
        (PLATEAU, &["completions", "bash"]),
        (TTTREE, &["1o11o1oxx x"]),
        (SM_BOT, &["start", "0"]),
    ] {
        let done = run(program, args);
        assert!(done.status.success() && !done.stdout.is_empty(), "{args:?}: {done:?}");
    }
}

#[test]
fn commands_that_write_files_explain_why_they_cannot() {
    for (args, code, file) in [
        (&["show", "othello", "-o", "board.png"][..], 1, "board.png"),
        (&["tree", "tictactoe", "--depth", "1", "-o", "tree.html"], 1, "tree.html"),
        (&["man", "man1"], 1, "man1/plateau.1"),
        (&["match", "first", "first", "--game", "achi", "-o", "report.html"], 1, "report.html"),
        (&["match", "first", "first", "--game", "achi", "--db", "match.db"], 1, "tournaments to match.db"),
        (&["play", "tictactoe", "--first", "first", "--save", "game.txt"], 1, "game.txt"),
    ] {
        let done = run(PLATEAU, args);
        let errors = String::from_utf8(done.stderr).unwrap();
        let last = errors.lines().last().unwrap_or_default();
        assert_eq!(done.status.code(), Some(code), "{args:?}: {errors}");
        assert!(last.starts_with(&format!("plateau: cannot write {file}: ")), "{errors}");
    }
    // The server needs a directory for its games.
    let done = run(PLATEAU, &[]);
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!((done.status.code(), errors.lines().count()), (Some(1), 1), "{errors}");
    assert!(errors.contains("choose another directory with --data"), "{errors}");
    let done = run(SM_REFRESH, &["--depth", "1"]);
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success() && errors.lines().count() == 1, "{errors}");
    assert!(errors.starts_with("sm-refresh: cannot write "), "{errors}");
}
