//! Properties of the opponents: node counts of the textbook searches, a minimax that
//! never loses, rules that lose to a fork, and respect for limits.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plateau_core::{Objective, Player, Position, Record, Variant};
use plateau_games::EngineSpec;
use plateau_games::supermorpion::SuperMorpion;
use plateau_games::supermorpion::evaluators::GridChances;
use plateau_games::tictactoe::TicTacToe;
use plateau_games::{AnyEngine, AnyRecord, REGISTRY};
use plateau_search::textbook::{Algorithm, GameResult, Options, Tree};
use plateau_search::time::SimulatedClock;
use plateau_search::time::{GameClock, TimeControl};
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, Parts, Settings, Stop, StopReason};

fn engine(game: &str, spec: &str) -> Box<dyn AnyEngine> {
    let settings = Settings { hash_mb: 4, ..Settings::default() };
    REGISTRY.variant(game).unwrap().engine(&EngineSpec::parse(spec).unwrap(), settings).unwrap()
}

#[test]
fn textbook_trees_match_the_reference_counts() {
    let search = |text: &str, algorithm| {
        let position = if text == "start" { TicTacToe.start() } else { TicTacToe.parse(text).unwrap() };
        let tree = Tree::search(&position, &Options::full_tree(algorithm), &GameResult).unwrap();
        (tree.value(), tree.visited)
    };
    for (text, value, nodes) in [("start", 0, 549_946), ("1o11o1oxx x", 0, 49), ("x21o11xo o", -1, 238)] {
        assert_eq!(search(text, Algorithm::Minimax), (value, nodes), "{text}");
        let for_mover = if text.ends_with('o') { -value } else { value };
        assert_eq!(search(text, Algorithm::Negamax), (for_mover, nodes), "{text}");
        let (pruned, visited) = search(text, Algorithm::AlphaBeta);
        assert!(pruned == value && visited < nodes, "{text}: {visited} of {nodes}");
        assert_eq!(search(text, Algorithm::NegamaxAlphaBeta), (for_mover, visited), "{text}");
    }
    assert!(
        search("start", Algorithm::AlphaBeta).1 < 549_946 / 10,
        "alpha-beta must visit less than a tenth"
    );
}

/// Plays an engine against every possible sequence of replies and collects the winner and
/// the moves of each game.
fn play_all_replies(
    game: &mut dyn AnyRecord,
    side: Player,
    engine: &mut dyn AnyEngine,
    known: &mut HashMap<String, String>,
    games: &mut Vec<(Option<Player>, String)>,
) {
    if let Some(finish) = game.finish() {
        games.push((finish.outcome.winner(), game.moves_text()));
        return;
    }
    let moves = if game.turn() == side {
        let reply = known.entry(game.position_text()).or_insert_with(|| {
            engine.analyse(&*game, &Limits::default(), &mut |_| {}).unwrap().moves[0].mv.clone()
        });
        vec![reply.clone()]
    } else {
        game.legal_moves()
    };
    for mv in moves {
        game.play(&mv).unwrap();
        play_all_replies(game, side, engine, known, games);
        game.undo();
    }
}

fn all_games(spec: &str, side: Player) -> Vec<(Option<Player>, String)> {
    let mut games = Vec::new();
    let mut start = REGISTRY.variant("tictactoe").unwrap().start();
    let mut engine = engine("tictactoe", spec);
    play_all_replies(&mut *start, side, &mut *engine, &mut HashMap::new(), &mut games);
    games
}

#[test]
fn minimax_never_loses() {
    for spec in ["minimax:depth=9", "best"] {
        for side in Player::BOTH {
            let games = all_games(spec, side);
            let lost = games.iter().find(|(winner, _)| *winner == Some(side.other()));
            assert_eq!(lost, None, "{spec} as {side:?}");
            assert!(
                games.iter().any(|(winner, _)| *winner == Some(side)),
                "{spec} as {side:?} must win at least one game"
            );
        }
    }
}

#[test]
fn limited_minimax_returns_the_last_completed_depth() {
    let start = REGISTRY.variant("morpion4").unwrap().start();
    let analyse = |spec: &str, limits: &Limits| {
        let mut depths = Vec::new();
        let mut progress = |analysis: &plateau_search::Analysis<String>| depths.push(analysis.depth);
        let analysis = engine("morpion4", spec).analyse(&*start, limits, &mut progress).unwrap();
        (analysis.moves[0].mv.clone(), analysis.depth, analysis.nodes, analysis.stop, depths)
    };
    let (best, _, nodes, ..) = analyse("minimax:depth=2", &Limits::default());
    assert_eq!(nodes, 1 + 144 + 144 * 143, "without limits there is a single iteration");
    let limited = analyse("minimax", &Limits::nodes(30_000));
    assert_eq!(limited, (best, 2, 30_000, StopReason::Nodes, vec![1, 2]));
    let none = analyse("negamax", &Limits::nodes(100));
    assert_eq!((none.1, none.2), (0, 100), "no depth was completed");
}

#[test]
fn the_rule_based_engine_loses_to_a_fork() {
    // x takes two opposite corners; a third corner then makes a fork.
    let mut game = REGISTRY.variant("tictactoe").unwrap().start();
    let mut rules = engine("tictactoe", "rules");
    for mv in ["a3", "c1", "a1", "b1"] {
        game.play(mv).unwrap();
        if game.finish().is_none() {
            let analysis = rules.analyse(&*game, &Limits::default(), &mut |_| {}).unwrap();
            game.play(&analysis.moves[0].mv).unwrap();
        }
    }
    assert_eq!(game.moves_text(), "a3 b2 c1 c3 a1 a2 b1");
    assert_eq!(game.finish().unwrap().outcome.winner(), Some(Player::First));
    // As x it takes the centre and cannot be beaten.
    let lost =
        |side: Player| all_games("rules", side).iter().any(|(winner, _)| *winner == Some(side.other()));
    assert_eq!(Player::BOTH.map(lost), [false, true]);
}

#[test]
fn the_rule_based_engine_supports_only_line_games() {
    let spec = EngineSpec::parse("rules").unwrap();
    for game in REGISTRY.games() {
        let variant = REGISTRY.variant(game.id).unwrap();
        let engine = variant.engine(&spec, Settings::default());
        assert_eq!(engine.is_ok(), variant.traits().objective == Objective::Distance, "{}", game.id);
    }
}

/// Returns the number of threads of this process.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// Sets the stop flag after `milliseconds` of an unlimited search and returns how long
/// the engine took to stop.
fn stop_latency(name: &str, spec: &str, threads: usize, milliseconds: u64) -> Duration {
    let variant = REGISTRY.variant(name).unwrap();
    let settings = Settings { threads, ..Settings::default() };
    let mut engine = variant.engine(&EngineSpec::parse(spec).unwrap(), settings).unwrap();
    let stop = Stop::new();
    let raise = stop.clone();
    let raised = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(milliseconds));
        raise.raise();
        Instant::now()
    });
    let limits = Limits { stop, ..Limits::default() };
    let analysis = engine.analyse(&*variant.start(), &limits, &mut |_| {}).unwrap();
    let latency = raised.join().unwrap().elapsed();
    assert_eq!(analysis.stop, StopReason::Stopped, "{name} {spec}");
    assert!(!analysis.moves.is_empty(), "{name} {spec}");
    latency
}

#[test]
fn engines_stop_promptly() {
    for name in ["supermorpion", "morpion4:15x15x5", "connect4:8x7", "othello"] {
        for (spec, threads) in
            [("best", 1), ("best", 2), ("alphabeta", 2), ("mcts", 1), ("mcts", 2), ("mcts:leaf=playout", 2)]
        {
            for after in [3, 50] {
                // The target is 10 ms; the factor of five allows for a busy machine. Other
                // programs may delay one attempt, but not three in a row.
                let mut attempts = (0..3).map(|_| stop_latency(name, spec, threads, after));
                let is_prompt = attempts.any(|latency| latency < Duration::from_millis(50));
                assert!(is_prompt, "{name} {spec} {threads} {after}");
            }
        }
    }
}

#[test]
fn searches_leave_no_threads_running() {
    let game = REGISTRY.variant("connect4").unwrap().start();
    let before = threads();
    let settings = Settings { hash_mb: 1, threads: 2, ..Settings::default() };
    let mut engine = REGISTRY
        .variant("connect4")
        .unwrap()
        .engine(&EngineSpec::parse("alphabeta").unwrap(), settings)
        .unwrap();
    for _ in 0..1_000 {
        let analysis =
            engine.analyse(&*game, &Limits::time(Duration::from_micros(300)), &mut |_| {}).unwrap();
        assert!(game.legal_moves().contains(&analysis.moves[0].mv));
    }
    // Tests that run in parallel have threads of their own.
    assert!(threads() <= before + 4, "{} threads, {before} before", threads());
}

/// Both sides share a clock that advances only when an engine reads it, so that a game of
/// more than a quarter of an hour takes no real time.
#[test]
fn engines_never_lose_on_time_on_a_simulated_clock() {
    let variant = SuperMorpion { most: false };
    for (control, tick_ms) in [("15m+30s", 2_000), ("1m", 50), ("2s+1s", 5)] {
        let control = TimeControl::parse(control).unwrap();
        let clock = Arc::new(SimulatedClock::new(Duration::from_millis(tick_ms)));
        let settings = Settings { hash_mb: 1, ..Settings::default() };
        let mut engine = AlphaBeta::new(Parts::ordered(GridChances::default()), settings).with_clock(clock);
        let mut record = Record::new(variant);
        let mut left = [control.base; 2];
        while record.finish().is_none() {
            let side = record.position().turn().index();
            let moves_to_go = record.position().empty().count_ones().div_ceil(2);
            let budget = GameClock { left: left[side], increment: control.increment, moves_to_go }.budget();
            let limits = Limits { time: Some(budget), ..Limits::default() };
            let analysis = engine.analyse(&GamePosition::from_record(&record), &limits, &mut |_| {});
            left[side] =
                left[side].checked_sub(analysis.time).expect("the engine lost on time") + control.increment;
            record.play(analysis.best().expect("a move")).unwrap();
        }
        assert!(record.moves().len() > 16);
    }
}

#[test]
fn more_threads_find_the_same_value() {
    for (game, depth) in [("connect4:5x4", 40), ("othello:4", 20), ("tictactoe", 20)] {
        let variant = REGISTRY.variant(game).unwrap();
        let values = [1, 2, 4].map(|threads| {
            let settings = Settings { hash_mb: 8, threads, ..Settings::default() };
            let mut engine = variant.engine(&EngineSpec::parse("alphabeta").unwrap(), settings).unwrap();
            let analysis = engine.analyse(&*variant.start(), &Limits::depth(depth), &mut |_| {}).unwrap();
            assert!(analysis.value.is_exact(), "{game} {threads}");
            analysis.value.estimate
        });
        assert!(values.iter().all(|value| *value == values[0]), "{game}: {values:?}");
    }
}
