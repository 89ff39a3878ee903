//! The terms of the evaluators of super-morpion.

use plateau_core::{Phrase, Position};
use plateau_search::Evaluator;

use super::board::Board;
use super::evaluators::{Baseline, CERTAIN, Chances, GridChances, LineCounts, cells_of};
use super::grid_net::{GridNet, GridSums};
use super::phrases;
use crate::explain::{Explain, Explanation, MapKind, Places, Term, ValueMap};
use crate::square3;

/// The names of the terms of lines: two stones, one stone, the middle, and the centre of the
/// side to move and of the opponent.
type LineNames = [&'static Phrase; 5];

static CELLS: LineNames = [
    &phrases::CELLS_TWO,
    &phrases::CELLS_ONE,
    &phrases::CELLS_MIDDLE,
    &phrases::CELLS_OWN_CENTRE,
    &phrases::CELLS_OPPONENT_CENTRE,
];
static GRIDS: LineNames = [
    &phrases::GRIDS_TWO,
    &phrases::GRIDS_ONE,
    &phrases::GRIDS_MIDDLE,
    &phrases::GRIDS_OWN_CENTRE,
    &phrases::GRIDS_OPPONENT_CENTRE,
];

/// Returns the terms of the lines of some squares of nine, each multiplied by a factor.
fn line_terms(squares: &[LineCounts], names: LineNames, factor: i32) -> [Term; 5] {
    let sum = |count: fn(&LineCounts) -> [i32; 2]| {
        squares.iter().map(count).fold([0, 0], |sum, next| [sum[0] + next[0], sum[1] + next[1]])
    };
    let centre = sum(|counts| counts.centre);
    let [two, one, middle, own_centre, opponent_centre] = names;
    [
        Term::counted(two, sum(|counts| counts.two), factor * Baseline::TWO),
        Term::counted(one, sum(|counts| counts.one), factor * Baseline::ONE),
        Term::counted(middle, sum(|counts| counts.middle), factor * Baseline::MIDDLE),
        Term::counted(own_centre, [centre[0], 0], factor * Baseline::CENTRE[0]),
        Term::counted(opponent_centre, [0, centre[1]], factor * Baseline::CENTRE[1]),
    ]
}

impl Explain<Board> for Baseline {
    fn explain(&self, board: &Board, (): &()) -> Explanation {
        let sides = [board.turn(), board.turn().other()];
        let stones = sides.map(|player| board.stones(player));
        let fillings = (0..9).map(|grid| stones.map(|stones| cells_of(stones, grid)));
        let fillings: Vec<[u16; 2]> = fillings.collect();
        let is_won = |filling: &&[u16; 2]| filling.iter().any(|&cells| square3::has_line(cells));
        let open: Vec<LineCounts> = fillings
            .iter()
            .filter(|filling| !is_won(filling))
            .map(|&[own, opponent]| LineCounts::of(own, opponent, square3::FULL & !(own | opponent)))
            .collect();
        let [own, opponent] = sides.map(|player| board.won(player));
        let outer = LineCounts::of(own, opponent, square3::FULL & !board.closed());
        let won = [own, opponent].map(|grids| grids.count_ones() as i32);
        let terms = [Term::counted(&phrases::GRIDS, won, Self::WON_GRID)]
            .into_iter()
            .chain(line_terms(&open, CELLS, 1))
            .chain(line_terms(&[outer], GRIDS, Self::OUTER));
        let values = fillings.iter().map(|&[own, opponent]| Some(self.grid_score(own, opponent))).collect();
        let map = ValueMap::contributions(&phrases::MAP_GRIDS, values).of_regions();
        Explanation::new(terms).with_map(map)
    }
}

impl Explain<Board> for GridChances {
    fn explain(&self, board: &Board, chances: &Chances) -> Explanation {
        let parts = self.parts(board, chances);
        let free_choice =
            (parts.free_choice != 0).then(|| Term::plain(&phrases::FREE_CHOICE, parts.free_choice));
        let others = [
            Term::plain(&phrases::CHANCE_OF_LINES, parts.lines),
            Term::plain(&phrases::CHANCE_OF_GRIDS, parts.grids),
        ];
        let explanation = Explanation::new(free_choice.into_iter().chain(others));
        let titles = [&phrases::MAP_OWN_CHANCES, &phrases::MAP_OPPONENT_CHANCES];
        parts.chances.into_iter().zip(titles).fold(explanation, |explanation, (chances, title)| {
            let percent = |chance: i32| (100 * chance + CERTAIN / 2) / CERTAIN;
            explanation.with_map(ValueMap {
                title: title.message(),
                kind: MapKind::Percent,
                places: Places::Regions,
                values: chances.into_iter().map(|chance| Some(percent(chance))).collect(),
            })
        })
    }
}

impl Explain<Board> for GridNet {
    /// The terms are what the value changes by when the parts are added one after the other: a net
    /// is no sum.
    fn explain(&self, board: &Board, sums: &GridSums) -> Explanation {
        let names = [
            &phrases::LEARNED_BIAS,
            &phrases::LEARNED_GRIDS,
            &phrases::LEARNED_LINES,
            &phrases::LEARNED_WON,
            &phrases::LEARNED_TARGET,
        ];
        let mut before = 0;
        let terms = names.into_iter().zip(self.cumulative_values(board)).map(|(name, value)| {
            let term = Term::plain(name, value - before);
            before = value;
            term
        });
        let explanation = Explanation::new(terms.collect::<Vec<_>>());
        let value = self.evaluate(board, sums);
        let added = (0..9).map(|grid| Some(value - self.value_without(board, sums, grid))).collect();
        explanation.with_map(ValueMap::contributions(&phrases::MAP_GRIDS, added).of_regions())
    }
}
