//! `sm-refresh` as its players meet it: real processes and pipes, the real `dot`
//! and a real browser.

mod browser;
mod common;

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use browser::Browser;
use common::Directory;

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sm-refresh"));
    command.args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a whole run answers to its input.
fn run(directory: &Directory, args: &[&str], input: &str) -> Output {
    let mut child = program(args).current_dir(&directory.0).spawn().unwrap();
    // A command line that is wrong reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A game under way.
struct Game {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Game {
    fn new(directory: &Directory, args: &[&str]) -> Self {
        let mut child = program(args).current_dir(&directory.0).spawn().unwrap();
        Self { input: child.stdin.take().unwrap(), output: child.stdout.take().unwrap(), child }
    }

    /// What is said until a move is asked for, or until the end.
    fn hear(&mut self) -> String {
        let (mut heard, mut byte) = (Vec::new(), [0]);
        while !heard.ends_with(b"\no> ") && self.output.read(&mut byte).unwrap() > 0 {
            heard.push(byte[0]);
        }
        text(&heard)
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }
}

/// The first legal move of those that are listed: after a colon, or grid by grid
/// beside the board.
fn first_legal(heard: &str) -> String {
    let (_, listed) = heard.rsplit_once("legal moves").unwrap();
    if let Some(cells) = listed.strip_prefix(": ") {
        return cells[..2].to_owned();
    }
    let rows = listed.lines().filter_map(|line| line.rsplit_once("  "));
    let mut grids = rows.filter(|(_, cells)| cells.starts_with(['a', 'b', 'c']) && cells.len() % 3 == 2);
    let (before, cells) = grids.next().unwrap();
    format!("{} {}", before.chars().last().unwrap(), &cells[..2])
}

const HELP: &str = "a cell such as b2 or 5, from the top left, in the grid you are sent to; \
    a grid and a cell such as 5 b2 or 5 5 where you are free; quit leaves";

#[test]
fn every_mistake_is_told_and_asked_again() {
    let directory = Directory::new("refresh-mistakes");
    let free = "4x499999999 00 o";
    let forced = "4x499999999 15 o";
    for (start, typed, sentence, right) in [
        (free, "10 b2", "move, character 1: found '10', expected a grid from 1 to 9", "2 b2"),
        (free, "0 b2", "move, character 1: found '0', expected a grid from 1 to 9", "2 b2"),
        (free, "2 d1", "move, character 3: found 'd1', expected a cell, a1 to c3 or 1 to 9", "2 b2"),
        (free, "2 a4", "move, character 3: found 'a4', expected a cell, a1 to c3 or 1 to 9", "2 b2"),
        (free, "1 b2", "move: 1 b2 is taken", "1 a1"),
        (free, "b2", "move: you may play in any open grid: name it before the cell, such as 1 a3", "2 b2"),
        (free, "1 5", "move: 1 5 is taken", "1 a1"),
        (free, "help", HELP, "2 b2"),
        (forced, "1 a1", "move: you were sent to grid 5 and must play there", "a1"),
        (
            forced,
            "in the middle, please",
            "move, character 1: found 'in the middle, please', expected a grid and a cell, such as 5 2 or 5 b3",
            "5 a1",
        ),
        (
            forced,
            "",
            "move, character 1: found the end of the text, expected a grid and a cell, such as 5 2 or 5 b3",
            "b2",
        ),
        ("X99999999 00 o", "1 b2", "move: grid 1 is already won", "2 b2"),
        ("xoxxoxoxo99999999 00 o", "1 b2", "move: grid 1 is full", "2 b2"),
    ] {
        let input = format!("{typed}\n{right}\n");
        let done = run(&directory, &["--start", start, "--depth", "1"], &input);
        let heard = text(&done.stdout);
        assert!(done.status.success() && done.stderr.is_empty(), "{typed}: {done:?}");
        assert!(heard.contains(&format!("\no> {sentence}\no> x plays ")), "{typed}: {heard}");
    }
}

#[test]
fn a_start_that_cannot_be_is_told_and_asked_again() {
    let directory = Directory::new("refresh-start");
    for (start, sentence) in [
        ("999999999 55 o", "last move, character 11: grid 5, cell 5 is empty, so it can't be the last move"),
        (
            "x3o499999999 15 o",
            "last move, character 14: x moved last, but the piece on grid 1, cell 5 is not x's",
        ),
        (
            "X9oo7999999 11 x",
            "last move, character 13: grid 1 was won without o playing cell 1, so that can't be the last move",
        ),
        (
            "XXX1x7oo79999 42 o",
            "last move, character 15: x has three grids in line, but a move in grid 4 did not make that line",
        ),
        (
            "999999999 5 o",
            "last move, character 11: found '5', expected the last move, grid and cell from 1 to 9 each, or 00 for none",
        ),
        ("XXX999999 00 o", "the game is already over in this position: x wins"),
        (
            "3X99999999 00 o",
            "board, character 2: found 'X', expected x, o or a digit: grid 1 has begun, and a capital stands for a whole grid",
        ),
        (
            "xxxooo399999999 00 o",
            "board, character 1: both sides have a line in grid 1, but the first closes it",
        ),
        (
            "xxxxoxxxx99999999 11 o",
            "board, character 1: the lines in grid 1 can't have been made by one move",
        ),
        (
            "X999999xxxxx49 00 o",
            "board: whatever stands in the won grids, 5 x and 0 o elsewhere can't come from moves in turn",
        ),
        ("xxx699999999 00 o", "board: pieces of x: 3, of o: 0; they may differ by one at most"),
        ("99999999 00 x", "board, character 9: found ' ', expected more cells: 81 in all, 72 so far"),
        (
            "9999999991 00 x",
            "board, character 10: found '1', expected the end of the board after its 81 cells",
        ),
        ("x899999999 00 x", "side to move, character 15: x has more pieces, so it can't be x's turn"),
        ("999999999 00 y", "side to move, character 14: found 'y', expected the side to move, x or o"),
        ("999999999 00 x x", "position, character 16: found 'x', expected nothing more"),
        (
            "nine",
            "board, character 1: found 'n', expected x, o, a digit for that many empty cells, or X or O for a grid won",
        ),
    ] {
        let done = run(&directory, &["--start", start], "4x499999999 15 o\n");
        assert_eq!(text(&done.stderr), format!("sm-refresh: {sentence}\n"));
        assert!(text(&done.stdout).contains("x played 1 b2\no must play in grid 5\n"));
        assert!(done.status.success());
        let done = run(&directory, &["--start", start], "");
        assert_eq!(done.status.code(), Some(2), "{start}: no other is given");
        assert_eq!(text(&done.stdout), "start position> \n");
    }
    let done = run(&directory, &["--start", "4x499999999", "15", "o"], "");
    assert!(text(&done.stdout).contains("o must play in grid 5\n"), "fields as words");
}

#[test]
fn the_end_of_the_input_leaves_quietly_with_what_was_saved() {
    let directory = Directory::new("refresh-end");
    for input in ["", "b2\n", "b2\nquit\nb2\n"] {
        let done = run(&directory, &["--dir", "game", "--depth", "2"], input);
        assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
        assert!(text(&done.stdout).ends_with("\no> \n"));
        for name in ["g.dot", "g.png", "refresh.html"] {
            assert!(directory.0.join("game").join(name).is_file(), "{name}");
        }
    }
}

#[test]
fn a_reader_who_leaves_ends_it_quietly() {
    let directory = Directory::new("refresh-pipe");
    let mut game = Game::new(&directory, &["--depth", "2"]);
    game.hear();
    let Game { child, mut input, output } = game;
    drop(output);
    // It may be gone before it reads this.
    let _ = input.write_all(b"a1\n");
    drop(input);
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{done:?}");
    assert_eq!(text(&done.stderr), "");
}

#[test]
fn without_a_place_for_its_files_the_game_goes_on() {
    let directory = Directory::new("refresh-unwritable");
    fs::write(directory.0.join("file"), "").unwrap();
    fs::create_dir(directory.0.join("g.png")).unwrap();
    for (place, name) in [("/proc/nowhere", "/proc/nowhere"), ("file", "file/g.dot"), (".", "g.png")] {
        let done = run(&directory, &["--dir", place, "--depth", "2"], "b2\n");
        let errors = text(&done.stderr);
        assert!(done.status.success(), "{errors}");
        assert!(errors.starts_with(&format!("sm-refresh: {name} can't be written: ")), "{errors}");
        assert!(errors.ends_with("; the game goes on without\n"), "{errors}");
        assert_eq!(errors.lines().count(), 1, "it is told once: {errors}");
        let heard = text(&done.stdout);
        assert_eq!(heard.matches("x plays ").count(), 2);
        // The page is told of once it is there.
        assert_eq!(heard.contains("refresh.html shows"), place == ".", "{heard}");
    }
    for name in ["g.dot", "refresh.html"] {
        assert!(directory.0.join(name).exists(), "{name} can be written");
    }
}

/// Whether a file is whole, by how it begins and ends.
fn is_whole(name: &str, bytes: &[u8]) -> bool {
    let (begin, end): (&[u8], &[u8]) = match name {
        "g.png" => (b"\x89PNG\r\n", b"IEND\xaeB`\x82"),
        "g.dot" => (b"digraph board {\n", b"\n}\n"),
        _ => (b"<!DOCTYPE html>\n", b"</html>\n"),
    };
    bytes.starts_with(begin) && bytes.ends_with(end)
}

#[test]
fn a_whole_game_is_played_and_a_reader_never_sees_half_a_file() {
    let directory = Directory::new("refresh-whole");
    let mut game = Game::new(&directory, &["--depth", "1"]);
    let mut heard = game.hear();
    let mut reads = 0;
    let heard = std::thread::scope(|scope| {
        let player = scope.spawn(|| {
            while heard.ends_with("\no> ") {
                game.say(&first_legal(&heard));
                heard = game.hear();
            }
            heard
        });
        while !player.is_finished() {
            for name in ["g.dot", "g.png", "refresh.html"] {
                let bytes = fs::read(directory.0.join(name)).unwrap();
                assert!(is_whole(name, &bytes), "{name}: {} bytes", bytes.len());
                reads += 1;
            }
        }
        player.join().unwrap()
    });
    assert!(reads > 0);
    let over = heard.lines().last().unwrap();
    assert!(over.starts_with("the game is over: "), "{heard}");
    assert!(game.child.wait().unwrap().success());
    let page = fs::read_to_string(directory.0.join("refresh.html")).unwrap();
    assert!(page.contains(&format!("<h1 role=\"status\">{over}</h1>")));
    let names: Vec<_> = fs::read_dir(&directory.0).unwrap().collect();
    assert_eq!(names.len(), 3, "nothing else is left: {names:?}");
}

#[test]
fn graphviz_draws_the_board() {
    let directory = Directory::new("refresh-dot");
    for start in ["start", "6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o"] {
        assert!(run(&directory, &["--start", start, "--human", "o"], "").status.success());
        let drawn = Command::new("dot").args(["-Tsvg", "g.dot"]).current_dir(&directory.0).output();
        let drawn = drawn.expect("graphviz is installed; ./test installs it");
        assert!(drawn.status.success());
        assert_eq!(text(&drawn.stderr), "", "without a warning");
        let picture = text(&drawn.stdout);
        assert!(picture.contains(">(x)</text>"), "the last move stands in brackets");
        assert!(picture.contains(" play in "), "and the title says where to play");
    }
}

#[test]
fn words_follow_the_language() {
    let directory = Directory::new("refresh-french");
    let done = run(&directory, &["--lang", "fr", "--depth", "2"], "d4\n");
    let heard = text(&done.stdout);
    assert!(heard.contains("vous êtes o") && heard.contains("x joue 5 "), "{heard}");
    assert!(heard.contains(" pour x ; profondeur 2, ") && !heard.contains("est atteinte"), "{heard}");
    assert!(heard.contains("grille") && heard.contains("coups légaux : a3 "), "{heard}");
    let page = fs::read_to_string(directory.0.join("refresh.html")).unwrap();
    assert!(page.contains("<html lang=\"fr\">") && page.contains("o doit jouer dans la grille"));
}

#[test]
fn a_wrong_command_line_is_told() {
    let directory = Directory::new("refresh-usage");
    for (args, sentence) in [
        (&["--human", "z"][..], "invalid value 'z' for '--human <x|o>' [possible values: x, o]"),
        (&["--depth", "0"], "invalid value '0' for '--depth <DEPTH>': 0 is not a whole number from 1 to 200"),
        (
            &["--time", "soon"],
            "invalid value 'soon' for '--time <TIME>': 'soon' is no duration of up to a year: write 1s, 0.5s, 500ms, 15m or 1h",
        ),
        (&["--start"], "a value is required for '--start <POSITION>...' but none was supplied"),
        (&["--dir"], "a value is required for '--dir <DIR>' but none was supplied"),
        (&["--what"], "unexpected argument '--what' found"),
        (&["more"], "unexpected argument 'more' found"),
    ] {
        let done = run(&directory, args, "b2\n");
        assert_eq!((done.status.code(), text(&done.stdout).as_str()), (Some(2), ""), "{args:?}");
        let usage = "sm-refresh: Usage: sm-refresh [OPTIONS]";
        assert_eq!(text(&done.stderr), format!("sm-refresh: {sentence}; try --help\n{usage}\n"));
    }
    assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 0, "no game began");
}

/// A move typed at the prompt shows in the page, which is never loaded again and
/// never without its board.
#[test]
fn a_browser_follows_the_game() {
    let directory = Directory::new("refresh-browser");
    let mut game = Game::new(&directory, &["--depth", "2"]);
    let heard = game.hear();
    let mut page = Browser::open(&directory.0.join("refresh.html"), &directory.0.join("profile"));
    page.wait_for("o must play in grid ");
    page.evaluate(
        "globalThis.frames_without = 0;
         (function watch() {
           if (!document.querySelector('main svg')) frames_without++;
           requestAnimationFrame(watch);
         })()",
    )
    .unwrap();
    let mv = first_legal(&heard);
    let (_, grid) = heard.rsplit_once("must play in grid ").unwrap();
    let typed = format!("{} {mv}", &grid[..1]);
    assert!(
        !fs::read_to_string(directory.0.join("refresh.html")).unwrap().contains(&format!("<li>{typed}</li>"))
    );
    game.say(&mv);
    game.hear();
    page.wait_for(&typed);
    let pieces = "document.querySelectorAll('main svg circle').length";
    assert_eq!(page.evaluate(pieces).unwrap(), 1, "the ring of o");
    assert_eq!(page.evaluate("frames_without").unwrap(), 0, "the page is the same one, and whole");
}
