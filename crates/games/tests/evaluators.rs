//! What every evaluator must respect: symmetric images are worth the same, and
//! so is a position in which the sides have changed places. What is counted
//! with bits is counted again slowly.

use plateau_core::{Position, Record, Variant};
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_search::textbook::negamax;
use plateau_search::{Evaluator, Even};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions of random games in which nobody has won, with the moves before.
fn random_records<V: Variant>(variant: &V, seed: u64, count: usize, longest: usize) -> Vec<Record<V>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(variant.clone());
        for _ in 0..rng.random_range(0..longest) {
            if record.finish().is_some() {
                break;
            }
            let mut moves = record.position().legal_moves();
            let mv = moves.nth(rng.random_range(0..moves.len())).unwrap();
            record.play(mv).unwrap();
        }
        if record.finish().is_none() {
            found.push(record);
        }
    }
    found
}

/// The position with the sides' stones and the turn exchanged.
fn swapped<V: Variant>(variant: &V, position: &V::Position) -> V::Position {
    let swap = |c| match c {
        'x' => 'o',
        'o' => 'x',
        c => c,
    };
    variant.parse(&variant.print(position).chars().map(swap).collect::<String>()).unwrap()
}

fn value<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P) -> i32 {
    evaluator.evaluate(position, &evaluator.state(position))
}

fn is_fair<V: Variant, E: Evaluator<V::Position>>(variant: &V, evaluator: &E) {
    for record in random_records(variant, 3, 200, 40) {
        let position = record.position();
        let state = evaluator.state(position);
        let text = variant.print(position);
        let worth = evaluator.evaluate(position, &state);
        for &symmetry in position.symmetries() {
            let image = position.transform(symmetry);
            assert_eq!(value(evaluator, &image), worth, "{} {text} {symmetry:?}", variant.name());
            let image_state = evaluator.state(&image);
            for mv in position.legal_moves() {
                let moved = position.transform_move(mv, symmetry);
                assert_eq!(
                    evaluator.promise(position, &state, mv),
                    evaluator.promise(&image, &image_state, moved),
                    "{} {text} {symmetry:?} {mv:?}",
                    variant.name()
                );
            }
        }
        assert_eq!(value(evaluator, &swapped(variant, position)), worth, "{} {text}", variant.name());
    }
}

/// What a probe says without search is what negamax finds.
fn probes_tell_the_truth<V: Variant, E: Evaluator<V::Position>>(variant: &V, evaluator: &E, depth: u32) {
    let mut known = 0;
    for record in random_records(variant, 8, 300, 40) {
        let position = record.position();
        if let Some(value) = evaluator.probe(position) {
            let truth = negamax(position, depth, &Even);
            let text = variant.print(position);
            assert!(value.lower <= truth && truth <= value.upper, "{} {text} {truth}", variant.name());
            known += usize::from(value.is_exact());
        }
    }
    assert!(known > 20, "{}: {known}", variant.name());
}

#[test]
fn connect4_evaluators_are_fair() {
    let standard = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    is_fair(&standard, &connect4::evaluators::Seed);
    is_fair(&standard, &connect4::evaluators::Ours);
    let odd = ConnectFour::new("connect4:6x5".to_owned(), connect4::Sized::small(6, 5).unwrap());
    is_fair(&odd, &connect4::evaluators::Ours);
    let large = ConnectFour::new("connect4:10x10".to_owned(), connect4::Sized::large(10, 10));
    is_fair(&large, &connect4::evaluators::Seed);
    is_fair(&large, &connect4::evaluators::Ours);
}

#[test]
fn connect4_probes_tell_the_truth() {
    let standard = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    probes_tell_the_truth(&standard, &connect4::evaluators::Ours, 4);
    let large = ConnectFour::new("connect4:10x10".to_owned(), connect4::Sized::large(10, 10));
    probes_tell_the_truth(&large, &connect4::evaluators::Ours, 3);
}

/// The cells of a printed position, from the top, and the side to move.
fn rows(text: &str) -> (Vec<Vec<char>>, char) {
    let (board, turn) = text.split_once(' ').unwrap();
    let row = |row: &str| {
        let mut cells = Vec::new();
        let mut number = 0;
        for c in row.chars().chain(['/']) {
            if let Some(digit) = c.to_digit(10) {
                number = number * 10 + digit;
                continue;
            }
            cells.extend((0..number).map(|_| '.'));
            number = 0;
            cells.extend((c != '/').then_some(c));
        }
        cells
    };
    (board.split('/').map(row).collect(), turn.chars().next().unwrap())
}

/// How many windows of `k` cells hold stones of one side only, by side (the
/// one to move first) and number of stones: cell by cell.
fn windows(text: &str, k: usize) -> [Vec<i32>; 2] {
    let (cells, turn) = rows(text);
    let at = |column: i32, row: i32| -> Option<char> {
        cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    };
    let mut counts = [vec![0; k + 1], vec![0; k + 1]];
    for row in 0..cells.len() as i32 {
        for column in 0..cells[0].len() as i32 {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let window: Option<Vec<char>> =
                    (0..k as i32).map(|i| at(column + right * i, row + down * i)).collect();
                let Some(window) = window else { continue };
                let own = window.iter().filter(|&&c| c == turn).count();
                let empty = window.iter().filter(|&&c| c == '.').count();
                if own + empty == k {
                    counts[0][own] += 1;
                }
                if own == 0 {
                    counts[1][k - empty] += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn the_seed_of_connect4_sums_over_all_windows() {
    fn check<V: Variant>(variant: &V)
    where
        connect4::evaluators::Seed: Evaluator<V::Position>,
    {
        for record in random_records(variant, 4, 100, 30) {
            let text = variant.print(record.position());
            let [own, other] = windows(&text, 4);
            let worth = |counts: &[i32]| counts[1] + 10 * counts[2] + 50 * counts[3];
            let expected = worth(&own) - worth(&other);
            assert_eq!(value(&connect4::evaluators::Seed, record.position()), expected, "{text}");
        }
    }
    check(&ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>));
    check(&ConnectFour::new("connect4:4x10".to_owned(), connect4::Sized::small(4, 10).unwrap()));
    check(&ConnectFour::new("connect4:10x10".to_owned(), connect4::Sized::large(10, 10)));
}
