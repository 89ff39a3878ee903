//! The comparison with negamax detects falsified transposition table entries.

use std::collections::HashSet;

use plateau_core::Position;
use plateau_core::hash::mix;
use plateau_search::textbook::negamax;
use plateau_search::transposition::{Bound, Entry, TranspositionTable};
use plateau_search::{Engine, GamePosition, Limits, NoEvaluation, Parts, Score};

use crate::game::{MAX_PLIES, RandomGame};
use crate::{alpha_beta, alpha_beta_settings};

/// Collects the keys of all positions reachable from one.
fn collect_reachable_keys<P: Position>(position: &P, keys: &mut HashSet<u64>) {
    if keys.insert(position.key()) {
        for mv in position.legal_moves() {
            collect_reachable_keys(&position.after(mv), keys);
        }
    }
}

/// Replaces the score of every entry below a position by a false proven one.
fn falsify_entries<P: Position>(table: &TranspositionTable, position: &P) {
    let mut keys = HashSet::new();
    collect_reachable_keys(position, &mut keys);
    for key in keys {
        if let Some(entry) = table.probe(key) {
            table.store(key, Entry { score: Score::loss_in(2), bound: Bound::Exact, proven: true, ..entry });
        }
    }
}

/// Returns how many of 100 games get a wrong value once the table is falsified.
fn count_wrong_values<const MARGIN: bool>() -> usize {
    let mut engine = alpha_beta(Parts::new(NoEvaluation), alpha_beta_settings());
    let (mut wrong, mut shorter) = (0, 0);
    for seed in 0..100 {
        let position = RandomGame::<MARGIN>::start(mix(seed), false);
        let game = GamePosition::new(position);
        let exact = negamax(&position, MAX_PLIES.into(), &NoEvaluation).score;
        let first = engine.analyse(&game, &Limits::default(), &mut |_| {});
        assert_eq!((first.value.is_exact(), first.value.estimate), (true, exact), "seed {seed}");
        // The second search uses the entries of the first.
        let second = engine.analyse(&game, &Limits::default(), &mut |_| {});
        assert_eq!(second.value.estimate, exact, "seed {seed}");
        shorter += usize::from(second.nodes < first.nodes);
        falsify_entries(engine.table(), &position);
        let third = engine.analyse(&game, &Limits::default(), &mut |_| {});
        assert!(third.value.is_exact(), "seed {seed}");
        wrong += usize::from(third.value.estimate != exact);
        engine.new_game();
    }
    assert!(shorter > 50, "{shorter} of 100 searches used the table");
    wrong
}

#[test]
fn falsified_entries_change_values() {
    let wrong = [count_wrong_values::<false>(), count_wrong_values::<true>()];
    assert!(wrong.iter().all(|&count| count > 50), "{wrong:?} of 100 each");
}
