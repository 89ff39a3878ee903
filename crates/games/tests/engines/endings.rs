//! Perfect play to the end of the game, against every reply: won positions are won in
//! the fewest plies or by the largest margin, lost positions last the longest.

use std::collections::HashMap;

use plateau_core::{Objective, Player, Position, Record, Variant};
use plateau_games::achi::board::Board;
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::connect4::{self, ConnectFour};
use plateau_games::morpion4::{self, InARow};
use plateau_games::othello::Othello;
use plateau_games::supermorpion::SuperMorpion;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::{Engine, GamePosition, Limits, Score, Solution};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{best_move, engine};

/// The size of the engines' transposition tables, in megabytes.
const HASH_MB: usize = 4;

/// Returns the exact score by plain negamax with memoisation.
fn exact_score<P: Position>(position: &P, known: &mut HashMap<P, Score>) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::from_outcome::<P>(outcome, position.turn());
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let moves = position.legal_moves();
    let score = moves.map(|mv| exact_score(&position.after(mv), known).for_parent()).max().unwrap();
    known.insert(*position, score);
    score
}

/// Plays an engine as one side against every reply of the other.
struct Walk<V: Variant> {
    variant: V,
    engine: Box<dyn Engine<V::Position>>,
    side: Player,
    exact_scores: HashMap<V::Position, Score>,
    /// The worst final score reached from each position visited.
    final_scores: HashMap<V::Position, Score>,
}

impl<V: Variant> Walk<V> {
    fn new(variant: &V, spec: &str, side: Player) -> Self {
        Self {
            variant: variant.clone(),
            engine: engine(variant, spec, HASH_MB),
            side,
            exact_scores: HashMap::new(),
            final_scores: HashMap::new(),
        }
    }

    /// Returns the final score, for the side to move, against the best replies. Asserts
    /// that it is the exact score in every position on the way.
    fn final_score(&mut self, position: &V::Position) -> Score {
        if let Some(outcome) = position.outcome() {
            return Score::from_outcome::<V::Position>(outcome, position.turn());
        }
        if let Some(&score) = self.final_scores.get(position) {
            return score;
        }
        let score = if position.turn() == self.side {
            let record = Record::from_position(self.variant.clone(), *position);
            let best = best_move(&mut *self.engine, &record);
            self.final_score(&position.after(best)).for_parent()
        } else {
            position.legal_moves().map(|mv| self.final_score(&position.after(mv)).for_parent()).max().unwrap()
        };
        let text = format!("{} {}", self.variant.name(), self.variant.print(position));
        assert_eq!(score, exact_score(position, &mut self.exact_scores), "{text} as {:?}", self.side);
        self.final_scores.insert(*position, score);
        score
    }
}

/// Returns positions of unfinished random games that are late enough.
fn late_positions<V: Variant>(
    variant: &V,
    count: usize,
    is_late: impl Fn(&V::Position) -> bool,
) -> Vec<V::Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(variant.clone());
        while record.finish().is_none() && !is_late(record.position()) {
            let mut moves = record.position().legal_moves();
            record.play(moves.nth(rng.random_range(0..moves.len())).unwrap()).unwrap();
        }
        if record.finish().is_none() {
            found.push(*record.position());
        }
    }
    found
}

/// Walks from each position as either side. Some must be won and some lost.
fn assert_perfect_play<V: Variant>(variant: &V, positions: &[V::Position]) {
    for spec in ["best", "alphabeta"] {
        for side in Player::BOTH {
            let mut walk = Walk::new(variant, spec, side);
            let scores: Vec<Score> = positions.iter().map(|position| walk.final_score(position)).collect();
            let count = |sign: i32| scores.iter().filter(|score| score.number().signum() == sign).count();
            assert!(positions.len() < 8 || count(1).min(count(-1)) > 1, "{} {scores:?}", variant.name());
        }
    }
}

#[test]
fn engines_win_as_soon_and_lose_as_late_as_possible() {
    assert_perfect_play(&TicTacToe, &[TicTacToe.start()]);
    assert_perfect_play(&TicTacToe, &late_positions(&TicTacToe, 60, |board| board.legal_moves().len() < 7));
    for (size, taken) in [([4, 4, 4], 6), ([5, 4, 4], 9), ([4, 4, 3], 3)] {
        let ([columns, rows, line], geometry) = (size, connect4::AnySize::small(size).unwrap());
        let variant = ConnectFour::new(format!("connect4:{columns}x{rows}x{line}"), geometry);
        let late = late_positions(&variant, 120, |board| board.taken().count_ones() >= taken);
        assert_perfect_play(&variant, &late);
    }
    let variant = SuperMorpion { most: true };
    assert_perfect_play(&variant, &late_positions(&variant, 20, |board| board.empty().count_ones() < 10));
}

#[test]
fn engines_maximise_the_margin() {
    assert_eq!(<Othello<6> as Variant>::Position::OBJECTIVE, Objective::Margin);
    let variant = Othello::<6> { discs_only: false };
    let empty = |board: &_| variant.print(board).matches('-').count();
    let late = late_positions(&variant, 20, |board| empty(board) < 8);
    assert_perfect_play(&variant, &late);
}

#[test]
fn engines_play_4x4_othello_perfectly() {
    for (discs_only, margin) in [(false, -10), (true, -8)] {
        let variant = Othello::<4> { discs_only };
        for spec in ["best", "alphabeta"] {
            for side in Player::BOTH {
                let score = Walk::new(&variant, spec, side).final_score(&variant.start());
                assert_eq!(score.number(), margin * Score::UNIT, "{spec} as {side:?}");
            }
        }
    }
}

#[test]
fn searches_to_the_end_beat_the_first_move_on_4x4_as_white_only() {
    let variant = Othello::<4> { discs_only: false };
    for spec in ["best", "alphabeta", "minimax:depth=20", "negamax:depth=20"] {
        // White wins in any case, by 10 with perfect play on both sides.
        for (side, margin) in [(Player::Second, 12), (Player::First, 2)] {
            let [mut engine, mut first] = [spec, "first"].map(|spec| engine(&variant, spec, HASH_MB));
            let mut record = Record::new(variant);
            while record.finish().is_none() {
                let is_engines_turn = record.position().turn() == side;
                let mv = best_move(if is_engines_turn { &mut *engine } else { &mut *first }, &record);
                record.play(mv).unwrap();
            }
            let outcome = record.finish().unwrap().outcome;
            assert_eq!(outcome.winner(), Some(Player::Second), "{spec} as {side:?}: {record}");
            assert_eq!(outcome.margin(), margin, "{spec} as {side:?}: {record}");
        }
    }
}

/// Plays a game from a position, the engine for the side to move and `reply` for the
/// other. Returns the number of plies and the winner.
fn play_game(
    variant: &DropAndSlide,
    from: Board,
    engine: &mut dyn Engine<Board>,
    mut reply: impl FnMut(&Board) -> <Board as Position>::Move,
) -> (u32, Option<Player>) {
    let mut record = Record::from_position(variant.clone(), from);
    while record.finish().is_none() {
        let is_engines_turn = record.position().turn() == from.turn();
        let mv = if is_engines_turn { best_move(engine, &record) } else { reply(record.position()) };
        record.play(mv).unwrap();
    }
    (record.moves().len() as u32, record.finish().unwrap().outcome.winner())
}

#[test]
fn achi_and_picaria_are_won_as_soon_and_lost_as_late_as_possible() {
    for (name, graph, pieces) in
        [("achi", Graph::Nine, 4), ("achi:k3", Graph::Nine, 3), ("picaria", Graph::Diamond, 3)]
    {
        let setup = Setup { graph, pieces, blocked: Blocked::Loses, ban: Ban::Never };
        let variant = DropAndSlide::new(name.to_owned(), setup);
        let solution = Solution::solve(variant.start(), 10_000).unwrap();
        let mut engine = engine(&variant, "best", HASH_MB);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut won, mut lost) = (0, 0);
        for position in solution.positions().iter().step_by(29) {
            let score = solution.score(position).unwrap();
            let Some(plies) = score.plies().filter(|&plies| plies > 0) else { continue };
            let winner = if score.is_win() { position.turn() } else { position.turn().other() };
            let best_reply = |board: &Board| {
                let moves = solution.scores().moves(board).into_iter();
                moves.max_by_key(|&(_, score)| score).unwrap().0
            };
            let text = variant.print(position);
            let played = play_game(&variant, *position, &mut *engine, best_reply);
            assert_eq!(played, (plies, Some(winner)), "{text}");
            won += u32::from(score.is_win());
            lost += u32::from(score.is_loss());
            if score.is_win() {
                let random_reply = |board: &Board| {
                    let mut moves = board.legal_moves();
                    moves.nth(rng.random_range(0..moves.len())).unwrap()
                };
                let (taken, by) = play_game(&variant, *position, &mut *engine, random_reply);
                assert!(taken <= plies && by == Some(winner), "{text}: {taken} of {plies}");
            }
        }
        assert!(won > 20 && lost > 10, "{won} {lost}");
    }
}

/// Forward pruning skips far cells and symmetric moves are searched once: neither may
/// change an exact value.
#[test]
fn small_mnk_boards_are_solved_as_by_negamax() {
    for (size, text) in [
        ([3, 4, 3], "1x1/3/3/3 o"),
        ([3, 4, 4], "3/3/3/3 x"),
        ([3, 5, 4], "1x1/1o1/3/3/3 x"),
        ([5, 3, 3], "5/2x2/5 o"),
        ([4, 3, 4], "xo2/4/4 x"),
    ] {
        let [columns, rows, line] = size;
        let geometry = morpion4::AnySize::small(size).expect("a small board");
        let variant = InARow::new(format!("morpion4:{columns}x{rows}x{line}"), geometry);
        let record = Record::from_position(variant.clone(), variant.parse(text).unwrap());
        let position = record.position();
        let known = &mut HashMap::new();
        let exact = exact_score(position, known);
        for spec in ["best", "alphabeta"] {
            let game = GamePosition::from_record(&record);
            let analysis = engine(&variant, spec, HASH_MB).analyse(&game, &Limits::default(), &mut |_| {});
            let value = analysis.value;
            // A win by threats may not be the shortest.
            let holds = value.lower <= exact && exact <= value.upper;
            assert!(holds && (spec == "best" || value.is_exact()), "{size:?} {text} {spec}");
            let best = exact_score(&position.after(analysis.best().unwrap()), known).for_parent();
            assert_eq!(best.number().signum(), exact.number().signum(), "{size:?} {text} {spec}");
            assert!(best == exact || spec == "best", "{size:?} {text} {spec}");
        }
    }
}
