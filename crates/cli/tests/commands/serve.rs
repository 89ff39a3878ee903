//! `plateau serve` as a process: its output, its exit codes, and the games it stores.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::Directory;
use crate::support::api::{api, moves_of};
use crate::support::events::next_event;
use crate::support::program::PLATEAU;
use crate::support::server::Server;

/// Number of concurrent games in the test that kills the server.
const GAMES: usize = 50;

/// Number of moves after which that test kills the server.
const MOVES_BEFORE_KILL: usize = 400;

/// Starts a server with a limit on open files that it cannot raise.
fn start_with_descriptors(descriptors: u32, data: &Directory) -> Server {
    let mut command = Command::new("sh");
    let limited = format!("ulimit -n {descriptors} && exec \"$0\" \"$@\"");
    command.args(["-c", &limited, PLATEAU]);
    Server::start_with(command, data.path(), "0").unwrap()
}

/// Starts a server whose writes fail, instead of ending it, while [`limit_file_size`] forbids
/// them.
fn start_without_file_size_signal(data: &Directory) -> Server {
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", PLATEAU]);
    Server::start_with(command, data.path(), "0").unwrap()
}

/// Limits the size of the files that a server may write.
fn limit_file_size(server: &Server, bytes: &str) {
    let limit = [&format!("--fsize={bytes}:unlimited"), "--pid", &server.id().to_string()];
    assert!(Command::new("prlimit").args(limit).status().unwrap().success());
}

fn plateau() -> Command {
    let mut command = Command::new(PLATEAU);
    command.env("LC_ALL", "C").stdin(Stdio::null());
    command
}

/// A game as last acknowledged by the server.
struct Acknowledged {
    id: String,
    tokens: [String; 2],
    moves: Vec<String>,
}

/// Plays a game until the server is gone. Every other game is against an engine.
fn play(page: &str, number: usize, count: &AtomicUsize) -> Acknowledged {
    let second = if number.is_multiple_of(2) { "level:1" } else { "human" };
    let new_game = json!({ "game": "morpion4", "first": "human", "second": second });
    let created = api(page, "games", "", Some(&new_game)).expect("a game");
    let token = |side: &str| created["tokens"][side].as_str().unwrap().to_owned();
    let id = created["game"]["id"].as_str().unwrap().to_owned();
    let mut known = Acknowledged { id, tokens: [token("x"), token("o")], moves: Vec::new() };
    while let Some(game) = api(page, &format!("games/{}", known.id), "", None) {
        known.moves = moves_of(&game);
        let side = usize::from(game["view"]["turn"] == "o");
        let Some(mv) = game["view"]["moves"].get(known.moves.len() * 7 % 50) else { break };
        if side == 1 && second != "human" {
            continue;
        }
        let body = json!({
            "revision": game["revision"], "request": format!("{}", known.moves.len()), "move": mv["text"],
        });
        let path = format!("games/{}/move", known.id);
        let Some(after) = api(page, &path, &known.tokens[side], Some(&body)) else { break };
        known.moves = moves_of(&after);
        count.fetch_add(1, Ordering::Relaxed);
    }
    known
}

#[test]
fn a_killed_server_loses_no_acknowledged_move() {
    let directory = Directory::new();
    let mut server = Server::start(PLATEAU, directory.path());
    let page = server.address.clone();
    let count = AtomicUsize::new(0);
    let known: Vec<Acknowledged> = thread::scope(|scope| {
        let players: Vec<_> = (0..GAMES)
            .map(|number| {
                let (page, count) = (&page, &count);
                scope.spawn(move || play(page, number, count))
            })
            .collect();
        while count.load(Ordering::Relaxed) < MOVES_BEFORE_KILL {
            assert!(players.iter().any(|player| !player.is_finished()), "all games ended before the kill");
            thread::sleep(Duration::from_millis(1));
        }
        server.signal("-KILL");
        players.into_iter().map(|player| player.join().unwrap()).collect()
    });
    server.wait();
    let server = Server::start(PLATEAU, directory.path());
    for Acknowledged { id, tokens, moves } in &known {
        let game = api(&server.address, &format!("games/{id}"), "", None).unwrap();
        let saved = moves_of(&game);
        assert!(saved.starts_with(moves), "acknowledged {moves:?}, saved {saved:?}");
        assert!(saved.len() <= moves.len() + 3, "more moves than were in flight");
        if game["view"]["turn"] == "x" && game["view"]["finish"].is_null() {
            let body = json!({
                "revision": game["revision"], "request": "next", "move": game["view"]["moves"][0]["text"],
            });
            let after = api(&server.address, &format!("games/{id}/move"), &tokens[0], Some(&body)).unwrap();
            assert!(moves_of(&after).len() > saved.len(), "the game must continue: {after}");
        }
    }
    assert!(known.iter().map(|game| game.moves.len()).sum::<usize>() >= MOVES_BEFORE_KILL / 2);
}

/// The memory of a process, in megabytes.
#[cfg(target_os = "linux")]
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn the_memory_of_analyses_is_given_back() {
    let directory = Directory::new();
    let server = Server::start(PLATEAU, directory.path());
    for game in ["othello", "connect4", "morpion4"].into_iter().cycle().take(12) {
        let body = json!({ "game": game, "time": "300ms", "engine": "best:book=off" });
        thread::scope(|scope| {
            for _ in 0..4 {
                // The lines are not one JSON text.
                scope.spawn(|| drop(api(&server.address, "analyse", "", Some(&body))));
            }
        });
    }
    // An analysis has a table of 64 MB.
    let left = memory(server.id());
    assert!(left < 100, "{left} MB");
}

#[test]
fn the_server_exits_promptly_with_open_streams() {
    for signal in ["-TERM", "-INT"] {
        let directory = Directory::new();
        let mut server = Server::start(PLATEAU, directory.path());
        let new_game = json!({ "game": "othello", "first": "best", "second": "best" });
        let created = api(&server.address, "games", "", Some(&new_game)).unwrap();
        let events =
            format!("{}/api/games/{}/events", server.address, created["game"]["id"].as_str().unwrap());
        let streams: Vec<_> =
            (0..8).map(|_| tungstenite::connect(events.replace("http:", "ws:")).unwrap().0).collect();
        server.signal(signal);
        assert!(server.wait().success());
        for mut stream in streams {
            let mut last = String::new();
            while let Ok(message) = stream.read() {
                if let tungstenite::Message::Text(text) = message {
                    last = text.to_string();
                }
            }
            assert_eq!(last, "{\"event\":\"closing\"}");
        }
    }
}

#[test]
fn with_few_descriptors_streams_are_refused_but_moves_accepted() {
    let directory = Directory::new();
    let server = start_with_descriptors(200, &directory);
    let new_game = json!({ "game": "tictactoe", "first": "human", "second": "human" });
    let created = api(&server.address, "games", "", Some(&new_game)).unwrap();
    let path = format!("games/{}", created["game"]["id"].as_str().unwrap());
    let events = format!("{}/api/{path}/events", server.address.replace("http:", "ws:"));
    let mut streams = Vec::new();
    let refused = loop {
        match tungstenite::connect(&events) {
            Ok((stream, _)) => streams.push(stream),
            Err(error) => break error,
        }
        assert!(streams.len() < 200, "more streams than descriptors");
    };
    let tungstenite::Error::Http(answer) = refused else { panic!("{refused}") };
    let message = String::from_utf8_lossy(answer.body().as_deref().unwrap_or_default()).into_owned();
    assert_eq!(answer.status().as_u16(), 429, "{message}");
    assert!(message.contains("too many viewers; try again later"), "{message}");
    assert!(streams.len() > 20, "{}", streams.len());
    let body = json!({ "revision": 1, "request": "a", "move": "b2" });
    let token = created["tokens"]["x"].as_str().unwrap();
    let after = api(&server.address, &format!("{path}/move"), token, Some(&body)).unwrap();
    assert_eq!(moves_of(&after), ["b2"]);
}

#[test]
fn a_full_disk_is_reported_and_writes_are_retried() {
    let directory = Directory::new();
    let server = start_without_file_size_signal(&directory);
    let new_game = |first: &str, second: &str| {
        let body = json!({ "game": "morpion4", "first": first, "second": second });
        api(&server.address, "games", "", Some(&body)).expect("a game")
    };
    // Engines do not move until a spectator connects.
    let (human_game, engine_game) = (new_game("human", "human"), new_game("level:1", "level:1"));
    let path = |game: &Json| format!("games/{}", game["game"]["id"].as_str().unwrap());
    let play = |request: usize| {
        let game = api(&server.address, &path(&human_game), "", None).unwrap();
        let body = json!({
            "revision": game["revision"], "request": request.to_string(), "move": game["view"]["moves"][0]["text"],
        });
        let token = human_game["tokens"][game["view"]["turn"].as_str().unwrap()].as_str().unwrap();
        let after = api(&server.address, &format!("{}/move", path(&human_game)), token, Some(&body)).unwrap();
        (moves_of(&game), after)
    };
    for request in 0..3 {
        assert_eq!(moves_of(&play(request).1).len(), request + 1);
    }
    limit_file_size(&server, "1");
    let (before, after) = play(3);
    assert_eq!(after["error"], "server.not-saved", "{after}");
    let message = after["message"].as_str().unwrap();
    assert!(message.starts_with("the game could not be saved, so nothing was changed: "), "{message}");
    let events = format!("{}/api/{}/events", server.address, path(&engine_game));
    let mut watch = tungstenite::connect(events.replace("http:", "ws:")).unwrap().0;
    // The engine, which has a spectator now, tries its move and fails to save it.
    thread::sleep(Duration::from_millis(500));
    assert_eq!(
        moves_of(&api(&server.address, &path(&human_game), "", None).unwrap()),
        before,
        "the move must not be made"
    );
    assert_eq!(moves_of(&api(&server.address, &path(&engine_game), "", None).unwrap()), [] as [&str; 0]);
    // Make room again.
    limit_file_size(&server, "unlimited");
    let (_, after) = play(3);
    assert_eq!(moves_of(&after).len(), before.len() + 1, "the same request must succeed now");
    loop {
        let event = next_event(&mut watch);
        if event["event"] == "game" && moves_of(&event["game"]).len() > 1 {
            break;
        }
    }
}

#[test]
fn a_public_server_prints_its_address_and_a_warning() {
    let directory = Directory::new();
    let mut command = plateau();
    // No command: serve is the default.
    command.args(["--bind", "0.0.0.0", "--port", "0", "--data"]).arg(directory.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = [String::new(), String::new()];
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut lines[0]).unwrap();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut lines[1]).unwrap();
    let page = lines[0].trim().trim_end_matches('/').to_owned();
    let server = Server::adopt(child, page);
    assert!(server.address.starts_with("http://127.0.0.1:"), "{}", server.address);
    assert!(lines[1].ends_with("anyone who reaches it can watch, play and run engines\n"), "{}", lines[1]);
    // A machine without a network has no other address to print.
    let others = lines[1].strip_prefix("plateau: other machines can open ");
    if let Some((page, _)) = others.and_then(|message| message.split_once(": anyone")) {
        let page = page.trim_end_matches('/');
        assert_ne!(page, server.address);
        assert!(api(page, "catalogue", "", None).unwrap()["games"].is_array(), "{page}");
    }
}

#[test]
fn localhost_is_an_address() {
    let data = Directory::new();
    let mut command = Command::new(PLATEAU);
    command.args(["--bind", "localhost", "--port", "0", "--data"]).arg(data.path());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    drop(Server::adopt(child, line.clone()));
    assert!(line.starts_with("http://127.0.0.1:"), "{line}");
}

#[test]
fn startup_errors_are_explained_in_one_sentence() {
    let directory = Directory::new();
    let server = Server::start(PLATEAU, directory.path());
    let port = server.port().to_owned();
    let refused_with = |code: i32, args: &[&str], data: &str| {
        let done = plateau().arg("serve").args(args).args(["--data", data]).output().unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(code), 0));
        String::from_utf8(done.stderr).unwrap()
    };
    let refused = |args: &[&str], data: &str| refused_with(2, args, data);
    let other = Directory::new();
    let sentence = refused(&["--port", &port], other.path().to_str().unwrap());
    assert_eq!(
        sentence,
        format!("plateau: port {port} of 127.0.0.1 is already in use; choose another with --port\n")
    );
    for (line, wrong) in [
        (["--port", "x"], "--port: 'x' is not a port: use a number from 0 to 65535"),
        (["--prot", "1"], "there is no option --prot; did you mean --port?"),
    ] {
        let done = plateau().args(line).output().unwrap();
        let message = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2));
        assert!(message.starts_with(&format!("plateau: {wrong}")), "{message}");
    }
    let sentence = refused(&["--port", "0"], directory.path().to_str().unwrap());
    assert!(sentence.starts_with("plateau: another server is using "), "{sentence}");
    let sentence = refused_with(1, &["--port", "0", "--lang", "fr"], "/proc/nowhere");
    assert!(
        sentence.starts_with("plateau: impossible d'enregistrer les parties dans /proc/nowhere : "),
        "{sentence}"
    );
    let no_home = plateau().env_remove("HOME").env_remove("XDG_DATA_HOME").output().unwrap();
    assert_eq!(no_home.status.code(), Some(2), "serve is the default command");
    let sentence = String::from_utf8(no_home.stderr).unwrap();
    assert_eq!(sentence, "plateau: no home directory to store games in; use --data DIR\n");
}

#[test]
fn games_are_backed_up_with_and_without_a_server() {
    let (data, backups) = (Directory::new(), Directory::new());
    let backup = |name: &str| {
        let mut command = plateau();
        command.args(["db", "backup"]).arg(backups.path().join(name)).arg("--data").arg(data.path());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let missing = backup("missing");
    assert_eq!(missing.0, Some(2));
    assert!(missing.1.starts_with("plateau: there are no games of a server in "), "{}", missing.1);
    let server = Server::start(PLATEAU, data.path());
    assert_eq!(backup("running"), (Some(0), String::new()));
    let exists = backup("running");
    assert!(exists.0 == Some(1) && exists.1.starts_with("plateau: cannot write the backup "), "{exists:?}");
    drop(server);
    assert_eq!(backup("stopped"), (Some(0), String::new()));
    for name in ["running", "stopped"] {
        assert!(
            std::fs::read(backups.path().join(name)).unwrap().starts_with(b"SQLite format 3\0"),
            "{name}"
        );
    }
}

#[test]
fn a_running_server_is_administered_and_logs_no_tokens() {
    let data = Directory::new();
    let settings = data.path().join("settings.toml");
    std::fs::write(&settings, "log = \"debug\"\nlog-format = \"json\"\n").unwrap();
    let mut command = plateau();
    command.args(["serve", "--port", "0", "--config"]).arg(&settings).arg("--data").arg(data.path());
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut page = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut page).unwrap();
    let page = page.trim().trim_end_matches('/');
    let body = json!({ "game": "tictactoe", "first": "human", "second": "human" });
    let created = api(page, "games", "", Some(&body)).unwrap();
    let (id, token) = (created["game"]["id"].as_str().unwrap(), created["tokens"]["x"].as_str().unwrap());
    let body = json!({ "revision": 1, "request": "r", "move": "b2" });
    api(page, &format!("games/{id}/move"), token, Some(&body)).unwrap();

    let admin = |words: &[&str]| {
        let output = plateau().arg("admin").args(words).arg("--data").arg(data.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    assert_eq!(admin(&["list"]).1, format!("{id}  tictactoe  2  -  open\n"));
    assert_eq!(admin(&["close", id]).0, Some(0));
    assert_eq!(admin(&["list"]).1, format!("{id}  tictactoe  3  over  open\n"));
    assert_eq!(admin(&["delete", id]), (Some(0), String::new(), String::new()));
    assert_eq!(admin(&["list"]).1, "");
    let again = admin(&["delete", id]);
    assert!(again.0 == Some(2) && again.2.contains("game not found"), "{again:?}");
    assert_eq!(admin(&["delete"]).0, Some(2));

    server.kill().unwrap();
    let log = String::from_utf8(server.wait_with_output().unwrap().stderr).unwrap();
    let events: Vec<Json> = log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let has = |message: &str| events.iter().any(|event| event["message"] == message);
    assert!(has("started") && has("game created") && has("game changed"), "{log}");
    let request = events.iter().find(|event| event["message"] == "request").expect(&log);
    assert_eq!(request["client"], "127.0.0.1");
    assert!(has("game deleted by the administrator"), "{log}");
    let secret = std::fs::read_to_string(data.path().join("admin-token")).unwrap();
    assert!(!log.contains(token) && !log.contains(secret.trim()), "a token in {log}");
    // Another program listens on the port, and must not get the admin token.
    assert!(data.path().join("address").exists(), "the server was killed");
    let port: u16 = page.rsplit(':').next().unwrap().parse().unwrap();
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
    other.set_nonblocking(true).unwrap();
    let stopped = admin(&["list"]);
    assert!(stopped.0 == Some(2) && stopped.2.starts_with("plateau: no server is running "), "{stopped:?}");
    assert!(other.accept().is_err(), "a command has connected");
}
