//! Damaged transposition table entries change no value; falsified entries are noticed by
//! the comparison with negamax.

use plateau_core::Variant;
use plateau_games::connect4::{self, ConnectFour};
use plateau_games::othello::Othello;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::table::TranspositionTable;
use plateau_search::textbook::negamax;
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, NoEvaluation, Score, Settings};

use crate::common::random_positions;

/// Counts the positions whose value differs from negamax when the table is corrupted
/// after a first search.
fn count_wrong_values<V: Variant>(variant: &V, plies: usize, corrupt: &dyn Fn(&TranspositionTable)) -> usize {
    let mut engine = AlphaBeta::new(NoEvaluation, Settings { hash_mb: 1, ..Settings::default() });
    let mut wrong = 0;
    for position in random_positions(variant, 31, 20, plies..plies + 1) {
        let line = GamePosition::new(position);
        let exact = negamax(&position, 40, &NoEvaluation).score;
        let first = engine.analyse(&line, &Limits::default(), &mut |_| {});
        let text = format!("{} {}", variant.name(), variant.print(&position));
        assert_eq!((first.value.is_exact(), first.value.estimate), (true, exact), "{text}");
        // The table is in use, so corrupting it could matter.
        let again = engine.analyse(&line, &Limits::default(), &mut |_| {});
        assert!(again.nodes < first.nodes, "{text}: {} of {}", again.nodes, first.nodes);
        corrupt(engine.table());
        let found = engine.analyse(&line, &Limits::default(), &mut |_| {});
        assert!(found.value.is_exact(), "{text}");
        wrong += usize::from(found.value.estimate != exact);
        engine.new_game();
    }
    wrong
}

fn count_wrong_values_by_game(corrupt: &dyn Fn(&TranspositionTable)) -> [usize; 3] {
    let connect4 = ConnectFour::new("connect4:4x4".to_owned(), connect4::AnySize::small(4, 4).unwrap());
    [
        count_wrong_values(&TicTacToe, 2, corrupt),
        count_wrong_values(&connect4, 7, corrupt),
        count_wrong_values(&Othello::<4> { discs_only: false }, 4, corrupt),
    ]
}

#[test]
fn damaged_entries_change_no_value() {
    // Bits of the score, best move, proof flag, depth, bound and age.
    for bit in [0, 5, 19, 31, 32, 37, 47, 48, 49, 51, 55, 56, 57, 58, 63] {
        assert_eq!(count_wrong_values_by_game(&|table| table.damage(bit)), [0; 3], "bit {bit}");
    }
}

#[test]
fn falsified_entries_change_values() {
    let wrong = count_wrong_values_by_game(&|table| table.falsify(Score::loss_in(2)));
    assert!(wrong.iter().all(|&count| count > 10), "{wrong:?}");
}
