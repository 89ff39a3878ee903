//! The pages of a tournament in progress.

use std::cell::Cell;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use plateau_arena::game::{GameResult, Task};
use plateau_arena::plan::Plan;
use plateau_arena::store::Store;
use plateau_arena::tournament::{Tournament, TournamentEnd};
use plateau_arena::{GameRunner, PlayerPool, Settings};
use plateau_core::Message;
use plateau_games::REGISTRY;
use plateau_search::Stop;
use plateau_server::{Options, ServerLimits};

use crate::harness::{TestServer, options, wait_until};

const CUP: &str = "game = \"tictactoe\"\nname = \"Cup <1>\"\npairs = 2\ndepth = 1\n\
    [[player]]\nengine = \"first\"\n[[player]]\nengine = \"random\"\n[[player]]\nengine = \"rules\"\n";

fn cup() -> Plan {
    Plan::parse(&REGISTRY, CUP, Path::new("cup.toml")).unwrap().0
}

/// Plays the cup until at least `games` games have been played.
fn play(store: &mut Store, games: usize) -> TournamentEnd {
    let plan = cup();
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

/// Starts a server that shows the tournament of a database.
fn start_with_tournament(directory: &Path, database: &Path) -> TestServer {
    let limits = ServerLimits { tournament_page_age: Duration::ZERO, ..ServerLimits::default() };
    let options = options(&directory.join("games"), limits);
    TestServer::from_options(&Options { tournament: Some(database.to_owned()), ..options })
}

#[test]
fn standings_are_shown_during_and_after_a_tournament() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("cup.sqlite");
    let server = start_with_tournament(directory.path(), &database);
    server.get("/tournament").assert_error(404, "live.none");
    // The database stays open in the program that plays.
    let mut store = Store::open(&database).unwrap();
    server.get("/tournament").assert_error(404, "live.none");
    assert_eq!(play(&mut store, 3), TournamentEnd::Stopped);
    let page = server.get("/tournament");
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("<h1>Cup &lt;1&gt;</h1>"), "{}", page.text);
    let played = " of 12 games played. <a href=\"/tournament/replay?lang=en\">";
    assert!(page.text.contains(played), "{}", page.text);
    assert!(page.text.contains("http-equiv=\"refresh\""));
    assert!(page.text.contains("<svg") && !page.text.contains("<script"));
    assert_eq!(play(&mut store, usize::MAX), TournamentEnd::Finished);
    let page = server.get("/tournament?lang=fr");
    assert!(page.text.contains("Terminé : 12 parties jouées sur 12."), "{}", page.text);
    assert!(!page.text.contains("http-equiv=\"refresh\""));
    assert_eq!(page.text.matches("<td>first – rules</td>").count(), 2, "{}", page.text);
    let replay = server.get("/tournament/replay");
    assert!(replay.text.contains("<canvas") && replay.text.contains("\"games\":[{"));
}

/// Plays like a pool, but pauses every game after three moves until it is resumed.
struct PausingRunner {
    pool: PlayerPool,
    resume: Mutex<Receiver<()>>,
}

impl GameRunner for PausingRunner {
    fn play(&self, task: &Task, stop: &Stop, on_move: &dyn Fn(&str)) -> Result<Option<GameResult>, Message> {
        let count = Cell::new(0);
        self.pool.play(task, stop, &|mv| {
            on_move(mv);
            count.set(count.get() + 1);
            if count.get() == 3 {
                // Fails once the sender is dropped, which resumes all games.
                let _ = self.resume.lock().unwrap().recv();
            }
        })
    }
}

#[test]
fn boards_of_games_in_progress_are_shown() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("cup.sqlite");
    let server = start_with_tournament(directory.path(), &database);
    let (sender, resume) = channel();
    let tournament = thread::spawn(move || {
        let plan = cup();
        let variant = REGISTRY.variant(&plan.game).unwrap();
        let pool = PlayerPool::for_plan(REGISTRY, &plan, Settings::default(), None).unwrap();
        let runner = PausingRunner { pool, resume: Mutex::new(resume) };
        let mut store = Store::open(&database).unwrap();
        let mut tournament = Tournament::open(&plan, &*variant, &mut store, true).unwrap();
        tournament.play(&runner, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap()
    });
    let wait_for_page = |in_progress: bool| {
        let mut page = String::new();
        wait_until("the page is up to date", || {
            page = server.get("/tournament?lang=en").text;
            page.contains("<h1>") && page.contains("<h2>In progress</h2>") == in_progress
        });
        page
    };
    let page = wait_for_page(true);
    let figure = page.split_once("<figure>").unwrap().1.split_once("</figure>").unwrap().0;
    let (board, caption) = figure.split_once("<figcaption>").unwrap();
    assert!(board.starts_with("<svg"), "{board}");
    // Four moves of the opening and three by the players.
    assert!(caption.contains(">Game 1, moves: 7<"), "{caption}");
    let players = "<span>first (x)</span> – <span class=\"turn\">random (o)</span>";
    assert!(caption.starts_with(players), "{caption}");
    drop(sender);
    assert_eq!(tournament.join().unwrap(), TournamentEnd::Finished);
    wait_for_page(false);
}

#[test]
fn without_a_tournament_the_page_is_not_found() {
    TestServer::start().get("/tournament").assert_error(404, "server.not-found");
}
