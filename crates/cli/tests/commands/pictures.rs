//! Pictures of boards and trees: `tttree`, `plateau tree` and `plateau show -o`, checked by
//! Graphviz where it reads them.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use plateau_games::REGISTRY;

use crate::support::Directory;
use crate::support::program::{PLATEAU, TTTREE, piped};

fn program(name: &str) -> Command {
    piped(if name == "tttree" { TTTREE } else { PLATEAU }, &[])
}

fn run(name: &str, args: &[&str]) -> Output {
    program(name).args(args).output().unwrap()
}

/// Runs a program, which must succeed, and returns its standard output and standard error.
#[track_caller]
fn answer(name: &str, args: &[&str]) -> (String, String) {
    let done = run(name, args);
    let errors = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.success(), "{args:?}: {errors}");
    (String::from_utf8(done.stdout).unwrap(), errors)
}

/// Renders a digraph with Graphviz.
fn dot(digraph: &str, format: &str) -> Vec<u8> {
    let mut child = Command::new("dot")
        .arg(format!("-T{format}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("graphviz is installed; ./test installs it");
    let mut input = child.stdin.take().unwrap();
    let text = digraph.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let done = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(
        !String::from_utf8_lossy(&done.stderr).contains("rror"),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    done.stdout
}

fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 1_000
}

#[test]
fn reference_trees_are_accepted_by_dot() {
    for (position, nodes, counts) in [
        ("1o11o1oxx x", 49, "tttree: minimax 49 nodes, alpha-beta 35 nodes: 29 % saved\n"),
        ("x21o11xo o", 238, "tttree: minimax 238 nodes, alpha-beta 101 nodes: 58 % saved\n"),
    ] {
        for algorithm in ["minimax", "negamax", "alphabeta"] {
            let (digraph, errors) = answer("tttree", &[position, "--algorithm", algorithm]);
            assert_eq!(errors, counts, "{algorithm}");
            assert!(is_png(&dot(&digraph, "png")));
            let picture = String::from_utf8(dot(&digraph, "svg")).unwrap();
            let drawn = picture.matches("class=\"node\"").count();
            assert_eq!(picture.matches("class=\"edge\"").count(), drawn - 1);
            assert!(if algorithm == "alphabeta" { drawn < nodes } else { drawn == nodes }, "{drawn}");
        }
    }
}

#[test]
fn minimax_values_are_for_x_and_negamax_values_for_the_side_to_move() {
    let heading = |algorithm| {
        let (digraph, _) = answer("tttree", &["x21o11xo", "o", "--algorithm", algorithm]);
        digraph.lines().nth(1).unwrap().to_owned()
    };
    assert!(heading("minimax").contains("238 nodes, value −1 for x"));
    assert!(heading("alphabeta").contains("101 nodes, value −1 for x"));
    assert!(heading("negamax").contains("238 nodes, value +1 for the side to move"));
}

#[test]
fn the_file_name_selects_the_format() {
    let directory = Directory::new();
    for (file, begins) in [
        ("tree.dot", &b"digraph tree {"[..]),
        ("tree.svg", b"<svg "),
        ("tree.PNG", b"\x89PNG"),
        ("tree.html", b"<!DOCTYPE html>"),
    ] {
        let path = directory.file(file);
        let (out, _) = answer("tttree", &["1o11o1oxx x", "-o", &path]);
        assert_eq!(out, "");
        assert!(fs::read(&path).unwrap().starts_with(begins), "{file}");
    }
    assert!(answer("tttree", &["1o11o1oxx x", "-o", "-"]).0.starts_with("digraph"), "standard output");
    let (page, _) = answer("plateau", &["tree", "tictactoe", "1o11o1oxx x", "--format", "html"]);
    assert_eq!(page.as_bytes(), fs::read(directory.file("tree.html")).unwrap());
    let mut names: Vec<_> =
        fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["tree.PNG", "tree.dot", "tree.html", "tree.svg"], "temporary files are left");
}

#[test]
fn the_explorer_is_self_contained_and_holds_both_trees() {
    let (page, _) = answer("tttree", &["x21o11xo o", "--algorithm", "alphabeta", "--format", "html"]);
    for outside in ["http:", "https:", "src=", "@import", "fetch(", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["schema"], "plateau-tree/1");
    let counts: Vec<_> =
        data["trees"].as_array().unwrap().iter().map(|tree| (&tree["algorithm"], &tree["visited"])).collect();
    assert_eq!(counts, [(&"alphabeta".into(), &101.into()), (&"minimax".into(), &238.into())]);
    let nodes = data["trees"][0]["nodes"].as_array().unwrap();
    assert_eq!(nodes.iter().filter(|node| node.get("visit").is_some()).count(), 101);
    assert!(nodes.iter().all(|node| node.get("visit").is_some() == node.get("value").is_some()));
}

#[test]
fn large_trees_are_truncated_with_a_message() {
    let directory = Directory::new();
    let (_, errors) = answer("tttree", &["9 x", "-o", &directory.file("tree.svg")]);
    let left_out = errors.lines().find(|line| line.contains("nodes are drawn")).expect("a message");
    let picture = fs::read_to_string(directory.file("tree.svg")).unwrap();
    assert!(left_out.ends_with(" of 549,946 nodes are drawn, those nearest the root"), "{left_out}");
    assert!(picture.contains(left_out.trim_start_matches("tttree: ")));
    // A PNG has less room and leaves out more.
    let (_, errors) = answer("tttree", &["9 x", "-o", &directory.file("tree.png")]);
    assert!(errors.contains(" of 549,946 nodes are drawn"), "{errors}");
    assert!(
        errors.contains("the tree is too large for a PNG; reduce it with --depth or --breadth"),
        "{errors}"
    );
    let (digraph, errors) = answer("tttree", &["9 x", "--depth", "4"]);
    assert!(errors.contains("dot is slow with 3,610 nodes"), "{errors}");
    assert_eq!(digraph.matches(" [label=").count(), 2 * 3_610 - 1, "nodes and edges");
    let (digraph, errors) = answer("tttree", &["9 x", "--depth", "4", "--max-nodes", "100"]);
    assert!(errors.contains("100 of 3,610 nodes are drawn") && !errors.contains("slow"), "{errors}");
    assert!(digraph.contains("… 7 more"));
}

#[test]
fn every_drawing_limit_reports_what_it_leaves_out() {
    let directory = Directory::new();
    let (_, whole) = answer("tttree", &["1o11o1oxx x", "--breadth", "9"]);
    assert_eq!(whole.lines().count(), 1, "{whole}");
    let (digraph, errors) = answer("tttree", &["1o11o1oxx x", "--breadth", "2"]);
    let expected = "of 49 nodes are drawn, the 2 best moves of each position";
    assert!(errors.contains(expected) && digraph.contains(expected), "{errors}");
    let most = |parent: &str| digraph.matches(&format!("  {parent} -> n")).count();
    assert_eq!((most("n0"), digraph.matches("  n0 -> m0").count()), (2, 1));
    assert!(digraph.contains("m0 [label=\"… 2 more\""));
    assert!(
        digraph.contains("n0 -> n2 [label=\"c3\", color=\"#b8860b\""),
        "the best move is drawn: {digraph}"
    );
    let (digraph, errors) = answer("tttree", &["1o11o1oxx x", "--breadth", "1"]);
    assert!(errors.ends_with("5 of 49 nodes are drawn, the best move of each position\n"), "{errors}");
    assert_eq!(digraph.matches(" -> n").count(), 4);
    let args = ["9 x", "--depth", "5", "--breadth", "3", "--max-nodes", "50", "--lang", "en"];
    let (_, errors) = answer("tttree", &args);
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines[1], "tttree: 13,680 positions stopped at the depth limit (5)");
    assert_eq!(
        lines[2],
        "tttree: 50 of 18,730 nodes are drawn, the 3 best moves of each position nearest the root"
    );
    for file in ["tree.svg", "tree.html"] {
        let path = directory.file(file);
        answer("tttree", &[&args[..], &["-o", &path]].concat());
        let picture = fs::read_to_string(&path).unwrap();
        for line in &lines[1..3] {
            assert!(picture.contains(line.trim_start_matches("tttree: ")), "{file}: {line}");
        }
    }
    let (_, errors) = answer("tttree", &["xoxxooox1 x", "--max-nodes", "1"]);
    assert!(errors.starts_with("tttree: minimax 2 nodes, alpha-beta 2 nodes: "), "{errors}");
    assert!(errors.ends_with("only the root is drawn, 1 of 2 nodes\n"), "{errors}");
    let (_, errors) = answer("tttree", &["xoxxooox1 x", "--depth", "1", "--lang", "fr"]);
    assert!(errors.contains("minimax 2 nœuds"), "{errors}");
    let (_, errors) = answer("tttree", &["xxxoo4 o"]);
    assert!(errors.starts_with("tttree: minimax 1 node, alpha-beta 1 node: 0 % saved"), "{errors}");
}

#[test]
fn fold_merges_symmetric_moves() {
    let (digraph, _) = answer("tttree", &["9 x", "--fold", "--depth", "1"]);
    let edges: Vec<&str> = digraph.lines().filter(|line| line.contains(" -> ")).collect();
    assert_eq!(edges.len(), 3);
    assert_eq!(edges.iter().filter(|edge| edge.contains("×4")).count(), 2);
}

#[test]
fn usage_errors_and_bad_positions_are_explained() {
    let fails = |name: &str, args: &[&str], sentence: &str| {
        let done = run(name, args);
        assert_eq!(done.status.code(), Some(2), "{args:?}");
        assert!(done.stdout.is_empty());
        assert_eq!(String::from_utf8_lossy(&done.stderr), sentence, "{args:?}");
    };
    let example = "tttree '1o11o1oxx x' | dot -Tsvg > tree.svg";
    fails("tttree", &[], &format!("tttree: missing: POSITION; for example: {example}\n"));
    fails("tttree", &["9 x", "--deph"], "tttree: there is no option --deph; did you mean --depth?\n");
    fails(
        "tttree",
        &["9 x", "--deph", "--lang", "fr"],
        "tttree: l'option --deph n'existe pas ; vouliez-vous dire --depth ?\n",
    );
    fails(
        "tttree",
        &["9 x", "--breadth", "0"],
        "tttree: --breadth: '0' is not a whole number from 1 to 65,535\n",
    );
    fails(
        "tttree",
        &["1o11o1oxy x"],
        "tttree: board, character 9: found 'y', expected x, o, or a digit from 1 to 9 for that many empty cells\n",
    );
    fails(
        "tttree",
        &["9 x", "-o", "tree.gif"],
        "tttree: the file name 'tree.gif' has no known extension; use one of dot, svg, png, html\n",
    );
    fails(
        "tttree",
        &["9 x", "--eval", "deep"],
        "tttree: there is no evaluator 'deep'; available: baseline, plateau\n",
    );
    fails(
        "plateau",
        &["tree", "achi"],
        "plateau: positions can repeat in achi, so its tree is infinite: set a depth\n",
    );
    fails(
        "plateau",
        &["tree", "connect4"],
        "plateau: the tree has more than 1,000,000 nodes; choose a smaller --depth\n",
    );
    fails(
        "plateau",
        &["show", "achi", "-o", "board.html"],
        "plateau: the file name 'board.html' has no known extension; use one of svg, png, dot\n",
    );
}

#[test]
fn an_unwritable_file_is_reported_before_the_search() {
    let directory = Directory::new();
    fs::create_dir(directory.path().join("tree.svg")).unwrap();
    let [nowhere, is_directory] = ["nowhere/tree.svg", "tree.svg"].map(|name| directory.file(name));
    for path in [&nowhere, &is_directory] {
        // The search of Connect Four would fail: its tree is too large.
        for (name, args) in [("tttree", &["9 x"][..]), ("plateau", &["tree", "connect4"])] {
            for (lang, sentence) in [("en", "cannot write"), ("fr", "impossible d'écrire")] {
                let done = run(name, &[args, &["-o", path, "--lang", lang]].concat());
                let errors = String::from_utf8_lossy(&done.stderr).into_owned();
                assert_eq!((done.status.code(), errors.lines().count()), (Some(1), 1), "{errors}");
                assert!(errors.starts_with(&format!("{name}: {sentence} {path}")), "{errors}");
            }
        }
    }
}

#[test]
fn tttree_ends_quietly_on_a_closed_pipe() {
    let mut child =
        program("tttree").arg("9 x").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "digraph tree {\n");
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success());
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(errors.lines().all(|line| line.contains(" nodes")), "{errors}");
}

/// Returns the peak memory of a running process in kilobytes.
#[cfg(target_os = "linux")]
fn most_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(target_os = "linux")]
#[test]
fn large_trees_are_streamed() {
    let mut child =
        program("tttree").arg("9 x").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::with_capacity(1 << 20, child.stdout.take().unwrap());
    let (mut nodes, mut edges, mut line, mut most) = (0_u32, 0_u32, Vec::new(), None);
    while out.read_until(b'\n', &mut line).unwrap() > 0 {
        let is_edge = line.windows(4).take(30).any(|part| part == b" -> ");
        if line.starts_with(b"  n") && !line.starts_with(b"  node") {
            if is_edge { edges += 1 } else { nodes += 1 }
        }
        if nodes.is_multiple_of(100_000) {
            most = most.max(most_memory(child.id()));
        }
        line.clear();
    }
    assert!(child.wait().unwrap().success());
    assert_eq!((nodes, edges), (549_946, 549_945));
    assert!(most.is_some_and(|most| most < 200 * 1_024), "{most:?} kB");
}

#[test]
fn every_variant_can_be_drawn() {
    let directory = Directory::new();
    for game in REGISTRY.games() {
        for options in [""].iter().chain(game.presets) {
            let variant = game.with_options(options).unwrap();
            let path = directory.file("board.svg");
            let (out, errors) = answer("plateau", &["show", variant.name(), "-o", &path]);
            assert_eq!((out.as_str(), errors.as_str()), ("", ""));
            let picture = fs::read_to_string(&path).unwrap();
            assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{}", variant.name());
        }
    }
    let path = directory.file("board.png");
    answer("plateau", &["show", "supermorpion", "--moves", "5 1; 1 5", "-o", &path]);
    let mut bytes = Vec::new();
    fs::File::open(Path::new(&path)).unwrap().read_to_end(&mut bytes).unwrap();
    assert!(is_png(&bytes));
}

#[test]
fn tree_pictures_follow_the_language() {
    let (digraph, errors) = answer("tttree", &["1o11o1oxx x", "--lang", "fr"]);
    assert!(digraph.contains("▼ o gagne") && digraph.contains("49 nœuds, valeur 0 pour x"));
    assert!(errors.contains("alpha-bêta 35 nœuds : 29 % d'économie"), "{errors}");
    // DOT is read by programs: it follows --lang, but not the locale.
    let french = |args: &[&str]| {
        let mut command = program("tttree");
        let done = command.env("LANG", "fr_FR.UTF-8").arg("1o11o1oxx x").args(args).output().unwrap();
        (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
    };
    let (digraph, errors) = french(&[]);
    assert_eq!(digraph, answer("tttree", &["1o11o1oxx x"]).0);
    assert!(errors.contains("nœuds"), "{errors}");
    assert!(french(&["--format", "svg"]).0.contains("nœuds"), "an SVG follows the locale");
}

#[test]
fn contradicting_file_name_and_format_are_refused() {
    let directory = Directory::new();
    let path = directory.file("a.svg");
    let done = run("tttree", &["1o11o1oxx x", "-o", &path, "--format", "png"]);
    assert_eq!(done.status.code(), Some(2));
    let sentence = format!("tttree: {path} has the extension of svg, but --format is png\n");
    assert_eq!(String::from_utf8_lossy(&done.stderr), sentence);
    assert!(!Path::new(&path).exists());
    answer("tttree", &["1o11o1oxx x", "-o", &directory.file("a.gv"), "--format", "dot"]);
}

#[test]
fn boards_are_written_to_standard_output_or_a_file() {
    let (svg, errors) = answer("plateau", &["show", "achi", "--format", "svg"]);
    assert!(svg.starts_with("<svg") && errors.is_empty(), "{svg}");
    assert_eq!(answer("plateau", &["show", "achi", "-o", "-"]).0, svg);
    assert!(is_png(&run("plateau", &["show", "achi", "--format", "png", "-o", "-"]).stdout));
    assert!(answer("plateau", &["show", "achi", "--format", "dot"]).0.starts_with("digraph board {"));
    let done = run("plateau", &["show", "achi", "--format", "html"]);
    assert_eq!(done.status.code(), Some(2));
    let sentence = "plateau: --format cannot be 'html'; possible values: svg, png, dot\n";
    assert_eq!(String::from_utf8_lossy(&done.stderr), sentence);
}

#[cfg(target_os = "linux")]
#[test]
fn all_names_of_standard_output_append() {
    let directory = Directory::new();
    let path = directory.file("log");
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
        fs::write(&path, "before\n").unwrap();
        let log = fs::File::options().append(true).open(&path).unwrap();
        let mut show = program("plateau");
        let done = show.args(["show", "achi", "--format", "svg", "-o", name]).stdout(log).status().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(done.success() && text.starts_with("before\n<svg") && text.ends_with("</svg>\n"), "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_no_partial_file() {
    let directory = Directory::new();
    let path = directory.file("tree.dot");
    let mut tree = program("tttree");
    // A large tree, so that the signal arrives while it is written.
    let mut child = tree.args(["9 x", "-o", &path]).stderr(Stdio::null()).spawn().unwrap();
    let names = || fs::read_dir(directory.path()).unwrap().count();
    while names() == 0 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    // The handler is installed once the mask of caught signals says so.
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).map(str::trim);
        mask.is_none_or(|mask| u64::from_str_radix(mask, 16).unwrap_or(0) & 1 << 14 != 0)
    };
    while !listens() {
        std::thread::yield_now();
    }
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let ended = child.wait().unwrap();
    assert!(ended.success() || names() == 0, "{ended:?}");
}
