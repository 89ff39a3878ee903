//! The comparison with negamax detects falsified transposition table entries.

use std::collections::HashSet;

use plateau_core::{Position, Variant};
use plateau_games::connect4::{self, ConnectFour};
use plateau_games::othello::Othello;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::textbook::negamax;
use plateau_search::transposition::{Bound, Entry, TranspositionTable};
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, NoEvaluation, Parts, Score, Settings};

use crate::common::random_positions;

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

/// Returns how many of 20 positions get a wrong value once the table is falsified.
fn count_wrong_values<V: Variant>(variant: &V, plies: usize) -> usize {
    let mut engine = AlphaBeta::new(Parts::new(NoEvaluation), Settings { hash_mb: 1, ..Settings::default() });
    let mut wrong = 0;
    for position in random_positions(variant, 31, 20, plies..plies + 1) {
        let game = GamePosition::new(position);
        let exact = negamax(&position, 40, &NoEvaluation).score;
        let first = engine.analyse(&game, &Limits::default(), &mut |_| {});
        let text = format!("{} {}", variant.name(), variant.print(&position));
        assert_eq!((first.value.is_exact(), first.value.estimate), (true, exact), "{text}");
        // The second search uses the entries of the first.
        let second = engine.analyse(&game, &Limits::default(), &mut |_| {});
        assert!(second.nodes < first.nodes, "{text}: {} then {} nodes", first.nodes, second.nodes);
        falsify_entries(engine.table(), &position);
        let third = engine.analyse(&game, &Limits::default(), &mut |_| {});
        assert!(third.value.is_exact(), "{text}");
        wrong += usize::from(third.value.estimate != exact);
        engine.new_game();
    }
    wrong
}

#[test]
fn falsified_entries_change_values() {
    let connect4 = ConnectFour::new("connect4:4x4".to_owned(), connect4::AnySize::small([4, 4, 4]).unwrap());
    let othello = Othello::<4> { discs_only: false };
    let wrong = [
        count_wrong_values(&TicTacToe, 2),
        count_wrong_values(&connect4, 7),
        count_wrong_values(&othello, 4),
    ];
    assert!(wrong.iter().all(|&count| count > 10), "{wrong:?} of 20 each");
}
