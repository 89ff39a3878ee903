//! Values as `best`, `analyse` and `solve` print them, as text and as JSON.

use plateau_games::REGISTRY;
use serde_json::{Value, json};

use crate::support::program::{answer, parsed, refuses};

#[test]
fn finished_games_have_a_value_but_no_move() {
    for (game, position, moves, result, plies, score) in [
        ("tictactoe", "xxxoo4 o", "", "loss", json!(0), json!(null)),
        ("tictactoe", "start", "5 1 2 8 7 3 6 4 9", "draw", json!(null), json!(null)),
        ("connect4", "1212121", "", "loss", json!(0), json!(-18)),
        (
            "picaria",
            "start",
            "1 2 3 4 8 5 3-6 2-3 8-7 3-2 7-8 2-3 8-7 3-2 7-8",
            "draw",
            json!(null),
            json!(null),
        ),
        ("othello:4", "XXXXXXXXOOOOXXXX x", "", "win", json!(null), json!(8)),
    ] {
        for command in ["analyse", "solve"] {
            let analysis = parsed(&[command, game, position, "--moves", moves, "--json"]);
            let known = ["exact", "result", "plies", "score", "best", "line", "moves", "stop"];
            let expected =
                [json!(true), json!(result), plies.clone(), score.clone(), json!(null), json!([]), json!([])];
            for (field, expected) in known.iter().zip(expected.iter().chain([&json!("finished")])) {
                assert_eq!(&analysis[field], expected, "{command} {game} {position}: {field}");
            }
            let text = answer(&[command, game, position, "--moves", moves]);
            assert!(text.lines().last().unwrap().starts_with("the game is over, "), "{text}");
        }
    }
    for arguments in [&["--json"][..], &[]] {
        refuses(
            &[&["best", "tictactoe", "xxxoo4 o"][..], arguments].concat(),
            "the game is over, x wins; there is no move to find",
        );
    }
    refuses(
        &["best", "tictactoe", "xxxoo4 o", "--lang", "fr"],
        "la partie est finie, x gagne ; il n'y a pas de coup à trouver",
    );
}

#[test]
fn textbook_engines_solve_to_the_end_or_to_the_given_depth() {
    for engine in ["minimax", "negamax"] {
        let solved = parsed(&["solve", "tictactoe", "--engine", engine, "--json"]);
        assert_eq!((&solved["exact"], &solved["result"]), (&json!(true), &json!("draw")), "{engine}");
        assert_eq!((&solved["depth"], &solved["stop"]), (&json!(9), &json!("proven")), "{engine}");
        assert_eq!(solved["nodes"], 549_946, "{engine} must count like plateau tree");
        for (command, arguments, expected) in [
            ("solve", vec!["--engine", engine, "--depth", "3"], 3),
            ("best", vec!["--engine", engine], 4),
            ("best", vec!["--engine", engine, "--depth", "6"], 6),
        ] {
            let analysis = parsed(&[&[command, "tictactoe", "--json"][..], &arguments].concat());
            assert_eq!(analysis["depth"], expected, "{command} {arguments:?}");
            let moves = analysis["moves"].as_array().unwrap();
            assert_eq!(moves.len(), 1, "{command} {arguments:?}: the best move only");
            assert_eq!(moves[0]["move"], analysis["best"], "{command} {arguments:?}");
        }
        let every = parsed(&["analyse", "tictactoe", "--engine", engine, "--json"]);
        assert_eq!(every["moves"].as_array().unwrap().len(), 9, "{engine}");
        let spec = format!("{engine}:depth=2");
        assert_eq!(parsed(&["solve", "tictactoe", "--engine", &spec, "--json"])["depth"], 2);
    }
}

#[test]
fn reported_depth_never_exceeds_the_length_of_the_game() {
    for (game, plies) in [
        ("tictactoe", 9),
        ("morpion4:3x3x3", 9),
        ("morpion4:4x3x3", 12),
        ("connect4:4x4", 16),
        ("othello:4", 24),
    ] {
        for command in ["solve", "analyse", "best"] {
            let analysis = parsed(&[command, game, "--json"]);
            assert!(analysis["depth"].as_u64().unwrap() <= plies, "{command} {game}: {}", analysis["depth"]);
        }
    }
}

/// Asserts that the text and the JSON of a value agree.
#[track_caller]
fn agree(words: &str, proof: &str, value: &Value) {
    let count = ["estimate", "share", "plies"].iter().filter(|field| !value[**field].is_null()).count();
    assert_eq!(count, 1, "exactly one of estimate, share and plies: {value}");
    let bounded = !value["at_least"].is_null() || !value["at_most"].is_null();
    assert_eq!(bounded, !value["bound"].is_null(), "{value}");
    match proof {
        "exact" => assert!(value["exact"] == true && !bounded && value["share"].is_null(), "{words} {value}"),
        "bound" => {
            assert!(value["exact"] == false && bounded, "{words} {value}");
            assert!(["at least", "at most", "at worst", "at best"].iter().any(|way| words.contains(way)));
            if value["at_least"]["result"] == "draw" {
                assert!(words.contains("at least a draw"), "{words} {value}");
            }
        }
        "expected result" => {
            let share = value["share"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&share) && !bounded, "{words} {value}");
            assert_eq!(words, format!("about {:.0} %", 100.0 * share));
        }
        _ => panic!("{proof}"),
    }
}

#[test]
fn mcts_distinguishes_proven_values_from_means() {
    for game in REGISTRY.games() {
        for nodes in ["3000", "20000"] {
            let engine = format!("mcts:nodes={nodes}");
            let analysis = parsed(&["analyse", game.id, "--engine", &engine, "--json"]);
            let text = answer(&["analyse", game.id, "--engine", &engine]);
            let rows = text.lines().skip_while(|line| !line.starts_with("move ")).skip(1);
            let moves = analysis["moves"].as_array().unwrap();
            for (row, entry) in rows.zip(moves) {
                let cells: Vec<&str> =
                    row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
                assert_eq!(entry["move"], cells[0]);
                agree(cells[1], cells[2], entry);
            }
            // The best move must not be proven worse than the position.
            let (value, best) = (&analysis["at_least"]["result"], &moves[0]["at_most"]["result"]);
            assert!(value != "draw" || best != "loss", "{} {nodes}", game.id);
        }
    }
    let text = answer(&["solve", "supermorpion", "--engine", "mcts", "--nodes", "3000"]);
    assert!(text.contains(" % (expected result)"), "{text}");
    // The draw is proven, but not that no move is better.
    let best = parsed(&["analyse", "tictactoe", "--engine", "mcts:nodes=12000", "--json"]);
    assert_eq!((&best["at_least"]["result"], &best["bound"]), (&json!("draw"), &json!("lower")), "{best}");
    // One move is proven to be no better than a draw.
    let text = answer(&["analyse", "tictactoe", "--engine", "mcts:nodes=8000"]);
    assert!(text.contains("  at most a draw  bound "), "{text}");
}

#[test]
fn othello_values_give_the_margin() {
    assert!(answer(&["solve", "othello:4"]).starts_with("value:   loss by 10 (exact)\n"));
    assert!(
        answer(&["solve", "othello:4", "--lang", "fr"]).starts_with("valeur :     perte de 10 (exact)\n")
    );
    let text = answer(&["analyse", "othello:4", "--depth", "1"]);
    assert!(text.contains("\nvalues for black, the side to move; margins in discs\n"), "{text}");
    assert!(text.contains("  certainty  line\n"), "{text}");
    let text = answer(&["analyse", "othello:4", "--depth", "1", "--lang", "fr"]);
    assert!(text.contains("\nvaleurs pour les Noirs, qui ont le trait ; écarts en pions\n"), "{text}");
    assert!(text.contains("  certitude   variante\n"), "{text}");
    let text = answer(&["analyse", "tictactoe", "--depth", "1"]);
    assert!(text.contains("\nvalues for x, the side to move; distances in plies\n"), "{text}");
    let text = answer(&["analyse", "connect4:4x4"]);
    assert!(text.contains("  draw   exact      0      "), "a draw must not have a sign: {text}");
}

#[test]
fn truncated_lines_end_with_an_ellipsis() {
    let analysis = parsed(&["analyse", "tictactoe", "--json"]);
    let text = answer(&["analyse", "tictactoe"]);
    let rows = text.lines().skip_while(|line| !line.starts_with("move ")).skip(1);
    for (row, entry) in rows.zip(analysis["moves"].as_array().unwrap()) {
        let whole = entry["line"].as_array().unwrap().len() == 9;
        let written = row.matches(char::is_numeric).count() - 1;
        assert!(row.ends_with(" …") && written <= 8 || whole && written == 9, "{row}");
    }
}

#[test]
fn french_output_uses_decimal_commas() {
    for command in ["analyse", "solve"] {
        let french = answer(&[command, "supermorpion", "--depth", "2", "--lang", "fr"]);
        assert!(french.contains("environ +") && french.contains(" s, "), "{french}");
        let has_point =
            french.split([' ', '\n']).any(|word| word.parse::<f64>().is_ok() && word.contains('.'));
        assert!(!has_point, "{french}");
        let json = parsed(&[command, "supermorpion", "--depth", "2", "--lang", "fr", "--json"]);
        assert!(json["estimate"].is_f64());
    }
}

#[test]
fn times_without_a_unit_are_seconds() {
    for time in ["0", "0s", "5", "0.5"] {
        let best = answer(&["best", "tictactoe", "xx1oo4 x", "--time", time]);
        assert_eq!(best, "c3\n", "{time}: a win in one must be found in any time");
    }
    let analysis = parsed(&["best", "othello", "--engine", "best:book=off", "--time", "0", "--json"]);
    assert_eq!(analysis["stop"], "time");
    let analysis = parsed(&["best", "othello", "--time", "0", "--json"]);
    assert_eq!((&analysis["stop"], &analysis["exact"]), (&"book".into(), &false.into()));
    assert!(answer(&["best", "--help"]).contains("or a number of seconds"));
}

#[test]
fn invalid_engine_specs_are_explained() {
    for (engine, sentence) in [
        ("alphabeta:depth", "in 'alphabeta:depth', depth has no value: write depth=…"),
        ("alphabeta:nodes=9,depth", "in 'alphabeta:nodes=9,depth', depth has no value: write depth=…"),
        (
            "alphabeta:6",
            "in 'alphabeta:6', '6' is not a setting: write key=value with one of the keys depth, nodes, eval",
        ),
        ("first:1", "in 'first:1', '1' is not allowed: first has no settings"),
        ("best:book=maybe", "in 'best:book=maybe', book is maybe, but must be one of on, off"),
        ("alphabeta:eval=seed", "there is no evaluator 'seed'; available: plateau"),
        ("random:seed=-1", "in 'random:seed=-1', seed is -1, but must be a whole number, 0 or more"),
        ("level:9", "in 'level:9', level is 9, but must be a whole number from 1 to 8"),
    ] {
        refuses(&["best", "achi", "--engine", engine], sentence);
    }
    refuses(
        &["best", "achi", "--eval", "seed"],
        "--eval is not an option of best, but a setting of the engines alphabeta, mcts, minimax, negamax and rules, as in --engine alphabeta:eval=baseline",
    );
}

#[test]
fn numbers_out_of_range_are_explained() {
    for (option, shown, range) in [
        ("--depth", "--depth", "1 to 200"),
        ("--threads", "--threads", "1 to 256"),
        ("--hash", "--hash", "1 to 65,536"),
        ("--table", "--hash", "1 to 65,536"),
    ] {
        for number in ["0", "-5", "99999999999999999999999", "many", "1.5"] {
            refuses(
                &["solve", "tictactoe", option, number],
                &format!("{shown}: '{number}' is not a whole number from {range}"),
            );
        }
    }
    for number in ["0", "-5", "many", "1.5"] {
        refuses(
            &["solve", "tictactoe", "--nodes", number],
            &format!("--nodes: '{number}' must be a whole number, 1 or more"),
        );
    }
    for (option, sentence) in [
        ("--time", "is not a duration: write 1s, 0.5s, 500ms, 15m or 1h, up to a year"),
        ("--tc", "is not a time control: write 15m or 15m+30s"),
    ] {
        refuses(&["analyse", "tictactoe", option, "-1s"], &format!("{option}: '-1s' {sentence}"));
    }
}
