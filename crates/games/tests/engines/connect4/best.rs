//! The engine `best`: perfect play, limits, progress, and values that are true.

use std::time::Duration;

use plateau_core::Position;
use plateau_games::connect4::Fixed;
use plateau_games::connect4::solver::Solver;
use plateau_games::{EngineSpec, REGISTRY};
use plateau_search::{Limits, Score, Settings, StopReason, Value};

use super::{after, known_scores};

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
fn best_delays_a_loss_to_the_last_ply() {
    let variant = REGISTRY.variant("connect4:6x4").unwrap();
    let settings = Settings { hash_mb: 4, ..Settings::default() };
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), settings).unwrap();
    let analysis = engine.analyse(&*variant.start(), &Limits::default(), &mut |_| {}).unwrap();
    assert_eq!(analysis.value.lower.plies(), Some(24));
    assert_eq!(analysis.moves[0].pv.len(), 24);
}
