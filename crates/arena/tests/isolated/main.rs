//! Tests that each need a process of their own: they count its descriptors, threads and
//! memory, kill it, or depend on whether it adopts orphans.
//!
//! This program has its own `main` instead of the test harness. Without arguments, or with
//! name filters, it runs each test in a child process. `run NAME` runs one test; `engine` and
//! `tournament` are the helper processes of [`kill_and_resume`].

#[path = "../all/common.rs"]
mod common;
#[allow(dead_code, reason = "simulated players are used by the other test program")]
#[path = "../all/simulation.rs"]
mod simulation;

mod ending;
mod kill_and_resume;
mod leaks;
mod orphans;

use std::process::{Command, ExitCode};

type Test = (&'static str, fn());

const TESTS: [Test; 6] = [
    ("leaks::a_hundred_games_leave_nothing_behind", leaks::a_hundred_games_leave_nothing_behind),
    (
        "kill_and_resume::a_killed_tournament_resumes_to_the_same_result",
        kill_and_resume::a_killed_tournament_resumes_to_the_same_result,
    ),
    ("kill_and_resume::a_second_process_is_refused", kill_and_resume::a_second_process_is_refused),
    (
        "orphans::without_adoption_children_of_the_host_are_left_alone",
        orphans::without_adoption_children_of_the_host_are_left_alone,
    ),
    ("orphans::adoption_ends_with_its_guard", orphans::adoption_ends_with_its_guard),
    ("ending::programs_start_again_after_a_game", ending::programs_start_again_after_a_game),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["engine"] => kill_and_resume::run_engine(),
        ["tournament", path] => kill_and_resume::run_tournament(path),
        ["run", name] => match TESTS.iter().find(|(known, _)| *known == name) {
            Some((_, test)) => test(),
            None => return ExitCode::FAILURE,
        },
        _ => return run_all(&words),
    }
    ExitCode::SUCCESS
}

/// Runs the tests whose names contain one of the words, or all tests.
fn run_all(words: &[&str]) -> ExitCode {
    let filters: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with('-')).collect();
    let own = std::env::current_exe().unwrap();
    let mut failed = 0;
    for (name, _) in TESTS {
        if !filters.is_empty() && !filters.iter().any(|filter| name.contains(filter)) {
            continue;
        }
        let passed = Command::new(&own).args(["run", name]).status().unwrap().success();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        failed += usize::from(!passed);
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(101) }
}
