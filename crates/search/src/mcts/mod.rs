//! Monte-Carlo tree search with proven bounds backed up.
//!
//! Every node keeps, beside the results of the playouts through it, a lower and
//! an upper bound of its score that rest on finished games alone. So a win, a
//! loss or a draw is known as soon as the tree shows it, and moves that can't
//! matter any more are not tried again.

use std::sync::Arc;

use plateau_core::{Objective, Outcome, Position};

use crate::clock::{Clock, SystemClock};
use crate::engine::{Analysis, Engine, GamePosition, Progress};
use crate::evaluator::Evaluator;
use crate::history::{Meter, drawn_again, is_drawn};
use crate::limits::{Limits, StopReason};
use crate::playout::Tree;
use crate::score::{Score, Unit};

/// How the tree grows.
#[derive(Clone, Debug)]
pub struct MctsSettings {
    /// Megabytes of the tree.
    pub memory: usize,
    /// What the random moves follow from. The same question gets the same
    /// answer: chance begins anew with each.
    pub seed: u64,
    /// How much moves tried seldom are preferred.
    pub exploration: f32,
    /// The moves that look promising to the evaluator are tried more, as if
    /// its figures, divided by this, were the logarithms of their chances;
    /// without it, all alike.
    pub prior_scale: Option<f32>,
    /// A playout is judged by the evaluator after so many plies; without it,
    /// it goes to the end of the game.
    pub cut_off: Option<u32>,
    /// The estimate that counts as three quarters of a win.
    pub scale: f32,
    /// Playouts of a search that has neither a limit of nodes nor of time: not
    /// every position can be proven.
    pub playouts: u64,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            memory: 64,
            seed: 0,
            exploration: 0.8,
            prior_scale: None,
            cut_off: None,
            scale: 400.0,
            playouts: 1_000_000,
        }
    }
}

/// Playouts after which what is known is told, and then at each doubling.
const FIRST_TOLD: u64 = 1_024;

/// Monte-Carlo tree search of one game with one evaluator.
///
/// A node of [`Limits`] is a position put in the tree or met in a playout; a
/// limit of depth keeps the tree, not the playouts, from growing deeper.
pub struct Mcts<P: Position, E> {
    evaluator: E,
    settings: MctsSettings,
    tree: Tree<P>,
    clock: Option<Arc<dyn Clock>>,
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// An engine with an empty tree.
    pub fn new(evaluator: E, settings: MctsSettings) -> Self {
        let tree = Tree::new(settings.memory);
        Self { evaluator, settings, tree, clock: None }
    }

    /// The same engine with a clock of the caller's.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The bytes that the tree may use.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

impl<P: Position, E: Evaluator<P>> Engine<P> for Mcts<P, E> {
    fn analyse(
        &mut self,
        line: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = line.position();
        if let Some(outcome) = position.outcome() {
            return Analysis::finished(Score::of_outcome::<P>(outcome, position.turn()));
        }
        if is_drawn(line) {
            return Analysis::finished(Score::of_outcome::<P>(Outcome::Draw, position.turn()));
        }
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        let mut meter = Meter::new(limits, &*clock);
        self.tree.begin(position, drawn_again(line), &self.evaluator, &self.settings, &mut meter);
        let forced = limits.skips_search(position.legal_moves().len());
        let bounded = limits.nodes.is_some() || limits.time.is_some();
        let most = if bounded { u64::MAX } else { self.settings.playouts };
        let mut playouts = 0;
        let stop = loop {
            if self.tree.is_settled(limits.multi_pv) {
                break StopReason::Proven;
            }
            if forced {
                break StopReason::Forced;
            }
            if playouts >= most {
                break StopReason::Nodes;
            }
            self.tree.grow(position, &self.evaluator, &self.settings, limits.depth, &mut meter);
            if let Some(reason) = meter.stopped {
                break reason;
            }
            playouts += 1;
            if playouts >= FIRST_TOLD && playouts.is_power_of_two() {
                progress(&self.answer(limits, &meter, StopReason::Nodes));
            }
        };
        let answer = self.answer(limits, &meter, stop);
        progress(&answer);
        answer
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    fn answer(&self, limits: &Limits, meter: &Meter<'_>, stop: StopReason) -> Analysis<P::Move> {
        let mut moves = self.tree.root_moves(self.settings.scale);
        let value = self.tree.root_value(self.settings.scale);
        if !limits.multi_pv {
            moves.truncate(1);
        }
        let (depth, nodes, time) = (self.tree.deepest(), meter.nodes, meter.time());
        Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Results }
    }
}

/// What a score counts in the mean of playouts, from -1 to 1.
pub(crate) fn worth<P: Position>(score: Score, finished: bool, scale: f32) -> f32 {
    let number = score.number() as f32;
    match P::OBJECTIVE {
        Objective::Distance if score.is_win() => 1.0,
        Objective::Distance if score.is_loss() => -1.0,
        // A win by one point is a win all the same.
        Objective::Margin if finished && score != Score::DRAW => {
            number.signum() * 0.5 + 0.5 * (number / scale).tanh()
        }
        _ => (number / scale).tanh(),
    }
}
