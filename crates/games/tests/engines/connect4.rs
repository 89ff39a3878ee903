//! The solver of Connect Four: known values and scores, plain alpha-beta, mirror
//! images, threads, limits, the table and the book.
//!
//! `./test deep` does the larger boards too.

use std::time::Duration;

use plateau_core::bits::Bits;
use plateau_core::hash::mix2;
use plateau_core::{Outcome, Position, Symmetry, Variant};
use plateau_games::connect4::book::{self, Book};
use plateau_games::connect4::solver::{Bounds, Solver, Watch};
use plateau_games::connect4::{AnySize, Board, ConnectFour, Fixed, Geometry};
use plateau_games::{Playable, REGISTRY};
use plateau_search::spec::Spec;
use plateau_search::{Limits, Settings, StopReason};

type Standard = Fixed<7, 6>;

fn game<G: Geometry>(geometry: G) -> ConnectFour<G> {
    ConnectFour::new(format!("connect4:{}x{}", geometry.columns(), geometry.rows()), geometry)
}

/// The position after moves given as columns.
fn after<G: Geometry>(geometry: G, moves: &str) -> Board<G> {
    let game = game(geometry);
    game.split_moves(moves)
        .into_iter()
        .fold(game.start(), |board, (_, text)| board.play(game.parse_move(&board, text).unwrap()).unwrap())
}

/// A position after so many random moves, unless the game ended.
fn random<G: Geometry>(geometry: G, seed: u64, plies: u32) -> Option<Board<G>> {
    let mut board = game(geometry).start();
    for ply in 0..plies {
        let moves: Vec<u8> = board.legal_moves().collect();
        let chosen = mix2(seed, ply.into()) % moves.len().max(1) as u64;
        board.play_unchecked(*moves.get(chosen as usize)?);
    }
    board.outcome().is_none().then_some(board)
}

/// The score by plain alpha-beta.
fn plain<G: Geometry>(board: &Board<G>, mut alpha: i32, beta: i32) -> i32 {
    let left = board.geometry().size() as i32 - board.taken().count() as i32;
    match board.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(_) => return -(left + 2) / 2,
        None => {}
    }
    for cell in board.legal_moves() {
        let score = -plain(&board.after(cell), -beta, -alpha);
        if score >= beta {
            return score;
        }
        alpha = alpha.max(score);
    }
    alpha
}

fn is_plain<G: Geometry>(geometry: G, left: u32, count: u64) {
    let mut solver = Solver::new(geometry, 1, 1);
    let mut compared = 0;
    for seed in 0.. {
        let Some(board) = random(geometry, seed, geometry.size() - left) else { continue };
        assert_eq!(solver.solve(&board), plain(&board, -60, 60), "{}", game(geometry).print(&board));
        compared += 1;
        if compared == count {
            break;
        }
    }
}

#[test]
fn random_positions_of_many_sizes_are_worth_what_plain_search_says() {
    for columns in 4..=8 {
        for rows in 4..=10 {
            match AnySize::small(columns, rows) {
                Some(geometry) => is_plain(geometry, 11, 40),
                None => is_plain(AnySize::large(columns, rows), 11, 20),
            }
        }
    }
    is_plain(Fixed::<7, 6>, 13, 150);
    is_plain(AnySize::large(7, 6), 12, 60);
    is_plain(AnySize::large(9, 7), 10, 20);
    is_plain(AnySize::large(4, 4), 12, 60);
}

/// The score of the empty board.
fn value(columns: u32, rows: u32) -> i32 {
    fn of<G: Geometry>(geometry: G) -> i32 {
        Solver::new(geometry, 16, 1).solve(&game(geometry).start())
    }
    AnySize::small(columns, rows).map_or_else(|| of(AnySize::large(columns, rows)), of)
}

#[test]
fn boards_are_worth_what_is_known_of_them() {
    // For the first player.
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

fn known_scores() -> Vec<(&'static str, i32)> {
    let lines = include_str!("../data/connect4_scores.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.split_once(" ; ").unwrap())
        .map(|(moves, score)| (moves, score.parse().unwrap()))
        .collect()
}

#[test]
fn known_scores_are_found_by_one_thread_and_by_two_and_in_mirror_images() {
    let mut one = Solver::new(Fixed::<7, 6>, 8, 1);
    let mut two = Solver::new(Fixed::<7, 6>, 8, 2);
    for (moves, score) in known_scores() {
        let board = after(Fixed::<7, 6>, moves);
        assert_eq!(one.solve(&board), score, "{moves}");
        let image = board.transform(board.symmetries()[1]);
        assert_ne!(board.symmetries()[1], Symmetry::Identity);
        assert_eq!(two.solve(&image), score, "the image of {moves}");
    }
}

#[test]
fn who_wins_is_the_sign_of_the_score() {
    let mut solver = Solver::new(Fixed::<7, 6>, 8, 1);
    for (moves, score) in known_scores().into_iter().step_by(3) {
        let window = Bounds { lower: -1, upper: 1 };
        let found = solver.solve_between(&after(Fixed::<7, 6>, moves), window, &mut Watch::patient());
        assert_eq!((found.lower, found.upper), (score.signum(), score.signum()), "{moves}");
    }
}

#[test]
fn nothing_survives_when_a_solver_forgets() {
    let mut solver = Solver::new(Fixed::<7, 6>, 8, 1);
    let mut nodes = |moves: &str| {
        let before = solver.nodes();
        solver.forget();
        solver.solve(&after(Fixed::<7, 6>, moves));
        solver.nodes() - before
    };
    let first = nodes("274552224131661");
    nodes("5455174361263362");
    assert!(first > 1_000);
    assert_eq!(nodes("274552224131661"), first);
}

#[test]
fn a_solver_that_is_stopped_tells_the_bounds_it_has() {
    let mut solver = Solver::new(Fixed::<7, 6>, 8, 1);
    let start = game(Fixed::<7, 6>).start();
    let (mut told, all) = (Vec::new(), Bounds { lower: -21, upper: 21 });
    let mut tell = |bounds: Bounds, nodes: u64| told.push((bounds, nodes));
    let halt = |nodes: u64| nodes > 2_000_000;
    let found = solver.solve_between(&start, all, &mut Watch { halt: &halt, progress: Some(&mut tell) });
    assert!(solver.nodes() < 2_020_000, "{}", solver.nodes());
    assert!(found.lower <= 1 && found.upper >= 1 && found.lower < found.upper, "{found:?}");
    let (last, nodes) = *told.last().unwrap();
    assert_eq!(last, found);
    assert!(nodes > 0 && told.is_sorted_by_key(|(_, nodes)| *nodes));
    assert!(found.upper - found.lower < 40, "something is proven: {found:?}");
}

#[test]
fn best_plays_perfectly_and_judges_every_move() {
    let variant = REGISTRY.variant("connect4").unwrap();
    let mut engine = variant.engine(&Spec::parse("best").unwrap(), Settings::default()).unwrap();
    for (moves, score) in known_scores().into_iter().filter(|(moves, _)| moves.len() > 14) {
        let mut record = variant.open(moves).unwrap();
        let limits = Limits { every_move: true, ..Limits::default() };
        let found = engine.analyse(&*record, &limits, &mut |_| {}).unwrap();
        assert_eq!(found.stop, StopReason::Proven);
        assert!(found.value.is_exact());
        assert_eq!(record.native_score(found.value.lower), Some(score), "{moves}");
        assert_eq!(found.moves.len(), record.legal_moves().len());
        assert_eq!(found.moves[0].value, found.value, "the best move is worth what the position is");
        assert!(found.moves.is_sorted_by(|a, b| a.value.lower >= b.value.lower));
        // The line ends the game on the ply that the value says.
        let length = found.value.lower.plies().map(|plies| plies as usize);
        record.play_all(&found.moves[0].line.join(" ")).unwrap();
        assert!(record.finish().is_some(), "{moves}");
        assert_eq!(length.unwrap_or(42 - moves.len()), found.moves[0].line.len(), "{moves}");
    }
}

#[test]
fn best_answers_in_time_with_bounds_where_it_cant_solve() {
    for name in ["connect4:8x7", "connect4:10x10", "connect4:7x7"] {
        let variant = REGISTRY.variant(name).unwrap();
        let settings = Settings { table: 8, ..Settings::default() };
        let mut engine = variant.engine(&Spec::parse("best").unwrap(), settings).unwrap();
        let start = variant.start();
        for limits in [Limits::time(Duration::from_millis(100)), Limits::nodes(60_000), Limits::nodes(500)] {
            let found = engine.analyse(&*start, &limits, &mut |_| {}).unwrap();
            assert_ne!(found.stop, StopReason::Proven, "{name}");
            assert!(start.legal_moves().contains(&found.moves[0].mv), "{name}");
            assert!(found.value.lower <= found.value.estimate && found.value.estimate <= found.value.upper);
            assert!(limits.nodes.is_none_or(|most| found.nodes <= most + 5_000), "{}", found.nodes);
        }
    }
}

#[test]
fn the_book_says_what_the_solver_finds() {
    let embedded = Book::embedded();
    let mut solver = Solver::new(Fixed::<7, 6>, 64, 1);
    let variant = game(Fixed::<7, 6>);
    // Every position that random games meet and the book has; its best move
    // reaches what it says. The first plies take too long to solve here.
    let (mut compared, deep) = (0, std::env::var_os("PLATEAU_DEEP").is_some());
    let most = if deep { 100 } else { 2 };
    for seed in 0..2_000 {
        let Some(board) = random(Fixed::<7, 6>, seed, 8) else { continue };
        let Some((score, cell)) = embedded.find(&board) else { continue };
        assert_eq!(solver.solve(&board), score, "{}", variant.print(&board));
        let window = Bounds { lower: -score - 1, upper: 1 - score };
        let reply = solver.solve_between(&board.after(cell), window, &mut Watch::patient());
        assert_eq!(reply, Bounds { lower: -score, upper: -score }, "{}", variant.print(&board));
        compared += 1;
        if compared == most {
            break;
        }
    }
    assert!(embedded.is_empty() || compared > 0);
}

#[test]
fn books_are_read_as_they_were_written() {
    let boards: Vec<Board<Standard>> = (0..200).filter_map(|seed| random(Fixed::<7, 6>, seed, 7)).collect();
    let entries: Vec<book::Entry> = boards
        .iter()
        .zip(0..)
        .map(|(board, number)| book::entry(board, number % 37 - 18, board.legal_moves().last().unwrap()))
        .collect();
    let written = Book::new(entries.clone());
    let bytes = written.write();
    let read = Book::read(&bytes).unwrap();
    assert_eq!(read.entries(), written.entries());
    assert!(!read.is_empty() && read.len() <= entries.len());
    assert!(Book::read(&bytes[..bytes.len() - 1]).is_none(), "the end is missing");
    for (board, entry) in boards.iter().zip(&entries) {
        let image = board.transform(board.symmetries()[1]);
        assert_eq!(book::key(board), book::key(&image));
        // Positions met twice have one entry; of the others score and move fit.
        let (score, cell) = read.find(board).unwrap();
        let (same, mirrored) = read.find(&image).unwrap();
        let column = if image == *board { cell / 7 } else { 6 - cell / 7 };
        assert_eq!((score, column), (same, mirrored / 7));
        if boards.iter().filter(|other| book::key(other) == entry.key).count() == 1 {
            assert_eq!(score, i32::from(entry.score));
        }
    }
    assert!(read.find(&after(Fixed::<7, 6>, "123456712")).is_none(), "nine stones are too many");
}

#[test]
fn best_plays_a_lost_game_to_its_last_ply() {
    let variant = game(AnySize::small(6, 4).unwrap());
    let mut engine = variant.best(Settings { table: 4, ..Settings::default() });
    let line = plateau_search::Line::new(variant.start());
    let found = engine.analyse(&line, &Limits::default(), &mut |_| {});
    assert_eq!(found.value.lower.plies(), Some(24));
    assert_eq!(found.line().len(), 24);
}
