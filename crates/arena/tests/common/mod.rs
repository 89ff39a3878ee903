//! What several tests need: players by name, and a look at what is left of them.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::fs;
use std::path::Path;

use plateau_arena::game::{Control, Result, Task};
use plateau_arena::{Player, PlayerSpec, Referee, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// The words of a bot of `bots.py`: `PROTOCOL CRIME`.
pub fn bot(words: &str) -> String {
    let (protocol, crime) = words.split_once(' ').unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots.py");
    format!("{protocol}!python3 '{}' {crime}", script.display())
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
    let result = referee.play(task, [&mut first, &mut second], &Stop::new()).unwrap();
    drop((first, second));
    result
}

/// How many processes there are whose command line holds a word, and that carry the
/// mark of this process's players.
pub fn left_of(word: &str) -> usize {
    let mark = format!("PLATEAU_BOT={}-", std::process::id());
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let processes = entries.filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok());
    let holds = |path: std::path::PathBuf, text: &str| {
        fs::read(path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(text))
    };
    processes
        .filter(|at| holds(at.path().join("cmdline"), word) && holds(at.path().join("environ"), &mark))
        .count()
}
