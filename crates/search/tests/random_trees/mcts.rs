//! Monte-Carlo tree search on random games: bounds, threads, and the tree kept between moves.

use plateau_core::Position;
use plateau_core::hash::mix;
use plateau_search::textbook::negamax;
use plateau_search::{
    Engine, GamePosition, LeafValue, Limits, Mcts, MctsSettings, NoEvaluation, Parts, StopReason,
};

use crate::game::{MAX_PLIES, RandomGame};
use crate::{RandomEvaluation, check, contains};

fn settings(threads: usize) -> MctsSettings {
    MctsSettings { memory_mb: 4, threads, ..MctsSettings::default() }
}

/// Creates a search with playouts.
fn playouts<const MARGIN: bool>(threads: usize) -> Mcts<RandomGame<MARGIN>, Parts<NoEvaluation>> {
    Mcts::new(Parts::new(NoEvaluation), settings(threads))
}

/// Creates a search with evaluations.
fn evaluations<const MARGIN: bool>(threads: usize) -> Mcts<RandomGame<MARGIN>, Parts<RandomEvaluation>> {
    Mcts::new(Parts::new(RandomEvaluation(1)), settings(threads))
}

#[test]
fn playouts_prove_nothing_false() {
    check::<false>(false, playouts(1), false);
    check::<false>(true, playouts(1), false);
    check::<true>(false, playouts(1), false);
}

#[test]
fn evaluations_prove_nothing_false() {
    check::<false>(false, evaluations(1), false);
    check::<false>(true, evaluations(1), false);
    check::<true>(false, evaluations(1), false);
}

#[test]
fn several_threads_prove_nothing_false() {
    check::<false>(true, playouts(3), false);
    check::<true>(false, playouts(2), false);
    check::<false>(true, evaluations(2), false);
    check::<true>(false, evaluations(3), false);
}

#[test]
fn constant_evaluation_is_replaced_by_playouts() {
    let game = GamePosition::new(RandomGame::<false>::start(mix(1), false));
    let search = |leaf| {
        let settings = MctsSettings { leaf, ..settings(1) };
        let analysis =
            Mcts::new(Parts::new(NoEvaluation), settings).analyse(&game, &Limits::nodes(200), &mut |_| {});
        (analysis.value, analysis.nodes)
    };
    assert_eq!(search(None), search(Some(LeafValue::Playout)));
    assert_ne!(search(None), search(Some(LeafValue::Evaluation)));
}

/// Returns an unproven start position with its best move and a reply.
fn opening(engine: &mut impl Engine<RandomGame<false>>, seed: u64) -> Option<(RandomGame<false>, [u8; 2])> {
    let start = RandomGame::start(mix(seed), false);
    engine.new_game();
    let analysis = engine.analyse(&GamePosition::new(start), &Limits::nodes(100), &mut |_| {});
    let [first, second, ..] = *analysis.pv() else { return None };
    let is_over = start.after(first).after(second).outcome().is_some();
    (analysis.stop == StopReason::Nodes && !is_over).then_some((start, [first, second]))
}

#[test]
fn tree_is_kept_between_moves() {
    let mut engine = evaluations::<false>(1);
    let none = Limits::nodes(0);
    let mut kept = 0;
    for seed in 0..400 {
        for plies in 0..3 {
            let Some((start, moves)) = opening(&mut engine, seed) else { continue };
            let visits = engine.root_visits();
            let position = moves[..plies].iter().fold(start, |position, &mv| position.after(mv));
            let truth = negamax(&position, MAX_PLIES.into(), &NoEvaluation).score;
            let analysis = engine.analyse(&GamePosition::new(position), &none, &mut |_| {});
            assert!(position.is_legal(analysis.best().unwrap()), "seed {seed}");
            assert!(contains(analysis.value, truth), "seed {seed}: {:?}, not {truth}", analysis.value);
            let carried = engine.root_visits();
            assert!(carried > 0 && carried <= visits, "seed {seed}: {carried} of {visits}");
            assert!(plies > 0 || carried == visits, "seed {seed}: {carried} of {visits}");
            let full = engine.analyse(&GamePosition::new(position), &Limits::default(), &mut |_| {});
            assert_eq!(full.stop, StopReason::Proven);
            assert!(contains(full.value, truth), "seed {seed}: {:?}, not {truth}", full.value);
            kept += 1;
        }
    }
    assert!(kept > 300, "{kept} positions");
}

#[test]
fn unrelated_positions_and_new_games_start_afresh() {
    let mut engine = evaluations::<false>(1);
    let limits = Limits::nodes(100);
    let (one, other) = (RandomGame::start(mix(3), false), RandomGame::start(mix(5), false));
    let mut search = |position, is_new: bool| {
        if is_new {
            engine.new_game();
        }
        let analysis = engine.analyse(&GamePosition::new(position), &limits, &mut |_| {});
        (analysis.value, analysis.nodes, analysis.pv().to_vec(), engine.root_visits())
    };
    let fresh = search(one, true);
    assert_eq!(search(one, true), fresh, "after a new game");
    let unrelated = search(other, false);
    assert_eq!(search(other, true), unrelated);
    assert_eq!(search(one, false), fresh, "after another position");
}

#[test]
fn nodes_of_all_threads_respect_the_limit() {
    for seed in 0..50 {
        let game = GamePosition::new(RandomGame::<false>::start(mix(seed), false));
        for nodes in [10, 300, 1_000] {
            let analysis = playouts(3).analyse(&game, &Limits::nodes(nodes), &mut |_| {});
            assert!(analysis.nodes <= nodes, "{} of {nodes}", analysis.nodes);
            assert!(analysis.stop == StopReason::Proven || analysis.nodes == nodes, "{analysis:?}");
        }
    }
}
