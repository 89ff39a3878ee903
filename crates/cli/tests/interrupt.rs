//! Ctrl-C, and what a terminal shows of a search that goes on.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use plateau_games::REGISTRY;
use serde_json::Value;

/// The bit of SIGINT in the masks of `/proc`.
const SIGINT: u64 = 1 << 1;

fn start(args: &[&str], stdout: impl Into<Stdio>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    let started =
        command.args(args).env("LC_ALL", "C").stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
    // Until it listens to Ctrl-C.
    until(|| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", started.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
        u64::from_str_radix(&mask, 16).unwrap() & SIGINT != 0
    });
    // It listens twice, and then it searches: work that was done since tells.
    let before = work(&started);
    until(|| work(&started) >= before + 5);
    started
}

/// The ticks of processor time a program has used.
fn work(program: &Child) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[track_caller]
fn until(mut done: impl FnMut() -> bool) {
    for _ in 0..3_000 {
        if done() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("it never came");
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
fn the_first_ends_the_search_and_what_was_found_is_told() {
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
fn every_engine_that_searches_can_be_stopped() {
    for engine in ["alphabeta", "mcts", "proof", "minimax", "negamax"] {
        let done = interrupted(&["solve", "supermorpion", "--engine", engine, "--time", "1h"]);
        let text = String::from_utf8(done.stdout).unwrap();
        assert!(text.contains("; stopped"), "{engine}: {text}");
    }
}

#[test]
fn the_second_ends_the_program() {
    // Nobody reads the answer, so that it waits with it for ever.
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&vec![0; 1 << 16]).unwrap();
    let mut program = start(&["solve", "connect4:8x7"], writer);
    interrupt(&program);
    until(|| {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.id())).unwrap();
        stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('S'))
    });
    assert!(program.try_wait().unwrap().is_none());
    interrupt(&program);
    assert_eq!(program.wait().unwrap().code(), Some(130));
    drop(reader);
}

#[test]
fn a_terminal_shows_how_far_it_is_until_the_answer() {
    let server = format!("plateau-progress-{}", std::process::id());
    let tmux = |args: &[&str]| {
        let done = Command::new("tmux").args(["-u", "-L", &server]).args(args).output().expect("tmux runs");
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    let line = format!("LC_ALL=C '{}' solve connect4:8x7; echo left $?; cat", env!("CARGO_BIN_EXE_plateau"));
    tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &line]);
    let screen = || tmux(&["capture-pane", "-p"]);
    until(|| screen().contains(" nodes, "));
    let going_on = screen();
    tmux(&["send-keys", "C-c"]);
    until(|| screen().contains("left "));
    let left = screen();
    tmux(&["kill-server"]);
    assert!(going_on.lines().any(|line| line.contains(" s  depth ")), "{going_on}");
    assert!(left.contains("; stopped") && left.contains("left 130"), "{left}");
    assert!(!left.contains(" s  depth "), "it is gone: {left}");
}
