//! A tournament that is watched while it is played.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use plateau_arena::GameRunner;
use plateau_arena::game::{GameResult, Task};
use plateau_arena::plan::Plan;
use plateau_arena::store::Store;
use plateau_arena::tournament::{Tournament, TournamentEnd};
use plateau_arena::{PlayerPool, Settings};
use plateau_core::Message;
use plateau_games::REGISTRY;
use plateau_search::Stop;
use plateau_server::{Limits, Options};

use crate::help::{Directory, House};

const CUP: &str = "game = \"tictactoe\"\nname = \"Cup <1>\"\npairs = 2\ndepth = 1\n\
    [[player]]\nengine = \"first\"\n[[player]]\nengine = \"random\"\n[[player]]\nengine = \"rules\"\n";

/// Plays so many games of it at least.
fn play(store: &mut Store, games: usize) -> TournamentEnd {
    let (plan, _) = Plan::parse(&REGISTRY, CUP, Path::new("cup.toml")).unwrap();
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let pool = PlayerPool::for_plan(REGISTRY, &plan, Settings::default(), None).unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, store, true).unwrap();
    let stop = Stop::new();
    let ended = tournament.play(&pool, 1, store, &stop, &mut |event| {
        if event.played >= games {
            stop.raise();
        }
    });
    ended.unwrap()
}

/// A server that shows the tournament of a database, which is not there yet.
fn watching(directory: &Directory) -> (House, PathBuf) {
    std::fs::create_dir_all(&directory.0).unwrap();
    let db = directory.0.join("cup.sqlite");
    let (data, limits) = (directory.0.join("games"), Limits::default());
    let options =
        Options { bind: [127, 0, 0, 1].into(), port: 0, data, limits, tournament: Some(db.clone()) };
    (House::of(&options), db)
}

#[test]
fn a_tournament_is_watched_while_it_is_played() {
    let directory = Directory::new();
    let (house, db) = watching(&directory);
    house.get("/tournament").refused(404, "live.none");
    // Who plays has the database open, and goes on.
    let mut store = Store::open(&db).unwrap();
    house.get("/tournament").refused(404, "live.none");
    assert_eq!(play(&mut store, 3), TournamentEnd::Stopped);
    let page = house.get("/tournament");
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("<h1>Cup &lt;1&gt;</h1>"), "{}", page.text);
    assert!(
        page.text.contains(" of 12 games played. <a href=\"/tournament/replay?lang=en\">"),
        "{}",
        page.text
    );
    assert!(page.text.contains("http-equiv=\"refresh\""));
    assert!(page.text.contains("<svg") && !page.text.contains("<script"));
    assert_eq!(play(&mut store, usize::MAX), TournamentEnd::Finished);
    let page = house.get("/tournament?lang=fr");
    assert!(page.text.contains("12 parties jouées sur 12 ; c'est fini."), "{}", page.text);
    assert!(!page.text.contains("http-equiv=\"refresh\""));
    assert_eq!(page.text.matches("<td>first – rules</td>").count(), 2, "{}", page.text);
    let replay = house.get("/tournament/replay");
    assert!(replay.text.contains("<canvas") && replay.text.contains("\"games\":[{"));
}

/// Plays as a pool does, but for a move of every game that is made when it is allowed.
struct Slow {
    pool: PlayerPool,
    allowed: Mutex<Receiver<()>>,
}

impl GameRunner for Slow {
    fn play(&self, task: &Task, stop: &Stop, moved: &dyn Fn(&str)) -> Result<Option<GameResult>, Message> {
        let count = Cell::new(0);
        self.pool.play(task, stop, &|mv| {
            moved(mv);
            count.set(count.get() + 1);
            if count.get() == 3 {
                // Nobody is left to allow it at the end.
                let _ = self.allowed.lock().unwrap().recv();
            }
        })
    }
}

#[test]
fn boards_are_seen_while_they_are_played_on() {
    let directory = Directory::new();
    let (house, db) = watching(&directory);
    let (plan, _) = Plan::parse(&REGISTRY, CUP, Path::new("cup.toml")).unwrap();
    let (allow, allowed) = channel();
    let playing = thread::spawn(move || {
        let variant = REGISTRY.variant(&plan.game).unwrap();
        let pool = PlayerPool::for_plan(REGISTRY, &plan, Settings::default(), None).unwrap();
        let host = Slow { pool, allowed: Mutex::new(allowed) };
        let mut store = Store::open(&db).unwrap();
        let mut tournament = Tournament::open(&plan, &*variant, &mut store, true).unwrap();
        tournament.play(&host, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap()
    });
    // A page is shown for a while before it is made anew.
    let shown = |in_play: bool| {
        for _ in 0..1_200 {
            let page = house.get("/tournament?lang=en").text;
            if page.contains("<h1>") && page.contains("<h2>In play</h2>") == in_play {
                return page;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("in play: never {in_play}")
    };
    let seen = shown(true);
    let figure = seen.split_once("<figure>").unwrap().1.split_once("</figure>").unwrap().0;
    let (board, told) = figure.split_once("<figcaption>").unwrap();
    assert!(board.starts_with("<svg"), "{board}");
    // The opening has four moves, and three were made.
    assert!(told.contains(">game 1, moves: 7<"), "{told}");
    assert!(told.starts_with("<span>first (x)</span> – <span class=\"turn\">random (o)</span>"), "{told}");
    drop(allow);
    assert_eq!(playing.join().unwrap(), TournamentEnd::Finished);
    shown(false);
}

#[test]
fn without_a_tournament_there_is_nothing() {
    let house = House::new(&Directory::new());
    house.get("/tournament").refused(404, "server.no-such-page");
}
