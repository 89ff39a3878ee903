//! A transposition table uses exactly the configured memory, as measured by the operating
//! system. A separate test binary, so that no other test affects the measurement.

use plateau_games::{AnyEngine, EngineSpec, REGISTRY};
use plateau_search::transposition::{Bound, Entry, TranspositionTable};
use plateau_search::{Limits, Score, Settings};

/// Returns the resident memory of this process in kilobytes.
fn resident() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Asserts that the process has grown by this many megabytes, with a tolerance of 2 MB.
fn assert_growth(before: i64, megabytes: i64) {
    let growth = resident() - before;
    assert!((growth - megabytes * 1_024).abs() < 2 * 1_024, "{growth} kB for {megabytes} MB");
}

#[test]
fn table_uses_the_configured_memory() {
    let before = resident();
    let table = TranspositionTable::new(64);
    assert_eq!(table.bytes(), 64 << 20);
    let entry = Entry { score: Score::DRAW, bound: Bound::Exact, depth: 1, proven: false, best: None };
    // Enough random entries to touch every page.
    for number in 1..1_000_000_u64 {
        table.store(number.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry);
    }
    assert_growth(before, 64);
    drop(table);
    assert_growth(before, 0);
    // An engine uses one table whatever its number of threads, also on a large board.
    // Pages that no search has touched use no memory.
    let variant = REGISTRY.variant("othello").unwrap();
    let engine = |hash_mb| {
        let settings = Settings { hash_mb, threads: 2, ..Settings::default() };
        variant.engine(&EngineSpec::parse("alphabeta").unwrap(), settings).unwrap()
    };
    let search = |engine: &mut dyn AnyEngine| {
        engine.analyse(&*variant.start(), &Limits::nodes(1_500_000), &mut |_| {}).unwrap();
    };
    // The weights of the evaluation stay in memory, for the stages that a search has reached.
    search(&mut *engine(32));
    let before = resident();
    let mut engine = engine(32);
    assert_growth(before, 0);
    search(&mut *engine);
    assert_growth(before, 32);
}
