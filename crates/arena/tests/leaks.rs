//! Games by the hundred leave no descriptor, no thread and no process open. Alone in
//! its process, where nothing else opens any.

#[path = "all/common.rs"]
mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{left_of, play, settings, task};
use plateau_arena::game::Ending;

/// The descriptors and the threads of this process.
fn open() -> [usize; 2] {
    ["/proc/self/fd", "/proc/self/task"].map(|directory| fs::read_dir(directory).unwrap().count())
}

#[test]
fn nothing_stays_open() {
    let compiled = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("leak-bot-{}", std::process::id()));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/c/bot.c");
    assert!(Command::new("cc").arg("-o").arg(&compiled).arg(source).status().unwrap().success());
    let bot = format!("oneshot!{}", compiled.display());
    let mut game = task("supermorpion");
    play(&[&bot, &"random".into()], &game, settings());
    let before = open();
    let mut moves = 0;
    for seed in 0..12 {
        game.seed = seed;
        let result = play(&[&bot, &"random".into()], &game, settings());
        assert_eq!(result.ending, Ending::Rules);
        moves += result.moves.len();
        // Faults must leave nothing either.
        let result = play(&[&"ugi!cat".into(), &"oneshot!false".into()], &task("tictactoe"), quick());
        assert!(matches!(result.ending, Ending::Fault(..)));
    }
    assert!(moves > 200, "{moves}");
    assert_eq!(open(), before);
    assert_eq!(left_of("leak-bot"), 0);
    fs::remove_file(compiled).unwrap();
}

fn quick() -> plateau_arena::Settings {
    plateau_arena::Settings { start: std::time::Duration::from_millis(50), ..settings() }
}
