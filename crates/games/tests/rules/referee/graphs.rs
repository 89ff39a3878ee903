//! The boards of Achi and Picaria. Points are numbered from 1, row by row.

/// The neighbours of points 1, 2, … on a board.
pub type Graph = &'static [&'static [usize]];

/// The board of Achi, graph A.
pub const ACHI: Graph = &[
    &[2, 4, 5],
    &[1, 3, 5],
    &[2, 5, 6],
    &[1, 5, 7],
    &[1, 2, 3, 4, 6, 7, 8, 9],
    &[3, 5, 9],
    &[4, 5, 8],
    &[5, 7, 9],
    &[5, 6, 8],
];

/// The board of Picaria, graph K.
pub const PICARIA: Graph = &[
    &[2, 4, 5],
    &[1, 3, 4, 5, 6],
    &[2, 5, 6],
    &[1, 2, 5, 7, 8],
    &[1, 2, 3, 4, 6, 7, 8, 9],
    &[2, 3, 5, 8, 9],
    &[4, 5, 8],
    &[4, 5, 6, 7, 9],
    &[5, 6, 8],
];

/// The larger board of Picaria, graph P13.
pub const PICARIA_13: Graph = &[
    &[2, 4, 10],
    &[1, 3, 5, 10, 11],
    &[2, 6, 11],
    &[1, 5, 7, 10, 12],
    &[2, 4, 6, 8, 10, 11, 12, 13],
    &[3, 5, 9, 11, 13],
    &[4, 8, 12],
    &[5, 7, 9, 12, 13],
    &[6, 8, 13],
    &[1, 2, 4, 5],
    &[2, 3, 5, 6],
    &[4, 5, 7, 8],
    &[5, 6, 8, 9],
];

/// The lines of the board with thirteen points.
pub const SIXTEEN_LINES: [[usize; 3]; 16] = [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
    [1, 4, 7],
    [2, 5, 8],
    [3, 6, 9],
    [1, 10, 5],
    [10, 5, 13],
    [5, 13, 9],
    [3, 11, 5],
    [11, 5, 12],
    [5, 12, 7],
    [2, 10, 4],
    [2, 11, 6],
    [4, 12, 8],
    [6, 13, 8],
];

#[test]
fn edges_are_symmetric() {
    for graph in [ACHI, PICARIA, PICARIA_13] {
        for from in 1..=graph.len() {
            assert!(graph[from - 1].iter().all(|&to| graph[to - 1].contains(&from)), "from {from}");
        }
    }
}
