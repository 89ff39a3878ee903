//! The negamax comparison detects false transposition table entries.

use std::collections::HashSet;

use plateau_core::{Position, Record, Variant};
use plateau_games::connect4::{self, ConnectFour};
use plateau_games::othello::Othello;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::textbook::negamax;
use plateau_search::transposition::{Bound, Entry, TranspositionTable};
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, NoEvaluation, Score, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns positions of unfinished random games after `plies` moves.
fn random_positions<V: Variant>(variant: &V, count: usize, plies: usize) -> Vec<V::Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(variant.clone());
        while record.finish().is_none() && record.moves().len() < plies {
            let mut moves = record.position().legal_moves();
            record.play(moves.nth(rng.random_range(0..moves.len())).unwrap()).unwrap();
        }
        if record.finish().is_none() {
            found.push(*record.position());
        }
    }
    found
}

/// Collects the keys of all positions reachable from one.
fn reachable_keys<P: Position>(position: &P, keys: &mut HashSet<u64>) {
    if keys.insert(position.key()) {
        for mv in position.legal_moves() {
            reachable_keys(&position.after(mv), keys);
        }
    }
}

/// Replaces the score of every entry below a position by a false proven one.
fn falsify_entries<P: Position>(table: &TranspositionTable, position: &P) {
    let mut keys = HashSet::new();
    reachable_keys(position, &mut keys);
    for key in keys {
        if let Some(entry) = table.probe(key) {
            table.store(key, Entry { score: Score::loss_in(2), bound: Bound::Exact, proven: true, ..entry });
        }
    }
}

/// Returns how many of 20 positions get a wrong value once the table is falsified.
fn wrong_values<V: Variant>(variant: &V, plies: usize) -> usize {
    let mut engine = AlphaBeta::new(NoEvaluation, Settings { hash_mb: 1, ..Settings::default() });
    let mut wrong = 0;
    for position in random_positions(variant, 20, plies) {
        let game = GamePosition::new(position);
        let truth = negamax(&position, 40, &NoEvaluation).score;
        let first = engine.analyse(&game, &Limits::default(), &mut |_| {});
        let text = format!("{} {}", variant.name(), variant.print(&position));
        assert_eq!((first.value.is_exact(), first.value.estimate), (true, truth), "{text}");
        // The second search uses the entries of the first.
        let second = engine.analyse(&game, &Limits::default(), &mut |_| {});
        assert!(second.nodes < first.nodes, "{text}: {} then {} nodes", first.nodes, second.nodes);
        falsify_entries(engine.table(), &position);
        let third = engine.analyse(&game, &Limits::default(), &mut |_| {});
        assert!(third.value.is_exact(), "{text}");
        wrong += usize::from(third.value.estimate != truth);
        engine.new_game();
    }
    wrong
}

#[test]
fn false_table_entries_are_detected() {
    let connect4 = ConnectFour::new("connect4:4x4".to_owned(), connect4::AnySize::small(4, 4).unwrap());
    let othello = Othello::<4> { discs_only: false };
    let wrong = [wrong_values(&TicTacToe, 2), wrong_values(&connect4, 7), wrong_values(&othello, 4)];
    assert!(wrong.iter().all(|&wrong| wrong > 10), "{wrong:?} of 20 each");
}
