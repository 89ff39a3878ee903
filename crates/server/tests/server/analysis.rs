//! The catalogue, boards, analyses and trees.

use serde_json::{Value as Json, json};

use crate::harness::TestServer;

#[test]
fn catalogue_lists_every_game_and_its_variants() {
    let server = TestServer::start();
    let catalogue = server.get("/api/catalogue").ok();
    let games = catalogue["games"].as_array().unwrap();
    assert_eq!(games.len(), plateau_games::REGISTRY.games().len());
    for listed in games.iter().flat_map(|game| game["variants"].as_array().unwrap()) {
        let name = &listed["name"];
        let variant = server.get(&format!("/api/variants/{}", name.as_str().unwrap())).ok();
        assert_eq!(variant["label"], listed["label"], "{name}");
        assert_eq!(variant["game"], *name);
        let view = server.post("/api/view", &json!({ "game": name })).ok();
        let points = variant["layout"]["points"].as_array().unwrap().len();
        assert_eq!(view["view"]["pieces"].as_str().unwrap().len(), points, "{name}");
        assert_eq!(view["view"]["position"], variant["start"]);
    }
    let opponents = catalogue["opponents"].as_array().unwrap();
    assert_eq!(opponents.len(), 10);
    assert_eq!(opponents[3], json!({ "spec": "level:3", "name": "level 3" }));
    server.get("/api/variants/chess").assert_error(422, "game.unknown");
}

#[test]
fn catalogue_and_variants_are_translated() {
    let server = TestServer::start();
    let french = server.get("/api/catalogue?lang=fr").ok();
    assert_eq!(french["opponents"][3]["name"], "niveau 3");
    let accept = [("Accept-Language", "fr-FR,fr;q=0.9,en;q=0.5")];
    assert_eq!(server.get_with("/api/catalogue", &accept).ok()["opponents"][0]["name"], "humain");
    let [en, fr] = ["en", "fr"].map(|lang| {
        server.get(&format!("/api/variants/achi:k3,draw,nocentre?lang={lang}")).ok()["label"].clone()
    });
    assert!(en.as_str().is_some_and(|label| !label.is_empty()) && en != fr, "{en} {fr}");
    let grids = server.get("/api/variants/supermorpion?lang=fr").ok();
    let point = &grids["layout"]["points"][4 * 9 + 1];
    assert_eq!((&point["name"], &point["words"]), (&json!("5 2"), &json!("grille 5, case 2")));
}

#[test]
fn board_is_shown_at_any_ply() {
    let server = TestServer::start();
    let view = |body: &Json| server.post("/api/view", body);
    let last = view(&json!({ "game": "connect4", "moves": ["4", "4", "3"] })).ok();
    assert_eq!((&last["ply"], &last["view"]["last"]["text"]), (&json!(3), &json!("3")));
    assert_eq!(view(&json!({ "game": "connect4", "moves": "4 4 3" })).ok(), last);
    let record = last["record"].as_str().unwrap();
    assert_eq!(view(&json!({ "record": record })).ok(), last);
    let first = view(&json!({ "record": record, "ply": 1 })).ok();
    assert_eq!((&first["ply"], &first["moves"]), (&json!(1), &last["moves"]));
    assert_eq!(first["view"]["turn"], "o");
    for moves in [json!(["4", "9", "3"]), json!("4 9 3")] {
        let error = view(&json!({ "game": "connect4", "moves": moves }));
        assert_eq!((error.status, &error.json()["ply"]), (422, &json!(1)), "{}", error.text);
    }
    let error = view(&json!({ "game": "connect4", "position": "<script>alert(1)</script>" }));
    assert_eq!(error.status, 422);
    assert_eq!(error.headers["content-type"], "application/json");
}

#[test]
fn analysis_is_streamed_line_by_line() {
    let server = TestServer::start();
    let analyse = |body: &Json| server.post("/api/analyse", body);
    let response = analyse(&json!({ "game": "tictactoe", "moves": ["b2"], "every": true, "time": "5s" }));
    assert_eq!(response.status, 200);
    assert_eq!(response.headers["content-type"], "application/x-ndjson");
    let lines: Vec<Json> = response.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, progress) = lines.split_last().unwrap();
    assert!(last["done"] == true && progress.iter().all(|line| line["done"] == false));
    assert_eq!(last["schema"], "plateau-analysis/1");
    assert_eq!((&last["exact"], &last["text"]), (&json!(true), &json!("draw")));
    assert_eq!(last["moves"].as_array().unwrap().len(), 8);
    assert!(last["moves"].as_array().unwrap().iter().all(|mv| mv["text"].is_string()));
    let finished = analyse(&json!({ "game": "tictactoe", "moves": "a3 a2 b3 b2 c3", "time": "1s" })).ok();
    assert_eq!((&finished["stop"], &finished["done"]), (&json!("finished"), &json!(true)));
    analyse(&json!({ "game": "tictactoe", "time": "10h" })).assert_error(422, "server.time-too-long");
    analyse(&json!({ "game": "tictactoe", "time": "soon" })).assert_error(422, "time.expected-duration");
    analyse(&json!({ "game": "tictactoe", "engine": "random" })).assert_error(422, "server.no-evaluation");
    assert_eq!(analyse(&json!({ "game": "tictactoe", "engine": "chess" })).status, 422);
}

#[test]
fn played_move_is_compared_with_the_best_one() {
    let server = TestServer::start();
    let analyse = |moves: &str, played: &str| {
        let body = json!({ "game": "tictactoe", "moves": moves, "played": played, "time": "5s" });
        server.post("/api/analyse", &body)
    };
    let last_line = |moves: &str, played: &str| -> Json {
        let response = analyse(moves, played);
        assert_eq!(response.status, 200, "{}", response.text);
        serde_json::from_str(response.text.lines().last().unwrap()).unwrap()
    };
    // As a reply to the centre, an edge loses and a corner does not.
    let edge = last_line("b2", "8");
    assert_eq!((&edge["result"], &edge["chance"]), (&json!("draw"), &json!(0.5)));
    let played = &edge["played"];
    let fields = ["move", "result", "text", "mark", "chance"].map(|field| played[field].clone());
    assert_eq!(json!(fields), json!(["b1", "loss", "loss in 6", "??", 0.0]));
    assert_eq!(played["lost"], 0.5, "the draw");
    for corner in ["a1", "a3", "c1", "c3"] {
        assert_eq!(last_line("b2", corner)["played"]["mark"], json!(null), "{corner}");
    }
    let winning = last_line("a3 a2 b3 b2", "c3");
    assert_eq!((&winning["played"]["text"], &winning["played"]["mark"]), (&json!("win in 1"), &json!(null)));
    assert_eq!(last_line("a3 a2 b3 b2", "c1")["played"]["mark"], "??", "a win was missed");
    assert_eq!(analyse("b2", "b2").status, 422);
    assert_eq!(analyse("b2", &"b".repeat(5_000)).status, 413);
}

#[test]
fn tree_and_node_counts_agree() {
    let server = TestServer::start();
    let position = json!({ "game": "tictactoe", "moves": ["b2", "a1"], "depth": 4 });
    let counts = server.post("/api/counts", &position).ok();
    let rows = counts["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[1], json!({ "depth": 2, "minimax": 1 + 7 + 7 * 6, "alphabeta": rows[1]["alphabeta"] }));
    for algorithm in ["minimax", "alphabeta"] {
        let mut body = position.clone();
        body["algorithm"] = json!(algorithm);
        let tree = server.post("/api/tree", &body).ok();
        assert_eq!(tree["schema"], "plateau-tree/1");
        assert_eq!(tree["trees"][0]["visited"], rows[3][algorithm]);
    }
    assert!(rows[3]["alphabeta"].as_u64() < rows[3]["minimax"].as_u64());
    let deep = server.post("/api/counts", &json!({ "game": "othello", "depth": 30 })).ok();
    assert!((4..20).contains(&deep["rows"].as_array().unwrap().len()), "stops at the node limit");
}

#[test]
fn tree_size_is_limited() {
    let server = TestServer::start();
    let tree = |depth: u32, nodes: u32| {
        let body = json!({ "game": "othello", "algorithm": "minimax", "depth": depth, "nodes": nodes });
        server.post("/api/tree", &body)
    };
    tree(30, 10).assert_error(422, "server.tree-too-large");
    tree(0, 10).assert_error(422, "server.invalid-depth");
    tree(31, 10).assert_error(422, "server.invalid-depth");
    tree(1, 0).assert_error(422, "server.invalid-nodes");
    tree(1, 20_001).assert_error(422, "server.invalid-nodes");
    assert!((2..=10).contains(&tree(3, 10).ok()["trees"][0]["drawn"].as_u64().unwrap()));
}

#[test]
fn tree_leaves_are_evaluated_by_name() {
    let server = TestServer::start();
    let tree = |evaluator: &str| {
        let mut body = json!({ "game": "othello", "algorithm": "minimax", "depth": 3, "nodes": 10 });
        body["eval"] = json!(evaluator);
        server.post("/api/tree", &body)
    };
    let evaluators = server.get("/api/variants/othello").ok()["evaluators"].clone();
    let strongest = evaluators.as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
    assert_ne!(tree(&strongest).ok()["trees"][0]["nodes"][0]["value"], 0);
    assert_eq!(tree("unknown").status, 422);
    // Every leaf is the end of a game, so the evaluator is not used.
    let mut finished = json!({ "game": "tictactoe", "position": "1o11o1oxx x", "eval": "plateau" });
    (finished["algorithm"], finished["depth"]) = (json!("minimax"), json!(9));
    assert_eq!(server.post("/api/tree", &finished).ok()["trees"][0]["scale"], "results");
}

#[test]
fn view_explains_why_a_move_is_illegal() {
    let server = TestServer::start();
    let try_move = |text: &str| {
        server.post("/api/view", &json!({ "game": "supermorpion", "moves": ["5 1"], "try": text })).ok()
    };
    assert_eq!(try_move("1 5")["refused"], json!(null));
    let illegal = try_move("5 2");
    assert!(illegal["refused"].as_str().unwrap().contains("grid 1"), "{illegal}");
    assert_eq!(illegal["moves"], json!(["5 1"]), "the move was not played");
}

#[test]
fn every_game_has_an_example() {
    let server = TestServer::start();
    let catalogue = server.get("/api/catalogue").ok();
    for game in catalogue["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let path = format!("/api/variants/{id}/example");
        let example = server.get(&path).ok();
        assert_eq!(server.get(&path).ok(), example, "the same at each request");
        let view = server.post("/api/view", &json!({ "game": id, "moves": example["moves"] })).ok();
        assert!(view["ply"].as_u64().unwrap() > 3, "{id}");
    }
}
