//! Checks the documentation: README.md, README.fr.md, ARCHITECTURE.md, CHANGELOG.md and docs/.
//!
//! - A `text` block that begins with `$ ` is a command and its output: both must match.
//! - Commands in `sh` blocks, and `./run` commands in tables, must be accepted.
//! - Packages, examples and benchmarks of `cargo` commands must exist.
//! - Links, their anchors and the source files that are named must exist.
//! - Every feature of docs/features.md has a command that runs and a test that exists.
//!
//! `UPDATE_DOCS=1 cargo test -p plateau-cli --test commands documentation` rewrites the
//! outputs that no longer match.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::Directory;
use crate::support::program::PLATEAU;

const PROGRAMS: [&str; 4] = ["plateau", "tttree", "sm-bot", "sm-refresh"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the path and the text of every page.
fn pages() -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
    paths.extend(
        ["README.md", "README.fr.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|name| root().join(name)),
    );
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Returns the contents of the fenced blocks in a language.
fn blocks<'t>(page: &'t str, language: &str) -> Vec<&'t str> {
    let fence = format!("```{language}\n");
    page.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// Returns the inline code of a page, its fenced blocks left out.
fn inline_code(page: &str) -> Vec<&str> {
    let prose = page.split("```").step_by(2);
    prose.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

/// Runs a command line in bash, where programs are found by their names. The current directory
/// has the repository's bots and examples, and the bot of docs/first-bot.md.
fn run(directory: &Directory, line: &str) -> Output {
    for (path, name) in [("bots", "bots"), ("examples", "examples"), ("bots/python/bot.py", "mybot.py")] {
        let path = fs::canonicalize(root().join(path)).unwrap();
        let _ = std::os::unix::fs::symlink(path, directory.path().join(name));
    }
    let programs = Path::new(PLATEAU).parent().unwrap().to_str().unwrap();
    Command::new("bash")
        .args(["--norc", "-c", line])
        .env("PATH", format!("{programs}:{}", std::env::var("PATH").unwrap_or_default()))
        .env("LC_ALL", "C")
        .current_dir(directory.path())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Removes the figures that differ from run to run: those of lines that report times.
fn stable(text: &str) -> String {
    let line = |line: &str| {
        let timed = line.contains("nodes/s") || line.contains("nœuds/s") || line.ends_with(" s)");
        let end =
            [" nodes in ", " nodes, ", " nœuds, ", " node, "].iter().filter_map(|mark| line.find(mark)).min();
        line[..end.filter(|_| timed).unwrap_or(line.len())].to_owned()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn examples_print_what_the_documentation_shows() {
    let directory = Directory::new();
    let mut programs = BTreeSet::new();
    for (path, page) in pages() {
        let mut updated = page.clone();
        for block in blocks(&page, "text") {
            let Some(example) = block.strip_prefix("$ ") else { continue };
            let (command, shown) = example.split_once('\n').expect("a command and its output");
            let done = run(&directory, &format!("exec 2>&1; {command}"));
            let printed = String::from_utf8(done.stdout).unwrap();
            assert!(done.status.success(), "{}: {command}: {printed}", path.display());
            if std::env::var_os("UPDATE_DOCS").is_none() {
                assert_eq!(stable(&printed), stable(shown), "{}: {command}", path.display());
            } else if stable(&printed) != stable(shown) {
                updated =
                    updated.replace(block, &format!("$ {command}\n{}\n", printed.trim_end_matches('\n')));
            }
            programs.extend(PROGRAMS.into_iter().filter(|name| command.contains(name)));
        }
        if updated != page {
            fs::write(&path, updated).unwrap();
        }
    }
    for program in ["plateau", "tttree", "sm-bot"] {
        assert!(programs.contains(program), "no example of {program}");
    }
}

/// Returns the commands of a page that run one of our programs: the lines of its `sh` blocks,
/// and its inline code that begins with `./run`.
fn shell_commands(page: &str) -> Vec<String> {
    let lines = blocks(page, "sh").into_iter().flat_map(str::lines);
    let inline = inline_code(page).into_iter().filter(|code| code.starts_with("./run "));
    let commands = lines.chain(inline).map(|line| line.split("  #").next().unwrap().trim());
    let commands = commands.map(|line| line.replacen("./run ", "plateau ", 1));
    commands.filter(|line| PROGRAMS.contains(&line.split(' ').next().unwrap())).collect()
}

/// Runs commands one after the other and returns the ones that don't end with the expected exit
/// code. Long commands are interrupted after a second: by then their arguments were accepted.
fn rejected_commands(commands: &[(String, i32)]) -> Vec<String> {
    let directory = Directory::new();
    let mut rejected = Vec::new();
    for (command, expected) in commands {
        // Other tests start servers, and a manual page must not go to the home directory.
        // Training a net takes minutes; `train.rs` uses one.
        let uses_net = command.contains(".net") && command.contains("eval");
        if command.starts_with("plateau serve")
            || command.contains('~')
            || command.contains("COMMAND")
            || uses_net
        {
            continue;
        }
        let line = format!("timeout -s INT -k 10 1 bash --norc -o pipefail -c {}", quoted(command));
        let done = run(&directory, &line);
        if ![Some(*expected), Some(124)].contains(&done.status.code()) {
            let errors = String::from_utf8_lossy(&done.stderr);
            rejected.push(format!("{command}: {}: {errors}", done.status));
        }
    }
    rejected
}

#[test]
fn commands_of_the_documentation_are_accepted() {
    let mut lists: Vec<Vec<(String, i32)>> = pages()
        .iter()
        .map(|(_, page)| shell_commands(page).into_iter().map(|command| (command, 0)).collect())
        .collect();
    assert!(lists.iter().flatten().count() > 20);
    let features = features();
    let commands: BTreeSet<(String, i32)> = features
        .iter()
        .filter_map(|feature| {
            let command = feature.command.strip_prefix('`')?.strip_suffix('`')?;
            Some((command.to_owned(), if feature.name.contains("exit code 2") { 2 } else { 0 }))
        })
        .collect();
    let commands: Vec<(String, i32)> = commands.into_iter().collect();
    lists.extend(commands.chunks(commands.len().div_ceil(4)).map(<[_]>::to_vec));
    let rejected: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = lists.iter().map(|list| scope.spawn(|| rejected_commands(list))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(rejected.is_empty(), "{rejected:#?}");
}

/// Quotes a text for bash.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[test]
fn cargo_commands_of_the_documentation_name_existing_targets() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut checked = 0;
    for (path, page) in pages() {
        let lines = blocks(&page, "sh").into_iter().flat_map(str::lines).chain(inline_code(&page));
        for line in lines.filter(|line| line.contains("cargo ")) {
            let words: Vec<&str> = line.split_whitespace().take_while(|word| *word != "--").collect();
            for pair in words.windows(2) {
                let exists = match pair[0] {
                    "-p" | "--package" => {
                        manifest.contains(&format!("\n{} = {{ path", pair[1]))
                            || manifest.contains(&format!("/{}\"", pair[1].trim_start_matches("plateau-")))
                    }
                    "--example" => ["", ".rs"]
                        .iter()
                        .any(|end| root().join(format!("crates/bench/examples/{}{end}", pair[1])).exists()),
                    "--bench" => root().join(format!("crates/bench/benches/{}.rs", pair[1])).exists(),
                    // A path from a crate beside the clone.
                    "--path" => root().join(pair[1].trim_start_matches("../plateau/")).exists(),
                    _ => continue,
                };
                assert!(exists, "{}: {line}: {}", path.display(), pair[1]);
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "{checked}");
}

/// Returns the anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let lowercase = heading.to_lowercase();
    lowercase
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn links_of_the_documentation_lead_somewhere() {
    for (path, page) in pages() {
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (file, wanted) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link}", path.display());
            if !wanted.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text.lines().filter_map(|line| line.strip_prefix('#'));
                let found = headings.any(|heading| anchor(heading.trim_start_matches('#').trim()) == wanted);
                assert!(found, "{}: {link}", path.display());
            }
        }
    }
}

/// Paths are written from the root, or from `crates`.
#[test]
fn source_files_named_in_the_documentation_exist() {
    let mut checked = 0;
    for (path, page) in pages().into_iter().filter(|(path, _)| !path.ends_with("CHANGELOG.md")) {
        for code in inline_code(&page).into_iter().filter(|code| !code.contains("mygame")) {
            let is_path =
                code.contains('/') && !code.contains(|c: char| c.is_whitespace() || "{*$~:".contains(c));
            let is_source =
                [".rs", ".js", "/"].iter().any(|end| code.ends_with(end)) && !code.starts_with('/');
            if is_path && is_source {
                let bases =
                    [root().to_owned(), root().join("crates"), root().join("crates/games/src/connect4")];
                assert!(bases.iter().any(|base| base.join(code).exists()), "{}: {code}", path.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "{checked}");
}

/// A row of docs/features.md.
struct Feature {
    name: String,
    command: String,
    test: String,
}

/// Returns the rows of docs/features.md.
fn features() -> Vec<Feature> {
    let page = fs::read_to_string(root().join("docs/features.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| feature |"));
    let features = rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [name, command, test] = cells[..] else { panic!("three cells: {row}") };
        Feature { name: name.to_owned(), command: command.to_owned(), test: test.to_owned() }
    });
    features.collect()
}

#[test]
fn every_feature_has_a_command_and_an_existing_test() {
    let features = features();
    let working = features.iter().filter(|feature| feature.test != "none yet").count();
    let page = fs::read_to_string(root().join("docs/features.md")).unwrap();
    let count = format!("Of the {} features, {working} work.", features.len());
    assert!(page.contains(&count), "{count}");
    for Feature { name, command, test } in features {
        if test == "none yet" {
            assert!(!command.starts_with('`'), "{name}");
            continue;
        }
        let program = command.trim_matches('`').split(' ').next().unwrap();
        assert!(PROGRAMS.contains(&program), "{name}: {command}");
        let (path, function) = test.trim_matches('`').split_once("::").expect("a file and a test");
        let source = fs::read_to_string(root().join("crates").join(path)).unwrap_or_default();
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        let start = format!("fn {function}()");
        let is_test = |at: usize| lines[at.saturating_sub(3)..at].contains(&"#[test]");
        let exists = (0..lines.len()).any(|at| lines[at].starts_with(&start) && is_test(at));
        assert!(exists, "{name}: there is no test {test}");
    }
}
