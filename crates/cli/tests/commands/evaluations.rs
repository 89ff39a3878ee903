//! `plateau engines` and `plateau eval`: what can be named, and what an evaluator sees.

use std::collections::BTreeSet;
use std::fs;

use plateau_games::REGISTRY;
use serde_json::{Value, json};

use crate::support::program::{answer, parsed, refuses};

#[test]
fn engines_lists_what_the_game_has() {
    let text = answer(&["engines", "tictactoe"]);
    for line in [
        "tic-tac-toe (tictactoe)",
        "  rules      wins if it can, blocks if it must, and otherwise takes the move",
        "             settings: depth=, nodes=, eval=",
        "             example: alphabeta:depth=6",
        "  depth=  the search depth in plies, 1 to 200",
        "            two plies (default)",
        "            example: alphabeta:depth=6,eval=baseline",
        "  level:1  searches up to 30 positions a move and often plays a weaker move",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // Othello is not won by a line, and Achi has a single evaluator.
    assert!(!answer(&["engines", "othello"]).contains("rules"));
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    let achi = parsed(&["engines", "achi:k3", "--json"]);
    assert_eq!((&achi["schema"], &achi["game"]), (&json!("plateau-engines/1"), &json!("achi:k3")));
    assert_eq!(names(&achi["evaluators"]), ["plateau"]);
    assert_eq!(names(&achi["levels"]).len(), 8);
    let french = answer(&["engines", "othello", "--lang", "fr"]);
    assert!(french.contains("  random     un coup légal au hasard\n"), "{french}");
    assert!(french.contains("Évaluateurs, pour eval= et --eval :\n"), "{french}");
    refuses(
        &["engines", "chess"],
        "there is no game 'chess'; available: tictactoe, supermorpion, morpion4, connect4, othello, achi, picaria",
    );
}

/// The tables of docs/engines.md have the sentences of the program, all of them and no other.
#[test]
fn the_documentation_of_engines_says_the_same() {
    let mut expected = BTreeSet::new();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let entries = |list: &Value| list.as_array().unwrap().clone();
    for game in REGISTRY.games() {
        let listed = parsed(&["engines", game.id, "--json"]);
        for engine in entries(&listed["engines"]) {
            let settings: Vec<String> =
                entries(&engine["settings"]).iter().map(|name| text(name) + "=").collect();
            let colon = if settings.is_empty() { "" } else { ":" };
            let spec = format!("{}{colon}{}", text(&engine["name"]), settings.join(","));
            let summary = text(&engine["summary"]);
            match summary.split_once(": ").filter(|_| engine["name"] == "best") {
                Some((summary, how)) => {
                    expected.insert(format!("| `{spec}` | {summary} |"));
                    expected.insert(format!("| `{}` | {how} |", game.id));
                }
                None => {
                    expected.insert(format!("| `{spec}` | {summary} |"));
                }
            }
        }
        for setting in entries(&listed["settings"]) {
            expected.insert(format!("| `{}=` | {} |", text(&setting["name"]), text(&setting["summary"])));
        }
        for evaluator in entries(&listed["evaluators"]) {
            let (name, summary) = (text(&evaluator["name"]), text(&evaluator["summary"]));
            expected.insert(format!("| `{}` | `{name}` | {summary} |", game.id));
        }
        for level in entries(&listed["levels"]) {
            expected.insert(format!("| `{}` | {} |", text(&level["name"]), text(&level["summary"])));
        }
    }
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engines.md")).unwrap();
    let rows: BTreeSet<String> =
        page.lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect();
    let missing: Vec<_> = expected.difference(&rows).collect();
    let unknown: Vec<_> = rows.difference(&expected).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing: {missing:#?}\nunknown: {unknown:#?}");
}

#[test]
fn eval_shows_why_a_corner_is_worth_500() {
    let text = answer(&["eval", "othello", "f5d6c3", "--eval", "baseline"]);
    for line in [
        "to move:    white (o)",
        "term                                        o  x  each  value",
        "corners                                     0  0   500      0",
        "squares like d4                             1  3    16    -32",
        "sum                                                       -33",
        "in hundredths of a piece, for white (o), the side to move: about -0.33",
        "1   500  -150    30    10    10    30  -150   500",
        "5    10     0     2   o16   x16    x2     0    10",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let french = answer(&["eval", "othello", "f5d6c3", "--eval", "seed", "--lang", "fr"]);
    for line in [
        "trait :       Blancs (o)",
        "coins                                   0  0     500       0",
        "en centièmes de pièce, pour les Blancs (o), qui ont le trait : environ -0,33",
        "ce que chaque case vaut pour le camp qui la tient :",
    ] {
        assert!(french.lines().any(|found| found == line), "{line}\n{french}");
    }
}

/// The JSON of an evaluation, whose terms must add up.
#[track_caller]
fn evaluated(args: &[&str]) -> Value {
    let value = parsed(&[&["eval", "--json"], args].concat());
    let terms = value["terms"].as_array().unwrap();
    let sum: i64 = terms.iter().map(|term| term["value"].as_i64().unwrap()).sum();
    assert_eq!(value["value"], sum, "{value}");
    for term in terms.iter().filter(|term| !term["weight"].is_null()) {
        let number = |key: &str| term[key].as_i64().unwrap();
        assert_eq!((number("own") - number("opponent")) * number("weight"), number("value"), "{term}");
    }
    value
}

#[test]
fn eval_adds_up_in_every_game_and_language() {
    for game in REGISTRY.games() {
        for evaluator in game.with_options("").unwrap().evaluators() {
            let value = evaluated(&[game.id, "--eval", evaluator]);
            assert_eq!((&value["game"], &value["evaluator"]), (&json!(game.id), &json!(evaluator)));
            let french = answer(&["eval", game.id, "--eval", evaluator, "--lang", "fr"]);
            assert!(french.contains("\nsomme ") && !french.contains('{'), "{french}");
            assert!(french.lines().all(|line| line.chars().count() <= 80), "{french}");
        }
    }
}

/// The baseline of Morpion 4 values the last move: its state follows the moves.
#[test]
fn eval_carries_the_state_along_the_moves() {
    let moves = ["morpion4", "--moves", "f6 a1 f7 a2", "--eval", "baseline"];
    let value = evaluated(&moves);
    assert_eq!((&value["value"], &value["turn"]), (&json!(-2_900), &json!("x")));
    let names: Vec<&str> =
        value["terms"].as_array().unwrap().iter().map(|term| term["name"].as_str().unwrap()).collect();
    assert_eq!(names[0], "duo created");
    assert_eq!(names.last(), Some(&"times 0.8 for each ply (4)"));
    let position = value["position"].as_str().unwrap();
    let text = answer(&["eval", "morpion4", position, "--eval", "baseline"]);
    assert!(text.ends_with("this evaluator values the last move only, and none is given here\n"), "{text}");
    let other = evaluated(&["morpion4", "--moves", "f6 a1 f7 a2"]);
    assert_eq!(other["evaluator"], "plateau");
}

#[test]
fn eval_names_what_the_last_move_creates_and_blocks() {
    for (moves, terms) in [
        ("6,6 9,9 6,7 9,1 6,8", &["trio created", "three in a row beside an empty cell"][..]),
        ("6,6 9,9 6,7 6,8", &["duo blocked"]),
        ("9,9 6,6 1,1 6,7 2,5 6,9 6,8", &["trio blocked"]),
        ("6,6 9,9 6,8", &["two around an empty cell"]),
        ("6,6 6,5 6,8", &["two around an empty cell, blocked on one side"]),
        ("6,6 6,5 1,1 6,9 6,8", &["two around an empty cell, blocked on both sides"]),
        ("6,6 6,5 6,7", &["duo created", "two in a row, blocked on one side"]),
    ] {
        let value = evaluated(&["morpion4", "--moves", moves, "--eval", "baseline"]);
        let names: Vec<&str> =
            value["terms"].as_array().unwrap().iter().map(|term| term["name"].as_str().unwrap()).collect();
        assert_eq!(names[..terms.len()], *terms, "{moves}");
    }
}

#[test]
fn eval_draws_grids_and_threats() {
    let text = answer(&["eval", "supermorpion", "4o44o499X9999 53 o", "--eval", "baseline"]);
    assert!(
        text.ends_with("\n1: +72   2: +72     3: 0\n  4: 0  5: -200     6: 0\n  7: 0     8: 0     9: 0\n")
    );
    let value = evaluated(&["supermorpion", "4o44o499X9999 53 o", "--eval", "chances"]);
    assert_eq!(value["maps"][1]["kind"], "percent");
    assert_eq!(value["maps"][1]["values"]["5"], 100);
    let value = evaluated(&["connect4", "7/7/7/2xxx2/2oox2/1oxoo2 x"]);
    assert_eq!(value["maps"][0]["values"].as_object().unwrap().len(), 2, "{value}");
    // A win in one is proven, and searches use that.
    let won = answer(&["eval", "connect4", "121212"]);
    assert!(won.contains("proven without a search: win in 1; "), "{won}");
}

#[test]
fn eval_of_a_finished_game_is_its_result() {
    let text = answer(&["eval", "tictactoe", "xxxoo4 o"]);
    assert!(text.ends_with("\nthe game is over, x wins\n"), "{text}");
    let french = answer(&["eval", "tictactoe", "xxxoo4 o", "--lang", "fr"]);
    assert!(french.ends_with("\nla partie est finie, x gagne\n"), "{french}");
    let value = parsed(&["eval", "tictactoe", "xxxoo4 o", "--json"]);
    assert_eq!((&value["value"], &value["proven"]["result"]), (&json!(null), &json!("loss")));
    for position in ["xxxoo4 o", "start"] {
        refuses(
            &["eval", "tictactoe", position, "--eval", "best"],
            "there is no evaluator 'best'; available: baseline, plateau",
        );
    }
    refuses(
        &["eval", "tictactoe", "--eval", "none", "--lang", "fr"],
        "l'évaluateur « none » n'existe pas ; évaluateurs disponibles : baseline, plateau",
    );
}
