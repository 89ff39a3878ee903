//! Multi-ProbCut: how well shallow searches predict deep ones, by stage. The rows are what this command prints,
//! those of the first stage repeated from the second:
//!
//! `cargo run --release -p plateau-bench --example fit_prob_cuts -- supermorpion 300 13 8`

use plateau_search::ProbCut;

use super::board::Board;

/// The number of standard deviations beyond the window at which a search is cut. `docs/supermorpion.md` has the
/// games with other numbers.
const CONFIDENCE: f32 = 2.4;

/// The taken cells of a stage. It must be the last argument of the command.
const STAGE_CELLS: u32 = 8;

/// Returns the stage of a position by its number of taken cells.
#[inline]
pub fn stage(board: &Board) -> usize {
    ((81 - board.empty().count_ones()) / STAGE_CELLS) as usize
}

const fn cut(depth: u32, shallow_depth: u32, slope: f32, offset: f32, sigma: f32) -> ProbCut {
    ProbCut { depth, shallow_depth, slope, offset, sigma, confidence: CONFIDENCE }
}

/// The checks of each stage.
#[rustfmt::skip]
pub const STAGES: &[&[ProbCut]] = &[
    // Taken cells: 0 to 7.
    &[
        cut(4, 2, 0.894, 2.0, 9.0),
        cut(5, 1, 0.825, -2.0, 14.0),
        cut(6, 2, 0.817, 3.0, 10.0),
        cut(7, 3, 0.825, -1.0, 9.0),
        cut(8, 4, 0.838, 2.0, 8.0),
        cut(9, 3, 0.756, -1.0, 10.0),
        cut(10, 4, 0.768, 1.0, 9.0),
        cut(11, 5, 0.766, -0.0, 9.0),
        cut(12, 6, 0.784, 1.0, 8.0),
        cut(13, 5, 0.720, -0.0, 10.0),
        cut(14, 6, 0.784, 1.0, 8.0),
        cut(15, 7, 0.720, -0.0, 10.0),
        cut(16, 8, 0.784, 1.0, 8.0),
    ],
    // Taken cells: 8 to 15.
    &[
        cut(4, 2, 0.894, 2.0, 9.0),
        cut(5, 1, 0.825, -2.0, 14.0),
        cut(6, 2, 0.817, 3.0, 10.0),
        cut(7, 3, 0.825, -1.0, 9.0),
        cut(8, 4, 0.838, 2.0, 8.0),
        cut(9, 3, 0.756, -1.0, 10.0),
        cut(10, 4, 0.768, 1.0, 9.0),
        cut(11, 5, 0.766, -0.0, 9.0),
        cut(12, 6, 0.784, 1.0, 8.0),
        cut(13, 5, 0.720, -0.0, 10.0),
        cut(14, 6, 0.784, 1.0, 8.0),
        cut(15, 7, 0.720, -0.0, 10.0),
        cut(16, 8, 0.784, 1.0, 8.0),
    ],
    // Taken cells: 16 to 23.
    &[
        cut(4, 2, 0.895, 6.0, 14.0),
        cut(5, 1, 0.809, -4.0, 21.0),
        cut(6, 2, 0.831, 5.0, 15.0),
        cut(7, 3, 0.840, -2.0, 13.0),
        cut(8, 4, 0.888, 1.0, 14.0),
        cut(9, 3, 0.824, -3.0, 16.0),
        cut(10, 4, 0.841, 0.0, 14.0),
        cut(11, 5, 0.881, -2.0, 14.0),
        cut(12, 6, 0.877, -0.0, 14.0),
        cut(13, 5, 0.859, -3.0, 16.0),
        cut(14, 6, 0.877, -0.0, 14.0),
        cut(15, 7, 0.859, -3.0, 16.0),
        cut(16, 8, 0.877, -0.0, 14.0),
    ],
    // Taken cells: 24 to 31.
    &[
        cut(4, 2, 0.924, 5.0, 21.0),
        cut(5, 1, 0.910, -4.0, 29.0),
        cut(6, 2, 0.929, 8.0, 25.0),
        cut(7, 3, 0.955, -1.0, 24.0),
        cut(8, 4, 1.003, 5.0, 24.0),
        cut(9, 3, 0.923, -2.0, 30.0),
        cut(10, 4, 1.003, 5.0, 29.0),
        cut(11, 5, 0.948, -1.0, 26.0),
        cut(12, 6, 1.008, 0.0, 23.0),
        cut(13, 5, 0.992, -3.0, 29.0),
        cut(14, 6, 1.008, 0.0, 23.0),
        cut(15, 7, 0.992, -3.0, 29.0),
        cut(16, 8, 1.008, 0.0, 23.0),
    ],
    // Taken cells: 32 to 39.
    &[
        cut(4, 2, 0.980, 8.0, 32.0),
        cut(5, 1, 1.002, -7.0, 44.0),
        cut(6, 2, 1.024, 6.0, 35.0),
        cut(7, 3, 1.001, -3.0, 37.0),
        cut(8, 4, 1.059, 4.0, 32.0),
        cut(9, 3, 1.010, -3.0, 40.0),
        cut(10, 4, 1.071, 4.0, 40.0),
        cut(11, 5, 1.058, -4.0, 45.0),
        cut(12, 6, 1.058, 6.0, 39.0),
        cut(13, 5, 1.045, -4.0, 53.0),
        cut(14, 6, 1.058, 6.0, 39.0),
        cut(15, 7, 1.045, -4.0, 53.0),
        cut(16, 8, 1.058, 6.0, 39.0),
    ],
    // Taken cells: 40 to 47.
    &[
        cut(4, 2, 1.009, 8.0, 45.0),
        cut(5, 1, 1.075, -13.0, 70.0),
        cut(6, 2, 1.079, 12.0, 58.0),
        cut(7, 3, 1.064, 1.0, 51.0),
        cut(8, 4, 1.091, 12.0, 70.0),
        cut(9, 3, 1.023, 5.0, 60.0),
        cut(10, 4, 1.087, 16.0, 69.0),
        cut(11, 5, 1.014, 10.0, 64.0),
        cut(12, 6, 1.048, 14.0, 68.0),
        cut(13, 5, 1.100, 9.0, 86.0),
        cut(14, 6, 1.048, 14.0, 68.0),
        cut(15, 7, 1.100, 9.0, 86.0),
        cut(16, 8, 1.048, 14.0, 68.0),
    ],
    // Taken cells: 48 to 55.
    &[
        cut(4, 2, 0.994, 12.0, 79.0),
        cut(5, 1, 1.018, -11.0, 112.0),
        cut(6, 2, 1.037, 18.0, 103.0),
        cut(7, 3, 1.085, 1.0, 98.0),
        cut(8, 4, 1.053, 6.0, 88.0),
        cut(9, 3, 1.083, -0.0, 114.0),
        cut(10, 4, 1.086, 11.0, 115.0),
    ],
    // Taken cells: 56 to 63.
    &[
        cut(4, 2, 1.042, -17.0, 113.0),
    ],
    // More.
    &[
    ],
];
