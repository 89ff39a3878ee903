//! The terms of the evaluator of Achi and Picaria.

use super::board::Board;
use super::evaluators::LinesAndMobility;
use super::phrases;
use super::rules::points_of;
use crate::explain::{Explain, Explanation, Term, ValueMap};
use crate::phrases::MAP_CONTRIBUTIONS;

impl Explain<Board> for LinesAndMobility {
    fn explain(&self, board: &Board, (): &()) -> Explanation {
        let [own, opponent] = Self::sides(board);
        let sets = [Self::open_points(board, own, opponent), Self::open_points(board, opponent, own)];
        let names = [&phrases::OPEN_EMPTY, &phrases::OPEN_PIECES, &phrases::COMPLETING];
        let lines = (0..3)
            .map(|i| Term::counted(names[i], sets.map(|sets| sets[i].count_ones() as i32), Self::OPEN[i]));
        let mobility =
            [own, opponent].map(|side| points_of(side).map(|point| Self::mobility(board, point)).sum());
        let mobility = Term::counted(&phrases::MOBILITY, mobility, Self::MOBILITY);
        let point_value = |point: u8| {
            let bit = board.rules().bit(point);
            let side = |pieces: u16, sets: [u16; 3]| {
                let open = sets.into_iter().zip(Self::OPEN).filter(|(set, _)| set & bit != 0);
                let open: i32 = open.map(|(_, value)| value).sum();
                open + if pieces & bit != 0 { Self::MOBILITY * Self::mobility(board, point) } else { 0 }
            };
            side(own, sets[0]) - side(opponent, sets[1])
        };
        let values = (0..board.rules().points as u8).map(|point| Some(point_value(point)));
        Explanation::new(lines.chain([mobility]))
            .with_map(ValueMap::contributions(&MAP_CONTRIBUTIONS, values.collect()))
    }
}
