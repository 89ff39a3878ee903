//! Runs the examples of README.md, README.fr.md and docs/: the output of every block of text
//! that begins with a command line must match.

mod common;

use std::path::Path;
use std::process::Command;

use common::Directory;

/// A text without the figures that no two runs share: those of a line that tells
/// times.
fn lasting(text: &str) -> String {
    let line = |line: &str| {
        let timed = ["nodes/s", "nœuds/s"].iter().any(|unit| line.contains(unit)) || line.ends_with(" s)");
        let end =
            [" nodes in ", " nodes, ", " nœuds, ", " node, "].iter().filter_map(|mark| line.find(mark)).min();
        line[..end.filter(|_| timed).unwrap_or(line.len())].to_owned()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn examples_print_what_the_documentation_shows() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let docs = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let pages = docs.chain(["README.md", "README.fr.md"].map(|name| root.join(name)));
    let pages: String = pages.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let directory = Directory::new("readme");
    let bins = Path::new(env!("CARGO_BIN_EXE_plateau")).parent().unwrap().to_str().unwrap();
    let path = format!("{bins}:{}", std::env::var("PATH").unwrap_or_default());
    let mut programs = Vec::new();
    for block in pages.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        let Some(example) = block.strip_prefix("$ ") else { continue };
        let (command, shown) = example.split_once('\n').expect("a command and what it prints");
        // What is told beside the answer is shown as on a terminal.
        let done = Command::new("bash")
            .args(["--norc", "-c", &format!("exec 2>&1; {command}")])
            .env("PATH", &path)
            .env("LC_ALL", "C")
            .current_dir(&directory.0)
            .output()
            .unwrap();
        assert!(done.status.success(), "{command}: {done:?}");
        assert_eq!(lasting(&String::from_utf8_lossy(&done.stdout)), lasting(shown), "{command}");
        programs.push(command.split(' ').next().unwrap_or_default().to_owned());
    }
    for program in ["plateau", "printf", "tttree", "sm-bot"] {
        assert!(programs.iter().any(|named| named == program), "{program}: {programs:?}");
    }
}
