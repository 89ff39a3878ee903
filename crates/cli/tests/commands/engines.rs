//! The commands that search: `best`, `analyse`, `solve` and `bench`.

use std::process::Command;
use std::time::{Duration, Instant};

use plateau_core::Objective;
use plateau_games::REGISTRY;
use serde_json::Value;

use crate::support::program::{PLATEAU, answer, parsed, refuses};

#[test]
fn best_prints_a_legal_move_in_every_game() {
    for game in REGISTRY.games() {
        let legal = game.with_options("").unwrap().start().legal_moves();
        for engine in [
            "best",
            "level:1",
            "alphabeta:depth=2",
            "mcts:nodes=500",
            "minimax:depth=1",
            "rules",
            "random:seed=7",
            "first",
        ] {
            // `rules` plays games won by a line, which have no margin.
            let objective = REGISTRY.variant(game.id).unwrap().traits().objective;
            if engine == "rules" && objective == Objective::Margin {
                continue;
            }
            let best = answer(&["best", game.id, "--engine", engine, "--time", "50ms"]);
            assert!(legal.contains(&best.trim_end().to_owned()), "{} {engine}: {best}", game.id);
        }
    }
}

/// Every engine stops at its time limit. The slack of five times the limit allows for a
/// busy machine; without a limit each of these searches would run for minutes.
#[test]
fn every_engine_respects_its_time_limit() {
    let limit = Duration::from_millis(500);
    for engine in ["minimax:depth=200", "negamax:depth=9", "alphabeta", "mcts", "proof", "best", "level:8"] {
        let started = Instant::now();
        let best = answer(&["best", "morpion4", "--engine", engine, "--time", "500ms"]);
        let taken = started.elapsed();
        assert!(best.contains(','), "{engine}: {best}");
        assert!(taken < 5 * limit, "{engine} took {taken:?} of {limit:?}");
    }
}

#[test]
fn every_engine_plays_a_win_in_one() {
    for (game, position, win) in [
        ("tictactoe", "xx1oo4 x", "c3"),
        ("connect4", "121212", "1"),
        ("morpion4", "12/12/12/12/12/3xxxo5/4ooo5/12/12/12/12/12 x", "6,3"),
        ("supermorpion", "XXxx7999999 00 x", "3 3"),
        ("achi", "xx1oo4 x", "3"),
    ] {
        for engine in ["best", "alphabeta:depth=1", "rules", "mcts:nodes=300"] {
            let best = answer(&["best", game, position, "--engine", engine, "--time", "200ms"]);
            assert_eq!(best.trim_end(), win, "{game} {engine}");
        }
    }
}

#[test]
fn analyse_lists_the_value_of_every_move() {
    let text = answer(&["analyse", "tictactoe", "1o11o1oxx x"]);
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("move")).skip(1).take(4).collect();
    assert_eq!(
        rows,
        [
            "c3    draw       exact      c3 c2 a2 a3",
            "c2    loss in 2  exact      c2 c3",
            "a3    loss in 2  exact      a3 c3",
            "a2    loss in 2  exact      a2 c3",
        ],
        "{text}"
    );
    let french = answer(&["analyse", "tictactoe", "1o11o1oxx x", "--lang", "fr"]);
    assert!(french.contains("perte en 2"), "{french}");
}

#[test]
fn best_analyse_and_solve_share_one_json_schema() {
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let analysis = parsed(&["analyse", "connect4:4x4", "--json"]);
    for command in ["best", "solve"] {
        assert_eq!(keys(&parsed(&[command, "connect4:4x4", "--json"])), keys(&analysis), "{command}");
    }
    assert_eq!(analysis["schema"], "plateau-analysis/1");
    assert_eq!(
        (&analysis["exact"], &analysis["result"], &analysis["score"]),
        (&true.into(), &"draw".into(), &0.into())
    );
    assert_eq!(analysis["moves"].as_array().unwrap().len(), 4);
    assert_eq!(
        keys(&analysis["moves"][0]),
        [
            "at_least", "at_most", "bound", "estimate", "exact", "line", "move", "plies", "result", "score",
            "share"
        ]
    );
    assert_eq!(
        keys(&analysis),
        [
            "at_least", "at_most", "best", "bound", "depth", "estimate", "exact", "game", "line", "moves",
            "nodes", "plies", "position", "result", "schema", "score", "seconds", "share", "stop", "turn"
        ]
    );
}

#[test]
fn solve_proves_values_with_a_line_to_the_end_of_the_game() {
    let achi = parsed(&["solve", "achi", "--json"]);
    assert_eq!((&achi["result"], &achi["plies"], &achi["best"]), (&"win".into(), &11.into(), &"5".into()));
    assert_eq!(achi["line"].as_array().unwrap().len(), 11);
    let othello = parsed(&["solve", "othello:4", "--json"]);
    assert_eq!((&othello["score"], &othello["exact"]), (&(-10).into(), &true.into()));
    let connect4 = parsed(&["solve", "connect4:6x4", "--json"]);
    assert_eq!(
        (&connect4["result"], &connect4["plies"], &connect4["score"]),
        (&"loss".into(), &24.into(), &(-1).into())
    );
    // With --outcome only the result is proven. An opening comes from the book.
    let who_wins = parsed(&["solve", "connect4", "274552224131661", "--outcome", "--json"]);
    assert_eq!((&who_wins["result"], &who_wins["stop"]), (&"draw".into(), &"proven".into()));
    let who_wins = answer(&["solve", "connect4:6x4", "--outcome"]);
    assert!(who_wins.starts_with("value:   loss in 24 at most (bound)\n"), "{who_wins}");
    let opening = parsed(&["solve", "connect4", "4453", "--json"]);
    assert_eq!((&opening["score"], &opening["exact"]), (&(-2).into(), &true.into()));
    assert_eq!((&opening["best"], &opening["nodes"]), (&"3".into(), &0.into()));
    assert_eq!(opening["line"].as_array().unwrap().len(), 36, "{opening}");
    assert!(opening["seconds"].as_f64().unwrap() < 1.0);
    assert!(answer(&["solve", "connect4", "4453"]).contains("\nscore:   -2\n"));
    // A time limit does not shorten a line that is proven in time.
    let limited = parsed(&["solve", "othello:4", "--json", "--time", "1m"]);
    assert_eq!(limited["line"], othello["line"]);
    // x wins Morpion 4 from the empty board.
    let morpion4 = parsed(&["solve", "morpion4", "--json"]);
    assert_eq!((&morpion4["result"], &morpion4["bound"]), (&"win".into(), &"lower".into()));
    assert_eq!((&morpion4["stop"], &morpion4["exact"]), (&"proven".into(), &false.into()));
    assert!(morpion4["plies"].as_u64().unwrap() <= 11, "{morpion4}");
}

#[test]
fn bad_input_is_explained_in_one_sentence() {
    refuses(
        &["best", "achi", "--engine", "chess"],
        "there is no engine 'chess'; available: best, level, alphabeta, mcts, proof, minimax, negamax, rules, random, first",
    );
    refuses(
        &["best", "othello", "--engine", "alphabeta:eval=deep"],
        "there is no evaluator 'deep'; available: baseline, plateau",
    );
    refuses(
        &["best", "othello", "--engine", "minimax:depth=0"],
        "in 'minimax:depth=0', depth is 0, but must be a whole number from 1 to 200",
    );
    refuses(&["best", "othello", "--depth", "0"], "--depth: '0' is not a whole number from 1 to 200");
    refuses(
        &["best", "othello", "--time=-1s"],
        "--time: '-1s' is not a duration: write 1s, 0.5s, 500ms, 15m or 1h, up to a year",
    );
    for table in ["0", "1000000000"] {
        let sentence = format!("--hash: '{table}' is not a whole number from 1 to 65,536");
        refuses(&["best", "othello", "--hash", table], &sentence);
    }
    // A table that does not fit, whatever the memory of this machine.
    let limited = "ulimit -v 500000 && exec \"$0\" solve connect4 --hash 1000 --lang en";
    let program = PLATEAU;
    let huge = Command::new("sh").args(["-c", limited, program]).output().unwrap();
    assert_eq!((huge.status.code(), huge.stdout), (Some(2), Vec::new()));
    assert_eq!(
        String::from_utf8_lossy(&huge.stderr),
        "plateau: a table of 1,000 MB does not fit into memory: the system refused the allocation\n"
    );
    refuses(&["best", "tictactoe", "xxxoo4 o"], "the game is over, x wins; there is no move to find");
    for command in ["analyse", "solve"] {
        refuses(
            &[command, "connect4", "--engine", "rules"],
            "the engine 'rules' chooses moves without evaluating them; use one that searches, such as best",
        );
    }
    refuses(
        &["best", "connect4", "9 x"],
        "board, character 1: found '9', expected a number of empty cells from 1 to 7",
    );
}

/// The node count is a checksum of the search: a change on purpose updates it here.
#[test]
fn bench_node_count_is_unchanged() {
    let text = answer(&["bench"]);
    let total = text.lines().last().and_then(|line| line.split(' ').nth(1)).unwrap();
    assert_eq!(total, "152,095,", "{text}");
    assert!(
        text.contains("tictactoe: ") && text.lines().last().is_some_and(|line| line.ends_with(" nodes/s"))
    );
}

#[test]
fn solve_reports_a_value_for_forced_moves() {
    for engine in ["best", "alphabeta", "mcts", "proof"] {
        let position = "xo1o/ox1x/ooox/xxxo x";
        let solved =
            parsed(&["solve", "connect4:4x4", position, "--engine", engine, "--time", "1m", "--json"]);
        assert_eq!((&solved["exact"], &solved["result"]), (&true.into(), &"draw".into()), "{engine}");
    }
}

#[test]
fn symmetric_moves_have_equal_values() {
    for game in ["tictactoe", "supermorpion", "morpion4:9x9x4", "connect4:6x5", "othello:6"] {
        let analysis = parsed(&["analyse", game, "--nodes", "20000", "--json"]);
        let values: Vec<&Value> = analysis["moves"].as_array().unwrap().iter().collect();
        let of = |mv: &str| values.iter().find(|value| value["move"] == mv).unwrap_or(&&Value::Null);
        let pairs = match game {
            "tictactoe" => [("a1", "c3"), ("a2", "b1")],
            "supermorpion" => [("1 1", "9 9"), ("2 4", "4 2")],
            "morpion4:9x9x4" => [("5,4", "4,5"), ("1,2", "9,8")],
            "connect4:6x5" => [("1", "6"), ("2", "5")],
            _ => [("c2", "e4"), ("b3", "d5")],
        };
        for (one, other) in pairs {
            let (one, other) = (of(one), of(other));
            assert!(one.is_object() && other.is_object(), "{game} {analysis}");
            for field in ["exact", "estimate", "plies", "bound"] {
                assert_eq!(one[field], other[field], "{game} {one} {other}");
            }
        }
    }
    // A win in one is exact at any depth.
    let wins = parsed(&["analyse", "tictactoe", "xx1oo4 x", "--depth", "1", "--json"]);
    assert_eq!((&wins["exact"], &wins["plies"]), (&true.into(), &1.into()));
}
