//! The strongest engine: a forced win by threats if there is one, else search.

use plateau_search::clock::{Clock, SystemClock};
use plateau_search::engine::Progress;
use plateau_search::{
    AlphaBeta, Analysis, Engine, Limits, Line, MoveValue, Score, Settings, StopReason, Value,
};

use super::board::Board;
use super::evaluators::Ours;
use super::geometry::Geometry;
use super::threats::ThreatSearch;

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
        let found = if detour { self.threats.find(line.position(), PLIES) } else { None };
        let Some(win) = found else { return self.search.analyse(line, limits, progress) };
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
        }
    }

    fn forget(&mut self) {
        self.threats = ThreatSearch::new(THREAT_NODES);
        self.search.forget();
    }
}
