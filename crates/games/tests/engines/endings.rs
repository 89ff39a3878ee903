//! Perfect play to the end, against every reply: a won position is won by the
//! shortest way or the largest margin, a lost one holds out the longest.

use std::collections::HashMap;

use plateau_core::{Objective, Player, Position, Record, Variant};
use plateau_games::EngineSpec;
use plateau_games::achi::board::Board;
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::connect4::{self, ConnectFour};
use plateau_games::engines::simple::FirstMove;
use plateau_games::engines::{Playable, engine};
use plateau_games::morpion4::{self, InARow};
use plateau_games::othello::Othello;
use plateau_games::supermorpion::SuperMorpion;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::{Engine, GamePosition, Limits, Score, Settings, Solution};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn named<V: Playable>(variant: &V, spec: &str) -> Box<dyn Engine<V::Position>> {
    let settings = Settings { hash_mb: 4, ..Settings::default() };
    engine(variant, &EngineSpec::parse(spec).unwrap(), settings).unwrap()
}

/// Plain negamax that remembers positions.
fn truth<P: Position>(position: &P, known: &mut HashMap<P, Score>) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::from_outcome::<P>(outcome, position.turn());
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let moves = position.legal_moves();
    let score = moves.map(|mv| truth(&position.after(mv), known).for_parent()).max().unwrap();
    known.insert(*position, score);
    score
}

/// An engine as one side, against everything the other can do.
struct Walk<V: Variant> {
    variant: V,
    engine: Box<dyn Engine<V::Position>>,
    side: Player,
    truths: HashMap<V::Position, Score>,
    /// The worst that came of each position met.
    ends: HashMap<V::Position, Score>,
}

impl<V: Playable> Walk<V> {
    fn new(variant: &V, spec: &str, side: Player) -> Self {
        let engine = named(variant, spec);
        Self { variant: variant.clone(), engine, side, truths: HashMap::new(), ends: HashMap::new() }
    }

    /// What the game ends with, for the side to move, when the other side does
    /// its worst: the truth, in every position on the way.
    fn end(&mut self, position: &V::Position) -> Score {
        if let Some(outcome) = position.outcome() {
            return Score::from_outcome::<V::Position>(outcome, position.turn());
        }
        if let Some(&score) = self.ends.get(position) {
            return score;
        }
        let end = if position.turn() == self.side {
            let found = self.engine.analyse(&GamePosition::new(*position), &Limits::default(), &mut |_| {});
            self.end(&position.after(found.best().unwrap())).for_parent()
        } else {
            position.legal_moves().map(|mv| self.end(&position.after(mv)).for_parent()).max().unwrap()
        };
        let text = format!("{} {}", self.variant.name(), self.variant.print(position));
        assert_eq!(end, truth(position, &mut self.truths), "{text} as {:?}", self.side);
        self.ends.insert(*position, end);
        end
    }
}

/// Positions of random games that go on and are late enough.
fn late_positions<V: Variant>(
    variant: &V,
    count: usize,
    late: impl Fn(&V::Position) -> bool,
) -> Vec<V::Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(variant.clone());
        while record.finish().is_none() && !late(record.position()) {
            let mut moves = record.position().legal_moves();
            record.play(moves.nth(rng.random_range(0..moves.len())).unwrap()).unwrap();
        }
        if record.finish().is_none() {
            found.push(*record.position());
        }
    }
    found
}

/// Walks from each position as either side; some are won and some lost.
fn is_perfect<V: Playable>(variant: &V, positions: &[V::Position]) {
    for spec in ["best", "alphabeta"] {
        for side in Player::BOTH {
            let mut walk = Walk::new(variant, spec, side);
            let ends: Vec<Score> = positions.iter().map(|position| walk.end(position)).collect();
            let count = |sign: i32| ends.iter().filter(|end| end.number().signum() == sign).count();
            assert!(positions.len() < 8 || count(1).min(count(-1)) > 1, "{} {ends:?}", variant.name());
        }
    }
}

#[test]
fn won_games_end_soonest_and_lost_ones_latest() {
    is_perfect(&TicTacToe, &[TicTacToe.start()]);
    is_perfect(&TicTacToe, &late_positions(&TicTacToe, 60, |board| board.legal_moves().len() < 7));
    for (columns, rows, taken) in [(4, 4, 6), (5, 4, 9)] {
        let size = connect4::AnySize::small(columns, rows).unwrap();
        let variant = ConnectFour::new(format!("connect4:{columns}x{rows}"), size);
        let late = late_positions(&variant, 120, |board| board.taken().count_ones() >= taken);
        is_perfect(&variant, &late);
    }
    let variant = SuperMorpion { most: true };
    is_perfect(&variant, &late_positions(&variant, 20, |board| board.empty().count_ones() < 10));
}

#[test]
fn margins_are_as_large_as_can_be() {
    assert_eq!(<Othello<6> as Variant>::Position::OBJECTIVE, Objective::Margin);
    let variant = Othello::<6> { discs_only: false };
    let empty = |board: &_| variant.print(board).matches('-').count();
    let late = late_positions(&variant, 20, |board| empty(board) < 8);
    is_perfect(&variant, &late);
}

#[test]
fn othello_on_sixteen_squares_is_lost_by_ten_or_by_eight_discs_and_no_more() {
    for (discs_only, margin) in [(false, -10), (true, -8)] {
        let variant = Othello::<4> { discs_only };
        for spec in ["best", "alphabeta"] {
            for side in Player::BOTH {
                let end = Walk::new(&variant, spec, side).end(&variant.start());
                assert_eq!(end.number(), margin * Score::UNIT, "{spec} as {side:?}");
            }
        }
        let mut white = named(&variant, "best");
        let mut record = Record::new(variant);
        while record.finish().is_none() {
            let line = GamePosition::from_record(&record);
            let found = match record.position().turn() {
                Player::First => FirstMove.analyse(&line, &Limits::default(), &mut |_| {}),
                Player::Second => white.analyse(&line, &Limits::default(), &mut |_| {}),
            };
            record.play(found.best().unwrap()).unwrap();
        }
        let outcome = record.finish().unwrap().outcome;
        assert_eq!(outcome.winner(), Some(Player::Second), "{record}");
        assert!(i32::from(outcome.margin()) >= -margin, "{record}");
    }
}

/// Plays on from a position, the engine against what `other` chooses among the
/// solved moves; the plies it took, and the winner.
fn play_out(
    variant: &DropAndSlide,
    from: Board,
    engine: &mut dyn Engine<Board>,
    mut other: impl FnMut(&Board) -> <Board as Position>::Move,
) -> (u32, Option<Player>) {
    let mut record = Record::from_position(variant.clone(), from);
    while record.finish().is_none() {
        let mv = if record.position().turn() == from.turn() {
            engine
                .analyse(&GamePosition::from_record(&record), &Limits::default(), &mut |_| {})
                .best()
                .unwrap()
        } else {
            other(record.position())
        };
        record.play(mv).unwrap();
    }
    (record.moves().len() as u32, record.finish().unwrap().outcome.winner())
}

#[test]
fn achi_and_picaria_are_won_soonest_and_lost_latest() {
    for (graph, pieces) in [(Graph::Nine, 4), (Graph::Nine, 3), (Graph::Diamond, 3)] {
        let setup = Setup { graph, pieces, blocked: Blocked::Loses, ban: Ban::Never };
        let variant = DropAndSlide::new(String::new(), setup);
        let solution = Solution::solve(variant.start(), 10_000).unwrap();
        let mut engine = named(&variant, "best");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut won, mut lost) = (0, 0);
        for position in solution.positions().iter().step_by(29) {
            let score = solution.score(position).unwrap();
            let Some(plies) = score.plies().filter(|&plies| plies > 0) else { continue };
            let winner = if score.is_win() { position.turn() } else { position.turn().other() };
            let best = |board: &Board| {
                let moves = solution.scores().moves(board).into_iter();
                moves.max_by_key(|&(_, score)| score).unwrap().0
            };
            let text = variant.print(position);
            assert_eq!(play_out(&variant, *position, &mut *engine, best), (plies, Some(winner)), "{text}");
            won += u32::from(score.is_win());
            lost += u32::from(score.is_loss());
            if score.is_win() {
                // Worse replies only help.
                let any = |board: &Board| {
                    let mut moves = board.legal_moves();
                    moves.nth(rng.random_range(0..moves.len())).unwrap()
                };
                let (taken, by) = play_out(&variant, *position, &mut *engine, any);
                assert!(taken <= plies && by == Some(winner), "{text}: {taken} of {plies}");
            }
        }
        assert!(won > 20 && lost > 10, "{won} {lost}");
    }
}

/// Far cells are left out of a search that does not end the game, and images of
/// moves always: neither may change what is called exact.
#[test]
fn small_boards_of_any_line_are_as_negamax_says() {
    for (size, text) in [
        ([3, 4, 3], "1x1/3/3/3 o"),
        ([3, 4, 4], "3/3/3/3 x"),
        ([3, 5, 4], "1x1/3/3/3/3 o"),
        ([5, 3, 3], "5/2x2/5 o"),
        ([4, 3, 4], "xo2/4/4 x"),
    ] {
        let Some(geometry) = morpion4::AnySize::small(size) else { panic!("{size:?} is small") };
        let variant = InARow::new(format!("{size:?}"), geometry);
        let position = variant.parse(text).unwrap();
        let known = &mut HashMap::new();
        let right = truth(&position, known);
        for spec in ["best", "alphabeta"] {
            let found =
                named(&variant, spec).analyse(&GamePosition::new(position), &Limits::default(), &mut |_| {});
            // A win by threats is perhaps not the nearest.
            let holds = found.value.lower <= right && right <= found.value.upper;
            assert!(holds && (spec == "best" || found.value.is_exact()), "{size:?} {text} {spec}");
            let best = truth(&position.after(found.best().unwrap()), known).for_parent();
            assert_eq!(best.number().signum(), right.number().signum(), "{size:?} {text} {spec}");
            assert!(best == right || spec == "best", "{size:?} {text} {spec}");
        }
    }
}
