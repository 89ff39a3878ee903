//! `plateau serve` as a process: what it prints, and how it ends.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// Games at once, and the moves after which the server is killed among them.
const GAMES: usize = 50;
const ENOUGH: usize = 400;

/// Two seconds are the promise; a busy machine may take longer.
const SOON: Duration = Duration::from_secs(10);

fn plateau() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.env("LC_ALL", "C").stdin(Stdio::null());
    command
}

/// A directory of a test's own, gone when it is dropped.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a process of its own.
struct Process {
    child: Child,
    page: String,
}

impl Process {
    fn start(data: &Directory) -> Self {
        Self::from(plateau(), data)
    }

    /// With so many descriptors, which can't be raised.
    fn start_with(descriptors: u32, data: &Directory) -> Self {
        let mut command = Command::new("sh");
        let limited = format!("ulimit -n {descriptors} && exec \"$0\" \"$@\"");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_plateau")]).env("LC_ALL", "C");
        Self::from(command, data)
    }

    /// Whose files have so many kilobytes at most, as on a disk that is full.
    fn start_cramped(kilobytes: u32, data: &Directory) -> Self {
        let mut command = Command::new("bash");
        let cramped = format!("trap '' XFSZ; ulimit -S -f {kilobytes} && exec \"$0\" \"$@\"");
        command.args(["-c", &cramped, env!("CARGO_BIN_EXE_plateau")]).env("LC_ALL", "C");
        Self::from(command, data)
    }

    fn from(mut command: Command, data: &Directory) -> Self {
        command.args(["serve", "--port", "0", "--data"]).arg(&data.0).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut page = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut page).unwrap();
        assert!(page.starts_with("http://127.0.0.1:") && page.ends_with("/\n"), "{page}");
        Self { child, page: page.trim().to_owned() }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    fn ended(&mut self) -> std::process::ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(since.elapsed() < SOON, "it does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request; nothing where the server is gone.
fn ask(page: &str, path: &str, token: &str, body: Option<&Json>) -> Option<Json> {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let url = format!("{page}api/{path}");
    let answer = match body {
        None => agent.get(url).call(),
        Some(body) => {
            let request = agent.post(url).header("Content-Type", "application/json");
            request.header("Authorization", format!("Bearer {token}")).send(body.to_string())
        }
    };
    serde_json::from_str(&answer.ok()?.body_mut().read_to_string().ok()?).ok()
}

fn texts(game: &Json) -> Vec<String> {
    let moves = game["moves"].as_array().expect("a game");
    moves.iter().map(|mv| mv["text"].as_str().unwrap().to_owned()).collect()
}

/// What one player knows of a game: what was acknowledged.
struct Known {
    id: String,
    tokens: [String; 2],
    moves: Vec<String>,
}

/// Plays a game, half of them against an engine, until the server is gone.
fn play(page: &str, number: usize, count: &AtomicUsize) -> Known {
    let second = if number.is_multiple_of(2) { "level:1" } else { "human" };
    let begin = json!({ "game": "morpion4", "first": "human", "second": second });
    let begun = ask(page, "games", "", Some(&begin)).expect("a game");
    let token = |side: &str| begun["tokens"][side].as_str().unwrap().to_owned();
    let id = begun["game"]["id"].as_str().unwrap().to_owned();
    let mut known = Known { id, tokens: [token("x"), token("o")], moves: Vec::new() };
    while let Some(game) = ask(page, &format!("games/{}", known.id), "", None) {
        known.moves = texts(&game);
        let side = usize::from(game["view"]["turn"] == "o");
        let Some(mv) = game["view"]["moves"].get(known.moves.len() * 7 % 50) else { break };
        if side == 1 && second != "human" {
            continue;
        }
        let body = json!({
            "revision": game["revision"], "request": format!("{}", known.moves.len()), "move": mv["text"],
        });
        let path = format!("games/{}/move", known.id);
        let Some(after) = ask(page, &path, &known.tokens[side], Some(&body)) else { break };
        known.moves = texts(&after);
        count.fetch_add(1, Ordering::Relaxed);
    }
    known
}

#[test]
fn nothing_acknowledged_is_lost_when_it_is_killed() {
    let directory = Directory::new("killed");
    let mut server = Process::start(&directory);
    let page = server.page.clone();
    let count = AtomicUsize::new(0);
    let known: Vec<Known> = thread::scope(|scope| {
        let players: Vec<_> = (0..GAMES)
            .map(|number| {
                let (page, count) = (&page, &count);
                scope.spawn(move || play(page, number, count))
            })
            .collect();
        while count.load(Ordering::Relaxed) < ENOUGH {
            assert!(players.iter().any(|player| !player.is_finished()), "the games end too soon");
            thread::sleep(Duration::from_millis(1));
        }
        server.signal("-KILL");
        players.into_iter().map(|player| player.join().unwrap()).collect()
    });
    server.ended();
    let server = Process::start(&directory);
    for Known { id, tokens, moves } in &known {
        let game = ask(&server.page, &format!("games/{id}"), "", None).unwrap();
        let kept = texts(&game);
        assert!(kept.starts_with(moves), "{moves:?} were acknowledged, {kept:?} are there");
        assert!(kept.len() <= moves.len() + 3, "no more than what was under way");
        if game["view"]["turn"] == "x" && game["view"]["finish"].is_null() {
            let body = json!({
                "revision": game["revision"], "request": "on", "move": game["view"]["moves"][0]["text"],
            });
            let after = ask(&server.page, &format!("games/{id}/move"), &tokens[0], Some(&body)).unwrap();
            assert!(texts(&after).len() > kept.len(), "the game goes on: {after}");
        }
    }
    assert!(known.iter().map(|game| game.moves.len()).sum::<usize>() >= ENOUGH / 2);
}

#[test]
fn it_ends_soon_with_open_streams() {
    for signal in ["-TERM", "-INT"] {
        let directory = Directory::new(signal);
        let mut server = Process::start(&directory);
        let begin = json!({ "game": "othello", "first": "best", "second": "best" });
        let begun = ask(&server.page, "games", "", Some(&begin)).unwrap();
        let events = format!("{}api/games/{}/events", server.page, begun["game"]["id"].as_str().unwrap());
        let streams: Vec<_> =
            (0..8).map(|_| tungstenite::connect(events.replace("http:", "ws:")).unwrap().0).collect();
        server.signal(signal);
        assert!(server.ended().success());
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
fn with_few_descriptors_some_watch_and_all_play() {
    let directory = Directory::new("few");
    let server = Process::start_with(200, &directory);
    let begin = json!({ "game": "tictactoe", "first": "human", "second": "human" });
    let begun = ask(&server.page, "games", "", Some(&begin)).unwrap();
    let path = format!("games/{}", begun["game"]["id"].as_str().unwrap());
    let events = format!("{}api/{path}/events", server.page.replace("http:", "ws:"));
    let mut streams = Vec::new();
    let refused = loop {
        match tungstenite::connect(&events) {
            Ok((stream, _)) => streams.push(stream),
            Err(error) => break error,
        }
        assert!(streams.len() < 200, "there are not so many descriptors");
    };
    let tungstenite::Error::Http(answer) = refused else { panic!("{refused}") };
    let said = String::from_utf8_lossy(answer.body().as_deref().unwrap_or_default()).into_owned();
    assert_eq!(answer.status().as_u16(), 429, "{said}");
    assert!(said.contains("too many are watching; try again later"), "{said}");
    assert!(streams.len() > 20, "{}", streams.len());
    let body = json!({ "revision": 1, "request": "a", "move": "b2" });
    let token = begun["tokens"]["x"].as_str().unwrap();
    let after = ask(&server.page, &format!("{path}/move"), token, Some(&body)).unwrap();
    assert_eq!(texts(&after), ["b2"]);
}

#[test]
fn a_full_disk_is_told_and_tried_again() {
    let directory = Directory::new("full");
    let server = Process::start_cramped(256, &directory);
    let begin = |first: &str, second: &str| {
        let body = json!({ "game": "morpion4", "first": first, "second": second });
        ask(&server.page, "games", "", Some(&body)).expect("a game")
    };
    // Engines wait until somebody looks.
    let (people, engines) = (begin("human", "human"), begin("level:1", "level:1"));
    let path = |game: &Json| format!("games/{}", game["game"]["id"].as_str().unwrap());
    let play = |request: usize| {
        let game = ask(&server.page, &path(&people), "", None).unwrap();
        let body = json!({
            "revision": game["revision"], "request": request.to_string(), "move": game["view"]["moves"][0]["text"],
        });
        let token = people["tokens"][game["view"]["turn"].as_str().unwrap()].as_str().unwrap();
        let after = ask(&server.page, &format!("{}/move", path(&people)), token, Some(&body)).unwrap();
        (texts(&game), after)
    };
    let full = (0..140).find_map(|request| {
        let (before, after) = play(request);
        (after["error"] == "server.not-kept").then_some((request, before, after))
    });
    let (request, before, after) = full.expect("the disk is full after some moves");
    let said = after["message"].as_str().unwrap();
    assert!(said.starts_with("the change could not be written to the disk, so it was not made: "), "{said}");
    let events = format!("{}api/{}/events", server.page, path(&engines));
    let mut watch = tungstenite::connect(events.replace("http:", "ws:")).unwrap().0;
    thread::sleep(Duration::from_millis(500));
    assert_eq!(texts(&ask(&server.page, &path(&people), "", None).unwrap()), before, "nothing was made");
    assert_eq!(texts(&ask(&server.page, &path(&engines), "", None).unwrap()), [] as [&str; 0]);
    // There is room again.
    let room = ["--fsize=unlimited", "--pid", &server.child.id().to_string()];
    assert!(Command::new("prlimit").args(room).status().unwrap().success());
    let (_, after) = play(request);
    assert_eq!(texts(&after).len(), before.len() + 1, "the same request again");
    loop {
        let event: Json = serde_json::from_str(&watch.read().unwrap().into_text().unwrap()).unwrap();
        if event["event"] == "game" && texts(&event["game"]).len() > 1 {
            break;
        }
    }
}

#[test]
fn a_page_for_other_machines_tells_them_where() {
    let directory = Directory::new("others");
    let mut command = plateau();
    // The page needs no word.
    command.args(["--bind", "0.0.0.0", "--port", "0", "--data"]).arg(&directory.0);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = [String::new(), String::new()];
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut lines[0]).unwrap();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut lines[1]).unwrap();
    let server = Process { child, page: lines[0].trim().to_owned() };
    assert!(server.page.starts_with("http://127.0.0.1:"), "{}", server.page);
    assert!(
        lines[1].ends_with("whoever reaches it may watch, play and set engines thinking\n"),
        "{}",
        lines[1]
    );
    // A machine without a network has no other address.
    let others = lines[1].strip_prefix("plateau: other machines find it at ");
    if let Some((page, _)) = others.and_then(|said| said.split_once(": whoever")) {
        assert_ne!(page, server.page);
        assert!(ask(page, "catalogue", "", None).unwrap()["games"].is_array(), "{page}");
    }
}

#[test]
fn what_is_in_the_way_is_told_in_a_sentence() {
    let directory = Directory::new("way");
    let server = Process::start(&directory);
    let port = server.page.trim_end_matches('/').rsplit(':').next().unwrap().to_owned();
    let refused = |args: &[&str], data: &str| {
        let done = plateau().arg("serve").args(args).args(["--data", data]).output().unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0));
        String::from_utf8(done.stderr).unwrap()
    };
    let other = Directory::new("other");
    let sentence = refused(&["--port", &port], other.0.to_str().unwrap());
    assert_eq!(
        sentence,
        format!("plateau: port {port} of 127.0.0.1 is taken; another is chosen by --port\n")
    );
    for (line, wrong) in [
        (["--port", "x"], "invalid value 'x' for '--port <PORT>'"),
        (["--prot", "1"], "unexpected argument '--prot' found"),
    ] {
        let done = plateau().args(line).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2));
        assert!(said.starts_with(&format!("plateau: {wrong}")), "{said}");
    }
    let sentence = refused(&["--port", "0"], directory.0.to_str().unwrap());
    assert!(sentence.starts_with("plateau: another server keeps its games in "), "{sentence}");
    let sentence = refused(&["--port", "0", "--lang", "fr"], "/proc/nowhere");
    assert!(
        sentence.starts_with("plateau: les parties ne peuvent être gardées dans /proc/nowhere : "),
        "{sentence}"
    );
    let homeless = plateau().env_remove("HOME").env_remove("XDG_DATA_HOME").output().unwrap();
    assert_eq!(homeless.status.code(), Some(2), "alone it serves, too");
    let sentence = String::from_utf8(homeless.stderr).unwrap();
    assert_eq!(sentence, "plateau: there is no home directory to keep games in: give --data DIR\n");
}
