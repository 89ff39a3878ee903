//! `plateau play` at the prompt, through pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;
use std::time::{Duration, Instant};

use plateau_games::{AnyRecord, REGISTRY};

use crate::support::program::{PLATEAU, piped, refuses};
use crate::support::{Directory, wait_until};

const TWO: [&str; 2] = ["--second", "human"];
const TWO_CONNECT4: [&str; 3] = ["connect4", "--second", "human"];

fn command(args: &[&str]) -> Command {
    piped(PLATEAU, &[&["play"][..], args].concat())
}

/// Types lines and returns what `play` writes.
#[track_caller]
fn play(args: &[&str], lines: &[&str]) -> String {
    let mut child = command(args).spawn().unwrap();
    let mut typed = lines.join("\n");
    typed.push('\n');
    // A finished game stops reading.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let done = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
    assert!(done.status.success());
    String::from_utf8(done.stdout).unwrap()
}

#[track_caller]
fn ends(text: &str, result: &str) {
    assert_eq!(text.lines().last(), Some(format!("Game over: {result}").as_str()), "{text}");
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no '{part}' in:\n{text}");
}

/// Plays a game to the end; a number selects its moves.
fn complete_game(name: &str, number: usize) -> Box<dyn AnyRecord> {
    let mut record = REGISTRY.variant(name).unwrap().start();
    while record.finish().is_none() {
        let moves = record.legal_moves();
        record.play(&moves[(record.ply() * 7 + number * (record.ply() + 1)) % moves.len()]).unwrap();
    }
    record
}

/// Counts the lines of an error output.
fn lines(stderr: &[u8]) -> usize {
    String::from_utf8_lossy(stderr).lines().count()
}

#[test]
fn tictactoe_accepts_numbered_cells_and_refuses_taken_ones() {
    let text = play(&["tictactoe", "--second", "human"], &["1", "5", "5", "2", "9", "3"]);
    has(&text, "x to move: 5\nb2 is taken\nx to move: 2\n");
    ends(&play(&["tictactoe", "--second", "human"], &["1", "5", "2", "9", "3"]), "x wins");
    let draw = ["1", "5", "9", "2", "8", "7", "3", "6", "4"];
    ends(&play(&["tictactoe", "--second", "human"], &draw), "draw");
    let perfect = play(&["tictactoe", "--second", "best"], &["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    assert!(!perfect.contains("x wins"), "{perfect}");
    has(&perfect, "Game over");
}

#[test]
fn tictactoe_explains_mistakes_and_asks_again() {
    let text = play(&["tictactoe", "--second", "first"], &["middle", "10", "0", "5"]);
    for typed in ["middle", "10", "0"] {
        let sentence = "is not a cell, a1 to c3, or 1 to 9 from the top left";
        has(&text, &format!("{typed}\n'{typed}' {sentence}\nyour turn (x): "));
    }
    let boards: Vec<&str> = text.split("\n\n").filter(|part| part.ends_with("   a b c")).collect();
    let centre = "3  . . .\n2  .(x).\n1  . . .\n   a b c";
    let corner = "3 (o). .\n2  . x .\n1  . . .\n   a b c";
    assert_eq!(boards[1..], [centre, corner], "a board after each move: {text}");
}

#[test]
fn connect4_ends_by_column_row_diagonal_or_draw() {
    let connect4 = ["connect4", "--second", "human"];
    ends(&play(&connect4, &["1", "2", "1", "2", "1", "2", "1"]), "red wins");
    ends(&play(&connect4, &["1", "1", "2", "2", "3", "3", "4"]), "red wins");
    let diagonal = ["1", "2", "2", "3", "3", "4", "3", "4", "4", "6", "4"];
    ends(&play(&connect4, &diagonal), "red wins");
    let bad = play(&connect4, &["0", "8", "x", "1"]);
    assert_eq!(bad.matches(" is not a column from 1 to 7\n").count(), 3, "{bad}");
    has(&bad, "yellow (o) to move: \n");
    let full = ["1", "1", "1", "1", "1"];
    has(&play(&["connect4:4x4", "--second", "human"], &full), "\ncolumn 1 is full\n");
    let mut moves: Vec<&str> = "1 1 1 1 2 2 2 2 4 3 3 3 3 4 4".split(' ').collect();
    moves.push("4");
    ends(&play(&["connect4:4x4", "--second", "human"], &moves), "draw");
    let moves: Vec<&str> = "1 1 1 2 2 2 3 3 3 4 4 4".split(' ').collect();
    ends(&play(&["connect4:4x3", "--second", "human"], &moves), "draw");
}

#[test]
fn connect4_engine_blocks_a_column_and_wins() {
    let typed: Vec<&str> =
        ["1", "1", "1"].into_iter().chain(["6", "5", "2"].into_iter().cycle().take(60)).collect();
    for engine in ["alphabeta:depth=5", "minimax:depth=5,eval=baseline"] {
        let text = play(&["connect4:6x7", "--second", engine], &typed);
        has(&text, "Yellow plays 1 (");
        ends(&text, "yellow wins");
    }
}

#[test]
fn connect4_engine_reports_nodes_and_time() {
    let text = play(&["connect4", "--second", "minimax:depth=3"], &["4"]);
    let line = text.lines().find(|line| line.starts_with("Yellow plays ")).expect("an answer");
    assert!(line.contains(" (400 nodes, ") && line.ends_with(" s)"), "{line}");
}

#[test]
fn othello_passes_and_counts_discs() {
    let game = (0..).map(|number| complete_game("othello:4", number));
    let game = game.take(500).find(|game| game.moves().contains(&"pass".to_owned())).expect("a pass");
    let moves = game.moves();
    let text =
        play(&["othello:4", "--second", "human"], &moves.iter().map(String::as_str).collect::<Vec<_>>());
    let [black, white] = game.view().tally.unwrap().counts;
    has(&text, &format!("\ndiscs: black (x) {black}, white (o) {white}\n"));
    has(&text, "\nGame over: ");
    has(&text, "to move: pass\n");
}

/// Plays by typing every cell in turn.
fn type_every_cell(args: &[&str]) -> String {
    // All cells in reading order, often enough for a whole game; illegal ones are refused
    // and asked for again.
    let cells: Vec<String> =
        ('1'..='4').flat_map(|row| ('a'..='d').map(move |column| format!("{column}{row}"))).collect();
    let typed: Vec<&str> = cells.iter().map(String::as_str).chain(["pass"]).cycle().take(17 * 17).collect();
    play(args, &typed)
}

#[test]
fn othello_can_be_played_against_engines_and_between_them() {
    for engine in ["first", "minimax:depth=3,eval=seed", "alphabeta:depth=12", "best"] {
        let text = type_every_cell(&["othello:4", "--second", engine]);
        has(&text, "\nWhite plays ");
        has(&text, "\nyour turn (black, x): ");
        has(&text, "\ndiscs: black (x) ");
        assert!(text.lines().last().is_some_and(|line| line.starts_with("Game over: ")), "{text}");
    }
    // The result of perfect play on 4×4.
    let text = play(&["othello:4", "--first", "best", "--second", "best"], &[]);
    has(&text, "\ndiscs: black (x) 3, white (o) 11\nempty squares counted for white: 2\nGame over: ");
    ends(&text, "white wins by 10");
}

#[test]
fn passes_of_engines_read_naturally() {
    let args = ["othello:4", "--moves", "b1 c1 d3 a1", "--first", "first", "--second", "human"];
    has(&play(&args, &[]), "\nBlack passes (1 node, ");
    let french = play(&[&args[..], &["--lang", "fr"]].concat(), &[]);
    has(&french, "\nLes Noirs passent (1 nœud, ");
    has(&french, "\nà vous de jouer (Blancs, o) : ");
}

#[test]
fn a_game_must_be_named_where_no_menu_can_ask_for_it() {
    let named = "name a game ('plateau games' lists them) or a file with --load FILE";
    refuses(&["play"], named);
    refuses(&["play", "--save", "game.txt"], named);
    refuses(
        &["play", "--second", "human", "--lang", "fr"],
        "indiquez un jeu (« plateau games » les liste) ou un fichier avec --load FICHIER",
    );
}

#[test]
fn engines_play_each_other_in_every_game() {
    for game in REGISTRY.games() {
        let text = play(&[game.id, "--first", "level:2", "--second", "random", "--seed", "5"], &[]);
        has(&text, "\nGame over: ");
        let again = play(&[game.id, "--first", "level:2", "--second", "random", "--seed", "5"], &[]);
        let moves = |text: &str| -> Vec<String> {
            let plays = text.lines().filter(|line| line.contains(" plays "));
            plays.map(|line| line.split(" (").next().unwrap_or(line).to_owned()).collect()
        };
        assert_eq!(moves(&text), moves(&again), "equal seeds must give equal games");
    }
}

#[test]
fn morpion4_accepts_rows_and_columns_and_reports_nodes_and_time() {
    let text = play(&["morpion4", "--second", "alphabeta:depth=2"], &["2,2", "2,2", "13,1"]);
    let line = text.lines().find(|line| line.starts_with("o plays ")).expect("an answer");
    assert!(line.contains(" nodes, ") && line.ends_with(" s)"), "{line}");
    has(&text, "\n2,2 is taken\n");
    has(&text, "\n'13,1' is not a cell, row,column from 1,1 to 12,12, or ");
    has(&text, "    1  2  3  4  5  6  7  8  9 10 11 12\n");
}

#[test]
fn supermorpion_sends_players_to_grids() {
    let text = play(&["supermorpion", "--second", "human"], &["5 1", "2 2", "5", "5 9"]);
    has(&text, "o must play in grid 1");
    has(&text, "o to move: 2 2\nyou must play in grid 1\n");
    has(&text, "x must play in grid 5");
    has(&text, "o must play in grid 9");
    let board = "
  +---1---+---2---+---3---+
3 | . . . | . . . | . . . |
2 | . o . | . . . | . . . |
1 | . . . | . . . | . . . |
  +---4---+---5---+---6---+
3 | . . . | x . . | . . . |
2 | . . . | . . . | . . . |
1 | . . . | . .(x)| . . . |
  +---7---+---8---####9####
3 | . . . | . . . # . . . #
2 | . . . | . . . # . . . #
1 | . . . | . . . # . . . #
  +-------+-------#########
    a b c   a b c   a b c
";
    has(&text, board);
}

#[test]
fn supermorpion_explains_every_mistake_and_asks_again() {
    let two = |start: &str, typed: &[&str]| play(&[&["supermorpion", start][..], &TWO].concat(), typed);
    let free =
        two("4x499999999 00 o", &["10 2", "0 2", "2 d1", "1 5", "5", "in the middle, please", "", "2 2"]);
    for sentence in [
        "10 2\n'10' is not a grid from 1 to 9",
        "0 2\n'0' is not a grid from 1 to 9",
        "2 d1\n'd1' is not a cell, a1 to c3 or 1 to 9",
        "1 5\n1 5 is taken by x",
        "5\nyou can play in any open grid: name it before the cell, such as 1 1",
        "in the middle, please\n'in the middle, please' is not a grid and a cell, such as 5 2 or 5 b3",
        "\ntype a move, such as 1 1, or 'help' for the other commands",
    ] {
        has(&free, &format!("o to move: {sentence}\no to move: "));
    }
    has(&free, "x must play in grid 2");
    has(&two("4x499999999 15 o", &["1 1"]), "\nyou must play in grid 5\n");
    has(&two("X99999999 00 o", &["1 1"]), "\ngrid 1 is already won by x\n");
    has(&two("xoxxoxoxo99999999 00 o", &["1 1"]), "\ngrid 1 is full\n");
}

/// Between a human and an engine, notes talk to the human and about the engine.
#[test]
fn notes_and_refusals_talk_to_the_only_human() {
    let args = ["supermorpion", "--second", "first"];
    let text = play(&args, &["5 5"]);
    has(&text, "\nyou can play in any open grid\nyour turn (x): 5 5\n");
    has(&text, "\no must play in grid 5\no plays 5 1 (");
    has(&text, "\nyou must play in grid 1\nyour turn (x): ");
    let french = play(&[&args[..], &["--lang", "fr"]].concat(), &["5 5"]);
    has(&french, "\nvous devez jouer dans la grille 1\nà vous de jouer (x) : ");
    let blocked = ["othello:4", "--moves", "b1 c1 d3 a1", "--second", "first"];
    let text = play(&blocked, &["a2"]);
    let must_pass = "you have no move and must pass\n";
    has(&text, &format!("\n{must_pass}your turn (black, x): a2\n{must_pass}your turn (black, x): "));
    let text = play(&["othello:4", "--second", "first"], &["pass"]);
    has(&text, "pass\nyou can't pass: you have a legal move, such as b1\nyour turn");
    let text = play(&["achi:pass", "--second", "first", "--lang", "fr"], &["pass"]);
    has(&text, "pass\nvous ne pouvez pas passer : vous avez un coup légal, par exemple 1\n");
}

#[test]
fn an_empty_line_is_answered_with_what_can_be_typed() {
    let text = play(&["connect4", "--second", "first"], &[""]);
    has(
        &text,
        "your turn (red, x): \ntype a move, such as 1, or 'help' for the other commands\nyour turn (red, x): ",
    );
    let text = play(&["connect4", "--second", "first", "--lang", "fr"], &[""]);
    has(&text, "\ntapez un coup, par exemple 1, ou « aide » pour les autres commandes\n");
}

#[test]
fn every_game_can_be_played_to_the_end() {
    for game in REGISTRY.games() {
        let whole = complete_game(game.id, 3);
        let moves = whole.moves();
        let typed: Vec<&str> = moves.iter().map(String::as_str).collect();
        let text = play(&[game.id, "--second", "human"], &typed);
        let variant = game.with_options("").unwrap();
        ends(&text, &whole.finish().unwrap().message(variant.layout()).to_string());
    }
}

#[test]
fn prompt_commands_work_in_both_languages() {
    let typed =
        ["help", "moves", "1", "undo", "undo", "redo", "redo", "hint", "board", "save", "wat", "resign"];
    let text = play(&[&["tictactoe", "--nodes", "500"][..], &TWO].concat(), &typed);
    has(&text, "a move, such as a3\nundo ");
    has(&text, "x to move: moves\na3 b3 c3 a2 b2 c2 a1 b1 c1\n");
    has(&text, "undo\nyou have no move to undo\n");
    has(&text, "redo\nthere is no undone move to redo\n");
    has(&text, "\nhint: b2 (");
    has(&text, "give a file name, such as: save game.txt\n");
    has(&text, "o to move: wat\n'wat' is not a cell, a1 to c3, ");
    ends(&text, "x wins (resignation)");
    let french = play(&[&["tictactoe", "--lang", "fr"][..], &TWO].concat(), &["1", "annuler", "abandonner"]);
    has(&french, "à x de jouer : abandonner\n");
    has(&french, "Partie terminée : o gagne (abandon)\n");
}

#[test]
fn french_agrees_with_the_plural_sides_of_othello() {
    let text = play(&[&["othello", "--lang", "fr"][..], &TWO].concat(), &["f5", "abandonner"]);
    has(&text, "Noirs (x), humain ; Blancs (o), humain.");
    has(&text, "aux Noirs (x) de jouer : f5\n");
    has(&text, "aux Blancs (o) de jouer : abandonner\n");
    has(&text, "pions : Noirs (x) 4, Blancs (o) 1\n");
    has(&text, "Partie terminée : les Noirs gagnent (abandon)\n");
}

#[test]
fn a_saved_game_can_be_loaded() {
    let directory = Directory::new();
    let path = directory.path().join("game.txt");
    let name = path.to_str().unwrap();
    let text = play(&["connect4", "--second", "human", "--save", name], &["4", "4"]);
    assert!(text.ends_with("red (x) to move: \n"), "the end of the input must not be an error: {text}");
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(saved.lines().nth(2), Some("moves: 4 4"));
    let text = play(&["connect4", "--second", "human", "--load", name], &["quit"]);
    has(&text, "(o)");
    let other = command(&["othello", "--load", name]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(stderr.ends_with("is a game of connect4, not of othello\n"), "{stderr}");
    std::fs::remove_file(&path).unwrap();
    let gone = command(&["othello", "--load", name]).output().unwrap();
    assert_eq!((gone.status.code(), lines(&gone.stderr)), (Some(2), 1));
}

#[test]
fn a_saved_game_resumes_and_other_files_are_never_overwritten() {
    let directory = Directory::new();
    let path = directory.path().join("game.txt");
    let name = path.to_str().unwrap();
    let connect4 = ["connect4", "--second", "human", "--save", name];
    play(&connect4, &["quit"]);
    assert!(!path.exists(), "a game without moves must not be saved");
    play(&connect4, &["4", "4"]);
    let text = play(&connect4, &["3"]);
    has(&text, &format!("\nresuming the game saved in {name}\n"));
    let moves = || std::fs::read_to_string(&path).unwrap().lines().nth(2).map(str::to_owned);
    assert_eq!(moves().as_deref(), Some("moves: 4 4 3"));
    let french = play(&[&connect4[..], &["--lang", "fr"]].concat(), &[]);
    has(&french, &format!("\nreprise de la partie enregistrée dans {name}\n"));
    // A continuation of the saved game is accepted, another game is refused.
    play(&[&connect4[..], &["--moves", "4 4 3"]].concat(), &["5"]);
    assert_eq!(moves().as_deref(), Some("moves: 4 4 3 5"));
    let refused = |args: &[&str], sentence: &str| {
        let before = std::fs::read(&path).unwrap();
        let done = command(args).output().unwrap();
        assert_eq!((done.status.code(), lines(&done.stderr)), (Some(2), 1), "{done:?}");
        has(&String::from_utf8_lossy(&done.stderr), sentence);
        assert_eq!(std::fs::read(&path).unwrap(), before);
    };
    refused(&[&connect4[..], &["--moves", "1"]].concat(), "already holds another game");
    refused(&["othello", "--save", name], "is a game of connect4, not of othello");
    std::fs::write(&path, "dear diary").unwrap();
    refused(&connect4, "is not a saved game: line 1: 'dear diary' is not a line ");
    // The prompt asks before it overwrites.
    let text = play(&TWO_CONNECT4, &["4", &format!("save {name}"), "n", "board"]);
    has(&text, "already exists and is not this game; overwrite it? (y/n) n\ngame not saved\n");
    assert_eq!(std::fs::read(&path).unwrap(), b"dear diary");
    play(&TWO_CONNECT4, &["4", &format!("save {name}"), "yes", "5", &format!("save {name}")]);
    assert_eq!(moves().as_deref(), Some("moves: 4 5"), "an earlier state of the same game is replaced");
}

#[test]
fn endless_files_and_lines_are_cut() {
    let done = command(&["tictactoe", "--load", "/dev/zero"]).output().unwrap();
    assert_eq!((done.status.code(), lines(&done.stderr)), (Some(2), 1));
    has(&String::from_utf8_lossy(&done.stderr), "/dev/zero is not a saved game: it is too large");
    let long = "x".repeat(1 << 20);
    let text = play(&["tictactoe", "--second", "human"], &[&long, "1", "quit"]);
    assert!(text.len() < 1 << 16, "{}", text.len());
    has(&text, "o to move: quit");
}

#[test]
fn a_file_that_cannot_be_written_is_reported_before_the_game() {
    for (lang, sentence) in [("en", "cannot write"), ("fr", "impossible d'écrire")] {
        let args = ["tictactoe", "--second", "human", "--save", "/nowhere/game.txt", "--lang", lang];
        let done = command(&args).output().unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(1), 0), "{done:?}");
        let stderr = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(stderr.starts_with(&format!("plateau: {sentence} /nowhere/game.txt")), "{stderr}");
        assert_eq!(lines(&done.stderr), 1, "{stderr}");
    }
}

#[test]
fn a_file_that_can_no_longer_be_written_does_not_end_the_game() {
    let directory = Directory::new();
    let (folder, line) = (directory.path().join("folder"), ["tictactoe", "--second", "human", "--save"]);
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("game.txt");
    let mut child = command(&[&line[..], &[file.to_str().unwrap()]].concat()).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    let mut text = Vec::new();
    while !text.ends_with(b"x to move: ") {
        let mut byte = [0];
        output.read_exact(&mut byte).unwrap();
        text.push(byte[0]);
    }
    std::fs::remove_dir(&folder).unwrap();
    child.stdin.take().unwrap().write_all(b"1\n5\n2\n9\n3\n").unwrap();
    output.read_to_end(&mut text).unwrap();
    let done = child.wait_with_output().unwrap();
    let text = String::from_utf8(text).unwrap();
    has(&text, &format!("\ncannot write {}: ", file.display()));
    ends(&text, "x wins");
    assert_eq!(done.status.code(), Some(1), "the game is not saved");
    assert!(String::from_utf8_lossy(&done.stderr).starts_with("plateau: cannot write "), "{done:?}");
}

#[test]
fn options_are_asked_for_before_the_game() {
    let text = play(&["connect4", "--ask", "--second", "human"], &["99", "6", "", "", "1"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("width (") && lines[0].ends_with(" to 10) [7]: 99"), "{text}");
    assert!(lines[1].starts_with("'99' is not a whole number from "), "{text}");
    assert!(lines[2].ends_with(": 6") && lines[3].starts_with("height ("), "{text}");
    has(&text, "\nConnect Four (connect4:6x6): red (x) is human, yellow (o) is human.");
    has(&text, "\nred (x) to move: 1\n");
    let text = play(&["othello", "--ask", "--second", "human", "--lang", "fr"], &["4", "o"]);
    has(&text, "\nlaquelle ? [8] : 4\n");
    has(&text, "\nOthello (othello:4,discs) : ");
    // Nothing to ask, and the end of the input keeps the defaults.
    has(&play(&["tictactoe", "--ask", "--second", "human"], &["1"]), "x to move: 1\n");
    let mut child = command(&["morpion4", "--ask"]).spawn().unwrap();
    drop(child.stdin.take());
    has(&String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap(), "\nMorpion 4 (morpion4): ");
}

#[test]
fn a_player_whose_clock_runs_out_loses() {
    let text = play(&["tictactoe", "--second", "human", "--tc", "0"], &["1"]);
    has(&text, "clocks: x 0:00, o 0:00\n");
    ends(&text, "o wins (on time)");
    // The clock starts before the prompt is written: a second after the prompt was read, it
    // has run out.
    let mut child = command(&["tictactoe", "--second", "human", "--tc", "1s"]).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    let mut text = Vec::new();
    while !text.ends_with(b"x to move: ") {
        let mut byte = [0];
        output.read_exact(&mut byte).unwrap();
        text.push(byte[0]);
    }
    let prompted = Instant::now();
    wait_until("the clock to run out", || prompted.elapsed() > Duration::from_secs(1));
    child.stdin.take().unwrap().write_all(b"1\n").unwrap();
    output.read_to_end(&mut text).unwrap();
    child.wait().unwrap();
    let text = String::from_utf8(text).unwrap();
    has(&text, "clocks: x 0:00, o 0:01\nGame over: o wins (on time)\n");
}

#[test]
fn textbook_engines_complete_a_depth_within_tight_limits() {
    let text = play(&["morpion4", "--second", "minimax", "--nodes", "30000"], &["6,6"]);
    has(&text, " plays ");
    let json = Command::new(PLATEAU)
        .args(["best", "morpion4", "--engine", "minimax", "--time", "1s", "--json"])
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&json.stdout).contains("\"depth\":0"), "{json:?}");
}

#[test]
fn a_closed_pipe_ends_play_quietly() {
    let mut child = command(&["morpion4", "--first", "first", "--second", "first"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Morpion 4"), "{line}");
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success());
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}

#[test]
fn invalid_players_clocks_and_moves_are_refused() {
    for args in [
        &["tictactoe", "--first", "nobody"][..],
        &["tictactoe", "--second", "level:99"],
        &["tictactoe", "--tc", "soon"],
        &["tictactoe", "--moves", "1 1"],
        &["tictactoe", "9 x", "--load", "game.txt"],
        &["tictactoe", "9 x", "--ask"],
        &["--load", "game.txt", "--ask"],
    ] {
        let done = command(args).output().unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0), "{args:?}");
        assert_eq!(lines(&done.stderr), 1, "{args:?}");
    }
}
