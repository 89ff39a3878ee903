//! What several tests need: players by name, and a look at what is left of them.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::fs;
use std::path::Path;

use plateau_arena::game::{Control, Result, Task};
use plateau_arena::{Player, PlayerSpec, Referee, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// A command that runs Python; the system's own starts faster than others.
pub fn python() -> &'static str {
    if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3 -SE" } else { "python3 -SE" }
}

/// A bot of `bots.py`: `PROTOCOL CRIME`.
pub fn bot(words: &str) -> String {
    let (protocol, crime) = words.split_once(' ').unwrap();
    format!("{protocol}!{} tests/bots.py {crime}", python())
}

/// A game without a clock.
pub fn task(variant: &str) -> Task {
    Task {
        variant: variant.to_owned(),
        opening: Vec::new(),
        players: [0, 1],
        control: Control::Depth(1),
        seed: 7,
    }
}

/// Settings that allow a slow machine all it needs.
pub fn settings() -> Settings {
    Settings::default()
}

/// A player by its name.
pub fn player(text: &str, settings: &Settings, slot: usize) -> Player {
    Player::new(&PlayerSpec::parse(text).unwrap(), settings, slot).unwrap()
}

/// Plays a game; no process is left when it is over.
#[track_caller]
pub fn play(names: &[&String; 2], task: &Task, settings: Settings) -> Result {
    let mut first = player(names[0], &settings, 0);
    let mut second = player(names[1], &settings, 1);
    let referee = Referee::new(REGISTRY, settings);
    let result = referee.play(task, [&mut first, &mut second], &Stop::new(), &|_| {}).unwrap();
    drop((first, second));
    result
}

/// How many descendants of this process have a command line that holds a word. What a
/// program leaves behind is adopted, so that it is one of them.
pub fn left_of(word: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids: Vec<u32> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    let parent = |pid: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
    };
    let own = std::process::id();
    let ours = |pid: u32| std::iter::successors(parent(pid), |&pid| parent(pid)).any(|above| above == own);
    let holds = |pid: u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    };
    pids.into_iter().filter(|&pid| ours(pid) && holds(pid)).count()
}
