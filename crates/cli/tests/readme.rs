//! What the README shows is what the program prints.

use assert_cmd::Command;

/// The words of a command as a shell splits them: quoted parts stay whole.
fn words(command: &str) -> Vec<String> {
    let parts = command.split(['"', '\'']).enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// A text without the figures that no two runs share: those of a line that
/// tells times.
fn lasting(text: &str) -> String {
    let line = |line: &str| {
        let timed = line.contains("nodes/s");
        let end = [" nodes in ", " nodes, "].iter().filter_map(|mark| line.find(mark)).min();
        line[..end.filter(|_| timed).unwrap_or(line.len())].to_owned()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_example_of_the_readme_is_what_the_program_prints() {
    let readme = include_str!("../../../README.md");
    let mut examples = 0;
    for block in readme.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        let Some(example) = block.strip_prefix("$ plateau ") else { continue };
        let (command, shown) = example.split_once('\n').expect("a command and what it prints");
        let done = Command::new(env!("CARGO_BIN_EXE_plateau"))
            .args(words(command))
            .env("LC_ALL", "C")
            .assert()
            .success();
        let printed = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        assert_eq!(lasting(&printed), lasting(shown), "plateau {command}");
        examples += 1;
    }
    assert!(examples >= 3, "{examples}");
}
