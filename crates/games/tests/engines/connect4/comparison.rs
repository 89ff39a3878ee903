//! The solver against plain alpha-beta and plain negamax, with keys of all sizes and with threads.

use std::collections::HashMap;

use plateau_core::bits::Bits;
use plateau_core::{Outcome, Position, Variant};
use plateau_games::connect4::solver::Solver;
use plateau_games::connect4::{AnySize, Board, Fixed, Geometry};
use plateau_games::{EngineSpec, REGISTRY};
use plateau_search::{Limits, Settings};

use super::{game, random_position};

/// Returns the score by plain alpha-beta.
fn plain_alpha_beta<G: Geometry>(board: &Board<G>, mut alpha: i32, beta: i32) -> i32 {
    let left = board.geometry().size() as i32 - board.taken().count() as i32;
    match board.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(_) => return -(left + 2) / 2,
        None => {}
    }
    for cell in board.legal_moves() {
        let score = -plain_alpha_beta(&board.after(cell), -beta, -alpha);
        if score >= beta {
            return score;
        }
        alpha = alpha.max(score);
    }
    alpha
}

fn compare_with_alpha_beta<G: Geometry>(geometry: G, left: u32, count: u64) {
    let mut solver = Solver::new(geometry, 1, 1);
    let mut compared = 0;
    for seed in 0.. {
        let Some(board) = random_position(geometry, seed, geometry.size() - left) else { continue };
        let text = game(geometry).print(&board);
        assert_eq!(solver.solve(&board), plain_alpha_beta(&board, -60, 60), "{text}");
        compared += 1;
        if compared == count {
            break;
        }
    }
}

fn compare_size_with_alpha_beta(size: [u32; 3], left: u32, count: u64) {
    match AnySize::small(size) {
        Some(geometry) => compare_with_alpha_beta(geometry, left, count),
        None => compare_with_alpha_beta(AnySize::large(size), left - 1, count),
    }
}

#[test]
fn solver_equals_alpha_beta_on_boards_of_many_sizes() {
    for columns in 4..=8 {
        for rows in 4..=10 {
            compare_size_with_alpha_beta([columns, rows, 4], 10, 10);
        }
    }
    compare_with_alpha_beta(Fixed::<7, 6>, 12, 60);
    compare_with_alpha_beta(AnySize::large([7, 6, 4]), 11, 30);
    compare_with_alpha_beta(AnySize::large([4, 4, 4]), 12, 60);
    for (columns, rows) in [(9, 4), (9, 7), (10, 4), (10, 5), (10, 6), (10, 10)] {
        compare_with_alpha_beta(AnySize::large([columns, rows, 4]), 8, 20);
    }
}

/// Three in a row are left out: games end long before the last ten cells.
#[test]
fn solver_equals_alpha_beta_for_lines_of_other_lengths() {
    for columns in 3..=10 {
        for rows in 3..=10 {
            for line in 4..=6 {
                if line <= columns.max(rows) && (line > 4 || columns.min(rows) == 3) {
                    compare_size_with_alpha_beta([columns, rows, line], 11, 12);
                }
            }
        }
    }
}

/// Solves a position and all its successors by plain negamax.
fn score_of_every_position<G: Geometry>(board: &Board<G>, known: &mut HashMap<Board<G>, i32>) -> i32 {
    let left = (board.geometry().size() - board.taken().count()) as i32;
    match board.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(_) => return -(left + 2) / 2,
        None => {}
    }
    if let Some(&score) = known.get(board) {
        return score;
    }
    let scores = board.legal_moves().map(|cell| -score_of_every_position(&board.after(cell), known));
    let best = scores.max().unwrap_or(0);
    known.insert(*board, best);
    best
}

#[test]
fn solver_knows_every_position_of_small_boards_with_lines_of_any_length() {
    fn compare<G: Geometry>(geometry: G) -> i32 {
        let start = game(geometry).start();
        let mut known = HashMap::new();
        let score = score_of_every_position(&start, &mut known);
        let mut solver = Solver::new(geometry, 1, 1);
        for (board, score) in known {
            assert_eq!(solver.solve(&board), score, "{}", game(geometry).print(&board));
        }
        score
    }
    // Scores for the first player.
    for (size, score) in [
        ([3, 3, 3], 0),
        ([3, 4, 3], 0),
        ([4, 3, 3], 2),
        ([3, 5, 3], 0),
        ([5, 3, 3], 4),
        ([4, 4, 3], 4),
        ([3, 4, 4], 0),
        ([4, 3, 4], 0),
        ([3, 5, 4], 0),
        ([5, 3, 4], 0),
        ([3, 5, 5], 0),
        ([5, 3, 5], 0),
        ([3, 6, 6], 0),
    ] {
        assert_eq!(compare(AnySize::small(size).unwrap()), score, "{size:?}");
    }
    compare(AnySize::large([4, 4, 3]));
    compare(AnySize::large([5, 3, 5]));
}

/// Uses enough empty cells for the shared transposition table, with keys of one word and two.
#[test]
fn solvers_of_all_key_sizes_and_thread_counts_agree() {
    fn compare<G: Geometry>(geometry: G, left: u32, others: &mut [&mut dyn FnMut(&str) -> i32]) -> u64 {
        let game = game(geometry);
        let mut solvers = [1, 2].map(|threads| Solver::new(geometry, 1, threads));
        let boards =
            (0..).filter_map(|seed| random_position(geometry, seed, geometry.size() - left)).take(12);
        for board in boards {
            let text = game.print(&board);
            let score = solvers[0].solve(&board);
            let image = board.transform(board.symmetries()[1]);
            assert_eq!(solvers[1].solve(&image), score, "mirror image of {text}");
            for other in &mut *others {
                assert_eq!(other(&text), score, "{text}");
            }
        }
        solvers[0].nodes()
    }
    let small = AnySize::small([8, 7, 4]).unwrap();
    let large = AnySize::large([8, 7, 4]);
    let mut two_word_solver = Solver::new(large, 1, 1);
    let mut large_score = |text: &str| two_word_solver.solve(&game(large).parse(text).unwrap());
    let mut nodes = vec![compare(small, 26, &mut [&mut large_score])];
    for (columns, rows, left) in [(10, 5, 27), (9, 6, 29), (10, 10, 30)] {
        let variant = REGISTRY.variant(&format!("connect4:{columns}x{rows}")).unwrap();
        let spec = EngineSpec::parse("alphabeta").unwrap();
        let mut search = variant.engine(&spec, Settings { hash_mb: 16, ..Settings::default() }).unwrap();
        let mut searched = |text: &str| {
            let record = variant.open(text).unwrap();
            let analysis = search.analyse(&*record, &Limits::default(), &mut |_| {}).unwrap();
            record.native_score(analysis.value.lower).unwrap()
        };
        nodes.push(compare(AnySize::large([columns, rows, 4]), left, &mut [&mut searched]));
    }
    // On the largest board random positions are decided early.
    assert!(nodes[..3].iter().all(|&nodes| nodes > 500), "{nodes:?}");
}
