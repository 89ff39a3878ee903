//! The memory asked for is the memory used, as the system counts it. In a
//! process of its own, so that no other test is counted.

use plateau_core::Variant;
use plateau_games::othello::Othello;
use plateau_search::transposition::{Bound, Entry, TranspositionTable};
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, NoEvaluation, Score, Settings};

/// Kilobytes of this process that are in memory.
fn resident() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Whether the process has grown by so many megabytes, give or take two.
fn has_grown(before: i64, megabytes: i64) {
    let grown = resident() - before;
    assert!((grown - megabytes * 1_024).abs() < 2 * 1_024, "{grown} kB for {megabytes} MB");
}

#[test]
fn a_table_takes_the_memory_that_was_asked_for() {
    let before = resident();
    let table = TranspositionTable::new(64);
    assert_eq!(table.bytes(), 64 << 20);
    let entry = Entry { score: Score::DRAW, bound: Bound::Exact, depth: 1, proven: false, best: None };
    for number in 1..8_000_000_u64 {
        table.store(number.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry);
    }
    has_grown(before, 64);
    drop(table);
    has_grown(before, 0);
    // An engine takes its table's, whatever number of threads shares it, and no
    // more, on a large board too; what no search has touched takes nothing.
    let settings = Settings { hash_mb: 32, threads: 2, ..Settings::default() };
    let variant = Othello::<8> { discs_only: false };
    let mut engine = AlphaBeta::new(NoEvaluation, settings);
    has_grown(before, 0);
    engine.analyse(&GamePosition::new(variant.start()), &Limits::nodes(8_000_000), &mut |_| {});
    has_grown(before, 32);
    assert_eq!(engine.table().bytes(), 32 << 20);
}
