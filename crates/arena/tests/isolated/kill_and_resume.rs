//! A tournament in a child process that is killed again and again.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use plateau_arena::process::adopt_orphans;
use plateau_arena::store::Store;
use plateau_arena::tournament::{Tournament, TournamentEnd};
use plateau_arena::ugi_server::{UgiOptions, serve};
use plateau_arena::{PlayerPool, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

use crate::simulation::{Rng, plan, player_entries, reproducible_text};

const KILLS: usize = 20;

/// Helper process: a UGI program that keeps running after its referee is gone.
pub fn run_engine() {
    let options = UgiOptions {
        game: "connect4".to_owned(),
        engine: "alphabeta:nodes=500".to_owned(),
        lang: plateau_core::Lang::En,
    };
    let _ = serve(&REGISTRY, &options, std::io::stdin().lock(), std::io::stdout());
    std::thread::sleep(Duration::from_mins(1));
}

/// Helper process: plays or resumes the tournament in a database.
pub fn run_tournament(path: &str) {
    play(&mut Store::open(Path::new(path)).unwrap());
}

/// Plays or resumes the tournament and prints a line for each saved game. Returns the
/// reproducible part of the result.
fn play(store: &mut Store) -> (String, TournamentEnd) {
    let _orphans = adopt_orphans().unwrap();
    let own = std::env::current_exe().unwrap();
    let program = format!("ugi!{} engine", own.display());
    let specs = ["alphabeta:nodes=3000", "level:1", "mcts:nodes=200", "first"];
    let plan = plan(&format!(
        "game = \"connect4\"\nseed = 3\npairs = 10\ndepth = 9\nkeep-running = true\n{}[[player]]\nname = \"ugi\"\nengine = \"{program}\"\n",
        player_entries(&specs)
    ));
    let variant = REGISTRY.variant("connect4").unwrap();
    let settings = Settings { hash_mb: 1, start_timeout: Duration::from_mins(1), ..Settings::default() };
    let pool = PlayerPool::for_plan(REGISTRY, &plan, settings, None).unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, store, true).unwrap();
    let end = tournament.play(&pool, 2, store, &Stop::new(), &mut |progress| {
        let line = format!("saved {} {}\n", progress.game.pair, progress.game.game);
        // The reader may be gone.
        let _ = std::io::stdout().lock().write_all(line.as_bytes());
    });
    (reproducible_text(&tournament), end.unwrap())
}

fn start_tournament(path: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("tournament").arg(path);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::null()).spawn().unwrap()
}

/// Counts the running engine processes of these tournaments.
fn engine_processes() -> usize {
    let start = format!("{}\0engine", std::env::current_exe().unwrap().display());
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).starts_with(&start)).count()
}

pub fn a_killed_tournament_resumes_to_the_same_result() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("killed.sqlite");
    let (mut saved, mut rng, mut orphaned) = (Vec::new(), Rng(2), 0);
    for kill in 0..KILLS {
        let mut child = start_tournament(&path);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        // Kill it after a random number of games and a random delay, while it plays on.
        let games = (rng.next() * 6.0) as usize;
        let is_game = |line: &String| line.starts_with("saved ");
        saved.extend(lines.by_ref().filter(is_game).take(games));
        std::thread::sleep(Duration::from_millis(20).mul_f64(rng.next()));
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "kill {kill}");
        orphaned += engine_processes();
        saved.extend(lines.filter(is_game));
    }
    let count = saved.len();
    saved.sort_unstable();
    saved.dedup();
    assert_eq!(saved.len(), count, "no game was played twice");
    let mut store = Store::open(&path).unwrap();
    let resumed = play(&mut store);
    drop(store);
    assert_eq!(resumed.1, TournamentEnd::Finished);
    assert!(resumed == play(&mut Store::in_memory().unwrap()), "{}", resumed.0);
    assert!((KILLS..200).contains(&count), "{count} games before the last kill");
    assert!(orphaned > 0, "a killed process cannot end its programs");
    assert_eq!(engine_processes(), 0, "the next process has ended them");
}

pub fn a_second_process_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("locked.sqlite");
    let mut child = start_tournament(&path);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.by_ref().any(|line| line.starts_with("saved ")));
    let error = Store::open(&path).unwrap_err().to_string();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(error.starts_with("another process is playing a tournament in "), "{error}");
    assert!(Store::open(&path).is_ok(), "the lock is released with the process");
    // End the programs of the killed process.
    drop(adopt_orphans().unwrap());
}
