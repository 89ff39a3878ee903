//! Which move to look at first: what decides how much alpha-beta leaves out.

use plateau_core::Position;

/// What past cut-offs say about moves.
#[derive(Clone, Debug)]
pub struct Ordering {
    /// How often a move cut off, for each side.
    history: [Vec<i32>; 2],
    /// The two moves that last cut off at each ply.
    killers: Vec<[u16; 2]>,
}

/// The table's move comes before all others, then the killers.
const TABLE_MOVE: i32 = i32::MAX;
const KILLER: i32 = 1 << 24;

/// A move's history stays below this.
const MOST_HISTORY: i32 = 1 << 14;

const NONE: u16 = u16::MAX;

impl Ordering {
    /// Nothing is known yet.
    pub fn new<P: Position>() -> Self {
        Self { history: [vec![0; P::MOVE_SPAN], vec![0; P::MOVE_SPAN]], killers: Vec::new() }
    }

    /// Forgets what belongs to plies, and half of the rest.
    pub fn next_search(&mut self) {
        self.killers.clear();
        for value in self.history.iter_mut().flatten() {
            *value /= 2;
        }
    }

    /// How early a move should be looked at.
    #[inline]
    pub fn priority<P: Position>(
        &self,
        position: &P,
        mv: P::Move,
        ply: usize,
        table_move: Option<u16>,
        promise: i32,
    ) -> i32 {
        let index = P::move_index(mv) as u16;
        if table_move == Some(index) {
            return TABLE_MOVE;
        }
        let killers = self.killers.get(ply).copied().unwrap_or([NONE; 2]);
        let killer = if killers[0] == index {
            2 * KILLER
        } else if killers[1] == index {
            KILLER
        } else {
            0
        };
        killer + promise + self.history[position.turn().index()][usize::from(index)]
    }

    /// A move cut off at this depth, after those in `before` did not.
    pub fn reward<P: Position>(
        &mut self,
        position: &P,
        mv: P::Move,
        ply: usize,
        depth: u32,
        before: &[P::Move],
    ) {
        let index = P::move_index(mv) as u16;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NONE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != index {
            *killers = [index, killers[0]];
        }
        let bonus = (depth * depth).min(400) as i32;
        let history = &mut self.history[position.turn().index()];
        let mut credit = |index: usize, bonus: i32| {
            // The nearer to its limit, the less it moves.
            history[index] += bonus - history[index] * bonus.abs() / MOST_HISTORY;
        };
        credit(usize::from(index), bonus);
        for &other in before {
            credit(P::move_index(other), -bonus);
        }
    }
}
