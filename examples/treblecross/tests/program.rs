//! The example gets the whole program for its few lines: real processes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_treblecross"))
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_is_played() {
    let played = text(&["play", "treblecross", "--second", "first"], "5\n6\n7\n");
    assert!(played.contains("o plays 1"), "{played}");
    assert!(played.contains("Game over: x wins"), "{played}");
}

#[test]
fn it_is_judged_and_solved() {
    let judged = text(&["analyse", "treblecross", "--json"], "");
    assert!(judged.contains(r#""result":"win""#) && judged.contains(r#""exact":true"#), "{judged}");
    let solved = text(&["solve", "treblecross"], "");
    assert!(solved.contains("win in 5") && solved.contains("exact"), "{solved}");
}

#[test]
fn its_tree_is_drawn() {
    let tree = text(&["tree", "treblecross", "--depth", "2"], "");
    assert!(tree.starts_with("digraph") && tree.trim_end().ends_with('}'));
    // The root, nine moves, and eight answers to each.
    assert_eq!(tree.matches(" -> ").count(), 9 + 72);
}

#[test]
fn bad_input_is_answered_in_a_sentence() {
    let output = run(&["best", "chess"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}
