//! The programs as processes, in an English environment.

use std::process::Stdio;

use assert_cmd::Command;
use serde_json::Value;

pub const PLATEAU: &str = env!("CARGO_BIN_EXE_plateau");
pub const TTTREE: &str = env!("CARGO_BIN_EXE_tttree");
pub const SM_BOT: &str = env!("CARGO_BIN_EXE_sm-bot");
pub const SM_REFRESH: &str = env!("CARGO_BIN_EXE_sm-refresh");

/// A program with piped input and output, in English.
pub fn piped(program: &str, args: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(program);
    command.args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// `plateau` with these arguments, in English.
pub fn plateau(args: &[&str]) -> Command {
    Command::from_std(piped(PLATEAU, args))
}

/// Runs `plateau`, which must succeed without a word on standard error, and returns its
/// standard output.
#[track_caller]
pub fn answer(args: &[&str]) -> String {
    let done = plateau(args).assert().success().stderr("");
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// Like [`answer`], parsed as JSON.
#[track_caller]
pub fn parsed(args: &[&str]) -> Value {
    serde_json::from_str(&answer(args)).expect("one JSON object")
}

/// Runs `plateau`, which must refuse its arguments with this message and exit code 2.
#[track_caller]
pub fn refuses(args: &[&str], message: &str) {
    plateau(args).assert().code(2).stdout("").stderr(format!("plateau: {message}\n"));
}
