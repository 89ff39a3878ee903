//! Live games: played at the terminal and watched through a server.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::Value as Json;

use crate::support::Directory;
use crate::support::events::{Events, next_event};
use crate::support::program::{PLATEAU, SM_REFRESH, piped};
use crate::support::server::Server;

/// A program with pipes, killed when dropped.
struct Process {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start(program: &str, args: &[&str]) -> Self {
        let mut child = piped(program, args).stderr(Stdio::inherit()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn type_in(&mut self, text: &str) {
        self.child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Reads to a line that contains a text and returns what follows it.
    fn read_to(&mut self, words: &str) -> String {
        let found =
            self.lines.by_ref().find_map(|line| Some(line.unwrap().split_once(words)?.1.trim().to_owned()));
        found.unwrap_or_else(|| panic!("no line contains {words:?}"))
    }

    fn assert_success(mut self) {
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

/// A server that live games are sent to.
struct Page {
    server: Server,
    directory: Directory,
}

impl Page {
    fn new() -> Self {
        let directory = Directory::new();
        Self { server: Server::start(PLATEAU, directory.path()), directory }
    }

    /// The option that sends a game to this server.
    fn live_option(&self) -> String {
        format!("--live={}", self.server.address)
    }

    /// Watches the game of a link.
    fn watch(&self, link: &str) -> Watcher {
        let view = format!("{}/#/play/", self.server.address);
        let id = link.strip_prefix(&view).unwrap_or_else(|| panic!("{link} does not start with {view}"));
        let events = format!("{}/api/games/{id}/events", self.server.address.replace("http:", "ws:"));
        Watcher(tungstenite::connect(events).unwrap().0)
    }
}

/// A spectator of a game.
struct Watcher(Events);

impl Watcher {
    fn next(&mut self) -> Json {
        next_event(&mut self.0)
    }

    /// Waits until the game satisfies a condition and returns its moves.
    fn wait_for(&mut self, wanted: impl Fn(&Json, &[&str]) -> bool) -> Vec<String> {
        loop {
            let event = self.next();
            let game = &event["game"];
            let moves = game["moves"].as_array().into_iter().flatten();
            let moves: Vec<&str> = moves.filter_map(|mv| mv["text"].as_str()).collect();
            if wanted(game, &moves) {
                return moves.into_iter().map(str::to_owned).collect();
            }
        }
    }
}

/// What precedes the link to a live game.
const WATCH_AT: &str = "watch this game at ";

#[test]
fn spectators_see_every_move_of_play() {
    let page = Page::new();
    let live = page.live_option();
    let args = ["play", "connect4", "--second", "human", "--moves", "44", "--tc", "1h+5s", &live];
    let mut game = Process::start(PLATEAU, &args);
    let mut watcher = page.watch(&game.read_to(WATCH_AT));
    let wait_for_moves = |watcher: &mut Watcher, moves: &[&str]| watcher.wait_for(|_, known| known == moves);
    wait_for_moves(&mut watcher, &["4", "4"]);
    game.type_in("5\n");
    wait_for_moves(&mut watcher, &["4", "4", "5"]);
    game.type_in("3\nundo\nundo\n");
    wait_for_moves(&mut watcher, &["4", "4"]);
    game.type_in("redo\n2\n");
    wait_for_moves(&mut watcher, &["4", "4", "5", "2"]);
    game.type_in("resign\n");
    watcher.wait_for(|game, _| {
        let finish = &game["view"]["finish"];
        finish["winner"] == "o" && finish["reason"] == "resignation" && game["clocks"].is_null()
    });
    game.assert_success();
}

#[test]
fn spectators_see_every_move_of_sm_refresh() {
    let page = Page::new();
    let live = page.live_option() + "/";
    let files = page.directory.path().join("files");
    let args = ["--human", "x", "--depth", "1", "--dir", files.to_str().unwrap(), &live];
    let mut game = Process::start(SM_REFRESH, &args);
    let mut watcher = page.watch(&game.read_to(WATCH_AT));
    game.type_in("5 b2\n");
    let moves = watcher.wait_for(|_, moves| moves.len() == 2);
    assert_eq!(moves[0], "5 5");
    let plays = game.read_to("o plays ");
    let cell = plays.split(':').next().unwrap();
    assert!(cell.starts_with(&moves[1][..1]), "{moves:?} {plays}");
    game.assert_success();
}

#[test]
fn spectators_learn_that_the_player_left() {
    let page = Page::new();
    let live = page.live_option();
    for killed in [true, false] {
        let args = ["play", "tictactoe", "--second", "human", &live];
        let mut game = Process::start(PLATEAU, &args);
        let mut watcher = page.watch(&game.read_to(WATCH_AT));
        game.type_in("b2\n");
        watcher.wait_for(|game, moves| moves == ["b2"] && game["live"] == "here");
        if killed {
            game.child.kill().unwrap();
        } else {
            game.type_in("quit\n");
        }
        assert_eq!(watcher.next()["live"], "left", "{killed}");
    }
}

#[test]
fn a_live_game_without_a_server_is_played_unwatched() {
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut game =
        Process::start(PLATEAU, &["play", "tictactoe", "--second", "human", &format!("--live={free}")]);
    let why = game.read_to("this game is not live: ");
    assert_eq!(why, format!("no Plateau server answers at http://{free}; start one with 'plateau serve'"));
    game.type_in("a3\nb2\n");
    game.read_to("3  x . .");
    game.assert_success();
}

#[test]
fn a_server_that_exits_is_reported() {
    let page = Page::new();
    let live = page.live_option();
    let args = ["play", "tictactoe", "--second", "human", "--lang", "fr", &live];
    let mut game = Process::start(PLATEAU, &args);
    game.read_to("regardez cette partie sur ");
    drop(page);
    game.type_in("a3\n");
    // The message comes with one of the next boards. The list of moves ends a round.
    let message = "cette partie n'est plus en direct : aucun serveur Plateau ne répond à l'adresse ";
    let reported = (0..10_000).any(|_| {
        game.type_in("annuler\na3\ncoups\n");
        let lines = game.lines.by_ref().map(Result::unwrap);
        lines.take_while(|line| line != "b3 c3 a2 b2 c2 a1 b1 c1").any(|line| line.contains(message))
    });
    assert!(reported, "the loss of the server is never reported");
    game.assert_success();
}
