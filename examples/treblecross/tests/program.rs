//! Runs the commands of the example as real processes.

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
fn play_runs_a_game_to_its_end() {
    let played = text(&["play", "treblecross", "--second", "first"], "5\n6\n7\n");
    assert!(played.contains("o plays 1"), "{played}");
    assert!(played.contains("Game over: x wins"), "{played}");
}

#[test]
fn analyse_and_solve_find_the_win() {
    let analysed = text(&["analyse", "treblecross", "--json"], "");
    assert!(analysed.contains(r#""result":"win""#) && analysed.contains(r#""exact":true"#), "{analysed}");
    let solved = text(&["solve", "treblecross"], "");
    assert!(solved.contains("win in 5") && solved.contains("exact"), "{solved}");
}

#[test]
fn train_learns_to_play_better_than_without_an_evaluation() {
    let net = std::env::temp_dir().join(format!("treblecross-{}.net", std::process::id()));
    let file = net.to_str().unwrap();
    let settings = ["--generations", "2", "--games", "400", "--nodes", "50", "--size", "16"];
    text(&[&["train", "treblecross", "-o", file], &settings[..]].concat(), "");
    // At depth 1 everything depends on the evaluation.
    let trained = format!("alphabeta:depth=1,eval={file}");
    // After more random plies nearly every position is decided at depth 1.
    let game = ["--game", "treblecross", "--games", "60", "--openings", "random:plies=1", "--json"];
    let played = text(&[&["match", trained.as_str(), "alphabeta:depth=1"], &game[..]].concat(), "");
    std::fs::remove_file(&net).unwrap();
    let result: serde_json::Value = serde_json::from_str(&played).unwrap();
    assert!(result["share"].as_f64().unwrap() > 0.66, "{played}");
}

#[test]
fn tree_draws_every_node() {
    let tree = text(&["tree", "treblecross", "--depth", "2"], "");
    assert!(tree.starts_with("digraph") && tree.trim_end().ends_with('}'));
    // The root, nine moves, and eight replies to each.
    assert_eq!(tree.matches(" -> ").count(), 9 + 72);
}

#[test]
fn eval_without_an_evaluator_says_that_it_knows_nothing() {
    let explained = text(&["eval", "treblecross", "--moves", "5 1"], "");
    assert!(explained.contains("evaluator:  none, values every unfinished game at 0\n"), "{explained}");
    assert!(explained.ends_with("this evaluator values every unfinished game at 0\n"), "{explained}");
    let french = text(&["eval", "treblecross", "--eval", "even", "--lang", "fr"], "");
    assert!(french.contains("cet évaluateur donne 0 à toute partie en cours"), "{french}");
    assert!(text(&["engines", "treblecross"], "").contains("example: alphabeta:depth=6,eval=none\n"));
}

#[test]
fn an_unknown_game_is_a_one_line_error() {
    let output = run(&["best", "chess"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}
