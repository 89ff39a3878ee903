//! The program `plateau` as a process, in English.

use assert_cmd::Command;
use serde_json::Value;

/// A command line.
pub fn plateau(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command
}

/// What it answers.
#[track_caller]
pub fn answer(args: &[&str]) -> String {
    let done = plateau(args).assert().success().stderr("");
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// Its answer as JSON.
#[track_caller]
pub fn parsed(args: &[&str]) -> Value {
    serde_json::from_str(&answer(args)).expect("one JSON object")
}

/// It says this, and nothing else, with exit code 2.
#[track_caller]
pub fn refuses(args: &[&str], sentence: &str) {
    plateau(args).assert().code(2).stdout("").stderr(format!("plateau: {sentence}\n"));
}
