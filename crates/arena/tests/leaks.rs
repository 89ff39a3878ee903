//! A hundred games, a process for every move, leave no descriptor, thread, process or
//! memory behind. Alone in its process, where nothing else opens or holds any.

#[path = "all/common.rs"]
mod common;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use common::{left_of, settings, task};
use plateau_arena::game::{Ending, Task};
use plateau_arena::host::Host;
use plateau_arena::{PlayerSpec, Pool, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

const GAMES: u64 = 100;

/// After so many games all that is kept for the next ones is there.
const WARM: u64 = 20;

/// What memory may grow by from then on, in kilobytes: less than one for each process.
const SPARE: u64 = 256;

/// The descriptors and the threads of this process.
fn open() -> [usize; 2] {
    ["/proc/self/fd", "/proc/self/task"].map(|directory| fs::read_dir(directory).unwrap().count())
}

/// Waits until no more are open than should be: a thread that was joined is listed for a
/// moment longer.
fn only(allowed: [usize; 2]) {
    for _ in 0..100 {
        if open() == allowed {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(open(), allowed, "descriptors and threads");
}

/// The memory that this process holds, in kilobytes.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn a_hundred_games_leave_nothing_behind() {
    let compiled = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("leak-bot-{}", std::process::id()));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/c/bot.c");
    assert!(Command::new("cc").arg("-o").arg(&compiled).arg(source).status().unwrap().success());
    let bot = format!("oneshot!{}", compiled.display());
    let before = open();
    let names = [&bot, "random", "ugi!cat", "oneshot!false"];
    let specs = names.map(|name| PlayerSpec::parse(name).unwrap()).to_vec();
    let quick = Settings { start: Duration::from_millis(50), ..settings() };
    let pool = Pool::new(REGISTRY, "tictactoe", specs, quick, true).unwrap();
    let play = |players: [usize; 2], seed: u64| {
        let task = Task { players, seed, ..task("tictactoe") };
        pool.play(&task, &Stop::new(), &|_| {}).unwrap().unwrap()
    };
    let (mut processes, mut warm) = (0, None);
    for seed in 0..GAMES {
        // The side of the bot, whose every move is a process.
        let side = (seed % 2) as usize;
        let result = play([side, 1 - side], seed);
        assert_eq!(result.ending, Ending::Rules);
        processes += result.moves.iter().skip(side).step_by(2).count();
        // Faults must leave nothing either.
        if seed % 10 == 0 {
            assert!(matches!(play([2, 3], seed).ending, Ending::Fault(..)));
            assert!(matches!(play([3, 2], seed).ending, Ending::Fault(..)));
        }
        if seed + 1 == WARM {
            // No thread that was joined is among them any more.
            thread::sleep(Duration::from_millis(500));
            warm = Some((open(), resident()));
        }
    }
    let (opened, held) = warm.unwrap();
    assert!(processes > 250, "{processes}");
    only(opened);
    let grown = resident().saturating_sub(held);
    println!("{processes} processes; {opened:?} open, {held} kB held, {grown} kB more at the end");
    assert!(grown < SPARE, "{grown} kB more than after {WARM} games");
    assert_eq!(left_of("leak-bot"), 0);
    drop(pool);
    only(before);
    fs::remove_file(compiled).unwrap();
}
