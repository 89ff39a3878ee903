//! The endgame solver inside alpha-beta: positions near the leaves that are almost full.

use plateau_core::bits::Bits;
use plateau_search::parts::EndgameControl;
use plateau_search::{EndgameSolver, Score};

use super::board::Board;
use super::solver::{Poll, SHALLOW_MAX_EMPTY, Shallow, Solver};
use crate::exact_solver::Bounds;

/// Solves positions that are almost full.
#[derive(Clone, Copy, Debug, Default)]
pub struct Endgame;

/// The solver takes over when the search would come this close to the end of the game: solving
/// the rest costs about as much as searching to the remaining depth.
const PLIES_BEYOND_DEPTH: u32 = 5;

impl<const N: usize> EndgameSolver<Board<N>> for Endgame {
    /// Created for the first position, so that a search that never comes near the end needs
    /// none.
    type Memory = Option<Box<Shallow<N>>>;

    #[inline]
    fn takes_over(&self, board: &Board<N>, depth: u32) -> bool {
        board.empty().count() <= SHALLOW_MAX_EMPTY.min(depth + PLIES_BEYOND_DEPTH)
    }

    fn solve(
        &self,
        memory: &mut Option<Box<Shallow<N>>>,
        board: &Board<N>,
        alpha: Score,
        beta: Score,
        control: &mut EndgameControl<'_>,
    ) -> Option<Score> {
        let is_discs_only = board.is_discs_only();
        let shallow = match memory {
            Some(shallow) if shallow.leaf.is_discs_only() == is_discs_only => shallow,
            _ => memory.insert(Box::new(Shallow::new(is_discs_only))),
        };
        let mut poll = NodePoll { counted: shallow.leaf.nodes, control, is_stopped: false };
        let full = Solver::<N>::FULL_WINDOW;
        let window = Bounds {
            lower: alpha.number().div_euclid(Score::UNIT),
            upper: -(-beta.number()).div_euclid(Score::UNIT),
        }
        .clamp_to(full);
        let mut bounds = full;
        while !bounds.clamp_to(window).is_exact() {
            if poll.is_stopped {
                return None;
            }
            let Bounds { lower, upper } = bounds.clamp_to(window);
            let middle = (lower + upper).div_euclid(2);
            let score = shallow.search(board.own(), board.opponent(), middle, &mut poll);
            if poll.is_stopped {
                return None;
            }
            // A score that decides the window counts even if the limit is reached with it.
            bounds = bounds.refined(score, middle);
            poll.count(shallow.leaf.nodes);
        }
        let score = if bounds.lower >= window.upper { bounds.lower } else { bounds.upper };
        Some(Score::estimate(score * Score::UNIT))
    }
}

/// Counts the nodes of the solver in the search that called it.
struct NodePoll<'p, 'c> {
    control: &'p mut EndgameControl<'c>,
    /// The nodes that the search knows of.
    counted: u64,
    is_stopped: bool,
}

/// Nodes between two polls. A subtree that is too small to poll adds a few hundred.
const NODES_BETWEEN_POLLS: u64 = 64;

impl NodePoll<'_, '_> {
    fn count(&mut self, nodes: u64) {
        self.is_stopped |= self.control.count_nodes(nodes - self.counted);
        self.counted = nodes;
    }
}

impl Poll for NodePoll<'_, '_> {
    #[inline]
    fn poll(&mut self, nodes: u64) -> bool {
        if nodes - self.counted >= NODES_BETWEEN_POLLS {
            self.count(nodes);
        }
        self.is_stopped
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::{Position, Variant};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::othello::Othello;

    fn check<const N: usize>(discs_only: bool) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let variant = Othello::<N> { discs_only };
        let mut solver = Solver::new(variant, 1, 1);
        let mut memory = None;
        let mut without_score = 0;
        for _ in 0..40 {
            let mut board = variant.start();
            while board.outcome().is_none() {
                if Endgame.takes_over(&board, 3) {
                    let score = solver.solve(&board) * Score::UNIT;
                    let alpha = score + rng.random_range(-450..450);
                    let beta = alpha + rng.random_range(1..900);
                    let mut nodes = 0;
                    let mut count = |count: u64| {
                        nodes += count;
                        false
                    };
                    let [alpha, beta] = [alpha, beta].map(Score::estimate);
                    let mut control = EndgameControl::new(&mut count);
                    let found = Endgame.solve(&mut memory, &board, alpha, beta, &mut control).unwrap();
                    match score {
                        score if score <= alpha.number() => {
                            assert!(found <= alpha && score <= found.number(), "{score} {found} {alpha}");
                        }
                        score if score >= beta.number() => {
                            assert!(found >= beta && score >= found.number(), "{score} {found} {beta}");
                        }
                        score => assert_eq!(found.number(), score),
                    }
                    let mut stop = |_| true;
                    let mut control = EndgameControl::new(&mut stop);
                    let full = [Score::LOWEST, Score::HIGHEST];
                    // A search that was stopped has no score, unless it was decided with its last node.
                    let stopped = Endgame.solve(&mut memory, &board, full[0], full[1], &mut control);
                    assert!(stopped.is_none_or(|found| found.number() == score), "{stopped:?}");
                    without_score += usize::from(stopped.is_none());
                }
                let mut moves = board.legal_moves();
                board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
            }
        }
        assert!(without_score > 40, "{without_score}");
    }

    #[test]
    fn limits_hold_inside_the_solver() {
        let variant = Othello::<8>::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut stopped = 0;
        for _ in 0..60 {
            let mut board = variant.start();
            while board.outcome().is_none() && board.empty().count() > SHALLOW_MAX_EMPTY {
                let mut moves = board.legal_moves();
                board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
            }
            let mut nodes = 0;
            let mut count = |count: u64| {
                nodes += count;
                nodes >= 1_000
            };
            let mut control = EndgameControl::new(&mut count);
            let found = Endgame.solve(&mut None, &board, Score::LOWEST, Score::HIGHEST, &mut control);
            stopped += usize::from(found.is_none());
            assert!(nodes < 2_000, "{nodes} nodes");
        }
        assert!(stopped > 20, "{stopped}");
    }

    #[test]
    fn a_score_that_is_decided_with_the_last_node_counts() {
        let variant = Othello::<8>::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut board = variant.start();
        while board.outcome().is_none() && board.empty().count() > 5 {
            let mut moves = board.legal_moves();
            board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
        }
        let score = Solver::new(variant, 1, 1).solve(&board) * Score::UNIT;
        let mut stop = |_| true;
        let mut control = EndgameControl::new(&mut stop);
        let [alpha, beta] = [score - Score::UNIT, score].map(Score::estimate);
        let found = Endgame.solve(&mut None, &board, alpha, beta, &mut control);
        assert!(found.is_some_and(|found| found >= beta), "{found:?}, not {score}");
    }

    #[test]
    fn scores_are_exact_within_the_window_and_bounds_outside() {
        for discs_only in [false, true] {
            check::<4>(discs_only);
            check::<6>(discs_only);
            check::<8>(discs_only);
        }
    }

    #[test]
    fn takes_over_near_the_end_only() {
        let board = Othello::<4>::default().start();
        assert!(!Endgame.takes_over(&board, 100), "12 empty squares");
        let board = board.after(board.legal_moves().next().unwrap());
        assert!(Endgame.takes_over(&board, 6) && !Endgame.takes_over(&board, 5));
    }
}
