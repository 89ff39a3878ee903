//! The endgame solver of Othello, alone and in the engine `best`.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plateau_core::{Player, Position, Record, Variant};
use plateau_games::othello::learned;
use plateau_games::othello::solver::{Bounds, SolveControl, Solver};
use plateau_games::othello::{Board, Othello, PASS, exact_book, opening_book};
use plateau_search::book::{ExactBook, book_key};
use plateau_search::{
    Analysis, Engine, ErasedParts, GamePosition, Limits, Parts, Policy, Score, Settings, StopReason,
};

use super::common::{engine, random_positions, search_with};

/// Solves a position by plain negamax.
fn negamax<const N: usize>(board: &Board<N>) -> i32 {
    let values = board.legal_moves().map(|mv| -negamax(&board.after(mv)));
    values.max().unwrap_or_else(|| board.final_score())
}

/// Returns unfinished positions of random games with this many empty squares.
fn endings<const N: usize>(variant: &Othello<N>, seed: u64, count: usize, empty: u32) -> Vec<Board<N>> {
    let plies = N * N - 4 - empty as usize;
    let positions = random_positions(variant, seed, 4 * count + 20, plies..plies + 3);
    positions.into_iter().filter(|board| board.empty().count_ones() == empty).take(count).collect()
}

/// Analyses a position without history.
fn analyse<const N: usize>(
    engine: &mut dyn Engine<Board<N>>,
    board: &Board<N>,
    limits: &Limits,
) -> Analysis<u8> {
    engine.analyse(&GamePosition::new(*board), limits, &mut |_| {})
}

/// What happened in a comparison with negamax.
#[derive(Default)]
struct Seen {
    positions: usize,
    passes: usize,
    wiped_out: usize,
    unfilled: usize,
}

/// Compares the solver with negamax, with a table that stays from one position to the next.
fn compare<const N: usize>(counts: &[(u32, usize)], seen: &mut Seen) {
    for discs_only in [false, true] {
        let variant = Othello::<N> { discs_only };
        let mut solver = Solver::new(variant, 1, 1);
        for &(empty, count) in counts {
            for board in endings(&variant, u64::from(empty) + N as u64, count, empty) {
                let score = negamax(&board);
                assert_eq!(solver.solve(&board), score, "{}: {}", variant.name(), variant.print(&board));
                seen.positions += 1;
                seen.passes += usize::from(board.must_pass());
                seen.wiped_out += usize::from(score.unsigned_abs() as usize == N * N);
                seen.unfilled += usize::from(score % 2 != 0);
            }
        }
    }
}

/// Whether the long tests run.
fn is_deep() -> bool {
    std::env::var_os("PLATEAU_DEEP").is_some()
}

/// The published value of 6×6 is 20 to 16 for white. From the start this takes half a minute, so the short
/// form begins later on a line of best moves.
#[test]
fn white_wins_on_6x6_by_four_discs() {
    let mut record = Record::new(Othello::<6>::default());
    record.play_all(if is_deep() { "" } else { "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2" }).unwrap();
    let score = Solver::new(*record.variant(), 512, 1).solve(record.position());
    assert_eq!((record.position().turn(), score), (Player::First, -4));
}

#[test]
fn solver_agrees_with_negamax() {
    let mut seen = Seen::default();
    compare::<4>(&[(1, 20), (3, 40), (6, 100), (10, 100), (12, 1)], &mut seen);
    compare::<6>(&[(2, 40), (5, 60), (7, 60), (9, 20)], &mut seen);
    compare::<8>(&[(1, 40), (4, 100), (6, 100), (8, 60), (9, 10)], &mut seen);
    if is_deep() {
        compare::<6>(&[(10, 100), (12, 20)], &mut seen);
        compare::<8>(&[(8, 400), (9, 300), (10, 200), (11, 80), (12, 20)], &mut seen);
    }
    assert!(seen.positions > 1_000, "{}", seen.positions);
    assert!(seen.passes > 20, "{}", seen.passes);
    assert!(seen.wiped_out > 20, "{}", seen.wiped_out);
    assert!(seen.unfilled > 20, "{}", seen.unfilled);
}

/// Collects the values of all positions that can be reached.
fn all_values(board: &Board<4>, values: &mut HashMap<Board<4>, i32>) -> i32 {
    if let Some(&value) = values.get(board) {
        return value;
    }
    let children: Vec<i32> = board.legal_moves().map(|mv| -all_values(&board.after(mv), values)).collect();
    let value = children.into_iter().max().unwrap_or_else(|| board.final_score());
    values.insert(*board, value);
    value
}

#[test]
fn all_positions_of_4x4_are_solved() {
    for (discs_only, value) in [(false, -10), (true, -8)] {
        let variant = Othello::<4> { discs_only };
        let mut values = HashMap::new();
        assert_eq!(all_values(&variant.start(), &mut values), value);
        let mut values: Vec<(Board<4>, i32)> = values.into_iter().collect();
        values.sort_by_key(|(board, _)| board.key());
        assert!(values.len() > 20_000, "{}", values.len());
        let mut solver = Solver::new(variant, 1, 1);
        for (board, value) in values {
            assert_eq!(solver.solve(&board), value, "{}", variant.print(&board));
        }
    }
}

/// Alpha-beta without an endgame solver is the oracle where negamax takes too long.
#[test]
fn solver_agrees_with_alphabeta_where_evaluation_orders_the_moves() {
    fn check<const N: usize>(count: usize, empties: std::ops::Range<u32>) {
        for discs_only in [false, true] {
            let variant = Othello::<N> { discs_only };
            let mut solvers = [1, 2].map(|threads| Solver::new(variant, 1, threads));
            let parts = Parts::ordered(learned::shipped::<N>()).with_policy(Policy::STATIC_ORDERING);
            let settings = Settings { hash_mb: 16, ..Settings::default() };
            let mut oracle = search_with(&variant, ErasedParts::new(parts), settings);
            for empty in empties.clone() {
                for board in endings(&variant, 77, count, empty) {
                    let value = analyse(&mut *oracle, &board, &Limits::default()).value;
                    assert!(value.is_exact());
                    for solver in &mut solvers {
                        let score = solver.solve(&board) * Score::UNIT;
                        assert_eq!(score, value.estimate.number(), "{}", variant.print(&board));
                    }
                }
            }
        }
    }
    check::<6>(3, 12..if is_deep() { 18 } else { 15 });
    check::<8>(2, 12..if is_deep() { 18 } else { 14 });
}

#[test]
fn windows_are_decided_and_moves_achieve_the_score() {
    let variant = Othello::<8>::default();
    let mut solver = Solver::new(variant, 1, 1);
    let mut results = [0; 3];
    for board in endings(&variant, 5, 40, 13) {
        let score = solver.solve(&board);
        let mut fresh = Solver::new(variant, 1, 1);
        let mut within = |window| fresh.solve_within(&board, window, &mut SolveControl::unlimited());
        let wld = Bounds { lower: -1, upper: 1 };
        let result = within(wld);
        assert!(result.clamp_to(wld).is_exact() && result.lower <= score && score <= result.upper);
        assert_eq!(result.clamp_to(wld).lower, score.signum());
        results[(score.signum() + 1) as usize] += 1;
        for alpha in [score - 3, score - 1, score, score + 2] {
            let found = within(Bounds { lower: alpha, upper: alpha + 1 });
            assert_eq!(found.cutoff(alpha).unwrap() > alpha, score > alpha);
            assert!(found.lower <= score && score <= found.upper);
        }
        let mv = solver.move_achieving(&board, score, &|_| false).unwrap();
        assert_eq!(-solver.solve(&board.after(mv)), score);
        assert_eq!(fresh.move_achieving(&board, score, &|_| true), None, "stopped");
    }
    assert!(results[0] > 3 && results[2] > 3, "{results:?}");
}

#[test]
fn a_stopped_search_proves_no_wrong_bound_and_resumes() {
    let variant = Othello::<8>::default();
    for board in endings(&variant, 9, 4, 17) {
        let score = Solver::new(variant, 4, 1).solve(&board);
        let mut solver = Solver::new(variant, 4, 1);
        let (mut limit, mut slices, polls) = (0, 0, AtomicU64::new(0));
        let mut bounds = Solver::<8>::FULL_WINDOW;
        while !bounds.is_exact() {
            limit += 40_000;
            slices += 1;
            let stop = |nodes| {
                polls.fetch_add(1, Ordering::Relaxed);
                nodes >= limit
            };
            let mut control = SolveControl::stoppable(&stop);
            let found = solver.solve_within(&board, Solver::<8>::FULL_WINDOW, &mut control);
            assert!(found.lower <= score && score <= found.upper, "{found:?} {score}");
            assert!(bounds.lower <= found.lower && found.upper <= bounds.upper, "bounds are not lost");
            assert!(solver.nodes() < limit + 200_000, "{} of {limit}", solver.nodes());
            bounds = found;
        }
        assert_eq!(bounds.lower, score);
        assert!(slices > 1 && polls.into_inner() > slices);
    }
}

#[test]
#[should_panic(expected = "a position of the solver's variant")]
fn positions_of_the_other_count_are_refused() {
    let discs = Othello::<4> { discs_only: true };
    Solver::new(Othello::<4>::default(), 1, 1).solve(&discs.start());
}

/// Plays the moves of a line and returns the final score for the side that begins.
fn score_of_line<const N: usize>(board: &Board<N>, line: &[u8]) -> i32 {
    let end = line.iter().fold(*board, |board, &mv| board.after(mv));
    assert!(end.outcome().is_some(), "the line leads to the end of the game");
    if end.turn() == board.turn() { end.final_score() } else { -end.final_score() }
}

#[test]
fn best_values_every_move_exactly() {
    for discs_only in [false, true] {
        let variant = Othello::<8> { discs_only };
        let mut best = engine(&variant, "best", 4);
        let mut solver = Solver::new(variant, 1, 1);
        for board in endings(&variant, 21, 5, 13) {
            let limits = Limits { multi_pv: true, search_forced: true, ..Limits::default() };
            let analysis = analyse(&mut *best, &board, &limits);
            assert_eq!(
                (analysis.stop, analysis.moves.len()),
                (StopReason::Proven, board.legal_moves().len())
            );
            assert!(analysis.moves.is_sorted_by_key(|mv| Reverse(mv.value.estimate)));
            assert_eq!(analysis.value, analysis.moves[0].value);
            for each in &analysis.moves {
                let score = -solver.solve(&board.after(each.mv));
                assert_eq!((each.value.is_exact(), each.value.lower.number()), (true, score * Score::UNIT));
                assert_eq!(each.pv[0], each.mv);
                assert_eq!(score_of_line(&board, &each.pv), score);
            }
            let limits = Limits { wld_only: true, ..Limits::default() };
            let wld = analyse(&mut *best, &board, &limits).value;
            let sign = analysis.value.estimate.number().signum();
            assert!(wld.lower <= analysis.value.lower && analysis.value.upper <= wld.upper);
            assert_eq!([wld.lower.number().signum(), wld.upper.number().signum()], [sign; 2]);
        }
    }
}

#[test]
fn best_solves_within_time_limits_and_moves_without_a_solution() {
    let variant = Othello::<8>::default();
    let mut best = engine(&variant, "best", 4);
    let board = endings(&variant, 30, 1, 15)[0];
    let analysis = analyse(&mut *best, &board, &Limits::time(Duration::from_secs(20)));
    assert!(analysis.value.is_exact());
    for empty in [24, 30, 44] {
        let board = endings(&variant, 31, 1, empty)[0];
        for milliseconds in [0, 30, 300] {
            let begin = Instant::now();
            let analysis = analyse(&mut *best, &board, &Limits::time(Duration::from_millis(milliseconds)));
            assert!(board.is_legal(analysis.moves[0].mv));
            assert!(begin.elapsed() < Duration::from_millis(milliseconds + 1_500), "{:?}", begin.elapsed());
        }
    }
}

#[test]
fn passes_at_the_root_are_solved() {
    let variant = Othello::<8>::default();
    let mut passes = 0;
    for empty in 8..15 {
        let mut solver = Solver::new(variant, 1, 1);
        for board in endings(&variant, 40, 400, empty).into_iter().filter(Board::must_pass) {
            passes += 1;
            assert_eq!(solver.solve(&board), -solver.solve(&board.after(PASS)));
            assert_eq!(solver.plausible_moves(&board), [PASS]);
        }
    }
    assert!(passes > 3, "{passes}");
}

/// The known scores of 20 to 23 empty squares; in a deep run all, on one thread and on two.
#[test]
fn known_endgames_are_solved() {
    let variant = Othello::<8>::default();
    let positions: Vec<(Board<8>, i32)> = include_str!("../data/othello_endgames.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.rsplit_once(' ').unwrap())
        .map(|(board, score)| (variant.parse(board).unwrap(), score.parse().unwrap()))
        .collect();
    assert_eq!(positions.len(), 5);
    assert!(positions.iter().any(|(board, _)| board.turn() == Player::Second));
    for threads in if is_deep() { 1..=2 } else { 1..=1 } {
        let mut solver = Solver::new(variant, 16, threads);
        for (board, score) in &positions[..if is_deep() { 5 } else { 1 }] {
            assert_eq!(solver.solve(board), *score, "{threads} threads: {}", variant.print(board));
        }
    }
}

/// The plies that the book of 6×6 covers.
const BOOK_PLIES: u32 = 9;

/// Returns the positions of the book of 6×6 that are reached if one side plays its moves and the other side
/// any moves, up to symmetry, with the number of plies. Checks their scores against those after their moves.
fn book_positions(book: &ExactBook<Board<6>>) -> Vec<(Board<6>, u32)> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for book_side in Player::BOTH {
        let mut level = vec![Othello::<6>::default().start()];
        for ply in 0.. {
            level.sort_by_key(book_key);
            level.dedup_by_key(|board| book_key(board));
            let mut next = Vec::new();
            for board in level {
                let Some((score, best)) = book.find(&board) else {
                    assert!(ply >= BOOK_PLIES, "ply {ply}: {board:?} is missing");
                    continue;
                };
                assert!(board.is_legal(best));
                let scores = board.legal_moves().map(|mv| {
                    let after = board.after(mv);
                    let score = after.outcome().map(|_| after.final_score());
                    (mv, score.or_else(|| book.find(&after).map(|(score, _)| score)).map(|score| -score))
                });
                let scores: Vec<(u8, Option<i32>)> = scores.collect();
                let known = scores.iter().filter_map(|&(_, score)| score);
                assert!(known.clone().all(|after| after <= score), "ply {ply}: a move is better");
                if scores.iter().all(|(_, score)| score.is_some()) {
                    assert_eq!(known.max(), Some(score), "ply {ply}: the score of the best move");
                }
                let after_best = scores.iter().find(|(mv, _)| *mv == best).unwrap().1;
                assert!(after_best.is_none_or(|after| after == score));
                let is_book_turn = board.turn() == book_side;
                let played = scores.iter().filter(|(mv, _)| !is_book_turn || *mv == best);
                let after = played.map(|&(mv, _)| board.after(mv)).filter(|board| board.outcome().is_none());
                next.extend(after);
                if seen.insert(book_key(&board)) {
                    found.push((board, ply));
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
    }
    found
}

/// The last positions are solved again; in a deep run many of them.
#[test]
fn the_book_of_6x6_is_complete_consistent_and_exact() {
    let variant = Othello::<6>::default();
    let book = exact_book(variant).unwrap();
    let mut positions = book_positions(book);
    assert_eq!(positions.len(), book.len(), "every entry can be reached");
    assert_eq!(book.find(&variant.start()).map(|(score, _)| score), Some(-4));
    positions.sort_by_key(|(board, ply)| (Reverse(*ply), board.key()));
    let mut solver = Solver::new(variant, 64, 1);
    for (board, _) in &positions[..if is_deep() { 60 } else { 2 }] {
        let (score, best) = book.find(board).unwrap();
        assert_eq!(solver.solve(board), score, "{}", variant.print(board));
        assert_eq!(-solver.solve(&board.after(best)), score, "{}", variant.print(board));
    }
}

/// Plays 6×6 from the start with `best` on one side or on both. Its value never falls, and the last one is
/// the final score.
#[test]
fn best_plays_6x6_perfectly_from_the_first_move() {
    let variant = Othello::<6>::default();
    let mut best = engine(&variant, "best", 16);
    let mut by_book = 0;
    let opponents = if is_deep() { 0..12 } else { 0..2 };
    for (side, seed) in
        Player::BOTH.into_iter().flat_map(|side| opponents.clone().map(move |seed| (side, seed)))
    {
        let mut board = variant.start();
        let mut value = None;
        for ply in 0_u64.. {
            if board.outcome().is_some() {
                break;
            }
            let mut moves = board.legal_moves();
            let is_random = seed > 0 && board.turn() != side;
            let mv = if is_random {
                moves.nth(plateau_core::hash::mix2(seed, ply) as usize % moves.len()).unwrap()
            } else {
                let analysis =
                    analyse(&mut *best, &board, &Limits { search_forced: true, ..Limits::default() });
                assert!(analysis.value.is_exact() && analysis.moves[0].value == analysis.value);
                assert!(analysis.nodes < 100_000_000, "{} nodes", analysis.nodes);
                by_book += usize::from(analysis.nodes == 0);
                let discs = analysis.value.estimate.number() / Score::UNIT;
                let for_side = if board.turn() == side { discs } else { -discs };
                match value {
                    None => assert_eq!(for_side, if side == Player::First { -4 } else { 4 }),
                    Some(before) if seed == 0 => assert_eq!(for_side, before),
                    Some(before) => assert!(for_side >= before, "{for_side} after {before}"),
                }
                value = Some(for_side);
                analysis.best().unwrap()
            };
            board = board.after(mv);
        }
        let end = board.final_score();
        let score = if board.turn() == side { end } else { -end };
        // A random move at the very end may lose more.
        assert!(if seed == 0 { Some(score) == value } else { Some(score) >= value }, "{score} {value:?}");
    }
    assert!(by_book > 20, "{by_book}");
}

#[test]
fn the_book_of_8x8_answers_at_once_with_estimates() {
    let variant = Othello::<8>::default();
    let book = opening_book(variant).unwrap();
    let mut best = engine(&variant, "best", 4);
    let limits = Limits { use_book: true, ..Limits::nodes(1_000) };
    let (mut board, mut plies) = (variant.start(), 0);
    while let Some(moves) = book.moves(&board) {
        let analysis = analyse(&mut *best, &board, &limits);
        assert_eq!((analysis.stop, analysis.nodes), (StopReason::Book, 0));
        assert!(!analysis.value.is_exact() && board.is_legal(analysis.moves[0].mv));
        assert_eq!(analysis.value.estimate.number(), moves[0].value.into());
        for &symmetry in board.symmetries() {
            let image = board.transform(symmetry);
            let mv = analyse(&mut *best, &image, &limits).best().unwrap();
            assert_eq!(book_key(&image.after(mv)), book_key(&board.after(analysis.moves[0].mv)));
        }
        board = board.after(moves[0].mv);
        plies += 1;
    }
    assert!(plies > 2, "{plies}");
    assert_ne!(analyse(&mut *best, &board, &limits).stop, StopReason::Book);
    let start = variant.start();
    let every = Limits { multi_pv: true, ..limits.clone() };
    for limits in [Limits { use_book: true, ..Limits::depth(2) }, every, Limits::nodes(1_000)] {
        assert_ne!(analyse(&mut *best, &start, &limits).stop, StopReason::Book);
    }
    let mut off = engine(&variant, "best:book=off", 4);
    assert_ne!(analyse(&mut *off, &start, &limits).stop, StopReason::Book);
    let discs = Othello::<8> { discs_only: true };
    let other = analyse(&mut *engine(&discs, "best", 4), &discs.start(), &limits);
    assert_ne!(other.stop, StopReason::Book);
}

#[test]
fn without_its_book_6x6_is_not_solved_at_once() {
    let variant = Othello::<6>::default();
    let limits = Limits::nodes(1_000);
    let is_exact =
        |spec| analyse(&mut *engine(&variant, spec, 4), &variant.start(), &limits).value.is_exact();
    assert!(is_exact("best") && !is_exact("best:book=off"));
}

#[test]
fn the_highest_level_varies_its_openings_by_seed() {
    let variant = Othello::<8>::default();
    let book = opening_book(variant).unwrap();
    let limits = Limits { use_book: true, ..Limits::default() };
    let mut games = HashSet::new();
    for seed in 0..12 {
        let mut level = engine(&variant, &format!("level:8,seed={seed}"), 4);
        let mut board = variant.start();
        while let Some(moves) = book.moves(&board) {
            let mv = analyse(&mut *level, &board, &limits).best().unwrap();
            let value = moves.iter().find(|each| each.mv == mv).unwrap().value;
            assert!(value >= moves[0].value - 100, "{value} {moves:?}");
            board = board.after(mv);
        }
        games.insert(book_key(&board));
    }
    assert!(games.len() > 3, "{}", games.len());
}
