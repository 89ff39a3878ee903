//! Every engine that examines its moves plays a win in one, in every variant.

use std::collections::BTreeSet;

use plateau_core::{Objective, Player};
use plateau_games::EngineSpec;
use plateau_games::{AnyRecord, AnyVariant, REGISTRY};
use plateau_search::{Limits, Settings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ENGINES: [&str; 14] = [
    "best",
    "alphabeta:depth=1",
    "alphabeta:nodes=30",
    "alphabeta:depth=4",
    "alphabeta:eval=baseline,depth=2",
    "mcts:nodes=1000",
    "proof:nodes=2000",
    "minimax:depth=1",
    "negamax:depth=2",
    "rules",
    "level:1",
    "level:4",
    "level:7",
    "level:8",
];

/// Number of positions tested per variant.
const POSITIONS: usize = 5;

/// Returns the margin that makes a win unbeatable: 0 where only the distance counts, all
/// squares where the margin counts.
fn max_margin(variant: &dyn AnyVariant) -> u16 {
    match variant.traits().objective {
        Objective::Distance => 0,
        Objective::Margin => variant.layout().points.len() as u16,
    }
}

/// Returns the moves that win at once with the maximum margin.
fn wins(variant: &dyn AnyVariant, game: &dyn AnyRecord) -> BTreeSet<String> {
    let mut after = game.boxed_clone();
    let mut wins = |mv: &String| {
        after.play(mv).unwrap();
        let outcome = after.finish().map(|finish| finish.outcome);
        after.undo();
        outcome.is_some_and(|outcome| {
            outcome.winner() == Some(game.turn()) && outcome.margin() >= max_margin(variant)
        })
    };
    game.legal_moves().into_iter().filter(|mv| wins(mv)).collect()
}

/// Returns whether a side can force a win of every square. Where margins count, this is
/// as good as winning them at once.
fn wins_all(game: &mut dyn AnyRecord, side: Player, all: u16) -> bool {
    if let Some(finish) = game.finish() {
        return finish.outcome.winner() == Some(side) && finish.outcome.margin() >= all;
    }
    let (own, moves) = (game.turn() == side, game.legal_moves());
    let mut after = |mv: &String| {
        game.play(mv).unwrap();
        let wins = wins_all(game, side, all);
        game.undo();
        wins
    };
    if own { moves.iter().any(&mut after) } else { moves.iter().all(&mut after) }
}

/// Collects positions of random games in which some, but not all, moves win at once: none if
/// no move ever wins, as in misère games.
fn positions(variant: &dyn AnyVariant) -> Vec<(Box<dyn AnyRecord>, BTreeSet<String>)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(44);
    let (mut found, mut is_won_by_moving) = (Vec::new(), false);
    for _ in 0..4_000 {
        let mut game = variant.start();
        while game.finish().is_none() && found.len() < POSITIONS {
            let moves = game.legal_moves();
            let wins = wins(variant, &*game);
            if !wins.is_empty() && wins.len() < moves.len() {
                found.push((game.boxed_clone(), wins));
                break;
            }
            game.play(&moves[rng.random_range(0..moves.len())]).unwrap();
        }
        let winner = game.finish().and_then(|finish| finish.outcome.winner());
        is_won_by_moving |= winner == Some(game.turn().other());
        if found.len() == POSITIONS {
            break;
        }
    }
    assert!(!found.is_empty() || !is_won_by_moving, "{}", variant.name());
    found
}

#[test]
fn every_engine_plays_a_win_in_one() {
    for game in REGISTRY.games() {
        let options: BTreeSet<String> =
            game.option_lists().into_iter().chain(game.presets.iter().map(ToString::to_string)).collect();
        // If only discs count, a board of one colour is not the maximum margin.
        for options in options.iter().filter(|options| !options.contains("discs")) {
            let variant = game.with_options(options).unwrap();
            let positions = positions(&*variant);
            for spec in ENGINES {
                if spec.contains("baseline") && !variant.evaluators().contains(&"baseline") {
                    continue;
                }
                // The rule-based engine supports only games won by a line.
                if spec == "rules" && variant.traits().objective == Objective::Margin {
                    continue;
                }
                let settings = Settings { hash_mb: 4, ..Settings::default() };
                let mut engine = variant.engine(&EngineSpec::parse(spec).unwrap(), settings).unwrap();
                // A level evaluates every move, so it always uses all its nodes.
                let nodes = if spec.starts_with("level") { 5_000 } else { 50_000 };
                for (game, wins) in &positions {
                    let analysis = engine.analyse(&**game, &Limits::nodes(nodes), &mut |_| {}).unwrap();
                    let mv = &analysis.moves[0].mv;
                    let mut after = game.boxed_clone();
                    after.play(mv).unwrap();
                    let as_good = variant.traits().objective == Objective::Margin
                        && wins_all(&mut *after, game.turn(), max_margin(&*variant));
                    let text = game.position_text();
                    assert!(wins.contains(mv) || as_good, "{spec} {} {text}: {mv}", variant.name());
                }
            }
        }
    }
}
