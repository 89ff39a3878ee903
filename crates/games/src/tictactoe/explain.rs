//! The terms of the evaluators of tic-tac-toe.

use super::Board;
use super::evaluators::{Baseline, CELL_KINDS, OpenLines, TWO_IN_LINE, open_lines, sides};
use super::phrases;
use crate::explain::{Explain, Explanation, Term, ValueMap};
use crate::phrases::{OPEN_LINES, TWO_THREATS, WINS_NEXT};

impl Explain<Board> for Baseline {
    fn explain(&self, board: &Board, (): &()) -> Explanation {
        let [own, opponent] = sides(board);
        let lines = [open_lines(own, opponent, 2), open_lines(opponent, own, 2)];
        let names = [&phrases::CENTRE, &phrases::CORNERS, &phrases::SIDES];
        let cells = CELL_KINDS.into_iter().zip(names).map(|((kind, value), name)| {
            Term::counted(name, [own, opponent].map(|side| (side & kind).count_ones() as i32), value)
        });
        let weight =
            |cell: u32| CELL_KINDS.iter().find(|(kind, _)| kind >> cell & 1 != 0).map(|found| found.1);
        Explanation::new([Term::counted(&phrases::TWO_IN_LINE, lines, TWO_IN_LINE)].into_iter().chain(cells))
            .with_map(ValueMap::weights((0..9).filter_map(weight)))
    }
}

impl Explain<Board> for OpenLines {
    fn explain(&self, board: &Board, (): &()) -> Explanation {
        let [own, opponent] = sides(board);
        let lines = (0..).zip(Self::OPEN).skip(1).map(|(stones, value)| {
            let counts = [open_lines(own, opponent, stones), open_lines(opponent, own, stones)];
            Term::counted(OPEN_LINES.message().with("stones", stones).with("line", 3_u32), counts, value)
        });
        let decided = Self::decided(own, opponent);
        let name = if decided > 0 { &WINS_NEXT } else { &TWO_THREATS };
        let decided = (decided != 0).then(|| Term::plain(name, decided * Self::WINS));
        Explanation::new(decided.into_iter().chain(lines))
    }
}
