//! A tournament that is killed again and again, as a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use crate::planned::{Dice, lasting, listed, plan};
use plateau_arena::engine::{Setup, serve};
use plateau_arena::run::{Ended, Tournament};
use plateau_arena::store::Store;
use plateau_arena::{Pool, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// Where the child keeps its games.
const FILE: &str = "PLATEAU_TEST_TOURNAMENT";

const KILLS: usize = 20;

/// Tells a process of this test to be a program that plays.
const ENGINE: &str = "PLATEAU_TEST_ENGINE";

/// Programs are counted by one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// No test by itself: a program that does not end when its referee does.
#[test]
fn engine() {
    if std::env::var_os(ENGINE).is_some() {
        let setup = Setup { game: "connect4".to_owned(), engine: "alphabeta:nodes=500".to_owned() };
        let _ = serve(&REGISTRY, &setup, std::io::stdin().lock(), std::io::stdout());
        std::thread::sleep(Duration::from_mins(1));
    }
}

/// Plays, or goes on; tells every game it kept on a line. What lasts of it.
fn play(store: &mut Store) -> (String, Ended) {
    let own = std::env::current_exe().unwrap();
    let program = format!("ugi!env {ENGINE}=1 {} killed::engine --exact --nocapture", own.display());
    let specs = ["alphabeta:nodes=3000", "level:1", "mcts:nodes=200", "first"];
    let plan = plan(&format!(
        "game = \"connect4\"\nseed = 3\npairs = 10\ndepth = 9\nkeep = true\n{}[[player]]\nname = \"ugi\"\nengine = \"{program}\"\n",
        listed(&specs)
    ));
    let variant = REGISTRY.variant("connect4").unwrap();
    let settings = Settings { hash_mb: 1, start: Duration::from_mins(1), ..Settings::default() };
    let host = Pool::of(REGISTRY, &plan, settings, None).unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, store, true).unwrap();
    let ended = tournament.play(&host, 2, store, &Stop::new(), &mut |event| {
        let line = format!("kept {} {}\n", event.game.pair, event.game.game);
        // Who hears it may be gone.
        let _ = std::io::stdout().lock().write_all(line.as_bytes());
    });
    (lasting(&tournament), ended.unwrap())
}

/// No test by itself: what the others run as a process.
#[test]
fn child() {
    if let Some(path) = std::env::var_os(FILE) {
        play(&mut Store::open(Path::new(&path)).unwrap());
    }
}

fn start(path: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["killed::child", "--exact", "--nocapture"]).env(FILE, path);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::null()).spawn().unwrap()
}

/// How many programs of these tournaments run, whoever started them.
fn programs() -> usize {
    let own = std::env::current_exe().unwrap().display().to_string();
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).starts_with(&format!("{own}\0killed::engine"))).count()
}

#[test]
fn killed_at_any_moment_it_ends_as_if_it_had_not_been() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("killed-{}.sqlite", std::process::id()));
    let leave = || {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", path.display()));
        }
    };
    leave();
    let _alone = ALONE.lock();
    let (mut told, mut dice, mut outlived) = (Vec::new(), Dice(2), 0);
    for kill in 0..KILLS {
        let mut child = start(&path);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        // After so many games, and a moment that nobody chose: it plays on meanwhile.
        let wanted = (dice.roll() * 6.0) as usize;
        let kept = |line: &String| line.starts_with("kept ");
        told.extend(lines.by_ref().filter(kept).take(wanted));
        std::thread::sleep(Duration::from_millis(20).mul_f64(dice.roll()));
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "kill {kill}");
        outlived += programs();
        told.extend(lines.filter(kept));
    }
    let killed = told.len();
    told.sort_unstable();
    told.dedup();
    assert_eq!(told.len(), killed, "nothing was played twice");
    let mut store = Store::open(&path).unwrap();
    let resumed = play(&mut store);
    drop(store);
    leave();
    assert_eq!(resumed.1, Ended::Finished);
    assert!(resumed == play(&mut Store::memory().unwrap()), "{}", resumed.0);
    assert!((KILLS..200).contains(&killed), "{killed} games before the last kill");
    assert!(outlived > 0, "a program that is killed can't end its own");
    assert_eq!(programs(), 0, "the next one did");
}

#[test]
fn two_programs_do_not_play_the_same_tournament() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("twice-{}.sqlite", std::process::id()));
    let _alone = ALONE.lock();
    let mut child = start(&path);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.by_ref().any(|line| line.starts_with("kept ")));
    let refused = Store::open(&path).unwrap_err().to_string();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(refused.starts_with("another program plays a tournament of "), "{refused}");
    assert!(Store::open(&path).is_ok(), "a lock is gone with its program");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", path.display()));
    }
}
