//! Helpers: players from their specs, and counting leftover processes.

#![allow(dead_code, reason = "the test programs use different parts")]

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use plateau_arena::game::{Control, GameResult, Task};
use plateau_arena::process::{OrphanAdoption, adopt_orphans};
use plateau_arena::{Player, PlayerSpec, Referee, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// Returns a command that runs Python; the system's own starts fastest.
pub fn python() -> &'static str {
    if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3 -SE" } else { "python3 -SE" }
}

/// Returns the spec of `faulty_bot.py`, from `PROTOCOL FAULT`.
pub fn faulty_bot(words: &str) -> String {
    let (protocol, fault) = words.split_once(' ').unwrap();
    format!("{protocol}!{} tests/faulty_bot.py {fault}", python())
}

/// Returns a game without a clock.
pub fn task(variant: &str) -> Task {
    Task {
        variant: variant.to_owned(),
        opening: Vec::new(),
        players: [0, 1],
        control: Control::Depth(1),
        seed: 7,
    }
}

/// Returns the default settings, and makes this process adopt orphans.
pub fn settings() -> Settings {
    static ADOPTION: OnceLock<OrphanAdoption> = OnceLock::new();
    ADOPTION.get_or_init(|| adopt_orphans().unwrap());
    Settings::default()
}

/// Creates a player from its spec.
pub fn player(text: &str, settings: &Settings, slot: usize) -> Player {
    Player::new(text, &PlayerSpec::parse(text).unwrap(), settings, slot).unwrap()
}

/// Plays a game, after which the players and their processes are gone.
#[track_caller]
pub fn play(specs: &[&String; 2], task: &Task, settings: Settings) -> GameResult {
    let mut first = player(specs[0], &settings, 0);
    let mut second = player(specs[1], &settings, 1);
    let referee = Referee::new(REGISTRY, settings);
    let result = referee.play(task, [&mut first, &mut second], &Stop::new(), &|_| {}).unwrap();
    drop((first, second));
    result
}

/// Counts the descendants of this process whose command line contains a text. Leftover
/// processes are adopted, so they are descendants too.
pub fn descendants_with(text: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids: Vec<u32> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    let parent = |pid: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
    };
    let own = std::process::id();
    let is_descendant =
        |pid: u32| std::iter::successors(parent(pid), |&pid| parent(pid)).any(|above| above == own);
    let contains = |pid: u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(text)
    };
    pids.into_iter().filter(|&pid| is_descendant(pid) && contains(pid)).count()
}
