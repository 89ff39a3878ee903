//! Complete solutions of Achi and Picaria: their values, the engine that uses them, and
//! the effect of repetitions.

use std::collections::HashSet;

use plateau_core::{Position, Record, Variant};
use plateau_games::EngineSpec;
use plateau_games::REGISTRY;
use plateau_games::achi::board::{Board, Move};
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::textbook::negamax;
use plateau_search::{
    Engine, GamePosition, Limits, NoEvaluation, RetrogradeEngine, Score, Settings, Solution, SolveError,
    StopReason,
};

use crate::common::alpha_beta;

const MAX_POSITIONS: usize = 200_000;

fn variant(graph: Graph, pieces: u32, blocked: Blocked, ban: Ban) -> DropAndSlide {
    DropAndSlide::new(String::new(), Setup { graph, pieces, blocked, ban })
}

fn achi(pieces: u32, blocked: Blocked, ban: Ban) -> DropAndSlide {
    variant(Graph::Nine, pieces, blocked, ban)
}

fn picaria(graph: Graph, ban: Ban) -> DropAndSlide {
    variant(graph, 3, Blocked::Loses, ban)
}

fn solve(variant: &DropAndSlide) -> Solution<Board> {
    Solution::solve(variant.start(), MAX_POSITIONS).unwrap()
}

/// Returns the points on which a first drop has this score.
fn drops_worth(solution: &Solution<Board>, wanted: Score) -> Vec<u8> {
    let start = solution.positions()[0];
    let moves = solution.scores().moves(&start).into_iter().filter(|&(_, score)| score == wanted);
    moves.map(|(mv, _)| if let Move::Drop(point) = mv { point + 1 } else { 0 }).collect()
}

#[test]
fn every_variant_has_its_known_value() {
    use Blocked::{Draws, Loses, Passes};
    let corners = vec![1, 3, 7, 9];
    let edges = vec![2, 4, 6, 8];
    let win = Score::win_in;
    let loss = Score::loss_in;
    let draw = Score::DRAW;
    let without_centre = |points| (1..=points).filter(|&point| point != 5).collect::<Vec<u8>>();
    // Variant, value, best first moves, number of positions.
    let rows = [
        (achi(4, Loses, Ban::Never), win(11), vec![5], 5_716),
        (achi(4, Passes, Ban::Never), win(11), vec![5], 5_724),
        (achi(4, Draws, Ban::Never), win(11), vec![5], 5_716),
        (achi(4, Loses, Ban::First), loss(12), Vec::new(), 5_707),
        (achi(3, Loses, Ban::Never), win(9), vec![5], 5_390),
        (achi(3, Loses, Ban::First), draw, corners.clone(), 5_381),
        (picaria(Graph::Diamond, Ban::Never), draw, Vec::new(), 5_390),
        (picaria(Graph::Diamond, Ban::Always), win(7), without_centre(9), 4_253),
        (picaria(Graph::Thirteen, Ban::Never), win(5), vec![5], 82_988),
        (picaria(Graph::Thirteen, Ban::Always), win(7), edges.clone(), 76_495),
    ];
    for (variant, value, best_drops, positions) in rows {
        let solution = solve(&variant);
        let found = drops_worth(&solution, value);
        assert_eq!(solution.score(&variant.start()), Some(value), "{variant:?}");
        assert!(best_drops.is_empty() || found == best_drops, "{variant:?}: {found:?}");
        assert_eq!(solution.len(), positions, "{variant:?}");
    }
    let three = solve(&achi(3, Loses, Ban::Never));
    assert_eq!(drops_worth(&three, draw), corners);
    let lost = three.scores().moves(&three.positions()[0]).into_iter().filter(|(_, score)| score.is_loss());
    assert_eq!(lost.map(|(mv, _)| mv).collect::<Vec<_>>(), [1, 3, 5, 7].map(Move::Drop));
}

/// The score of each position is the maximum over its moves. No cycle of positions
/// supports its own score.
#[test]
fn every_score_is_the_maximum_over_its_moves() {
    for variant in [achi(4, Blocked::Passes, Ban::Never), picaria(Graph::Diamond, Ban::Never)] {
        let solution = solve(&variant);
        let scores = solution.scores();
        for position in solution.positions() {
            let expected = match position.outcome() {
                Some(outcome) => Score::from_outcome::<Board>(outcome, position.turn()),
                None => scores.moves(position).into_iter().map(|(_, score)| score).max().unwrap(),
            };
            assert_eq!(scores.get(position), Some(expected), "{}", variant.print(position));
        }
    }
}

#[test]
fn other_searches_agree_with_the_solution() {
    let solution = Solution::solve(TicTacToe.start(), MAX_POSITIONS).unwrap();
    assert_eq!(solution.len(), 5_478);
    for position in solution.positions().iter().step_by(7) {
        assert_eq!(solution.score(position), Some(negamax(position, 9, &NoEvaluation).score));
    }
    let setup = Setup { graph: Graph::Nine, pieces: 3, blocked: Blocked::Loses, ban: Ban::Never };
    let variant = DropAndSlide::new("achi:k3".to_owned(), setup);
    let solution = solve(&variant);
    let mut engine = alpha_beta(&variant, NoEvaluation, Settings { hash_mb: 8, ..Settings::default() });
    let mut exact = 0;
    for position in solution.positions().iter().step_by(97) {
        let found = engine.analyse(&GamePosition::new(*position), &Limits::depth(8), &mut |_| {}).value;
        let truth = solution.score(position).unwrap();
        assert!(found.lower <= truth && truth <= found.upper, "{}", variant.print(position));
        exact += usize::from(found.is_exact());
    }
    assert!(exact > 20, "{exact}");
}

#[test]
fn size_limits_and_stops_are_reported() {
    let variant = achi(4, Blocked::Loses, Ban::Never);
    let error = Solution::solve(variant.start(), 5_715).err();
    assert_eq!(error, Some(SolveError::TooLarge { limit: 5_715 }));
    let mut engine = RetrogradeEngine::new(MAX_POSITIONS);
    let analysis = engine.analyse(&GamePosition::new(variant.start()), &Limits::nodes(100), &mut |_| {});
    assert_eq!((analysis.stop, analysis.nodes, analysis.value.is_exact()), (StopReason::Nodes, 100, false));
    assert!(analysis.best().is_some());
    let limits = Limits::default();
    limits.stop.raise();
    let analysis = engine.analyse(&GamePosition::new(variant.start()), &limits, &mut |_| {});
    assert_eq!(analysis.stop, StopReason::Stopped);
    // A win in one is found even when stopped at once.
    let won = variant.parse("xx1oo4 x").unwrap();
    assert_eq!(
        engine.analyse(&GamePosition::new(won), &limits, &mut |_| {}).value.estimate,
        Score::win_in(1)
    );
}

#[test]
fn the_engine_wins_in_the_solved_number_of_plies() {
    for (variant, plies) in
        [(achi(4, Blocked::Loses, Ban::Never), 11), (picaria(Graph::Thirteen, Ban::Always), 7)]
    {
        let mut engine = RetrogradeEngine::new(MAX_POSITIONS);
        let mut record = Record::new(variant.clone());
        let limits = Limits { multi_pv: true, ..Limits::default() };
        for left in (1..=plies).rev() {
            let analysis = engine.analyse(&GamePosition::from_record(&record), &limits, &mut |_| {});
            assert_eq!(analysis.value.estimate.plies(), Some(left));
            assert_eq!(analysis.pv().len() as u32, left);
            assert_eq!(analysis.moves.len(), record.position().legal_moves().len());
            assert_eq!(analysis.stop, StopReason::Proven);
            // The game is solved only once, in the first search.
            assert_eq!(analysis.nodes == 0, left < plies);
            record.play(analysis.best().unwrap()).unwrap();
        }
        assert!(record.finish().unwrap().outcome.winner().is_some());
    }
}

#[test]
fn an_unreachable_position_is_solved_separately() {
    let variant = achi(4, Blocked::Loses, Ban::Never);
    let mut engine = RetrogradeEngine::new(MAX_POSITIONS);
    // All pieces are placed: the drop phase is not reachable from here.
    let late = variant.parse("xxooox1xo x").unwrap();
    engine.analyse(&GamePosition::new(late), &Limits::default(), &mut |_| {});
    assert_eq!(engine.solution().unwrap().score(&variant.start()), None);
    let analysis = engine.analyse(&GamePosition::new(variant.start()), &Limits::default(), &mut |_| {});
    assert_eq!(analysis.value.estimate, Score::win_in(11));
}

/// Returns a game in which each position of a cycle of four plies, including the current
/// one and the one after `mv`, has occurred twice.
fn record_with_cycle(variant: &DropAndSlide, from: Board, mv: Move) -> Option<Record<DropAndSlide>> {
    let after = from.after(mv);
    for first in after.legal_moves() {
        let one = after.after(first);
        for second in one.legal_moves() {
            let two = one.after(second);
            if let Some(third) = two.legal_moves().find(|&third| two.after(third) == from) {
                let mut record = Record::from_position(variant.clone(), after);
                for mv in [first, second, third, mv, first, second, third] {
                    record.play(mv).unwrap();
                }
                return Some(record);
            }
        }
    }
    None
}

/// Moves around a cycle until a position has occurred twice. The win through that
/// position is then a draw, or another, longer win is found.
#[test]
fn wins_through_repeated_positions_are_recomputed() {
    let variant = achi(3, Blocked::Loses, Ban::Never);
    let solution = solve(&variant);
    let mut engine = RetrogradeEngine::new(MAX_POSITIONS);
    let limits = Limits { multi_pv: true, ..Limits::default() };
    let (mut lost_wins, mut other_wins) = (0, 0);
    for position in solution.positions().iter().step_by(5) {
        let Some(truth) = solution.score(position).filter(|score| score.is_win()) else { continue };
        let moves = solution.scores().moves(position);
        let best: Vec<Move> = moves.iter().filter(|(_, score)| *score == truth).map(|(mv, _)| *mv).collect();
        let Some(mut record) =
            (best.len() == 1).then(|| record_with_cycle(&variant, *position, best[0])).flatten()
        else {
            continue;
        };
        assert_eq!((record.position(), record.repetitions(), record.finish()), (position, 2, None));
        let analysis = engine.analyse(&GamePosition::from_record(&record), &limits, &mut |_| {});
        // The position after the best move has occurred twice, so the move draws by
        // repetition.
        let again = analysis.moves.iter().find(|entry| entry.mv == best[0]).unwrap();
        assert_eq!((again.value.estimate, again.pv.len()), (Score::DRAW, 1), "{record}");
        let draws: HashSet<u64> = record.positions().iter().map(Position::key).collect();
        let scores = solution.scores_with_draws(&draws);
        let expected = scores.moves(position).into_iter().map(|(_, score)| score).max();
        assert_eq!(Some(analysis.value.estimate), expected, "{record}");
        assert!(analysis.value.is_exact() && analysis.value.estimate < truth);
        lost_wins += usize::from(!analysis.value.estimate.is_win());
        other_wins += usize::from(analysis.value.estimate.is_win());
        assert_prediction_holds(&mut engine, &mut record);
    }
    assert!(lost_wins > 3 && other_wins > 3, "{lost_wins} {other_wins}");
}

/// Plays best moves to the end and asserts that the result and its distance are those of
/// the first search.
fn assert_prediction_holds(engine: &mut RetrogradeEngine<Board>, record: &mut Record<DropAndSlide>) {
    let predicted =
        engine.analyse(&GamePosition::from_record(record), &Limits::default(), &mut |_| {}).value.estimate;
    let (turn, plies) = (record.position().turn(), record.moves().len());
    while record.finish().is_none() {
        let analysis = engine.analyse(&GamePosition::from_record(record), &Limits::default(), &mut |_| {});
        record.play(analysis.best().unwrap()).unwrap();
        assert!(record.moves().len() < 1_000, "{record}");
    }
    let taken = (record.moves().len() - plies) as u32;
    let expected = match record.finish().unwrap().outcome.winner() {
        None => Score::DRAW,
        Some(winner) if winner == turn => Score::win_in(taken),
        Some(_) => Score::loss_in(taken),
    };
    assert_eq!(predicted, expected, "{record}");
    let over = engine.analyse(&GamePosition::from_record(record), &Limits::default(), &mut |_| {});
    assert_eq!((over.stop, over.best()), (StopReason::Finished, None));
}

/// Games with repeated positions, and their correct values.
const HISTORIES: [(&str, &str, &str, &str); 2] = [
    // A position that occurred once before is not a draw yet: the win remains.
    ("achi:k3", "start", "8 6 5 9 1 4 5-7 6-3 7-5 4-7 5-4 3-6 8-5 6-3 5-8 3-6", "win in 3"),
    // A position that occurred twice before is a draw when it occurs again.
    ("achi:k3", "x3xooxo o", "6-3 5-4 3-6 4-5 6-3 5-4 3-6", "0.00"),
];

#[test]
fn every_engine_accounts_for_repetitions() {
    for (name, start, moves, expected_value) in HISTORIES {
        let variant = REGISTRY.variant(name).unwrap();
        let mut record = if start == "start" { variant.start() } else { variant.open(start).unwrap() };
        record.play_all(moves).unwrap();
        for spec in ["best", "alphabeta:depth=12", "minimax:depth=7", "level:8", "proof", "mcts"] {
            let mut engine = variant.engine(&EngineSpec::parse(spec).unwrap(), Settings::default()).unwrap();
            let limits = Limits::nodes(3_000_000);
            let analysis = engine.analyse(&*record, &limits, &mut |_| {}).unwrap();
            let truth = analysis.value;
            let (lower, upper) = (truth.lower, truth.upper);
            let exact = if expected_value == "0.00" { Score::DRAW } else { Score::win_in(3) };
            assert!(lower <= exact && exact <= upper, "{name} {moves} {spec}: {truth:?}");
            if spec == "best" && expected_value != "0.00" {
                // Too few nodes to solve the game: the engine falls back to a search and
                // finds the win.
                let few = Limits::nodes(1_000);
                engine.new_game();
                let analysis = engine.analyse(&*record, &few, &mut |_| {}).unwrap();
                assert_eq!((analysis.moves[0].mv.as_str(), analysis.value.lower), ("4-5", exact));
            }
            if expected_value != "0.00" && spec != "mcts" && spec != "proof" {
                assert_eq!(analysis.moves[0].mv, "4-5", "{spec}");
            }
        }
    }
}
