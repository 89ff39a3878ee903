//! A tournament that is killed again and again, as a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::planned::{Dice, lasting, listed, plan};
use plateau_arena::run::{Ended, Tournament};
use plateau_arena::store::Store;
use plateau_arena::{Pool, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// Where the child keeps its games.
const FILE: &str = "PLATEAU_TEST_TOURNAMENT";

const KILLS: usize = 20;

/// Games that a child may play beyond those it is killed after.
const AHEAD: usize = 3;

/// Plays, or goes on; tells every game it kept on a line, and waits after each for a
/// byte to go on if it must. What lasts of it.
fn play(store: &mut Store, waits: bool) -> (String, Ended) {
    let specs = ["alphabeta:nodes=3000", "level:1", "mcts:nodes=200", "alphabeta:nodes=1000,eval=seed"];
    let plan = plan(&format!("game = \"connect4\"\nseed = 3\npairs = 16\ndepth = 9\n{}", listed(&specs)));
    let variant = REGISTRY.variant("connect4").unwrap();
    let host = Pool::of(REGISTRY, &plan, Settings { table: 1, ..Settings::default() }, None).unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, store, true).unwrap();
    let ended = tournament.play(&host, 2, store, &Stop::new(), &mut |event| {
        let line = format!("kept {} {}\n", event.game.pair, event.game.game);
        std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
        if waits {
            std::io::stdin().lock().read_exact(&mut [0]).unwrap();
        }
    });
    (lasting(&tournament), ended.unwrap())
}

/// No test by itself: what the other runs as a process.
#[test]
fn child() {
    if let Some(path) = std::env::var_os(FILE) {
        play(&mut Store::open(Path::new(&path)).unwrap(), true);
    }
}

fn start(path: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["killed::child", "--exact", "--nocapture"]).env(FILE, path);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::null()).spawn().unwrap()
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
    let (mut told, mut dice) = (Vec::new(), Dice(2));
    for kill in 0..KILLS {
        let mut child = start(&path);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        // After so many games, and a moment that nobody chose.
        let wanted = (dice.roll() * 6.0) as usize;
        let go_on = vec![0; wanted + AHEAD];
        child.stdin.as_mut().unwrap().write_all(&go_on).unwrap();
        let kept = |line: &String| line.starts_with("kept ");
        told.extend(lines.by_ref().filter(kept).take(wanted));
        for _ in 0..(dice.roll() * 30.0) as usize {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        told.extend(lines.filter(kept));
        assert!(!child.wait().unwrap().success(), "kill {kill}");
    }
    let killed = told.len();
    told.sort_unstable();
    told.dedup();
    assert_eq!(told.len(), killed, "nothing was played twice");
    let mut store = Store::open(&path).unwrap();
    let resumed = play(&mut store, false);
    drop(store);
    leave();
    assert_eq!(resumed.1, Ended::Finished);
    assert!(resumed == play(&mut Store::memory().unwrap(), false), "{}", resumed.0);
    assert!((KILLS..192).contains(&killed), "{killed} games before the last kill");
}

#[test]
fn two_programs_do_not_play_the_same_tournament() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("twice-{}.sqlite", std::process::id()));
    let mut child = start(&path);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.starts_with("kept ")));
    let refused = Store::open(&path).unwrap_err().to_string();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(refused.starts_with("another program plays a tournament of "), "{refused}");
    assert!(Store::open(&path).is_ok(), "a lock is gone with its program");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", path.display()));
    }
}
