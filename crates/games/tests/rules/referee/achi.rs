//! A referee of Achi and Picaria on a list of points. Points are numbered from 1 as in
//! the notation; `cells[point - 1]` is the piece on a point.

use plateau_core::Outcome;

use super::graphs::{ACHI, Graph, PICARIA, PICARIA_13, SIXTEEN_LINES};
use super::plain::{
    EIGHT_LINES, EMPTY, Referee, has_line, opponent, read_cells, split_side, win, write_cells,
};

/// What happens to a player who cannot slide.
#[derive(Clone, Copy, PartialEq)]
enum Blocked {
    Loses,
    Passes,
    Draws,
}

/// When dropping a piece on the centre is forbidden.
#[derive(Clone, Copy, PartialEq)]
enum CentreBan {
    Never,
    FirstDrop,
    EveryDrop,
}

/// The referee of Achi and of Picaria.
pub struct DropAndSlide {
    graph: Graph,
    /// As indices into the cells, from 0.
    lines: Vec<[usize; 3]>,
    pieces: usize,
    blocked: Blocked,
    ban: CentreBan,
    broken: bool,
}

impl DropAndSlide {
    /// If `broken`, points 2 and 5 are not connected.
    pub fn achi(options: &[&str], broken: bool) -> Self {
        let lines = EIGHT_LINES.to_vec();
        let mut referee =
            Self { graph: ACHI, lines, pieces: 4, blocked: Blocked::Loses, ban: CentreBan::Never, broken };
        for &option in options {
            match option {
                "k3" => referee.pieces = 3,
                "pass" => referee.blocked = Blocked::Passes,
                "draw" => referee.blocked = Blocked::Draws,
                "nocentre" => referee.ban = CentreBan::FirstDrop,
                _ => panic!("the referee of achi does not know the option {option}"),
            }
        }
        referee
    }

    /// If `broken`, points 2 and 5 are not connected.
    pub fn picaria(options: &[&str], broken: bool) -> Self {
        let mut referee = Self { graph: PICARIA, pieces: 3, ..Self::achi(&[], broken) };
        for &option in options {
            match option {
                "13" => {
                    referee.graph = PICARIA_13;
                    referee.lines = SIXTEEN_LINES.map(|line| line.map(|point| point - 1)).to_vec();
                }
                "nocentre" => referee.ban = CentreBan::EveryDrop,
                _ => panic!("the referee of picaria does not know the option {option}"),
            }
        }
        referee
    }

    fn joined(&self, from: usize, to: usize) -> bool {
        let cut = self.broken && from.min(to) == 2 && from.max(to) == 5;
        self.graph[from - 1].contains(&to) && !cut
    }

    fn may_drop_on(&self, point: usize, cells: &[char]) -> bool {
        let board_is_empty = cells.iter().all(|&cell| cell == EMPTY);
        let banned = match self.ban {
            CentreBan::Never => false,
            CentreBan::FirstDrop => point == 5 && board_is_empty,
            CentreBan::EveryDrop => point == 5,
        };
        cells[point - 1] == EMPTY && !banned
    }

    /// Returns the drops or slides of a side, each with the cells after it.
    fn drops_or_slides(&self, cells: &[char], side: char) -> Vec<(String, Vec<char>)> {
        let mut found = Vec::new();
        let points = 1..=self.graph.len();
        if cells.iter().filter(|&&cell| cell == side).count() < self.pieces {
            for point in points.filter(|&point| self.may_drop_on(point, cells)) {
                let mut after = cells.to_vec();
                after[point - 1] = side;
                found.push((point.to_string(), after));
            }
            return found;
        }
        for from in points.clone().filter(|&from| cells[from - 1] == side) {
            for to in points.clone().filter(|&to| cells[to - 1] == EMPTY && self.joined(from, to)) {
                let mut after = cells.to_vec();
                after[from - 1] = EMPTY;
                after[to - 1] = side;
                found.push((format!("{from}-{to}"), after));
            }
        }
        found
    }
}

impl Referee for DropAndSlide {
    fn start(&self) -> String {
        format!("{} x", write_cells(&vec![EMPTY; self.graph.len()]))
    }

    fn moves(&self, position: &str) -> Vec<(String, String)> {
        if self.outcome(position).is_some() {
            return Vec::new();
        }
        let (board, side) = split_side(position);
        let mut moves = self.drops_or_slides(&read_cells(board), side);
        if moves.is_empty() {
            moves.push(("pass".to_owned(), read_cells(board)));
        }
        let write = |cells: Vec<char>| format!("{} {}", write_cells(&cells), opponent(side));
        moves.into_iter().map(|(mv, after)| (mv, write(after))).collect()
    }

    fn outcome(&self, position: &str) -> Option<Outcome> {
        let (board, side) = split_side(position);
        let cells = read_cells(board);
        for side in ['x', 'o'] {
            if has_line(&cells, &self.lines, side) {
                return Some(win(side));
            }
        }
        if !self.drops_or_slides(&cells, side).is_empty() {
            return None;
        }
        match self.blocked {
            Blocked::Loses => Some(win(opponent(side))),
            Blocked::Passes => None,
            Blocked::Draws => Some(Outcome::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::{expect_perft, reachable};
    use super::*;

    #[test]
    fn achi_counts_match_published_numbers() {
        for (options, states, counts) in [
            (vec![], 5_716, [9, 72, 504, 3_024, 15_120, 54_720, 148_176]),
            (vec!["pass"], 5_724, [9, 72, 504, 3_024, 15_120, 54_720, 148_176]),
            (vec!["draw"], 5_716, [9, 72, 504, 3_024, 15_120, 54_720, 148_176]),
            (vec!["nocentre"], 5_707, [8, 64, 448, 2_688, 13_440, 48_960, 132_192]),
            (vec!["k3"], 5_390, [9, 72, 504, 3_024, 15_120, 54_720, 199_296]),
            (vec!["k3", "nocentre"], 5_381, [8, 64, 448, 2_688, 13_440, 48_960, 174_768]),
        ] {
            let referee = DropAndSlide::achi(&options, false);
            expect_perft(&referee, &counts);
            assert_eq!(reachable(&referee).0, states, "{options:?}");
        }
    }

    #[test]
    fn picaria_counts_match_published_numbers() {
        for (options, states, counts) in [
            (vec![], 5_390, vec![9, 72, 504, 3_024, 15_120, 54_720, 247_680]),
            (vec!["nocentre"], 4_253, vec![8, 56, 336, 1_680, 6_720, 18_720, 97_200]),
            (vec!["13"], 82_988, vec![13, 156, 1_716, 17_160, 154_440]),
            (vec!["13", "nocentre"], 76_495, vec![12, 132, 1_320, 11_880, 95_040]),
        ] {
            let referee = DropAndSlide::picaria(&options, false);
            expect_perft(&referee, &counts);
            assert_eq!(reachable(&referee).0, states, "{options:?}");
        }
    }

    #[test]
    fn a_blocked_player_loses_passes_or_draws() {
        // Point 2 is empty; only points 1, 3 and 5 are connected to it.
        let blocked = "x1xoxooxo o";
        assert_eq!(DropAndSlide::achi(&[], false).outcome(blocked), Some(win('x')));
        assert_eq!(DropAndSlide::achi(&["draw"], false).outcome(blocked), Some(Outcome::Draw));
        let pass = DropAndSlide::achi(&["pass"], false);
        assert_eq!(pass.outcome(blocked), None);
        assert_eq!(pass.moves(blocked), [("pass".to_owned(), "x1xoxooxo x".to_owned())]);
    }
}
