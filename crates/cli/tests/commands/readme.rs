//! The examples of the README: every block of text that starts with a command line is run
//! by a shell and must print what the README shows.

use std::path::Path;
use std::process::Command;

use crate::support::Directory;
use crate::support::program::PLATEAU;

/// Removes the figures that change from run to run: those of lines with times.
fn without_times(text: &str) -> String {
    let line = |line: &str| {
        let timed = line.contains("nodes/s") || line.ends_with(" s)");
        let end = [" nodes in ", " nodes, ", " node, "].iter().filter_map(|mark| line.find(mark)).min();
        line[..end.filter(|_| timed).unwrap_or(line.len())].to_owned()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn examples_print_what_the_readme_shows() {
    let readme = include_str!("../../../../README.md");
    let directory = Directory::new();
    let bins = Path::new(PLATEAU).parent().unwrap().to_str().unwrap();
    let path = format!("{bins}:{}", std::env::var("PATH").unwrap_or_default());
    let mut programs = Vec::new();
    for block in readme.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        let Some(example) = block.strip_prefix("$ ") else { continue };
        let (command, shown) = example.split_once('\n').expect("a command and its output");
        // The README shows standard error, too, as a terminal would.
        let done = Command::new("bash")
            .args(["--norc", "-c", &format!("exec 2>&1; {command}")])
            .env("PATH", &path)
            .env("LC_ALL", "C")
            .current_dir(directory.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{command}: {done:?}");
        assert_eq!(without_times(&String::from_utf8_lossy(&done.stdout)), without_times(shown), "{command}");
        programs.push(command.split(' ').next().unwrap_or_default().to_owned());
    }
    for program in ["plateau", "printf", "tttree", "sm-bot"] {
        assert!(programs.iter().any(|named| named == program), "{program}: {programs:?}");
    }
}
