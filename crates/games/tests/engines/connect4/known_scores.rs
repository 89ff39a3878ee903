//! The solver on positions with known scores: windows, threads, limits, new games.
//!
//! `./test deep` solves the larger boards too.

use plateau_core::{Position, Symmetry, Variant};
use plateau_games::connect4::solver::{Bounds, SolveControl, Solver};
use plateau_games::connect4::{AnySize, Fixed, Geometry};

use super::{after, game, known_scores};

/// Returns the score of the empty board.
fn value_of<G: Geometry>(geometry: G, threads: usize) -> i32 {
    Solver::new(geometry, 16, threads).solve(&game(geometry).start())
}

fn value(columns: u32, rows: u32) -> i32 {
    let size = [columns, rows, 4];
    AnySize::small(size).map_or_else(|| value_of(AnySize::large(size), 1), |geometry| value_of(geometry, 1))
}

#[test]
fn empty_boards_have_their_known_scores() {
    // Scores for the first player.
    let known = [
        (4, 4, 0),
        (5, 4, 0),
        (6, 4, -1),
        (7, 4, 0),
        (8, 4, -1),
        (4, 5, 0),
        (5, 5, 0),
        (6, 5, 0),
        (4, 6, 0),
        (5, 6, 0),
        (4, 7, 0),
        (4, 8, 0),
    ];
    for (columns, rows, score) in known {
        assert_eq!(value(columns, rows), score, "{columns}x{rows}");
    }
    // The same with keys of two words.
    for (columns, rows, score) in known.into_iter().filter(|(columns, rows, _)| columns * rows <= 25) {
        for threads in [1, 2] {
            let found = value_of(AnySize::large([columns, rows, 4]), threads);
            assert_eq!(found, score, "{columns}x{rows}, {threads} threads");
        }
    }
    // Lines of other lengths, solved by a brute-force program that shares no code with this one.
    for (size, score) in
        [([6, 3, 3], 5), ([5, 4, 3], 6), ([4, 5, 3], 5), ([6, 3, 5], 0), ([5, 4, 5], 0), ([4, 5, 5], 0)]
    {
        assert_eq!(value_of(AnySize::small(size).unwrap(), 1), score, "{size:?}");
        assert_eq!(value_of(AnySize::large(size), 2), score, "{size:?}, keys of two words");
    }
    if std::env::var_os("PLATEAU_DEEP").is_some() {
        let larger = [(6, 6, -1), (7, 5, 0), (7, 6, 1), (5, 7, 0), (5, 8, 0), (4, 9, 0), (4, 10, 0)];
        for (columns, rows, score) in larger {
            assert_eq!(value(columns, rows), score, "{columns}x{rows}");
        }
        for (column, score) in (1..).zip([-2, -1, 0, 1]) {
            let board = after(Fixed::<7, 6>, &format!("{column}"));
            assert_eq!(Solver::new(Fixed::<7, 6>, 64, 2).solve(&board), -score, "first move {column}");
        }
    }
}

#[test]
fn known_scores_are_found_with_one_and_two_threads() {
    let mut one = Solver::new(Fixed::<7, 6>, 8, 1);
    let mut two = Solver::new(Fixed::<7, 6>, 8, 2);
    for (moves, score) in known_scores() {
        let board = after(Fixed::<7, 6>, moves);
        assert_eq!(one.solve(&board), score, "{moves}");
        let image = board.transform(board.symmetries()[1]);
        assert_ne!(board.symmetries()[1], Symmetry::Identity);
        assert_eq!(two.solve(&image), score, "mirror image of {moves}");
    }
}

#[test]
fn a_win_loss_draw_window_gives_the_sign_of_the_score() {
    let mut solver = Solver::new(Fixed::<7, 6>, 8, 1);
    for (moves, score) in known_scores().into_iter().step_by(3) {
        let window = Bounds { lower: -1, upper: 1 };
        let found = solver.solve_within(&after(Fixed::<7, 6>, moves), window, &mut SolveControl::unlimited());
        assert!(found.lower <= score && score <= found.upper, "{moves}: {found:?}");
        let found = found.clamp_to(window);
        assert_eq!((found.lower, found.upper), (score.signum(), score.signum()), "{moves}");
    }
}

#[test]
fn new_game_clears_the_solvers_tables() {
    let mut solver = Solver::new(Fixed::<7, 6>, 8, 1);
    let mut nodes = |moves: &str| {
        let before = solver.nodes();
        solver.new_game();
        solver.solve(&after(Fixed::<7, 6>, moves));
        solver.nodes() - before
    };
    let first = nodes("274552224131661");
    nodes("5455174361263362");
    assert!(first > 1_000);
    assert_eq!(nodes("274552224131661"), first);
}

#[test]
fn a_stopped_solver_returns_the_bounds_proven_so_far() {
    let mut solver = Solver::new(Fixed::<7, 6>, 8, 1);
    let start = game(Fixed::<7, 6>).start();
    let (mut reports, window) = (Vec::new(), Bounds { lower: -21, upper: 21 });
    let mut report = |bounds: Bounds, nodes: u64| reports.push((bounds, nodes));
    let stop = |nodes: u64| nodes > 2_000_000;
    let mut control = SolveControl { stop: &stop, progress: Some(&mut report) };
    let found = solver.solve_within(&start, window, &mut control);
    assert!(solver.nodes() < 2_020_000, "{}", solver.nodes());
    assert!(found.lower <= 1 && found.upper >= 1 && found.lower < found.upper, "{found:?}");
    let (last, nodes) = *reports.last().unwrap();
    assert_eq!(last, found);
    assert!(nodes > 0 && reports.is_sorted_by_key(|(_, nodes)| *nodes));
    assert!(found.upper - found.lower < 40, "something is proven: {found:?}");
}
