//! A hundred games with one process per move leak no descriptors, threads, processes or
//! memory.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use plateau_arena::game::{Ending, Task};
use plateau_arena::{GameRunner, PlayerPool, PlayerSpec, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

use crate::common::{descendants_with, settings, task};

const GAMES: u64 = 100;

/// The number of games after which all caches are filled.
const WARM_UP_GAMES: u64 = 20;

/// The memory growth allowed afterwards, in kilobytes: less than one per process.
const MAX_GROWTH: u64 = 256;

/// Returns the numbers of descriptors and threads of this process.
fn open_resources() -> [usize; 2] {
    ["/proc/self/fd", "/proc/self/task"].map(|directory| fs::read_dir(directory).unwrap().count())
}

/// Waits until the numbers are as expected: a joined thread is listed a moment longer.
fn wait_for_resources(expected: [usize; 2]) {
    for _ in 0..100 {
        if open_resources() == expected {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(open_resources(), expected, "descriptors and threads");
}

/// Returns the resident memory of this process in kilobytes.
fn resident_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

pub fn a_hundred_games_leave_nothing_behind() {
    let directory = tempfile::tempdir().unwrap();
    let compiled = directory.path().join("leak-bot");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/c/bot.c");
    assert!(Command::new("cc").arg("-o").arg(&compiled).arg(source).status().unwrap().success());
    let bot = format!("oneshot!{}", compiled.display());
    let before = open_resources();
    let specs = [&bot, "random", "ugi!cat", "oneshot!false"].map(|text| PlayerSpec::parse(text).unwrap());
    let quick = Settings { start_timeout: Duration::from_millis(50), ..settings() };
    let pool = PlayerPool::new(REGISTRY, "tictactoe", specs.to_vec(), quick, true).unwrap();
    let play = |players: [usize; 2], seed: u64| {
        let task = Task { players, seed, ..task("tictactoe") };
        pool.play(&task, &Stop::new(), &|_| {}).unwrap().unwrap()
    };
    let (mut processes, mut warm) = (0, None);
    for seed in 0..GAMES {
        // The side of the bot, each of whose moves is a process.
        let side = (seed % 2) as usize;
        let result = play([side, 1 - side], seed);
        assert_eq!(result.ending, Ending::Rules);
        processes += result.moves.iter().skip(side).step_by(2).count();
        // Faults must not leak either.
        if seed % 10 == 0 {
            assert!(matches!(play([2, 3], seed).ending, Ending::Fault(..)));
            assert!(matches!(play([3, 2], seed).ending, Ending::Fault(..)));
        }
        if seed + 1 == WARM_UP_GAMES {
            // Joined threads are listed a moment longer.
            thread::sleep(Duration::from_millis(500));
            warm = Some((open_resources(), resident_memory()));
        }
    }
    let (resources, memory) = warm.unwrap();
    assert!(processes > 250, "{processes}");
    wait_for_resources(resources);
    let growth = resident_memory().saturating_sub(memory);
    println!("{processes} processes; {resources:?} open, {memory} kB resident, {growth} kB growth");
    assert!(growth < MAX_GROWTH, "{growth} kB more than after {WARM_UP_GAMES} games");
    assert_eq!(descendants_with("leak-bot"), 0);
    drop(pool);
    wait_for_resources(before);
}
