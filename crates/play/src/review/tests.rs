use std::collections::HashMap;
use std::time::Duration;

use plateau_core::Message;
use plateau_games::{EngineSpec, REGISTRY};
use plateau_search::{MoveValue, Score, Settings};
use serde_json::{Value as Json, json};

use super::*;

/// An engine that knows the lines and values of some plies. Elsewhere it prefers the first
/// legal move and calls the position even, after a search to a depth.
struct ScriptedEngine {
    depth: u32,
    known: HashMap<usize, (&'static str, Value)>,
    /// Moves that it finds to win by force in any position, if all moves are compared.
    others: &'static [&'static str],
}

impl AnyEngine for ScriptedEngine {
    fn analyse(
        &mut self,
        record: &dyn AnyRecord,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<String>),
    ) -> Result<Analysis<String>, Message> {
        let (pv, value) = match self.known.get(&record.ply()) {
            Some((line, value)) => (line.split(' ').map(str::to_owned).collect(), *value),
            None => (vec![record.legal_moves()[0].clone()], Value::unproven(Score::DRAW)),
        };
        let mut moves = vec![MoveValue { mv: pv[0].clone(), value, pv }];
        if limits.multi_pv {
            moves.extend(self.others.iter().map(|&mv| MoveValue {
                mv: mv.to_owned(),
                value: Value::exact(Score::win_in(5)),
                pv: vec![mv.to_owned()],
            }));
        }
        Ok(Analysis {
            moves,
            value,
            depth: self.depth,
            nodes: 0,
            time: Duration::ZERO,
            stop: StopReason::Depth,
            unit: Unit::Pieces,
        })
    }

    fn new_game(&mut self) {}

    fn has_evaluation(&self) -> bool {
        true
    }
}

/// Reviews a game of tic-tac-toe by what a scripted engine knows at some plies.
fn review_scripted(
    moves: &str,
    depth: u32,
    known: impl IntoIterator<Item = (usize, (&'static str, Value))>,
) -> Vec<ReviewedMove> {
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let mut record = variant.start();
    record.play_all(moves).unwrap();
    let mut engine = ScriptedEngine { depth, known: known.into_iter().collect(), others: &[] };
    review(&mut engine, variant.as_ref(), record.as_ref(), &ReviewPlan::one_pass(Limits::default()))
}

fn review(
    engine: &mut dyn AnyEngine,
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    plan: &ReviewPlan,
) -> Vec<ReviewedMove> {
    let mut review = Review::new(variant, record);
    review.run(engine, plan, &mut |_, _| {}).unwrap();
    review.moves().cloned().collect()
}

/// x wins with the last move, which o could have prevented.
const GAME: &str = "b2 b3 a3 c1 a1 a2 c3";

#[test]
fn a_win_in_one_is_a_loss_in_two_for_the_move_before() {
    for best_of_o in ["a2", "c3"] {
        let guess = (best_of_o, Value::unproven(Score::estimate(100)));
        let reviewed = review_scripted(GAME, 1, [(5, guess)]);
        assert_eq!(reviewed[6].value, Value::exact(Score::win_in(1)));
        assert_eq!(reviewed[5].value.upper, Score::loss_in(2), "{best_of_o}");
        assert_eq!(reviewed[4].value.lower, Score::LOWEST, "o had other moves");
    }
}

#[test]
fn a_proven_loss_is_blamed_on_a_move_if_the_search_looked_as_far() {
    // The engine prefers c3 for o, which it calls even, after a search of one ply or two.
    for (depth, better, mark) in [(1, None, None), (2, Some("c3"), Some(Annotation::Blunder))] {
        let reviewed = review_scripted(GAME, depth, [(5, ("c3", Value::unproven(Score::DRAW)))]);
        assert_eq!(reviewed[5].annotation(), mark, "depth {depth}");
        assert_eq!(reviewed[5].better.as_ref().map(|(mv, ..)| mv.as_str()), better, "depth {depth}");
    }
}

#[test]
fn proofs_reach_the_next_moves() {
    // The search of o's first move proves that it loses by a line, which x follows at first.
    let proof = ("b3 a3 c1 a1 a2 c3", Value::exact(Score::loss_in(6)));
    let reviewed = review_scripted("b2 b3 a3 c1 c3", 5, [(1, proof)]);
    assert_eq!(reviewed[1].value, Value::exact(Score::loss_in(6)));
    assert_eq!(reviewed[2].value, Value::exact(Score::win_in(5)));
    assert_eq!(reviewed[3].value.upper, Score::loss_in(4));
    let (better, value, _) = reviewed[4].better.as_ref().unwrap();
    assert_eq!((better.as_str(), *value), ("a1", Value::exact(Score::win_in(3))));
    assert_eq!(reviewed[4].annotation(), Some(Annotation::Blunder));
    // A search that did not look as far has no reason to blame the move.
    let reviewed = review_scripted("b2 b3 a3 c1 c3", 1, [(1, proof)]);
    let (better, ..) = reviewed[4].better.as_ref().unwrap();
    assert_eq!((better.as_str(), reviewed[4].annotation()), ("a1", None));
}

#[test]
fn a_proof_that_names_no_move_blames_proven_mistakes() {
    // All moves of o lose, but the proof shows another one than o plays; then x plays c2.
    let proof = ("a3 c1", Value::exact(Score::loss_in(6)));
    let drawn = ("a3", Value::exact(Score::DRAW));
    for (known, mark) in [(vec![(1, proof)], None), (vec![(1, proof), (3, drawn)], Some(Annotation::Blunder))]
    {
        let reviewed = review_scripted("b2 b3 c2", 1, known);
        assert_eq!(reviewed[1].value.upper, Score::loss_in(6));
        assert_eq!(reviewed[2].annotation(), mark);
        assert!(reviewed[2].better.is_none());
    }
}

/// o's first move loses by a line other than the one o plays; x's reply c2, which its search prefers,
/// then draws: something better exists.
#[test]
fn a_mistake_never_has_itself_as_the_best_move() {
    let known = [
        (1, ("a3 c1", Value::exact(Score::loss_in(6)))),
        (2, ("c2 a3", Value::unproven(Score::DRAW))),
        (3, ("a3", Value::exact(Score::DRAW))),
    ];
    for others in [&[][..], &["a1"]] {
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let mut record = variant.start();
        record.play_all("b2 b3 c2").unwrap();
        let mut engine = ScriptedEngine { depth: 1, known: known.into_iter().collect(), others };
        let mut review = Review::new(variant.as_ref(), record.as_ref());
        review.run(&mut engine, &ReviewPlan::one_pass(Limits::default()), &mut |_, _| {}).unwrap();
        let position = review.positions()[2].as_ref().unwrap();
        let played = position.played.as_ref().unwrap();
        assert_eq!(played.annotation(), Some(Annotation::Blunder));
        assert_eq!(position.line, others, "the best move, if a search found one");
        assert_eq!(played.better.as_ref().map(|(mv, ..)| mv.as_str()), others.first().copied());
    }
}

#[test]
fn a_loss_at_once_is_marked_where_the_game_was_lost_already() {
    // Yellow has three in a row with one end open; Red, lost already, plays column 6 and not 3.
    let reviewed = review_moves("connect4", "1 4 2 4 1 6 7 5 6 3", &Limits::default());
    let played = &reviewed[8];
    assert_eq!((played.mv.as_str(), played.value), ("6", Value::exact(Score::loss_in(2))));
    assert_eq!(played.annotation(), Some(Annotation::Mistake));
    let (better, value, _) = played.better.as_ref().unwrap();
    assert_eq!(better, "3");
    assert!(value.estimate.plies().is_some_and(|plies| plies >= 10), "{value:?}");
}

fn review_moves(game: &str, moves: &str, limits: &Limits) -> Vec<ReviewedMove> {
    let variant = REGISTRY.variant(game).unwrap();
    let mut record = variant.start();
    record.play_all(moves).unwrap();
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
    review(engine.as_mut(), variant.as_ref(), record.as_ref(), &ReviewPlan::one_pass(limits.clone()))
}

#[test]
fn mistakes_are_found_and_good_moves_are_not_blamed() {
    // o replies to the centre with an edge cell, which loses; x then makes no mistake.
    let reviewed = review_moves("tictactoe", "b2 b3 a3 c1 a1 a2 c3", &Limits::default());
    let marks: Vec<_> = reviewed.iter().map(|mv| mv.annotation().map(Annotation::symbol)).collect();
    assert_eq!(marks, [None, Some("??"), None, None, None, None, None]);
    assert!(reviewed.iter().all(|mv| mv.value.is_exact()));
    let (better, value, _) = reviewed[1].better.as_ref().unwrap();
    assert!(["a3", "c3", "a1", "c1"].contains(&better.as_str()), "{better}");
    assert_eq!(value.estimate, Score::DRAW);
    assert_eq!(reviewed[6].value.estimate, Score::win_in(1));
}

#[test]
fn a_missed_win_is_a_blunder() {
    // x can win at once on c3, and blocks o instead.
    let reviewed = review_moves("tictactoe", "a3 a2 b3 b2 c2 c3", &Limits::default());
    let missed = &reviewed[4];
    let (better, ..) = missed.better.as_ref().unwrap();
    assert_eq!((better.as_str(), missed.mv.as_str()), ("c3", "c2"));
    assert_eq!(missed.annotation(), Some(Annotation::Blunder));
}

#[test]
fn a_resignation_does_not_blame_the_last_move() {
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let mut record = variant.start();
    record.play_all("b2").unwrap();
    let outcome = plateau_core::Outcome::win(Player::Second);
    record.declare(plateau_core::Finish { outcome, reason: plateau_core::Reason::Resignation });
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
    let mut review = Review::new(variant.as_ref(), record.as_ref());
    review.run(engine.as_mut(), &ReviewPlan::one_pass(Limits::default()), &mut |_, _| {}).unwrap();
    assert_eq!(review.moves().next().unwrap().annotation(), None);
    let json = to_json(record.as_ref(), &review);
    assert_eq!((&json["result"], &json["moves"][0]["mark"]), (&json!("o resignation"), &Json::Null));
}

#[test]
fn a_stop_leaves_out_the_earlier_moves() {
    let limits = Limits::default();
    limits.stop.raise();
    assert!(review_moves("connect4:8x7", "4 4 4", &limits).is_empty());
}

/// A stop flag that ends the review early leaves the rough judgement, which is complete in itself.
#[test]
fn a_review_that_gives_way_is_rough_but_whole() {
    let variant = REGISTRY.variant("supermorpion").unwrap();
    let mut record = variant.start();
    record.play_all("55 51 15 53 33 32 22 25 58").unwrap();
    let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
    for gives_way in [true, false] {
        let plan = ReviewPlan::progressive(plateau_search::Stop::new());
        let mut review = Review::new(variant.as_ref(), record.as_ref());
        let (mut stages, mut known) = (Vec::new(), [false; 10]);
        let result = review.run(engine.as_mut(), &plan, &mut |review, progress| {
            stages.push(progress.stage);
            for &ply in progress.changed {
                assert!(review.positions()[ply].is_some());
                known[ply] = true;
            }
            assert!((0.0..=1.0).contains(&progress.share));
            if gives_way {
                plan.finish_early.raise();
            }
        });
        result.unwrap();
        assert_eq!(known, [true; 10], "every position was reported");
        assert_eq!((stages.contains(&Stage::Deep), review.is_complete()), (!gives_way, !gives_way));
        let accuracies = review.accuracy().unwrap();
        assert!(accuracies.iter().all(|accuracy| accuracy.is_some_and(|percent| percent > 10.0)));
    }
}
