//! Help texts, manual pages and shell completions of every command.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::Directory;
use crate::support::program::{PLATEAU, SM_BOT, SM_REFRESH, TTTREE};

const PROGRAMS: [(&str, &str); 4] =
    [("plateau", PLATEAU), ("tttree", TTTREE), ("sm-bot", SM_BOT), ("sm-refresh", SM_REFRESH)];

/// Runs a command line in bash with the programs in its path.
fn bash(directory: &Directory, line: &str) -> Output {
    let bins = Path::new(PROGRAMS[0].1).parent().unwrap().to_str().unwrap().to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("bash")
        .args(["--norc", "-c", line])
        .env("PATH", format!("{bins}:{path}"))
        .env("LC_ALL", "C.UTF-8")
        .current_dir(directory.path())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[track_caller]
fn output(directory: &Directory, line: &str) -> String {
    let done = bash(directory, line);
    assert!(done.status.success(), "{line}: {done:?}");
    String::from_utf8(done.stdout).unwrap()
}

/// Returns the programs and every command of `plateau`.
fn commands(directory: &Directory) -> Vec<String> {
    let mut commands: Vec<String> = PROGRAMS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let help = output(directory, "plateau --help");
    let (_, listed) = help.split_once("\nCommands:\n").expect("commands");
    for line in listed.lines().take_while(|line| !line.is_empty()) {
        // A long summary continues on the next line.
        let name = line.strip_prefix("  ").filter(|line| !line.starts_with(' '));
        let name = name.and_then(|line| line.split_whitespace().next());
        commands.extend(name.filter(|name| *name != "help").map(|name| format!("plateau {name}")));
    }
    assert!(commands.len() > 14, "{commands:?}");
    commands
}

#[test]
fn every_help_text_has_working_examples() {
    let directory = Directory::new();
    let mut run = BTreeSet::new();
    for command in commands(&directory) {
        let help = output(&directory, &format!("{command} --help"));
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{command}: {help}"));
        assert!(examples.lines().all(|line| line.starts_with("  ")), "{command}: {examples}");
        assert!(examples.lines().next().is_some_and(|line| line.contains(&command)), "{examples}");
        for example in examples.lines().map(str::trim) {
            // These take long or write elsewhere; other tests cover them.
            let served =
                ["serve", "db", "admin"].iter().any(|name| example.starts_with(&format!("plateau {name}")));
            let served = served || example.contains("--live");
            let long = example.ends_with(" 900") || example.ends_with(" bench") || example.contains('~');
            let long = long || served || example.contains("--minutes");
            if !long && run.insert(example.to_owned()) {
                output(&directory, &format!("set -o pipefail; {example}"));
            }
        }
    }
    assert!(run.len() > 30, "{run:?}");
}

#[test]
fn every_command_has_a_manual_page_with_every_option() {
    let directory = Directory::new();
    let stdout = output(&directory, "plateau man deep/man1");
    assert_eq!(stdout, "");
    let commands = commands(&directory);
    for command in &commands {
        let name = format!("deep/man1/{}.1", command.replace(' ', "-"));
        let warnings = bash(&directory, &format!("groff -man -Kutf8 -Tutf8 -ww -z {name}"));
        assert!(warnings.status.success() && warnings.stderr.is_empty(), "{name}: {warnings:?}");
        // Plain text, without the overstrikes that make letters bold.
        let page = output(&directory, &format!("MANWIDTH=200 man -P cat -l {name} | col -b"));
        let help = output(&directory, &format!("{command} --help"));
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
    let pages = fs::read_dir(directory.path().join("deep/man1")).unwrap().count();
    assert_eq!(pages, commands.len(), "there are other files");
    let done = bash(&directory, "plateau man /proc/nowhere");
    assert_eq!(done.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(errors.starts_with("plateau: cannot write /proc/nowhere/plateau.1: "), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

/// What clap adds to help texts in English.
const ENGLISH_WORDS: [&str; 9] = [
    "Usage",
    "Options:",
    "Commands:",
    "Arguments:",
    "Examples:",
    "[default",
    "ossible values",
    "Print",
    "see more with",
];

#[test]
fn every_help_text_exists_in_french() {
    let directory = Directory::new();
    for command in commands(&directory) {
        for line in [format!("{command} --help --lang fr"), format!("LC_ALL=fr_FR.UTF-8 {command} -h")] {
            let help = output(&directory, &line);
            assert!(help.contains("\nUtilisation : ") && help.contains("\nExemples :\n"), "{line}: {help}");
            for word in ENGLISH_WORDS {
                assert!(!help.contains(word), "{line}: {word}: {help}");
            }
            assert!(help.lines().all(|line| line == line.trim_end()), "{line}: {help}");
        }
    }
    let help = output(&directory, "plateau help show --lang fr");
    assert_eq!(help, output(&directory, "plateau show --help --lang fr"));
    assert_eq!(help, output(&directory, "plateau --lang fr help show"));
    assert_eq!(output(&directory, "plateau help"), output(&directory, "plateau --help"));
    assert!(help.contains("Valeurs possibles :\n          - svg : Une image vectorielle\n"), "{help}");
    let help = output(&directory, "plateau --lang fr --help");
    assert!(help.contains("\nSans commande, plateau lance `serve`, "), "{help}");
    assert!(help.contains("\nOptions sans commande :\n  --bind <ADRESSE> "), "{help}");
}

#[test]
fn manual_pages_exist_in_french() {
    let directory = Directory::new();
    output(&directory, "plateau man man1 --lang fr");
    let pages = fs::read_dir(directory.path().join("man1")).unwrap().count();
    assert_eq!(pages, commands(&directory).len(), "there are other files");
    for name in ["plateau", "plateau-tree", "sm-bot"] {
        let warnings = bash(&directory, &format!("groff -man -Kutf8 -Tutf8 -ww -z man1/{name}.1"));
        assert!(warnings.status.success() && warnings.stderr.is_empty(), "{name}: {warnings:?}");
        let page = output(&directory, &format!("MANWIDTH=200 man -P cat -l man1/{name}.1 | col -b"));
        for heading in ["NOM", "SYNOPSIS", "OPTIONS", "EXEMPLES", "VOIR AUSSI"] {
            assert!(page.contains(&format!("\n{heading}\n")), "{name}: {heading}: {page}");
        }
        for word in ["NAME\n", "SEE ALSO", "SUBCOMMANDS", "[default", "ossible values", "Print help"] {
            assert!(!page.contains(word), "{name}: {word}: {page}");
        }
    }
}

#[test]
fn formats_that_are_refused_are_not_offered() {
    let directory = Directory::new();
    let on_one_line = |line: &str| output(&directory, line).split_whitespace().collect::<Vec<_>>().join(" ");
    let help = on_one_line("plateau show -h");
    assert!(help.contains("[possible values: svg, png, dot]"), "{help}");
    for format in ["svg", "png", "dot"] {
        output(&directory, &format!("plateau show achi --format {format} > board.{format}"));
    }
    assert!(on_one_line("plateau tree -h").contains("[possible values: dot, svg, png, html]"));
}

/// Returns the completions that bash offers for the last of these words.
fn completions(directory: &Directory, words: &[&str]) -> Vec<String> {
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
    output(directory, &format!("set -e; {line}")).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_games_engines_and_options() {
    let directory = Directory::new();
    assert_eq!(completions(&directory, &["plateau", "ana"]), ["analyse"]);
    assert_eq!(completions(&directory, &["plateau", "show", "o"]), ["othello"]);
    let games = completions(&directory, &["plateau", "play", ""]);
    for game in plateau_games::REGISTRY.games() {
        assert!(games.iter().any(|name| name == game.id), "{games:?}");
    }
    assert_eq!(completions(&directory, &["plateau", "best", "achi", "--engine", "al"]), ["alphabeta"]);
    assert_eq!(completions(&directory, &["plateau", "play", "achi", "--first", "h"]), ["human"]);
    assert_eq!(completions(&directory, &["tttree", "--alg"]), ["--algorithm"]);
    assert_eq!(completions(&directory, &["tttree", "--algorithm", "n"]), ["negamax", "negamax-alphabeta"]);
    assert_eq!(completions(&directory, &["sm-bot", "--c"]), ["--compact"]);
    assert_eq!(completions(&directory, &["sm-refresh", "--hu"]), ["--human"]);
}

#[test]
fn zsh_and_fish_have_completion_scripts() {
    let directory = Directory::new();
    let zsh = output(&directory, "plateau completions zsh sm-bot");
    assert!(zsh.starts_with("#compdef sm-bot\n") && zsh.contains("--compact"), "{zsh}");
    assert!(!zsh.contains("tttree"), "the script is for one program only");
    let all = output(&directory, "plateau completions zsh");
    assert!(all.starts_with("#compdef plateau tttree sm-bot sm-refresh\n"), "{all}");
    assert_eq!(all.matches("#compdef").count(), 1);
    for name in ["plateau", "tttree", "sm-bot", "sm-refresh"] {
        assert!(all.contains(&format!("\n    {name}) _{name} \"$@\" ;;\n")), "{name}: {all}");
        assert!(all.contains(&format!("\ncompdef _{name} {name}\n")), "{name}: {all}");
    }
    let fish = output(&directory, "plateau completions fish");
    for (name, _) in PROGRAMS {
        assert!(fish.contains(&format!("complete -c {name} ")), "{name}");
    }
    let zsh = output(&directory, "plateau completions zsh plateau");
    assert!(zsh.contains("tictactoe\\:\"tic-tac-toe\""), "{zsh}");
    let done = bash(&directory, "plateau completions tcsh");
    assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0));
    assert_eq!(String::from_utf8_lossy(&done.stderr).lines().count(), 1);
}
