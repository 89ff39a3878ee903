//! The Connect Four solver: known values and scores, comparison with plain alpha-beta, mirror
//! images, threads, limits, the transposition table and the opening book.
//!
//! `./test deep` solves the larger boards too.

use std::collections::HashMap;
use std::time::Duration;

use plateau_core::bits::Bits;
use plateau_core::hash::mix2;
use plateau_core::{Outcome, Position, Symmetry, Variant};
use plateau_games::connect4::book::{self, Book};
use plateau_games::connect4::solver::{Bounds, SolveControl, Solver};
use plateau_games::connect4::{AnySize, Board, ConnectFour, Fixed, Geometry};
use plateau_games::{EngineSpec, REGISTRY};
use plateau_search::{Limits, Score, Settings, StopReason, Value};

type Standard = Fixed<7, 6>;

fn game<G: Geometry>(geometry: G) -> ConnectFour<G> {
    let [columns, rows, line] = [geometry.columns(), geometry.rows(), geometry.line()];
    ConnectFour::new(format!("connect4:{columns}x{rows}x{line}"), geometry)
}

/// Returns the position after moves given as columns.
fn after<G: Geometry>(geometry: G, moves: &str) -> Board<G> {
    let game = game(geometry);
    game.split_moves(moves)
        .into_iter()
        .fold(game.start(), |board, (_, text)| board.play(game.parse_move(&board, text).unwrap()).unwrap())
}

/// Returns a position after random moves that do not end the game, if there is one.
fn random_position<G: Geometry>(geometry: G, seed: u64, plies: u32) -> Option<Board<G>> {
    let mut board = game(geometry).start();
    for ply in 0..plies {
        let moves: Vec<u8> = board.legal_moves().filter(|&cell| !board.after(cell).is_won()).collect();
        let chosen = mix2(seed, ply.into()) % moves.len().max(1) as u64;
        board.play_unchecked(*moves.get(chosen as usize)?);
    }
    board.outcome().is_none().then_some(board)
}

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

fn known_scores() -> Vec<(&'static str, i32)> {
    let lines = include_str!("../data/connect4_scores.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.split_once(" ; ").unwrap())
        .map(|(moves, score)| (moves, score.parse().unwrap()))
        .collect()
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
fn a_win_loss_draw_search_visits_fewer_nodes() {
    let variant = REGISTRY.variant("connect4").unwrap();
    let [mut exact_nodes, mut wld_nodes] = [0, 0];
    for (moves, score) in known_scores().into_iter().filter(|(moves, _)| moves.len() > 12) {
        let record = variant.open(moves).unwrap();
        let settings = Settings { hash_mb: 8, ..Settings::default() };
        let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), settings).unwrap();
        exact_nodes += engine.analyse(&*record, &Limits::default(), &mut |_| {}).unwrap().nodes;
        engine.new_game();
        let limits = Limits { wld_only: true, ..Limits::default() };
        let analysis = engine.analyse(&*record, &limits, &mut |_| {}).unwrap();
        wld_nodes += analysis.nodes;
        assert_eq!(analysis.stop, StopReason::Proven, "{moves}");
        let is_known = match score.signum() {
            1 => analysis.value.lower > Score::DRAW,
            0 => analysis.value == Value::exact(Score::DRAW),
            _ => analysis.value.upper < Score::DRAW,
        };
        let [lower, upper] =
            [analysis.value.lower, analysis.value.upper].map(|bound| record.native_score(bound));
        let is_true = lower.is_none_or(|lower| lower <= score) && upper.is_none_or(|upper| upper >= score);
        assert!(is_known && is_true, "{moves}, {score}: {:?}", analysis.value);
        // Its move keeps the win or draw.
        let mut after = record.boxed_clone();
        after.play(&analysis.moves[0].mv).unwrap();
        let reply = engine.analyse(&*after, &Limits { search_forced: true, ..limits }, &mut |_| {}).unwrap();
        assert!(score < 0 || reply.value.upper <= Score::DRAW, "{moves}: {reply:?}");
        assert!(score < 1 || reply.value.upper < Score::DRAW, "{moves}: {reply:?}");
    }
    assert!(3 * wld_nodes < 2 * exact_nodes, "{wld_nodes} nodes, {exact_nodes} for exact scores");
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

#[test]
fn best_plays_perfectly_and_values_every_move() {
    let variant = REGISTRY.variant("connect4").unwrap();
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
    for (moves, score) in known_scores().into_iter().filter(|(moves, _)| moves.len() > 14) {
        let mut record = variant.open(moves).unwrap();
        let limits = Limits { multi_pv: true, ..Limits::default() };
        let analysis = engine.analyse(&*record, &limits, &mut |_| {}).unwrap();
        assert_eq!(analysis.stop, StopReason::Proven);
        assert!(analysis.value.is_exact());
        assert_eq!(record.native_score(analysis.value.lower), Some(score), "{moves}");
        assert_eq!(analysis.moves.len(), record.legal_moves().len());
        assert_eq!(analysis.moves[0].value, analysis.value, "the best move has the value of the position");
        assert!(analysis.moves.is_sorted_by(|a, b| a.value.lower >= b.value.lower));
        // The line ends the game at the ply of the value.
        let length = analysis.value.lower.plies().map(|plies| plies as usize);
        record.play_all(&analysis.moves[0].pv.join(" ")).unwrap();
        assert!(record.finish().is_some(), "{moves}");
        assert_eq!(length.unwrap_or(42 - moves.len()), analysis.moves[0].pv.len(), "{moves}");
    }
}

/// A position that takes thousands of nodes to solve, and its score.
const HARD: (&str, i32) = ("274552224131661", 0);

#[test]
fn progress_reports_are_true() {
    let variant = REGISTRY.variant("connect4").unwrap();
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
    for (moves, score) in known_scores().into_iter().filter(|(moves, _)| moves.len() > 12) {
        let record = variant.open(moves).unwrap();
        let (mut reports, mut nodes) = (0, 0);
        let analysis = engine
            .analyse(&*record, &Limits::default(), &mut |now| {
                let within = |bound: Score| record.native_score(bound);
                let [lower, upper] = [now.value.lower, now.value.upper];
                assert!(within(lower).is_none_or(|lower| lower <= score), "{moves}: {now:?}");
                assert!(within(upper).is_none_or(|upper| upper >= score), "{moves}: {now:?}");
                assert!(now.nodes >= nodes, "{moves}");
                (reports, nodes) = (reports + 1, now.nodes);
            })
            .unwrap();
        assert!(reports > 0 && analysis.nodes >= nodes, "{moves}");
    }
}

#[test]
fn best_respects_its_node_limit_and_claims_only_true_bounds() {
    let (moves, score) = HARD;
    let variant = REGISTRY.variant("connect4").unwrap();
    let record = variant.open(moves).unwrap();
    let mut solver = Solver::new(Fixed::<7, 6>, 8, 1);
    let board = after(Fixed::<7, 6>, moves);
    assert_eq!(solver.solve(&board), score);
    let (mut proven, mut narrowed) = (0, 0);
    // From too few nodes to enough for the score, but not for all moves.
    for nodes in (20_000..400_000).step_by(20_000) {
        let settings = Settings { hash_mb: 8, ..Settings::default() };
        let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), settings).unwrap();
        for multi_pv in [false, true] {
            let limits = Limits { multi_pv, ..Limits::nodes(nodes) };
            let analysis = engine.analyse(&*record, &limits, &mut |_| {}).unwrap();
            assert!(analysis.nodes <= nodes, "{} of {nodes}", analysis.nodes);
            let native = |bound: Score| record.native_score(bound);
            let [lower, upper] = [native(analysis.value.lower), native(analysis.value.upper)];
            assert!(lower.is_none_or(|lower| lower <= score) && upper.is_none_or(|upper| upper >= score));
            narrowed += usize::from(!analysis.value.is_exact() && (lower.is_some() || upper.is_some()));
            if multi_pv {
                assert_eq!(analysis.moves.len(), record.legal_moves().len());
            }
            if analysis.value.is_exact() {
                proven += 1;
                // The first move achieves the proven score, even if the others are not solved.
                let column: u8 = analysis.moves[0].mv.parse().unwrap();
                let cell = board.legal_moves().find(|cell| cell / 7 + 1 == column).unwrap();
                assert_eq!(solver.solve(&board.after(cell)), -score, "{nodes}");
            }
            engine.new_game();
        }
    }
    assert!(proven > 0 && narrowed > 0, "{proven} {narrowed}");
}

#[test]
fn best_respects_its_limits_on_boards_it_cannot_solve() {
    for name in ["connect4:8x7", "connect4:10x10", "connect4:7x7"] {
        let variant = REGISTRY.variant(name).unwrap();
        let settings = Settings { hash_mb: 8, ..Settings::default() };
        let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), settings).unwrap();
        let start = variant.start();
        for limits in [Limits::time(Duration::from_millis(100)), Limits::nodes(60_000), Limits::nodes(500)] {
            let analysis = engine.analyse(&*start, &limits, &mut |_| {}).unwrap();
            assert_ne!(analysis.stop, StopReason::Proven, "{name}");
            assert!(start.legal_moves().contains(&analysis.moves[0].mv), "{name}");
            assert!(
                analysis.value.lower <= analysis.value.estimate
                    && analysis.value.estimate <= analysis.value.upper
            );
            assert!(limits.nodes.is_none_or(|most| analysis.nodes <= most), "{}", analysis.nodes);
        }
    }
}

/// Positions that the node limit does not suffice to solve, with a move proven to be a loss at
/// worst, while alpha-beta has a better one.
#[test]
fn a_move_with_a_proven_lower_bound_does_not_replace_a_better_one() {
    let variant = REGISTRY.variant("connect4").unwrap();
    let settings = Settings { hash_mb: 64, ..Settings::default() };
    let mut solver = Solver::new(Fixed::<7, 6>, 8, 1);
    let mut unproven = 0;
    for moves in ["147642115775", "13223463311", "17521643715", "26643475435", "256716236", "724611555"] {
        let record = variant.open(moves).unwrap();
        let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), settings).unwrap();
        let analysis = engine.analyse(&*record, &Limits::nodes(60_000), &mut |_| {}).unwrap();
        unproven += u32::from(!analysis.value.is_exact());
        assert_eq!(analysis.value.estimate, analysis.moves[0].value.estimate, "{moves}: {analysis:?}");
        let board = after(Fixed::<7, 6>, moves);
        let played = after(Fixed::<7, 6>, &format!("{moves}{}", analysis.moves[0].mv));
        let score = solver.solve(&board);
        assert!(-solver.solve(&played) >= score.signum(), "{moves}: {}, score {score}", analysis.moves[0].mv);
    }
    assert!(unproven > 3, "{unproven}");
}

#[test]
fn a_stopped_search_returns_what_it_has_found() {
    let variant = REGISTRY.variant("connect4:8x7").unwrap();
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
    let limits = Limits::default();
    let (mut reports, mut deepest) = (0, 0);
    let analysis = engine
        .analyse(&*variant.start(), &limits, &mut |now| {
            (reports, deepest) = (reports + 1, deepest.max(now.depth));
            if now.nodes > 8_000_000 {
                limits.stop.raise();
            }
        })
        .unwrap();
    assert_eq!(analysis.stop, StopReason::Stopped);
    assert!(reports > 10 && deepest > 10, "{reports} {deepest}");
    assert!(analysis.depth + 2 >= deepest, "{} of {deepest}", analysis.depth);
    assert!(analysis.moves[0].pv.len() > 3, "{analysis:?}");
}

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

#[test]
fn best_delays_a_loss_to_the_last_ply() {
    let variant = REGISTRY.variant("connect4:6x4").unwrap();
    let settings = Settings { hash_mb: 4, ..Settings::default() };
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), settings).unwrap();
    let analysis = engine.analyse(&*variant.start(), &Limits::default(), &mut |_| {}).unwrap();
    assert_eq!(analysis.value.lower.plies(), Some(24));
    assert_eq!(analysis.moves[0].pv.len(), 24);
}
