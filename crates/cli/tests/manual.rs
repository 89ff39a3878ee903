//! Help, manual pages and completions: what a person reads and a shell knows of
//! every command.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::Directory;

const PROGRAMS: [(&str, &str); 4] = [
    ("plateau", env!("CARGO_BIN_EXE_plateau")),
    ("tttree", env!("CARGO_BIN_EXE_tttree")),
    ("sm-bot", env!("CARGO_BIN_EXE_sm-bot")),
    ("sm-refresh", env!("CARGO_BIN_EXE_sm-refresh")),
];

/// Runs a command line in bash, which finds the programs by their names.
fn bash(directory: &Directory, line: &str) -> Output {
    let bins = Path::new(PROGRAMS[0].1).parent().unwrap().to_str().unwrap().to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("bash")
        .args(["--norc", "-c", line])
        .env("PATH", format!("{bins}:{path}"))
        .env("LC_ALL", "C.UTF-8")
        .current_dir(&directory.0)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[track_caller]
fn says(directory: &Directory, line: &str) -> String {
    let done = bash(directory, line);
    assert!(done.status.success(), "{line}: {done:?}");
    String::from_utf8(done.stdout).unwrap()
}

/// The programs, and every command of `plateau`.
fn commands(directory: &Directory) -> Vec<String> {
    let mut commands: Vec<String> = PROGRAMS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let help = says(directory, "plateau --help");
    let (_, listed) = help.split_once("\nCommands:\n").expect("commands");
    for line in listed.lines().take_while(|line| !line.is_empty()) {
        // A summary may go on below its command.
        let name = line.strip_prefix("  ").filter(|line| !line.starts_with(' '));
        let name = name.and_then(|line| line.split_whitespace().next());
        commands.extend(name.filter(|name| *name != "help").map(|name| format!("plateau {name}")));
    }
    assert!(commands.len() > 14, "{commands:?}");
    commands
}

#[test]
fn every_help_has_examples_that_work() {
    let directory = Directory::new("manual-examples");
    let mut run = BTreeSet::new();
    for command in commands(&directory) {
        let help = says(&directory, &format!("{command} --help"));
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{command}: {help}"));
        assert!(examples.lines().all(|line| line.starts_with("  ")), "{command}: {examples}");
        assert!(examples.lines().next().is_some_and(|line| line.contains(&command)), "{examples}");
        for example in examples.lines().map(str::trim) {
            // These take their time, or write elsewhere; other tests run them.
            let served = example.starts_with("plateau serve") || example.contains("--live");
            let long = example.ends_with(" 900") || example.ends_with(" bench") || example.contains('~');
            let long = long || served;
            if !long && run.insert(example.to_owned()) {
                says(&directory, &format!("set -o pipefail; {example}"));
            }
        }
    }
    assert!(run.len() > 30, "{run:?}");
}

#[test]
fn there_is_a_manual_page_for_every_command_with_every_option() {
    let directory = Directory::new("manual-pages");
    let said = says(&directory, "plateau man deep/man1");
    assert_eq!(said, "");
    let commands = commands(&directory);
    for command in &commands {
        let name = format!("deep/man1/{}.1", command.replace(' ', "-"));
        let warnings = bash(&directory, &format!("groff -man -Kutf8 -Tutf8 -ww -z {name}"));
        assert!(warnings.status.success() && warnings.stderr.is_empty(), "{name}: {warnings:?}");
        // As it is read: without the signs that make letters bold.
        let page = says(&directory, &format!("MANWIDTH=200 man -P cat -l {name} | col -b"));
        let help = says(&directory, &format!("{command} --help"));
        let words = help.split(|c: char| c.is_whitespace() || ",[]'`".contains(c));
        for option in words.filter(|word| word.starts_with("--") && word.len() > 2) {
            assert!(page.contains(option), "{name}: {option}\n{page}");
        }
        let (_, examples) = help.split_once("\nExamples:\n").expect("examples");
        for example in examples.lines() {
            assert!(page.contains(example.trim()), "{name}: {example}\n{page}");
        }
        assert!(page.contains("\nSEE ALSO\n"), "{page}");
    }
    let pages = fs::read_dir(directory.0.join("deep/man1")).unwrap().count();
    assert_eq!(pages, commands.len(), "and no others");
    let done = bash(&directory, "plateau man /proc/nowhere");
    assert_eq!(done.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(errors.starts_with("plateau: /proc/nowhere/plateau.1 can't be written: "), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

/// What bash offers after these words, the last of them unfinished.
fn offered(directory: &Directory, words: &[&str]) -> Vec<String> {
    let program = words[0];
    let last = words.len() - 1;
    let line = format!(
        "source <(plateau completions bash)
         COMP_WORDS=({}) COMP_CWORD={last}
         complete -p {program} | grep -q -- '-F _{function} '
         _{function} {program} '{}' '{}'
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "),
        words[last],
        words[last - 1],
        function = program.replace('-', "__"),
    );
    says(directory, &format!("set -e; {line}")).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_games_engines_and_options() {
    let directory = Directory::new("manual-bash");
    assert_eq!(offered(&directory, &["plateau", "ana"]), ["analyse"]);
    assert_eq!(offered(&directory, &["plateau", "show", "o"]), ["othello"]);
    let games = offered(&directory, &["plateau", "play", ""]);
    for game in plateau_games::REGISTRY.games() {
        assert!(games.iter().any(|name| name == game.id), "{games:?}");
    }
    assert_eq!(offered(&directory, &["plateau", "best", "achi", "--engine", "al"]), ["alphabeta"]);
    assert_eq!(offered(&directory, &["plateau", "play", "achi", "--first", "h"]), ["human"]);
    assert_eq!(offered(&directory, &["tttree", "--alg"]), ["--algorithm"]);
    assert_eq!(offered(&directory, &["tttree", "--algorithm", "n"]), ["negamax"]);
    assert_eq!(offered(&directory, &["sm-bot", "--c"]), ["--compact"]);
    assert_eq!(offered(&directory, &["sm-refresh", "--hu"]), ["--human"]);
}

#[test]
fn other_shells_have_scripts_of_their_own() {
    let directory = Directory::new("manual-shells");
    let zsh = says(&directory, "plateau completions zsh sm-bot");
    assert!(zsh.starts_with("#compdef sm-bot\n") && zsh.contains("--compact"), "{zsh}");
    assert!(!zsh.contains("tttree"), "one program alone");
    let all = says(&directory, "plateau completions zsh");
    assert!(all.starts_with("#compdef plateau tttree sm-bot sm-refresh\n"), "{all}");
    assert_eq!(all.matches("#compdef").count(), 1);
    for name in ["plateau", "tttree", "sm-bot", "sm-refresh"] {
        assert!(all.contains(&format!("\n    {name}) _{name} \"$@\" ;;\n")), "{name}: {all}");
        assert!(all.contains(&format!("\ncompdef _{name} {name}\n")), "{name}: {all}");
    }
    let fish = says(&directory, "plateau completions fish");
    for (name, _) in PROGRAMS {
        assert!(fish.contains(&format!("complete -c {name} ")), "{name}");
    }
    let zsh = says(&directory, "plateau completions zsh plateau");
    assert!(zsh.contains("tictactoe\\:\"tic-tac-toe\""), "{zsh}");
    let done = bash(&directory, "plateau completions tcsh");
    assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0));
    assert_eq!(String::from_utf8_lossy(&done.stderr).lines().count(), 1);
}
