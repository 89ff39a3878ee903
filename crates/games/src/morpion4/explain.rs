//! The terms of the evaluators of m,n,k games.

use plateau_core::phrases::{O, X};
use plateau_core::text::Argument;
use plateau_core::{Phrase, Position};

use super::board::Board;
use super::evaluators::{
    Baseline, Figure, LastMove, MISSING_STONES, OpenLines, Surroundings, TEMPO_EIGHTHS, discounted, weights,
};
use super::geometry::Geometry;
use super::phrases;
use crate::explain::{Explain, Explanation, Term};
use crate::grid::count_open_lines;
use crate::phrases::OPEN_LINES;

/// The figures of the baseline and their names.
static FIGURES: [(Figure, &Phrase); 11] = [
    (Figure::TrioCreated, &phrases::TRIO_CREATED),
    (Figure::DuoCreated, &phrases::DUO_CREATED),
    (Figure::TrioBlocked, &phrases::TRIO_BLOCKED),
    (Figure::DuoBlocked, &phrases::DUO_BLOCKED),
    (Figure::OpenThree, &phrases::OPEN_THREE),
    (Figure::OpenTwo, &phrases::OPEN_TWO),
    (Figure::HalfOpenTwo, &phrases::HALF_OPEN_TWO),
    (Figure::SplitTwo, &phrases::SPLIT_TWO),
    (Figure::HalfSplitTwo, &phrases::HALF_SPLIT_TWO),
    (Figure::DeadSplitTwo, &phrases::DEAD_SPLIT_TWO),
    (Figure::OpenOne, &phrases::OPEN_ONE),
];

impl<G: Geometry> Explain<Board<G>> for Baseline {
    /// The opponent made the last move, so its figures count for the opponent. The factors
    /// are terms too: what they add to the value before them.
    fn explain(&self, board: &Board<G>, state: &LastMove) -> Explanation {
        let Some(cell) = state.cell else {
            return Explanation::default().with_note(phrases::NO_LAST_MOVE.message());
        };
        let around = Surroundings::of(board, cell);
        let found = FIGURES.iter().filter_map(|(figure, name)| {
            let count = around.figures.iter().flatten().filter(|found| **found == Some(*figure)).count();
            let weight = 10 * figure.weight(around.stones);
            (count > 0).then(|| Term::counted(*name, [0, count as i32], weight))
        });
        let neighbours = [0, around.neighbours];
        let neighbours = Term::counted(&phrases::NEIGHBOURS, neighbours, 10 * weights::NEIGHBOUR);
        let player = board.turn().other();
        let factor = weights::PLAYER_FACTOR[player.index()];
        let [unscaled, scaled] = [10, factor].map(|factor| around.value() * factor);
        let player_factor = phrases::PLAYER_FACTOR
            .message()
            .with("factor", Argument::decimal(f64::from(factor) / 10.0, 1))
            .with("player", [&X, &O][player.index()]);
        let (numerator, denominator) = weights::PLY_FACTOR;
        let ply_factor = phrases::PLY_FACTOR
            .message()
            .with("factor", Argument::decimal(numerator as f64 / denominator as f64, 1))
            .with("plies", state.plies);
        let factors = [
            Term::plain(player_factor, unscaled - scaled),
            Term::plain(ply_factor, scaled - discounted(scaled, state.plies)),
        ];
        Explanation::new(found.chain([neighbours]).chain(factors))
    }
}

impl<G: Geometry> Explain<Board<G>> for OpenLines {
    fn explain(&self, board: &Board<G>, (): &()) -> Explanation {
        let (geometry, (own, opponent)) = (board.geometry(), board.sides());
        let counts = [count_open_lines(geometry, own, opponent), count_open_lines(geometry, opponent, own)];
        let line = geometry.line() as usize;
        let lines = (1..line).map(|stones| {
            let name = OPEN_LINES.message().with("stones", stones).with("line", line);
            Term::counted(name, counts.map(|counts| counts[stones]), MISSING_STONES[line - stones])
        });
        let tempo = Self::side(geometry, own, opponent) * TEMPO_EIGHTHS / 8;
        Explanation::new(lines.chain([Term::plain(&phrases::TEMPO, tempo)]))
    }
}
