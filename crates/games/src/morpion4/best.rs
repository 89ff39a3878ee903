//! The engine `best`: a forced win by threat-space search, else alpha-beta.

use plateau_search::engine::Progress;
use plateau_search::time::{Clock, SystemClock};
use plateau_search::{
    AlphaBeta, Analysis, Engine, GamePosition, Limits, MoveValue, Score, Settings, StopReason, Unit, Value,
    search_with_remaining,
};

use super::board::Board;
use super::evaluators::OpenLines;
use super::geometry::Geometry;
use super::threats::{ThreatLimits, ThreatSearch};

/// The node limit of the threat-space search. The win from the empty standard board takes
/// a few thousand.
const THREAT_NODES: u64 = 20_000;

/// The longest win that the threat-space search looks for.
const MAX_PLIES: u32 = 15;

/// The threat-space search finds every win of at most this many plies.
const COMPLETE_PLIES: u32 = 5;

/// Threat-space search, then alpha-beta.
pub struct BestEngine<G: Geometry> {
    threats: ThreatSearch,
    search: AlphaBeta<Board<G>, OpenLines>,
}

impl<G: Geometry> BestEngine<G> {
    pub fn new(settings: Settings) -> Self {
        Self { threats: ThreatSearch::new(THREAT_NODES), search: AlphaBeta::new(OpenLines, settings) }
    }
}

impl<G: Geometry> Engine<Board<G>> for BestEngine<G> {
    fn search_position(
        &mut self,
        game: &GamePosition<Board<G>>,
        limits: &Limits,
        progress: Progress<'_, u16>,
    ) -> Analysis<u16> {
        let clock = SystemClock::start();
        // With few nodes, leave them all to alpha-beta.
        let tries_threats = limits.nodes.is_none_or(|nodes| nodes > 2 * THREAT_NODES);
        let time = limits.time.map(|budget| budget.hard / 2);
        self.threats.set_limits(ThreatLimits { stop: limits.stop.clone(), clock, time });
        let plies = limits.depth.map_or(MAX_PLIES, |depth| depth.min(MAX_PLIES));
        let found = if tries_threats { self.threats.find(game.position(), plies) } else { None };
        let mut nodes = if tries_threats { self.threats.nodes() } else { 0 };
        let Some(win) = found else {
            return search_with_remaining(&mut self.search, game, limits, progress, nodes, clock.now());
        };
        let score = Score::win_in(win.plies);
        // Longer wins are proven against all replies, but there may be a shorter one.
        let upper = Score::win_in(win.plies.min(COMPLETE_PLIES + 2));
        let value = Value { lower: score, upper, estimate: score };
        let winning_move = MoveValue { mv: win.mv, value, pv: self.threats.line(game.position(), win) };
        nodes += self.threats.nodes();
        if limits.multi_pv {
            let analysis =
                search_with_remaining(&mut self.search, game, limits, progress, nodes, clock.now());
            return with_win(analysis, winning_move);
        }
        Analysis {
            moves: vec![winning_move],
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

/// Inserts a win found by threats into the result of a multi-PV search.
fn with_win(mut analysis: Analysis<u16>, winning_move: MoveValue<u16>) -> Analysis<u16> {
    let score = winning_move.value.estimate;
    if let Some(same) = analysis.moves.iter_mut().find(|other| other.mv == winning_move.mv)
        && same.value.lower < score
    {
        *same = winning_move;
        analysis.moves.sort_by_key(|each| std::cmp::Reverse(each.value.estimate));
        let lower = analysis.value.lower.max(score);
        let upper = analysis.value.upper.max(lower);
        analysis.value = Value { lower, upper, estimate: analysis.value.estimate.clamp(lower, upper) };
    }
    analysis
}
