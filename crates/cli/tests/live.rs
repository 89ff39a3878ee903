//! Games of the terminal, watched through a server: real processes on both sides.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value as Json;

/// A process with pipes, ended with it.
struct Process {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start(program: &str, args: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(args).env("LC_ALL", "C").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn type_in(&mut self, text: &str) {
        self.child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Reads to a line with these words; returns what follows them.
    fn read_to(&mut self, words: &str) -> String {
        let found =
            self.lines.by_ref().find_map(|line| Some(line.unwrap().split_once(words)?.1.trim().to_owned()));
        found.unwrap_or_else(|| panic!("it says {words:?}"))
    }

    fn succeeds(mut self) {
        drop(self.child.stdin.take());
        self.lines.by_ref().for_each(drop);
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server with a directory of its own.
struct Page {
    _server: Process,
    address: String,
    directory: PathBuf,
}

impl Page {
    fn new(name: &str) -> Self {
        let name = format!("live-{name}-{}", std::process::id());
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&directory);
        let data = directory.to_str().unwrap();
        let mut server =
            Process::start(env!("CARGO_BIN_EXE_plateau"), &["serve", "--port", "0", "--data", data]);
        let address = server.read_to("http://").trim_end_matches('/').to_owned();
        Self { _server: server, address, directory }
    }

    /// Watches the game of a link.
    fn watch(&self, link: &str) -> Watcher {
        let place = format!("http://{}/#/play/", self.address);
        let id = link.strip_prefix(&place).unwrap_or_else(|| panic!("a game of ours in {link}"));
        Watcher(tungstenite::connect(format!("ws://{}/api/games/{id}/events", self.address)).unwrap().0)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

struct Watcher(tungstenite::WebSocket<tungstenite::stream::MaybeTlsStream<std::net::TcpStream>>);

impl Watcher {
    /// Waits until the game is as wanted; returns its moves.
    fn sees(&mut self, wanted: impl Fn(&Json, &[&str]) -> bool) -> Vec<String> {
        loop {
            let message = self.0.read().expect("the stream goes on").into_text().unwrap();
            let event: Json = serde_json::from_str(&message).unwrap();
            let game = &event["game"];
            let moves = game["moves"].as_array().into_iter().flatten();
            let moves: Vec<&str> = moves.filter_map(|mv| mv["text"].as_str()).collect();
            if wanted(game, &moves) {
                return moves.into_iter().map(str::to_owned).collect();
            }
        }
    }
}

const WATCHED: &str = "the game can be watched at ";

#[test]
fn a_game_of_play_is_watched_move_by_move() {
    let page = Page::new("play");
    let live = format!("--live={}", page.address);
    let args = ["play", "connect4", "--second", "human", "--moves", "44", "--tc", "1h+5s", &live];
    let mut game = Process::start(env!("CARGO_BIN_EXE_plateau"), &args);
    let mut watcher = page.watch(&game.read_to(WATCHED));
    let seen = |watcher: &mut Watcher, moves: &[&str]| watcher.sees(|_, known| known == moves);
    seen(&mut watcher, &["4", "4"]);
    game.type_in("5\n");
    seen(&mut watcher, &["4", "4", "5"]);
    game.type_in("3\nundo\nundo\n");
    seen(&mut watcher, &["4", "4"]);
    game.type_in("redo\n2\n");
    seen(&mut watcher, &["4", "4", "5", "2"]);
    game.type_in("resign\n");
    watcher.sees(|game, _| {
        let finish = &game["view"]["finish"];
        finish["winner"] == "o" && finish["reason"] == "resignation" && game["clocks"].is_null()
    });
    game.succeeds();
}

#[test]
fn a_game_of_sm_refresh_is_watched_move_by_move() {
    let page = Page::new("refresh");
    let live = format!("--live=http://{}/", page.address);
    let files = page.directory.join("files");
    let args = ["--human", "x", "--depth", "1", "--dir", files.to_str().unwrap(), &live];
    let mut game = Process::start(env!("CARGO_BIN_EXE_sm-refresh"), &args);
    let mut watcher = page.watch(&game.read_to(WATCHED));
    game.type_in("5 b2\n");
    let moves = watcher.sees(|_, moves| moves.len() == 2);
    assert_eq!(moves[0], "5 5");
    let plays = game.read_to("o plays ");
    let cell = plays.split(':').next().unwrap();
    assert!(cell.starts_with(&moves[1][..1]), "{moves:?} {plays}");
    game.succeeds();
}

#[test]
fn without_a_server_the_game_goes_on() {
    // A port nobody listens to: one that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut game = Process::start(
        env!("CARGO_BIN_EXE_plateau"),
        &["play", "tictactoe", "--second", "human", &format!("--live={free}")],
    );
    let why = game.read_to("the game can't be watched, and goes on without: ");
    assert_eq!(why, format!("no page answers at http://{free}; plateau serve starts one"));
    game.type_in("a3\nb2\n");
    game.read_to("3  x . .");
    game.succeeds();
}

#[test]
fn a_server_that_ends_is_told_of_once() {
    let page = Page::new("ends");
    let live = format!("--live={}", page.address);
    let args = ["play", "tictactoe", "--second", "human", "--lang", "fr", &live];
    let mut game = Process::start(env!("CARGO_BIN_EXE_plateau"), &args);
    game.read_to("la partie se regarde à ");
    drop(page);
    game.type_in("a3\n");
    // The news comes with one of the next boards.
    for _ in 0..20 {
        game.type_in("coups\nreprendre\na3\n");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    game.read_to("la partie ne peut plus être regardée : aucune page ne répond à ");
    game.succeeds();
}
