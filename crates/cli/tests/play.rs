//! `plateau play` through pipes, as processes: the games that each game's first
//! document describes, and what else can happen at a prompt.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use plateau_games::{AnyRecord, REGISTRY};

const TWO: [&str; 2] = ["--second", "human"];
const TWO_CONNECT4: [&str; 3] = ["connect4", "--second", "human"];

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.arg("play").args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What is written when these lines are typed.
#[track_caller]
fn play(args: &[&str], lines: &[&str]) -> String {
    let mut child = command(args).spawn().unwrap();
    let mut typed = lines.join("\n");
    typed.push('\n');
    // A game that is over reads no more.
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

/// A whole game by moves that a number picks.
fn whole_game(name: &str, number: usize) -> Box<dyn AnyRecord> {
    let mut record = REGISTRY.variant(name).unwrap().start();
    while record.finish().is_none() {
        let moves = record.legal_moves();
        record.play(&moves[(record.ply() * 7 + number * (record.ply() + 1)) % moves.len()]).unwrap();
    }
    record
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plateau-play-{name}-{}", std::process::id()))
}

/// How many lines were said.
fn sentences(said: &[u8]) -> usize {
    String::from_utf8_lossy(said).lines().count()
}

#[test]
fn tictactoe_from_1_to_9_with_a_taken_cell_and_a_result() {
    let text = play(&["tictactoe", "--second", "human"], &["1", "5", "5", "2", "9", "3"]);
    has(&text, "x to move: 5\nmove: b2 is taken\nx to move: 2\n");
    ends(&play(&["tictactoe", "--second", "human"], &["1", "5", "2", "9", "3"]), "x wins");
    let draw = ["1", "5", "9", "2", "8", "7", "3", "6", "4"];
    ends(&play(&["tictactoe", "--second", "human"], &draw), "draw");
    let perfect = play(&["tictactoe", "--second", "best"], &["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    assert!(!perfect.contains("x wins"), "{perfect}");
    has(&perfect, "Game over");
}

#[test]
fn connect4_is_won_by_a_column_by_a_row_or_drawn() {
    let connect4 = ["connect4", "--second", "human"];
    ends(&play(&connect4, &["1", "2", "1", "2", "1", "2", "1"]), "x wins");
    ends(&play(&connect4, &["1", "1", "2", "2", "3", "3", "4"]), "x wins");
    let diagonal = ["1", "2", "2", "3", "3", "4", "3", "4", "4", "6", "4"];
    ends(&play(&connect4, &diagonal), "x wins");
    let bad = play(&connect4, &["0", "8", "x", "1"]);
    assert_eq!(bad.matches("\nmove, character 1: found").count(), 3, "{bad}");
    has(&bad, "o to move: \n");
    let full = ["1", "1", "1", "1", "1"];
    has(&play(&["connect4:4x4", "--second", "human"], &full), "\nmove: ");
    let mut moves: Vec<&str> = "1 1 1 1 2 2 2 2 4 3 3 3 3 4 4".split(' ').collect();
    moves.push("4");
    ends(&play(&["connect4:4x4", "--second", "human"], &moves), "draw");
}

#[test]
fn the_engine_of_connect4_blocks_a_column_and_wins() {
    let typed: Vec<&str> =
        ["1", "1", "1"].into_iter().chain(["6", "5", "2"].into_iter().cycle().take(60)).collect();
    let text = play(&["connect4:6x7", "--second", "alphabeta:depth=5"], &typed);
    has(&text, "o plays 1 (");
    ends(&text, "o wins");
}

#[test]
fn othello_has_two_players_passes_and_a_final_count() {
    let game = (0..).map(|number| whole_game("othello:4", number));
    let game = game.take(500).find(|game| game.moves().contains(&"pass".to_owned())).expect("a pass");
    let moves = game.moves();
    let text =
        play(&["othello:4", "--second", "human"], &moves.iter().map(String::as_str).collect::<Vec<_>>());
    let [black, white] = game.view().tally.unwrap().counts;
    has(&text, &format!("\ndiscs: black (x) {black}, white (o) {white}\n"));
    has(&text, "\nGame over: ");
    has(&text, "to move: pass\n");
}

/// A person who tries cell after cell.
fn first_moves(args: &[&str]) -> String {
    // Every cell in reading order, as often as the game may need one; those that
    // are no move are asked again.
    let cells: Vec<String> =
        ('1'..='4').flat_map(|row| ('a'..='d').map(move |column| format!("{column}{row}"))).collect();
    let typed: Vec<&str> = cells.iter().map(String::as_str).chain(["pass"]).cycle().take(17 * 17).collect();
    play(args, &typed)
}

#[test]
fn othello_against_the_computer_and_between_computers() {
    for engine in ["first", "minimax:depth=3,eval=seed", "alphabeta:depth=12", "best"] {
        let text = first_moves(&["othello:4", "--second", engine]);
        has(&text, "\nwhite (o) plays ");
        has(&text, "\ndiscs: black (x) ");
        assert!(text.lines().last().is_some_and(|line| line.starts_with("Game over: ")), "{text}");
    }
    // Perfect play on 4×4 ends so.
    let text = play(&["othello:4", "--first", "best", "--second", "best"], &[]);
    has(&text, "\ndiscs: black (x) 3, white (o) 11\nempty squares that count for white: 2\nGame over: ");
    ends(&text, "white wins by 10");
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
        assert_eq!(moves(&text), moves(&again), "the same seed, the same game");
    }
}

#[test]
fn morpion4_by_row_and_column_with_nodes_and_time() {
    let text = play(&["morpion4", "--second", "alphabeta:depth=2"], &["2,2", "2,2", "13,1"]);
    let line = text.lines().find(|line| line.starts_with("o plays ")).expect("an answer");
    assert!(line.contains(" nodes, ") && line.ends_with(" s)"), "{line}");
    has(&text, "move: 2,2 is taken");
    has(&text, "\nmove, character 1: found '13,1'");
    has(&text, "    1  2  3  4  5  6  7  8  9 10 11 12\n");
}

#[test]
fn supermorpion_sends_to_a_grid() {
    let text = play(&["supermorpion", "--second", "human"], &["5 1", "2 2", "5", "5 9"]);
    has(&text, "o must play in grid 1");
    has(&text, "o to move: 2 2\nmove");
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
fn supermorpion_tells_every_mistake_and_asks_again() {
    let two = |start: &str, typed: &[&str]| play(&[&["supermorpion", start][..], &TWO].concat(), typed);
    let free =
        two("4x499999999 00 o", &["10 2", "0 2", "2 d1", "1 5", "5", "in the middle, please", "", "2 2"]);
    for sentence in [
        "10 2\nmove, character 1: found '10', expected a grid from 1 to 9",
        "0 2\nmove, character 1: found '0', expected a grid from 1 to 9",
        "2 d1\nmove, character 3: found 'd1', expected a cell, a1 to c3 or 1 to 9",
        "1 5\nmove: 1 5 is taken",
        "5\nmove: you may play in any open grid: name it before the cell, such as 1 1",
        "in the middle, please\nmove, character 1: found 'in the middle, please', expected a grid and a cell, such as 5 2 or 5 b3",
    ] {
        has(&free, &format!("o to move: {sentence}\no to move: "));
    }
    has(&free, "x must play in grid 2");
    has(&two("4x499999999 15 o", &["1 1"]), "move: you were sent to grid 5 and must play there\n");
    has(&two("X99999999 00 o", &["1 1"]), "move: grid 1 is already won\n");
    has(&two("xoxxoxoxo99999999 00 o", &["1 1"]), "move: grid 1 is full\n");
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in REGISTRY.games() {
        let whole = whole_game(game.id, 3);
        let moves = whole.moves();
        let typed: Vec<&str> = moves.iter().map(String::as_str).collect();
        let text = play(&[game.id, "--second", "human"], &typed);
        let variant = game.with_options("").unwrap();
        ends(&text, &whole.finish().unwrap().message(variant.layout()).to_string());
    }
}

#[test]
fn words_at_the_prompt() {
    let typed =
        ["help", "moves", "1", "undo", "undo", "redo", "redo", "hint", "board", "save", "wat", "resign"];
    let text = play(&[&["tictactoe", "--nodes", "500"][..], &TWO].concat(), &typed);
    has(&text, "a move, such as a3\nundo ");
    has(&text, "x to move: moves\na3 b3 c3 a2 b2 c2 a1 b1 c1\n");
    has(&text, "undo\nthere is no move of yours to take back\n");
    has(&text, "redo\nno move was taken back\n");
    has(&text, "\nhint: b2 (");
    has(&text, "save needs the name of a file: save game.txt\n");
    has(&text, "o to move: wat\nmove, character 1: found 'wat'");
    ends(&text, "x wins (resignation)");
    let french =
        play(&[&["tictactoe", "--lang", "fr"][..], &TWO].concat(), &["1", "reprendre", "abandonner"]);
    has(&french, "trait à x : abandonner\n");
    has(&french, "Partie finie : o gagne (abandon)\n");
}

#[test]
fn a_game_is_kept_and_gone_on_with() {
    let path = file("kept");
    let name = path.to_str().unwrap();
    let text = play(&["connect4", "--second", "human", "--save", name], &["4", "4"]);
    assert!(text.ends_with("x to move: \n"), "the end of the input is no error: {text}");
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(kept.lines().nth(2), Some("moves: 4 4"));
    let text = play(&["connect4", "--second", "human", "--load", name], &["quit"]);
    has(&text, "(o)");
    let other = command(&["othello", "--load", name]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(said.ends_with("holds a game of connect4, not of othello\n"), "{said}");
    std::fs::remove_file(&path).unwrap();
    let gone = command(&["othello", "--load", name]).output().unwrap();
    assert_eq!((gone.status.code(), sentences(&gone.stderr)), (Some(2), 1));
}

#[test]
fn a_kept_game_goes_on_and_nothing_else_is_written_over() {
    let path = file("goes-on");
    let name = path.to_str().unwrap();
    let connect4 = ["connect4", "--second", "human", "--save", name];
    play(&connect4, &["quit"]);
    assert!(!path.exists(), "no move, no file");
    play(&connect4, &["4", "4"]);
    let text = play(&connect4, &["3"]);
    has(&text, &format!("\nthe game in {name} goes on\n"));
    let moves = || std::fs::read_to_string(&path).unwrap().lines().nth(2).map(str::to_owned);
    assert_eq!(moves().as_deref(), Some("moves: 4 4 3"));
    let french = play(&[&connect4[..], &["--lang", "fr"]].concat(), &[]);
    has(&french, &format!("\nla partie de {name} continue\n"));
    // What was asked for goes on if it begins so; another game is refused.
    play(&[&connect4[..], &["--moves", "4 4 3"]].concat(), &["5"]);
    assert_eq!(moves().as_deref(), Some("moves: 4 4 3 5"));
    let refused = |args: &[&str], sentence: &str| {
        let before = std::fs::read(&path).unwrap();
        let done = command(args).output().unwrap();
        assert_eq!((done.status.code(), sentences(&done.stderr)), (Some(2), 1), "{done:?}");
        has(&String::from_utf8_lossy(&done.stderr), sentence);
        assert_eq!(std::fs::read(&path).unwrap(), before);
    };
    refused(&[&connect4[..], &["--moves", "1"]].concat(), "already holds another game");
    refused(&["othello", "--save", name], "holds a game of connect4, not of othello");
    std::fs::write(&path, "dear diary").unwrap();
    refused(&connect4, "holds no game: ");
    // At the prompt it is asked.
    let text = play(&TWO_CONNECT4, &["4", &format!("save {name}"), "n", "board"]);
    has(&text, "holds something else; write over it? (y/n) n\nthe game is not saved\n");
    assert_eq!(std::fs::read(&path).unwrap(), b"dear diary");
    play(&TWO_CONNECT4, &["4", &format!("save {name}"), "yes", "5", &format!("save {name}")]);
    assert_eq!(moves().as_deref(), Some("moves: 4 5"), "its own beginning needs no question");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn no_file_and_no_line_is_read_without_end() {
    let done = command(&["tictactoe", "--load", "/dev/zero"]).output().unwrap();
    assert_eq!((done.status.code(), sentences(&done.stderr)), (Some(2), 1));
    has(&String::from_utf8_lossy(&done.stderr), "/dev/zero holds no game: it is too long");
    let long = "x".repeat(1 << 20);
    let text = play(&["tictactoe", "--second", "human"], &[&long, "1", "quit"]);
    assert!(text.len() < 1 << 16, "{}", text.len());
    has(&text, "o to move: quit");
}

#[test]
fn a_file_that_cannot_be_written_ends_no_game() {
    let text =
        play(&["tictactoe", "--second", "human", "--save", "/nowhere/game.txt"], &["1", "5", "2", "9", "3"]);
    let told = text.find("\n/nowhere/game.txt can't be written: ").expect("it is told");
    assert!(told < text.find("x to move").unwrap(), "before the first move: {text}");
    ends(&text, "x wins");
}

#[test]
fn a_clock_that_runs_out_loses() {
    let text = play(&["tictactoe", "--second", "human", "--tc", "0"], &["1"]);
    has(&text, "clocks: x 0:00, o 0:00\n");
    ends(&text, "o wins (time)");
    let mut child = command(&["tictactoe", "--second", "human", "--tc", "1s"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    let _ = child.stdin.take().unwrap().write_all(b"1\n");
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    has(&text, "clocks: x 0:00, o 0:01\nGame over: o wins (time)\n");
}

#[test]
fn a_hurried_textbook_engine_has_looked_before_it_moves() {
    let text = play(&["morpion4", "--second", "minimax", "--nodes", "30000"], &["6,6"]);
    has(&text, " plays ");
    let json = Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(["best", "morpion4", "--engine", "minimax", "--time", "1s", "--json"])
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&json.stdout).contains("\"depth\":0"), "{json:?}");
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = command(&["morpion4", "--first", "first", "--second", "first"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Morpion 4"), "{line}");
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success());
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}

#[test]
fn what_can_not_be_played_is_refused() {
    for args in [
        &["tictactoe", "--first", "nobody"][..],
        &["tictactoe", "--second", "level:99"],
        &["tictactoe", "--tc", "soon"],
        &["tictactoe", "--moves", "1 1"],
        &["tictactoe", "9 x", "--load", "game.txt"],
    ] {
        let done = command(args).output().unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0), "{args:?}");
        assert_eq!(sentences(&done.stderr), 1, "{args:?}");
    }
}
