//! Ctrl-C during a search.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use plateau_games::REGISTRY;
use serde_json::Value;

use crate::support::program::PLATEAU;
use crate::support::wait_until;

/// The bit of SIGINT in the masks of `/proc`.
const SIGINT: u64 = 1 << 1;

fn start(args: &[&str], stdout: impl Into<Stdio>) -> Child {
    let mut command = Command::new(PLATEAU);
    let started =
        command.args(args).env("LC_ALL", "C").stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("the signal handler", || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", started.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
        u64::from_str_radix(&mask, 16).unwrap() & SIGINT != 0
    });
    // Two handlers are installed before the search starts: wait until it has used some
    // processor time since.
    let before = work(&started);
    wait_until("the search", || work(&started) >= before + 5);
    started
}

/// Returns the processor time of a program in clock ticks.
fn work(program: &Child) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

fn interrupt(program: &Child) {
    let done = Command::new("kill").args(["-INT", &program.id().to_string()]).status().unwrap();
    assert!(done.success());
}

fn interrupted(args: &[&str]) -> Output {
    let program = start(args, Stdio::piped());
    interrupt(&program);
    let done = program.wait_with_output().unwrap();
    assert_eq!((done.status.code(), done.stderr.as_slice()), (Some(130), &b""[..]), "{args:?}: {done:?}");
    done
}

#[test]
fn the_first_ctrl_c_ends_the_search_and_prints_its_result() {
    let legal = REGISTRY.variant("connect4:8x7").unwrap().start().legal_moves();
    let done = interrupted(&["solve", "connect4:8x7", "--json"]);
    let json: Value = serde_json::from_slice(&done.stdout).expect("one JSON object");
    assert_eq!((&json["stop"], &json["exact"]), (&"stopped".into(), &false.into()));
    assert!(legal.iter().any(|mv| json["best"] == mv.as_str()), "{json}");
    let done = interrupted(&["analyse", "connect4:8x7", "--time", "1h"]);
    let text = String::from_utf8(done.stdout).unwrap();
    assert!(text.trim_end().ends_with("; stopped") && text.contains("\nmove "), "{text}");
    let done = interrupted(&["best", "connect4:8x7", "--time", "1h"]);
    assert!(legal.contains(&String::from_utf8(done.stdout).unwrap().trim_end().to_owned()));
}

#[test]
fn every_search_engine_can_be_interrupted() {
    for engine in ["alphabeta", "mcts", "proof", "minimax", "negamax"] {
        let done = interrupted(&["solve", "supermorpion", "--engine", engine, "--time", "1h"]);
        let text = String::from_utf8(done.stdout).unwrap();
        assert!(text.contains("; stopped"), "{engine}: {text}");
    }
}

#[test]
fn the_second_ctrl_c_ends_the_program() {
    // The pipe is full and nobody reads it, so the program blocks on its output.
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&vec![0; 1 << 16]).unwrap();
    let mut program = start(&["solve", "connect4:8x7"], writer);
    interrupt(&program);
    wait_until("the program to block", || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.id())).unwrap();
        stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('S'))
    });
    assert!(program.try_wait().unwrap().is_none());
    interrupt(&program);
    assert_eq!(program.wait().unwrap().code(), Some(130));
    drop(reader);
}
