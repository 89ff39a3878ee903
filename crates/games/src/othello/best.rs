//! The engine `best`: the endgame solver beside alpha-beta, and inside it near the leaves. On 6×6 a book of
//! exact scores answers before the solver.

use std::time::Duration;

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::book::ExactBook;
use plateau_search::root_solver::{
    Proof, ProofProgress, RootSolver, SolverAndSearch, SolverControl, SolverShare, StopFn,
};
use plateau_search::{AlphaBeta, Budget, Engine, Limits, MoveValue, Score, Settings, Value};

use super::Othello;
use super::board::Board;
use super::books::exact_book;
use super::policy;
use super::solver::Solver;
use crate::exact_solver::{Bounds, SolveControl};

/// With more empty squares than this, the solver is not tried. The start of 6×6 has fewer.
const MAX_SOLVABLE_EMPTY: u32 = 36;

/// How many nodes positions take.
struct SolverCost {
    nodes_at_20_empty: f64,
    /// One more empty square multiplies the nodes by this.
    growth: f64,
}

impl SolverCost {
    /// On 6×6 the mean for the score of positions of its book. On 8×8 twice the median for win, draw or loss in
    /// games against other programs, where the mean is 0.95 million at 20 empty squares.
    const fn of<const N: usize>() -> Self {
        match N {
            6 => Self { nodes_at_20_empty: 3e6, growth: 1.65 },
            _ => Self { nodes_at_20_empty: 0.6e6, growth: 2.1 },
        }
    }

    /// Returns the nodes with this many empty squares.
    fn nodes(&self, empty: u32) -> f64 {
        self.nodes_at_20_empty * self.growth.powi(empty as i32 - 20)
    }
}

/// The nodes that the solver visits per second on one thread, about.
const NODES_PER_SECOND: f64 = 2e7;

/// With about this many empty squares, the solver takes over in a game on the clock.
const USUALLY_SOLVABLE: u32 = 20;

/// The moves whose time is kept for the solver.
const SOLVER_MOVES: u32 = 8;

/// Returns the number of moves that a side thinks about before the rest of the game is solved, with
/// some more for the solver.
pub fn moves_until_solved(empty: u32) -> u32 {
    let until_then = empty.saturating_sub(USUALLY_SOLVABLE).div_ceil(2) + SOLVER_MOVES;
    until_then.min(empty.div_ceil(2)).max(1)
}

/// The nodes of the solver's first slice.
const FIRST_SLICE_NODES: u64 = 1 << 22;

/// Between two slices of the solver, alpha-beta gets the nodes of a slice divided by this: about
/// a tenth of the time, since it visits fewer nodes per second.
const SEARCH_SLICE_DIVISOR: u64 = 64;

/// Creates the engine. The solver gets most of the hash memory.
pub fn engine<const N: usize>(variant: Othello<N>, settings: Settings) -> Box<dyn Engine<Board<N>>> {
    let solver_mb = settings.hash_mb - settings.hash_mb.div_ceil(4);
    let solver = Solver::new(variant, solver_mb.max(1), settings.threads);
    let hash_mb = settings.hash_mb.saturating_sub(solver.bytes().div_ceil(1 << 20)).max(1);
    let search = AlphaBeta::new(policy::parts::<N>(), Settings { hash_mb, ..settings });
    let book = exact_book(variant).filter(|_| settings.exact_book);
    let root = EndgameRoot { solver, threads: settings.threads, book };
    Box::new(SolverAndSearch::new(root, search))
}

/// Decides win, draw or loss. Under limits this comes first: it takes less time than the score.
const WLD_WINDOW: Bounds = Bounds { lower: -1, upper: 1 };

/// The solver of root positions, with a book of exact scores.
struct EndgameRoot<const N: usize> {
    solver: Solver<N>,
    threads: usize,
    book: Option<&'static ExactBook<Board<N>>>,
}

/// Returns whether solving, which usually takes less than this, needs the time up to the hard limit, or
/// `None` if that is too short as well. A solved game needs no more time, so the solver may use what other
/// moves must leave.
fn needs_hard_limit(seconds: f64, Budget { soft, hard }: Budget) -> Option<bool> {
    let is_within = |time: Duration| seconds <= time.as_secs_f64();
    // Alpha-beta has the other half of the soft limit.
    if is_within(soft / 2) {
        Some(false)
    } else if hard > soft && is_within(hard.saturating_sub(soft / 2)) {
        Some(true)
    } else {
        // Many positions take much less.
        is_within(soft).then_some(false)
    }
}

impl<const N: usize> EndgameRoot<N> {
    /// Returns the exact score of a position and a best move from the book.
    fn book_entry(&self, board: &Board<N>) -> Option<(i32, u8)> {
        self.book?.find(board)
    }

    /// Returns the exact score, or `None` if stopped.
    fn score(&mut self, board: &Board<N>, stop: StopFn<'_>) -> Option<i32> {
        if let Some((score, _)) = self.book_entry(board) {
            return Some(score);
        }
        let mut control = SolveControl::stoppable(stop);
        let bounds = self.solver.solve_within(board, Solver::<N>::FULL_WINDOW, &mut control);
        bounds.is_exact().then_some(bounds.lower)
    }
}

impl<const N: usize> RootSolver<Board<N>> for EndgameRoot<N> {
    /// Returns `None` if the limits ask for alpha-beta alone: a depth below the end of the
    /// game, or outside of the book less time or nodes than solving takes on average.
    fn share(&self, board: &Board<N>, limits: &Limits) -> Option<SolverShare> {
        let empty = board.empty().count();
        let expected = SolverCost::of::<N>().nodes(empty);
        let seconds = expected / NODES_PER_SECOND / self.threads.max(1) as f64;
        let is_in_book = self.book_entry(board).is_some();
        if empty > MAX_SOLVABLE_EMPTY
            || limits.depth.is_some_and(|depth| depth < empty)
            || limits.nodes.is_some_and(|nodes| expected > nodes as f64) && !is_in_book
        {
            return None;
        }
        let until_hard_limit = match limits.time {
            Some(budget) if !is_in_book => needs_hard_limit(seconds, budget)?,
            _ => false,
        };
        Some(SolverShare {
            divisor: if until_hard_limit { 1 } else { 2 },
            first_slice: FIRST_SLICE_NODES,
            search_divisor: SEARCH_SLICE_DIVISOR,
            until_hard_limit,
        })
    }

    fn solve(
        &mut self,
        board: &Board<N>,
        limits: &Limits,
        _: Value,
        control: &mut SolverControl<'_>,
    ) -> Proof {
        if let Some((score, _)) = self.book_entry(board) {
            return Proof { value: Value::exact(to_score(score)), progress: ProofProgress::Solved };
        }
        let is_wld = limits.wld_only && !limits.multi_pv;
        let window = if is_wld { WLD_WINDOW } else { Solver::<N>::FULL_WINDOW };
        let mut report = |bounds: Bounds, nodes: u64| (control.report)(to_value::<N>(bounds), nodes);
        let mut solve_control = SolveControl { stop: control.stop, progress: Some(&mut report) };
        if limits.is_limited() {
            self.solver.solve_within(board, WLD_WINDOW, &mut solve_control);
        }
        // Continues from the bounds found so far, also if they were stopped.
        let bounds = self.solver.solve_within(board, window, &mut solve_control);
        let is_solved = bounds.clamp_to(window).is_exact();
        let progress = if is_solved { ProofProgress::Solved } else { ProofProgress::Stopped };
        Proof { value: to_value::<N>(bounds), progress }
    }

    fn best_move(&mut self, board: &Board<N>, proof: Proof, stop: StopFn<'_>) -> Option<u8> {
        if let Some((_, mv)) = self.book_entry(board) {
            return Some(mv);
        }
        let is_solved = proof.progress == ProofProgress::Solved;
        if is_solved && !proof.value.is_exact() && proof.value.upper < Score::DRAW {
            // In a win/loss/draw search, all moves of a lost position are equal.
            return self.plausible_move(board);
        }
        let score = to_discs(proof.value.lower)?;
        if is_solved {
            self.solver.move_achieving(board, score, stop)
        } else {
            self.solver.stored_move_achieving(board, score)
        }
    }

    fn exact_moves(&mut self, board: &Board<N>, stop: StopFn<'_>) -> Vec<MoveValue<u8>> {
        let mut moves = Vec::new();
        for mv in self.solver.plausible_moves(board) {
            let Some(score) = self.score(&board.after(mv), stop) else { break };
            moves.push(MoveValue { mv, value: Value::exact(to_score(-score)), pv: vec![mv] });
        }
        moves
    }

    /// Ends with the book from a book position. A move that is not exact has no line: finding the
    /// exact scores on it may take much longer than its own bound.
    fn principal_variation(&mut self, board: &Board<N>, first: &MoveValue<u8>, stop: StopFn<'_>) -> Vec<u8> {
        let only_book = self.book_entry(board).is_some();
        let (mut line, mut board) = (vec![first.mv], board.after(first.mv));
        if !first.value.is_exact() {
            return line;
        }
        while board.outcome().is_none() {
            let mv = match self.book_entry(&board) {
                Some((_, mv)) => mv,
                None if only_book => break,
                None => {
                    let Some(score) = self.score(&board, stop) else { break };
                    let Some(mv) = self.solver.move_achieving(&board, score, stop) else { break };
                    mv
                }
            };
            line.push(mv);
            board.play_unchecked(mv);
        }
        line
    }

    fn plausible_move(&self, board: &Board<N>) -> Option<u8> {
        self.solver.plausible_moves(board).first().copied()
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn new_game(&mut self) {
        self.solver.new_game();
    }
}

/// Converts discs to a score.
fn to_score(discs: i32) -> Score {
    Score::estimate(discs * Score::UNIT)
}

/// Converts a score that [`to_score`] has made back to discs. Returns `None` for the open lower
/// bound.
fn to_discs(score: Score) -> Option<i32> {
    (score != Score::LOWEST).then(|| score.number() / Score::UNIT)
}

/// Converts bounds to a value. Bounds that every position satisfies become open.
fn to_value<const N: usize>(bounds: Bounds) -> Value {
    let full = Solver::<N>::FULL_WINDOW;
    let is_open = |bound: i32, limit: i32| bound == limit && !bounds.is_exact();
    let lower = if is_open(bounds.lower, full.lower) { Score::LOWEST } else { to_score(bounds.lower) };
    let upper = if is_open(bounds.upper, full.upper) { Score::HIGHEST } else { to_score(bounds.upper) };
    Value { lower, upper, estimate: Score::DRAW.clamp(lower, upper) }
}

#[cfg(test)]
mod tests {
    use plateau_core::Variant;
    use plateau_search::GamePosition;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_clock_keeps_time_for_the_solver() {
        assert_eq!([60, 40, 22, 20, 12].map(moves_until_solved), [28, 18, 9, 8, 6]);
        assert_eq!([7, 3, 1, 0].map(moves_until_solved), [4, 2, 1, 1]);
    }

    #[test]
    fn the_solver_gets_more_time_where_it_needs_it() {
        let needs = |soft: u64, hard: u64| {
            let [soft, hard] = [soft, hard].map(Duration::from_millis);
            needs_hard_limit(0.3, Budget { soft, hard })
        };
        assert_eq!(needs(600, 600), Some(false), "half of the soft limit is enough");
        assert_eq!(needs(400, 800), Some(true));
        assert_eq!(needs(400, 400), Some(false), "a fixed time, and a chance");
        assert_eq!((needs(100, 349), needs(100, 350)), (None, Some(true)));
        assert_eq!(needs(299, 299), None);
    }

    #[test]
    fn a_second_is_enough_for_the_solver_beyond_the_book_of_6x6() {
        let variant = Othello::<6>::default();
        let root = EndgameRoot { solver: Solver::new(variant, 1, 1), threads: 1, book: None };
        let mut board = variant.start();
        let second = Limits::time(Duration::from_secs(1));
        let mut tried = Vec::new();
        while board.empty().count() > 20 {
            tried.push((board.empty().count(), root.share(&board, &second).is_some()));
            board = board.after(board.legal_moves().next().unwrap());
        }
        // The book covers nine plies.
        assert!(tried.iter().all(|&(empty, is_tried)| is_tried == (empty <= 23)), "{tried:?}");
    }

    /// Never solves anything.
    struct Stuck;

    impl RootSolver<Board<8>> for Stuck {
        fn share(&self, _: &Board<8>, _: &Limits) -> Option<SolverShare> {
            Some(SolverShare { divisor: 1, first_slice: 1 << 40, search_divisor: 1, until_hard_limit: true })
        }

        fn solve(
            &mut self,
            _: &Board<8>,
            _: &Limits,
            known: Value,
            control: &mut SolverControl<'_>,
        ) -> Proof {
            while !(control.stop)(0) {
                std::thread::yield_now();
            }
            Proof { value: known, progress: ProofProgress::Stopped }
        }

        fn best_move(&mut self, _: &Board<8>, _: Proof, _: StopFn<'_>) -> Option<u8> {
            None
        }

        fn exact_moves(&mut self, _: &Board<8>, _: StopFn<'_>) -> Vec<MoveValue<u8>> {
            Vec::new()
        }

        fn principal_variation(&mut self, _: &Board<8>, first: &MoveValue<u8>, _: StopFn<'_>) -> Vec<u8> {
            vec![first.mv]
        }

        fn plausible_move(&self, board: &Board<8>) -> Option<u8> {
            board.legal_moves().next()
        }

        fn nodes(&self) -> u64 {
            0
        }

        fn new_game(&mut self) {}
    }

    #[test]
    fn a_solver_that_fails_leaves_the_move_of_alpha_beta() {
        let search = AlphaBeta::new(policy::parts::<8>(), Settings { hash_mb: 1, ..Settings::default() });
        let mut engine = SolverAndSearch::new(Stuck, search);
        let budget = Budget { soft: Duration::from_millis(200), hard: Duration::from_millis(300) };
        let limits = Limits { time: Some(budget), ..Limits::default() };
        let start = GamePosition::new(Othello::<8>::default().start());
        let analysis = engine.analyse(&start, &limits, &mut |_| {});
        assert!(analysis.depth > 3 && analysis.moves.len() == 1, "depth {}", analysis.depth);
        assert!(analysis.time >= budget.hard, "{:?}", analysis.time);
    }

    /// With too few nodes for many of the scores.
    #[test]
    fn bounds_found_under_limits_hold_and_decide_games() {
        let variant = Othello::<8>::default();
        let mut engine = engine(variant, Settings { hash_mb: 4, ..Settings::default() });
        let mut solver = Solver::new(variant, 4, 1);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        let mut decided = 0;
        for _ in 0..40 {
            let mut board = variant.start();
            while board.outcome().is_none() && board.empty().count() > 14 {
                let mut moves = board.legal_moves();
                board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
            }
            engine.new_game();
            let limits = Limits { search_forced: true, ..Limits::nodes(45_000) };
            let value = engine.analyse(&GamePosition::new(board), &limits, &mut |_| {}).value;
            let score = to_score(solver.solve(&board));
            assert!(value.lower <= score && score <= value.upper, "{value:?} {score}");
            decided +=
                usize::from(!value.is_exact() && (value.lower > Score::DRAW || value.upper < Score::DRAW));
        }
        assert!(decided > 10, "{decided}");
    }
}
