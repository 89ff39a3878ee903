//! A damaged transposition table changes no answer; one that lies is found out
//! by the comparison with negamax that holds every search.

use plateau_core::{Position, Record, Variant};
use plateau_games::connect4::{self, ConnectFour};
use plateau_games::othello::Othello;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::table::TranspositionTable;
use plateau_search::textbook::negamax;
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, NoEvaluation, Score, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions of random games after so many moves that go on.
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

/// How many positions an engine judges otherwise than negamax, when its table is
/// spoilt after it has judged them once.
fn wrong_answers<V: Variant>(variant: &V, plies: usize, spoil: &dyn Fn(&TranspositionTable)) -> usize {
    let mut engine = AlphaBeta::new(NoEvaluation, Settings { hash_mb: 1, ..Settings::default() });
    let mut wrong = 0;
    for position in random_positions(variant, 20, plies) {
        let line = GamePosition::new(position);
        let truth = negamax(&position, 40, &NoEvaluation).score;
        let first = engine.analyse(&line, &Limits::default(), &mut |_| {});
        let text = format!("{} {}", variant.name(), variant.print(&position));
        assert_eq!((first.value.is_exact(), first.value.estimate), (true, truth), "{text}");
        // What is there is used, so that spoiling it could matter.
        let again = engine.analyse(&line, &Limits::default(), &mut |_| {});
        assert!(again.nodes < first.nodes, "{text}: {} of {}", again.nodes, first.nodes);
        spoil(engine.table());
        let found = engine.analyse(&line, &Limits::default(), &mut |_| {});
        assert!(found.value.is_exact(), "{text}");
        wrong += usize::from(found.value.estimate != truth);
        // The next position is judged without what this one left behind.
        engine.new_game();
    }
    wrong
}

fn wrong_answers_of_all(spoil: &dyn Fn(&TranspositionTable)) -> [usize; 3] {
    let connect4 = ConnectFour::new("connect4:4x4".to_owned(), connect4::AnySize::small(4, 4).unwrap());
    [
        wrong_answers(&TicTacToe, 2, spoil),
        wrong_answers(&connect4, 7, spoil),
        wrong_answers(&Othello::<4> { discs_only: false }, 4, spoil),
    ]
}

#[test]
fn a_damaged_table_changes_no_answer() {
    // Bits of the score, the best move, proof and depth, the bound, the age.
    for bit in [0, 5, 19, 31, 32, 37, 47, 48, 49, 51, 55, 56, 57, 58, 63] {
        assert_eq!(wrong_answers_of_all(&|table| table.damage(bit)), [0; 3], "bit {bit}");
    }
}

#[test]
fn a_table_that_lies_is_found_out() {
    let lies = wrong_answers_of_all(&|table| table.falsify(Score::loss_in(2)));
    assert!(lies.iter().all(|&wrong| wrong > 10), "{lies:?}");
}
