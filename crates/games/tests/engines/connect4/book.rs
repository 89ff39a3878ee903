//! The opening book.

use std::time::Duration;

use plateau_core::bits::Bits;
use plateau_core::{Position, Variant};
use plateau_games::connect4::book::{self, Book};
use plateau_games::connect4::solver::{Bounds, SolveControl, Solver};
use plateau_games::connect4::{Board, Fixed};
use plateau_games::{EngineSpec, REGISTRY};
use plateau_search::{Limits, Settings, StopReason};

use super::{after, game, random_position};

type Standard = Fixed<7, 6>;

#[test]
fn book_scores_equal_solver_scores() {
    let embedded = Book::embedded();
    let mut solver = Solver::new(Fixed::<7, 6>, 64, 1);
    let variant = game(Fixed::<7, 6>);
    let most = if std::env::var_os("PLATEAU_DEEP").is_some() { 100 } else { 2 };
    // Positions of random games that are in the book. Those of the first plies take too long
    // to solve here.
    let boards = (0..).filter_map(|seed| random_position(Fixed::<7, 6>, seed, 8)).take(20_000);
    let known = boards.filter_map(|board| Some((board, embedded.find(&board)?))).take(most);
    let mut compared = 0;
    for (board, (score, cell)) in known {
        assert_eq!(solver.solve(&board), score, "{}", variant.print(&board));
        let window = Bounds { lower: -score - 1, upper: 1 - score };
        let reply = solver.solve_within(&board.after(cell), window, &mut SolveControl::unlimited());
        assert_eq!(reply, Bounds::exact(-score), "{}", variant.print(&board));
        compared += 1;
    }
    assert_eq!(compared, most);
}

/// Returns all positions of the standard board up to a ply that are not won.
fn opening_positions(plies: u32) -> Vec<Board<Standard>> {
    let (mut all, mut last) = (Vec::new(), vec![game(Fixed::<7, 6>).start()]);
    for _ in 0..=plies {
        all.extend_from_slice(&last);
        let mut next: Vec<_> = last
            .iter()
            .flat_map(|board| board.legal_moves().map(|cell| board.after(cell)))
            .filter(|board| !board.is_won())
            .collect();
        next.sort_unstable_by_key(book::key);
        next.dedup_by_key(|board| book::key(board));
        last = next;
    }
    all
}

fn has_immediate_win(board: &Board<Standard>) -> bool {
    board.legal_moves().any(|cell| board.after(cell).is_won())
}

#[test]
fn book_entries_are_consistent() {
    let book = Book::embedded();
    for board in opening_positions(7) {
        let Some((score, cell)) = book.find(&board) else { continue };
        let left = 42 - board.taken().count() as i32;
        let score_of = |cell: u8| {
            let next = board.after(cell);
            if has_immediate_win(&next) { -(left / 2) } else { -book.find(&next).unwrap().0 }
        };
        assert_eq!(board.legal_moves().map(score_of).max(), Some(score), "{board:?}");
        assert_eq!(score_of(cell), score, "{board:?}");
    }
}

#[test]
fn book_moves_take_no_nodes_and_no_time() {
    let variant = REGISTRY.variant("connect4").unwrap();
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
    for (moves, best) in [("", "4"), ("4", "4"), ("44444", "")] {
        let record = variant.open(if moves.is_empty() { "start" } else { moves }).unwrap();
        let short = Limits::time(Duration::from_millis(1));
        let mut fastest = Duration::MAX;
        for limits in [Limits::default(), Limits::nodes(1), Limits::depth(100), short] {
            let analysis = engine.analyse(&*record, &limits, &mut |_| {}).unwrap();
            assert_eq!((analysis.nodes, analysis.stop), (0, StopReason::Proven), "{moves}");
            assert!(
                analysis.value.is_exact() && moves.len() + analysis.moves[0].pv.len() > 7,
                "{moves}: {analysis:?}"
            );
            assert!(best.is_empty() || analysis.moves[0].mv == best, "the only best move of {moves}");
            fastest = fastest.min(analysis.time);
        }
        // One millisecond, with room for a busy machine.
        assert!(fastest < Duration::from_millis(5), "{fastest:?}");
    }
}

#[test]
fn the_book_can_be_switched_off() {
    let variant = REGISTRY.variant("connect4").unwrap();
    let record = variant.open("start").unwrap();
    let is_exact = |spec| {
        let mut engine = variant.engine(&EngineSpec::parse(spec).unwrap(), Settings::default()).unwrap();
        engine.analyse(&*record, &Limits::nodes(1_000), &mut |_| {}).unwrap().value.is_exact()
    };
    assert!(is_exact("best") && !is_exact("best:book=off"));
}

#[test]
fn the_book_has_every_position_of_up_to_eight_stones() {
    let book = Book::embedded();
    let open: Vec<_> = opening_positions(8).into_iter().filter(|board| !has_immediate_win(board)).collect();
    for board in &open {
        assert!(book.find(board).is_some(), "{board:?}");
    }
    assert_eq!(open.len(), book.len());
    // The known scores of the first moves.
    for (column, score) in (1..).zip([-2, -1, 0, 1, 0, -1, -2]) {
        let found = book.find(&after(Fixed::<7, 6>, &format!("{column}")));
        assert_eq!(found.map(|(score, _)| score), Some(-score), "first move {column}");
    }
}

#[test]
fn books_round_trip() {
    let boards: Vec<Board<Standard>> =
        (0..200).filter_map(|seed| random_position(Fixed::<7, 6>, seed, 7)).collect();
    let entries: Vec<book::Entry> = boards
        .iter()
        .zip(0..)
        .map(|(board, number)| book::entry(board, number % 37 - 18, board.legal_moves().last().unwrap()))
        .collect();
    let written = Book::new(entries.clone());
    let bytes = written.bytes().to_vec();
    let read = Book::read(bytes.clone()).unwrap();
    assert!(read.entries().eq(written.entries()));
    assert!(!read.is_empty() && read.len() <= entries.len());
    assert!(Book::read(bytes[..bytes.len() - 1].to_vec()).is_none(), "the end is missing");
    for (board, entry) in boards.iter().zip(&entries) {
        let image = board.transform(board.symmetries()[1]);
        assert_eq!(book::key(board), book::key(&image));
        // Positions that occur twice have one entry.
        let (score, cell) = read.find(board).unwrap();
        let (same, mirrored) = read.find(&image).unwrap();
        let column = if image == *board { cell / 7 } else { 6 - cell / 7 };
        assert_eq!((score, column), (same, mirrored / 7));
        if boards.iter().filter(|other| book::key(other) == entry.key).count() == 1 {
            assert_eq!(score, i32::from(entry.score));
        }
    }
    assert!(read.find(&after(Fixed::<7, 6>, "123456712")).is_none(), "nine stones are beyond the book");
}
