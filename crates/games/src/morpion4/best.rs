//! The strongest engine: a forced win by threats if there is one, else search.

use plateau_search::engine::Progress;
use plateau_search::time::{Clock, SystemClock};
use plateau_search::{
    AlphaBeta, Analysis, Engine, GamePosition, Limits, MoveValue, Score, Settings, StopReason, Unit, Value,
    search_with_remaining,
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

/// Wins in so many plies and less are never missed.
const SURE: u32 = 5;

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
        line: &GamePosition<Board<G>>,
        limits: &Limits,
        progress: Progress<'_, u16>,
    ) -> Analysis<u16> {
        let clock = SystemClock::start();
        // A short search has no time for a detour.
        let detour = limits.nodes.is_none_or(|nodes| nodes > 2 * THREAT_NODES);
        let time = limits.time.map(|budget| budget.hard / 2);
        self.threats.set_patience(Patience { stop: limits.stop.clone(), clock, time });
        let plies = limits.depth.map_or(PLIES, |depth| depth.min(PLIES));
        let found = if detour { self.threats.find(line.position(), plies) } else { None };
        let mut nodes = if detour { self.threats.nodes() } else { 0 };
        let Some(win) = found else {
            return search_with_remaining(&mut self.search, line, limits, progress, nodes, clock.now());
        };
        let score = Score::win_in(win.plies);
        // All replies were looked at, but not all moves that might win sooner;
        // wins in 5 and less are never missed.
        let upper = Score::win_in(win.plies.min(SURE + 2));
        let value = Value { lower: score, upper, estimate: score };
        let won = MoveValue { mv: win.mv, value, pv: self.threats.line(line.position(), win) };
        nodes += self.threats.nodes();
        if limits.multi_pv {
            let found = search_with_remaining(&mut self.search, line, limits, progress, nodes, clock.now());
            return with_win(found, won);
        }
        Analysis {
            moves: vec![won],
            value,
            depth: win.plies,
            nodes,
            time: clock.now(),
            stop: StopReason::Proven,
            unit: Unit::Pieces,
        }
    }

    fn new_game(&mut self) {
        self.threats = ThreatSearch::new(THREAT_NODES);
        self.search.new_game();
    }
}

/// What a search of every move found, with a win that threats found.
fn with_win(mut found: Analysis<u16>, won: MoveValue<u16>) -> Analysis<u16> {
    let score = won.value.estimate;
    if let Some(judged) = found.moves.iter_mut().find(|judged| judged.mv == won.mv)
        && judged.value.lower < score
    {
        *judged = won;
        found.moves.sort_by_key(|judged| std::cmp::Reverse(judged.value.estimate));
        let lower = found.value.lower.max(score);
        let upper = found.value.upper.max(lower);
        found.value = Value { lower, upper, estimate: found.value.estimate.clamp(lower, upper) };
    }
    found
}
