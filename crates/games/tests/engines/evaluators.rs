//! Properties of all evaluators: equal values for symmetric positions and for swapped sides.
//! Bitboard counts are compared with slow ones.

use plateau_core::{Position, Record, Variant};
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::morpion4::{self, InARow};
use plateau_games::{Evaluators, phrases};
use plateau_search::textbook::negamax;
use plateau_search::{Evaluator, MovePicker, NoEvaluation, Parts, Probe};

use crate::common::random_records;

/// Returns the position with the colours of all stones and of the side to move swapped.
fn swapped<V: Variant>(variant: &V, position: &V::Position) -> V::Position {
    let swap = |c| match c {
        'x' => 'o',
        'o' => 'x',
        c => c,
    };
    variant.parse(&variant.print(position).chars().map(swap).collect::<String>()).unwrap()
}

fn value<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P) -> i32 {
    evaluator.evaluate(position, &evaluator.accumulator(position))
}

fn assert_symmetric<V: Variant, E: Evaluator<V::Position> + MovePicker<V::Position>>(
    variant: &V,
    evaluator: &E,
) {
    for record in random_records(variant, 3, 200, 0..40) {
        let position = record.position();
        let state = evaluator.accumulator(position);
        let text = variant.print(position);
        let expected = evaluator.evaluate(position, &state);
        for &symmetry in position.symmetries() {
            let image = position.transform(symmetry);
            assert_eq!(value(evaluator, &image), expected, "{} {text} {symmetry:?}", variant.name());
            for mv in position.legal_moves() {
                let moved = position.transform_move(mv, symmetry);
                assert_eq!(
                    evaluator.order_score(position, mv),
                    evaluator.order_score(&image, moved),
                    "{} {text} {symmetry:?} {mv:?}",
                    variant.name()
                );
            }
        }
        assert_eq!(value(evaluator, &swapped(variant, position)), expected, "{} {text}", variant.name());
    }
}

/// Asserts that probes agree with negamax, and that more than `min` of them are exact.
fn assert_probes_are_true<V: Variant, E: Probe<V::Position>>(
    variant: &V,
    evaluator: &E,
    depth: u32,
    min: usize,
) {
    let mut known = 0;
    for record in random_records(variant, 8, 300, 0..40) {
        let position = record.position();
        if let Some(value) = evaluator.probe(position) {
            let exact = negamax(position, depth, &NoEvaluation).score;
            let text = variant.print(position);
            assert!(value.lower <= exact && exact <= value.upper, "{} {text} {exact}", variant.name());
            known += usize::from(value.is_exact());
        }
    }
    assert!(known > min, "{}: {known}", variant.name());
}

#[test]
fn connect4_evaluators_are_symmetric() {
    let standard = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    assert_symmetric(&standard, &connect4::evaluators::Baseline);
    assert_symmetric(&standard, &connect4::evaluators::Threats);
    let odd = ConnectFour::new("connect4:6x5".to_owned(), connect4::AnySize::small([6, 5, 4]).unwrap());
    assert_symmetric(&odd, &connect4::evaluators::Threats);
    let large = ConnectFour::new("connect4:10x10".to_owned(), connect4::AnySize::large([10, 10, 4]));
    assert_symmetric(&large, &connect4::evaluators::Baseline);
    assert_symmetric(&large, &connect4::evaluators::Threats);
    for variant in other_lengths() {
        assert_symmetric(&variant, &connect4::evaluators::Baseline);
        assert_symmetric(&variant, &connect4::evaluators::Threats);
    }
}

/// Returns boards of Connect Four on which three, five and six in a row win.
fn other_lengths() -> [ConnectFour<connect4::AnySize<u64>>; 3] {
    [[5, 4, 3], [7, 6, 5], [8, 7, 6]].map(|size| {
        let [columns, rows, line] = size;
        let geometry = connect4::AnySize::small(size).unwrap();
        ConnectFour::new(format!("connect4:{columns}x{rows}x{line}"), geometry)
    })
}

#[test]
fn connect4_probes_are_true() {
    let standard = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    assert_probes_are_true(&standard, &connect4::evaluators::Threats, 4, 20);
    let large = ConnectFour::new("connect4:10x10".to_owned(), connect4::AnySize::large([10, 10, 4]));
    assert_probes_are_true(&large, &connect4::evaluators::Threats, 3, 20);
    for variant in other_lengths() {
        assert_probes_are_true(&variant, &connect4::evaluators::Threats, 4, 10);
    }
}

/// Returns the cells of a printed position, from the top, and the side to move.
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

/// Counts the windows of `k` cells with stones of one side only, by side (the side to move
/// first) and by the number of stones.
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
fn connect4_baseline_sums_over_all_windows() {
    fn check<V: Variant>(variant: &V, line: usize)
    where
        connect4::evaluators::Baseline: Evaluator<V::Position>,
    {
        for record in random_records(variant, 4, 100, 0..30) {
            let text = variant.print(record.position());
            let [own, opponent] = windows(&text, line).map(|counts| {
                let values = [1, 10, 50, 250, 1250].iter().zip(&counts[1..line]);
                values.map(|(value, count)| value * count).sum::<i32>()
            });
            let expected = own - opponent;
            assert_eq!(value(&connect4::evaluators::Baseline, record.position()), expected, "{text}");
        }
    }
    check(&ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>), 4);
    check(&ConnectFour::new("connect4:4x10".to_owned(), connect4::AnySize::small([4, 10, 4]).unwrap()), 4);
    check(&ConnectFour::new("connect4:10x10".to_owned(), connect4::AnySize::large([10, 10, 4])), 4);
    for (variant, line) in other_lengths().iter().zip([3, 5, 6]) {
        check(variant, line);
    }
    check(&ConnectFour::new("connect4:10x10x6".to_owned(), connect4::AnySize::large([10, 10, 6])), 6);
}

#[test]
fn morpion4_evaluators_are_symmetric() {
    let standard = InARow::new("morpion4".to_owned(), morpion4::Standard);
    assert_symmetric(&standard, &morpion4::evaluators::OpenLines);
    let small = morpion4::AnySize::small([6, 5, 3]).unwrap();
    assert_symmetric(&InARow::new("morpion4:6x5x3".to_owned(), small), &morpion4::evaluators::OpenLines);
    let gomoku = morpion4::AnySize::small([15, 15, 5]).unwrap();
    assert_symmetric(&InARow::new("morpion4:15x15x5".to_owned(), gomoku), &morpion4::evaluators::OpenLines);
    let large = morpion4::AnySize::large([20, 19, 6]);
    assert_symmetric(&InARow::new("morpion4:20x19x6".to_owned(), large), &morpion4::evaluators::OpenLines);
}

#[test]
fn morpion4_probes_are_true() {
    let small = morpion4::AnySize::small([6, 6, 4]).unwrap();
    let variant = InARow::new("morpion4:6x6x4".to_owned(), small);
    assert_probes_are_true(&variant, &morpion4::evaluators::OpenLines, 3, 20);
}

/// Returns the baseline's value of the last move of a record.
fn last_move_value<V: Variant>(record: &Record<V>) -> i32
where
    morpion4::evaluators::Baseline: Evaluator<V::Position>,
{
    let baseline = morpion4::evaluators::Baseline;
    let (Some(&mv), [.., before, after]) = (record.moves().last(), record.positions()) else { return 0 };
    -baseline.evaluate(after, &baseline.update(&baseline.accumulator(before), before, mv, after))
}

#[test]
fn morpion4_baseline_values_the_last_move() {
    let variant = InARow::new("morpion4".to_owned(), morpion4::Standard);
    let value = |moves: &str| {
        let mut record = Record::new(variant.clone());
        for text in moves.split(' ') {
            record.play(variant.parse_move(record.position(), text).unwrap()).unwrap();
        }
        last_move_value(&record)
    };
    // Weights in hundredths, times 1.2 or 0.9 for the player, times 0.8 for one ply.
    let expected = |weight: f64, player: f64| (weight * 100.0 * player * 0.8).floor() as i32;
    // A single stone: `_X` in four directions.
    assert_eq!(value("6,6"), expected(4.0 * 0.5, 1.2));
    // A duo beside two neighbours, `_XX`, and `_X` in three directions.
    assert_eq!(value("6,6 9,9 6,7"), expected(30.0 - 3.0 + 1.2 + 50.0 + 3.0 * 0.5, 1.2));
    // An open three, with a discount for the stones on the board.
    assert_eq!(value("6,6 9,9 6,7 9,1 6,8"), expected(80.0 - 5.0 + 1.2 + 500.0 + 3.0 * 0.5, 1.2));
    // The second player blocks a duo.
    let blocked = 65.0 - 4.0 + 1.5 + 1.2 + 4.0 * 0.5;
    assert_eq!(value("6,6 9,9 6,7 6,8"), expected(blocked, 0.9));
    // Two around a gap, and `_X` in three directions: open, with one end closed, with both.
    let gap = |weight: f64, neighbours: f64| expected(weight + 1.2 * neighbours + 3.0 * 0.5, 1.2);
    assert_eq!(value("6,6 9,9 6,8"), gap(60.0, 0.0));
    assert_eq!(value("6,6 6,5 6,8"), gap(1.0, 0.0));
    assert_eq!(value("6,8 6,5 6,6"), gap(1.0, 1.0));
    assert_eq!(value("6,6 6,5 1,1 6,9 6,8"), gap(0.3, 1.0));
    // Of two gaps the open one counts; the edge closes none.
    assert_eq!(value("6,2 6,1 6,6 1,12 6,4"), gap(60.0, 0.0));
    assert_eq!(value("6,1 1,12 6,3"), gap(60.0, 0.0));
}

#[test]
fn morpion4_baseline_is_symmetric() {
    let variant = InARow::new("morpion4".to_owned(), morpion4::Standard);
    for record in random_records(&variant, 6, 100, 0..80) {
        let expected = last_move_value(&record);
        for &symmetry in record.position().symmetries() {
            let mut image = Record::new(variant.clone());
            for (position, &mv) in record.positions().iter().zip(record.moves()) {
                image.play(position.transform_move(mv, symmetry)).unwrap();
            }
            assert_eq!(
                last_move_value(&image),
                expected,
                "{} {symmetry:?}",
                variant.print(record.position())
            );
        }
    }
}

#[test]
fn morpion4_open_lines_match_slow_counts() {
    fn check(size: [u32; 3]) {
        let [columns, rows, line] = size;
        let geometry = morpion4::AnySize::large(size);
        let variant = InARow::new(format!("morpion4:{columns}x{rows}x{line}"), geometry);
        let weights = [0, 180, 36, 8, 2, 1];
        for record in random_records(&variant, 12, 60, 0..60) {
            let text = variant.print(record.position());
            let [own, opponent] = windows(&text, line as usize).map(|counts| {
                (1..line as usize).map(|stones| weights[line as usize - stones] * counts[stones]).sum::<i32>()
            });
            let expected = own + own / 4 - opponent;
            assert_eq!(value(&morpion4::evaluators::OpenLines, record.position()), expected, "{text}");
        }
    }
    check([12, 12, 4]);
    check([5, 4, 3]);
    check([15, 15, 5]);
    check([20, 17, 6]);
}

/// The help of every command lists evaluators, so listing them must not load weights.
#[test]
fn evaluators_are_listed_without_being_created() {
    use std::cell::Cell;
    use std::rc::Rc;

    let created = Rc::new(Cell::new(0));
    let parts = |created: &Rc<Cell<u32>>| {
        let created = Rc::clone(created);
        move || {
            created.set(created.get() + 1);
            Parts::new(NoEvaluation)
        }
    };
    let list = || {
        Evaluators::<connect4::Board<Fixed<7, 6>>>::new("strong", &phrases::EVAL_LEARNED, parts(&created))
            .with("weak", &phrases::EVAL_LEARNED, parts(&created))
    };
    assert_eq!(list().names(), ["weak", "strong"]);
    assert!(list().find("other").is_none());
    assert_eq!(created.get(), 0);
    assert!(list().find("weak").is_some());
    list().strongest();
    assert_eq!(created.get(), 2);
}
