//! `sm-refresh` at the prompt, and the files it writes.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output};

use crate::support::Directory;
use crate::support::program::{SM_REFRESH, piped};

/// Runs it to the end of its input.
fn run(directory: &Directory, args: &[&str], input: &str) -> Output {
    let mut child = piped(SM_REFRESH, args).current_dir(directory.path()).spawn().unwrap();
    // It reads nothing where the command line is wrong.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A running game.
struct Game {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Game {
    fn new(directory: &Directory, args: &[&str]) -> Self {
        let mut child = piped(SM_REFRESH, args).current_dir(directory.path()).spawn().unwrap();
        Self { input: child.stdin.take().unwrap(), output: child.stdout.take().unwrap(), child }
    }

    /// Reads to the next prompt, or to the end.
    fn read(&mut self) -> String {
        let (mut output, mut byte) = (Vec::new(), [0]);
        while !output.ends_with(b"\no> ") && self.output.read(&mut byte).unwrap() > 0 {
            output.push(byte[0]);
        }
        text(&output)
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }
}

/// Returns the first legal move that is listed: after a colon, or grid by grid beside the
/// board.
fn first_legal(output: &str) -> String {
    let (_, listed) = output.rsplit_once("legal moves").unwrap();
    if let Some(cells) = listed.strip_prefix(": ") {
        return cells[..2].to_owned();
    }
    let rows = listed.lines().filter_map(|line| line.rsplit_once("  "));
    let mut grids = rows.filter(|(_, cells)| cells.starts_with(['a', 'b', 'c']) && cells.len() % 3 == 2);
    let (before, cells) = grids.next().unwrap();
    format!("{} {}", before.chars().last().unwrap(), &cells[..2])
}

#[test]
fn every_mistake_is_explained_and_the_move_asked_for_again() {
    let directory = Directory::new();
    let free = "4x499999999 00 o";
    let forced = "4x499999999 15 o";
    let any_grid = [
        "you can play in any open grid: name it before the cell, such as 1 a3",
        "vous pouvez jouer dans n'importe quelle grille ouverte : nommez-la avant la case, comme 1 a3",
    ];
    for (start, typed, sentences, right) in [
        (free, "10 b2", ["'10' is not a grid from 1 to 9", "« 10 » n'est pas une grille de 1 à 9"], "2 b2"),
        (free, "0 b2", ["'0' is not a grid from 1 to 9", "« 0 » n'est pas une grille de 1 à 9"], "2 b2"),
        (
            free,
            "2 d1",
            ["'d1' is not a cell, a1 to c3 or 1 to 9", "« d1 » n'est pas une case, de a1 à c3 ou de 1 à 9"],
            "2 b2",
        ),
        (
            free,
            "2 a4",
            ["'a4' is not a cell, a1 to c3 or 1 to 9", "« a4 » n'est pas une case, de a1 à c3 ou de 1 à 9"],
            "2 b2",
        ),
        (free, "1 b2", ["1 b2 is taken by x", "la case 1 b2 est déjà prise par x"], "1 a1"),
        (free, "1 5", ["1 5 is taken by x", "la case 1 5 est déjà prise par x"], "1 a1"),
        (free, "b2", any_grid, "2 b2"),
        (forced, "1 a1", ["you must play in grid 5", "vous devez jouer dans la grille 5"], "a1"),
        (
            forced,
            "in the middle, please",
            [
                "'in the middle, please' is not a grid and a cell, such as 5 2 or 5 b3",
                "« in the middle, please » n'est pas une grille et une case, comme 5 2 ou 5 b3",
            ],
            "5 a1",
        ),
        (
            forced,
            "",
            [
                "type a move such as a3, or undo, redo, hint, board, help, quit",
                "tapez un coup comme a3, ou annuler, refaire, indice, plateau, aide, quitter",
            ],
            "b2",
        ),
        (
            "X99999999 00 o",
            "1 b2",
            ["grid 1 is already won by x", "la grille 1 est déjà gagnée par x"],
            "2 b2",
        ),
        ("xoxxoxoxo99999999 00 o", "1 b2", ["grid 1 is full", "la grille 1 est pleine"], "2 b2"),
    ] {
        let input = format!("{typed}\n{right}\n");
        for (lang, sentence, plays) in [("en", sentences[0], "x plays "), ("fr", sentences[1], "x joue ")] {
            let done = run(&directory, &["--start", start, "--depth", "1", "--lang", lang], &input);
            let output = text(&done.stdout);
            assert!(done.status.success() && done.stderr.is_empty(), "{typed}: {done:?}");
            assert!(output.contains(&format!("\no> {sentence}\no> {plays}")), "{typed}: {output}");
        }
    }
}

#[test]
fn control_characters_are_not_printed_back() {
    let directory = Directory::new();
    let typed = format!("\x1b[2J{}\n", "z".repeat(9_000));
    let output = text(&run(&directory, &["--depth", "1"], &typed).stdout);
    assert!(output.contains("\no> '\\u{1b}[2Jzzz") && output.contains("z…' is not a cell"), "{output}");
    assert!(!output.contains('\x1b'), "a pipe must not be cleared either: {output}");
}

#[test]
fn an_impossible_start_is_refused() {
    let directory = Directory::new();
    for (start, sentence) in [
        ("999999999 55 o", "last move, character 11: grid 5, cell 5 is empty, so it cannot be the last move"),
        (
            "x3o499999999 15 o",
            "last move, character 14: x moved last, but the piece on grid 1, cell 5 is not x's",
        ),
        (
            "X9oo7999999 11 x",
            "last move, character 13: grid 1 was won without o playing cell 1, so it cannot be the last move",
        ),
        (
            "XXX1x7oo79999 42 o",
            "last move, character 15: x has three grids in a row, but a move in grid 4 did not complete them",
        ),
        (
            "999999999 5 o",
            "last move, character 11: found '5', expected the last move, grid and cell from 1 to 9 each, or 00 for none",
        ),
        ("XXX999999 00 o", "the game is already over in this position: x wins"),
        (
            "3X99999999 00 o",
            "board, character 2: found 'X', expected x, o or a digit within grid 1: a capital letter stands for a whole grid",
        ),
        (
            "xxxooo399999999 00 o",
            "board, character 1: both sides have a line in grid 1, but the first line closes it",
        ),
        ("xxxxoxxxx99999999 11 o", "board, character 1: the lines in grid 1 cannot come from one move"),
        (
            "X999999xxxxx49 00 o",
            "board: 5 x and 0 o outside the won grids are impossible: players move in turn",
        ),
        ("xxx699999999 00 o", "board: x has 3 pieces and o has 0; they can differ by at most one"),
        ("99999999 00 x", "board, character 9: found ' ', expected more cells: 81 in all, 72 so far"),
        (
            "9999999991 00 x",
            "board, character 10: found '1', expected the end of the board after its 81 cells",
        ),
        ("x899999999 00 x", "side to move, character 15: x has more pieces, so it cannot be x's turn"),
        ("999999999 00 y", "side to move, character 14: found 'y', expected the side to move, x or o"),
        ("999999999 00 x x", "position, character 16: found 'x', expected nothing more"),
        (
            "nine",
            "board, character 1: found 'n', expected x, o, a digit for that many empty cells, or X or O for a won grid",
        ),
    ] {
        // The moves of a script are not read as positions.
        let done = run(&directory, &["--start", start], "4x499999999 15 o\n");
        assert_eq!(text(&done.stderr), format!("sm-refresh: {sentence}\n"));
        assert_eq!((done.status.code(), text(&done.stdout).as_str()), (Some(2), ""), "{start}");
    }
    let done = run(&directory, &["--start", "XXX999999 00 o", "--lang", "fr"], "");
    assert_eq!(text(&done.stderr), "sm-refresh: la partie est déjà finie dans cette position : x gagne\n");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "no game may start");
    let done = run(&directory, &["--start", "4x499999999", "15", "o"], "");
    let output = text(&done.stdout);
    assert!(output.contains("x played 1 b2\nyour turn (o): play in grid 5\n"), "{output}");
}

#[test]
fn the_large_board_is_drawn_beside_the_nine_grids() {
    let directory = Directory::new();
    let shown = |args: &[&str]| {
        let start = ["--start", "6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o", "--depth", "1"];
        text(&run(&directory, &[&start[..], args].concat(), "").stdout)
    };
    let output = shown(&[]);
    let lines: Vec<&str> = output.lines().collect();
    let first = lines.iter().position(|line| line.contains("large board")).expect("a large board");
    let rows: Vec<&str> = lines[first + 1..first + 8].iter().map(|line| &line[31..44]).collect();
    let rule = "+---+---+---+";
    assert_eq!(rows, [rule, "| . | O | O |", rule, "| O | X | . |", rule, "| X | . | . |", rule], "{output}");
    assert!(lines[first].contains("---2---"), "beside the nine grids: {output}");
    assert!(shown(&["--lang", "fr"]).contains("grand plateau"));
}

#[test]
fn commands_work_in_both_languages() {
    let directory = Directory::new();
    for (lang, names, expected) in [
        (
            "en",
            ["undo", "redo", "hint", "board", "help"],
            [
                "\no> you have no move to undo\n",
                "\no> there is no undone move to redo\n",
                "\no> hint: ",
                "\nundo   undo your last move\n",
                "your turn (o): play in grid ",
                "\nquit   leave the game\n",
            ],
        ),
        (
            "fr",
            ["annuler", "refaire", "indice", "plateau", "aide"],
            [
                "\no> vous n'avez aucun coup à annuler\n",
                "\no> aucun coup annulé à rejouer\n",
                "\no> indice : ",
                "\nannuler  annuler votre dernier coup\n",
                "à vous de jouer (o) : jouez dans la grille ",
                "\nquitter  quitter la partie\n",
            ],
        ),
    ] {
        let done = run(&directory, &["--depth", "1", "--lang", lang], &(names.join("\n") + "\n"));
        let output = text(&done.stdout);
        for part in expected {
            assert!(output.contains(part), "{part}: {output}");
        }
        let turns = output.matches(expected[4]).count();
        assert_eq!(turns, 2, "the board is shown first, and by its command: {output}");
        assert!(output.contains(&format!(", {}, ", names[3])), "the prompt names the commands: {output}");
    }
}

#[test]
fn a_move_can_be_undone_and_redone() {
    let directory = Directory::new();
    let mut game = Game::new(&directory, &["--depth", "1"]);
    let first = game.read();
    let page = || fs::read_to_string(directory.path().join("refresh.html")).unwrap();
    let moves = |page: &str| page.matches("<li>").count();
    game.type_line(&first_legal(&first));
    let second = game.read();
    assert_eq!(moves(&page()), 3);
    game.type_line("undo");
    let undone = game.read();
    let board = |output: &str| output[output.find("large board").unwrap()..].to_owned();
    assert_eq!(board(&undone), board(&first), "the position before the move is back");
    assert_eq!(moves(&page()), 1, "the page follows");
    game.type_line("redo");
    assert_eq!(board(&game.read()), board(&second));
    assert_eq!(moves(&page()), 3);
}

#[test]
fn a_hint_is_a_good_move() {
    let directory = Directory::new();
    // o wins the game in grid 3, cell 3.
    let start = "OOoo72x6x8x8999 43 o";
    let done = run(&directory, &["--start", start, "--depth", "2"], "hint\n3 c3\n");
    let output = text(&done.stdout);
    assert!(output.contains("\no> hint: 3 c3 (win in 1)\n"), "{output}");
    assert!(output.ends_with("the game is over: o wins\n"), "{output}");
}

#[test]
fn it_can_be_left_in_both_languages() {
    let directory = Directory::new();
    for word in ["quit", "quitter", "q", " Quitter "] {
        for lang in ["en", "fr"] {
            let done = run(&directory, &["--depth", "1", "--lang", lang], &format!("{word}\nb2\nb2\n"));
            assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
            let output = text(&done.stdout);
            assert!(output.ends_with("\no> \n") && output.matches("\no> ").count() == 1, "{word}: {output}");
        }
    }
}

/// Minimax visits every position to its depth; alpha-beta prunes.
#[test]
fn the_algorithm_and_its_depth_can_be_chosen() {
    let directory = Directory::new();
    let nodes = |args: &[&str]| {
        let output = text(&run(&directory, args, "").stdout);
        let (_, after) = output.split_once("depth 3, ").expect("the depth");
        after[..after.find(" nodes").unwrap()].replace(',', "").parse::<u64>().unwrap()
    };
    // The start, and the perft counts of the first three plies.
    let minimax = nodes(&["--algorithm", "minimax", "--depth", "3"]);
    assert_eq!(minimax, 1 + 81 + 720 + 6_336);
    let alphabeta = nodes(&["--algorithm", "alphabeta", "--depth", "3"]);
    assert!(alphabeta < minimax / 2, "{alphabeta} of {minimax}");
    assert_eq!(nodes(&["--depth", "3"]), alphabeta, "the default");
}

#[test]
fn it_ends_quietly_at_the_end_of_the_input_and_leaves_its_files() {
    let directory = Directory::new();
    for input in ["", "b2\n", "b2\nquit\nb2\n"] {
        let done = run(&directory, &["--dir", "game", "--depth", "2"], input);
        assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
        assert!(text(&done.stdout).ends_with("\no> \n"));
        for name in ["g.dot", "g.png", "refresh.html"] {
            assert!(directory.path().join("game").join(name).is_file(), "{name}");
        }
    }
}

#[test]
fn it_ends_quietly_on_a_closed_pipe() {
    let directory = Directory::new();
    let mut game = Game::new(&directory, &["--depth", "2"]);
    game.read();
    let Game { child, mut input, output } = game;
    drop(output);
    // It may have exited before it reads this.
    let _ = input.write_all(b"a1\n");
    drop(input);
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{done:?}");
    assert_eq!(text(&done.stderr), "");
}

#[test]
fn unwritable_files_do_not_end_the_game() {
    let directory = Directory::new();
    fs::write(directory.path().join("file"), "").unwrap();
    fs::create_dir(directory.path().join("g.png")).unwrap();
    for (place, name) in [("/proc/nowhere", "/proc/nowhere"), ("file", "file/g.dot"), (".", "g.png")] {
        let done = run(&directory, &["--dir", place, "--depth", "2", "--start", "4x499999999 15 o"], "b2\n");
        let errors = text(&done.stderr);
        assert!(done.status.success(), "{errors}");
        assert!(errors.starts_with(&format!("sm-refresh: cannot write {name}: ")), "{errors}");
        assert!(errors.ends_with("; the game continues without it\n"), "{errors}");
        assert_eq!(errors.lines().count(), 1, "one message only: {errors}");
        let output = text(&done.stdout);
        // The files are written at the start, after o's move and after this one.
        assert_eq!(output.matches("x plays ").count(), 1);
        // The page is announced only where it was written, by its full path.
        let page = directory.path().canonicalize().unwrap().join("refresh.html");
        let announced = format!("open {} in a browser to follow the game\n", page.display());
        assert_eq!(output.contains(&announced), place == ".", "{output}");
    }
    for name in ["g.dot", "refresh.html"] {
        assert!(directory.path().join(name).exists(), "{name} must be written");
    }
}

/// Whether a file is complete, judging by its first and last bytes.
fn is_complete(name: &str, bytes: &[u8]) -> bool {
    let (begin, end): (&[u8], &[u8]) = match name {
        "g.png" => (b"\x89PNG\r\n", b"IEND\xaeB`\x82"),
        "g.dot" => (b"digraph board {\n", b"\n}\n"),
        _ => (b"<!DOCTYPE html>\n", b"</html>\n"),
    };
    bytes.starts_with(begin) && bytes.ends_with(end)
}

#[test]
fn readers_never_see_a_partial_file_during_a_game() {
    let directory = Directory::new();
    let mut game = Game::new(&directory, &["--depth", "1"]);
    let mut output = game.read();
    let mut reads = 0;
    let output = std::thread::scope(|scope| {
        let player = scope.spawn(|| {
            while output.ends_with("\no> ") {
                game.type_line(&first_legal(&output));
                output = game.read();
            }
            output
        });
        while !player.is_finished() {
            for name in ["g.dot", "g.png", "refresh.html"] {
                let bytes = fs::read(directory.path().join(name)).unwrap();
                assert!(is_complete(name, &bytes), "{name}: {} bytes", bytes.len());
                reads += 1;
            }
        }
        player.join().unwrap()
    });
    assert!(reads > 0);
    let over = output.lines().last().unwrap();
    assert!(over.starts_with("the game is over: "), "{output}");
    assert!(game.child.wait().unwrap().success());
    let page = fs::read_to_string(directory.path().join("refresh.html")).unwrap();
    assert!(page.contains(&format!("<h1 role=\"status\">{over}</h1>")));
    let names: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
    assert_eq!(names.len(), 3, "temporary files are left: {names:?}");
}

#[test]
fn graphviz_accepts_the_board() {
    let directory = Directory::new();
    for start in ["start", "6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o"] {
        assert!(run(&directory, &["--start", start, "--human", "o"], "").status.success());
        let drawn = Command::new("dot").args(["-Tsvg", "g.dot"]).current_dir(directory.path()).output();
        let drawn = drawn.expect("graphviz is installed; ./test installs it");
        assert!(drawn.status.success());
        assert_eq!(text(&drawn.stderr), "", "dot must not warn");
        let picture = text(&drawn.stdout);
        assert!(picture.contains(">(x)</text>"), "the last move must be in brackets");
        assert!(picture.contains(" play in "), "the title must say where to play");
    }
}

#[test]
fn sm_refresh_speaks_french() {
    let directory = Directory::new();
    let done = run(&directory, &["--lang", "fr", "--depth", "2"], "d4\n");
    let output = text(&done.stdout);
    assert!(output.contains("vous êtes o") && output.contains("x joue 5 "), "{output}");
    assert!(output.contains(" pour x ; profondeur 2, ") && !output.contains("est atteinte"), "{output}");
    assert!(output.contains("grille") && output.contains("coups légaux : a3 "), "{output}");
    let page = fs::read_to_string(directory.path().join("refresh.html")).unwrap();
    assert!(
        page.contains("<html lang=\"fr\">") && page.contains("à vous de jouer (o) : jouez dans la grille ")
    );
    assert!(output.contains("à vous de jouer (o) : jouez dans la grille "), "{output}");
}

#[test]
fn wrong_command_lines_are_explained_in_one_line() {
    let directory = Directory::new();
    for (args, sentence) in [
        (&["--human", "z"][..], "--human cannot be 'z'; possible values: x, o"),
        (&["--depth", "0"], "--depth: '0' is not a whole number from 1 to 200"),
        (
            &["--time", "soon"],
            "--time: 'soon' is not a duration: write 1s, 0.5s, 500ms, 15m or 1h, up to a year",
        ),
        (&["--algorithm", "magic"], "--algorithm cannot be 'magic'; possible values: minimax, alphabeta"),
        (&["--start"], "--start needs a value: --start POSITION"),
        (&["--dir"], "--dir needs a value: --dir DIR"),
        (&["--dri", "x"], "there is no option --dri; did you mean --dir?"),
        (&["--dri", "x", "--lang=fr"], "l'option --dri n'existe pas ; vouliez-vous dire --dir ?"),
        (&["--what"], "there is no option --what; sm-refresh --help lists the options"),
        (&["more"], "'more' is one argument too many; sm-refresh --help explains the arguments"),
    ] {
        let done = run(&directory, args, "b2\n");
        assert_eq!((done.status.code(), text(&done.stdout).as_str()), (Some(2), ""), "{args:?}");
        assert_eq!(text(&done.stderr), format!("sm-refresh: {sentence}\n"));
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "no game may start");
}
