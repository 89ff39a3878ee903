//! How many nodes a textbook search visits, without keeping any of them.

use plateau_core::{Player, Position};

use super::{Algorithm, INFINITY, Judge, Plan, Unfinished, stabiliser};

/// As many nodes as [`Tree::search`](super::Tree::search) would visit. The plan's limit
/// is here on those that are visited.
pub fn count<P: Position>(position: &P, plan: &Plan, judge: &impl Judge<P>) -> Result<usize, Unfinished> {
    let mut counting = Counting { plan, judge, visited: 0 };
    counting.visit(position, 0, (-INFINITY, INFINITY))?;
    Ok(counting.visited)
}

struct Counting<'c, J> {
    plan: &'c Plan,
    judge: &'c J,
    visited: usize,
}

impl<J> Counting<'_, J> {
    /// The value of a position for the first player, which the windows of alpha-beta
    /// depend on.
    fn visit<P: Position>(
        &mut self,
        position: &P,
        ply: u32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<i32, Unfinished>
    where
        J: Judge<P>,
    {
        if self.plan.stop.is_raised() {
            return Err(Unfinished::Stopped);
        }
        if self.visited == self.plan.limit {
            return Err(Unfinished::TooLarge);
        }
        self.visited += 1;
        if let Some(outcome) = position.outcome() {
            return Ok(self.judge.finished(position, outcome, ply));
        }
        if self.plan.depth == Some(ply) {
            return Ok(self.judge.unfinished(position));
        }
        let maximises = position.turn() == Player::First;
        let mut best = if maximises { -INFINITY } else { INFINITY };
        for mv in moves(position, self.plan.fold) {
            let value = self.visit(&position.after(mv), ply + 1, (alpha, beta))?;
            best = if maximises { best.max(value) } else { best.min(value) };
            if self.plan.algorithm == Algorithm::AlphaBeta {
                if maximises {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}

/// The legal moves; of symmetric ones the first, if they are folded.
fn moves<P: Position>(position: &P, fold: bool) -> impl Iterator<Item = P::Move> {
    let symmetries = if fold { stabiliser(position) } else { Vec::new() };
    let mut kept: Vec<P::Move> = Vec::new();
    position.legal_moves().filter(move |&mv| {
        if symmetries.is_empty() {
            return true;
        }
        let image_of = |&other: &P::Move| {
            symmetries.iter().any(|&symmetry| position.transform_move(other, symmetry) == mv)
        };
        let is_new = !kept.iter().any(image_of);
        if is_new {
            kept.push(mv);
        }
        is_new
    })
}
