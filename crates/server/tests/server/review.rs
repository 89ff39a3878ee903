//! Reviews of games: what they find, how long they take, and that they leave room for others.

use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use plateau_games::EngineSpec;
use plateau_search::{Limits, Settings};
use plateau_server::ServerLimits;
use serde_json::{Value as Json, json};

use crate::harness::{TestServer, two_humans, wait_until};

/// Reads the lines of a review.
fn lines_of(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the latest judgement of each position.
fn positions_of(lines: &[Json]) -> Vec<Json> {
    let count = lines[0]["plies"].as_u64().unwrap() as usize + 1;
    let mut positions = vec![Json::Null; count];
    for position in lines.iter().flat_map(|line| line["positions"].as_array().unwrap()) {
        positions[position["ply"].as_u64().unwrap() as usize] = position.clone();
    }
    positions
}

#[test]
fn mistakes_and_accuracy_are_streamed() {
    let server = TestServer::start();
    let game = json!({ "game": "tictactoe", "moves": "b2 b3 a3 c1 a1 a2 c3" });
    let response = server.post("/api/review", &game);
    assert_eq!(response.headers["content-type"], "application/x-ndjson");
    let lines = lines_of(&response.text);
    let (last, progress) = lines.split_last().unwrap();
    assert_eq!((&last["done"], &last["settled"], &last["share"]), (&json!(true), &json!(true), &json!(1.0)));
    assert!(progress.iter().all(|line| line["done"] == false));
    let positions = positions_of(&lines);
    let marks: Vec<&Json> = positions.iter().map(|position| &position["played"]["mark"]).collect();
    // o replies to the centre with an edge, which loses.
    assert_eq!(json!(marks), json!([null, "??", null, null, null, null, null, null]));
    let fields = ["move", "text"].map(|field| &positions[1]["played"][field]);
    assert_eq!(json!(fields), json!(["b3", "loss in 6"]));
    assert_eq!(positions[1]["played"]["lost"], 0.5, "the draw");
    assert!(["a1", "a3", "c1", "c3"].contains(&positions[1]["best"].as_str().unwrap()));
    assert_eq!(last["accuracy"]["x"], 100.0);
    // By hand: 8.53 % for a loss of 50 %, of the weight 12 (a deviation of 24 %), and twice 100 % of the weight
    // 0.5: the mean of (12 × 8.53 + 100) / 13 = 15.57 and 3 / (1/8.53 + 2/100) = 21.86.
    let accuracy = last["accuracy"]["o"].as_f64().unwrap();
    assert!((accuracy - 18.71).abs() < 0.01, "{accuracy}");
    let french = server.post("/api/review?lang=fr", &game);
    assert_eq!(positions_of(&lines_of(&french.text))[1]["played"]["text"], "perte en 6");
    // A record with a declared result; the last position is not lost for x.
    let record = json!({ "record": "game: tictactoe\nstart: 9 x\nmoves: b2\nresult: o resignation\n" });
    let lines = lines_of(&server.post("/api/review", &record).text);
    assert_eq!(positions_of(&lines)[0]["played"]["mark"], Json::Null);
    // A game without moves has a position.
    let empty = lines_of(&server.post("/api/review", &json!({ "game": "achi" })).text);
    assert_eq!(empty.last().unwrap()["accuracy"], json!({ "x": null, "o": null }));
    assert!(positions_of(&empty)[0]["best"].is_string());
    server
        .post("/api/review", &json!({ "game": "tictactoe", "moves": "b2 b2" }))
        .assert_error(422, "error.wrong-at");
    server.post("/api/review", &json!({})).assert_error(400, "server.invalid-body");
}

#[test]
fn games_between_people_are_not_reviewed_until_they_are_over() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    for (ply, mv) in ["b2", "b3", "a3", "c1", "a1"].into_iter().enumerate() {
        game.play(ply % 2, mv).ok();
    }
    let body = json!({ "game": "tictactoe", "moves": "b2 b3 a3 c1 a1 a2 c3" });
    let review = || server.post("/api/review", &body);
    let is_refused = server.get(&game.path("")).ok()["hints"] == false;
    assert_eq!(review().status == 403, is_refused);
    game.change(1, "resign", &json!({})).ok();
    assert_eq!(review().status, 200);
}

/// Starts a review whose lines are read one by one.
fn start_review(server: &TestServer, body: &Json) -> impl Iterator<Item = Json> + use<> {
    let response = server.post_unread("/api/review", body);
    assert_eq!(response.status(), 200);
    let lines = BufReader::new(response.into_body().into_reader()).lines();
    lines.map_while(Result::ok).map(|line| serde_json::from_str(&line).unwrap())
}

/// A game of Othello that takes the whole time of a review.
fn long_game() -> Json {
    json!({ "game": "othello", "moves": played_game("othello", 60) })
}

/// Plays a long game with mistakes: an engine and any moves in turn, none of which ends the game
/// before it has this many plies, as long as there is another.
fn played_game(name: &str, plies: usize) -> Vec<String> {
    let variant = plateau_games::REGISTRY.variant(name).unwrap();
    let spec = EngineSpec::parse("best").unwrap();
    let mut engine = variant.engine(&spec, Settings { hash_mb: 1, ..Settings::default() }).unwrap();
    let mut record = variant.start();
    while record.finish().is_none() && record.ply() < plies {
        let mut moves = record.legal_moves();
        if record.ply().is_multiple_of(2) {
            let analysis = engine.analyse(record.as_ref(), &Limits::nodes(300), &mut |_| {}).unwrap();
            moves.insert(0, analysis.moves[0].mv.clone());
        } else {
            moves.rotate_left(record.ply() * 7 % record.legal_moves().len());
        }
        let goes_on = |mv: &&String| {
            let mut after = record.boxed_clone();
            after.play(mv).is_ok() && after.finish().is_none()
        };
        let mv = moves.iter().find(goes_on).unwrap_or(&moves[0]).clone();
        record.play(&mv).unwrap();
    }
    record.moves()
}

#[test]
fn a_review_ends_with_its_client_and_gives_way_to_others() {
    let server = TestServer::start_with(ServerLimits { queued_analyses: 1, ..ServerLimits::default() });
    let mut running = Vec::new();
    let body = long_game();
    let processors = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    for _ in 0..processors {
        let mut lines = start_review(&server, &body);
        assert_eq!(lines.next().unwrap()["stage"], "rough");
        running.push(lines);
    }
    std::thread::scope(|scope| {
        // While one more waits, the others end after their rough judgement.
        let waiting = scope.spawn(|| server.post("/api/review", &body));
        // Analyses have threads of their own.
        let analysis = server.post("/api/analyse", &json!({ "game": "othello", "time": "600ms" }));
        assert_eq!(analysis.status, 200);
        let last = running.remove(0).last().unwrap();
        assert_eq!((&last["done"], &last["settled"]), (&json!(true), &json!(false)));
        assert!(last["accuracy"]["x"].is_f64());
        // They also end when their clients disconnect.
        drop(running);
        let lines = lines_of(&waiting.join().unwrap().text);
        assert_eq!(lines.last().unwrap()["settled"], true, "nobody waits any more");
    });
    let disconnected = Instant::now();
    wait_until("the threads are free", || server.get("/metrics").text.contains("kind=\"reviews\"} 0"));
    assert!(disconnected.elapsed() < Duration::from_secs(5), "{:?}", disconnected.elapsed());
}

/// What is promised on two idle cores, and the slack for a busy machine.
const ROUGH: Duration = Duration::from_secs(3);
const SETTLED: Duration = Duration::from_secs(15);
const SLACK: u32 = 5;

#[test]
fn a_long_game_of_any_kind_is_judged_in_time() {
    let server = TestServer::start();
    for game in plateau_games::REGISTRY.games() {
        let name = game.id;
        let moves = played_game(name, 60);
        let started = Instant::now();
        let mut rough = None;
        let mut lines = Vec::new();
        for line in start_review(&server, &json!({ "game": name, "moves": moves })) {
            lines.push(line);
            if rough.is_none() && positions_of(&lines).iter().all(|position| !position.is_null()) {
                rough = Some(started.elapsed());
            }
        }
        let (rough, settled) = (rough.unwrap(), started.elapsed());
        println!("{name}, {} moves: {rough:.1?} to rough, {settled:.1?} to settled", moves.len());
        assert_eq!(lines.last().unwrap()["settled"], true, "{name}");
        assert!(rough < SLACK * ROUGH && settled < SLACK * SETTLED, "{name}: {rough:?}, {settled:?}");
        // The board always has a best move, except at the end.
        let positions = positions_of(&lines);
        assert!(positions[..moves.len()].iter().all(|position| position["best"].is_string()), "{name}");
    }
}
