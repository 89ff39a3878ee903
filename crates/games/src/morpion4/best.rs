//! The strongest engine: a forced win by threats if there is one, else search.

use std::time::Duration;

use plateau_search::clock::{Clock, SystemClock};
use plateau_search::engine::Progress;
use plateau_search::{
    AlphaBeta, Analysis, Budget, Engine, Limits, Line, MoveValue, Score, Settings, StopReason, Unit, Value,
};

use super::board::Board;
use super::evaluators::Ours;
use super::geometry::Geometry;
use super::threats::{Patience, ThreatSearch};

/// Positions that threats may look at before the search begins: the win from
/// the empty standard board takes some thousands.
const THREAT_NODES: u64 = 20_000;

/// Wins are looked for this far.
const PLIES: u32 = 15;

/// Threats first, then alpha-beta.
pub struct Best<G: Geometry> {
    threats: ThreatSearch,
    search: AlphaBeta<Board<G>, Ours>,
}

impl<G: Geometry> Best<G> {
    pub fn new(settings: Settings) -> Self {
        Self { threats: ThreatSearch::new(THREAT_NODES), search: AlphaBeta::new(Ours, settings) }
    }

    /// Searches with what is left of the limits after so many positions and so
    /// much time.
    fn search_on(
        &mut self,
        line: &Line<Board<G>>,
        limits: &Limits,
        progress: Progress<'_, u16>,
        nodes: u64,
        time: Duration,
    ) -> Analysis<u16> {
        let less = |budget: Budget| Budget {
            soft: budget.soft.saturating_sub(time),
            hard: budget.hard.saturating_sub(time),
        };
        let rest = Limits {
            nodes: limits.nodes.map(|most| most.saturating_sub(nodes).max(1)),
            time: limits.time.map(less),
            ..limits.clone()
        };
        let in_all = |mut found: Analysis<u16>| {
            found.nodes += nodes;
            found.time += time;
            found
        };
        let found = self.search.analyse(line, &rest, &mut |now| progress(&in_all(now.clone())));
        in_all(found)
    }
}

impl<G: Geometry> Engine<Board<G>> for Best<G> {
    fn analyse(
        &mut self,
        line: &Line<Board<G>>,
        limits: &Limits,
        progress: Progress<'_, u16>,
    ) -> Analysis<u16> {
        let clock = SystemClock::start();
        // A search for every move, or a short one, has no time for a detour.
        let detour = !limits.every_move && limits.nodes.is_none_or(|nodes| nodes > 2 * THREAT_NODES);
        let time = limits.time.map(|budget| budget.hard / 2);
        self.threats.set_patience(Patience { stop: limits.stop.clone(), clock, time });
        let found = if detour { self.threats.find(line.position(), PLIES) } else { None };
        let Some(win) = found else {
            let (nodes, time) = if detour { (self.threats.nodes(), clock.now()) } else { Default::default() };
            return self.search_on(line, limits, progress, nodes, time);
        };
        let score = Score::win_in(win.plies);
        // All replies were looked at, but not all moves that might win sooner.
        let upper = if win.plies == 1 { score } else { Score::win_in(1) };
        let value = Value { lower: score, upper, estimate: score };
        let mut nodes = self.threats.nodes();
        let line = self.threats.line(line.position(), win);
        nodes += self.threats.nodes();
        Analysis {
            moves: vec![MoveValue { mv: win.mv, value, line }],
            value,
            depth: win.plies,
            nodes,
            time: clock.now(),
            stop: StopReason::Proven,
            unit: Unit::Pieces,
        }
    }

    fn forget(&mut self) {
        self.threats = ThreatSearch::new(THREAT_NODES);
        self.search.forget();
    }
}
