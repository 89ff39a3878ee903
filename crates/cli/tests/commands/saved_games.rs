//! Saved games: `--load` in `play`, `show` and `analyse`, and the review of a game.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::Directory;
use crate::support::program::{answer, parsed, plateau, refuses};

/// A game of tic-tac-toe in which o loses by its first move.
const TICTACTOE: &str = "game: tictactoe\nstart: 9 x\nmoves: b2 b3 a3 c1 a1 a2 c3\nresult: x\n";

/// Writes a game to a file and returns its name.
fn saved(directory: &Directory, name: &str, text: &str) -> String {
    let file = directory.file(name);
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_saved_game_needs_no_name() {
    let directory = Directory::new();
    let connect4 = "game: connect4:6x7\nstart: 6/6/6/6/6/6/6 x\nmoves: 3 3 4\nresult: *\n";
    let file = saved(&directory, "game.txt", connect4);
    let shown = answer(&["show", "--load", &file]);
    assert!(
        shown.starts_with("Connect Four (connect4:6x7)\n") && shown.contains("last move:  4\n"),
        "{shown}"
    );
    assert_eq!(shown, answer(&["show", "connect4:6x7", "--load", &file]));
    let played =
        plateau(&["play", "--load", &file, "--second", "human"]).write_stdin("3\n").assert().success();
    let played = String::from_utf8_lossy(&played.get_output().stdout).into_owned();
    assert!(
        played.contains("yellow (o) to move: 3\n") && played.ends_with("red (x) to move: \n"),
        "{played}"
    );
    assert!(
        answer(&["analyse", "--load", &file, "--nodes", "100"])
            .starts_with("Connect Four (connect4:6x7), 3 moves: ")
    );
}

#[test]
fn a_name_that_contradicts_the_file_is_refused() {
    let directory = Directory::new();
    let file = saved(&directory, "game.txt", TICTACTOE);
    for command in ["play", "show", "analyse"] {
        refuses(
            &[command, "othello", "--load", &file],
            &format!("{file} is a game of tictactoe, not of othello"),
        );
        refuses(
            &[command, "othello", "--load", &file, "--lang", "fr"],
            &format!("{file} contient une partie du jeu tictactoe, pas du jeu othello"),
        );
        let missing = directory.file("none.txt");
        refuses(&[command, "--load", &missing], &format!("cannot read {missing}: no such file or directory"));
        let other = saved(&directory, "other.txt", "game: chess\n");
        let done = plateau(&[command, "--load", &other]).assert().code(2).stdout("");
        let errors = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(
            errors.starts_with(&format!("plateau: {other}, line 1: there is no game 'chess'")),
            "{errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{errors}");
        let damaged = saved(&directory, "damaged.txt", "game: connect4\n# mine\nmoves: 4 4 9\nresult: *\n");
        refuses(
            &[command, "--load", &damaged],
            &format!("{damaged}, line 3, move 3: '9' is not a column from 1 to 7"),
        );
        refuses(
            &[command, "--load", &damaged, "--lang", "fr"],
            &format!("{damaged}, ligne 3, coup 3 : « 9 » n'est pas une colonne de 1 à 7"),
        );
        // A position and a file exclude each other, and one of them is needed.
        for args in [&[command, "tictactoe", "9 x", "--load", &file][..], &[command]] {
            plateau(args).assert().code(2).stdout("");
        }
    }
}

#[test]
fn a_review_shows_what_was_better() {
    let directory = Directory::new();
    let file = saved(&directory, "game.txt", TICTACTOE);
    let text = answer(&["analyse", "--load", &file]);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "tic-tac-toe (tictactoe), 7 moves: x wins");
    assert_eq!(
        rows[2].split_whitespace().collect::<Vec<_>>(),
        ["no.", "side", "move", "value", "better", "mark"]
    );
    assert!(
        rows[4].starts_with("  2  o     b3    loss in 6  ") && rows[4].ends_with(" (draw)  ?? blunder"),
        "{text}"
    );
    assert_eq!(rows[9], "  7  x     c3    win in 1", "{text}");
    assert!(
        text.ends_with(
            "values for the side that moved; distances in plies\nx: accuracy 100 %, inaccuracies 0, mistakes 0, blunders 0\no: accuracy 19 %, inaccuracies 0, mistakes 0, blunders 1\n"
        ),
        "{text}"
    );
    let french = answer(&["analyse", "--load", &file, "--lang", "fr"]);
    assert!(french.starts_with("morpion (tictactoe), 7 coups : x gagne\n\nn° "), "{french}");
    assert!(
        french.contains(" (nulle)  ?? gaffe\n")
            && french.contains("\no : précision 19 %, imprécisions 0, erreurs 0, gaffes 1\n"),
        "{french}"
    );
    let json = parsed(&["analyse", "--load", &file, "--json"]);
    assert_eq!(
        (&json["schema"], &json["result"], &json["plies"]),
        (&json!("plateau-review/1"), &json!("x"), &json!(7))
    );
    assert_eq!(json["accuracy"]["x"], 100.0);
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    let blunder = &moves[1];
    let fields = ["ply", "turn", "move", "result", "plies", "mark"].map(|field| blunder[field].clone());
    assert_eq!(fields, [json!(2), json!("o"), json!("b3"), json!("loss"), json!(6), json!("??")]);
    assert_eq!(blunder["lost"], 0.5, "the draw");
    assert_eq!((&blunder["better"]["result"], &blunder["position"]), (&json!("draw"), &json!("4x4 o")));
    assert!(
        moves.iter().filter(|mv| mv["ply"] != 2).all(|mv| mv["mark"] == Value::Null && mv["lost"] == 0.0)
    );
}

#[test]
fn a_game_without_moves_has_nothing_to_review() {
    let directory = Directory::new();
    let file = saved(&directory, "game.txt", "game: achi\nstart: 9 x\nmoves:\nresult: *\n");
    refuses(
        &["analyse", "--load", &file],
        "the game has no moves to analyse; to analyse its position: plateau analyse achi '9 x'",
    );
}

#[test]
fn a_review_respects_its_limits() {
    let directory = Directory::new();
    let game = format!("game: othello\nstart: {}\nmoves: f5\nresult: *\n", start_of("othello"));
    let file = saved(&directory, "game.txt", &game);
    let json = parsed(&["analyse", "--load", &file, "--json", "--depth", "2"]);
    assert_eq!(json["moves"].as_array().unwrap().len(), 1);
    let text = answer(&["analyse", "--load", &file, "--depth", "2"]);
    assert!(text.contains("\nvalues for the side that moved; margins in discs\n"), "{text}");
    assert!(text.contains("\n  1  black (x)  f5    about "), "{text}");
    refuses(
        &["analyse", "--load", &file, "--engine", "random"],
        "the engine 'random' chooses moves without evaluating them; use one that searches, such as best",
    );
}

fn start_of(game: &str) -> String {
    plateau_games::REGISTRY.variant(game).unwrap().start().start_text()
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_review_with_what_is_analysed() {
    let directory = Directory::new();
    let game = format!("game: othello\nstart: {}\nmoves: f5 d6 c3\nresult: *\n", start_of("othello"));
    let file = saved(&directory, "game.txt", &game);
    let line = ["analyse", "--load", &file, "--time", "1h"];
    let mut child = crate::support::program::piped(crate::support::program::PLATEAU, &line).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    crate::support::wait_until("the signal handler", || {
        let status = std::fs::read_to_string(&status).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
        u64::from_str_radix(&mask, 16).unwrap() & (1 << 1) != 0
    });
    assert!(Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut text).unwrap();
    assert!(text.ends_with("stopped: the first 3 moves were not analysed\n"), "{text}");
}

#[test]
fn a_board_of_twenty_rows_fits_a_terminal() {
    let text = answer(&["show", "morpion4:20x20x5", "--moves", "10,10"]);
    assert_eq!(text.lines().count(), 24, "{text}");
    assert!(
        text.contains("\nto move:  white (o)   last move:  10,10   moves (399):  --list-moves lists them\n"),
        "{text}"
    );
    assert!(text.lines().last().is_some_and(|line| line.starts_with("position:  20/20/")), "{text}");
}

/// Earlier versions accepted such boards; only new games on them are refused.
#[test]
fn games_whose_line_does_not_fit_still_load() {
    let directory = Directory::new();
    let file = saved(&directory, "game.txt", "game: morpion4:3x4x6\nmoves: 1,1 2,2 3,3\nresult: *\n");
    let shown = answer(&["show", "--load", &file]);
    assert!(shown.contains("to move:") && shown.contains(" o"), "{shown}");
    let review = answer(&["analyse", "--load", &file, "--nodes", "2000"]);
    assert!(review.contains(" 3 moves"), "{review}");
}

/// Bounds of margins beside the names of the sides make the widest rows.
#[test]
fn reviews_fit_eighty_columns() {
    let directory = Directory::new();
    let file = saved(&directory, "game.txt", OTHELLO_GAME);
    for (lang, bound) in [("en", " at least  "), ("fr", " au moins  ")] {
        let engine = "mcts:leaf=playout";
        let line = ["analyse", "--load", &file, "--engine", engine, "--nodes", "3000", "--lang", lang];
        let text = answer(&line);
        assert!(text.contains(bound), "{text}");
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|width| (70..=80).contains(&width)), "{widest:?}: {text}");
    }
}

/// Proven bounds are in discs, but estimates of `mcts` are means of results.
#[test]
fn shares_in_reviews_are_from_0_to_1() {
    let directory = Directory::new();
    let file = saved(&directory, "game.txt", OTHELLO_GAME);
    let review = parsed(&["analyse", "--load", &file, "--engine", "mcts", "--nodes", "3000", "--json"]);
    let moves = review["moves"].as_array().unwrap();
    let bounded = moves.iter().filter(|entry| !entry["bound"].is_null() && !entry["share"].is_null());
    assert!(bounded.count() > 0, "{review}");
    for entry in moves {
        for value in [entry, &entry["better"]] {
            if let Some(share) = value["share"].as_f64() {
                assert!((0.0..=1.0).contains(&share), "{value}");
            }
        }
    }
}

/// A game whose last moves `mcts` bounds, but doesn't solve.
const OTHELLO_GAME: &str = "game: othello:6\nmoves: b3 b4 e5 d2 b5 e3 c2 a3 b2 a2 d1 e2 f2 f6 f3 f4 e1 b6 a4 c5 a6 c1 b1 a5 c6 a1 f5 f1 d5 e6 e4 d6\nresult: o+24\n";

#[test]
fn long_lists_of_moves_are_folded() {
    let folded = answer(&["show", "morpion4"]);
    assert!(folded.contains("\nmoves (144):  --list-moves lists them\n"), "{folded}");
    assert!(folded.lines().count() < 24, "the board must stay in sight: {folded}");
    assert!(
        answer(&["show", "supermorpion", "--lang", "fr"])
            .contains("\ncoups (81) :       --list-moves les affiche\n")
    );
    let listed = answer(&["show", "morpion4", "--list-moves"]);
    assert!(listed.contains("\nmoves (144):  1,1 1,2 ") && listed.contains(" 12,12\n"), "{listed}");
    assert!(answer(&["show", "connect4"]).contains("\nmoves (7):  1 2 3 4 5 6 7\n"));
}
