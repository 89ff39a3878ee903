//! All searches agree at a small fixed depth, for every game, preset and evaluator: textbook
//! minimax, negamax and alpha-beta, their trees, and the engine without selectivity.

use std::collections::BTreeSet;

use plateau_core::{Objective, Player};
use plateau_games::{AnyRecord, AnyVariant, EngineSpec, REGISTRY, Scale, TreeOptions};
use plateau_search::textbook::Algorithm;
use plateau_search::{Limits, Score, Settings, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions with more moves than this are searched to depth 2 only.
const MAX_MOVES_AT_DEPTH_3: usize = 30;

/// Boards with more points than this have ten thousands of lines of two moves, so one random
/// position is enough.
const LARGE_BOARD: usize = 100;

/// Returns every preset of every game.
fn presets() -> Vec<Box<dyn AnyVariant>> {
    let variants = REGISTRY.games().iter().flat_map(|game| {
        let presets = game.presets.iter().map(|preset| format!("{}:{preset}", game.id));
        std::iter::once(game.id.to_owned()).chain(presets)
    });
    variants.map(|name| REGISTRY.variant(&name).unwrap()).collect()
}

/// Returns `count` seeded random positions that are not the end of a game.
fn positions(variant: &dyn AnyVariant, count: u64) -> Vec<Box<dyn AnyRecord>> {
    let random = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let mut record = variant.start();
            for _ in 0..rng.random_range(0..=variant.layout().points.len()) {
                let moves = record.legal_moves();
                if moves.is_empty() {
                    break;
                }
                record.play(&moves[rng.random_range(0..moves.len())]).unwrap();
            }
            if record.finish().is_none() {
                return record;
            }
        }
    };
    (0..count).map(random).collect()
}

/// Returns the values of all moves at a depth, for the side to move.
fn move_values(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    spec: &str,
    depth: u32,
) -> Vec<(String, Score)> {
    let settings = Settings::negamax_equivalent();
    let mut engine = variant.engine(&EngineSpec::parse(spec).unwrap(), settings).unwrap();
    let limits = Limits { multi_pv: true, ..Limits::depth(depth) };
    let analysis = engine.analyse(record, &limits, &mut |_| {}).unwrap();
    let mut values: Vec<_> = analysis.moves.into_iter().map(|mv| (mv.mv, mv.value.estimate)).collect();
    values.sort_unstable();
    values
}

/// Returns the value of a tree for the side to move.
fn tree_value(record: &dyn AnyRecord, algorithm: Algorithm, evaluator: &str, depth: u32) -> i32 {
    let options = TreeOptions {
        algorithm,
        depth: Some(depth),
        evaluator: Some(evaluator.to_owned()),
        fold_symmetry: false,
        max_nodes: usize::MAX >> 1,
        stop: Stop::new(),
    };
    let value = record.tree(&options).unwrap().node(0).value.unwrap();
    if algorithm.is_negamax() || record.turn() == Player::First { value } else { -value }
}

/// Returns a score on the scale of trees, which show no distances.
fn on_tree_scale(score: Score, objective: Objective) -> i32 {
    match objective {
        Objective::Distance if score.is_win() => Scale::WON,
        Objective::Distance if score.is_loss() => -Scale::WON,
        _ => score.number(),
    }
}

#[test]
fn all_searches_agree_at_small_depths() {
    for variant in presets() {
        let variant = &*variant;
        let count = if variant.layout().points.len() > LARGE_BOARD { 1 } else { 12 };
        for record in positions(variant, count) {
            let record = &*record;
            let legal = record.legal_moves().len();
            for evaluator in variant.evaluators() {
                for depth in 1..=if legal <= MAX_MOVES_AT_DEPTH_3 { 3 } else { 2 } {
                    let spec = |engine: &str| format!("{engine}:depth={depth},eval={evaluator}");
                    let place = format!("{} {} {}", variant.name(), record.position_text(), spec(""));
                    let minimax = move_values(variant, record, &spec("minimax"), depth);
                    let alphabeta = move_values(variant, record, &spec("alphabeta"), depth);
                    assert_eq!(alphabeta, minimax, "{place}");
                    let best = minimax.iter().map(|(_, score)| *score).max().unwrap();
                    let expected = on_tree_scale(best, variant.traits().objective);
                    for algorithm in Algorithm::ALL {
                        let value = tree_value(record, algorithm, evaluator, depth);
                        assert_eq!(value, expected, "{place} {algorithm:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn evaluators_tell_moves_apart() {
    for variant in presets() {
        for evaluator in variant.evaluators().into_iter().filter(|&name| name != "none") {
            let spec = format!("minimax:depth=1,eval={evaluator}");
            let differs = positions(&*variant, 20).iter().any(|record| {
                let values = move_values(&*variant, &**record, &spec, 1);
                values.into_iter().map(|(_, score)| score).collect::<BTreeSet<_>>().len() > 1
            });
            assert!(differs, "{} {evaluator}: all moves have the same value", variant.name());
        }
    }
}
